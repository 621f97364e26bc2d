//! Apache writes the time at which the request arrived, unless configured otherwise. One server writes all formats, so
//! they have the same requests.

use ratelab_access_log::Timing;

use crate::support::{
    case::{Case, case, get, send_all, usual},
    log::{BOTH, HOST, Has, MILLISECOND, SECOND, USER, Written, assert_read, lines_of, written},
    origin,
    process::{Folder, NEPAL, Process, free_port, is_installed},
};

/// A format that is detected from its lines.
const fn known(
    kind: &'static str,
    directive: &'static str,
    has: Has,
    agent: Option<&'static str>,
) -> Written {
    let written = written(kind, directive, Timing::Arrival, SECOND, has);
    Written { looks_like: Some(kind), pattern: "", agent, ..written }
}

const AGENT: Option<&str> = Some("User-Agent");

/// The directives are parsed as in the configuration, except for formats that are known by name, which take no pattern.
const FORMATS: [Written; 9] = [
    known("common", "LogFormat \"%h %l %u %t \\\"%r\\\" %>s %b\" log0", USER, None),
    known(
        "combined",
        "LogFormat \"%h %l %u %t \\\"%r\\\" %>s %O \\\"%{Referer}i\\\" \\\"%{User-Agent}i\\\"\" log1",
        USER,
        AGENT,
    ),
    known(
        "vhost_combined",
        "LogFormat \"%v:%p %h %l %u %t \\\"%r\\\" %>s %O \\\"%{Referer}i\\\" \\\"%{User-Agent}i\\\"\" log2",
        BOTH,
        AGENT,
    ),
    written(
        "apache",
        "LogFormat \"%a %{usec}t %D %>s %v \\\"%u\\\" \\\"%r\\\" \\\"%{User-agent}i\\\"\" log3",
        Timing::Arrival,
        0,
        BOTH,
    ),
    written(
        "apache",
        "LogFormat \"[%{%Y-%m-%dT%H:%M:%S}t.%{msec_frac}t %{%z}t] %a %m %U%q %H %>s %v\" log4",
        Timing::Arrival,
        MILLISECOND,
        HOST,
    ),
    written(
        "apache",
        "LogFormat \"%{end:usec}t %a took %D \\\"%r\\\" %>s %u\" log5",
        Timing::Corrected,
        0,
        USER,
    ),
    written(
        "apache",
        "LogFormat \"%{end:%d/%b/%Y:%H:%M:%S}t.%{end:usec_frac}t %{end:%z}t %{ms}T %a \\\"%r\\\" %>s %v\" log6",
        Timing::Corrected,
        MILLISECOND,
        HOST,
    ),
    written("apache", "LogFormat \"%{sec}t;%a;%>s;%v;%U\" log7", Timing::Arrival, SECOND, HOST),
    written(
        "apache",
        "LogFormat \"%{begin:msec}t\\t%{c}a\\t%a\\t%s\\t%f\\t%r\\t%u\" log8",
        Timing::Arrival,
        MILLISECOND,
        USER,
    ),
];

const MODULES: [&str; 11] = [
    "mpm_event",
    "authn_core",
    "authn_file",
    "authz_core",
    "authz_user",
    "auth_basic",
    "proxy",
    "proxy_http",
    "remoteip",
    "setenvif",
    "reqtimeout",
];

const USERS: [&str; 3] = ["frank", "o\"neil \\ two words", "j\u{f6}rg"];

fn configuration(folder: &Folder, port: u16, origin: u16) -> String {
    let loads =
        MODULES.map(|name| format!("LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n"));
    let logs = FORMATS.iter().zip(0..).map(|(format, number)| {
        format!("{}\nCustomLog {} log{number}\n", format.directive, folder.file(&format!("{number}.log")))
    });
    let logs: String = logs.collect();
    // The hash of "secret", in a format that needs no additional tool.
    let users: String =
        USERS.iter().map(|user| format!("{user}:{{SHA}}5en6G6MezRroT3XKqkdPOmY/BfQ=\n")).collect();
    let users = folder.write("users", &users);
    let hosts = ["shop.example", "other.example"].map(|name| {
        format!(
            "<VirtualHost *:{port}>\nServerName {name}\nProxyPass / http://127.0.0.1:{origin}/ nocanon\n\
             </VirtualHost>\n"
        )
    });
    format!(
        "ServerRoot {}\nPidFile {}\nDefaultRuntimeDir {}\nErrorLog {}\nUser daemon\nGroup daemon\n{}{logs}\
         Listen 127.0.0.1:{port}\nListen [::1]:{port}\nServerName shop.example\nRemoteIPHeader X-Forwarded-For\n\
         RemoteIPInternalProxy 127.0.0.1\nAllowEncodedSlashes NoDecode\n<Location /users>\nAuthType Basic\n\
         AuthName users\nAuthUserFile {users}\nRequire valid-user\n</Location>\n{}",
        folder.file(""),
        folder.file("pid"),
        folder.file(""),
        folder.file("error.log"),
        loads.concat(),
        hosts.concat(),
    )
}

/// Additional requests that Apache accepts.
fn cases() -> Vec<Case> {
    let mut cases = usual();
    cases.extend((1..).zip(USERS).map(|(number, user)| get(format!("/users/{number}")).user(user)));
    cases.extend([
        get("/behind").forwarded("192.0.2.7"),
        get("/behind/sixth").forwarded("2001:db8::7"),
        get("/quote\"and\\backslash?\"\\"),
        get("/caf\u{e9}/\u{2603}"),
        case(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\x8e\x1b\"\\\n\n").garbage(),
    ]);
    cases
}

#[test]
fn logs_of_apache_are_read() {
    if !is_installed("apache2") {
        return;
    }
    let (folder, port, origin) = (Folder::new("apache"), free_port(), origin::start());
    let file = folder.write("apache.conf", &configuration(&folder, port, origin));
    let mut server = Process::start_at(NEPAL, &folder, "apache", "apache2", &["-X", "-f", &file]);
    server.wait_until_open(&folder, "apache", port);
    let sent = send_all(cases(), port);
    for (format, number) in FORMATS.iter().zip(0..) {
        let log = lines_of(&folder.file(&format!("{number}.log")), sent.len());
        assert_read(format, &log, &sent);
    }
}
