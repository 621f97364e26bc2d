//! The traffic that gets the most out of a limiter in one window of the scenario's length: a
//! bound that nobody can reach would say little.
//!
//! Each kind of limiter has its own way to be driven to its bound. An all-of is tried with those
//! of all its members. What a traffic comes to is not computed here: it is run.

use ratelab_limiter::{Limiter, Policy, PolicyState};

use super::mechanism::{Bucket, Mechanism, number};
use crate::{
    language::print_pattern,
    measures::{Most, Start, most_in_any},
    run::{Kind, Simulation},
    scenario::{Clients, Lane, Pattern, Retry, Scenario, Servers, Shape},
};

/// The most requests that a worst case is made of.
const MOST_REQUESTS: u64 = 1_000_000;

/// The worst that a limiter does in a window, and the traffic that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worst {
    /// The most that could ever be admitted in one window, both of its ends included.
    pub bound: u128,
    /// The most that this traffic has admitted in one, by when requests came.
    pub admitted: Most,
    /// The most of it that started in one: a queue spreads what it admits.
    pub started: Most,
    /// The scenario with this traffic, from one client that does not retry, to one server.
    pub scenario: Scenario,
}

impl Worst {
    /// The traffic as a script.
    pub fn traffic(&self) -> String {
        self.scenario.traffic.iter().map(print_pattern).collect::<Vec<_>>().join("; ")
    }
}

impl Simulation {
    /// The worst case of a lane, if it is made of few enough requests.
    pub fn worst(&self, lane: usize) -> Option<Worst> {
        let scenario = self.scenario();
        let policy = self.lanes().get(lane)?.policy();
        let window = scenario.limit.period;
        let tried = attacks(policy, scenario.start, window - 1).into_iter().filter_map(|traffic| {
            let lane = Lane { store: None, ..scenario.lanes.get(lane)?.clone() };
            let alone = Scenario { lanes: vec![lane], ..attacked(scenario, traffic) };
            let run = Self::complete(alone).ok()?;
            let scenario = attacked(scenario, run.scenario().traffic.clone());
            let (bound, admitted, started) =
                (policy.most_in(window - 1), run.most_admitted(0, window - 1), run.most(0));
            Some(Worst { bound, admitted, started, scenario })
        });
        // The first of those that come to as much: it is the simplest.
        tried.reduce(|best, next| if next.admitted.cost > best.admitted.cost { next } else { best })
    }

    /// The most that was admitted between two instants so far apart, by when requests came.
    fn most_admitted(&self, lane: usize, interval: u64) -> Most {
        let Some(arrivals) = self.arrivals(lane) else { return Most::default() };
        let outcomes = self.lanes()[lane].record().outcomes();
        let admitted = (0..outcomes.len()).filter(|index| outcomes.get(*index) != Kind::Denied);
        let start = |index| Start { key: 0, time: arrivals.time(index), cost: arrivals.cost(index) };
        most_in_any(admitted.map(start), interval)
    }
}

/// A scenario with another traffic, from one client that does not retry, to one server.
fn attacked(scenario: &Scenario, traffic: Vec<Pattern>) -> Scenario {
    let (clients, groups, servers) = (Clients::default(), Vec::new(), Servers::default());
    let retry = Retry::default();
    Scenario { traffic, clients, groups, servers, retry, show: None, ..scenario.clone() }
}

/// The traffics to try against a policy, each of few enough requests.
fn attacks(policy: &Policy, start: u64, interval: u64) -> Vec<Vec<Pattern>> {
    let attacks = match policy {
        Policy::AllOf(all) => {
            return all.members().iter().flat_map(|member| attacks(member, start, interval)).collect();
        }
        Policy::FixedWindow(_) => fixed_window(policy, start, interval),
        Policy::SlidingWindowLog(_) => vec![repeated(0, policy.limit(), length(policy), interval)],
        Policy::SlidingWindowCounter(_) => counter(policy, start, interval),
        _ => vec![bucket(policy, start, interval)],
    };
    let requests =
        |trains: &Trains| trains.iter().map(|train| u64::from(train.count) * train.times).sum::<u64>();
    let is_short =
        |trains: &Option<Trains>| trains.as_ref().is_some_and(|trains| requests(trains) <= MOST_REQUESTS);
    attacks.into_iter().filter(is_short).flatten().map(patterns).collect()
}

/// So many at once, again and again.
#[derive(Clone, Copy)]
struct Train {
    from: u64,
    count: u32,
    every: u64,
    times: u64,
}

/// Trains of bursts, or nothing where an instant lies beyond the end of time.
type Trains = Vec<Train>;

fn once(from: u64, count: u32) -> Train {
    Train { from, count, every: 1, times: 1 }
}

/// Bursts as often as the interval allows, both of its ends included.
fn repeated(from: u64, count: u32, every: u64, interval: u64) -> Option<Trains> {
    from.checked_add(interval)?;
    Some(vec![Train { from, count, every, times: interval / every + 1 }])
}

fn patterns(trains: Trains) -> Vec<Pattern> {
    let pattern = |Train { from, count, every, times }: Train| Pattern {
        from,
        ..Pattern::new(match times {
            1 => Shape::Burst { count },
            _ => Shape::Bursts { count, every, times: u32::try_from(times).unwrap_or(u32::MAX) },
        })
    };
    trains.into_iter().filter(|train| train.count > 0 && train.times > 0).map(pattern).collect()
}

/// A budget just before a window's edge, and one in each window after it. Where windows begin
/// with a request, one has to be spent on that; or the windows follow each other from the start.
fn fixed_window(policy: &Policy, start: u64, interval: u64) -> Vec<Option<Trains>> {
    let (limit, window) = (policy.limit(), length(policy));
    let later = interval.div_ceil(window);
    if later == 0 {
        return vec![Some(vec![once(0, limit)])];
    }
    let room = interval - (later - 1) * window;
    let early = round(room.min(window) / 20);
    let next = |edge: u64| {
        edge.checked_add(later.checked_mul(window)?)?;
        Some(Train { from: edge, count: limit, every: window, times: later })
    };
    if begins_with_a_request(policy) {
        let opened = |next| vec![once(0, 1), once(window - early.min(window - 1), limit - 1), next];
        return vec![next(window).map(opened), repeated(0, limit, window, interval)];
    }
    let edge = edge_after(start, 0, window, early);
    vec![edge.and_then(|edge| Some(vec![once(edge - early, limit), next(edge)?]))]
}

/// Each window's budget at its end, when the window before weighs less than one request. Each
/// burst is a little earlier in its window than the one before, so that two are within one length.
fn counter(policy: &Policy, start: u64, interval: u64) -> Vec<Option<Trains>> {
    let (limit, window) = (policy.limit(), length(policy));
    let bursts = interval / window + 2;
    let early = round(window.saturating_sub(1) / bursts.saturating_mul(u64::from(limit)).max(1))
        .min(window.div_ceil(2));
    let train = |from: u64, count: u32| repeated(from, count, (window - early).max(1), interval);
    if begins_with_a_request(policy) {
        let opened = |at: u64, first: u32| Some([vec![once(0, first)], train(at, limit)?].concat());
        return vec![
            (2 * window).checked_sub(early).and_then(|at| opened(at, 1)),
            opened(window - early.min(window - 1), 1),
        ];
    }
    vec![edge_after(start, 0, window, early).and_then(|edge| train(edge - early, limit))]
}

/// All that is there when the bucket is full, and then what comes back, before it can be full
/// again.
fn bucket(policy: &Policy, start: u64, interval: u64) -> Option<Trains> {
    let fresh = policy.fresh();
    let full = time_when_full(policy, &fresh, start).unwrap_or(0);
    let now = start.checked_add(full)?;
    let capacity = policy.remaining(&policy.advance(&fresh, now));
    let Mechanism::Bucket(of) = Mechanism::of(policy, &fresh, now) else { return None };
    full.checked_add(interval)?;
    if of.refill_after.is_some() {
        return at_intervals(policy, capacity, of, start, full, interval);
    }
    let returned = u128::from(of.amount) * u128::from(interval) / u128::from(of.unit);
    let returned = u64::try_from(returned).ok()?;
    let burst = once(full, capacity);
    if returned == 0 {
        return Some(vec![burst]);
    }
    let last = time_for(&of, returned)?;
    if returned <= u64::from(capacity) {
        return Some(vec![burst, once(full + last, u32::try_from(returned).ok()?)]);
    }
    // Never so long that the bucket is full again. One of 1 is, for the rest of a nanosecond.
    let part = capacity.saturating_sub(1).max(1);
    let whole = u128::from(part) * u128::from(of.unit);
    let every = if capacity == 1 { whole.div_ceil(of.amount.into()) } else { whole / u128::from(of.amount) };
    let every = u64::try_from(every).ok()?.max(1);
    let train =
        Train { from: full.checked_add(every)?, count: part, every, times: last.saturating_sub(1) / every };
    Some(vec![burst, train, once(full + last, capacity)])
}

/// All that is there just before a refill, and then every refill.
fn at_intervals(
    policy: &Policy,
    capacity: u32,
    of: Bucket,
    start: u64,
    full: u64,
    interval: u64,
) -> Option<Trains> {
    let settings = policy.settings();
    let period = number(&settings, "period");
    let times = interval.div_ceil(period);
    if times == 0 {
        return Some(vec![once(full, capacity)]);
    }
    let early = round((interval - (times - 1) * period).min(period) / 20);
    let edge = edge_after(start, number(&settings, "created_at"), period, full.checked_add(early)?)?;
    edge.checked_add(times.checked_mul(period)?)?;
    let count = u32::try_from(of.amount).unwrap_or(u32::MAX).min(capacity);
    Some(vec![once(edge - early, capacity), Train { from: edge, count, every: period, times }])
}

/// When the whole budget of a fresh state is there, if it ever is.
fn time_when_full(policy: &Policy, fresh: &PolicyState, start: u64) -> Option<u64> {
    let moment = policy.advance(fresh, start);
    let clock = policy.clock(&moment).checked_add(policy.reset_after(fresh, &moment)?)?;
    Some(clock.saturating_sub(start))
}

/// How long it takes until so many requests' worth has come back.
fn time_for(of: &Bucket, requests: u64) -> Option<u64> {
    let parts = u128::from(requests) * u128::from(of.unit);
    u64::try_from(parts.div_ceil(of.amount.max(1).into())).ok()
}

/// The first edge of windows of this length, at this time of the scenario or after it. Edges count
/// from an instant of the limiters' clock, which is at `start` when the scenario begins.
fn edge_after(start: u64, origin: u64, window: u64, time: u64) -> Option<u64> {
    let clock = start.checked_add(time)?.max(origin);
    let edge = origin.checked_add((clock - origin).checked_next_multiple_of(window)?)?;
    Some(edge - start)
}

fn length(policy: &Policy) -> u64 {
    number(&policy.settings(), "window").max(1)
}

fn begins_with_a_request(policy: &Policy) -> bool {
    policy.settings().get("align") == Some(&"first".into())
}

/// The greatest power of ten that is no more than this, and at least 1: a time that reads well.
fn round(time: u64) -> u64 {
    10u64.pow(time.max(1).ilog10())
}
