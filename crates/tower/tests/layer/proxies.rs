//! Keys that proxies report, with clients that forge them.

use std::net::SocketAddr;

use http::{HeaderName, HeaderValue, request::Parts};
use ratelab_tower::{Forwarded, HeaderProblem, Key, KeyError, PeerAddress};

use crate::calls::head;

const LIST: &str = "x-forwarded-for";

fn client(forwarded: &Forwarded, parts: &Parts) -> Result<String, HeaderProblem> {
    match forwarded.key(parts) {
        Ok(key) => Ok(String::from_utf8(key).expect("text")),
        Err(KeyError::Header { problem, .. }) => Err(problem),
        Err(other) => panic!("{other}"),
    }
}

/// The client that a list names, for a number of trusted proxies.
fn listed(trusted: usize, list: &str) -> Result<String, HeaderProblem> {
    client(&Forwarded::x_forwarded_for(trusted), &head(&[(LIST, list.as_bytes())]))
}

/// The client that the standard header names, for one trusted proxy.
fn standard(value: &str) -> Result<String, HeaderProblem> {
    client(&Forwarded::standard(1), &head(&[("forwarded", value.as_bytes())]))
}

#[test]
fn proxies_are_counted_from_the_right() {
    let list = "198.51.100.1, 203.0.113.9, 10.0.0.2";
    assert_eq!(listed(1, list).as_deref(), Ok("10.0.0.2"));
    assert_eq!(listed(2, list).as_deref(), Ok("203.0.113.9"));
    assert_eq!(listed(3, list).as_deref(), Ok("198.51.100.1"));
    assert_eq!(listed(4, list), Err(HeaderProblem::TooFewProxies));
    assert_eq!(listed(usize::MAX, list), Err(HeaderProblem::TooFewProxies));
}

#[test]
fn lines_of_one_name_are_one_list() {
    let parts = head(&[(LIST, b"198.51.100.1"), (LIST, b"203.0.113.9, 10.0.0.3"), (LIST, b"10.0.0.2")]);
    let clients = [1, 2, 3, 4].map(|trusted| client(&Forwarded::x_forwarded_for(trusted), &parts));
    let expected = ["10.0.0.2", "10.0.0.3", "203.0.113.9", "198.51.100.1"];
    assert_eq!(clients, expected.map(|address| Ok(address.to_owned())));
}

#[test]
fn addresses_are_written_in_many_ways() {
    for (written, read) in [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::/64"),
        ("[2001:db8::1]", "2001:db8::/64"),
        ("[2001:db8::1]:4711", "2001:db8::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("  192.0.2.7\t", "192.0.2.7"),
    ] {
        assert_eq!(listed(1, written).as_deref(), Ok(read), "{written}");
        let bare = written.trim();
        assert_eq!(standard(&format!("for=\"{bare}\"")).as_deref(), Ok(read), "{written}");
    }
    for wrong in [
        "",
        " ",
        "unknown",
        "_hidden",
        "192.0.2",
        "192.0.2.7:99999",
        "fe80::1%eth0",
        "[192.0.2.7]",
        "\"192.0.2.7",
    ] {
        assert_eq!(listed(1, wrong), Err(HeaderProblem::NoAddress), "{wrong:?}");
        assert_eq!(standard(&format!("for={wrong}")), Err(HeaderProblem::NoAddress), "{wrong:?}");
    }
}

#[test]
fn the_standard_header_has_pairs() {
    assert_eq!(standard("for=192.0.2.7").as_deref(), Ok("192.0.2.7"));
    assert_eq!(standard("By=10.0.0.1; For = 192.0.2.7 ;proto=https").as_deref(), Ok("192.0.2.7"));
    assert_eq!(standard("for=198.51.100.1, for=\"[2001:db8::1]:80\";host=a").as_deref(), Ok("2001:db8::/64"));
    // A name that the client chose, in quotes: neither its comma nor its semicolon divides anything.
    assert_eq!(standard(r#"for=192.0.2.7;host="a,for=6.6.6.6;for=6.6.6.6""#).as_deref(), Ok("192.0.2.7"));
    assert_eq!(standard(r#"for=192.0.2.7;host="a\",for=6.6.6.6;x=\\""#).as_deref(), Ok("192.0.2.7"));
    for wrong in
        ["by=10.0.0.1", "192.0.2.7", r#"host="a;for=6.6.6.6;b""#, "for=192.0.2.7;for=192.0.2.8", ";;", "="]
    {
        assert_eq!(standard(wrong), Err(HeaderProblem::NoAddress), "{wrong:?}");
    }
}

/// An element that a proxy leaves empty is not skipped: the next one is the client's own.
#[test]
fn an_empty_element_counts() {
    assert_eq!(listed(1, "6.6.6.6, "), Err(HeaderProblem::NoAddress));
    assert_eq!(listed(2, "6.6.6.6, , 10.0.0.1"), Err(HeaderProblem::NoAddress));
}

#[test]
fn another_header_with_one_address() {
    let cloud = Forwarded::list(HeaderName::from_static("cf-connecting-ip"), 1);
    assert_eq!(client(&cloud, &head(&[("cf-connecting-ip", b"192.0.2.7")])).as_deref(), Ok("192.0.2.7"));
    assert_eq!(client(&cloud, &head(&[(LIST, b"192.0.2.7")])), Err(HeaderProblem::Missing));
}

#[test]
fn the_peer_replaces_a_missing_header_and_no_other() {
    let mut parts = head(&[]);
    parts.extensions.insert(SocketAddr::from(([192, 0, 2, 7], 1)));
    let strict = Forwarded::x_forwarded_for(2);
    assert_eq!(client(&strict, &parts), Err(HeaderProblem::Missing));
    let lenient = strict.or_peer(PeerAddress::new());
    assert_eq!(client(&lenient, &parts).as_deref(), Ok("192.0.2.7"));
    parts.headers.insert(LIST, HeaderValue::from_static("6.6.6.6"));
    assert_eq!(client(&lenient, &parts), Err(HeaderProblem::TooFewProxies));
    // Without trusted proxies no header is read.
    assert_eq!(client(&Forwarded::x_forwarded_for(0), &parts).as_deref(), Ok("192.0.2.7"));
    assert_eq!(Forwarded::x_forwarded_for(0).key(&head(&[])), Err(KeyError::NoPeer));
}

#[test]
fn bits_of_ipv6_can_be_chosen() {
    let whole = Forwarded::x_forwarded_for(1).ipv6_prefix(128);
    assert_eq!(client(&whole, &head(&[(LIST, b"2001:db8::1")])).as_deref(), Ok("2001:db8::1/128"));
}

/// Headers that a client may send before the proxies add to them.
fn lies() -> Vec<Vec<u8>> {
    let written: [&[u8]; 12] = [
        b"",
        b",",
        b"6.6.6.6",
        b"for=6.6.6.6",
        b"for=\"",
        b"\"",
        b"\\",
        b"\\\"",
        b"for=\"\\",
        b"\xff\xfe\t",
        b"for=6.6.6.6;host=\", for=6.6.6.6",
        b"6.6.6.6, 6.6.6.6, 6.6.6.6, \"6.6.6.6",
    ];
    let mut lies: Vec<_> = written.map(<[u8]>::to_vec).to_vec();
    lies.push(b"6.6.6.6,".repeat(10_000));
    lies.push(b"\\\",\"".repeat(10_000));
    let alphabet = b"\"\\,;=for6.: \t[]\xff";
    let mut state = 1_u64;
    let mut letter = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        alphabet[(state >> 33) as usize % alphabet.len()]
    };
    lies.extend((0..5_000).map(|length| (0..length % 40).map(|_| letter()).collect::<Vec<_>>()));
    lies
}

/// The elements of the proxies decide, whatever a client sends: in its line or in separate lines.
#[test]
fn no_forged_header_changes_the_client() {
    let list = Forwarded::x_forwarded_for(2);
    let pairs = Forwarded::standard(2);
    for lie in lies() {
        for (forwarded, name, added) in [
            (&list, LIST, ["203.0.113.9", "10.0.0.2"]),
            (&pairs, "forwarded", ["for=203.0.113.9;host=\"a,\\\";b\"", "for=\"[2001:db8::2]:80\""]),
        ] {
            let joined =
                [&lie, added[0].as_bytes(), added[1].as_bytes()].map(<[u8]>::to_vec).join(&b", "[..]);
            let apart: [(&str, &[u8]); 3] =
                [(name, &lie), (name, added[0].as_bytes()), (name, added[1].as_bytes())];
            for parts in [head(&[(name, &joined)]), head(&apart)] {
                let lie = String::from_utf8_lossy(&lie);
                assert_eq!(client(forwarded, &parts).as_deref(), Ok("203.0.113.9"), "{name} with {lie:.80}");
            }
        }
    }
}
