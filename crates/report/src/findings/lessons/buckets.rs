//! The burst that buckets save up, and the wait in a queue.

use ratelab_limiter::{
    Algorithm::{LeakyBucketQueue, SlidingWindowLog, TokenBucket},
    Limiter,
};

use super::{
    super::{
        Finding,
        facts::RunFacts,
        names::{capital, listed, rule},
    },
    lane_of, lanes_of,
};
use crate::words::{count, counted, duration};

pub(super) fn fifteen(facts: &RunFacts<'_>) -> Option<Finding> {
    let [log, bucket] = lanes_of(facts, [SlidingWindowLog, TokenBucket])?;
    let saved = u64::from(facts.policy(bucket).limit());
    let last = facts.run.traffic()?.times().last().copied()?;
    let headline = format!(
        "The buckets let {} of {} through, the windows {}.",
        count(facts.admitted(bucket)),
        counted(facts.requests(), "request"),
        count(facts.admitted(log))
    );
    let refills = counted(facts.admitted(bucket).checked_sub(saved)?, "refill");
    let reason = format!(
        "{} saved tokens and {refills}: a bucket {}, and the requests take {}.",
        count(saved),
        rule(facts.policy(bucket)),
        duration(last)
    );
    Some(Finding::new(headline, reason))
}

pub(super) fn app_open(facts: &RunFacts<'_>) -> Option<Finding> {
    let [log, bucket] = lanes_of(facts, [SlidingWindowLog, TokenBucket])?;
    let headline = format!(
        "The buckets let all {} through, the windows {}.",
        counted(facts.admitted(bucket), "request"),
        count(facts.admitted(log))
    );
    let reason = format!(
        "A bucket {}: enough for the moment when an app opens. A window of {} allows no more than its {}.",
        rule(facts.policy(bucket)),
        duration(facts.run.scenario().limit.period),
        count(facts.policy(log).limit().into())
    );
    Some(Finding::new(headline, reason))
}

pub(super) fn gps_dump(facts: &RunFacts<'_>) -> Option<Finding> {
    let [queue, bucket, log] = lanes_of(facts, [LeakyBucketQueue, TokenBucket, SlidingWindowLog])?;
    if facts.run.next_disagreement(&[queue, bucket], 0).is_some() {
        return None;
    }
    let headline = format!(
        "The queue and the bucket let the same {} of {} through.",
        count(facts.admitted(queue)),
        counted(facts.requests(), "request")
    );
    let second = facts.run.scenario().limit.period - 1;
    let reason = format!(
        "The bucket started up to {} in {}, the queue never more than {}: it made {} wait, up to {}. The log let {} through.",
        count(facts.most(bucket, second).cost),
        duration(facts.run.scenario().limit.period),
        count(facts.most(queue, second).cost),
        count(facts.summary(queue).counts.delayed.into()),
        duration(facts.summary(queue).longest_wait),
        count(facts.admitted(log))
    );
    Some(Finding::new(headline, reason))
}

pub(super) fn three_of_a_kind(facts: &RunFacts<'_>) -> Option<Finding> {
    let bucket = lane_of(facts, TokenBucket)?;
    if facts.run.disagreed()? > 0 {
        return None;
    }
    let names: Vec<_> = facts.lanes().map(|lane| facts.name(lane)).collect();
    let headline =
        format!("{} agree on all {}.", capital(&listed(&names)), counted(facts.requests(), "request"));
    let reason = format!(
        "They are one limiter under {} names: it {}. Each denied the same {}.",
        facts.lanes().len(),
        rule(facts.policy(bucket)),
        count(facts.denied(bucket))
    );
    Some(Finding::new(headline, reason))
}
