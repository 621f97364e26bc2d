//! Keys that are part of the request.

use std::net::{IpAddr, SocketAddr};

use http::{HeaderName, StatusCode, request::Parts};
use ratelab_tower::{Everyone, Header, HeaderProblem, Key, KeyError, PeerAddress};

use crate::calls::head;

fn socket(text: &str) -> SocketAddr {
    text.parse().expect("an address with a port")
}

fn from(peer: &str) -> Parts {
    let mut parts = head(&[]);
    parts.extensions.insert(socket(peer));
    parts
}

fn text(key: Result<Vec<u8>, KeyError>) -> String {
    String::from_utf8(key.expect("a key")).expect("text")
}

#[test]
fn a_peer_is_its_address_without_the_port() {
    assert_eq!(text(PeerAddress::new().key(&from("192.0.2.7:4711"))), "192.0.2.7");
    let mut parts = head(&[]);
    assert_eq!(PeerAddress::new().key(&parts), Err(KeyError::NoPeer));
    parts.extensions.insert("192.0.2.8".parse::<IpAddr>().expect("an address"));
    assert_eq!(text(PeerAddress::new().key(&parts)), "192.0.2.8");
}

#[test]
fn a_server_with_an_extension_of_its_own_is_read_by_a_function() {
    #[derive(Clone)]
    struct Connection(SocketAddr);

    let peer = PeerAddress::read_by(|extensions| Some(extensions.get::<Connection>()?.0.ip()));
    let mut parts = from("192.0.2.7:1");
    assert_eq!(peer.key(&parts), Err(KeyError::NoPeer));
    parts.extensions.insert(Connection(socket("192.0.2.9:1")));
    assert_eq!(text(peer.key(&parts)), "192.0.2.9");
}

#[test]
fn one_household_with_ipv6_is_one_client() {
    let peer = PeerAddress::new();
    let key = |peer: PeerAddress, address: &str| text(peer.key(&from(address)));
    assert_eq!(key(peer, "[2001:db8:0:1::1]:1"), "2001:db8:0:1::/64");
    assert_eq!(key(peer, "[2001:db8:0:1:ffff:ffff:ffff:ffff]:1"), "2001:db8:0:1::/64");
    assert_eq!(key(peer, "[2001:db8:0:2::1]:1"), "2001:db8:0:2::/64");
    for (bits, expected) in [
        (128, "2001:db8:1:2:3:4:5:6/128"),
        (255, "2001:db8:1:2:3:4:5:6/128"),
        (56, "2001:db8:1::/56"),
        (1, "::/1"),
        (0, "::/0"),
    ] {
        assert_eq!(key(peer.ipv6_prefix(bits), "[2001:db8:1:2:3:4:5:6]:1"), expected);
    }
}

/// A socket for both families shows all clients with IPv4 under one prefix.
#[test]
fn ipv4_within_ipv6_is_ipv4() {
    let key = |address: &str| text(PeerAddress::new().key(&from(address)));
    assert_eq!(key("[::ffff:192.0.2.7]:1"), "192.0.2.7");
    assert_eq!(key("[::ffff:192.0.2.8]:1"), "192.0.2.8");
}

#[test]
fn a_header_names_the_client_once_and_briefly() {
    let header = Header::new(HeaderName::from_static("x-api-key"));
    let refused = |problem| Err(KeyError::Header { name: HeaderName::from_static("x-api-key"), problem });
    assert_eq!(text(header.key(&head(&[("X-API-Key", b"ada")]))), "ada");
    assert_eq!(header.key(&head(&[("x-api-key", b"\xff\xfe")])), Ok(vec![0xff, 0xfe]), "any bytes");
    assert_eq!(header.key(&head(&[])), refused(HeaderProblem::Missing));
    assert_eq!(header.key(&head(&[("x-api-key", b"")])), refused(HeaderProblem::Missing));
    let twice: [(&str, &[u8]); 2] = [("x-api-key", b"ada"), ("x-api-key", b"grace")];
    assert_eq!(header.key(&head(&twice)), refused(HeaderProblem::Repeated));
    let long = vec![b'a'; Header::LONGEST + 1];
    assert_eq!(header.key(&head(&[("x-api-key", &long)])), refused(HeaderProblem::TooLong));
    assert_eq!(header.key(&head(&[("x-api-key", &long[1..])])).map(|key| key.len()), Ok(Header::LONGEST));
}

#[test]
fn a_function_is_a_key_with_errors_of_its_own() {
    let tenant = |parts: &Parts| {
        let host =
            parts.headers.get("host").ok_or(KeyError::refused(StatusCode::NOT_FOUND, "no such tenant"))?;
        Ok(host.as_bytes().to_vec())
    };
    assert_eq!(text(tenant.key(&head(&[("host", b"ada.example")]))), "ada.example");
    let error = tenant.key(&head(&[])).expect_err("no host");
    assert_eq!((error.status(), error.to_string().as_str()), (StatusCode::NOT_FOUND, "no such tenant"));
    assert_eq!(Everyone.key(&head(&[])), Everyone.key(&from("192.0.2.7:1")));
}

#[test]
fn errors_state_the_problem() {
    let name = HeaderName::from_static("x-api-key");
    for (problem, sentence) in [
        (HeaderProblem::Missing, "the header x-api-key is missing"),
        (HeaderProblem::Repeated, "the header x-api-key occurs more than once"),
        (HeaderProblem::TooLong, "the header x-api-key is longer than 1024 bytes"),
        (HeaderProblem::TooFewProxies, "the header x-api-key has passed fewer proxies than are trusted"),
        (HeaderProblem::NoAddress, "the header x-api-key has no address where a trusted proxy puts it"),
    ] {
        let error = KeyError::Header { name: name.clone(), problem };
        assert_eq!((error.to_string().as_str(), error.status()), (sentence, StatusCode::BAD_REQUEST));
    }
}
