//! What each limiter does about this traffic and at worst, with settings that keep one guarantee.
//!
//! Each client has a state of its own. Limiters that decide alike are run once, each alone: so what is told
//! of one is what its own scenario shows, also where waits are drawn at random by the number of a lane.

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

/// A limiter, or several that are one, with what it does.
#[derive(Clone, Debug)]
pub struct JudgedLimiter {
    /// Those that decide alike, in the order of [`Algorithm::ALL`].
    pub algorithms: Vec<Algorithm>,
    /// The first of them with its settings.
    pub policy: Policy,
    /// That one alone, on the same traffic.
    pub scenario: Scenario,
    /// Its numbers.
    pub numbers: Numbers,
    /// What it does about each need.
    pub judged: Vec<Judged>,
}

/// A limiter, or several, that cannot keep the guarantee at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Those for which this is so.
    pub algorithms: Vec<Algorithm>,
    /// Why.
    pub why: Unable,
}

/// The numbers of a limiter. Where there is no guarantee, it is what it does for clients under the scenario's
/// own limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The guarantee, or the scenario's own limit: so many in so long.
    pub promise: Rate,
    /// The most of a client that can get through in so long, if there is a bound.
    pub bound: Option<u128>,
    /// How many a client that has rested may send at once. A server takes so many alone, because nobody
    /// knows to which of them a burst goes.
    pub burst: u32,
    /// The longest that any request could be made to wait.
    pub delay: u64,
    /// The longest that one of this traffic was.
    pub waited: u64,
    /// Bytes of state for each client on a server, at worst.
    pub state_bytes: u64,
    /// The same for all clients that are spoken of: those of the need, or else of the scenario.
    pub memory: u64,
    /// How many clients those are.
    pub clients: u64,
    /// How many requests did not get through, whatever their clients did about it.
    pub denied: u64,
    /// Of how many.
    pub requests: u64,
    /// What a client that never stops gets in so long, in the long run. Of servers that tell each other what they admitted,
    /// at least that.
    pub lasting: u128,
    /// How much of the promise that leaves unused.
    pub unused: u128,
    /// Whether a client that waits as told gets through.
    pub is_honest: bool,
}

impl Numbers {
    /// The share of requests that were denied in millionths, rounded up: it is no more than so many
    /// millionths exactly if this is.
    pub fn denied_millionths(&self) -> u64 {
        let millionths = (u128::from(self.denied) * MILLION).div_ceil(u128::from(self.requests).max(1));
        u64::try_from(millionths).unwrap_or(u64::MAX)
    }
}

impl JudgedLimiter {
    /// The needs that it fails.
    pub fn failed(&self) -> impl Iterator<Item = Judged> {
        self.judged.iter().copied().filter(|judged| !judged.is_met)
    }
}

/// A scenario as it is judged: decided on the servers that are needed, in windows of the guarantee.
pub(super) fn with_servers(scenario: &Scenario, needs: Needs) -> Scenario {
    let servers = needs.servers.map_or(scenario.servers.clone(), |spread| on(&scenario.servers, spread));
    Scenario { servers, needs, ..scenario.clone() }
}

/// Servers with states of their own; which of them decides stays as it is.
fn on(servers: &Servers, Spread { count, sync }: Spread) -> Servers {
    let store = sync.map_or(Store::Local, |every| Store::Sync { every });
    let clocks = servers.clocks.iter().copied().filter(|clock| clock.server < count).collect();
    Servers { count, store, clocks, ..servers.clone() }
}

/// All limiters that can keep the guarantee, and those that cannot.
pub(super) fn all(run: &Simulation, scenario: &Scenario) -> (Vec<JudgedLimiter>, Vec<Refused>) {
    let (mut rows, mut refused): (Vec<JudgedLimiter>, Vec<Refused>) = (Vec::new(), Vec::new());
    for algorithm in Algorithm::ALL {
        match settled(run, algorithm, scenario) {
            Ok(settled) => match rows.iter_mut().find(|row| is_among(&row.policy, algorithm, &settled)) {
                Some(row) => row.algorithms.push(algorithm),
                None => rows.extend(best_of(run, scenario, settled)),
            },
            Err(why) => {
                // Those that fail for the same reason in the same words: a window has no rate.
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

/// One limiter alone.
pub(super) fn one(
    run: &Simulation,
    scenario: &Scenario,
    algorithm: Algorithm,
) -> Result<Option<JudgedLimiter>, Unable> {
    Ok(best_of(run, scenario, settled(run, algorithm, scenario)?))
}

/// A limiter with each of its settings that are to be tried.
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

/// How many requests the traffic has.
fn requests(run: &Simulation) -> u64 {
    run.traffic().map_or(0, |traffic| traffic.len() as u64)
}

/// The best of several settings of a limiter, and the first of those that are as good.
fn best_of(run: &Simulation, scenario: &Scenario, settled: Vec<(Lane, Policy)>) -> Option<JudgedLimiter> {
    let judged = settled.into_iter().filter_map(|(lane, policy)| judge(run, scenario, lane, policy));
    judged.min_by_key(|row| rank(row, scenario.needs.by))
}

/// Whether a limiter that was found to be best is the best of these settings of another, too: they decide alike. A queue of
/// one is a bucket of one, but of several that are tried another may be better for a queue.
fn is_among(best: &Policy, algorithm: Algorithm, settled: &[(Lane, Policy)]) -> bool {
    let chooses_alike = settled.len() == 1 || !waits(algorithm);
    chooses_alike && settled.iter().any(|(_, policy)| are_one(best, policy))
}

/// Whether two limiters admit the same and make nobody wait, or both as long.
fn are_one(one: &Policy, other: &Policy) -> bool {
    one.flows_as(other) && longest_delay(one) == longest_delay(other)
}

/// Runs a limiter, and asks the core for what it does at worst.
fn judge(run: &Simulation, scenario: &Scenario, lane: Lane, policy: Policy) -> Option<JudgedLimiter> {
    let algorithms = vec![lane.algorithm];
    let limit = scenario.needs.never.unwrap_or(scenario.limit);
    let scenario = Scenario { limit, lanes: vec![lane], ..scenario.clone() };
    let done = run.completed_as(scenario.clone()).ok()?;
    let numbers = numbers(&done, &policy);
    let judged = judged(&scenario.needs, &numbers);
    Some(JudgedLimiter { algorithms, policy, scenario, numbers, judged })
}

/// The numbers of a run of one limiter.
fn numbers(run: &Simulation, policy: &Policy) -> Numbers {
    let scenario = run.scenario();
    let (servers, promise) = (&scenario.servers, scenario.limit);
    let requests = requests(run);
    let admitted = u64::from(run.lanes()[0].record().counts().admitted());
    let clients = scenario.needs.memory.map_or(run.senders().clients().into(), |memory| memory.clients);
    // No more than is guaranteed, whatever the numbers of a limiter are.
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

/// What comes back in the time of the promise, on all states that know nothing of each other. Servers that tell each other
/// what they admitted share one budget; what they admit before they know is more, if a client is fast enough, and of a
/// bucket it is a debt. So of them this is the least.
fn lasting(servers: &Servers, policy: &Policy) -> u128 {
    let parameter = if policy.algorithm().is_bucket() { &AMOUNT } else { &LIMIT };
    let states = if servers.store == Store::Local { states(servers, 1) } else { 1 };
    states * u128::from(number(&policy.settings(), parameter))
}

/// The longest that a request waits: one that takes the last place, or as long as any may.
fn longest_delay(policy: &Policy) -> u64 {
    let full = policy.owing(policy.limit().saturating_sub(1), 0);
    match policy.peek(&full, 0, 1).outcome {
        Outcome::Denied => number(&policy.settings(), &MAX_WAIT),
        admitted => admitted.delay(),
    }
}

/// Whether who waits as told gets through: where one state decides, by clocks that agree or by one alone.
fn is_honest(scenario: &Scenario) -> bool {
    let servers = &scenario.servers;
    let is_own = matches!(servers.store, Store::Local | Store::Sync { .. });
    let with_one_clock = Servers { clocks: Vec::new(), ..servers.clone() };
    let with_one_clock = Scenario { servers: with_one_clock, ..scenario.clone() };
    (is_own || servers.spread() == 0) && scenario.lanes.iter().all(|lane| is_central(&with_one_clock, lane))
}
