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
        if let Some((used, window)) = self.logged(lane, span.to) {
            return Some(in_log(used, window, &whole));
        }
        Some(match self.mechanism(lane, 0, span.to, span.to)? {
            Mechanism::Window { used, .. } => vec![format!("{} of {whole} used", count(used.into()))],
            Mechanism::Log { used, window, .. } => in_log(used.into(), window, &whole),
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

    /// What is in a log just before a time, and for how long it counts, if the record tells: where
    /// each request costs 1. States of logs are large, so few are saved, and one would have to be
    /// made from many requests.
    fn logged(&self, lane: usize, time: u64) -> Option<(u64, u64)> {
        let lane_of = &self.lanes()[lane];
        let (policy, arrivals) = (lane_of.policy(), self.arrivals(lane)?);
        let is_plain = arrivals.costs().is_empty() && !policy.counts_denied();
        if policy.algorithm() != Algorithm::SlidingWindowLog || !is_plain {
            return None;
        }
        let window = policy.quotas().first()?.window?;
        // An entry counts while it is less than a window old.
        let oldest = time.checked_sub(window).map_or(0, |left| arrivals.first_at(left + 1));
        let counts = lane_of.record().count(oldest..arrivals.first_at(time));
        Some((counts.admitted().into(), window))
    }
}

fn in_log(used: u64, window: u64, whole: &str) -> Vec<String> {
    let used = count(used);
    vec![format!("{used} of {whole} in the last {}", duration(window)), format!("{used} of {whole}")]
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
