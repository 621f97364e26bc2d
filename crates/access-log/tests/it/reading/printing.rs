//! Round trips of requests printed by a pattern.
//!
//! The printers follow the sources of the servers: `ngx_http_log_escape` and `ngx_escape_json` of nginx, and
//! `ap_escape_logitem` of Apache.

use std::fmt::Write;

use crate::reading::random::Random;
use crate::reading::read;

#[derive(Clone, Copy, Debug)]
enum Server {
    NginxDefault,
    NginxJson,
    NginxNone,
    Apache,
}

/// A request as a server has it.
struct Request {
    client: String,
    user: Vec<u8>,
    host: String,
    request: Vec<u8>,
    agent: Vec<u8>,
    status: u64,
    micros: i64,
    duration: i64,
}

impl Server {
    fn escape(self, value: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        for &byte in value {
            match (self, byte) {
                (Self::NginxNone, _) => text.push(byte),
                (Self::NginxDefault, b'"' | b'\\' | ..0x20 | 0x7f..) => {
                    text.extend(format!("\\x{byte:02X}").bytes());
                }
                (Self::NginxJson | Self::Apache, b'"' | b'\\') => text.extend([b'\\', byte]),
                (Self::NginxJson | Self::Apache, b'\n') => text.extend(b"\\n"),
                (Self::NginxJson | Self::Apache, b'\r') => text.extend(b"\\r"),
                (Self::NginxJson | Self::Apache, b'\t') => text.extend(b"\\t"),
                (Self::NginxJson | Self::Apache, 8) => text.extend(b"\\b"),
                (Self::NginxJson, 12) => text.extend(b"\\f"),
                (Self::Apache, 11) => text.extend(b"\\v"),
                (Self::NginxJson, ..0x20) => text.extend(format!("\\u{byte:04X}").bytes()),
                (Self::Apache, ..0x20 | 0x7f..) => text.extend(format!("\\x{byte:02x}").bytes()),
                _ => text.push(byte),
            }
        }
        text
    }

    /// Bytes that the server prints so that the end of the value can be found.
    fn value(self, random: &mut Random) -> Vec<u8> {
        let all = b"ab /\\\"\n\t\r\x08\x0b\x0c\x00\x16\x03\x7f\xff\xc3\xa9x0n[]-";
        let plain = b"ab /\\\t\xff-[]";
        let bytes: &[u8] = if matches!(self, Self::NginxNone) { plain } else { all };
        let length = random.below(12) + 2;
        (0..length).map(|_| *random.one_of(bytes)).collect()
    }

    /// The variable of a pattern for a value, and its value in this request.
    fn variable(self, sent: &Request, which: usize) -> (&'static str, Vec<u8>) {
        let apache = matches!(self, Self::Apache);
        let pick = |nginx, other| if apache { other } else { nginx };
        match which {
            0 => (pick("$remote_addr", "%h"), sent.client.clone().into_bytes()),
            1 => (pick("\"$remote_user\"", "\"%u\""), self.quoted(&sent.user)),
            2 => (pick("$host", "%V"), sent.host.clone().into_bytes()),
            3 => (pick("\"$request\"", "\"%r\""), self.quoted(&sent.request)),
            4 => (pick("\"$http_user_agent\"", "\"%{User-Agent}i\""), self.quoted(&sent.agent)),
            5 => (pick("$status", "%>s"), sent.status.to_string().into_bytes()),
            6 if apache => ("%{usec}t", sent.micros.to_string().into_bytes()),
            6 => ("$msec", seconds(sent.micros + sent.duration).into_bytes()),
            _ if apache => ("%D", sent.duration.to_string().into_bytes()),
            _ => ("$request_time", seconds(sent.duration).into_bytes()),
        }
    }

    fn quoted(self, value: &[u8]) -> Vec<u8> {
        [b"\"", &self.escape(value)[..], b"\""].concat()
    }
}

/// Microseconds as seconds with three decimals.
fn seconds(micros: i64) -> String {
    let mut text = String::new();
    write!(text, "{}.{:03}", micros / 1_000_000, micros / 1000 % 1000)
        .expect("writing to a string is infallible");
    text
}

fn request(server: Server, random: &mut Random) -> Request {
    Request {
        client: random.one_of(&["192.0.2.7", "2001:db8::1", "client.example.com"]).to_string(),
        user: server.value(random),
        host: random.one_of(&["example.com", "[::1]:8080", "a"]).to_string(),
        request: server.value(random),
        agent: server.value(random),
        status: *random.one_of(&[200, 301, 404, 429, 503]),
        micros: (1_600_000_000_000 + random.below(100_000_000_000) as i64) * 1000,
        duration: random.below(5_000_000) as i64 * 1000,
    }
}

/// A pattern of all variables in any order with any text between them, and the line of a request.
fn print(server: Server, sent: &Request, random: &mut Random) -> (String, Vec<u8>) {
    let mut indices: Vec<usize> = (0..8).collect();
    for index in (1..8).rev() {
        indices.swap(index, random.below(index as u64 + 1) as usize);
    }
    let (mut pattern, mut line) = (String::new(), Vec::new());
    for which in indices {
        let (variable, value) = server.variable(sent, which);
        let between = *random.one_of(&[" ", " | ", "\t", ";", ", x: ", " - "]);
        pattern += variable;
        pattern += between;
        line.extend(value);
        line.extend(between.bytes());
    }
    (pattern + "end", [&line[..], b"end"].concat())
}

#[test]
fn printed_requests_are_read_back() {
    let mut random = Random(6);
    for server in [Server::NginxDefault, Server::NginxJson, Server::NginxNone, Server::Apache] {
        for _ in 0..3000 {
            let sent = request(server, &mut random);
            let (pattern, line) = print(server, &sent, &mut random);
            check(server, &sent, &pattern, &line);
        }
    }
}

fn check(server: Server, sent: &Request, pattern: &str, line: &[u8]) {
    let directive = match server {
        Server::NginxDefault => pattern.to_owned(),
        Server::NginxJson => format!("log_format a escape=json '{pattern}';"),
        Server::NginxNone => format!("log_format a escape=none '{pattern}';"),
        Server::Apache => format!("LogFormat \"{}\" a", pattern.replace('"', "\\\"")),
    };
    let fields =
        if matches!(server, Server::Apache) { "r+field:User-Agent" } else { "request+field:http_user_agent" };
    let key = format!("client+user+host+field:{fields}");
    let log = read(line, ["", &directive, &key, ""]);
    let shown = String::from_utf8_lossy(line);
    assert_eq!(log.report.requests, 1, "{directive}\n{shown}\n{:?}", log.report.samples);
    let host = if sent.host == "[::1]:8080" { "::1" } else { &sent.host };
    let parts = [sent.client.as_bytes(), &sent.user, host.as_bytes(), &sent.request, &sent.agent];
    assert_eq!(log.keys.bytes(0), parts.join(&0x1f), "{directive}\n{shown}");
    let row = log.rows.iter().next().expect("a row");
    assert_eq!(row.time, sent.micros, "{directive}\n{shown}");
    assert_eq!(row.charge >> 30, if sent.status == 429 { 2 } else { 1 });
}
