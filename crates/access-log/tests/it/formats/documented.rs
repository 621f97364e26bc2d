//! Lines from the documentation or tests of servers, and their content.

use crate::formats::{format, last, micros, read, text};
use ratelab_access_log::{Line, Timing, path};

struct Fact {
    /// The source of the line.
    source: &'static str,
    format: &'static str,
    /// Preceding lines, and the line.
    lines: &'static str,
    /// The time, its slack and its meaning.
    time: (&'static str, u32, Timing),
    client: &'static str,
    user: &'static str,
    host: &'static str,
    path: &'static str,
    status: u16,
}

/// Defaults for the fields that most facts do not have.
const NOTHING: Fact = Fact {
    source: "",
    format: "",
    lines: "",
    time: ("", 0, Timing::Arrival),
    client: "",
    user: "",
    host: "",
    path: "",
    status: 0,
};

const CADDY: Fact = Fact {
    source: "caddyserver.com/docs/logging, joined to one line, without a stray comma",
    format: "caddy",
    lines: r#"{ "level": "info", "ts": 1646861401.5241024, "logger": "http.log.access", "msg": "handled request", "request": { "remote_ip": "127.0.0.1", "remote_port": "41342", "client_ip": "127.0.0.1", "proto": "HTTP/2.0", "method": "GET", "host": "localhost", "uri": "/", "headers": { "User-Agent": ["curl/7.82.0"], "Accept": ["*/*"], "Accept-Encoding": ["gzip, deflate, br"] }, "tls": { "resumed": false, "version": 772, "cipher_suite": 4865, "proto": "h2", "server_name": "example.com" } }, "bytes_read": 0, "user_id": "", "duration": 0.000929675, "size": 10900, "status": 200, "resp_headers": { "Server": ["Caddy"], "Content-Encoding": ["gzip"], "Content-Type": ["text/html; charset=utf-8"], "Vary": ["Accept-Encoding"] } }"#,
    // 0.000929 before 21:30:01.524102.
    time: ("2022-03-09T21:30:01.523173Z", 0, Timing::Corrected),
    client: "127.0.0.1",
    host: "localhost",
    path: "/",
    status: 200,
    ..NOTHING
};

const TRAEFIK: [Fact; 5] = [
    Fact {
        source: "Traefik's own test of its common log, TestLoggerCLF",
        format: "traefik",
        lines: r#"TestHost - TestUser [13/Apr/2016:07:14:19 -0700] "POST testpath HTTP/0.0" 123 12 "testReferer" "testUserAgent" 1 "testRouter" "http://127.0.0.1/testService" 1ms"#,
        time: ("2016-04-13T14:14:19Z", 999_999, Timing::Arrival),
        client: "TestHost",
        user: "TestUser",
        path: "testpath",
        status: 123,
        ..NOTHING
    },
    Fact {
        source: "Traefik's own test of its formatter, without a status, started 2009-11-10T23:00:00Z, 123 s long",
        format: "traefik",
        lines: r#"10.0.0.1 - Client [10/Nov/2009:23:00:00 +0000] "GET /foo http" - - "-" "-" 0 "-" "-" 123000ms"#,
        time: ("2009-11-10T23:00:00Z", 999_999, Timing::Arrival),
        client: "10.0.0.1",
        user: "Client",
        path: "/foo",
        ..NOTHING
    },
    Fact {
        source: "Traefik's own test of its formatter with local time, of the same start",
        format: "traefik",
        lines: r#"10.0.0.1 - Client [10/Nov/2009:14:00:00 -0900] "GET /foo http" 123 132 "referer" "agent" - "foo" "http://10.0.0.2/toto" 123000ms"#,
        time: ("2009-11-10T23:00:00Z", 999_999, Timing::Arrival),
        client: "10.0.0.1",
        user: "Client",
        path: "/foo",
        status: 123,
        ..NOTHING
    },
    Fact {
        source: "a line of Traefik that a user published",
        format: "traefik",
        lines: r#"{"ClientAddr":"10.10.10.1:40084","ClientHost":"10.10.10.1","ClientPort":"40084","ClientUsername":"-","DownstreamContentSize":10699,"DownstreamStatus":200,"Duration":31482552,"OriginContentSize":10699,"OriginDuration":31403291,"OriginStatus":200,"Overhead":79261,"RequestAddr":"gw.local","RequestContentSize":0,"RequestCount":41,"RequestHost":"gw.local","RequestMethod":"GET","RequestPath":"/webpages/themes/green/img/icons2.1589161109426.png","RequestPort":"-","RequestProtocol":"HTTP/1.1","RequestScheme":"http","RetryAttempts":0,"RouterName":"for-home-gw@file","ServiceAddr":"192.168.0.1","ServiceName":"home-gw@file","ServiceURL":"http://192.168.0.1","StartLocal":"2025-01-08T13:27:03.200888017Z","StartUTC":"2025-01-08T13:27:03.200888017Z","entryPointName":"web","level":"info","msg":"","time":"2025-01-08T13:27:03Z"}"#,
        time: ("2025-01-08T13:27:03.200888Z", 0, Timing::Arrival),
        client: "10.10.10.1",
        host: "gw.local",
        path: "/webpages/themes/green/img/icons2.1589161109426.png",
        status: 200,
        ..NOTHING
    },
    Fact {
        source: "a line of Traefik in JFrog's router that leaves out fields; its StartUTC left out too",
        format: "traefik",
        lines: r#"{"BackendAddr":"localhost:8070","ClientAddr":"10.24.2.3:54800","DownstreamContentSize":379,"DownstreamStatus":200,"Duration":17780048,"RequestMethod":"GET","RequestPath":"/ui/api/v1/ui/artifactproperties?repoKey=docker-demo-prod-local\u0026path=abbrev%2F-%2Fabbrev-1.1.1.tgz","level":"info","msg":"","time":"2021-05-20T08:40:05Z"}"#,
        // 17.780 ms before the second, which may have begun up to 999,999 earlier.
        time: ("2021-05-20T08:40:04.982220Z", 999_999, Timing::Corrected),
        client: "10.24.2.3",
        path: "/ui/api/v1/ui/artifactproperties",
        status: 200,
        ..NOTHING
    },
];

const ENVOY: [Fact; 2] = [
    Fact {
        source: "envoyproxy.io/docs, default format string",
        format: "envoy",
        lines: r#"[2016-04-15T20:17:00.310Z] "POST /api/v1/locations HTTP/2" 204 - 154 0 226 100 "10.0.35.28" "nsq2http" "cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2" "locations" "tcp://10.0.2.1:80""#,
        time: ("2016-04-15T20:17:00.310Z", 999, Timing::Arrival),
        client: "10.0.35.28",
        host: "locations",
        path: "/api/v1/locations",
        status: 204,
        ..NOTHING
    },
    Fact {
        source: "a line of Istio's gateway that a user published",
        format: "envoy",
        lines: r#"[2024-08-21T01:14:56.707Z] "HEAD / HTTP/1.1" 404 NR route_not_found - "-" 0 0 0 - "10.0.0.15" "curl/7.81.0" "a01beb57-4024-4302-b96a-019c2de2c5e6" "10.2.14.4" "-" - - 10.0.2.42:80 10.0.0.15:38970 - -"#,
        time: ("2024-08-21T01:14:56.707Z", 999, Timing::Arrival),
        client: "10.0.0.15",
        host: "10.2.14.4",
        path: "/",
        status: 404,
        ..NOTHING
    },
];

const ALB_SOURCE: &str = "docs.aws.amazon.com, access log entries of application load balancers";
const ALB: Fact = Fact {
    source: ALB_SOURCE,
    format: "alb",
    time: ("2018-07-02T22:22:48.364Z", 0, Timing::Corrected),
    path: "/",
    status: 200,
    ..NOTHING
};
const ALBS: [Fact; 5] = [
    Fact {
        lines: r#"http 2018-07-02T22:23:00.186641Z app/my-loadbalancer/50dc6c495c0c9188 192.168.131.39:2817 10.0.0.1:80 0.000 0.001 0.000 200 200 34 366 "GET http://www.example.com:80/ HTTP/1.1" "curl/7.46.0" - - arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067 "Root=1-58337262-36d228ad5d99923122bbe354" "-" "-" 0 2018-07-02T22:22:48.364000Z "forward" "-" "-" "10.0.0.1:80" "200" "-" "-""#,
        client: "192.168.131.39",
        host: "www.example.com",
        ..ALB
    },
    Fact {
        lines: r#"https 2018-07-02T22:23:00.186641Z app/my-loadbalancer/50dc6c495c0c9188 192.168.131.39:2817 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 "GET https://www.example.com:443/ HTTP/1.1" "curl/7.46.0" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067 "Root=1-58337281-1d84f3d73c47ec4e58577259" "www.example.com" "arn:aws:acm:us-east-2:123456789012:certificate/12345678-1234-1234-1234-123456789012" 1 2018-07-02T22:22:48.364000Z "authenticate,forward" "-" "-" "10.0.0.1:80" "200" "-" "-" TID_1234abcd5678ef90 "m.example.com" "-" "TransformSuccess""#,
        client: "192.168.131.39",
        host: "www.example.com",
        ..ALB
    },
    Fact {
        lines: r#"h2 2018-07-02T22:23:00.186641Z app/my-loadbalancer/50dc6c495c0c9188 10.0.1.252:48160 10.0.0.66:9000 0.000 0.002 0.000 200 200 5 257 "GET https://10.0.2.105:773/ HTTP/2.0" "curl/7.46.0" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067 "Root=1-58337327-72bd00b0343d75b906739c42" "-" "-" 1 2018-07-02T22:22:48.364000Z "redirect" "https://example.com:80/" "-" "10.0.0.66:9000" "200" "-" "-""#,
        client: "10.0.1.252",
        host: "10.0.2.105",
        ..ALB
    },
    Fact {
        lines: r#"ws 2018-07-02T22:23:00.186641Z app/my-loadbalancer/50dc6c495c0c9188 10.0.0.140:40914 10.0.1.192:8010 0.001 0.003 0.000 101 101 218 587 "GET http://10.0.0.30:80/ HTTP/1.1" "-" - - arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067 "Root=1-58337364-23a8c76965a2ef7629b185e3" "-" "-" 1 2018-07-02T22:22:48.364000Z "forward" "-" "-" "10.0.1.192:8010" "101" "-" "-""#,
        client: "10.0.0.140",
        host: "10.0.0.30",
        status: 101,
        ..ALB
    },
    Fact {
        source: "the second of these, truncated like older lines: its parts took 171 ms, each up to 1 ms more",
        lines: r#"https 2018-07-02T22:23:00.186641Z app/my-loadbalancer/50dc6c495c0c9188 192.168.131.39:2817 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 "GET https://www.example.com:443/ HTTP/1.1" "curl/7.46.0" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067 "Root=1-58337281-1d84f3d73c47ec4e58577259""#,
        time: ("2018-07-02T22:23:00.012644Z", 2_997, Timing::Corrected),
        client: "192.168.131.39",
        host: "www.example.com",
        ..ALB
    },
];

const ELB: Fact = Fact {
    source: "docs.aws.amazon.com, access logs of classic load balancers",
    format: "elb",
    time: ("2015-05-13T23:39:43.945958Z", 0, Timing::Arrival),
    client: "192.168.131.39",
    ..NOTHING
};
const ELBS: [Fact; 3] = [
    Fact {
        lines: r#"2015-05-13T23:39:43.945958Z my-loadbalancer 192.168.131.39:2817 10.0.0.1:80 0.000073 0.001048 0.000057 200 200 0 29 "GET http://www.example.com:80/ HTTP/1.1" "curl/7.38.0" - -"#,
        host: "www.example.com",
        path: "/",
        status: 200,
        ..ELB
    },
    Fact {
        lines: r#"2015-05-13T23:39:43.945958Z my-loadbalancer 192.168.131.39:2817 10.0.0.1:80 0.000086 0.001048 0.001337 200 200 0 57 "GET https://www.example.com:443/ HTTP/1.1" "curl/7.38.0" DHE-RSA-AES128-SHA TLSv1.2"#,
        host: "www.example.com",
        path: "/",
        status: 200,
        ..ELB
    },
    Fact {
        lines: r#"2015-05-13T23:39:43.945958Z my-loadbalancer 192.168.131.39:2817 10.0.0.1:80 0.001069 0.000028 0.000041 - - 82 305 "- - - " "-" - -"#,
        path: "-",
        ..ELB
    },
];

const CLOUDFRONT: Fact = Fact {
    source: "docs.aws.amazon.com, standard logging reference of CloudFront",
    format: "cloudfront",
    lines: "#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end\n2019-12-04\t21:02:31\tLAX1\t392\t192.0.2.100\tGET\td111111abcdef8.cloudfront.net\t/index.html\t200\t-\tMozilla/5.0%20(Windows%20NT%2010.0;%20Win64;%20x64)%20AppleWebKit/537.36%20(KHTML,%20like%20Gecko)%20Chrome/78.0.3904.108%20Safari/537.36\t-\t-\tHit\tSOX4xwn4XV6Q4rgb7XiVGOHms_BGlTAC4KyHmureZmBNrjGdRLiNIQ==\td111111abcdef8.cloudfront.net\thttps\t23\t0.001\t-\tTLSv1.2\tECDHE-RSA-AES128-GCM-SHA256\tHit\tHTTP/2.0\t-\t-\t11040\t0.001\tHit\ttext/html\t78\t-\t-",
    // 1 to 1.999 ms before that second.
    time: ("2019-12-04T21:02:30.998001Z", 1_000_998, Timing::Corrected),
    client: "192.0.2.100",
    host: "d111111abcdef8.cloudfront.net",
    path: "/index.html",
    status: 200,
    ..NOTHING
};

const IIS: Fact = Fact {
    source: "learn.microsoft.com, sample of a website's log for HDInsight, 909f2b.log",
    format: "iis",
    lines: "#Software: Microsoft Internet Information Services 8.0\n#Fields: date time s-sitename cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Cookie) cs(Referer) cs-host sc-status sc-substatus sc-win32-status sc-bytes cs-bytes time-taken\n2014-01-01 02:01:09 SAMPLEWEBSITE GET /blogposts/mvc4/step2.png X-ARR-LOG-ID=2ec4b8ad-3cf0-4442-93ab-837317ece6a1 80 - 1.54.23.196 Mozilla/5.0+(Windows+NT+6.3;+WOW64)+AppleWebKit/537.36+(KHTML,+like+Gecko)+Chrome/31.0.1650.63+Safari/537.36 - http://weblogs.asp.net/sample/archive/2007/12/09/asp-net-mvc-framework-part-4-handling-form-edit-and-post-scenarios.aspx www.sample.com 200 0 0 53175 871 46",
    time: ("2014-01-01T02:01:08.953001Z", 1_000_998, Timing::Corrected),
    client: "1.54.23.196",
    host: "www.sample.com",
    path: "/blogposts/mvc4/step2.png",
    status: 200,
    ..NOTHING
};

const GCP: Fact = Fact {
    source: "cloud.google.com/cdn/docs, an entry of a cache hit, with an address for each placeholder",
    format: "gcp",
    lines: r#"{"insertId":"1oek5rg3l3fxj7","jsonPayload":{"@type":"type.googleapis.com/google.cloud.loadbalancing.type.LoadBalancerLogEntry","cacheId":"SFO-fbae48ad","statusDetails":"response_from_cache"},"httpRequest":{"requestMethod":"GET","requestUrl":"http://192.0.2.3/static/us/three-cats.jpg","requestSize":"577","status":304,"responseSize":"157","remoteIp":"192.0.2.7","cacheHit":true,"cacheLookup":true},"resource":{"type":"http_load_balancer","labels":{"zone":"global"}},"timestamp":"2020-06-08T23:41:30.078651Z","severity":"INFO","receiveTimestamp":"2020-06-08T23:41:30.588Z"}"#,
    time: ("2020-06-08T23:41:30.078651Z", 0, Timing::Arrival),
    client: "192.0.2.7",
    host: "192.0.2.3",
    path: "/static/us/three-cats.jpg",
    status: 304,
    ..NOTHING
};

#[test]
fn documented_lines_are_parsed_correctly() {
    let single = [CADDY, CLOUDFRONT, IIS, GCP];
    for fact in single.iter().chain(&TRAEFIK).chain(&ENVOY).chain(&ALBS).chain(&ELBS) {
        let entry = last(&mut *format(fact.format), fact.lines);
        let (time, slack, timing) = fact.time;
        assert_eq!(
            (entry.time.at, entry.time.slack, entry.time.timing),
            (micros(time), slack, timing),
            "{}",
            fact.source
        );
        let stated = [&entry.client, &entry.user, &entry.host].map(|bytes| text(bytes));
        assert_eq!(stated, [fact.client, fact.user, fact.host], "{}", fact.source);
        assert_eq!(
            (text(path(&entry.request)).as_str(), entry.status),
            (fact.path, fact.status),
            "{}",
            fact.source
        );
    }
}

/// A user opens pages one after the other, and asks what the time of IIS means (Stack Overflow question 13695234). As
/// arrivals the times are contradictory; as times of responses they are consistent: no page was requested before the
/// previous one was answered, apart from the delay until the response was acknowledged.
#[test]
fn iis_pages_of_one_user_do_not_overlap() {
    let lines = "#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip sc-status sc-substatus sc-win32-status time-taken
2012-11-28 22:25:17 192.168.0.21 GET /Main.aspx - 80 AWalker 192.168.0.100 200 0 0 764
2012-11-28 22:25:26 192.168.0.21 POST /Main.aspx - 80 AWalker 192.168.0.100 200 0 0 109
2012-11-28 22:25:56 192.168.0.21 GET /_Start.aspx - 80 AWalker 192.168.0.100 302 0 0 28782
2012-11-28 22:26:33 192.168.0.21 GET /Action.aspx - 80 AWalker 192.168.0.100 200 0 0 38032
2012-11-28 22:26:46 192.168.0.21 POST /Action.aspx - 80 AWalker 192.168.0.100 200 0 0 124
2012-11-28 22:27:39 192.168.0.21 GET /Information.aspx - 80 AWalker 192.168.0.100 200 0 0 52509
2012-11-28 22:27:52 192.168.0.21 POST /Information.aspx - 80 AWalker 192.168.0.100 200 0 0 140";
    let mut iis = format("iis");
    let mut answered = 0;
    for line in lines.lines() {
        let Ok((Line::Request, entry)) = read(&mut *iis, line.as_bytes()) else { continue };
        assert_eq!((text(&entry.user), entry.time.timing), ("AWalker".into(), Timing::Corrected));
        let latest = entry.time.at + i64::from(entry.time.slack);
        assert!(latest + 100_000 >= answered, "{line}");
        answered = micros(&(line[..19].replace(' ', "T") + "Z"));
    }
    assert!(answered > 0);
}
