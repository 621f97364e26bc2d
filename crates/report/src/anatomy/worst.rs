//! The traffic that gets the most out of a limiter in one window of the scenario's length. It shows that the bound
//! can be reached.
//!
//! Each kind of limiter has its own worst traffic. An all-of is tried with those of all its members. The amount
//! admitted is not computed here: each candidate is run.

use crate::Report;
use ratelab_limiter::{
    Limiter, Policy, PolicyState,
    bounds::{CREATED_AT, MAX_WAIT, PERIOD, WINDOW},
};

use super::mechanism::{Bucket, Mechanism, number};
use ratelab_scenario::{
    language::print_pattern,
    scenario::{Clients, Lane, Pattern, Retry, Routing, Scenario, Servers, Shape, Store},
};
use ratelab_simulation::{
    measures::{Most, Start, bound::bound_on, most_in_any},
    run::{Kind, Simulation},
};

/// The largest number of requests in a worst case.
const MOST_WORST_CASE_REQUESTS: u64 = 1_000_000;

/// The worst case of a limiter in a window, and the traffic that reaches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worst {
    /// The upper bound on what is admitted in one window, both ends included; on several servers, on what starts.
    pub bound: u128,
    /// The most that this traffic had admitted in one window, by arrival.
    pub admitted: Most,
    /// The most that started in one window: a queue spreads what it admits.
    pub started: Most,
    /// The scenario with this traffic, sent by one client that does not retry. If servers have their own states they
    /// take turns, and each gets the worst traffic; otherwise there is one server.
    pub scenario: Scenario,
}

impl Worst {
    /// Returns the traffic as a script.
    pub fn traffic(&self) -> String {
        self.scenario.traffic.iter().map(print_pattern).collect::<Vec<_>>().join("; ")
    }
}

impl Report {
    /// Returns the worst case of a lane, if it needs few enough requests.
    pub fn worst(&self, lane: usize) -> Option<Worst> {
        let scenario = self.scenario();
        let policy = self.lanes().get(lane)?.policy();
        let window = scenario.limit.period;
        let own = scenario.lanes.get(lane)?;
        let servers = taking_turns(&scenario.servers, own.store_in(scenario));
        let bound = match servers.store {
            Store::Shared => policy.most_in(window - 1),
            store => bound_on(&servers, store, 1, policy, window - 1, 1)?,
        };
        let tried = attacks(policy, scenario.start, window - 1, &servers).into_iter().filter_map(|traffic| {
            let scenario = attacked(scenario, traffic, servers.clone());
            let alone = Scenario { lanes: vec![Lane { store: None, ..own.clone() }], ..scenario.clone() };
            let run = Simulation::complete(alone).ok()?;
            let (admitted, started) = (most_admitted(&run, 0, window - 1), run.most(0));
            Some(Worst { bound, admitted, started, scenario })
        });
        // The first of those that reach the same amount: it is the simplest.
        tried.reduce(|best, next| if next.admitted.cost > best.admitted.cost { next } else { best })
    }
}

/// Returns the most that was admitted between two instants this far apart, by arrival.
fn most_admitted(run: &Simulation, lane: usize, interval: u64) -> Most {
    let Some(arrivals) = run.arrivals(lane) else { return Most::default() };
    let outcomes = run.lanes()[lane].record().outcomes();
    let admitted = (0..outcomes.len()).filter(|index| outcomes.get(*index) != Kind::Denied);
    let start = |index| Start { key: 0, time: arrivals.time(index), cost: arrivals.cost(index) };
    most_in_any(admitted.map(start), interval)
}

/// Returns the servers if they have their own states and one client can reach all of them; otherwise one server.
fn taking_turns(servers: &Servers, store: Store) -> Servers {
    let is_apart = matches!(store, Store::Local | Store::Sync { .. }) && servers.routing != Routing::Sticky;
    match is_apart && servers.count > 1 {
        true => Servers { routing: Routing::RoundRobin, store, clocks: Vec::new(), ..servers.clone() },
        false => Servers::default(),
    }
}

/// Returns a scenario with other traffic, sent by one client that does not retry to these servers.
fn attacked(scenario: &Scenario, traffic: Vec<Pattern>, servers: Servers) -> Scenario {
    let (clients, groups) = (Clients::default(), Vec::new());
    let retry = Retry::default();
    Scenario { traffic, clients, groups, servers, retry, show: None, ..scenario.clone() }
}

/// Returns the candidates for the worst traffic of a policy, each with few enough requests. Servers that take turns
/// each get all of it; if they sync, a bucket admits the most if its burst comes last.
fn attacks(policy: &Policy, start: u64, interval: u64, servers: &Servers) -> Vec<Vec<Pattern>> {
    let attacks = match policy {
        Policy::AllOf(all) => {
            return all
                .members()
                .iter()
                .flat_map(|member| attacks(member, start, interval, servers))
                .collect();
        }
        Policy::FixedWindow(_) => fixed_window(policy, start, interval),
        Policy::SlidingWindowLog(_) => vec![repeated(0, policy.limit(), length(policy), interval)],
        Policy::SlidingWindowCounter(_) => counter(policy, start, interval),
        _ if matches!(servers.store, Store::Sync { .. }) => vec![spent_last(policy, start, interval)],
        _ => vec![bucket(policy, start, interval)],
    };
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
/// the last instant of its window, and the last one as late as possible.
fn counter(policy: &Policy, start: u64, interval: u64) -> Vec<Option<Trains>> {
    let (limit, window) = (policy.limit(), length(policy));
    let bursts = interval / window + 2;
    let early = round(window.saturating_sub(1) / bursts.saturating_mul(u64::from(limit)).max(1))
        .min(window.div_ceil(2));
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

/// Spends the full bucket, and then the refill before the bucket can be full again.
fn bucket(policy: &Policy, start: u64, interval: u64) -> Option<Trains> {
    let (full, state) = when_full(policy, start)?;
    let capacity = policy.remaining(&policy.advance(&policy.fresh(), start.checked_add(full)?));
    full.checked_add(interval)?;
    if state.refill_after.is_some() {
        return at_intervals(policy, capacity, state, start, full, interval);
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

/// Spends the refill as it comes, and then the full bucket. Servers that sync late have to pay for what they admit
/// together, so the burst comes last.
fn spent_last(policy: &Policy, start: u64, interval: u64) -> Option<Trains> {
    let (full, state) = when_full(policy, start)?;
    if state.refill_after.is_some() {
        return bucket(policy, start, interval);
    }
    let returned = returned_in(&state, interval)?;
    let every = time_for(&state, 1)?.max(1);
    let times = returned.min(interval / every);
    let train = Train { every, times, is_for_any: true, ..once(full, 1) };
    Some(vec![train, once(full.checked_add(interval)?, state.capacity)])
}

/// Spends the full bucket just before a refill, and then every refill.
fn at_intervals(
    policy: &Policy,
    capacity: u32,
    bucket: Bucket,
    start: u64,
    full: u64,
    interval: u64,
) -> Option<Trains> {
    let settings = policy.settings();
    let period = number(&settings, &PERIOD);
    let times = interval.div_ceil(period);
    if times == 0 {
        return Some(vec![once(full, capacity)]);
    }
    let early = round((interval - (times - 1) * period).min(period) / 20);
    let edge = edge_after(start, number(&settings, &CREATED_AT), period, full.checked_add(early)?)?;
    edge.checked_add(times.checked_mul(period)?)?;
    let count = u32::try_from(bucket.amount).unwrap_or(u32::MAX).min(capacity);
    Some(vec![once(edge - early, capacity), Train { every: period, times, ..once(edge, count) }])
}

/// Returns the time when a fresh bucket is full, or zero if it never is, and the bucket at that time.
fn when_full(policy: &Policy, start: u64) -> Option<(u64, Bucket)> {
    let fresh = policy.fresh();
    let full = time_when_full(policy, &fresh, start).unwrap_or(0);
    match Mechanism::new(policy, &fresh, start.checked_add(full)?) {
        Mechanism::Bucket(bucket) => Some((full, bucket)),
        _ => None,
    }
}

/// Returns the refill between two instants this far apart, in requests.
fn returned_in(bucket: &Bucket, interval: u64) -> Option<u64> {
    u64::try_from(u128::from(bucket.amount) * u128::from(interval) / u128::from(bucket.unit)).ok()
}

/// Returns the time when the whole budget of a fresh state is available, if it ever is.
fn time_when_full(policy: &Policy, fresh: &PolicyState, start: u64) -> Option<u64> {
    let moment = policy.advance(fresh, start);
    let clock = policy.clock(&moment).checked_add(policy.reset_after(fresh, &moment)?)?;
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

fn length(policy: &Policy) -> u64 {
    number(&policy.settings(), &WINDOW).max(1)
}

fn begins_with_a_request(policy: &Policy) -> bool {
    policy.settings().get("align") == Some(&"first".into())
}

/// Returns the largest power of ten up to this number, and at least 1, to keep times readable.
fn round(time: u64) -> u64 {
    10u64.pow(time.max(1).ilog10())
}
