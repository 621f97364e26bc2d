//! HAProxy writes the time of the first byte, and sends its log to syslog, which the tests receive.

use std::{net::UdpSocket, time::Duration};

use ratelab_access_log::Timing;

use crate::support::{
    case::{Case, case, get, send_all, usual},
    log::{MILLISECOND, NEITHER, Written, assert_read, lines_of, written},
    origin,
    process::{Folder, Process, free_port, is_installed},
};

const HTTP_LOG: Written =
    Written { looks_like: Some("haproxy"), ..written("haproxy", "", Timing::Arrival, MILLISECOND, NEITHER) };

/// A syslog receiver that keeps the messages.
struct Syslog(UdpSocket);

impl Syslog {
    fn new() -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
        socket.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        Self(socket)
    }

    fn address(&self) -> String {
        self.0.local_addr().expect("an address").to_string()
    }

    /// This many messages as in a file: without the priority in front.
    fn file(&self, count: usize) -> Vec<u8> {
        let mut message = vec![0; 1 << 16];
        let mut file = Vec::new();
        for _ in 0..count {
            let length = self.0.recv(&mut message).expect("a message");
            let end = message[..length].iter().position(|byte| *byte == b'>').expect("a number in front");
            file.extend_from_slice(&message[end + 1..length]);
        }
        file
    }
}

fn configuration(frontend: &str, port: u16, origin: u16) -> String {
    format!(
        "global\n  maxconn 64\n  tune.http.logurilen 8192\ndefaults\n  mode http\n  option dontlognull\n\
         \x20 option abortonclose\n  timeout connect 30s\n  timeout client 60s\n  timeout server 60s\n\
         frontend web\n  bind 127.0.0.1:{port}\n  bind ::1:{port}\n  default_backend origin\n\
         \x20 http-request set-src hdr(x-forwarded-for) if {{ hdr(x-forwarded-for) -m found }}\n{frontend}\
         backend origin\n  server one 127.0.0.1:{origin}\n",
    )
}

/// Additional requests that HAProxy accepts. It rejects bytes outside ASCII.
fn cases() -> Vec<Case> {
    let mut cases = usual();
    cases.extend([
        get("/behind").forwarded("192.0.2.7"),
        get("/behind/sixth").forwarded("2001:db8::7"),
        get("/quote\"and\\backslash?\"\\"),
        case("GET http://shop.example/absolute?a=b HTTP/1.1"),
        case(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\x8e\x1b\"\\\n\n").garbage(),
        case(b"hello\r\n\r\n").garbage(),
        get("/abandoned/after/400").status(400).abandoned(),
    ]);
    cases
}

/// Sends all cases to a frontend, and checks its logs.
fn assert_written(frontend: &str, check: impl FnOnce(&Folder, &[crate::support::case::Sent])) {
    let (folder, port, origin) = (Folder::new("haproxy"), free_port(), origin::start());
    let file = folder.write("haproxy.cfg", &configuration(frontend, port, origin));
    let mut server = Process::start(&folder, "haproxy", "haproxy", &["-db", "-f", &file]);
    server.wait_until_open(&folder, "haproxy", port);
    check(&folder, &send_all(cases(), port));
}

#[test]
fn logs_of_haproxy_are_read() {
    if !is_installed("haproxy") {
        return;
    }
    let (old, new, short) = (Syslog::new(), Syslog::new(), Syslog::new());
    let frontend = format!(
        "  option httplog\n  log stdout len 8192 format raw local0\n\
         \x20 log {} len 8192 format rfc3164 local0\n  log {} len 8192 format rfc5424 local0\n\
         \x20 log {} format rfc3164 local0\n",
        old.address(),
        new.address(),
        short.address(),
    );
    assert_written(&frontend, |folder, sent| {
        assert_read(&HTTP_LOG, &lines_of(&folder.file("haproxy.out"), sent.len()), sent);
        assert_read(&HTTP_LOG, &old.file(sent.len()), sent);
        assert_read(&HTTP_LOG, &new.file(sent.len()), sent);
        // Syslog truncates messages longer than 1024 bytes, within the request.
        assert_read(&Written { cut: 900, ..HTTP_LOG }, &short.file(sent.len()), sent);
    });
}

#[test]
fn logs_of_haproxy_with_captured_headers_are_read() {
    if !is_installed("haproxy") {
        return;
    }
    let frontend = "  option httplog\n  http-request capture req.hdr(User-Agent) len 64\n\
                    \x20 http-request capture req.hdr(Referer) len 64\n  log stdout len 8192 format raw local0\n";
    assert_written(frontend, |folder, sent| {
        assert_read(&HTTP_LOG, &lines_of(&folder.file("haproxy.out"), sent.len()), sent);
    });
}

#[test]
fn logs_of_haproxy_with_tls_are_read() {
    if !is_installed("haproxy") {
        return;
    }
    let frontend = "  option httpslog\n  log stdout len 8192 format timed local0\n";
    assert_written(frontend, |folder, sent| {
        assert_read(&HTTP_LOG, &lines_of(&folder.file("haproxy.out"), sent.len()), sent);
    });
}
