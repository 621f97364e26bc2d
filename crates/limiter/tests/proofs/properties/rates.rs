//! How much passes in how long: P6, P13, P14.

use ratelab_limiter::{
    FixedWindow, Gcra, LeakyBucketMeter, LeakyBucketQueue, Limiter, Policy, Rounding, SECOND,
    SlidingWindowCounter, SlidingWindowLog, TokenBucket,
};
use ratelab_oracle::cases::{Operation, Recipe, Tape};

use super::{Run, promise};

/// The admitted requests of a run without refunds: when decided, how much, and
/// when started.
fn admitted(run: &mut Run, tape: &mut Tape) -> Vec<(u64, u64, u64)> {
    let mut admitted = Vec::new();
    while !tape.is_empty() {
        let operation = match run.draw_operation(tape) {
            Operation::Refund { now, .. } => Operation::Check { now, cost: 1 },
            other => other,
        };
        let decision = run.perform(operation);
        if let (Operation::Check { cost, .. }, true) = (operation, decision.outcome.admits()) {
            let started = decision.at.saturating_add(decision.outcome.delay());
            admitted.push((decision.at, cost.into(), started));
        }
    }
    admitted
}

/// P6. In no interval is more admitted than `most_in` returns: for buckets
/// `capacity + rate * d`, for the log the limit in any window, for fixed window and
/// counter twice the limit.
#[test]
fn no_interval_sees_more_than_the_bound() {
    promise(8000, |tape| {
        let mut run = Run::draw(tape);
        let admitted = admitted(&mut run, tape);
        for (first, &(from, ..)) in admitted.iter().enumerate() {
            let mut sum = 0;
            for &(to, cost, _) in &admitted[first..] {
                sum += u128::from(cost);
                let most = run.policy.most_in(to - from);
                assert!(sum <= most, "{}: {sum} in {} ns, at most {most}", run.policy, to - from);
            }
        }
    });
}

/// P6. Fixed window and counter: at most the limit in each aligned window.
#[test]
fn aligned_windows_hold_the_limit() {
    promise(4000, |tape| {
        let kind = 2 * tape.below(2);
        let mut run = Run::new(Recipe::draw_kind(kind, tape), false);
        let (Recipe::FixedWindow { limit, window, align, .. }
        | Recipe::SlidingWindowCounter { limit, window, align, .. }) = run.recipe
        else {
            return;
        };
        if align != ratelab_limiter::Align::Epoch {
            return;
        }
        let mut windows = std::collections::BTreeMap::new();
        for (at, cost, _) in admitted(&mut run, tape) {
            *windows.entry(at / window).or_insert(0) += cost;
        }
        assert!(windows.values().all(|sum| *sum <= limit), "{}: {windows:?}", run.policy);
    });
}

/// P6. The worst case is not only a bound: a client that waits for it gets it.
#[test]
fn the_worst_cases_are_reached() -> Result<(), ratelab_limiter::PolicyError> {
    const WINDOW: u64 = 1_000;
    let rounding = |rounding| SlidingWindowCounter::new(10, WINDOW).map(|policy| policy.rounding(rounding));
    // Ten on the last instant of a window; then one whenever one passes, for as
    // long as a window that begins there lasts.
    let reached = |policy: Policy| {
        let mut state = policy.fresh();
        let mut sum = 0;
        for now in WINDOW - 1..2 * WINDOW - 1 {
            sum += (0..10).filter(|_| policy.take(&mut state, now, 1).admits()).count() as u128;
        }
        assert_eq!(sum, policy.most_in(WINDOW - 1), "{policy}");
        sum
    };
    assert_eq!(reached(FixedWindow::new(10, WINDOW)?.into()), 20);
    assert_eq!(reached(rounding(Rounding::Floor)?.into()), 20);
    assert_eq!(reached(rounding(Rounding::Exact)?.into()), 19);
    assert_eq!(reached(SlidingWindowLog::new(10, WINDOW)?.into()), 10);
    assert_eq!(reached(TokenBucket::new(10, 10, WINDOW)?.into()), 19);
    assert_eq!(reached(Gcra::new(10, 10, WINDOW)?.into()), 19);
    Ok(())
}

/// P13. A client that always asks gets exactly `capacity + floor(rate * t)`, at
/// rates that no float holds as well.
#[test]
fn saturation_admits_exactly_the_rate() -> Result<(), ratelab_limiter::PolicyError> {
    const RATES: [(u64, u64); 6] = [
        (10, 13 * SECOND),
        (7, 60 * SECOND),
        (1, 3 * SECOND),
        (SECOND, SECOND),
        (1, SECOND),
        (999_983, SECOND),
    ];
    for (amount, period) in RATES {
        let whole = period.is_multiple_of(amount);
        for capacity in [if whole { 1 } else { 2 }, 3, 10] {
            saturates(&TokenBucket::new(capacity, amount, period)?, capacity, amount, period);
            saturates(&LeakyBucketMeter::new(capacity, amount, period)?, capacity, amount, period);
            saturates(&LeakyBucketQueue::new(capacity, amount, period)?, capacity, amount, period);
            saturates(&Gcra::new(capacity, amount, period)?, capacity, amount, period);
        }
    }
    Ok(())
}

/// Where P13 ends: a bucket of one is full for the rest of the nanosecond in which
/// its token is due, and what flows in meanwhile is lost. At 999,983 a second a
/// token takes 1000.017 ns, and the client that comes after 1001 ns each time gets
/// one every 1001 ns.
#[test]
fn a_bucket_of_one_loses_the_rest_of_a_nanosecond() -> Result<(), ratelab_limiter::PolicyError> {
    let bucket = TokenBucket::new(1, 999_983, SECOND)?;
    let mut state = bucket.fresh();
    assert!((0..5_000).all(|n| bucket.take(&mut state, n * 1001, 1).admits()));
    assert!(!bucket.take(&mut state, 5_000 * 1001 - 1, 1).admits());
    Ok(())
}

/// Asks again at every instant that was reported, and compares the count at each.
fn saturates<L: Limiter>(policy: &L, capacity: u64, amount: u64, period: u64) {
    let (mut state, mut now, mut count) = (policy.fresh(), 0, 0);
    while count < 3_000 {
        let decision = policy.check(&mut state, now, 1);
        if decision.outcome.admits() {
            count += 1;
            continue;
        }
        let due = u128::from(capacity) + u128::from(amount) * u128::from(now) / u128::from(period);
        assert_eq!(count, due, "{policy} at {now}");
        now += decision.retry_after.expect("the rate is not zero");
    }
}

/// P14. A queue starts requests in the order they came, and never faster than its
/// rate: beyond those it does not delay, starting this much takes this long.
#[test]
fn a_queue_releases_in_order_at_its_rate() {
    promise(8000, |tape| {
        let mut run = Run::new(Recipe::draw_kind(5, tape), false);
        let Recipe::LeakyBucketQueue { amount, period, undelayed, .. } = run.recipe else { return };
        let mut admitted = admitted(&mut run, tape);
        admitted.retain(|&(_, cost, started)| cost > 0 && started < u64::MAX);
        assert!(admitted.is_sorted_by_key(|&(.., started)| started), "{}: {admitted:?}", run.policy);
        for (first, &(.., from)) in admitted.iter().enumerate() {
            let mut ahead = 0;
            for &(_, cost, started) in &admitted[first..] {
                // Each start is rounded up to a nanosecond, hence the `+ 1`.
                let served = u128::from(amount) * (u128::from(started - from) + 1);
                let free = u128::from(undelayed) * u128::from(period);
                assert!(ahead == 0 || served + free > ahead * u128::from(period), "{}", run.policy);
                ahead += u128::from(cost);
            }
        }
    });
}
