//! The budget in use at the end of a view, with its scale and its unit.

use crate::Report;
use ratelab_limiter::{Algorithm, Limiter, Rounding};

use crate::{
    anatomy::{Bucket, Mechanism, decimals, pace},
    words::{count, duration, owner},
};
use ratelab_simulation::view::Span;

impl Report {
    /// Returns a long and a short text. If a lane has several states, the text describes the first one, which the
    /// band shows, and names it. A state that depends on more than its own requests has no band and no text.
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

    /// Returns whether all requests of a lane reach one state that depends on nothing else.
    pub(super) fn has_one_state(&self, lane: usize) -> bool {
        let limiter = &self.lanes()[lane];
        limiter.is_plain() && limiter.states() == 1
    }

    /// Names the owner of the budget that the band shows, if there are several keys.
    fn whose(&self, lane: usize) -> Vec<String> {
        let limiter = &self.lanes()[lane];
        let is_named = self.senders().groups().len() > 1;
        let first = owner(self.senders(), limiter.key(), 0).filter(|_| is_named);
        let whose = format!("budget of {}", first.as_deref().unwrap_or("the first client"));
        vec![if limiter.is_per_server() { format!("{whose} on server 1") } else { whose }]
    }

    /// Describes the amount in use in the first state just before a time.
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

    /// Returns the amount in a log just before a time and the time until it expires, if the record has them, which it
    /// does if each request costs 1. Logs are large, so few of their states are saved, and restoring one would replay
    /// many requests.
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

/// Returns the counter's estimate for the last window.
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
        Algorithm::TokenBucket if whole == "1" => format!("{backlog} of 1 token used"),
        Algorithm::TokenBucket => format!("{backlog} of {whole} tokens used"),
        Algorithm::LeakyBucketMeter => format!("{backlog} of {whole} in the bucket"),
        Algorithm::LeakyBucketQueue if whole == "1" => format!("{backlog} of 1 slot taken"),
        Algorithm::LeakyBucketQueue => format!("{backlog} of {whole} slots taken"),
        _ => format!("{backlog} of {whole} used"),
    }
}
