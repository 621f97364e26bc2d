//! Candidates for the worst traffic of each limiter, on one server, on servers that never sync and on servers that
//! do.

use ratelab_limiter::{
    Align, Limiter, Policy,
    bounds::{ALIGN, AMOUNT, CREATED_AT, MAX_WAIT, PERIOD, WINDOW},
};

use crate::settings::{number, refills_at_intervals};
use ratelab_scenario::scenario::{Pattern, Servers, Shape, Store};

/// The largest number of requests in a worst case.
const MOST_WORST_CASE_REQUESTS: u64 = 1_000_000;
/// The number of syncs to try as the last one: refills at intervals come at another time after each.
const MOST_SYNCS: u64 = 8;

/// Returns the candidates for the worst traffic of a policy between two instants this far apart, each with few enough
/// requests. Servers that take turns each get all of it. Some reach the bound, others come near it.
pub(super) fn attacks(policy: &Policy, start: u64, interval: u64, servers: &Servers) -> Vec<Vec<Pattern>> {
    let mut attacks = match policy {
        Policy::AllOf(all) => {
            return all
                .members()
                .iter()
                .flat_map(|member| attacks(member, start, interval, servers))
                .collect();
        }
        Policy::FixedWindow(_) => fixed_window(policy, start, interval),
        Policy::SlidingWindowLog(_) => vec![repeated(0, policy.limit(), length(policy), interval)],
        Policy::SlidingWindowCounter(_) => counter(policy, start, interval, servers.count),
        _ => match servers.store {
            Store::Sync { every } => between_syncs(policy, start, interval, every),
            _ => vec![bucket(policy, start, 0, interval)],
        },
    };
    if let (Policy::FixedWindow(_) | Policy::SlidingWindowCounter(_), Store::Sync { every }) =
        (policy, servers.store)
    {
        let number = if begins_with_a_request(policy) { 1 } else { MOST_SYNCS };
        let syncs = (0..number).map(|number| number * every);
        let after = |later| {
            attacks.iter().flatten().map(move |trains| after_a_sync(policy, trains, start, every, later))
        };
        attacks.extend(syncs.flat_map(after).collect::<Vec<_>>());
    }
    let requests =
        |trains: &Trains| trains.iter().map(|train| u64::from(train.count) * train.times).sum::<u64>();
    let is_short = |trains: &Trains| requests(trains) <= MOST_WORST_CASE_REQUESTS;
    let all = attacks.into_iter().flatten().filter_map(|trains| on_each(trains, servers.count));
    all.filter(is_short).map(patterns).collect()
}

/// Repeats the traffic for each of several servers that take turns. Single requests go to the next server in turn.
fn on_each(trains: Trains, servers: u32) -> Option<Trains> {
    let each = |train: Train| {
        let count = if train.is_for_any { train.count } else { train.count.checked_mul(servers)? };
        Some(Train { count, ..train })
    };
    trains.into_iter().map(each).collect()
}

/// Moves the first budget of all servers to a sync, or to the first window after it. The opening request goes to one
/// of them, and the others are charged for it.
fn after_a_sync(policy: &Policy, trains: &Trains, start: u64, every: u64, later: u64) -> Option<Trains> {
    let burst = trains.iter().find(|train| train.count == policy.limit())?.from;
    let earliest = edge_after(start, 0, every, burst)?.checked_add(later)? - burst;
    let step = if begins_with_a_request(policy) { 1 } else { length(policy) };
    let by = earliest.checked_next_multiple_of(step)?;
    let moved = |train: &Train| {
        let is_for_any = train.count == 1 && train.times == 1;
        let count = if is_for_any { 1 } else { policy.limit() };
        Some(Train { from: train.from.checked_add(by)?, count, is_for_any, ..*train })
    };
    trains.iter().map(moved).collect()
}

/// Repeated bursts of one size, at one cost per request.
#[derive(Clone, Copy)]
struct Train {
    from: u64,
    count: u32,
    every: u64,
    times: u64,
    cost: u32,
    /// Whether it is independent of the number of servers.
    is_for_any: bool,
}

/// Trains of bursts, or `None` if an instant is beyond the end of time.
type Trains = Vec<Train>;

fn once(from: u64, count: u32) -> Train {
    Train { from, count, every: 1, times: 1, cost: 1, is_for_any: false }
}

/// Returns a single request of this cost.
fn at_a_cost(from: u64, cost: u32) -> Train {
    Train { cost, ..once(from, u32::from(cost > 0)) }
}

/// Returns bursts as often as the interval allows, both ends included.
fn repeated(from: u64, count: u32, every: u64, interval: u64) -> Option<Trains> {
    from.checked_add(interval)?;
    Some(vec![Train { every, times: interval / every + 1, ..once(from, count) }])
}

fn patterns(trains: Trains) -> Vec<Pattern> {
    let pattern = |Train { from, count, every, times, cost, .. }: Train| Pattern {
        from,
        cost,
        ..Pattern::new(match times {
            1 => Shape::Burst { count },
            _ => Shape::Bursts { count, every, times: u32::try_from(times).unwrap_or(u32::MAX) },
        })
    };
    trains.into_iter().filter(|train| train.count > 0 && train.times > 0).map(pattern).collect()
}

/// A bucket's capacity and refill.
struct Bucket {
    /// In requests.
    capacity: u32,
    /// Parts per request.
    unit: u64,
    /// Parts that come back per nanosecond, or requests at the end of each period.
    amount: u64,
    /// An end of a period, and its length, if refills come at intervals.
    refill: Option<(u64, u64)>,
}

impl Bucket {
    fn new(policy: &Policy) -> Self {
        let (settings, unit) = (policy.settings(), policy.level_unit());
        let (amount, period) = (number(&settings, &AMOUNT), number(&settings, &PERIOD).max(1));
        let is_at_intervals = refills_at_intervals(&settings);
        let refill = is_at_intervals.then(|| (number(&settings, &CREATED_AT), period));
        let each = (u128::from(amount) * u128::from(unit) / u128::from(period)) as u64;
        Self { capacity: policy.limit(), unit, amount: if is_at_intervals { amount } else { each }, refill }
    }
}

/// Spends one budget just before a window's edge, and one in each window after it. If windows begin with a request,
/// one request opens the first; or the windows follow each other from the start.
fn fixed_window(policy: &Policy, start: u64, interval: u64) -> Vec<Option<Trains>> {
    let (limit, window) = (policy.limit(), length(policy));
    let later = interval.div_ceil(window);
    if later == 0 {
        return vec![Some(vec![once(0, limit)])];
    }
    let rest = interval - (later - 1) * window;
    let early = round(rest.min(window) / 20);
    let next = |edge: u64| {
        edge.checked_add(later.checked_mul(window)?)?;
        Some(Train { every: window, times: later, ..once(edge, limit) })
    };
    if begins_with_a_request(policy) {
        let opened = |next| vec![once(0, 1), once(window - early.min(window - 1), limit - 1), next];
        return vec![next(window).map(opened), repeated(0, limit, window, interval)];
    }
    let edge = edge_after(start, 0, window, early);
    vec![edge.and_then(|edge| Some(vec![once(edge - early, limit), next(edge)?]))]
}

/// Spends each window's budget at its end, when the previous window weighs less than one request. Each burst is
/// slightly earlier in its window than the one before, so that two fit into one length. Otherwise, each burst is at
/// the last instant of its window, and the last one as late as possible. Servers may know each other's budgets.
fn counter(policy: &Policy, start: u64, interval: u64, servers: u32) -> Vec<Option<Trains>> {
    let (limit, window) = (policy.limit(), length(policy));
    let bursts = interval / window + 2;
    let counted = u64::from(limit) * u64::from(servers);
    let early =
        round(window.saturating_sub(1) / bursts.saturating_mul(counted).max(1)).min(window.div_ceil(2));
    let train = |from: u64, count: u32| repeated(from, count, (window - early).max(1), interval);
    let last_instants = |first: u64, next: u64, later: u64| {
        let between = Train { every: window, times: later.saturating_sub(1), ..once(next, limit) };
        Some(vec![once(first, limit), between, once(first.checked_add(interval)?, limit)])
    };
    let across = interval.div_ceil(window);
    if begins_with_a_request(policy) {
        let opened = |trains: Trains| [vec![once(0, 1)], trains].concat();
        let twice = window.checked_mul(2);
        return vec![
            twice.and_then(|twice| train(twice - early, limit)).map(opened),
            train(window - early.min(window - 1), limit).map(opened),
            twice.and_then(|twice| last_instants(twice - 1, twice - 1 + window, across)).map(opened),
            twice.and_then(|twice| last_instants(0, twice - 1, interval / window)),
            // If the budget of a window weighs all of the next one, every second window is used.
            repeated(0, limit, window, interval),
        ];
    }
    let edge = |early: u64| edge_after(start, 0, window, early);
    vec![
        edge(early).and_then(|edge| train(edge - early, limit)),
        edge(1).and_then(|edge| last_instants(edge - 1, edge - 1 + window, across)),
    ]
}

/// Spends the full bucket, not before a time, and then the refill before the bucket can be full again.
fn bucket(policy: &Policy, start: u64, from: u64, interval: u64) -> Option<Trains> {
    let (full, state) = when_full(policy, start, from)?;
    let capacity = policy.remaining(&policy.advance(&policy.fresh(), start.checked_add(full)?));
    full.checked_add(interval)?;
    if let Some(refill) = state.refill {
        return at_intervals(&state, refill, capacity, start, full, interval);
    }
    if state.capacity == 1 && state.amount > 0 {
        return repeated(full, 1, time_for(&state, 1)?, interval);
    }
    let returned = returned_in(&state, interval)?;
    if policy.settings().number(&MAX_WAIT).is_some() {
        return hurried(&state, full, returned);
    }
    let burst = once(full, capacity);
    if returned == 0 {
        return Some(vec![burst]);
    }
    let last = time_for(&state, returned)?;
    if returned <= u64::from(capacity) {
        return Some(vec![burst, once(full + last, u32::try_from(returned).ok()?)]);
    }
    // Never long enough for the bucket to be full again.
    let every = time_within(&state, capacity - 1)?.max(1);
    let times = last.saturating_sub(1) / every;
    let train = Train { every, times, ..once(full.checked_add(every)?, capacity - 1) };
    Some(vec![burst, train, once(full + last, capacity)])
}

/// If waits are bounded, only the requests ahead count, and not a request's own cost. So as many come as are served,
/// each at half the capacity, and the last one costs the whole capacity.
fn hurried(bucket: &Bucket, full: u64, returned: u64) -> Option<Trains> {
    let part = (bucket.capacity / 2).max(1);
    let (times, rest) = (returned / u64::from(part), u32::try_from(returned % u64::from(part)).ok()?);
    let every = time_within(bucket, part)?.max(1);
    let train = Train { every, times, ..at_a_cost(full, part) };
    let end = full.checked_add(every.checked_mul(times)?)?;
    let last = full.checked_add(time_for(bucket, returned)?)?;
    Some(vec![train, at_a_cost(end, rest), at_a_cost(last, bucket.capacity)])
}

/// Servers that sync late have to pay for what they admit together. So the refill is spent as it comes, until a sync
/// after which each of them has a full bucket, and then each spends its own until the next sync.
fn between_syncs(policy: &Policy, start: u64, interval: u64, every: u64) -> Vec<Option<Trains>> {
    let Some((full, state)) = when_full(policy, start, 0) else { return Vec::new() };
    let own = interval.min(every - 1);
    let earliest = full.saturating_add(interval - own);
    if let Some((origin, period)) = state.refill {
        let just_before = |number: u64| {
            let first = edge_after(start, origin, period, earliest.checked_add(every)?)?;
            let refill = first.checked_add(number.checked_mul(period)?)?;
            refilled_after_a_sync(&state, (origin, period), start, refill, interval, every)
        };
        return (0..MOST_SYNCS).map(just_before).chain([bucket(policy, start, 0, interval)]).collect();
    }
    let spent = |sync: u64| {
        let before = as_it_comes(&state, sync - (interval - own), interval - own)?;
        Some([before, bucket(policy, start, sync, own)?].concat())
    };
    // If little comes back between two syncs, the full buckets are best spent at the end.
    let at_the_end = || {
        let before = as_it_comes(&state, full, interval)?;
        Some([before, vec![once(full.checked_add(interval)?, state.capacity)]].concat())
    };
    vec![edge_after(start, 0, every, earliest).and_then(spent), at_the_end()]
}

/// Spends the refill of a period as it comes, all servers together, so that the bucket is full again at its end.
fn as_it_comes(state: &Bucket, from: u64, time: u64) -> Option<Trains> {
    let returned = returned_in(state, time)?;
    let burst = u32::try_from(returned).unwrap_or(u32::MAX).min(state.capacity);
    let first = Train { is_for_any: true, ..once(from, burst) };
    if u64::from(burst) == returned {
        return Some(vec![first]);
    }
    let every = time_for(state, 1)?;
    let times = (returned - u64::from(burst)).min((time - time_for(state, burst.into())?) / every);
    Some(vec![first, Train { every, times, ..Train { from: from + every, count: 1, ..first } }])
}

/// The same if refills come at intervals: the last buckets are spent just before one of the refills after a sync.
fn refilled_after_a_sync(
    state: &Bucket,
    (origin, period): (u64, u64),
    start: u64,
    at: u64,
    interval: u64,
    every: u64,
) -> Option<Trains> {
    let count = u32::try_from(state.amount).unwrap_or(u32::MAX).min(state.capacity);
    let refill = |from, times| Train { every: period, times, ..once(from, count) };
    let sync = edge_after(start, 0, every, at)? - every;
    let end = at.checked_add(interval)?.min(sync + every) - 1;
    let begin = end - interval;
    let first = edge_after(start, origin, period, begin + 1)?;
    let earlier = if first > sync {
        Vec::new()
    } else {
        vec![refill(begin, 1), refill(first, (sync - first) / period)]
    };
    let earlier = earlier.into_iter().map(|train| Train { is_for_any: true, ..train });
    Some(earlier.chain([once(at - 1, state.capacity), refill(at, (end + period - at) / period)]).collect())
}

/// Spends the full bucket just before a refill, and then every refill.
fn at_intervals(
    state: &Bucket,
    (origin, period): (u64, u64),
    capacity: u32,
    start: u64,
    full: u64,
    interval: u64,
) -> Option<Trains> {
    let times = interval.div_ceil(period);
    if times == 0 {
        return Some(vec![once(full, capacity)]);
    }
    let early = round((interval - (times - 1) * period).min(period) / 20);
    let edge = edge_after(start, origin, period, full.checked_add(early)?)?;
    edge.checked_add(times.checked_mul(period)?)?;
    let count = u32::try_from(state.amount).unwrap_or(u32::MAX).min(capacity);
    Some(vec![once(edge - early, capacity), Train { every: period, times, ..once(edge, count) }])
}

/// Returns the time when a fresh bucket is full, not before another, or that one if it never is, and the bucket.
fn when_full(policy: &Policy, start: u64, from: u64) -> Option<(u64, Bucket)> {
    let full = time_when_full(policy, start).unwrap_or(0).max(from);
    start.checked_add(full)?;
    Some((full, Bucket::new(policy)))
}

/// Returns the refill between two instants this far apart, in requests.
fn returned_in(bucket: &Bucket, interval: u64) -> Option<u64> {
    u64::try_from(u128::from(bucket.amount) * u128::from(interval) / u128::from(bucket.unit)).ok()
}

/// Returns the time when the whole budget of a fresh state is available, if it ever is.
fn time_when_full(policy: &Policy, start: u64) -> Option<u64> {
    let fresh = policy.fresh();
    let moment = policy.advance(&fresh, start);
    let clock = policy.clock(&moment).checked_add(policy.reset_after(&fresh, &moment)?)?;
    Some(clock.saturating_sub(start))
}

/// Returns the time until this many requests' worth has been refilled.
fn time_for(bucket: &Bucket, requests: u64) -> Option<u64> {
    let parts = u128::from(requests) * u128::from(bucket.unit);
    u64::try_from(parts.div_ceil(bucket.amount.max(1).into())).ok()
}

/// Returns how long some of this many requests' worth is still missing.
fn time_within(bucket: &Bucket, requests: u32) -> Option<u64> {
    let parts = u128::from(requests) * u128::from(bucket.unit);
    u64::try_from(parts / u128::from(bucket.amount.max(1))).ok()
}

/// Returns the first edge of windows of this length at or after a time of the scenario. Edges are relative to an
/// instant of the limiters' clock, which shows `start` when the scenario begins.
fn edge_after(start: u64, origin: u64, window: u64, time: u64) -> Option<u64> {
    let clock = start.checked_add(time)?.max(origin);
    let edge = origin.checked_add((clock - origin).checked_next_multiple_of(window)?)?;
    Some(edge - start)
}

fn begins_with_a_request(policy: &Policy) -> bool {
    policy.settings().get(ALIGN.name) == Some(&Align::First.word().into())
}

fn length(policy: &Policy) -> u64 {
    number(&policy.settings(), &WINDOW).max(1)
}

/// Returns the largest power of ten up to this number, and at least 1, to keep times readable.
fn round(time: u64) -> u64 {
    10u64.pow(time.max(1).ilog10())
}
