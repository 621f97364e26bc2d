//! The burst that buckets save up, and the wait in a queue.

use ratelab_limiter::{
    Algorithm::{LeakyBucketMeter, LeakyBucketQueue, SlidingWindowLog, TokenBucket},
    Limiter,
};

use super::{
    super::{
        Finding,
        facts::RunFacts,
        lanes::rule,
        names::{capital, listed},
    },
    lane_of, lanes_of,
};
use crate::words::{count, counted, duration, number, percent};

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

pub(super) fn five_in_parallel(facts: &RunFacts<'_>) -> Option<Finding> {
    let [bucket, meter, queue, log] =
        lanes_of(facts, [TokenBucket, LeakyBucketMeter, LeakyBucketQueue, SlidingWindowLog])?;
    if [bucket, meter, queue].iter().any(|lane| facts.denied(*lane) > 0) {
        return None;
    }
    let parallel = facts.most(bucket, 0).cost;
    let headline = format!(
        "{} calls in parallel pass every bucket of {}: all {} got through.",
        capital(&number(parallel)),
        number(facts.policy(bucket).limit().into()),
        count(facts.admitted(bucket))
    );
    let reason = format!(
        "Only the queue makes them wait, up to {}: it serves {}. The log {}, and let {} through.",
        duration(facts.summary(queue).longest_wait),
        rule(facts.policy(queue)).split_once(" serves ")?.1,
        rule(facts.policy(log)),
        count(facts.admitted(log))
    );
    Some(Finding::new(headline, reason))
}

pub(super) fn begins_empty(facts: &RunFacts<'_>) -> Option<Finding> {
    let [full, empty] = [0, 1];
    let traffic = facts.run.traffic()?;
    let first = traffic.first_at(1) as u64;
    let record = facts.run.lanes().get(empty)?.record();
    if facts.denied(full) > 0 || u64::from(record.count(0..first as usize).denied) != first {
        return None;
    }
    let headline = format!(
        "{} denied the first {}; {} denied none of {}.",
        capital(&facts.name(empty)),
        counted(first, "request"),
        facts.name(full),
        count(facts.requests())
    );
    let later = traffic.times().last().copied()?;
    let reason = format!(
        "It refills {}: after {} it holds {}, and admits {} at once.",
        rule(facts.policy(full)).split_once(" refills ")?.1,
        duration(later),
        count(facts.run.remaining_at(empty, later)?.into()),
        count(facts.admitted(empty))
    );
    Some(Finding::new(headline, reason))
}

pub(super) fn overload(facts: &RunFacts<'_>) -> Option<Finding> {
    let [queue, bucket] = lanes_of(facts, [LeakyBucketQueue, TokenBucket])?;
    if facts.run.next_disagreement(&[queue, bucket], 0).is_some() {
        return None;
    }
    let places = u64::from(facts.policy(queue).limit());
    let served = facts.admitted(queue).checked_sub(places)?;
    let headline = format!(
        "A queue of {} refused {} of {}, {} %.",
        count(places),
        count(facts.denied(queue)),
        counted(facts.requests(), "request"),
        percent(facts.denied(queue), facts.requests())
    );
    let reason = format!(
        "A queue absorbs a burst, not an overload. In {} it served {}, and its {} places were full; they wait up to {}. \
         The token bucket admitted the same {}, without a wait.",
        duration(facts.run.traffic()?.times().last().copied()?),
        count(served),
        count(places),
        duration(facts.summary(queue).longest_wait),
        count(facts.admitted(bucket))
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
    if facts.disagreed()? > 0 {
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
