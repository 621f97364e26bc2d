//! Varnish keeps its log in memory, and `varnishncsa` writes it like Apache, with the time of arrival.

use ratelab_access_log::{Timing, path};

use crate::support::{
    case::{Case, case, get, send_all, usual},
    log::{BOTH, HOST, Has, SECOND, USER, Written, assert_read, lines_of, written},
    origin,
    process::{Folder, NEPAL, Process, free_port, is_installed},
};

/// A format with the time of arrival, as all of Varnish's are.
const fn format(kind: &'static str, directive: &'static str, slack: u32, has: Has) -> Written {
    written(kind, directive, Timing::Arrival, slack, has)
}

/// The formats of `varnishncsa` are parsed as they are. The first is its default, which is `combined` except for the
/// full URL in the request.
const FORMATS: [Written; 4] = [
    Written {
        looks_like: Some("combined"),
        agent: Some("User-Agent"),
        ..format("combined", "", SECOND, USER)
    },
    Written {
        agent: Some("User-Agent"),
        ..format("apache", "%h %{sec}t %D %s \"%r\" \"%{User-Agent}i\" %{Host}i %u", SECOND, BOTH)
    },
    format("apache", "%{usec}t %T %h %m %U%q %s %{Host}i", 0, HOST),
    format("apache", "%{%Y-%m-%dT%H:%M:%S%z}t|%h|%s|%U|%{Varnish:handling}x|%u", SECOND, USER),
];

/// Additional requests that Varnish accepts. It logs invalid requests without the client.
fn cases() -> Vec<Case> {
    let old = |case: Case| if path(&case.line) == b"/old" { case.host("") } else { case };
    let mut cases: Vec<Case> = usual().into_iter().map(old).collect();
    cases.extend([
        get("/users/1").user("frank"),
        get("/users/2").user("o\"neil \\ two words"),
        get("/users/3").user("j\u{f6}rg"),
        get("/quote\"and\\backslash?\"\\"),
        get("/caf\u{e9}/\u{2603}"),
        case("GET http://other.example/absolute?a=b HTTP/1.1").host("other.example"),
        case(b"hello\r\n\r\n").garbage().unnamed(),
    ]);
    cases
}

#[test]
fn logs_of_varnish_are_read() {
    if !(is_installed("varnishd") && is_installed("varnishncsa")) {
        return;
    }
    let (folder, port, origin) = (Folder::new("varnish"), free_port(), origin::start());
    let (directory, backend) = (folder.file("varnish"), format!("127.0.0.1:{origin}"));
    let addresses = [format!("127.0.0.1:{port}"), format!("[::1]:{port}")];
    let arguments =
        ["-F", "-j", "none", "-n", &directory, "-b", &backend, "-a", &addresses[0], "-a", &addresses[1]];
    // Little memory, and records that are long enough for all requests.
    let sizes =
        ["-s", "malloc,16m", "-p", "vsl_space=8M", "-p", "vsl_reclen=4084b", "-p", "thread_pool_min=5"];
    let mut server = Process::start(&folder, "varnish", "varnishd", &[&arguments[..], &sizes].concat());
    server.wait_until_open(&folder, "varnish", port);
    let sent = send_all(cases(), port);
    for (format, number) in FORMATS.iter().zip(0..) {
        let file = folder.file(&format!("{number}.log"));
        // From the beginning of the log.
        let writer = ["-d", "-n", &directory, "-w", &file, "-F", format.directive];
        let writer = if format.directive.is_empty() { &writer[..5] } else { &writer };
        let _writer = Process::start_at(NEPAL, &folder, &format!("writer{number}"), "varnishncsa", writer);
        let log = lines_of(&file, sent.len());
        assert_read(format, &log, &sent);
    }
}
