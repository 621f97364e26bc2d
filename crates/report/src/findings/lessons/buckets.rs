//! What buckets save up, and what a queue does instead.

use ratelab_limiter::{
    Algorithm::{LeakyBucketQueue, SlidingWindowLog, TokenBucket},
    Limiter,
};

use super::{
    super::{
        Finding,
        facts::Story,
        names::{capital, listed, rule},
    },
    lane_of, lanes_of,
};
use crate::words::{count, counted, duration};

pub(super) fn fifteen(story: &Story<'_>) -> Option<Finding> {
    let [log, bucket] = lanes_of(story, [SlidingWindowLog, TokenBucket])?;
    let saved = u64::from(story.policy(bucket).limit());
    let last = story.run.traffic()?.times().last().copied()?;
    let headline = format!(
        "The buckets let {} of {} through, the windows {}.",
        count(story.admitted(bucket)),
        counted(story.requests(), "request"),
        count(story.admitted(log))
    );
    let refills = counted(story.admitted(bucket).checked_sub(saved)?, "refill");
    let reason = format!(
        "{} saved tokens and {refills}: a bucket {}, and the requests take {}.",
        count(saved),
        rule(story.policy(bucket)),
        duration(last)
    );
    Some(Finding::new(headline, reason))
}

pub(super) fn app_open(story: &Story<'_>) -> Option<Finding> {
    let [log, bucket] = lanes_of(story, [SlidingWindowLog, TokenBucket])?;
    let headline = format!(
        "The buckets let all {} through, the windows {}.",
        counted(story.admitted(bucket), "request"),
        count(story.admitted(log))
    );
    let reason = format!(
        "A bucket {}: room for the moment in which an app opens. A window of {} has no room beyond its {}.",
        rule(story.policy(bucket)),
        duration(story.run.scenario().limit.period),
        count(story.policy(log).limit().into())
    );
    Some(Finding::new(headline, reason))
}

pub(super) fn gps_dump(story: &Story<'_>) -> Option<Finding> {
    let [queue, bucket, log] = lanes_of(story, [LeakyBucketQueue, TokenBucket, SlidingWindowLog])?;
    if story.run.next_disagreement(&[queue, bucket], 0).is_some() {
        return None;
    }
    let headline = format!(
        "The queue and the bucket let the same {} of {} through.",
        count(story.admitted(queue)),
        counted(story.requests(), "request")
    );
    let second = story.run.scenario().limit.period - 1;
    let reason = format!(
        "The bucket started up to {} in {}, the queue never more than {}: it made {} wait, up to {}. The log let {} through.",
        count(story.most(bucket, second).cost),
        duration(story.run.scenario().limit.period),
        count(story.most(queue, second).cost),
        count(story.summary(queue).counts.delayed.into()),
        duration(story.summary(queue).longest_wait),
        count(story.admitted(log))
    );
    Some(Finding::new(headline, reason))
}

pub(super) fn three_of_a_kind(story: &Story<'_>) -> Option<Finding> {
    let bucket = lane_of(story, TokenBucket)?;
    if story.run.disagreed()? > 0 {
        return None;
    }
    let names: Vec<_> = story.lanes().map(|lane| story.name(lane)).collect();
    let headline =
        format!("{} agree on all {}.", capital(&listed(&names)), counted(story.requests(), "request"));
    let reason = format!(
        "They are one limiter under {} names: it {}. Each denied the same {}.",
        story.lanes().len(),
        rule(story.policy(bucket)),
        count(story.denied(bucket))
    );
    Some(Finding::new(headline, reason))
}
