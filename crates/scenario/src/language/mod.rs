//! The scenario language: one grammar for links, the embed element, files and tests.
//!
//! A text is a list of fields `key=value`, separated by `&` or a line break. Spaces do not matter, empty fields
//! are skipped, and a missing field has the value of [`Scenario::default`].
//!
//! | key | value |
//! |---|---|
//! | `v` | `1`, the version of the language; 1 by default |
//! | `limit` | `10/10s`, `5/s`: the limit that lanes share |
//! | `burst` | `20`: the capacity of buckets |
//! | `lanes` | `fixed_window, token_bucket capacity=20 initial=0, all_of(fixed_window limit=2 window=1s + gcra burst=5)`; options are rows of the [bounds table](ratelab_limiter::bounds), then `key` and `state`, see below |
//! | `traffic` | patterns separated by `;`, see below |
//! | `clients` | `1000`, `1000 zipf 1.1` |
//! | `groups` | `mobile 1000 zipf 1.1 limit 10/10s burst 20, cron limit 100/m, pro`: a name, the number of clients (1 by default), and their own limit |
//! | `servers` | `3 round_robin local server 2 ahead 600ms server 3 behind 1s`: the number, the routing (`round_robin`, `random`, `sticky`), where the state is stored, clocks that are wrong |
//! | `retry` | `never`, `at_once`, `after 1s`, `backoff 1s max 30s jitter`, `told`; all except the first with `attempts 5`, [`ATTEMPTS`] by default; `max` is [`LONGEST_WAIT`], or the first wait if that is longer |
//! | `seed` | `42` |
//! | `start` | `1000000s`: the clock's reading when the scenario begins |
//! | `show` | `9s..21s` |
//! | `needs` | `never 100/60s; burst 20; delay 0s; memory 64 for 1000000; deny 1%; servers 3 sync 1s; honest; by denied`: requirements for choosing a limiter, see [`Needs`](crate::scenario::Needs). They do not affect a run |
//!
//! A pattern is one of these, then `from 5s` (a later start), `cost 5` and `by mobile` (the group that sends
//! it; the scenario's clients by default) in any order: `10@9.5s`, `15 every 100ms`, `burst 10 every 5s x6`,
//! `at 1s 1.5s 2s`, `5/s for 30s`, `poisson 20/s for 30s`, `ramp 1/s..50/s for 60s`, `onoff 10/s on 2s off 3s
//! for 30s`, `sine 1/s..20/s period 1d for 2d`, `pareto 5/s shape 1.5 for 60s`.
//!
//! If `groups` is given, traffic names those groups; otherwise a name in the traffic is a group of one client.
//! Names consist of at most 20 lower-case letters and `_`.
//!
//! A limiter counts by `key=client` (the default), `key=group` or `key=everybody`. Its state is stored where
//! `servers` says, or where its own `state` says: `shared`, `local`, `race 5ms set`, `race 5ms increment`,
//! `sync 1s`, `down 5s..8s open` (or `closed`, or `local`). Layers are asked one after the other, from the
//! outermost to the innermost: `layers(cdn: fixed_window limit=100 window=1s key=everybody then gateway: gcra
//! key=group then token_bucket) state=local`. Members of `layers` and `all_of` have their own `key`, and share
//! one `state`.
//!
//! Times have a unit (`ns`, `us`, `ms`, `s`, `m`, `h`, `d`), may have decimals, and are exact to the
//! nanosecond.
//!
//! The grammar has one form for everything. Other forms that people type are accepted if they are unambiguous
//! (`10 at 9.5s`, `5 per second`, `1k`, line breaks between patterns), and printed in the canonical form. An
//! error may carry a fix: a valid value of its field.
//!
//! [`amend`] changes one field of a scenario. [`paint`] adds, moves or removes single requests of its traffic,
//! or whole bursts, and leaves the rest as it was written: `3@1.2s` becomes `4@1.2s`.
//!
//! ```
//! use ratelab_scenario::language::{parse, print};
//!
//! let scenario = parse("limit=5/1s & traffic = 15 every 100ms")?;
//! assert_eq!(print(&scenario), "v=1&limit=5/s&traffic=15 every 100ms");
//!
//! let scenario = parse("traffic=15@0s by mobile; 3@1s by cron & groups=mobile 1000, cron & servers=2 local")?;
//! assert_eq!(print(&scenario), "v=1&traffic=15@0s by mobile; 3@1s by cron\
//!     &groups=mobile 1000, cron&servers=2 round_robin local");
//!
//! let error = parse("traffic=15 evry 100ms").unwrap_err();
//! assert_eq!(error.to_string(), "at character 12, in traffic: \
//!     instead of \"evry\", use \"@\", \"every\" or \"/\", as in \"15 every 100ms\"");
//! # Ok::<(), ratelab_scenario::language::LanguageError>(())
//! ```

mod amend;
mod check;
mod error;
mod expected;
mod grammar;
mod lanes;
mod link;
mod needs;
mod parse;
mod plain;
mod print;
mod quantities;
mod rare;
mod reader;
mod reading;
mod retry;
pub mod shapes;
mod span;
mod stroke;
pub mod suggest;
mod topology;
mod traffic;
mod units;

use std::{fmt, str::FromStr};

pub use self::{
    amend::amend,
    error::{LanguageError, Mistake, Repaired},
    expected::Expected,
    grammar::{Grammar, parse},
    lanes::print_lane,
    link::{from_link, to_link},
    needs::print_needs,
    print::print,
    quantities::{print_rate, print_time},
    reader::MOST_TEXT,
    retry::{ATTEMPTS, LONGEST_WAIT, print_retry},
    stroke::{MOST_LISTED, Stroke, paint},
    topology::{print_group, print_servers, print_store},
    traffic::print_pattern,
    units::UNITS,
};
use crate::scenario::Scenario;

impl FromStr for Scenario {
    type Err = LanguageError;

    fn from_str(text: &str) -> Result<Self, LanguageError> {
        parse(text)
    }
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self))
    }
}
