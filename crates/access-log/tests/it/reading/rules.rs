//! Keys and costs, against a second implementation of the rules.

use std::{collections::HashMap, net::IpAddr};

use ratelab_access_log::{Log, Options, Reader, Row, path, without_port};

use crate::reading::random::Random;
use crate::reading::{names, parse, read};

fn line(client: &str, request: &str, status: u64) -> String {
    format!("{client} - - [10/Oct/2000:13:55:36 +0000] \"{request}\" {status} 5 \"-\" \"-\"\n")
}

/// The prefix by the addresses of the standard library.
fn expected_prefix(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            format!("{a}.{b}.{c}.0/24")
        }
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(mapped) => expected_prefix(mapped.into()),
            None => {
                let network = u128::from(address) >> 64 << 64;
                format!("{}/64", std::net::Ipv6Addr::from(network))
            }
        },
    }
}

/// The number of rows of each key.
fn rows_by_key(log: &Log) -> Vec<u32> {
    let mut counts = vec![0; log.keys.len()];
    for row in log.rows.iter() {
        counts[row.key as usize] += 1;
    }
    counts
}

#[test]
fn prefixes_match_the_standard_library() {
    let mut random = Random(3);
    for _ in 0..2000 {
        let address = match random.below(3) {
            0 => IpAddr::from((random.next() as u32).to_be_bytes()),
            1 => IpAddr::from((0xffff_u128 << 32 | u128::from(random.next() as u32)).to_be_bytes()),
            _ => {
                // Zeros anywhere, so that all ways to omit them occur.
                let segments = [(); 8].map(|()| random.below(0x1_0000) as u16 * random.below(2) as u16);
                IpAddr::from(segments)
            }
        };
        let written = match (address, random.below(3)) {
            (IpAddr::V4(address), 0) => format!("{address}:{}", random.below(65_536)),
            (IpAddr::V6(address), 0) => format!("[{address}]:{}", random.below(65_536)),
            (IpAddr::V6(address), 1) => format!("[{address}]"),
            _ => address.to_string(),
        };
        let log = read(line(&written, "GET / HTTP/1.1", 200), ["combined", "", "prefix", ""]);
        assert_eq!(names(&log), [expected_prefix(address)], "{written}");
    }
}

#[test]
fn other_text_is_its_own_prefix() {
    for name in [
        "crawl-1.example.com",
        "unix:",
        "1.2.3",
        "256.1.1.1",
        "1.2.3.4.5",
        "fe80:::1",
        "1:2:3:4:5:6:7",
        "1:2::3:4:5:6:7:8",
        "::1.2.3.4:5",
        "12345::",
    ] {
        let log = read(line(name, "GET / HTTP/1.1", 200), ["combined", "", "prefix", ""]);
        assert_eq!(names(&log), [name]);
    }
    assert_eq!(without_port(b"host:80"), b"host");
    let log = read(line("fe80::1%eth0", "GET / HTTP/1.1", 200), ["combined", "", "prefix", ""]);
    assert_eq!(names(&log), ["fe80::/64"]);
}

#[test]
fn a_path_is_the_text_between_method_and_query() {
    for (request, expected) in [
        ("GET /a/b?c=/d HTTP/1.1", "/a/b"),
        ("GET /a#b HTTP/1.1", "/a"),
        ("GET http://example.com:80/a?b HTTP/1.1", "/a"),
        ("GET http://example.com HTTP/1.1", "/"),
        ("CONNECT example.com:443 HTTP/1.1", "example.com:443"),
        ("OPTIONS * HTTP/1.1", "*"),
        ("/a?b", "/a"),
        ("GET /", "/"),
        ("\u{16}\u{3}\u{1}", "\u{16}\u{3}\u{1}"),
        ("\u{16}\u{3} /a?b c", "\u{16}\u{3} /a?b c"),
        ("M-SEARCH * HTTP/1.1", "*"),
        ("- http://a:80-/ ", "/"),
        ("", ""),
    ] {
        assert_eq!(path(request.as_bytes()), expected.as_bytes(), "{request}");
    }
}

#[test]
fn keys_are_numbered_in_order_of_appearance() {
    let mut random = Random(4);
    let mut text = String::new();
    let (mut order, mut counts) = (Vec::new(), HashMap::new());
    for _ in 0..60_000 {
        // All lengths, up to more than a slot of the table holds.
        let length = random.below(24) as usize + 1;
        let client: String =
            format!("{:x}", random.below(5000) * 0x1_2345).repeat(4).chars().take(length).collect();
        text += &line(&client, "GET / HTTP/1.1", 200);
        if !counts.contains_key(&client) {
            order.push(client.clone());
        }
        *counts.entry(client).or_insert(0) += 1;
    }
    let log = read(text, ["", "", "", ""]);
    let found: Vec<(String, u32)> =
        (0..).map(|number| log.keys.name(number)).zip(rows_by_key(&log)).collect();
    let expected: Vec<(String, u32)> = order.into_iter().map(|key| (key.clone(), counts[&key])).collect();
    assert_eq!(found, expected);
    assert_eq!(log.keys.name(u32::MAX), "");
}

#[test]
fn parts_of_a_key_are_separated() {
    let log = read("time;ip;user\n1;a + b;c\n1;a;b + c\n", ["csv", "", "client+user", ""]);
    assert_eq!((names(&log), log.keys.len()), (vec!["a + b + c".to_owned(); 2], 2));
    let log = read(line("a", "GET /b HTTP/1.1", 200), ["", "", "user + everyone+field:nothing", ""]);
    assert_eq!((names(&log), log.report.without_key), (vec!["- + everyone + -".to_owned()], 1));
}

#[test]
fn long_keys_are_distinguished_in_bounded_memory() {
    let long = "x".repeat(5000);
    let text: String =
        (0..10).map(|number| line("a", &format!("GET /{long}{number} HTTP/1.1"), 200)).collect();
    let log = read(text.repeat(2), ["", "", "path", ""]);
    assert_eq!((log.keys.len(), rows_by_key(&log)), (10, vec![2; 10]));
    assert!((0..10).all(|number| log.keys.bytes(number).len() == 255));
}

/// Whether a path matches a pattern, by trying every end of every star.
fn fits(pattern: &str, path: &str) -> bool {
    match pattern.split_at_checked(1) {
        None => path.is_empty(),
        Some(("*", rest)) => (0..=path.len()).any(|end| fits(rest, &path[end..])),
        Some((letter, rest)) => path.strip_prefix(letter).is_some_and(|path| fits(rest, path)),
    }
}

#[test]
fn costs_by_path_use_the_first_matching_pattern() {
    let mut random = Random(5);
    for _ in 0..3000 {
        let mut text = |letters: &[&str], most| -> String {
            (0..random.below(most)).map(|_| *random.one_of(letters)).collect::<String>()
        };
        let patterns: Vec<String> = (0..3).map(|_| format!("/{}", text(&["a", "b", "*", "="], 6))).collect();
        let path = format!("/{}", text(&["a", "b", "="], 8));
        let rule = format!("{}=5 {}=0 {}=7 3", patterns[0], patterns[1], patterns[2]);
        let expected =
            patterns.iter().position(|pattern| fits(pattern, &path)).map_or(3, |index| [5, 0, 7][index]);
        let log = read(line("a", &format!("GET {path}?b=a HTTP/1.1"), 200), ["combined", "", "", &rule]);
        let cost = log.rows.iter().next().map(Row::cost);
        assert_eq!(cost, Some(expected), "{rule} of {path}");
    }
}

#[test]
fn costs_by_field_are_integers_and_default_to_one() {
    let text: String = ["7", "0", "-", "1.5", "1073741823", "1073741824", "99999999999999999999999", "x"]
        .map(|size| format!("a - - [10/Oct/2000:13:55:36 +0000] \"GET / HTTP/1.1\" 429 {size}\n"))
        .concat();
    let log = read(text, ["common", "", "", "field:b"]);
    let most = (1 << 30) - 1;
    let costs: Vec<u32> = log.rows.iter().map(|row| row.charge & most).collect();
    assert_eq!(costs, [7, 0, 1, 1, most, most, most, 1]);
    assert!(log.rows.iter().all(|row| row.charge >> 30 == 2));
    assert_eq!((log.report.capped, log.report.without_cost, log.report.uneven), (2, 3, true));
}

#[test]
fn lines_answered_429_are_counted_and_can_be_left_out() {
    let text = line("a", "GET / HTTP/1.1", 429) + &line("b", "GET / HTTP/1.1", 200);
    let options = Options { leave_out_limited: true, ..Options::default() };
    let mut reader = Reader::new(options);
    reader.push(text.as_bytes());
    let log = reader.finish();
    assert_eq!((names(&log), log.report.limited, log.report.left_out), (vec!["b".to_owned()], 1, 1));
    assert_eq!((log.report.requests, log.keys.len()), (2, 1));
}

#[test]
fn invalid_options_are_rejected_with_an_explanation() {
    for (options, field, given) in [
        (["nope", "", "", ""], "format", "nope"),
        (["", "", "clients", ""], "key", "clients"),
        (["", "", "client+field:", ""], "key", "field:"),
        (["", "", "", "-1"], "cost", "-1"),
        (["", "", "", "1073741824"], "cost", "1073741824"),
        (["", "", "", "/a=x 1"], "cost", "/a=x"),
        (["", "", "", "a=5"], "cost", "a=5"),
    ] {
        let fault = parse(options).expect_err(given);
        assert_eq!((fault.field, fault.given.as_str()), (field, given));
        assert!(fault.to_string().contains("must be"), "{fault}");
    }
}

#[test]
fn unknown_fields_are_rejected() {
    let nginx = "$remote_addr [$time_local] $bytes_sent";
    for (format, pattern, field) in [
        ("nginx", nginx, "$bytes_sent"),
        ("combined", "", "user-agent"),
        ("haproxy", "", "request"),
        ("alb", "", "trace_id"),
        ("squid", "", "method"),
        ("json", "", "anything"),
        ("iis", "", "anything"),
        ("", nginx, "anything"),
    ] {
        let rule = format!("field:{field}");
        assert!(parse([format, pattern, &rule, &rule]).is_ok(), "{format} {field}");
    }
    for (format, pattern) in [("nginx", nginx), ("combined", ""), ("haproxy", ""), ("elb", "")] {
        let key = parse([format, pattern, "client+field:anything", ""]).expect_err(format);
        assert_eq!((key.field, key.given.as_str()), ("key", "field:anything"));
        assert_eq!(parse([format, pattern, "", "field:anything"]).expect_err(format).field, "cost");
    }
}
