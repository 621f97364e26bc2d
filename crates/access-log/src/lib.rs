//! Access logs of many servers to columns of time, key, cost and answer.
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
//! // Format and pattern are found and usual; who searches pays five.
//! let mut reader = Reader::new(Options::parse("auto", "", "client", "/search*=5 1")?);
//! for piece in log.as_bytes().chunks(10) {
//!     reader.push(piece); // any pieces, as a file or a network has them
//! }
//! let log = reader.finish();
//!
//! assert_eq!(log.format.unwrap().name, "combined");
//! let rows: Vec<_> = log.rows.iter().map(|row| (log.keys.name(row.key), row.charge & 0x3fff_ffff)).collect();
//! assert_eq!(rows, [("192.0.2.7".into(), 5), ("192.0.2.7".into(), 5), ("192.0.2.9".into(), 1)]);
//!
//! // Nothing is dropped in silence.
//! let report = log.report;
//! assert_eq!((report.requests, report.other, report.unread), (3, 1, 1));
//! assert_eq!((report.disordered, report.furthest_back), (1, 1_000_000));
//! assert_eq!((report.slack, report.timing()), (999_999, Some(Timing::Arrival)));
//! assert_eq!(report.samples[0].text, "what is this?");
//! # Ok::<(), ratelab_access_log::Fault>(())
//! ```
//!
//! A [`Reader`] takes the bytes of a log in any pieces. It finds the [format](formats) by the first lines or is
//! given it, opens what containers, `docker compose`, syslog or a collector have put around each line, keeps 16
//! bytes of each request ([`Rows`]) and the text of each key once ([`Keys`]), and counts what it found ([`Report`]). A line is read as far as what is wanted of it goes: one that is cut behind that is a
//! request still. Several threads can read one log: [`crew::read`].
//!
//! # What this crate does not do
//!
//! - It decides nothing about limits: that is `ratelab-limiter`, and what a limit would have done to a log is
//!   `ratelab-calibration`.
//! - It opens no file, unpacks nothing, and has no clock.
//! - It does not guess what lines do not say: where two words could be the client, a line is not read; names of
//!   fields that nobody chose are taken only if one of them is a client's; a zone that is missing is UTC;
//!   `combined` is taken as Apache stamps it, at arrival, though nginx writes the same at the end. The report says
//!   what a time means.
//! - It does not follow a request over several lines, and keeps no line.

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
pub use formats::{Format, Line, Unread, Wanted};
pub use key_rule::KeyRule;
pub use keys::Keys;
pub use options::Options;
pub use reader::{Log, Part, Reader, Worker};
pub use report::{Report, Sample};
pub use request::path;
pub use rows::{Block, Row, Rows};
pub use statuses::Statuses;
pub use time::{Micros, Stamp, Timing};
