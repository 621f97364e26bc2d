//! The log formats, and the table of them: [`KINDS`]. Related formats share a file.
//!
//! In all formats a client is an address without its port, the first if there is a list, and a host has no port.
//! Envelopes of `docker compose`, Kubernetes, syslog and collectors are removed first, whatever the format.
//!
//! # Examples
//!
//! ```
//! use ratelab_access_log::{Entry, Line, Wanted, formats};
//!
//! let kind = formats::kind("squid").unwrap();
//! assert!(formats::KINDS.iter().any(|other| other.name == kind.name));
//! let mut format = (kind.make)("")?;
//! format.want(Wanted { request: true, ..Wanted::NOTHING });
//!
//! let mut entry = Entry::default();
//! assert_eq!(format.read(kind.example.as_bytes(), &mut entry), Ok(Line::Request));
//! assert_eq!((&*entry.client, entry.status), (&b"192.0.2.7"[..], 200));
//! assert_eq!(format.field(kind.example.as_bytes(), "method").as_deref(), Some(&b"GET"[..]));
//! assert!(format.fields().contains(&"method".to_owned()) && format.fixed() && !format.remembers());
//! assert!(format.quick().is_none(), "only the common log has a fast path");
//!
//! let unparsed = format.read(b"what is this?", &mut entry).unwrap_err();
//! assert_eq!(unparsed.expected, "result/status");
//! assert!((kind.make)("%h").is_err(), "this format takes no pattern");
//! assert!(formats::no_pattern("%h").is_err());
//! # Ok::<(), ratelab_access_log::Fault>(())
//! ```

mod alb;
mod apache;
mod caddy;
mod chosen;
mod cloudfront;
mod csv;
mod durations;
mod elb;
mod envelope;
mod envoy;
mod format;
mod gcp;
mod haproxy;
mod iis;
mod json;
mod json_lines;
mod layouts;
mod lead;
mod literal;
mod logfmt;
mod nginx;
mod parts;
mod pattern;
mod pieces;
mod quick;
mod roles;
mod spaced;
mod squid;
mod step;
mod strftime;
mod timestamps;
mod traefik;
mod w3c;

pub(crate) use csv::is_header;
pub(crate) use envelope::Envelope;
pub use format::{Format, Line, Unparsed, Wanted};
pub(crate) use quick::Plain;
pub use quick::Quick;

use crate::fault::Fault;

/// A log format.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The name in options.
    pub name: &'static str,
    /// The name for users.
    pub title: &'static str,
    /// A line in this format, or a header and a line, as in a file.
    pub example: &'static str,
    /// Creates the parser for a pattern given by the user: fields, columns or a directive of a server's configuration;
    /// empty for the default. Formats without options reject other text with [`no_pattern`].
    pub make: fn(pattern: &str) -> Result<Box<dyn Format>, Fault>,
    /// Whether it can be detected from its lines. Otherwise it is tried only if there is a pattern.
    pub recognised: bool,
}

/// All formats. If two formats parse equally many of the first lines, the earlier one is chosen, so the stricter of two
/// comes first.
pub static KINDS: &[Kind] = &[
    Kind {
        name: "traefik",
        title: "Traefik",
        example: "192.0.2.7 - frank [10/Oct/2000:13:55:36 +0000] \"GET /a HTTP/1.1\" 200 2326 \"-\" \"-\" 7 \"web@docker\" \"http://10.0.0.1:80\" 12ms",
        make: traefik::Traefik::make,
        recognised: true,
    },
    Kind {
        name: "envoy",
        title: "Envoy",
        example: "[2016-04-15T20:17:00.310Z] \"POST /api/v1/locations HTTP/2\" 204 - 154 0 226 100 \"10.0.35.28\" \"nsq2http\" \"cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2\" \"locations\" \"tcp://10.0.2.1:80\"",
        make: envoy::Envoy::make,
        recognised: true,
    },
    Kind {
        name: "alb",
        title: "AWS application load balancer",
        example: "http 2018-07-02T22:23:00.186641Z app/my-loadbalancer/50dc6c495c0c9188 192.168.131.39:2817 10.0.0.1:80 0.000 0.001 0.000 200 200 34 366 \"GET http://www.example.com:80/ HTTP/1.1\" \"curl/7.46.0\" - - arn:aws:targets \"Root=1-58337262\" \"-\" \"-\" 0 2018-07-02T22:22:48.364000Z \"forward\" \"-\" \"-\" \"10.0.0.1:80\" \"200\" \"-\" \"-\"",
        make: alb::make,
        recognised: true,
    },
    Kind {
        name: "elb",
        title: "AWS classic load balancer",
        example: "2015-05-13T23:39:43.945958Z my-loadbalancer 192.168.131.39:2817 10.0.0.1:80 0.000073 0.001048 0.000057 200 200 0 29 \"GET http://www.example.com:80/ HTTP/1.1\" \"curl/7.38.0\" - -",
        make: elb::make,
        recognised: true,
    },
    Kind {
        name: "cloudfront",
        title: "AWS CloudFront",
        example: "#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status time-taken\n2019-12-04\t21:02:31\tLAX1\t392\t192.0.2.100\tGET\td111111abcdef8.cloudfront.net\t/index.html\t200\t0.001",
        make: cloudfront::make,
        recognised: true,
    },
    Kind {
        name: "iis",
        title: "IIS, W3C extended",
        example: "#Fields: date time s-ip cs-method cs-uri-stem c-ip sc-status time-taken\n2014-01-01 02:01:09 192.0.2.1 GET /step2.png 192.0.2.100 200 46",
        make: iis::make,
        recognised: true,
    },
    Kind {
        name: "squid",
        title: "Squid",
        example: "1157689312.049   5006 192.0.2.7 TCP_MISS/200 19763 GET http://www.example.com/a frank HIER_DIRECT/203.0.113.1 text/html",
        make: squid::make,
        recognised: true,
    },
    Kind {
        name: "npm",
        title: "Nginx Proxy Manager",
        example: "[10/Oct/2000:13:55:36 +0000] - 200 200 - GET https www.example.com \"/a\" [Client 192.0.2.7] [Length 2326] [Gzip -] [Sent-to app] \"curl/8.5\" \"-\"",
        make: layouts::proxy_manager,
        recognised: true,
    },
    Kind {
        name: "gin",
        title: "Gin",
        example: "[GIN] 2000/10/10 - 13:55:36 | 200 |      8.5157ms |       192.0.2.7 | GET      \"/a\"",
        make: layouts::gin,
        recognised: true,
    },
    Kind {
        name: "haproxy",
        title: "HAProxy",
        example: "Feb  6 12:14:14 localhost haproxy[14389]: 10.0.1.2:33317 [06/Feb/2009:12:14:14.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {} \"GET /index.html HTTP/1.1\"",
        make: haproxy::HaProxy::make,
        recognised: true,
    },
    Kind {
        name: "caddy",
        title: "Caddy",
        example: "{\"level\":\"info\",\"ts\":1646861401.5241024,\"logger\":\"http.log.access\",\"msg\":\"handled request\",\"request\":{\"remote_ip\":\"127.0.0.1\",\"client_ip\":\"127.0.0.1\",\"method\":\"GET\",\"host\":\"localhost\",\"uri\":\"/\"},\"duration\":0.000929675,\"status\":200}",
        make: caddy::Caddy::make,
        recognised: true,
    },
    Kind {
        name: "gcp",
        title: "Google Cloud load balancer",
        example: "{\"httpRequest\":{\"latency\":\"0.058927s\",\"remoteIp\":\"198.51.100.1\",\"requestMethod\":\"GET\",\"requestUrl\":\"https://192.0.2.35/console/\",\"status\":302},\"timestamp\":\"2023-04-21T15:59:24.805Z\"}",
        make: gcp::Gcp::make,
        recognised: true,
    },
    // Extensions of `combined` come before it, as lines of these three may have more fields.
    Kind {
        name: "vhost_combined",
        title: "Apache combined with virtual hosts",
        example: "www.example.com:443 192.0.2.7 - frank [10/Oct/2000:13:55:36 -0700] \"GET /a HTTP/1.1\" 200 2326 \"-\" \"curl/8.5\"",
        make: apache::vhost_combined,
        recognised: true,
    },
    Kind {
        name: "combined",
        title: "Apache or nginx combined",
        example: "192.0.2.7 - frank [10/Oct/2000:13:55:36 -0700] \"GET /a HTTP/1.1\" 200 2326 \"-\" \"curl/8.5\"",
        make: apache::combined,
        recognised: true,
    },
    Kind {
        name: "common",
        title: "Common log",
        example: "192.0.2.7 - frank [10/Oct/2000:13:55:36 -0700] \"GET /a HTTP/1.1\" 200 2326",
        make: apache::common,
        recognised: true,
    },
    Kind {
        name: "nginx",
        title: "nginx log_format",
        example: "192.0.2.7 - frank [10/Oct/2000:13:55:36 -0700] \"GET /a HTTP/1.1\" 200 2326 \"-\" \"curl/8.5\"",
        make: nginx::make,
        recognised: false,
    },
    Kind {
        name: "apache",
        title: "Apache LogFormat",
        example: "192.0.2.7 - frank [10/Oct/2000:13:55:36 -0700] \"GET /a HTTP/1.1\" 200 2326 \"-\" \"curl/8.5\"",
        make: apache::make,
        recognised: false,
    },
    Kind {
        name: "json",
        title: "JSON lines",
        example: "{\"time\":\"2000-10-10T13:55:36.123Z\",\"ip\":\"192.0.2.7\",\"path\":\"/a\",\"status\":200}",
        make: json_lines::JsonLines::make,
        recognised: true,
    },
    Kind {
        name: "logfmt",
        title: "logfmt",
        example: "2000-10-10T13:55:36.123456+00:00 heroku[router]: at=info method=GET path=\"/a\" host=www.example.com fwd=\"192.0.2.7\" connect=1ms service=12ms status=200 bytes=2326",
        make: logfmt::Logfmt::make,
        recognised: true,
    },
    Kind {
        name: "csv",
        title: "CSV or TSV",
        example: "time,ip,path,status\n2000-10-10T13:55:36.123Z,192.0.2.7,/a,200",
        make: csv::Csv::make,
        recognised: true,
    },
    Kind {
        name: "timestamps",
        title: "Timestamps",
        example: "2000-10-10T13:55:36.123Z 192.0.2.7",
        make: timestamps::Timestamps::make,
        recognised: true,
    },
];

/// Returns the format with a name.
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

/// Rejects a pattern, for formats that take none.
///
/// # Errors
///
/// Returns a [`Fault`] if the pattern is not empty.
pub fn no_pattern(pattern: &str) -> Result<(), Fault> {
    if pattern.trim().is_empty() { Ok(()) } else { Err(Fault::pattern(pattern, "empty for this format")) }
}
