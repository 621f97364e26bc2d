//! The behaviour of each limiter on this traffic and in the worst case, with settings that keep one guarantee.
//!
//! Each client has its own state. Equivalent limiters are run once, each alone: so the numbers match those of a
//! scenario with that limiter alone, even if random waits depend on the number of a lane.

use ratelab_limiter::{
    Algorithm, Limiter, Outcome, Policy,
    bounds::{AMOUNT, LIMIT, MAX_WAIT},
};

use super::{
    guarantee::{Unable, candidates, waits},
    needs::{Judged, judged},
    verdict::rank,
};
use crate::{anatomy::number, findings::is_central};
use ratelab_scenario::scenario::{Lane, Needs, Rate, Scenario, Servers, Spread, Store};
use ratelab_simulation::{
    measures::{
        bound::{bound_on, states},
        state_bytes_for,
    },
    run::Simulation,
};

/// Millionths in a whole.
const MILLION: u128 = 1_000_000;

/// A limiter, or several equivalent ones, with its results.
#[derive(Clone, Debug)]
pub struct JudgedLimiter {
    /// The equivalent limiters, in the order of [`Algorithm::ALL`].
    pub algorithms: Vec<Algorithm>,
    /// The first of them with its settings.
    pub policy: Policy,
    /// The scenario with that limiter alone, on the same traffic.
    pub scenario: Scenario,
    /// Its numbers.
    pub numbers: Numbers,
    /// Its result for each need.
    pub judged: Vec<Judged>,
}

/// A limiter, or several, that cannot keep the guarantee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The limiters.
    pub algorithms: Vec<Algorithm>,
    /// The reason.
    pub why: Unable,
}

/// The numbers of a limiter. Without a guarantee, they describe clients under the scenario's own limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The guarantee, or else the scenario's own limit.
    pub promise: Rate,
    /// The most that one client can get through in the period of the guarantee, if there is a bound.
    pub bound: Option<u128>,
    /// How many requests a rested client may send at once. This is the amount for one server, because it is unknown
    /// how a burst is spread over servers.
    pub burst: u32,
    /// The longest possible wait of any request.
    pub delay: u64,
    /// The longest wait of a request of this traffic.
    pub waited: u64,
    /// Bytes of state per client on a server, in the worst case.
    pub state_bytes: u64,
    /// The same for all clients: those of the need, or else of the scenario.
    pub memory: u64,
    /// The number of these clients.
    pub clients: u64,
    /// The number of requests that did not get through, even with retries.
    pub denied: u64,
    /// The number of requests.
    pub requests: u64,
    /// What a client that never stops gets per period in the long run. For servers that sync, this is a lower bound.
    pub lasting: u128,
    /// The part of the guarantee that this leaves unused.
    pub unused: u128,
    /// Whether a client that waits for Retry-After gets through.
    pub is_honest: bool,
}

impl Numbers {
    /// Returns the share of denied requests in millionths, rounded up, so that it can be compared with a bound in
    /// millionths exactly.
    pub fn denied_millionths(&self) -> u64 {
        let millionths = (u128::from(self.denied) * MILLION).div_ceil(u128::from(self.requests).max(1));
        u64::try_from(millionths).unwrap_or(u64::MAX)
    }
}

impl JudgedLimiter {
    /// Returns the needs that it does not meet.
    pub fn failed(&self) -> impl Iterator<Item = Judged> {
        self.judged.iter().copied().filter(|judged| !judged.is_met)
    }
}

/// Returns the scenario to judge: on the servers that are needed, with windows of the guarantee's length.
pub(super) fn with_servers(scenario: &Scenario, needs: Needs) -> Scenario {
    let servers = needs.servers.map_or(scenario.servers.clone(), |spread| on(&scenario.servers, spread));
    Scenario { servers, needs, ..scenario.clone() }
}

/// Returns servers with their own states; the routing stays the same.
fn on(servers: &Servers, Spread { count, sync }: Spread) -> Servers {
    let store = sync.map_or(Store::Local, |every| Store::Sync { every });
    let clocks = servers.clocks.iter().copied().filter(|clock| clock.server < count).collect();
    Servers { count, store, clocks, ..servers.clone() }
}

/// Returns all limiters that can keep the guarantee, and those that cannot.
pub(super) fn all(run: &Simulation, scenario: &Scenario) -> (Vec<JudgedLimiter>, Vec<Refused>) {
    let (mut rows, mut refused): (Vec<JudgedLimiter>, Vec<Refused>) = (Vec::new(), Vec::new());
    for algorithm in Algorithm::ALL {
        match settled(run, algorithm, scenario) {
            Ok(settled) => match rows.iter_mut().find(|row| is_among(&row.policy, algorithm, &settled)) {
                Some(row) => row.algorithms.push(algorithm),
                None => rows.extend(best_of(run, scenario, settled)),
            },
            Err(why) => {
                // Limiters that fail for the same reason share a row: a window has no rate.
                let is_same = |other: &&mut Refused| {
                    other.why == why && other.algorithms[0].is_bucket() == algorithm.is_bucket()
                };
                match refused.iter_mut().find(is_same) {
                    Some(other) => other.algorithms.push(algorithm),
                    None => refused.push(Refused { algorithms: vec![algorithm], why }),
                }
            }
        }
    }
    (rows, refused)
}

/// Judges one limiter alone.
pub(super) fn one(
    run: &Simulation,
    scenario: &Scenario,
    algorithm: Algorithm,
) -> Result<Option<JudgedLimiter>, Unable> {
    Ok(best_of(run, scenario, settled(run, algorithm, scenario)?))
}

/// Returns a limiter with each of the settings to try.
fn settled(
    run: &Simulation,
    algorithm: Algorithm,
    scenario: &Scenario,
) -> Result<Vec<(Lane, Policy)>, Unable> {
    let with_policy = |lane: Lane| {
        let policy = lane.policy(scenario).map_err(Unable::Refused)?;
        Ok((lane, policy))
    };
    candidates(algorithm, scenario, requests(run))?.into_iter().map(with_policy).collect()
}

/// Returns the number of requests of the traffic.
fn requests(run: &Simulation) -> u64 {
    run.traffic().map_or(0, |traffic| traffic.len() as u64)
}

/// Returns the best of several settings of a limiter, or the first of equally good ones.
fn best_of(run: &Simulation, scenario: &Scenario, settled: Vec<(Lane, Policy)>) -> Option<JudgedLimiter> {
    let judged = settled.into_iter().filter_map(|(lane, policy)| judge(run, scenario, lane, policy));
    judged.min_by_key(|row| rank(row, scenario.needs.by))
}

/// Returns whether the best settings of one limiter are also the best of these settings of another, which then
/// decides the same. A queue of one is a bucket of one, but another size may be better for a queue.
fn is_among(best: &Policy, algorithm: Algorithm, settled: &[(Lane, Policy)]) -> bool {
    let chooses_alike = settled.len() == 1 || !waits(algorithm);
    chooses_alike && settled.iter().any(|(_, policy)| are_one(best, policy))
}

/// Returns whether two limiters admit the same requests with the same waits.
fn are_one(one: &Policy, other: &Policy) -> bool {
    one.flows_as(other) && longest_delay(one) == longest_delay(other)
}

/// Runs a limiter, and gets its worst case from the core.
fn judge(run: &Simulation, scenario: &Scenario, lane: Lane, policy: Policy) -> Option<JudgedLimiter> {
    let algorithms = vec![lane.algorithm];
    let limit = scenario.needs.never.unwrap_or(scenario.limit);
    let scenario = Scenario { limit, lanes: vec![lane], ..scenario.clone() };
    let done = run.completed_as(scenario.clone()).ok()?;
    let numbers = numbers(&done, &policy);
    let judged = judged(&scenario.needs, &numbers);
    Some(JudgedLimiter { algorithms, policy, scenario, numbers, judged })
}

/// Computes the numbers of a run of one limiter.
fn numbers(run: &Simulation, policy: &Policy) -> Numbers {
    let scenario = run.scenario();
    let (servers, promise) = (&scenario.servers, scenario.limit);
    let requests = requests(run);
    let admitted = u64::from(run.lanes()[0].record().counts().admitted());
    let clients = scenario.needs.memory.map_or(run.senders().clients().into(), |memory| memory.clients);
    // Never more than is guaranteed, whatever the settings of a limiter are.
    let most = scenario.needs.never.map_or(u128::MAX, |rate| rate.amount.into());
    let lasting = lasting(servers, policy).min(most);
    Numbers {
        promise,
        bound: bound_on(servers, servers.store, 1, policy, promise.period - 1, scenario.greatest_cost()),
        burst: policy.remaining(&policy.advance(&policy.fresh(), scenario.start)),
        delay: longest_delay(policy),
        waited: run.longest_wait(0),
        state_bytes: policy.state_bytes(),
        memory: state_bytes_for(policy, clients),
        clients,
        denied: requests.saturating_sub(admitted),
        requests,
        lasting,
        unused: u128::from(promise.amount).saturating_sub(lasting),
        is_honest: is_honest(scenario),
    }
}

/// Returns the refill in the period of the guarantee, summed over states that do not know of each other. Servers that
/// sync share one budget; what they admit before they sync is extra, if a client is fast enough, and a debt for a
/// bucket. So for them this is a lower bound.
fn lasting(servers: &Servers, policy: &Policy) -> u128 {
    let parameter = if policy.algorithm().is_bucket() { &AMOUNT } else { &LIMIT };
    let states = if servers.store == Store::Local { states(servers, 1) } else { 1 };
    states * u128::from(number(&policy.settings(), parameter))
}

/// Returns the longest wait of a request: that of the last position in the queue, or the configured bound.
fn longest_delay(policy: &Policy) -> u64 {
    let full = policy.owing(policy.limit().saturating_sub(1), 0);
    match policy.peek(&full, 0, 1).outcome {
        Outcome::Denied => number(&policy.settings(), &MAX_WAIT),
        admitted => admitted.delay(),
    }
}

/// Returns whether a client that waits for Retry-After gets through: if one state decides, with clocks that agree or
/// on one server.
fn is_honest(scenario: &Scenario) -> bool {
    let servers = &scenario.servers;
    let is_own = matches!(servers.store, Store::Local | Store::Sync { .. });
    let with_one_clock = Servers { clocks: Vec::new(), ..servers.clone() };
    let with_one_clock = Scenario { servers: with_one_clock, ..scenario.clone() };
    (is_own || servers.spread() == 0) && scenario.lanes.iter().all(|lane| is_central(&with_one_clock, lane))
}
