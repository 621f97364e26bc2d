//! The budget in use where a view ends, with its scale and its unit.

use crate::Report;
use ratelab_limiter::{Algorithm, Limiter, Rounding};

use crate::{
    anatomy::{Bucket, Mechanism, decimals, pace},
    words::{count, duration, owner},
};
use ratelab_simulation::view::Span;

impl Report {
    /// In many words, and in fewer if there is no room. Where a lane has several states it is the first one's,
    /// which is what the band shows, and says so. A state that depends on more than its own requests has no
    /// band, and nothing is said of it.
    pub(super) fn budget(&self, lane: usize, span: Span) -> Option<Vec<String>> {
        let limiter = &self.lanes()[lane];
        if !limiter.is_plain() {
            return None;
        }
        if limiter.keys() > 1 {
            return Some(self.whose(lane));
        }
        let words = self.in_use_at(lane, span.to)?;
        let first = |words: String| format!("server 1: {words}");
        Some(if limiter.is_per_server() { words.into_iter().map(first).collect() } else { words })
    }

    /// Whether all requests of a lane come to one state, which depends on nothing else.
    pub(super) fn has_one_state(&self, lane: usize) -> bool {
        let limiter = &self.lanes()[lane];
        limiter.is_plain() && limiter.states() == 1
    }

    /// Whose budget the band shows, where there are several keys.
    fn whose(&self, lane: usize) -> Vec<String> {
        let limiter = &self.lanes()[lane];
        let is_named = self.senders().groups().len() > 1;
        let first = owner(self.senders(), limiter.key(), 0).filter(|_| is_named);
        let whose = format!("budget of {}", first.as_deref().unwrap_or("the first client"));
        vec![if limiter.is_per_server() { format!("{whose} on server 1") } else { whose }]
    }

    /// What is in use of the first state just before a time.
    fn in_use_at(&self, lane: usize, time: u64) -> Option<Vec<String>> {
        let (policy, _) = self.lanes()[lane].policy_and_clock(0, self.scenario().start);
        let whole = count(policy.limit().into());
        if let Some((used, window)) = self.logged(lane, time) {
            return Some(in_log(used, window, &whole));
        }
        Some(match self.mechanism(lane, time, time)? {
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
                let used = policy.limit().saturating_sub(self.remaining_at(lane, time)?);
                vec![format!("{} of {whole} used", count(used.into()))]
            }
        })
    }

    /// What is in a log just before a time, and for how long it counts, if the record tells: where
    /// each request costs 1. States of logs are large, so few are saved, and one would have to be
    /// made from many requests.
    fn logged(&self, lane: usize, time: u64) -> Option<(u64, u64)> {
        let lane_of = &self.lanes()[lane];
        let (policy, _) = lane_of.policy_and_clock(0, self.scenario().start);
        let arrivals = self.arrivals(lane)?;
        let is_plain = arrivals.costs().is_empty() && !policy.counts_denied();
        if policy.algorithm() != Algorithm::SlidingWindowLog || !is_plain || !self.has_one_state(lane) {
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
