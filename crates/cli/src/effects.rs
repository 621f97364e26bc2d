//! The effect of a limit on a log, per limiter.

use ratelab_calibration::{Basis, Limit, Traffic};
use ratelab_limiter::{Algorithm, PolicyError};
use ratelab_report::words::duration;
use serde::Serialize;

use crate::{failure::Failure, numbers::Range, table::Table};

/// The effect of one limiter.
#[derive(Clone, Serialize)]
pub(crate) struct Effect {
    #[serde(serialize_with = "name")]
    pub limiter: Algorithm,
    /// Clients with at least one denied request.
    pub clients: Range,
    pub denied: Range,
    /// The longest wait in a queue; `None` for limiters that do not queue.
    pub longest_wait_ns: Option<u64>,
}

fn name<S: serde::Serializer>(limiter: &Algorithm, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(limiter.name())
}

/// The effects of a limit on a log, in the order of [`Algorithm::ALL`].
pub(crate) fn effects(traffic: &Traffic, basis: &Basis, limit: Limit) -> Result<Vec<Effect>, Failure> {
    let exact = ratelab_calibration::effects(traffic, basis, limit).map_err(|error| refused(&error))?;
    let open = ratelab_calibration::ranges(traffic, limit).map_err(|error| refused(&error))?;
    let combined = exact.into_iter().zip(open).map(|(effect, bounds)| Effect {
        limiter: effect.algorithm,
        clients: bounds.clients.into(),
        denied: bounds.denied.into(),
        longest_wait_ns: (effect.algorithm == Algorithm::LeakyBucketQueue).then_some(effect.longest_wait),
    });
    Ok(combined.collect())
}

/// The error for a limit that some limiter rejects.
pub(crate) fn refused(error: &PolicyError) -> Failure {
    Failure::new(format!("--limit: {error}"))
}

/// One row per limiter.
pub(crate) fn table(effects: &[Effect], clients: u64, requests: u64) -> Table {
    let mut table =
        Table::new(["limiter", "clients limited", "share", "requests denied", "share", "longest wait"]);
    for effect in effects {
        table.row([
            effect.limiter.name().to_owned(),
            effect.clients.text(),
            effect.clients.share(clients),
            effect.denied.text(),
            effect.denied.share(requests),
            effect.longest_wait_ns.filter(|wait| *wait > 0).map_or("-".to_owned(), duration),
        ]);
    }
    table
}
