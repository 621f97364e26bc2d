//! The budget in use where a view ends, with its scale and its unit.

use ratelab_limiter::{Algorithm, Limiter, Rounding};

use crate::{
    anatomy::{Bucket, Mechanism, decimals, pace},
    run::Simulation,
    view::Span,
    words::{count, duration},
};

impl Simulation {
    /// In many words, and in fewer if there is no room. With several clients it is what the band
    /// shows: the budget of the first one.
    pub(super) fn budget(&self, lane: usize, span: Span) -> Option<Vec<String>> {
        if self.scenario().clients.count > 1 {
            return Some(vec!["budget of the first client".to_owned()]);
        }
        let policy = self.lanes()[lane].policy();
        let whole = count(policy.limit().into());
        Some(match self.mechanism(lane, 0, span.to, span.to)? {
            Mechanism::Window { used, .. } => vec![format!("{} of {whole} used", count(used.into()))],
            Mechanism::Log { used, window, .. } => {
                let used = count(used.into());
                vec![
                    format!("{used} of {whole} in the last {}", duration(window)),
                    format!("{used} of {whole}"),
                ]
            }
            Mechanism::Counter { elapsed, window, previous, current, rounding, .. } => {
                estimate(previous, current, window - elapsed, window, rounding, &whole)
            }
            Mechanism::Bucket(bucket) => {
                let short = in_use(policy.algorithm(), &bucket, &whole);
                let back = pace(policy).map(|pace| match policy.algorithm() {
                    Algorithm::TokenBucket => format!("{short}, refilling {pace}"),
                    Algorithm::LeakyBucketMeter => format!("{short}, leaking {pace}"),
                    Algorithm::LeakyBucketQueue => format!("{short}, serving {pace}"),
                    _ => format!("{short}, {pace}"),
                });
                back.into_iter().chain([short]).collect()
            }
            Mechanism::Members(_) => {
                let used = policy.limit().saturating_sub(self.remaining_at(lane, 0, span.to)?);
                vec![format!("{} of {whole} used", count(used.into()))]
            }
        })
    }
}

/// What a counter believes that the last window had.
fn estimate(
    previous: u32,
    current: u32,
    left: u64,
    window: u64,
    rounding: Rounding,
    whole: &str,
) -> Vec<String> {
    let weighted = u128::from(previous) * u128::from(left);
    let window = u128::from(window);
    let share = decimals(weighted, window, rounding == Rounding::Exact);
    let is_whole = weighted.is_multiple_of(window);
    match rounding {
        Rounding::Floor if !is_whole => {
            let sum = weighted / window + u128::from(current);
            let short = format!("estimate {} of {whole}", decimals(sum, 1, false));
            vec![format!("{short}: {share} rounded down, and {}", count(current.into())), short]
        }
        _ => {
            let sum = weighted + u128::from(current) * window;
            vec![format!("estimate {} of {whole}", decimals(sum, window, true))]
        }
    }
}

fn in_use(algorithm: Algorithm, bucket: &Bucket, whole: &str) -> String {
    let backlog = decimals(bucket.backlog.into(), bucket.unit.into(), true);
    match algorithm {
        Algorithm::TokenBucket => format!("{backlog} of {whole} tokens used"),
        Algorithm::LeakyBucketMeter => format!("{backlog} of {whole} in the bucket"),
        Algorithm::LeakyBucketQueue => format!("{backlog} of {whole} places taken"),
        _ => format!("{backlog} of {whole} used"),
    }
}
