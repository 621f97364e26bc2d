//! Metrics of the answers of a store, by the facade of the crate `metrics`.
//!
//! | name | kind | labels |
//! |---|---|---|
//! | `ratelab_answers_total` | counter | `limit`; `outcome`: allowed, delayed, denied; `origin`: remote, in_process, deny_cache, late, unreachable, refused |
//! | `ratelab_answer_seconds` | histogram | `limit` |
//!
//! An origin of late, unreachable or refused is a failure of the store: alert on it. Keys are no label, because there
//! are too many of them and they may be personal.

use core::time::Duration;

use ratelab_limiter::Outcome;

use crate::answer::{Answer, Failure, Origin};

/// Records an answer of the limit with this name, and the time that it took.
///
/// ```
/// use std::time::Duration;
///
/// use ratelab_limiter::{Gcra, SECOND};
/// use ratelab_store::{InProcess, metrics::record};
///
/// let clients = InProcess::new(Gcra::new(1, 1, 60 * SECOND)?);
/// record("api", &clients.check("ada"), Duration::from_micros(2));
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
pub fn record(limit: &'static str, answer: &Answer, took: Duration) {
    let outcome = match answer.outcome {
        Outcome::Allowed => "allowed",
        Outcome::Delayed(_) => "delayed",
        Outcome::Denied => "denied",
    };
    let origin = match &answer.origin {
        Origin::Remote => "remote",
        Origin::InProcess => "in_process",
        Origin::DenyCache => "deny_cache",
        Origin::Failure(Failure::Late, _) => "late",
        Origin::Failure(Failure::Unreachable(_), _) => "unreachable",
        Origin::Failure(Failure::Refused(_), _) => "refused",
    };
    metrics::counter!("ratelab_answers_total", "limit" => limit, "outcome" => outcome, "origin" => origin)
        .increment(1);
    metrics::histogram!("ratelab_answer_seconds", "limit" => limit).record(took);
}
