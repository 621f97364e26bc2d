//! The largest settings with which each limiter keeps a guarantee in the worst case.
//!
//! The worst case comes from the core (`most_in`, and for a queue the amount that starts) and from the servers that
//! decide (as in `measures/bound.rs`). It grows with every setting, so a binary search finds the largest.
//!
//! - Limiters with windows get windows of the guarantee's length, and the largest limit.
//! - Buckets hold the burst that is needed, and get the largest rate over the guarantee's length. If no burst
//!   is needed they hold the scenario's own, but at most half of the largest that still leaves a rate: a bucket
//!   that spends the whole guarantee on its burst would be useless.
//! - A queue is judged by the requests that start. It waits no longer than is allowed, if it may wait at all.
//!
//! Other settings that keep the guarantee are in `grid`. Without a guarantee, all have the scenario's own limit, and
//! buckets the burst that is needed or else its own.

use ratelab_limiter::{
    Algorithm, PolicyError, Value,
    bounds::{Parameter, UNDELAYED},
    role::Role,
};

use ratelab_scenario::scenario::{Lane, Rate, Scenario, Store};
use ratelab_simulation::measures::bound::bound_on;

/// The reason why a limiter has no settings that keep the guarantee.
#[derive(Clone, Debug, PartialEq, Eq)]
// Exhaustive: a caller must say for each reason why there is no advice.
pub enum Unable {
    /// Requests can bypass its state, because of where that is stored.
    Unbounded(Store),
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

/// Returns whether a limiter delays requests.
pub fn waits(algorithm: Algorithm) -> bool {
    algorithm == Algorithm::LeakyBucketQueue
}

/// Returns a limiter as a lane of a scenario, with the largest settings that meet the scenario's needs.
///
/// # Errors
///
/// Returns [`Unable`] if no settings of the limiter keep the guarantee.
pub fn tuned(algorithm: Algorithm, scenario: &Scenario) -> Result<Lane, Unable> {
    let Some(promise) = scenario.needs.never else {
        let options = needed_size(algorithm, scenario).into_iter().chain(longest_wait(algorithm, scenario));
        return Ok(Lane { options: options.collect(), ..Lane::new(algorithm) });
    };
    let search = Search { algorithm, scenario, promise, extra: Extra::default() };
    search.tuned().map(|(size, speed)| search.lane(size, speed))
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

/// Options of a limiter in addition to its size and its rate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Extra {
    /// Options that are words.
    pub(super) words: Vec<(&'static str, &'static str)>,
    /// The option `undelayed`, at most the size.
    pub(super) undelayed: u32,
}

/// One limiter with its options, and the guarantee that it has to keep.
///
/// A size is a limit or a burst. A speed is the refill of a bucket in the guarantee's period, or the number of windows
/// in it.
pub(super) struct Search<'a> {
    pub(super) algorithm: Algorithm,
    pub(super) scenario: &'a Scenario,
    pub(super) promise: Rate,
    pub(super) extra: Extra,
}

impl Search<'_> {
    /// Returns the limiter with this size and speed.
    pub(super) fn lane(&self, size: u32, speed: u32) -> Lane {
        let value = |parameter: &Parameter| {
            let number: Value = match parameter.role {
                Role::Limit | Role::Burst => size.into(),
                Role::Amount => speed.into(),
                Role::Period if self.algorithm.is_bucket() => self.promise.period.into(),
                Role::Period => self.promise.period.div_ceil(speed.into()).into(),
                Role::LongestWait => return longest_wait(self.algorithm, self.scenario),
                Role::Option => return self.option(parameter.name, size),
            };
            Some((parameter.name, number))
        };
        let options = self.algorithm.parameters().iter().filter_map(value);
        Lane { options: options.collect(), ..Lane::new(self.algorithm) }
    }

    fn option(&self, name: &'static str, size: u32) -> Option<(&'static str, Value)> {
        let undelayed = self.extra.undelayed.min(size);
        if name == UNDELAYED.name && undelayed > 0 {
            return Some((name, undelayed.into()));
        }
        let (_, word) = self.extra.words.iter().find(|(option, _)| *option == name)?;
        Some((name, (*word).into()))
    }

    /// Returns the most that one client gets through in the worst case.
    fn worst(&self, size: u32, speed: u32) -> Result<u128, Unable> {
        let policy = self.lane(size, speed).policy(self.scenario).map_err(Unable::Refused)?;
        let servers = &self.scenario.servers;
        let cost = self.scenario.greatest_cost();
        bound_on(servers, servers.store, 1, &policy, self.promise.period - 1, cost)
            .ok_or(Unable::Unbounded(servers.store))
    }

    pub(super) fn keeps(&self, size: u32, speed: u32) -> bool {
        self.worst(size, speed).is_ok_and(|worst| worst <= self.promise.amount.into())
    }

    /// Returns whether the lowest speed with this size keeps the guarantee. For a bucket, that asks the most of the
    /// core, so a size that it supports here is supported at any rate.
    fn smallest(&self, size: u32) -> Result<(), Unable> {
        let least = self.worst(size, 1)?;
        if least > self.promise.amount.into() { Err(Unable::TooMuch { size, least }) } else { Ok(()) }
    }

    /// Returns the largest settings: a size and a speed.
    pub(super) fn tuned(&self) -> Result<(u32, u32), Unable> {
        if !self.algorithm.is_bucket() {
            self.smallest(1)?;
            return Ok((self.largest(1), 1));
        }
        let size = self.size()?;
        self.smallest(size)?;
        Ok((size, self.fastest(size)))
    }

    /// Returns the highest refill for a bucket of a size that leaves one.
    pub(super) fn fastest(&self, size: u32) -> u32 {
        greatest(u32::MAX, |speed| self.keeps(size, speed))
    }

    /// Returns the largest size with this speed, if there is one.
    pub(super) fn largest(&self, speed: u32) -> u32 {
        greatest(self.promise.amount, |size| self.keeps(size, speed))
    }

    /// Returns the smallest useful size: the burst that is needed, and the highest cost of a request, if that is
    /// possible. A limiter with windows may be too small for a burst, and is then judged by that.
    pub(super) fn least(&self) -> Option<u32> {
        let burst = self.scenario.needs.burst.unwrap_or(1);
        let least = if self.algorithm.is_bucket() { burst } else { 1 };
        [burst.max(self.scenario.greatest_cost()), burst, least].into_iter().find(|size| self.keeps(*size, 1))
    }

    /// Returns the size of a bucket.
    fn size(&self) -> Result<u32, Unable> {
        if let Some(burst) = self.scenario.needs.burst {
            return Ok(self.least().unwrap_or(burst));
        }
        self.smallest(1)?;
        let own = self.scenario.burst.unwrap_or(self.scenario.limit.amount);
        Ok(own.min(self.largest(1) / 2).max(self.least().unwrap_or(1)))
    }
}

/// Returns the greatest number from 1 to `most` for which a predicate holds. The predicate must hold for 1, and for
/// every number below one for which it holds.
pub(super) fn greatest(most: u32, holds: impl Fn(u32) -> bool) -> u32 {
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
