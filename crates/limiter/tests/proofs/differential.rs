//! Other implementations, compared with ours on the same timelines. Where the meaning
//! is the same the answers are; where it is not, a test names the difference and
//! why we keep ours.

use std::{
    cell::Cell,
    num::NonZeroU32,
    rc::Rc,
    time::{Duration, Instant},
};

use gcra::{GcraError, GcraState, RateLimit};
use governor::{Quota, RateLimiter, clock::Clock as _, clock::FakeRelativeClock};
use ratelab_limiter::{Decision, Gcra, Limiter, PolicyError, SECOND, TokenBucket};
use ratelab_oracle::cases::split_mix;
use ratelimit::{Ratelimiter, TryWaitError};

type Tested = Result<(), PolicyError>;

/// Whether a request passed; if not, after how long it would, `None` for never.
type Answer = Result<(), Option<u64>>;

/// Our decision, in the terms of the others.
fn ours(decision: &Decision) -> Answer {
    if decision.outcome.admits() { Ok(()) } else { Err(decision.retry_after) }
}

/// Instants and costs that keep a limiter of this size at its limit.
fn timeline(seed: u64, interval: u64, burst: u32) -> Vec<(u64, u32)> {
    let (mut state, mut now) = (seed, 0);
    let mut draw = |below: u64| split_mix(&mut state) % below;
    let mut next = || {
        let pause = if draw(50) == 0 { interval * u64::from(burst) } else { 0 };
        now += draw(2 * interval + 1) + pause;
        (now, 1 + draw(u64::from(burst.min(3)) + 1) as u32)
    };
    (0..3_000).map(|_| next()).collect()
}

fn nonzero(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("not zero")
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).expect("a few centuries at most")
}

/// governor: a GCRA with a whole number of nanoseconds between requests.
fn governor(interval: u64, burst: u32, timeline: &[(u64, u32)]) -> Vec<Answer> {
    let clock = FakeRelativeClock::default();
    let quota =
        Quota::with_period(Duration::from_nanos(interval)).expect("not zero").allow_burst(nonzero(burst));
    let limiter = RateLimiter::direct_with_clock(quota, clock.clone());
    let mut last = 0;
    let ask = |&(now, cost): &(u64, u32)| {
        clock.advance(Duration::from_nanos(now - last));
        last = now;
        match limiter.check_n(nonzero(cost)) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(not_until)) => Err(Some(nanoseconds(not_until.wait_time_from(clock.now())))),
            Err(_insufficient_capacity) => Err(None),
        }
    };
    timeline.iter().map(ask).collect()
}

/// gcra: the same, with the instant as an argument.
fn gcra(period: u64, burst: u32, timeline: &[(u64, u32)]) -> Vec<Answer> {
    let (start, limit) = (Instant::now(), RateLimit::new(burst, Duration::from_nanos(period)));
    let mut state = GcraState::default();
    let ask = |&(now, cost): &(u64, u32)| {
        let arrived = start + Duration::from_nanos(now);
        state.check_and_modify_at(&limit, arrived, cost).map_err(|denied| match denied {
            GcraError::DeniedUntil { next_allowed_at } => Some(nanoseconds(next_allowed_at - arrived)),
            GcraError::DeniedIndefinitely { .. } => None,
        })
    };
    timeline.iter().map(ask).collect()
}

/// A clock that is set.
#[derive(Clone, Default)]
struct SetClock(Rc<Cell<u64>>);

impl ratelimit::Clock for SetClock {
    fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.0.get())
    }
}

/// ratelimit: a token bucket in millionths of a token, refilled at most once in a
/// microsecond.
fn ratelimit(rate: u64, period: u64, burst: u32, timeline: &[(u64, u32)]) -> Vec<Answer> {
    let clock = SetClock::default();
    let builder = ratelimit::Builder::with_clock(rate, clock.clone()).period(Duration::from_nanos(period));
    let tokens = burst.into();
    let limiter: Ratelimiter<_> =
        builder.max_tokens(tokens).initial_available(tokens).build().expect("accepted");
    let ask = |&(now, cost): &(u64, u32)| {
        clock.0.set(now);
        limiter.try_wait_n(cost.into()).map_err(|denied| match denied {
            TryWaitError::Insufficient(wait) => Some(nanoseconds(wait)),
            _ => None,
        })
    };
    timeline.iter().map(ask).collect()
}

/// Our answers on a timeline.
fn answers<L: Limiter>(limiter: &L, timeline: &[(u64, u32)]) -> Vec<Answer> {
    let mut state = limiter.fresh();
    timeline.iter().map(|&(now, cost)| ours(&limiter.check(&mut state, now, cost))).collect()
}

/// Rates at which a request is a whole number of nanoseconds: there governor and
/// gcra mean what we mean, hints included.
#[test]
fn gcra_is_gcra() -> Tested {
    for (seed, (interval, burst)) in
        [(1, 5), (7, 1), (1_000, 10), (200_000_000, 5), (SECOND, 3), (13 * SECOND, 100)]
            .into_iter()
            .enumerate()
    {
        let timeline = timeline(seed as u64, interval, burst);
        let ours = answers(&Gcra::new(burst.into(), 1, interval)?, &timeline);
        assert_eq!(ours, governor(interval, burst, &timeline), "governor, {interval} ns and {burst}");
        assert_eq!(
            ours,
            gcra(interval * u64::from(burst), burst, &timeline),
            "gcra, {interval} ns and {burst}"
        );
        let denied = ours.iter().filter(|answer| answer.is_err()).count();
        assert!((300..2_700).contains(&denied), "{denied} of 3000 denied: the timeline should try both");
    }
    Ok(())
}

/// On whole microseconds, at a rate that divides them, ratelimit's millionths are
/// exact, and its bucket is ours.
#[test]
fn a_token_bucket_is_a_token_bucket() -> Tested {
    for (seed, (rate, burst)) in [(1, 1), (5, 10), (1_000, 3), (1_000_000, 50)].into_iter().enumerate() {
        let interval = 1_000_000 / rate;
        let in_microseconds = timeline(seed as u64, interval, burst);
        let timeline: Vec<_> = in_microseconds.iter().map(|(now, cost)| (now * 1_000, *cost)).collect();
        let ours = answers(&TokenBucket::new(burst.into(), rate, SECOND)?, &timeline);
        assert_eq!(ours, ratelimit(rate, SECOND, burst, &timeline), "{rate} a second and {burst}");
    }
    Ok(())
}

/// How many requests of cost 1 pass, one asked for at each of these instants.
fn admitted(answers: &[Answer]) -> usize {
    answers.iter().filter(|answer| answer.is_ok()).count()
}

fn one_each(instants: impl Iterator<Item = u64>) -> Vec<(u64, u32)> {
    instants.map(|now| (now, 1)).collect()
}

/// Difference: governor's interval is a whole number of nanoseconds. Three in ten
/// nanoseconds is one in 3, and lets a ninth more through. We keep the fraction:
/// the limit is what the operator configured.
#[test]
fn governor_rounds_the_rate() -> Tested {
    let quota = Quota::per_second(nonzero(300_000_000));
    assert_eq!(quota.replenish_interval(), Duration::from_nanos(3));
    let timeline = one_each(0..=3_000);
    assert_eq!(admitted(&governor(3, 2, &timeline)), 1_002);
    assert_eq!(admitted(&answers(&Gcra::new(2, 300_000_000, SECOND)?, &timeline)), 902);
    Ok(())
}

/// Difference: gcra counts what remains in 32-bit floats, and is off by one at
/// fifty million. We count in integers.
#[test]
fn gcra_counts_in_floats() -> Tested {
    const LIMIT: u32 = 100_000_007;
    let (limit, start) = (RateLimit::new(LIMIT, Duration::from_nanos(LIMIT.into())), Instant::now());
    let mut theirs = GcraState::default();
    theirs.check_and_modify_at(&limit, start, 50_000_001).expect("it fits");
    let ours = Gcra::new(LIMIT.into(), 1, 1)?;
    let remaining = ours.check(&mut ours.fresh(), 0, 50_000_001).remaining;
    assert_eq!(remaining, 50_000_006);
    assert_ne!(theirs.remaining_resources(&limit, start), remaining);
    Ok(())
}

/// Difference: to gcra an earlier instant is an earlier instant, at which less has
/// come back. We let time stand still: a client is not refused because a server's
/// clock was set.
#[test]
fn gcra_refuses_when_the_clock_goes_back() -> Tested {
    let timeline = [(SECOND, 1), (SECOND / 2, 1)];
    assert_eq!(gcra(SECOND, 2, &timeline)[1], Err(Some(SECOND / 2)));
    assert_eq!(answers(&Gcra::new(2, 2, SECOND)?, &timeline)[1], Ok(()));
    Ok(())
}

/// Difference: ratelimit drops what is less than a millionth of a token each time
/// it refills. If it is asked often, ten in thirteen seconds become fewer. We drop nothing.
#[test]
fn ratelimit_loses_fractions_when_asked_often() -> Tested {
    let timeline = one_each((0..=1_300_000).map(|number| number * 10_000));
    assert_eq!(admitted(&answers(&TokenBucket::new(1, 10, 13 * SECOND)?, &timeline)), 11);
    assert!(admitted(&ratelimit(10, 13 * SECOND, 1, &timeline)) < 11);
    Ok(())
}

/// Difference: to ratelimit a rate of zero is no limit. To us it gives nothing
/// back: what was configured is never widened.
#[test]
fn ratelimit_takes_zero_for_no_limit() -> Tested {
    let timeline = one_each(0..100);
    assert_eq!(admitted(&ratelimit(0, SECOND, 3, &timeline)), 100);
    assert_eq!(admitted(&answers(&TokenBucket::new(3, 0, SECOND)?, &timeline)), 3);
    Ok(())
}
