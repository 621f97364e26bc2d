//! P6, the other half: `most_in` is not only an upper bound. Some traffic reaches it, for every limiter
//! and option: found by trying all traffic that there is against small policies.

use std::collections::HashMap;

use ratelab_limiter::{
    Align, FixedWindow, Gcra, LeakyBucketMeter, LeakyBucketQueue, Limiter, Policy, PolicyError, PolicyState,
    Refill, Rounding, SlidingWindowCounter, SlidingWindowLog, TokenBucket,
};

/// The states that a client can have brought about, with the most that was admitted on the way to each.
type Reached = HashMap<PolicyState, u128>;

/// All states that can result if a client sends any admitted cost at an instant, or nothing.
fn sent(policy: &Policy, reached: Reached, now: u64) -> Reached {
    let mut all = reached.clone();
    let mut waiting: Vec<_> = reached.into_iter().collect();
    while let Some((state, admitted)) = waiting.pop() {
        for cost in 1..=policy.limit() {
            let mut next = state.clone();
            if !policy.take(&mut next, now, cost).admits() {
                continue;
            }
            let admitted = admitted + u128::from(cost);
            let best = all.entry(next.clone()).or_default();
            if *best < admitted {
                *best = admitted;
                waiting.push((next, admitted));
            }
        }
    }
    all
}

/// The most that any traffic is admitted between two instants so far apart, for each distance up to a longest one,
/// after any traffic before that.
fn most_of_all(policy: &Policy, before: u64, longest: u64) -> Vec<u128> {
    let mut most = vec![0; usize::try_from(longest).expect("a short time") + 1];
    let mut earlier: Reached = [(policy.fresh(), 0)].into();
    for from in 0..before {
        let mut reached = earlier.clone();
        for (now, most) in (from..).zip(&mut most) {
            reached = sent(policy, reached, now);
            *most = reached.values().copied().max().unwrap_or(0).max(*most);
        }
        earlier = sent(policy, earlier, from).into_keys().map(|state| (state, 0)).collect();
    }
    most
}

/// Tries all traffic against a policy, for every distance up to a longest one.
fn assert_reached(policy: &Policy, before: u64, longest: u64) {
    for (interval, most) in (0..).zip(most_of_all(policy, before, longest)) {
        assert_eq!(policy.most_in(interval), most, "{policy} in {interval} ns");
    }
}

#[test]
fn windows_reach_their_bound() -> Result<(), PolicyError> {
    for (limit, window) in (1..=4).flat_map(|limit| (1..=5).map(move |window| (limit, window))) {
        let (before, longest) = (2 * window + 2, 3 * window + 1);
        for align in [Align::Epoch, Align::First] {
            for denied in [false, true] {
                let fixed = FixedWindow::new(limit, window)?.align(align).count_denied(denied);
                assert_reached(&fixed.into(), before, longest);
            }
            for rounding in [Rounding::Floor, Rounding::Exact] {
                let counter = SlidingWindowCounter::new(limit, window)?.align(align).rounding(rounding);
                assert_reached(&counter.into(), 3 * window, longest);
            }
        }
        if limit * window <= 12 {
            assert_reached(&SlidingWindowLog::new(limit, window)?.into(), before, longest);
        }
    }
    Ok(())
}

/// Small rates, large ones and those that no nanosecond divides.
fn rates() -> impl Iterator<Item = (u64, u64, u64)> {
    let sizes = (1..=3).flat_map(|capacity| (1..=5).map(move |amount| (capacity, amount)));
    sizes.flat_map(|(capacity, amount)| [1, 2, 3, 5, 7].map(|period| (capacity, amount, period)))
}

/// Whether a bucket of two or more gets back nearly all of itself in a nanosecond. There `most_in` is a bound that
/// no traffic reaches: the traffic that loses least of what comes back to a full bucket depends on every digit.
fn is_absurd(capacity: u64, amount: u64, period: u64) -> bool {
    capacity > 1 && (capacity - 1) * period < amount && amount < capacity * period
}

#[test]
fn buckets_reach_their_bound() -> Result<(), PolicyError> {
    for (capacity, amount, period) in rates() {
        let policies: [Policy; 3] = [
            TokenBucket::new(capacity, amount, period)?.into(),
            LeakyBucketMeter::new(capacity, amount, period)?.into(),
            Gcra::new(capacity, amount, period)?.into(),
        ];
        for policy in policies.iter().filter(|_| !is_absurd(capacity, amount, period)) {
            assert_reached(policy, 2, 12);
        }
        let refilled = TokenBucket::with_refill(Refill::Interval, capacity, amount, period)?;
        assert_reached(&refilled.into(), period, 3 * period);
        // One that begins empty has to be waited for.
        let empty = TokenBucket::new(capacity, amount, period)?.initial(0)?;
        if !is_absurd(capacity, amount, period) {
            assert_reached(&empty.into(), 1 + (capacity * period).div_ceil(amount), 6);
        }
    }
    for initial in 0..=3 {
        assert_reached(&TokenBucket::new(3, 0, 2)?.initial(initial)?.into(), 2, 5);
        assert_reached(&Gcra::new(3, 0, 2)?.into(), 2, 5);
    }
    Ok(())
}

/// A request may cost as much as the queue holds, so a bound on the wait does not bound what is admitted.
#[test]
fn queues_reach_their_bound() -> Result<(), PolicyError> {
    for (capacity, amount, period) in
        rates().filter(|(capacity, amount, period)| !is_absurd(*capacity, *amount, *period))
    {
        for undelayed in 0..=capacity {
            for wait in [None, Some(1), Some(2), Some(5)] {
                let queue =
                    LeakyBucketQueue::new(capacity, amount, period)?.undelayed(undelayed)?.max_wait(wait)?;
                assert_reached(&queue.into(), 2, 10);
            }
        }
    }
    Ok(())
}

/// Where no traffic reaches it, it is still a bound: for a queue that must never wait and loses the rest of a
/// nanosecond whenever it is empty, and where a nanosecond gives nearly everything back.
#[test]
fn elsewhere_it_is_a_bound() -> Result<(), PolicyError> {
    for (capacity, amount, period) in rates() {
        let policies: [Policy; 2] = [
            LeakyBucketQueue::new(capacity, amount, period)?.max_wait(Some(0))?.into(),
            TokenBucket::new(capacity, amount, period)?.into(),
        ];
        for policy in policies {
            for (interval, most) in (0..).zip(most_of_all(&policy, 2, 10)) {
                assert!(most <= policy.most_in(interval), "{policy} in {interval} ns: {most}");
            }
        }
    }
    Ok(())
}

/// When the requests of a queue start, for every way in which a client can send them for a while.
fn each_start(
    policy: &Policy,
    state: PolicyState,
    now: u64,
    end: u64,
    starts: &mut Vec<u64>,
    look: &mut impl FnMut(&[u64]),
) {
    if now == end {
        return look(starts);
    }
    let (mut state, before) = (state, starts.len());
    loop {
        each_start(policy, state.clone(), now + 1, end, starts, look);
        let outcome = policy.take(&mut state, now, 1);
        if !outcome.admits() {
            break;
        }
        starts.push(now + outcome.delay());
    }
    starts.truncate(before);
}

/// Behind a queue it is what starts that counts.
#[test]
fn queues_reach_their_bound_of_starts() -> Result<(), PolicyError> {
    for (capacity, amount, period) in rates().filter(|(.., period)| *period <= 5) {
        for undelayed in 0..=capacity {
            let policy: Policy =
                LeakyBucketQueue::new(capacity, amount, period)?.undelayed(undelayed)?.into();
            let mut most = [0; 4];
            each_start(&policy, policy.fresh(), 0, 7, &mut Vec::new(), &mut |starts| {
                for (interval, most) in (0..).zip(&mut most) {
                    let within = |from: u64| {
                        starts.iter().filter(|start| (from..=from + interval).contains(*start)).count()
                    };
                    *most = starts.iter().map(|from| within(*from)).max().unwrap_or(0).max(*most);
                }
            });
            for (interval, most) in (0..).zip(most) {
                let bound = policy.most_started_in(interval, 1);
                let is_exact = undelayed + 1 < capacity && amount <= period;
                assert!(most as u128 <= bound, "{policy}: {most} in {interval} ns, at most {bound}");
                assert!(most as u128 == bound || !is_exact, "{policy}: {most} in {interval} ns, not {bound}");
            }
        }
    }
    Ok(())
}
