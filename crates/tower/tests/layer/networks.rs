//! Networks: as they are written, as trusted proxies, and as clients.

use std::net::{IpAddr, SocketAddr};

use http::request::Parts;
use ratelab_tower::{Forwarded, HeaderProblem, Key, KeyError, Network, PeerAddress};

use crate::calls::head;

fn network(text: &str) -> Network {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn address(text: &str) -> IpAddr {
    text.parse().expect("an address")
}

/// The head of a request from a peer, with the lines of a header.
fn from(peer: &str, lines: &[(&str, &str)]) -> Parts {
    let lines: Vec<_> = lines.iter().map(|(name, value)| (*name, value.as_bytes())).collect();
    let mut parts = head(&lines);
    parts.extensions.insert(SocketAddr::new(address(peer), 4711));
    parts
}

fn text(key: Result<Vec<u8>, KeyError>) -> String {
    String::from_utf8(key.expect("a key")).expect("text")
}

#[test]
fn networks_contain_the_addresses_that_begin_alike() {
    for (written, inside, outside) in [
        ("10.0.0.0/8", "10.255.255.255", "11.0.0.0"),
        ("10.0.0.7", "10.0.0.7", "10.0.0.6"),
        ("10.0.0.6/31", "10.0.0.7", "10.0.0.8"),
        ("0.0.0.0/0", "255.255.255.255", "2001:db8::1"),
        ("::/0", "2001:db8::1", "10.0.0.1"),
        ("::/0", "2001:db8::1", "::ffff:10.0.0.1"),
        ("2001:db8::/32", "2001:db8:ffff::", "2001:db9::"),
        ("2001:db8::1", "2001:db8::1", "2001:db8::2"),
        ("10.0.0.0/8", "::ffff:10.1.1.1", "::10.1.1.1"),
        ("::ffff:10.0.0.0/104", "10.1.1.1", "11.1.1.1"),
        ("::ffff:10.0.0.1", "10.0.0.1", "10.0.0.2"),
    ] {
        let network = network(written);
        assert!(network.contains(address(inside)), "{written} and {inside}");
        assert!(!network.contains(address(outside)), "{written} and {outside}");
        assert_eq!(network.to_string().parse(), Ok(network), "{written}");
    }
}

/// Every length, on both sides of its last bit.
#[test]
fn every_number_of_bits_is_exact() {
    for bits in 1..=128_u32 {
        let first = 0x2001_0db8_u128 << 96 >> (128 - bits) << (128 - bits);
        let network = network(&format!("{}/{bits}", std::net::Ipv6Addr::from_bits(first)));
        let at = |bit: u32| IpAddr::V6(std::net::Ipv6Addr::from_bits(first ^ (1 << bit)));
        assert!(!network.contains(at(128 - bits)), "{network}");
        assert!(bits == 128 || network.contains(at(127 - bits)), "{network}");
    }
    for bits in 1..=32_u32 {
        let first = 0xcb00_7109_u32 >> (32 - bits) << (32 - bits);
        let network = network(&format!("{}/{bits}", std::net::Ipv4Addr::from_bits(first)));
        let at = |bit: u32| IpAddr::V4(std::net::Ipv4Addr::from_bits(first ^ (1 << bit)));
        assert!(!network.contains(at(32 - bits)), "{network}");
        assert!(bits == 32 || network.contains(at(31 - bits)), "{network}");
    }
}

#[test]
fn errors_have_the_given_text_and_what_is_allowed() {
    let any = "must be an address, or an address and bits: 10.0.0.7, 10.0.0.0/8, 2001:db8::/32";
    for (given, allowed) in [
        ("", any),
        ("example.org", any),
        ("10.0.0/8", any),
        ("10.0.0.0:80", any),
        ("[2001:db8::]/32", any),
        ("10.0.0.0/", "the bits of an IPv4 network must be from 0 to 32"),
        ("10.0.0.0/33", "the bits of an IPv4 network must be from 0 to 32"),
        ("10.0.0.0/+8", "the bits of an IPv4 network must be from 0 to 32"),
        ("10.0.0.0/8/8", "the bits of an IPv4 network must be from 0 to 32"),
        ("10.0.0.0/255.0.0.0", "the bits of an IPv4 network must be from 0 to 32"),
        ("2001:db8::/129", "the bits of an IPv6 network must be from 0 to 128"),
        ("2001:db8::1/32", "must begin with its first address: 2001:db8::/32"),
    ] {
        let error = given.parse::<Network>().expect_err(given).to_string();
        assert_eq!(error, format!("network is {given:?}, but {allowed}"));
    }
}

fn trusting(proxies: usize) -> Forwarded {
    let networks = ["10.0.0.0/8", "192.0.2.1", "2001:db8:ff::/48"];
    Forwarded::x_forwarded_for(proxies).trusting(networks.map(network))
}

/// The client of a request from this peer with this list.
fn client(forwarded: &Forwarded, peer: &str, list: &str) -> Result<String, HeaderProblem> {
    match forwarded.key(&from(peer, &[("x-forwarded-for", list)])) {
        Ok(key) => Ok(String::from_utf8(key).expect("text")),
        Err(KeyError::Header { problem, .. }) => Err(problem),
        Err(other) => panic!("{other}"),
    }
}

/// The rows are those of `real_ip_recursive` of nginx.
#[test]
fn the_first_address_outside_the_trusted_networks_is_the_client() {
    for (peer, list, expected) in [
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "6.6.6.6, 203.0.113.9, 192.0.2.1, 10.9.9.9", "203.0.113.9"),
        ("10.0.0.1", "not read, 203.0.113.9", "203.0.113.9"),
        ("2001:db8:ff::1", "10.0.0.1, 2001:db8:1::1", "2001:db8:1::/64"),
        ("::ffff:10.0.0.1", "203.0.113.9:443", "203.0.113.9"),
        // The peer is no proxy: its header is not read.
        ("198.51.100.7", "6.6.6.6", "198.51.100.7"),
        ("198.51.100.7", "10.0.0.1", "198.51.100.7"),
        ("192.0.2.2", "\"", "192.0.2.2"),
        // A proxy's own request, and one from within the trusted networks.
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
    ] {
        assert_eq!(client(&trusting(0), peer, list).as_deref(), Ok(expected), "{peer} with {list:?}");
    }
    assert_eq!(text(trusting(0).key(&from("10.0.0.1", &[]))), "10.0.0.1", "a health check");
    for unreadable in ["unknown", "203.0.113.9, ", "203.0.113.9, , 10.0.0.2"] {
        let refused = Err(HeaderProblem::NoAddress);
        assert_eq!(client(&trusting(0), "10.0.0.1", unreadable), refused, "{unreadable:?}");
    }
}

/// One proxy is trusted wherever it is, and the networks after it.
#[test]
fn a_number_of_proxies_comes_before_the_networks() {
    assert_eq!(client(&trusting(1), "198.51.100.7", "203.0.113.9").as_deref(), Ok("203.0.113.9"));
    assert_eq!(client(&trusting(1), "198.51.100.7", "203.0.113.9, 10.0.0.1").as_deref(), Ok("203.0.113.9"));
    assert_eq!(client(&trusting(2), "198.51.100.7", "203.0.113.9"), Err(HeaderProblem::TooFewProxies));
    let none = Forwarded::x_forwarded_for(0).trusting([]);
    assert_eq!(client(&none, "10.0.0.1", "203.0.113.9").as_deref(), Ok("10.0.0.1"));
}

#[test]
fn lines_of_one_name_and_pairs_are_walked_too() {
    let lines = [("x-forwarded-for", "6.6.6.6"), ("x-forwarded-for", "203.0.113.9, 10.0.0.2"), ("a", "b")];
    assert_eq!(text(trusting(0).key(&from("10.0.0.1", &lines))), "203.0.113.9");
    let standard = Forwarded::standard(0).trusting([network("10.0.0.0/8")]);
    let line = [("forwarded", "for=6.6.6.6, for=203.0.113.9;proto=https, for=\"10.0.0.2:80\"")];
    assert_eq!(text(standard.key(&from("10.0.0.1", &line))), "203.0.113.9");
}

/// The server's own extension is read for the peer that is checked.
#[test]
fn the_peer_is_read_as_it_is_for_requests_without_the_header() {
    #[derive(Clone)]
    struct Connection(IpAddr);

    let peer = PeerAddress::read_by(|extensions| Some(extensions.get::<Connection>()?.0));
    let mut parts = head(&[("x-forwarded-for", b"203.0.113.9")]);
    assert_eq!(trusting(0).key(&parts), Err(KeyError::NoPeer));
    parts.extensions.insert(Connection(address("10.0.0.1")));
    assert_eq!(text(trusting(0).or_peer(peer).key(&parts)), "203.0.113.9");
}

#[test]
fn bits_of_ipv4_can_be_chosen() {
    let key = |bits, peer| text(PeerAddress::new().ipv4_prefix(bits).key(&from(peer, &[])));
    for (bits, expected) in [
        (32, "192.0.2.7"),
        (255, "192.0.2.7"),
        (31, "192.0.2.6/31"),
        (24, "192.0.2.0/24"),
        (8, "192.0.0.0/8"),
        (0, "0.0.0.0/0"),
    ] {
        assert_eq!(key(bits, "192.0.2.7"), expected);
        assert_eq!(key(bits, "::ffff:192.0.2.7"), expected);
    }
    assert_eq!(key(24, "2001:db8::1"), "2001:db8::/64");
    let forwarded = Forwarded::x_forwarded_for(1).ipv4_prefix(24).ipv6_prefix(48);
    assert_eq!(client(&forwarded, "10.0.0.1", "203.0.113.9").as_deref(), Ok("203.0.113.0/24"));
    assert_eq!(client(&forwarded, "10.0.0.1", "2001:db8:1:2::1").as_deref(), Ok("2001:db8:1::/48"));
}

/// The examples of RFC 6052, section 2.4.
#[test]
fn translated_clients_are_those_of_ipv4() {
    assert_eq!(text(PeerAddress::new().key(&from("64:ff9b::192.0.2.33", &[]))), "192.0.2.33");
    assert_eq!(text(PeerAddress::new().key(&from("64:ff9b:1::192.0.2.33", &[]))), "64:ff9b:1::/64");
    for (prefix, peer) in [
        ("2001:db8::/32", "2001:db8:c000:221::"),
        ("2001:db8:100::/40", "2001:db8:1c0:2:21::"),
        ("2001:db8:122::/48", "2001:db8:122:c000:2:2100::"),
        ("2001:db8:122:300::/56", "2001:db8:122:3c0:0:221::"),
        ("2001:db8:122:344::/64", "2001:db8:122:344:c0:2:2100::"),
        ("2001:db8:122:344::/96", "2001:db8:122:344::192.0.2.33"),
    ] {
        let key = PeerAddress::new().nat64_prefix(network(prefix)).expect(prefix);
        assert_eq!(text(key.key(&from(peer, &[]))), "192.0.2.33", "{prefix}");
        assert_eq!(text(key.ipv4_prefix(24).key(&from(peer, &[]))), "192.0.2.0/24", "{prefix}");
        assert_eq!(text(key.key(&from("2001:db9::1", &[]))), "2001:db9::/64", "{prefix}");
    }
    for wrong in ["10.0.0.0/8", "2001:db8::/33", "2001:db8::1"] {
        let error = PeerAddress::new().nat64_prefix(network(wrong)).expect_err(wrong).to_string();
        assert!(
            error.ends_with("a prefix of NAT64 must be of IPv6, with 32, 40, 48, 56, 64 or 96 bits"),
            "{error}"
        );
    }
}

/// A client cannot become a trusted proxy by an address that contains one of theirs.
#[test]
fn an_embedded_address_is_not_trusted() {
    let spoofed = client(&trusting(0), "64:ff9b::10.0.0.1", "6.6.6.6");
    assert_eq!(spoofed.as_deref(), Ok("10.0.0.1"));
}
