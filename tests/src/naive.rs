//! A second, slow implementation: each decision is made on a state built from scratch, from everything that the
//! server knows at that time. Only the decisions are kept.

use ratelab_limiter::{Algorithm, Limiter, Outcome, Policy, PolicyState};
use ratelab_scenario::scenario::{Fallback, Key, Lane, Routing, Scenario, Store, Tier, Write};
use ratelab_simulation::run::{Kind, Simulation};

/// One layer's decision about an attempt, and the charge for it.
#[derive(Clone)]
struct Asked {
    key: u64,
    server: u32,
    /// In the scenario's time, on a right clock, and on the server's clock.
    time: u64,
    clock: u64,
    shown: u64,
    charged: u32,
    /// The state that a writer computed from the one it had read.
    computed: PolicyState,
}

/// The decisions of the slow implementation about the attempts of a lane.
#[derive(Debug)]
pub struct Naive {
    /// The outcome of each attempt.
    pub outcomes: Vec<Outcome>,
    /// The layer that denied it, if there are several and one did.
    pub refused_by: Vec<Option<usize>>,
    /// What each layer decides about each attempt: none if it is not asked.
    pub admits: Vec<Vec<Option<bool>>>,
    /// How long a denied client would have to wait, as its server sees it.
    pub hints: Vec<Option<u64>>,
}

/// Decides all arrivals of a lane.
///
/// # Panics
///
/// If the run is not done.
pub fn decide(run: &Simulation, number: usize) -> Naive {
    let scenario = run.scenario();
    let lane = &scenario.lanes[number];
    let store = lane.store.unwrap_or(scenario.servers.store);
    let in_order = lane.algorithm == Algorithm::Layers;
    let is_layered = in_order || lane.members.iter().any(|member| member.key != Key::Client);
    let layers = if is_layered { lane.members.clone() } else { vec![lane.clone()] };
    let arrivals = run.arrivals(number).expect("the run is done");
    let mut asked: Vec<Vec<Asked>> = vec![Vec::new(); layers.len()];
    let mut naive =
        Naive { outcomes: Vec::new(), refused_by: Vec::new(), admits: Vec::new(), hints: Vec::new() };
    for index in 0..arrivals.len() {
        let (client, cost) = (arrivals.client(index), arrivals.cost(index));
        let server = run.lanes()[number].server(index, client);
        let clock = scenario.start.saturating_add(arrivals.time(index));
        let shown = clock.saturating_add_signed(scenario.servers.ahead(server));
        let at = |layer: &Lane, policy: &Policy| Asked {
            key: key(scenario, layer.key, client),
            server,
            time: arrivals.time(index),
            clock,
            shown,
            charged: 0,
            computed: policy.fresh(),
        };
        let looks: Vec<_> = layers
            .iter()
            .zip(&asked)
            .map(|(layer, before)| {
                let policy = policy(scenario, layer, client);
                let now = at(layer, &policy);
                let known = known(&policy, store, before, &now);
                let outcome = match &known {
                    Ok(state) => policy.outcome(&policy.advance(state, shown), cost),
                    Err(outcome) => *outcome,
                };
                (policy, now, known, outcome)
            })
            .collect();
        let refused_by = looks.iter().position(|look| !look.3.admits());
        let is_asked = |layer: usize| !in_order || refused_by.is_none_or(|refusing| layer <= refusing);
        let admits = looks.iter().enumerate().map(|(layer, look)| is_asked(layer).then_some(look.3.admits()));
        naive.admits.push(admits.collect());
        let outcome = looks.iter().fold(Outcome::Allowed, |all, look| all.and(look.3));
        for (layer, (policy, mut now, known, own)) in looks.into_iter().enumerate() {
            let is_charged = match refused_by {
                Some(refusing) if in_order => layer <= refusing,
                Some(_) => layers.len() == 1,
                None => true,
            };
            if let (Ok(mut state), true) = (known, is_charged) {
                now.charged = policy.charge(own, cost);
                let moment = policy.advance(&state, shown);
                policy.settle(&mut state, moment, now.charged);
                now.computed = state;
            }
            asked[layer].push(now);
        }
        let waits = layers.iter().zip(&asked).map(|(layer, all)| {
            let (now, policy) = (all.last()?, policy(scenario, layer, client));
            let state = known(&policy, store, all, now).ok()?;
            policy.retry_after(&state, &policy.advance(&state, shown), cost)
        });
        let longest = |longest: u64, wait: Option<u64>| Some(longest.max(wait?));
        naive.hints.push(if outcome.admits() { None } else { waits.into_iter().try_fold(0, longest) });
        naive.outcomes.push(outcome);
        naive.refused_by.push(refused_by.filter(|_| layers.len() > 1));
    }
    naive
}

/// Returns the state that decides a request, from everything known to its server; or else the outcome.
fn known(policy: &Policy, store: Store, before: &[Asked], now: &Asked) -> Result<PolicyState, Outcome> {
    let same = || before.iter().filter(|other| other.key == now.key);
    let own = |other: &&Asked| other.server == now.server;
    Ok(match store {
        Store::Shared => replayed(policy, same()),
        Store::Local => replayed(policy, same().filter(own)),
        Store::Sync { every } => {
            let last_sync = now.clock - now.clock % every;
            let mut state = policy.fresh();
            for other in same().filter(|other| other.charged > 0 && other.clock < last_sync) {
                policy.charge_anyway(&mut state, other.shown, other.charged);
            }
            same()
                .filter(own)
                .filter(|other| other.clock >= last_sync)
                .for_each(|other| show(policy, &mut state, other));
            state
        }
        Store::Race { latency, write } => {
            stored(policy, latency, write, &same().collect::<Vec<_>>(), now.time)
        }
        Store::Down { from, to, fallback } => {
            let is_down = |at: &Asked| (from..to).contains(&at.time);
            match fallback {
                _ if !is_down(now) => replayed(policy, same().filter(|other| !is_down(other))),
                Fallback::Open => return Err(Outcome::Allowed),
                Fallback::Closed => return Err(Outcome::Denied),
                Fallback::Local => replayed(policy, same().filter(own).filter(|other| is_down(other))),
            }
        }
    })
}

/// Returns a fresh state after replaying all of these.
fn replayed<'a>(policy: &Policy, all: impl Iterator<Item = &'a Asked>) -> PolicyState {
    let mut state = policy.fresh();
    all.for_each(|other| show(policy, &mut state, other));
    state
}

/// Applies the charge of a request, or else only its time.
fn show(policy: &Policy, state: &mut PolicyState, other: &Asked) {
    let _ = policy.take(state, other.shown, 0);
    policy.charge_anyway(state, other.shown, other.charged);
}

/// Returns the contents of the store at a time: everything read and written by then, in time order. At the same
/// instant, a request reads before it writes, and earlier requests come first.
fn stored(policy: &Policy, latency: u64, write: Write, all: &[&Asked], time: u64) -> PolicyState {
    let reads = all.iter().enumerate().map(|(number, other)| (other.time, 2 * number, *other));
    let writes = all
        .iter()
        .enumerate()
        .map(|(number, other)| (other.time.saturating_add(latency), 2 * number + 1, *other));
    let written = |(_, _, other): &(u64, usize, &Asked)| other.charged > 0;
    let mut events: Vec<_> = reads.chain(writes.filter(written)).filter(|(at, ..)| *at <= time).collect();
    events.sort_by_key(|(at, order, _)| (*at, *order));
    let mut state = policy.fresh();
    for (_, order, other) in events {
        match write {
            _ if order % 2 == 0 => {
                let _ = policy.take(&mut state, other.shown, 0);
            }
            Write::Set => state = other.computed.clone(),
            Write::Increment => {
                policy.charge_anyway(&mut state, other.shown.saturating_add(latency), other.charged);
            }
        }
    }
    state
}

/// Returns the key under which a client is counted.
fn key(scenario: &Scenario, key: Key, client: u32) -> u64 {
    match key {
        Key::Client => u64::from(client),
        Key::Group => group(scenario, client) as u64,
        Key::Everybody => 0,
    }
}

/// Returns the group of a client, by counting through all of them; the clients without a group come first, if
/// they send anything.
fn group(scenario: &Scenario, client: u32) -> usize {
    let mut counts: Vec<u32> = scenario.named_groups().iter().map(|group| group.clients.count).collect();
    if counts.is_empty() || scenario.traffic.iter().any(|pattern| pattern.by.is_none()) {
        counts.insert(0, scenario.clients.count);
    }
    let mut left = client;
    for (number, count) in counts.iter().enumerate() {
        if left < *count {
            return number;
        }
        left -= count;
    }
    panic!("there is no client {client}")
}

fn policy(scenario: &Scenario, layer: &Lane, client: u32) -> Policy {
    let groups = scenario.named_groups();
    let nameless = groups.is_empty() || scenario.traffic.iter().any(|pattern| pattern.by.is_none());
    let named = group(scenario, client).checked_sub(usize::from(nameless));
    let tier = named.map_or(Tier::default(), |named| groups[named].tier);
    layer.policy_of(scenario, &tier).expect("within bounds")
}

/// Compares a lane with the decisions of the slow implementation.
///
/// # Errors
///
/// Describes the first attempt that was decided differently.
///
/// # Panics
///
/// If the run is not done.
pub fn hold(run: &Simulation, lane: usize) -> Result<(), String> {
    let naive = decide(run, lane);
    let arrivals = run.arrivals(lane).expect("the run is done");
    for (index, outcome) in naive.outcomes.iter().enumerate() {
        let mark = run.mark(lane, index);
        let started = outcome.admits().then(|| arrivals.time(index).saturating_add(outcome.delay()));
        let recorded = (mark.kind, mark.started, run.lanes()[lane].record().refused_by(index));
        let expected = (Kind::from(*outcome), started, naive.refused_by[index]);
        if recorded != expected {
            return Err(format!(
                "lane {lane}, attempt {index} at {}: {recorded:?}, not {expected:?}",
                mark.time
            ));
        }
        let admits = &naive.admits[index];
        let record = run.lanes()[lane].record();
        let stated: Vec<_> = (0..admits.len()).map(|layer| record.layer_admits(index, layer)).collect();
        if admits.len() > 1 && stated != *admits {
            return Err(format!("lane {lane}, attempt {index}: layers decided {stated:?}, not {admits:?}"));
        }
    }
    Ok(())
}

/// Checks that attempts go where the routing says.
///
/// # Errors
///
/// Describes the first attempt that went elsewhere.
///
/// # Panics
///
/// If the run is not done.
pub fn hold_routes(run: &Simulation, lane: usize) -> Result<(), String> {
    let (servers, arrivals) = (&run.scenario().servers, run.arrivals(lane).expect("the run is done"));
    let mut of_client = std::collections::BTreeMap::new();
    for index in 0..arrivals.len() {
        let client = arrivals.client(index);
        let server = run.lanes()[lane].server(index, client);
        let is_right = match servers.routing {
            Routing::RoundRobin => server == index as u32 % servers.count,
            Routing::Random => server < servers.count,
            Routing::Sticky => server < servers.count && *of_client.entry(client).or_insert(server) == server,
        };
        if !is_right {
            return Err(format!("attempt {index} of client {client} went to {server}"));
        }
    }
    Ok(())
}
