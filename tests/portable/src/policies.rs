//! Every algorithm with every option, at sizes and rates from the smallest to the largest.
//!
//! All combinations are tried. Those that a constructor refuses, because their products would not fit, are left out;
//! the number of the others is part of the hash.

use ratelab_limiter::{
    Align, AllOf, FixedWindow, Gcra, LeakyBucketMeter, LeakyBucketQueue, Policy, PolicyError, Refill,
    Rounding, SECOND, SlidingWindowCounter, SlidingWindowLog, TokenBucket,
};

const SIZES: [u64; 6] = [1, 2, 7, 100, 1_000_000, u32::MAX as u64];
const WINDOWS: [u64; 6] = [1, 5, 1_000_003, SECOND, 13 * SECOND, u64::MAX / 2];
/// Amounts and periods: some that no float can represent, and the ends of their ranges.
const RATES: [(u64, u64); 8] = [
    (1, 1),
    (3, 7),
    (5, SECOND),
    (10, 13 * SECOND),
    (SECOND, SECOND),
    (u32::MAX as u64, 7),
    (0, SECOND),
    (1, 10_000_000_000_000_000_000),
];
const ALIGNS: [Align; 2] = [Align::Epoch, Align::First];
const EITHER: [bool; 2] = [false, true];

type Attempt = Result<Policy, PolicyError>;

pub(crate) fn all_policies() -> Vec<Policy> {
    let mut policies = single_policies();
    let joined = all_of(&policies);
    policies.extend(joined);
    policies
}

fn single_policies() -> Vec<Policy> {
    let mut attempts = Vec::new();
    for size in SIZES {
        for window in WINDOWS {
            windows(size, window, &mut attempts);
        }
        for (amount, period) in RATES {
            buckets(size, amount, period, &mut attempts);
            queues(size, amount, period, &mut attempts);
        }
    }
    attempts.into_iter().filter_map(Attempt::ok).collect()
}

fn windows(limit: u64, window: u64, attempts: &mut Vec<Attempt>) {
    for count_denied in EITHER {
        let log = SlidingWindowLog::new(limit, window);
        attempts.push(log.map(|log| log.count_denied(count_denied).into()));
        for align in ALIGNS {
            let fixed = FixedWindow::new(limit, window);
            attempts.push(fixed.map(|fixed| fixed.align(align).count_denied(count_denied).into()));
            counters(limit, window, align, count_denied, attempts);
        }
    }
}

fn counters(limit: u64, window: u64, align: Align, count_denied: bool, attempts: &mut Vec<Attempt>) {
    for rounding in [Rounding::Floor, Rounding::Exact] {
        let counter = SlidingWindowCounter::new(limit, window);
        let set = |counter: SlidingWindowCounter| counter.align(align).rounding(rounding);
        attempts.push(counter.map(|counter| set(counter).count_denied(count_denied).into()));
    }
}

fn buckets(capacity: u64, amount: u64, period: u64, attempts: &mut Vec<Attempt>) {
    attempts.push(Gcra::new(capacity, amount, period).map(Policy::from));
    attempts.push(LeakyBucketMeter::new(capacity, amount, period).map(Policy::from));
    for refill in [Refill::Greedy, Refill::Interval] {
        for initial in [capacity, capacity / 2, 0] {
            for created_at in [0, 3 * SECOND] {
                let bucket = TokenBucket::with_refill(refill, capacity, amount, period);
                let bucket = bucket.and_then(|bucket| bucket.initial(initial));
                attempts.push(bucket.map(|bucket| bucket.created_at(created_at).into()));
            }
        }
    }
}

fn queues(capacity: u64, amount: u64, period: u64, attempts: &mut Vec<Attempt>) {
    for undelayed in [0, capacity / 2] {
        for max_wait in [None, Some(0), Some(period / 2), Some(u64::MAX)] {
            let queue = LeakyBucketQueue::new(capacity, amount, period);
            let queue = queue.and_then(|queue| queue.undelayed(undelayed)?.max_wait(max_wait));
            attempts.push(queue.map(Policy::from));
        }
    }
}

/// Returns one, two, or three policies that are far apart in the list, so that different algorithms are combined.
fn all_of(policies: &[Policy]) -> Vec<Policy> {
    let far = policies.len() / 3;
    let joined = |start: usize| {
        let members = (0..=start % 3).map(|member| policies[(start + member * far) % policies.len()].clone());
        AllOf::new(members.collect()).ok().map(Policy::from)
    };
    (0..policies.len()).step_by(11).filter_map(joined).collect()
}
