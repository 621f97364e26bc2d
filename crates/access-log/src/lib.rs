//! Parses access logs of many formats into columns of time, key, cost and response.
//!
//! A [`Reader`] takes the bytes of a log in pieces of any size. It detects the [format](formats) from the first lines,
//! or uses the one it is given; removes the envelopes of containers, `docker compose`, syslog and log collectors; keeps
//! 16 bytes per request ([`Rows`]) and the text of each key once ([`Keys`]); and counts what it finds ([`Report`]).
//! [`parallel::read`] does the same with several threads.
//!
//! ```
//! use ratelab_access_log::{Options, Reader, Timing};
//!
//! let log = r#"
//! 192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /search?q=a HTTP/1.1" 200 2326 "-" "curl/8.5"
//! 192.0.2.9 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.1" 200 512 "-" "curl/8.5"
//! what is this?
//! 192.0.2.7 - - [10/Oct/2000:13:55:35 -0700] "GET /search?q=b HTTP/1.1" 429 0 "-" "curl/8.5"
//! "#;
//!
//! // Detect the format, count by client, and charge 5 for a search.
//! let mut reader = Reader::new(Options::parse("auto", "", "client", "/search*=5 1")?);
//! for piece in log.as_bytes().chunks(10) {
//!     reader.push(piece);
//! }
//! let log = reader.finish();
//!
//! assert_eq!(log.format.unwrap().name, "combined");
//! let rows: Vec<_> = log.rows.iter().map(|row| (log.keys.name(row.key), row.cost())).collect();
//! assert_eq!(rows, [("192.0.2.7".into(), 5), ("192.0.2.7".into(), 5), ("192.0.2.9".into(), 1)]);
//!
//! // Every line is accounted for.
//! let report = log.report;
//! assert_eq!((report.requests, report.other, report.unparsed), (3, 1, 1));
//! assert_eq!((report.disordered, report.furthest_back), (1, 1_000_000));
//! assert_eq!((report.slack, report.timing()), (999_999, Some(Timing::Arrival)));
//! assert_eq!(report.samples[0].text, "what is this?");
//! # Ok::<(), ratelab_access_log::Fault>(())
//! ```
//!
//! A line is parsed only up to the last part that is needed, so a line truncated after that is still a request.
//!
//! # What this crate does not do
//!
//! - It decides nothing about limits: `ratelab-limiter` does, and `ratelab-calibration` evaluates limits on a log.
//! - It opens no files, decompresses nothing, and has no clock.
//! - It does not guess. If two words could be the client, the line is unparsed; field names that were not chosen are
//!   used only if one of them is a client; a missing zone is UTC; `combined` is read as Apache writes it, with the time
//!   of arrival, although nginx writes the same line with the time of the response. The report states what times mean.
//! - It does not combine several lines to one request, and keeps no lines except samples of those it could not parse.

#![forbid(unsafe_code)]

mod address;
mod cost_rule;
mod entry;
mod escape;
mod fault;
pub mod formats;
mod key_rule;
mod keys;
mod options;
pub mod parallel;
mod reader;
mod recognise;
mod report;
mod request;
mod rows;
mod search;
mod statuses;
pub mod time;
mod trim;
mod waiting;

pub use address::without_port;
pub use cost_rule::{CostRule, MOST_COST};
pub use entry::{Entry, Text};
pub use escape::unescape;
pub use fault::Fault;
pub use formats::{Format, Line, Unparsed, Wanted};
pub use key_rule::KeyRule;
pub use keys::Keys;
pub use options::Options;
pub use reader::{Log, Part, Reader, Worker};
pub use report::{Report, Sample};
pub use request::path;
pub use rows::{Block, Row, Rows};
pub use statuses::Statuses;
pub use time::{Micros, Stamp, Timing};

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
