//! The worked examples: what articles and services say their limiters do, each a
//! timeline that one can read. Where a source is wrong, the test says what is so.

use ratelab_limiter::{
    FixedWindow, Gcra, Headers, Keyed, LeakyBucketMeter, LeakyBucketQueue, Limiter, Outcome, Policy,
    PolicyError, Rounding, Rule, SECOND, SlidingWindowCounter, SlidingWindowLog, TokenBucket,
};

type Tested = Result<(), PolicyError>;

const MILLISECOND: u64 = SECOND / 1000;

/// Every limiter with one limit: `limit` in each `window`, and buckets of that
/// size that fill in that time.
struct Lanes {
    fixed: Policy,
    log: Policy,
    floor: Policy,
    exact: Policy,
    buckets: [Policy; 4],
}

impl Lanes {
    fn new(limit: u64, window: u64) -> Result<Self, PolicyError> {
        let counter = SlidingWindowCounter::new(limit, window)?;
        Ok(Self {
            fixed: FixedWindow::new(limit, window)?.into(),
            log: SlidingWindowLog::new(limit, window)?.into(),
            floor: counter.rounding(Rounding::Floor).into(),
            exact: counter.rounding(Rounding::Exact).into(),
            buckets: [
                TokenBucket::new(limit, limit, window)?.into(),
                LeakyBucketMeter::new(limit, limit, window)?.into(),
                LeakyBucketQueue::new(limit, limit, window)?.into(),
                Gcra::new(limit, limit, window)?.into(),
            ],
        })
    }

    /// How many pass in each lane: fixed, log, counter with `floor`, with `exact`,
    /// and each bucket, all of which must agree.
    fn admitted(&self, arrivals: &[u64]) -> [usize; 5] {
        let buckets = self.buckets.each_ref().map(|bucket| admitted(bucket, arrivals));
        assert_eq!(buckets, [buckets[0]; 4], "a meter, a queue and GCRA admit what a token bucket does");
        let [fixed, log, floor, exact] =
            [&self.fixed, &self.log, &self.floor, &self.exact].map(|lane| admitted(lane, arrivals));
        [fixed, log, floor, exact, buckets[0]]
    }
}

/// How many of these arrivals a limiter admits.
fn admitted(policy: &Policy, arrivals: &[u64]) -> usize {
    let mut state = policy.fresh();
    arrivals.iter().filter(|now| policy.take(&mut state, **now, 1).admits()).count()
}

/// This many requests at one instant.
fn burst(count: usize, at: u64) -> Vec<u64> {
    vec![at; count]
}

/// This many requests, this far apart.
fn every(count: u64, apart: u64, from: u64) -> Vec<u64> {
    (0..count).map(|number| from + number * apart).collect()
}

/// ```text
///  0 s                                      1.4 s
///  | | | | | | | | | | | | | | |    15 requests, 0.1 s apart, from a window's edge
/// ```
/// A bucket has regained one token by the time the tenth request has passed.
#[test]
fn fifteen_requests_a_tenth_of_a_second_apart() -> Tested {
    let lanes = Lanes::new(10, 10 * SECOND)?;
    assert_eq!(lanes.admitted(&every(15, 100 * MILLISECOND, 0)), [10, 10, 10, 10, 11]);
    Ok(())
}

/// ```text
///        10 at 9.5 s | 10 at 10.1 s
///  ------------------+------------------  a window's edge at 10 s
/// ```
/// The article that has this test says that the counter passes 10. By its own
/// formula it passes 11, rounded or not: 9.9 is below 10 before the request is
/// counted. It also says that the 20 pass within 1.1 s: it is 0.6 s.
#[test]
fn edge_burst() -> Tested {
    let arrivals = [burst(10, 1_000_009_500 * MILLISECOND), burst(10, 1_000_010_100 * MILLISECOND)].concat();
    assert_eq!(arrivals[19] - arrivals[0], 600 * MILLISECOND);
    assert_eq!(Lanes::new(10, 10 * SECOND)?.admitted(&arrivals), [20, 10, 11, 10, 10]);
    Ok(())
}

#[test]
fn twelve_at_once_are_ten_and_two_refusals() -> Tested {
    assert_eq!(Lanes::new(10, 10 * SECOND)?.admitted(&burst(12, 0)), [10; 5]);
    let mut keyed = Keyed::<_, String>::new(FixedWindow::new(10, 10 * SECOND)?);
    let statuses = (0..12).map(|_| {
        let decision = keyed.check("203.0.113.9", 0);
        Headers::new(keyed.limiter(), &decision, "fixed").expect("the name is ASCII").status
    });
    assert_eq!(statuses.collect::<Vec<_>>(), [[200; 6].as_slice(), &[200; 4], &[429; 2]].concat());
    Ok(())
}

/// ```text
///      100 at 59 s | 100 at 61 s
///  ----------------+---------------  a window's edge at 60 s
/// ```
#[test]
fn boundary_attack() -> Tested {
    let arrivals = [burst(100, 59 * SECOND), burst(100, 61 * SECOND)].concat();
    assert_eq!(Lanes::new(100, 60 * SECOND)?.admitted(&arrivals), [200, 100, 102, 101, 103]);
    Ok(())
}

/// A counter that admitted `previous` in the first minute and `current` since, so
/// far into the second; and what its rule compares for one more request.
fn weighted(
    limit: u64,
    rounding: Rounding,
    previous: u32,
    current: u32,
    into: u64,
) -> Result<(bool, Rule), PolicyError> {
    // The counts are given, even if the limit would not have allowed them, so they are read like those of a snapshot.
    let policy = SlidingWindowCounter::new(limit, 60 * SECOND)?.rounding(rounding);
    let now = 60 * SECOND + into;
    let state =
        policy.load(&[now, 60 * SECOND, previous.into(), current.into()]).expect("counts within the limit");
    let decision = policy.peek(&state, now, 1);
    Ok((decision.outcome.admits(), decision.why.rule))
}

#[test]
fn weighted_counts() -> Tested {
    let estimate = |rule: Rule| {
        let comparison = rule.comparison();
        // One more request was asked about.
        (comparison.left - comparison.unit, comparison.unit)
    };
    let minute = u128::from(60 * SECOND);
    let (_, half_way) = weighted(100, Rounding::Exact, 80, 40, 30 * SECOND)?;
    assert_eq!(estimate(half_way), (80 * minute, minute));
    let (allowed, quarter) = weighted(100, Rounding::Exact, 80, 30, 15 * SECOND)?;
    assert_eq!((allowed, estimate(quarter)), (true, (90 * minute, minute)));
    let (allowed, rule) = weighted(50, Rounding::Exact, 42, 18, 15 * SECOND)?;
    assert_eq!((allowed, estimate(rule)), (false, (99 * minute / 2, minute)), "49.5 of 50 leaves no request");
    let (allowed, rule) = weighted(50, Rounding::Floor, 42, 18, 15 * SECOND)?;
    assert_eq!((allowed, estimate(rule)), (true, (49, 1)), "rounded down it has");
    Ok(())
}

/// The last window counts for 0.99 at 1 % of this one, and for 0.01 at 99 %.
#[test]
fn the_last_window_fades() -> Tested {
    for (into, share) in [(600, 99), (15_000, 75), (30_000, 50), (59_400, 1)] {
        let (_, rule) = weighted(200, Rounding::Exact, 100, 0, into * MILLISECOND)?;
        let comparison = rule.comparison();
        assert_eq!(comparison.left - comparison.unit, share * comparison.unit, "at {into} ms");
    }
    Ok(())
}

/// ```text
///  0.0 s      0.1 s   0.2 s            2.2 s
///  6 at once  one     one     silence  full
/// ```
#[test]
fn app_open() -> Tested {
    let bucket = TokenBucket::new(10, 5, SECOND)?;
    let mut state = bucket.fresh();
    // Tokens left, in halves: five a second is half a token in 0.1 s.
    let mut halves_left = |now, cost| {
        assert_eq!(bucket.take(&mut state, now, cost), Outcome::Allowed);
        let Rule::Bucket { backlog, unit, capacity, .. } = bucket.peek(&state, now, 0).why.rule else {
            panic!()
        };
        (u64::from(capacity) * unit - backlog) * 2 / unit
    };
    assert_eq!(halves_left(0, 6), 8);
    assert_eq!(halves_left(100 * MILLISECOND, 1), 7);
    assert_eq!(halves_left(200 * MILLISECOND, 1), 6);
    let reset = bucket.peek(&state, 200 * MILLISECOND, 0).reset_after;
    assert_eq!(
        reset,
        Some(1_400 * MILLISECOND),
        "seven missing tokens are back before two seconds of silence"
    );
    Ok(())
}

/// ```text
///  0 s        1 s        2 s        3 s
///  4000       2500       3200       6000       arrive
///  4000       3500       3700       5000       are in the queue, 3000 served each second
/// ```
#[test]
fn gps_dump() -> Tested {
    let queue = LeakyBucketQueue::new(5000, 3000, SECOND)?;
    let mut state = queue.fresh();
    let mut rejected = 0;
    for (second, arrivals, in_queue) in [(0, 4000, 4000), (1, 2500, 3500), (2, 3200, 3700), (3, 6000, 5000)] {
        rejected += (0..arrivals).filter(|_| !queue.take(&mut state, second * SECOND, 1).admits()).count();
        assert_eq!(queue.peek(&state, second * SECOND, 0).remaining, 5000 - in_queue, "at {second} s");
    }
    assert_eq!(rejected, 1700);
    Ok(())
}

/// A driver's 30 updates at once. A token bucket of 30 passes them at once; a queue
/// of 30 accepts as many, and starts one each third of a millisecond.
#[test]
fn thirty_at_once() -> Tested {
    let bucket = TokenBucket::new(30, 3000, SECOND)?;
    assert_eq!(admitted(&bucket.into(), &burst(30, 0)), 30);
    let queue = LeakyBucketQueue::new(30, 3000, SECOND)?;
    let mut state = queue.fresh();
    let outcomes: Vec<_> = (0..30).map(|_| queue.take(&mut state, 0, 1)).collect();
    assert!(outcomes.iter().all(|outcome| outcome.admits()));
    let waits = outcomes.iter().map(|outcome| outcome.delay());
    assert!(waits.eq((0..30).map(|place: u64| (place * SECOND).div_ceil(3000))));
    Ok(())
}

/// ```text
///  12:00:50 . . . . . . . . . | . . . . . . . . . . 12:01:09
/// ```
/// One request each second for twenty seconds, across a minute's edge.
#[test]
fn dashboard_poll() -> Tested {
    let noon = 12 * 3600 * SECOND;
    let arrivals = every(20, SECOND, noon + 50 * SECOND);
    assert_eq!(Lanes::new(10, 60 * SECOND)?.admitted(&arrivals), [20, 10, 12, 11, 13]);
    Ok(())
}

/// An article gives this limit as 10 a minute, and then counts with 10 a second.
/// Both let 20 through within a second of an edge.
#[test]
fn ten_a_minute_and_ten_a_second_double_alike() -> Tested {
    let edge = 60 * SECOND;
    let arrivals = [burst(10, edge - 1), burst(10, edge)].concat();
    for window in [60 * SECOND, SECOND] {
        assert_eq!(admitted(&FixedWindow::new(10, window)?.into(), &arrivals), 20);
    }
    Ok(())
}

/// Fifty partners with 100 requests in the last minute each: 5,000 times.
#[test]
fn fifty_logs_of_a_hundred() -> Tested {
    let mut keyed = Keyed::<_, u32>::new(SlidingWindowLog::new(100, 60 * SECOND)?);
    for (partner, request) in (0..50).flat_map(|partner| (0..120).map(move |request| (partner, request))) {
        let _ = keyed.take(&partner, request * 100 * MILLISECOND, 1);
    }
    let times = (0..50).map(|partner| 100 - keyed.peek(&partner, 12 * SECOND, 0).remaining);
    assert_eq!((keyed.stored_keys(), times.sum()), (50, 5_000_u32));
    Ok(())
}

/// A bucket of 10 that is half full at 5 s: without its key it would be a new one.
#[test]
fn a_key_that_goes_too_early_forgives_its_client() -> Tested {
    let mut keyed = Keyed::<_, u32>::new(TokenBucket::new(10, 1, SECOND)?);
    let take = |keyed: &mut Keyed<_, u32>, count, now| {
        (0..count).filter(|_| keyed.take(&1, now, 1).admits()).count()
    };
    assert_eq!(take(&mut keyed, 10, 0), 10);
    let mut forgotten = keyed.clone();
    assert!(forgotten.reset(&1));
    assert_eq!((keyed.evict_idle(5 * SECOND), take(&mut keyed, 10, 5 * SECOND)), (0, 5), "kept");
    assert_eq!(take(&mut forgotten, 10, 5 * SECOND), 10, "forgotten");
    assert_eq!(keyed.evict_idle(15 * SECOND), 1, "full again, and so as good as new");
    Ok(())
}

/// Equal budgets of 100 a second, against the client that makes the most of each.
#[test]
fn equal_budgets_against_the_worst_client() -> Tested {
    let Lanes { fixed, log, buckets, .. } = Lanes::new(100, SECOND)?;
    let arrivals = [burst(100, SECOND - 1), burst(100, SECOND)].concat();
    assert_eq!(admitted(&fixed, &arrivals), 200, "in two nanoseconds");
    let two_seconds = [arrivals, burst(100, 2 * SECOND)].concat();
    assert_eq!(admitted(&fixed, &two_seconds), 300, "in 1.000000001 s, not 200 in two seconds");
    assert_eq!(log.most_in(SECOND - 1), 100);
    let saturating = every(3_000, MILLISECOND, 0);
    let token_bucket = &buckets[0];
    assert_eq!(admitted(token_bucket, &saturating) as u128, token_bucket.most_in(2_999 * MILLISECOND));
    Ok(())
}

/// A limit on each of k servers that share nothing is k times the limit.
#[test]
fn two_servers_without_shared_state() -> Tested {
    let policy = Policy::from(SlidingWindowLog::new(10, 10 * SECOND)?);
    for servers in [1, 2, 5] {
        let through: usize = (0..servers).map(|_| admitted(&policy, &burst(30, 0))).sum();
        assert_eq!(through, 10 * servers);
    }
    Ok(())
}

/// Two servers read 99 of 100 before either writes, and both let one through. A
/// check that reads and writes in one step does not.
#[test]
fn reading_before_writing_is_a_race() -> Tested {
    let policy = FixedWindow::new(100, 60 * SECOND)?;
    let mut shared = policy.fresh();
    let _ = policy.take(&mut shared, 0, 99);
    let read_then_write = [shared, shared].map(|mut read| policy.take(&mut read, 1, 1).admits());
    assert_eq!(99 + read_then_write.iter().filter(|admitted| **admitted).count(), 101);
    let one_step = [1, 1].map(|now| policy.take(&mut shared, now, 1).admits());
    assert_eq!(99 + one_step.iter().filter(|admitted| **admitted).count(), 100);
    Ok(())
}
