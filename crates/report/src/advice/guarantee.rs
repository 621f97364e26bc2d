//! The largest settings with which each limiter keeps a guarantee in the worst case.
//!
//! The worst case comes from the core (`most_in`, and for a queue the amount that starts) and from the servers that
//! decide (as in `measures/bound.rs`). It grows with every setting, so a binary search finds the largest.
//!
//! - Limiters with windows get windows of the guarantee's length, and the largest limit.
//! - Buckets hold the burst that is needed, and get the largest rate over the guarantee's length. If no burst
//!   is needed they hold the scenario's own, but at most half of the largest that still leaves a rate: a bucket
//!   that spends the whole guarantee on its burst would be useless. Larger ones are slower, so several sizes are
//!   tried on the traffic ([`candidates`]), or all if there are few, and the best one is taken.
//! - A queue is judged by the requests that start, so it gets the largest rate whatever its size. Its size
//!   determines how long requests wait, so several sizes are tried here, too.
//! - A queue waits no longer than is allowed, if it may wait at all.
//!
//! Without a guarantee, all have the scenario's own limit, and buckets the burst that is needed or else its own.

use ratelab_limiter::{Algorithm, PolicyError, Value, bounds::Parameter, role::Role};

use ratelab_scenario::scenario::{Lane, Rate, Scenario, Store};
use ratelab_simulation::measures::bound::bound_on;

/// The reason why a limiter has no settings that keep the guarantee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unable {
    /// Requests can bypass its state.
    Unbounded,
    /// The guarantee is broken even with the smallest limit, or with the burst alone.
    TooMuch {
        /// The limit, or the burst.
        size: u32,
        /// The amount that passes in the worst case.
        least: u128,
    },
    /// The core does not support such numbers.
    Refused(PolicyError),
}

impl Unable {
    /// Returns the least amount that passes in the worst case, if there is a bound.
    pub fn least(&self) -> u128 {
        if let Self::TooMuch { least, .. } = self { *least } else { u128::MAX }
    }
}

/// The total number of requests decided to try the sizes of a limiter, and the divisor of that number for limiters
/// that are slow to run.
const WORK: u64 = 4_000_000;
const SLOWER: u64 = 32;

/// The smallest and the largest number of steps between the smallest and the largest size.
const STEPS: [u32; 2] = [4, 128];

/// Returns a limiter with each of the settings to try on this many requests; its size or limit determines all others.
/// A bucket has several, because a smaller one may be faster, and so has a queue, because a larger one denies less
/// and waits longer. The first is that of [`tuned`].
pub fn candidates(algorithm: Algorithm, scenario: &Scenario, requests: u64) -> Result<Vec<Lane>, Unable> {
    let first = tuned(algorithm, scenario)?;
    let Some(promise) = scenario.needs.never.filter(|_| algorithm.is_bucket()) else {
        return Ok(vec![first]);
    };
    let search = Search { algorithm, scenario, promise };
    let least = scenario.needs.burst.unwrap_or(1);
    let most = if waits(algorithm) { search.longest() } else { search.largest() }.max(least);
    let steps = steps(scenario, requests).min((most - least).max(1));
    let size = |step: u32| least + (u64::from(most - least) * u64::from(step) / u64::from(steps)) as u32;
    // Without a bound on waits, a queue that is too small for other needs may be longer.
    let longer = std::iter::successors(Some(most), |size| size.checked_mul(2))
        .skip(1)
        .take_while(|size| u64::from(*size) < requests.saturating_mul(2))
        .filter(|_| waits(algorithm) && scenario.needs.delay.is_none());
    let others = (0..=steps).map(size).chain(longer).map(|size| search.fastest(size));
    let others = others.filter(|lane| *lane != first).collect::<Vec<_>>();
    Ok([first].into_iter().chain(others).collect())
}

/// Returns how many steps are worth the time.
fn steps(scenario: &Scenario, requests: u64) -> u32 {
    let is_slow = !scenario.has_same_requests() || matches!(scenario.servers.store, Store::Sync { .. });
    let work = if is_slow { WORK / SLOWER } else { WORK };
    let steps = u32::try_from(work / requests.max(1)).unwrap_or(u32::MAX);
    steps.clamp(STEPS[0], STEPS[1])
}

/// Returns whether a limiter delays requests.
pub(super) fn waits(algorithm: Algorithm) -> bool {
    algorithm == Algorithm::LeakyBucketQueue
}

/// Returns a limiter as a lane of a scenario, with the largest settings that meet the scenario's needs.
pub fn tuned(algorithm: Algorithm, scenario: &Scenario) -> Result<Lane, Unable> {
    let Some(promise) = scenario.needs.never else {
        let options = needed_size(algorithm, scenario).into_iter().chain(longest_wait(algorithm, scenario));
        return Ok(Lane { options: options.collect(), ..Lane::new(algorithm) });
    };
    let search = Search { algorithm, scenario, promise };
    if !algorithm.is_bucket() {
        search.smallest(1)?;
        return Ok(search.lane(greatest(promise.amount, |limit| search.keeps(limit, 1)), 1));
    }
    let size = search.size()?;
    search.smallest(size)?;
    Ok(search.fastest(size))
}

/// Returns the burst of a bucket, if one is needed.
fn needed_size(algorithm: Algorithm, scenario: &Scenario) -> Option<(&'static str, Value)> {
    Some((algorithm.parameter(Role::Burst)?.name, scenario.needs.burst?.into()))
}

/// Returns the bound on the wait, if the limiter has one and may wait.
fn longest_wait(algorithm: Algorithm, scenario: &Scenario) -> Option<(&'static str, Value)> {
    let parameter = algorithm.parameter(Role::LongestWait)?;
    let delay = scenario.needs.delay.filter(|delay| *delay > 0)?;
    Some((parameter.name, delay.into()))
}

/// One limiter and the guarantee that it has to keep.
struct Search<'a> {
    algorithm: Algorithm,
    scenario: &'a Scenario,
    promise: Rate,
}

impl Search<'_> {
    /// Returns the limiter with this limit, or with this size and this refill per length of the guarantee.
    fn lane(&self, size: u32, amount: u32) -> Lane {
        let value = |parameter: &Parameter| {
            let number: Value = match parameter.role() {
                Role::Limit | Role::Burst => size.into(),
                Role::Amount => amount.into(),
                Role::Period => self.promise.period.into(),
                Role::LongestWait => return longest_wait(self.algorithm, self.scenario),
                Role::Option => return None,
            };
            Some((parameter.name, number))
        };
        let options = self.algorithm.parameters().iter().filter_map(value);
        Lane { options: options.collect(), ..Lane::new(self.algorithm) }
    }

    /// Returns the most that one client gets through in the worst case.
    fn worst(&self, size: u32, amount: u32) -> Result<u128, Unable> {
        let policy = self.lane(size, amount).policy(self.scenario).map_err(Unable::Refused)?;
        let servers = &self.scenario.servers;
        let cost = self.scenario.greatest_cost();
        bound_on(servers, servers.store, 1, &policy, self.promise.period - 1, cost).ok_or(Unable::Unbounded)
    }

    fn keeps(&self, size: u32, amount: u32) -> bool {
        self.worst(size, amount).is_ok_and(|worst| worst <= self.promise.amount.into())
    }

    /// Returns whether the smallest setting of this size keeps the guarantee. One request in the whole period is the
    /// lowest rate and asks the most of the core, so a size that it supports here is supported at any rate.
    fn smallest(&self, size: u32) -> Result<(), Unable> {
        let least = self.worst(size, 1)?;
        if least > self.promise.amount.into() { Err(Unable::TooMuch { size, least }) } else { Ok(()) }
    }

    /// Returns a bucket of a size that leaves a refill rate, with the highest possible rate.
    fn fastest(&self, size: u32) -> Lane {
        self.lane(size, self.rate(size))
    }

    /// Returns its refill in the guarantee's length.
    fn rate(&self, size: u32) -> u32 {
        greatest(u32::MAX, |amount| self.keeps(size, amount))
    }

    /// Returns the largest size of a queue in which no request waits longer than allowed, or than the guarantee is
    /// long.
    fn longest(&self) -> u32 {
        let amount = self.rate(self.scenario.needs.burst.unwrap_or(1));
        let wait = self.scenario.needs.delay.filter(|delay| *delay > 0).unwrap_or(self.promise.period);
        let served = u128::from(amount) * u128::from(wait) / u128::from(self.promise.period);
        u32::try_from(served).unwrap_or(u32::MAX).max(1)
    }

    /// Returns the largest size that leaves a refill rate, if there is one.
    fn largest(&self) -> u32 {
        greatest(self.promise.amount, |size| self.keeps(size, 1))
    }

    /// Returns the size of a bucket.
    fn size(&self) -> Result<u32, Unable> {
        if let Some(burst) = self.scenario.needs.burst {
            return Ok(burst);
        }
        self.smallest(1)?;
        let largest = self.largest();
        let own = self.scenario.burst.unwrap_or(self.scenario.limit.amount);
        Ok(own.min(largest / 2).max(1))
    }
}

/// Returns the greatest number from 1 to `most` for which a predicate holds. The predicate must hold for 1, and for
/// every number below one for which it holds.
fn greatest(most: u32, holds: impl Fn(u32) -> bool) -> u32 {
    let (mut held, mut above) = (1, most);
    while held < above {
        // The upper of the two middle numbers, so that the range always becomes smaller.
        let middle = above - (above - held) / 2;
        if holds(middle) {
            held = middle;
        } else {
            above = middle - 1;
        }
    }
    held
}
