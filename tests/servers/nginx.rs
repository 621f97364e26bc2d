//! nginx writes a line when it has answered. One server writes all formats, so they have the same requests.

use ratelab_access_log::Timing;

use crate::support::{
    case::{Case, case, get, send_all, usual},
    log::{BOTH, HOST, MILLISECOND, NEITHER, SECOND, USER, Written, assert_read, lines_of, written},
    origin,
    process::{Folder, NEPAL, Process, free_port, is_installed},
};

/// A format with the user agent.
const fn with_agent(written: Written) -> Written {
    Written { agent: Some("http_user_agent"), ..written }
}

/// A format that begins like `combined`.
const fn combined(written: Written) -> Written {
    Written { looks_like: Some("combined"), ..with_agent(written) }
}

/// The directives are parsed as in the configuration.
const FORMATS: [Written; 9] = [
    combined(written("nginx", "", Timing::Completion, SECOND, USER)),
    with_agent(written(
        "nginx",
        "log_format timed '$msec $request_time $remote_addr \"$http_x_forwarded_for\" \"$request\" '\n\
         '$status \"$remote_user\" $host \"$http_user_agent\" \"$http_referer\"';",
        Timing::Corrected,
        MILLISECOND,
        BOTH,
    )),
    with_agent(written(
        "nginx",
        "log_format as_json escape=json '{\"time\":\"$time_iso8601\",\"took\":$request_time,\"agent\":\"$http_user_agent\",'\n\
         '\"from\":\"$remote_addr\",\"user\":\"$remote_user\",\"host\":\"$host\",\"request\":\"$request\",\"status\":$status}';",
        Timing::Corrected,
        SECOND,
        BOTH,
    )),
    written(
        "nginx",
        "log_format iso '$time_iso8601|$remote_addr|$status|$host|$request_method|$request_uri|$request_length';",
        Timing::Completion,
        SECOND,
        HOST,
    ),
    combined(written(
        "nginx",
        "log_format longer '$remote_addr - $remote_user [$time_local] \"$request\" $status $body_bytes_sent '\n\
         '\"$http_referer\" \"$http_user_agent\" \"$http_x_forwarded_for\" rt=$request_time uct=\"$upstream_connect_time\"';",
        Timing::Corrected,
        SECOND,
        USER,
    )),
    written(
        "nginx",
        "log_format tabs escape=none \"$msec\\t$remote_addr\\t$status\\t$uri\\t$request_time\";",
        Timing::Corrected,
        MILLISECOND,
        NEITHER,
    ),
    written(
        "nginx",
        "log_format pairs 'time=$msec status=$status client=$remote_addr user=\"$remote_user\" url=\"$request_uri\"';",
        Timing::Completion,
        MILLISECOND,
        USER,
    ),
    // As written for other programs, with the usual names. Without knowing that it is from nginx, the duration counts
    // as truncated.
    Written {
        looks_like: Some("json"),
        pattern: "",
        ..written(
            "json",
            "log_format usual escape=json '{\"@timestamp\":\"$time_iso8601\",\"remote_addr\":\"$remote_addr\",\"host\":\"$host\",'\n\
             '\"remote_user\":\"$remote_user\",\"request\":\"$request\",\"status\":$status,\"request_time\":$request_time}';",
            Timing::Corrected,
            SECOND + MILLISECOND,
            BOTH,
        )
    },
    Written {
        pattern: "time=1 client=2 status=3 path=4 duration=5",
        ..written(
            "csv",
            "log_format columns escape=none \"$msec\\t$remote_addr\\t$status\\t$request_uri\\t$request_time\";",
            Timing::Corrected,
            2 * MILLISECOND,
            NEITHER,
        )
    },
];

fn configuration(folder: &Folder, port: u16, origin: u16) -> String {
    let directives: String = FORMATS.iter().map(|format| format!("{}\n", format.directive)).collect();
    let name = |directive: &str| directive.split_whitespace().nth(1).unwrap_or("combined").to_owned();
    let logs = FORMATS.iter().zip(0..).map(|(format, number)| {
        format!("access_log {} {};\n", folder.file(&format!("{number}.log")), name(format.directive))
    });
    let logs: String = logs.collect();
    let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path {};\n", folder.file(name)))
        .concat();
    format!(
        "daemon off;\nmaster_process off;\npid {};\nerror_log stderr;\nevents {{}}\n\
         http {{\n{folders}{directives}{logs}\
         set_real_ip_from 127.0.0.1;\nreal_ip_header X-Forwarded-For;\nlarge_client_header_buffers 4 16k;\n\
         server {{\nlisten 127.0.0.1:{port};\nlisten [::1]:{port};\nserver_name shop.example other.example;\n\
         location / {{ proxy_pass http://127.0.0.1:{origin}; }}\n}}\n}}\n",
        folder.file("pid"),
    )
}

/// Additional requests that nginx accepts: it logs the user even if it does not authenticate.
fn cases() -> Vec<Case> {
    let mut cases = usual();
    cases.extend([
        get("/users/1").user("frank"),
        get("/users/2").user("o\"neil \\ two words"),
        get("/users/3").user("j\u{f6}rg"),
        get("/behind").forwarded("192.0.2.7"),
        get("/behind/sixth").forwarded("2001:db8::7"),
        get("/quote\"and\\backslash?\"\\"),
        get("/caf\u{e9}/\u{2603}"),
        case("GET http://other.example/absolute?a=b HTTP/1.1").host("other.example"),
        case(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\x8e\x1b\"\\\n\n").garbage(),
        case(b"hello\r\n\r\n").garbage(),
        get("/abandoned/after/400").status(499).abandoned(),
    ]);
    cases
}

#[test]
fn logs_of_nginx_are_read() {
    if !is_installed("nginx") {
        return;
    }
    let (folder, port, origin) = (Folder::new("nginx"), free_port(), origin::start());
    let file = folder.write("nginx.conf", &configuration(&folder, port, origin));
    let errors = folder.file("early.log");
    let mut server = Process::start_at(
        NEPAL,
        &folder,
        "nginx",
        "nginx",
        &["-c", &file, "-e", &errors, "-p", &folder.file("")],
    );
    server.wait_until_open(&folder, "nginx", port);
    let sent = send_all(cases(), port);
    for (format, number) in FORMATS.iter().zip(0..) {
        let log = lines_of(&folder.file(&format!("{number}.log")), sent.len());
        assert_read(format, &log, &sent);
    }
}
