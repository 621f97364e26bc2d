//! What one lane did.

use ratelab_limiter::{Limiter, Policy};

use super::{
    facts::{Excess, Gist, Story},
    names::{capital, name, rule},
    rules::lost,
};
use crate::{
    measures::Most,
    words::{count, decimal, duration, times},
};

impl Story<'_> {
    pub(super) fn sentence(&self, lane: usize) -> String {
        format!("{} {}{}.", capital(&self.name(lane)), self.verdict(lane), delays(self.gist(lane)))
    }

    fn verdict(&self, lane: usize) -> String {
        if self.attempts(lane) > self.requests() {
            return self.with_retries(lane);
        }
        if let Some(excess) = self.gist(lane).excess {
            return self.exceeded(lane, &excess);
        }
        match (self.admitted(lane), self.denied(lane), self.requests()) {
            (_, _, 0) => "got no request".to_owned(),
            (_, 0, 1) => "allowed the only request".to_owned(),
            (0, _, 1) => "denied the only request".to_owned(),
            (0, _, all) => format!("denied all {}", count(all)),
            (_, 0, all) => format!("let all {} through{}", count(all), self.saved(lane)),
            (admitted, _, all) => format!(
                "let {} of {} through, never more than {} in any {}{}",
                count(admitted),
                count(all),
                self.amount(self.gist(lane).most),
                duration(self.gist(lane).window),
                self.saved(lane)
            ),
        }
    }

    /// More than its own limit in a window of its own length.
    pub(super) fn exceeded(&self, lane: usize, excess: &Excess) -> String {
        let whose = match (self.policy(lane), excess.member) {
            (Policy::AllOf(all), Some(member)) => {
                let member = name(all.members()[member].algorithm());
                format!("the limit of {} of {member} in it", count(excess.limit.into()))
            }
            _ => format!("its limit of {}", count(excess.limit.into())),
        };
        let (most, limit) = (excess.most.cost, u64::from(excess.limit));
        let much = match decimal(most, limit).as_str() {
            "1" => format!("{} more than", count(most - limit)),
            _ => times(most, limit),
        };
        format!("let {} through {}, {much} {whose}", self.amount(excess.most), within(excess.most))
    }

    fn with_retries(&self, lane: usize) -> String {
        format!(
            "let {} of {} through with {} attempts, {} for each request; {}",
            count(self.admitted(lane)),
            count(self.requests()),
            count(self.attempts(lane)),
            decimal(self.attempts(lane), self.requests()),
            lost(self, lane)
        )
    }

    /// How a bucket comes to let more through than the scenario's limit: that is no excess,
    /// because it keeps its own.
    fn saved(&self, lane: usize) -> String {
        let is_more = self.gist(lane).most.cost > self.run.scenario().limit.amount.into();
        match self.policy(lane) {
            Policy::TokenBucket(_)
            | Policy::LeakyBucketMeter(_)
            | Policy::LeakyBucketQueue(_)
            | Policy::Gcra(_)
                if is_more =>
            {
                format!(": it {}", rule(self.policy(lane)))
            }
            _ => String::new(),
        }
    }

    /// What got through, in requests where each of them costs 1.
    pub(super) fn amount(&self, most: Most) -> String {
        let what = if self.counts_requests() { "" } else { "requests worth " };
        let whose = if self.has_many_clients() { " of one client" } else { "" };
        format!("{what}{}{whose}", count(most.cost))
    }
}

/// How long it took.
pub(super) fn within(most: Most) -> String {
    match most.to - most.from {
        0 => "at once".to_owned(),
        span => format!("in {}", duration(span)),
    }
}

/// How long a queue made requests wait.
fn delays(gist: &Gist) -> String {
    match gist.counts.delayed {
        0 => String::new(),
        delayed => format!("; {} waited, up to {}", count(delayed.into()), duration(gist.longest_wait)),
    }
}
