//! Round trips: a small printer for each format, and random requests.

use crate::formats::{Random, chosen_format, format, last, text, written};
use ratelab_access_log::Timing;
use serde_json::json;

struct Request {
    /// When it arrived and how long it took, in microseconds.
    arrival: i64,
    took: i64,
    client: &'static str,
    user: &'static str,
    host: &'static str,
    path: String,
    status: u16,
}

impl Request {
    fn random(random: &mut Random) -> Self {
        let words = ["/", "/a", "/a/b?c=d&e=%20", "/grüße", "/x\"y", "/back\\slash", "/a'b", "/[b]", "/{c}"];
        Self {
            arrival: 1_500_000_000_000_000 + random.below(400_000_000_000_000) as i64,
            took: random.one(&[0, 1, 999, 1_000, 1_001, 250_000, 999_999, 1_000_000, 12_345_678]),
            client: random.one(&["192.0.2.7", "203.0.113.250", "2001:db8::7", "::1"]),
            user: random.one(&["", "frank", "o.reilly@example.com"]),
            host: random.one(&["example.com", "www.example.com", "192.0.2.1"]),
            path: random.one(&words).to_owned(),
            status: random.one(&[200, 204, 301, 404, 429, 500, 503]),
        }
    }

    fn answer(&self) -> i64 {
        self.arrival + self.took
    }

    /// The user, or `-` for none.
    fn dashed(&self) -> &str {
        if self.user.is_empty() { "-" } else { self.user }
    }

    /// An address with a port, in Go notation.
    fn with_port(&self) -> String {
        if self.client.contains(':') {
            format!("[{}]:4711", self.client)
        } else {
            format!("{}:4711", self.client)
        }
    }

    /// The path without characters that a log cannot contain.
    fn encoded(&self) -> String {
        self.path.replace('"', "%22").replace('ü', "%C3%BC").replace('ß', "%C3%9F")
    }
}

/// How a server prints a request.
struct Printer {
    format: &'static str,
    pattern: &'static str,
    print: fn(&Request) -> String,
    /// The printed user, host and path.
    says: fn(&Request) -> [String; 3],
    timing: Timing,
    /// The greatest slack of the time.
    slack: u32,
}

const NONE: String = String::new();

fn caddy(request: &Request) -> String {
    let (answer, took) = (request.answer(), request.took);
    let line = json!({
        "level": "info", "logger": "http.log.access.log0", "msg": "handled request",
        "request": { "remote_ip": "10.0.0.9", "remote_port": "1", "client_ip": request.client, "proto": "HTTP/2.0",
            "method": "GET", "host": request.host, "uri": request.path,
            "headers": { "User-Agent": ["curl/8"], "Cookie": [] } },
        "bytes_read": 0, "user_id": request.user, "size": 12, "status": request.status,
        "resp_headers": { "Server": ["Caddy"] },
    });
    let numbers = format!(
        r#"{{"ts":{}.{:06},"duration":{}.{:06},"#,
        answer / 1_000_000,
        answer % 1_000_000,
        took / 1_000_000,
        took % 1_000_000
    );
    line.to_string().replacen('{', &numbers, 1)
}

fn traefik(request: &Request) -> String {
    let Request { client, path, status, took, .. } = request;
    let (user, time) = (request.dashed(), written(request.arrival, "%d/%b/%Y:%H:%M:%S +0000"));
    let millis = took / 1000;
    format!(
        r#"{client} - {user} [{time}] "GET {path} HTTP/1.1" {status} 12 "-" "a "quoted" agent" 7 "web@docker" "http://10.0.0.1:80" {millis}ms"#
    )
}

fn traefik_json(request: &Request) -> String {
    let line = json!({
        "ClientAddr": request.with_port(), "ClientHost": request.client, "ClientUsername": request.dashed(),
        "DownstreamStatus": request.status, "OriginStatus": 0, "Duration": request.took * 1000,
        "RequestHost": request.host, "RequestPath": request.path, "RequestMethod": "GET",
        "StartUTC": written(request.arrival, "%Y-%m-%dT%H:%M:%S.%6f") + "789Z",
        "time": written(request.answer(), "%Y-%m-%dT%H:%M:%SZ"),
    });
    line.to_string()
}

fn envoy(request: &Request) -> String {
    let Request { client, host, path, status, took, .. } = request;
    let (time, millis) = (written(request.arrival, "%Y-%m-%dT%H:%M:%S.%3fZ"), took / 1000);
    format!(
        r#"[{time}] "GET {path} HTTP/2" {status} - 0 12 {millis} - "{client}, 10.0.0.1" "curl "8"" "cc21d9b0" "{host}" "10.0.2.1:80""#
    )
}

fn balancer(request: &Request) -> String {
    let Request { host, path, status, took, .. } = request;
    // Each part is truncated to microseconds.
    let parts = [took / 4, took / 2, took - took / 4 - took / 2];
    let parts = parts.map(|part| format!("{}.{:06}", part / 1_000_000, part % 1_000_000)).join(" ");
    let client = request.with_port();
    format!(
        r#"lb {client} 10.0.0.1:80 {parts} {status} 200 34 366 "GET http://{host}:80{path} HTTP/1.1" "curl/8" - -"#
    )
}

const INSTANT: &str = "%Y-%m-%dT%H:%M:%S.%6fZ";

fn elb(request: &Request) -> String {
    format!("{} {}", written(request.arrival, INSTANT), balancer(request))
}

fn old_alb(request: &Request) -> String {
    format!("https {} {} arn:aws:x \"Root=1-5\"", written(request.answer(), INSTANT), balancer(request))
}

fn alb(request: &Request) -> String {
    let created = written(request.arrival, INSTANT);
    format!("{} \"{}\" \"-\" 0 {created} \"forward\" \"-\" \"-\"", old_alb(request), request.host)
}

fn cloudfront(request: &Request) -> String {
    let Request { client, host, status, took, .. } = request;
    let (time, path) = (written(request.answer(), "%Y-%m-%d\t%H:%M:%S"), request.encoded());
    let (seconds, millis) = (took / 1_000_000, took / 1000 % 1000);
    format!(
        "#Version: 1.0\n#Fields: date time c-ip cs(Host) cs-uri-stem sc-status x-host-header time-taken\n{time}\t{client}\td1.cloudfront.net\t{path}\t{status}\t{host}\t{seconds}.{millis:03}"
    )
}

fn iis(request: &Request) -> String {
    let Request { client, host, status, took, .. } = request;
    let (time, path, user) =
        (written(request.answer(), "%Y-%m-%d %H:%M:%S"), request.encoded(), request.dashed());
    let millis = took / 1000;
    format!(
        "#Fields: date time cs-method cs-uri-stem cs-username c-ip cs(User-Agent) cs-host sc-status time-taken\n{time} GET {path} {user} {client} curl+8 {host} {status} {millis}"
    )
}

fn haproxy(request: &Request) -> String {
    let Request { client, status, took, .. } = request;
    let (time, path) = (written(request.arrival, "%d/%b/%Y:%H:%M:%S.%3f"), request.path.replace('"', "#22"));
    let (syslog, millis) = (written(request.answer(), "%b %e %H:%M:%S"), took / 1000);
    format!(
        r#"{syslog} web-1 haproxy[77]: {client}:4711 [{time}] in~ back/srv1 0/0/1/{millis}/{millis} {status} 12 - - ---- 1/1/0/0/0 0/0 {{{}|curl}} {{}} "GET {path} HTTP/1.1""#,
        request.host
    )
}

fn gcp(request: &Request) -> String {
    let line = json!({
        "httpRequest": { "remoteIp": request.client, "requestMethod": "GET", "status": request.status,
            "requestUrl": format!("https://{}{}", request.host, request.path), "latency": "0.5s" },
        "timestamp": written(request.arrival, INSTANT),
        "receiveTimestamp": written(request.answer() + 400_000, INSTANT),
    });
    line.to_string()
}

const CHOSEN: &str = "time=at client=who.ip user=who.name host=host path=path status=code duration=took:us";

fn json_lines(request: &Request) -> String {
    let line = json!({
        "at": request.answer(), "who": { "ip": request.client, "name": request.user }, "host": request.host,
        "path": request.path, "code": request.status, "took": request.took,
    });
    line.to_string()
}

fn csv(request: &Request) -> String {
    let quoted = |value: &str| format!("\"{}\"", value.replace('"', "\"\""));
    let Request { client, status, took, .. } = request;
    let values = [request.user, request.host, &request.path].map(quoted).join(",");
    let time = written(request.answer(), INSTANT);
    format!("at,who.ip,who.name,host,path,code,took\n{time},{client},{values},{status},{took}")
}

fn timestamps(request: &Request) -> String {
    format!("{} {}", written(request.arrival, INSTANT), request.client)
}

/// The URL in a request line of a load balancer.
fn url(request: &Request) -> String {
    format!("GET http://{}:80{} HTTP/1.1", request.host, request.path)
}

fn line(path: &str, version: &str) -> String {
    format!("GET {path} HTTP/{version}")
}

const PRINTERS: [Printer; 14] = [
    Printer {
        format: "caddy",
        pattern: "",
        print: caddy,
        says: |request| [request.user.into(), request.host.into(), request.path.clone()],
        timing: Timing::Corrected,
        slack: 0,
    },
    Printer {
        format: "traefik",
        pattern: "",
        print: traefik,
        says: |request| [request.user.into(), NONE, line(&request.path, "1.1")],
        timing: Timing::Arrival,
        slack: 999_999,
    },
    Printer {
        format: "traefik",
        pattern: "",
        print: traefik_json,
        says: |request| [request.user.into(), request.host.into(), request.path.clone()],
        timing: Timing::Arrival,
        slack: 0,
    },
    Printer {
        format: "envoy",
        pattern: "",
        print: envoy,
        says: |request| [NONE, request.host.into(), line(&request.path, "2")],
        timing: Timing::Arrival,
        slack: 999,
    },
    Printer {
        format: "alb",
        pattern: "",
        print: alb,
        says: |request| [NONE, request.host.into(), url(request)],
        timing: Timing::Corrected,
        slack: 0,
    },
    Printer {
        format: "alb",
        pattern: "",
        print: old_alb,
        says: |request| [NONE, request.host.into(), url(request)],
        timing: Timing::Corrected,
        slack: 0,
    },
    Printer {
        format: "elb",
        pattern: "",
        print: elb,
        says: |request| [NONE, request.host.into(), url(request)],
        timing: Timing::Arrival,
        slack: 0,
    },
    Printer {
        format: "cloudfront",
        pattern: "",
        print: cloudfront,
        says: |request| [NONE, request.host.into(), request.encoded()],
        timing: Timing::Corrected,
        slack: 1_000_998,
    },
    Printer {
        format: "iis",
        pattern: "",
        print: iis,
        says: |request| [request.user.into(), request.host.into(), request.encoded()],
        timing: Timing::Corrected,
        slack: 1_000_998,
    },
    Printer {
        format: "haproxy",
        pattern: "",
        print: haproxy,
        says: |request| [NONE, NONE, line(&request.path, "1.1")],
        timing: Timing::Arrival,
        slack: 999,
    },
    Printer {
        format: "gcp",
        pattern: "",
        print: gcp,
        says: |request| [NONE, request.host.into(), format!("https://{}{}", request.host, request.path)],
        timing: Timing::Arrival,
        slack: 0,
    },
    Printer {
        format: "json",
        pattern: CHOSEN,
        print: json_lines,
        says: |request| [request.user.into(), request.host.into(), request.path.clone()],
        timing: Timing::Corrected,
        slack: 0,
    },
    Printer {
        format: "csv",
        pattern: CHOSEN,
        print: csv,
        says: |request| [request.user.into(), request.host.into(), request.path.clone()],
        timing: Timing::Corrected,
        slack: 0,
    },
    Printer {
        format: "timestamps",
        pattern: "",
        print: timestamps,
        says: |_| [NONE, NONE, NONE],
        timing: Timing::Arrival,
        slack: 0,
    },
];

#[test]
fn printed_requests_are_read_back() {
    let mut random = Random(6);
    for printer in &PRINTERS {
        for _ in 0..1_000 {
            let request = Request::random(&mut random);
            let lines = (printer.print)(&request);
            let entry = last(&mut *chosen_format(printer.format, printer.pattern), &lines);
            let (earliest, latest) = (entry.time.at, entry.time.at + i64::from(entry.time.slack));
            assert!((earliest..=latest).contains(&request.arrival), "{earliest} to {latest}: {lines}");
            assert_eq!((entry.time.slack, entry.time.timing), (printer.slack, printer.timing), "{lines}");
            let stated = [&entry.user, &entry.host, &entry.request].map(|bytes| text(bytes));
            assert_eq!(stated, (printer.says)(&request), "{lines}");
            assert_eq!(text(&entry.client), request.client, "{lines}");
            let status = if printer.format == "timestamps" { 0 } else { request.status };
            assert_eq!(entry.status, status, "{lines}");
        }
    }
}

#[test]
fn fields_are_found_by_name() {
    let mut random = Random(7);
    for (name, print, field, value) in [
        ("caddy", caddy as fn(&Request) -> String, "request.headers.User-Agent", "curl/8"),
        ("traefik", traefik, "request_User-Agent", "a \"quoted\" agent"),
        ("traefik", traefik_json, "RequestMethod", "GET"),
        ("envoy", envoy, "user_agent", "curl \"8\""),
        ("alb", alb, "actions_executed", "forward"),
        ("elb", elb, "user_agent", "curl/8"),
        ("cloudfront", cloudfront, "cs(Host)", "d1.cloudfront.net"),
        ("iis", iis, "cs(User-Agent)", "curl+8"),
        ("haproxy", haproxy, "backend_server", "back/srv1"),
        ("gcp", gcp, "httpRequest.latency", "0.5s"),
    ] {
        let lines = print(&Request::random(&mut random));
        let mut format = format(name);
        last(&mut *format, &lines);
        let line = lines.lines().last().expect("a line").as_bytes();
        assert_eq!(format.field(line, field).map(|found| text(&found)).as_deref(), Some(value), "{lines}");
        assert_eq!(format.field(line, "no such field"), None);
    }
}
