//! The settings with which each limiter keeps a guarantee at worst, and the largest that do.
//!
//! What a policy admits at worst is asked of the core (`most_in`) and of the servers that decide (as
//! in `measures/bound.rs`). It grows with every setting, so a binary search finds the largest.
//!
//! - Limiters with windows get windows of the guarantee's length, and the largest limit.
//! - Buckets hold the burst that is needed, and get the largest rate over the guarantee's length. Where no
//!   burst is needed they hold the scenario's own, but at most half of the largest that still leaves a rate:
//!   a bucket that spends the whole guarantee on its burst would be one that nobody takes.
//! - A queue waits no longer than is allowed, if it may wait at all.
//!
//! Without a guarantee, all have the scenario's own limit and burst.

use ratelab_limiter::{Algorithm, PolicyError, Value};

use crate::{
    measures::bound::bound_on,
    scenario::{Lane, Rate, Scenario},
};

/// Why a limiter has no settings that keep the guarantee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unable {
    /// Requests can slip past its state.
    Unbounded,
    /// So much passes with the smallest limit there is, or with nothing but the burst.
    TooMuch {
        /// That limit, or that burst.
        size: u32,
        /// What passes at worst.
        least: u128,
    },
    /// The core cannot hold such numbers.
    Refused(PolicyError),
}

impl Unable {
    /// The least that passes at worst, as far as there is a bound.
    pub fn least(&self) -> u128 {
        if let Self::TooMuch { least, .. } = self { *least } else { u128::MAX }
    }
}

/// A limiter as a lane of a scenario, with the largest settings that keep what the scenario needs.
pub fn tuned(algorithm: Algorithm, scenario: &Scenario) -> Result<Lane, Unable> {
    let Some(promise) = scenario.needs.never else {
        let options = longest_wait(algorithm, scenario).into_iter().collect();
        return Ok(Lane { options, ..Lane::new(algorithm) });
    };
    let search = Search { algorithm, scenario, promise };
    if !is_bucket(algorithm) {
        search.smallest(1)?;
        return Ok(search.lane(greatest(promise.amount, |limit| search.keeps(limit, 1)), 1));
    }
    let size = search.size()?;
    search.smallest(size)?;
    Ok(search.lane(size, greatest(u32::MAX, |amount| search.keeps(size, amount))))
}

/// Whether a limiter has a size and a rate of its own, and not one limit for both.
pub(super) fn is_bucket(algorithm: Algorithm) -> bool {
    algorithm.parameters().iter().any(|parameter| parameter.name == "period")
}

/// The bound on the wait that a limiter is given, if it takes one and may wait.
fn longest_wait(algorithm: Algorithm, scenario: &Scenario) -> Option<(&'static str, Value)> {
    let parameter = algorithm.parameters().iter().find(|parameter| parameter.name == "max_wait")?;
    let delay = scenario.needs.delay.filter(|delay| *delay > 0)?;
    Some((parameter.name, delay.into()))
}

/// One limiter, and the guarantee that it has to keep.
struct Search<'a> {
    algorithm: Algorithm,
    scenario: &'a Scenario,
    promise: Rate,
}

impl Search<'_> {
    /// The limiter with this limit, or of this size and with so many back in the guarantee's length.
    fn lane(&self, size: u32, amount: u32) -> Lane {
        let value = |name: &'static str| {
            let number: Value = match name {
                "limit" | "capacity" | "burst" => size.into(),
                "amount" => amount.into(),
                "window" | "period" => self.promise.period.into(),
                "max_wait" => return longest_wait(self.algorithm, self.scenario),
                _ => return None,
            };
            Some((name, number))
        };
        let options = self.algorithm.parameters().iter().filter_map(|parameter| value(parameter.name));
        Lane { options: options.collect(), ..Lane::new(self.algorithm) }
    }

    /// The most that a client can be admitted at worst.
    fn worst(&self, size: u32, amount: u32) -> Result<u128, Unable> {
        let policy = self.lane(size, amount).policy(self.scenario).map_err(Unable::Refused)?;
        let servers = &self.scenario.servers;
        bound_on(servers, servers.store, 1, &policy, self.promise.period - 1).ok_or(Unable::Unbounded)
    }

    fn keeps(&self, size: u32, amount: u32) -> bool {
        self.worst(size, amount).is_ok_and(|worst| worst <= self.promise.amount.into())
    }

    /// Whether the smallest setting of this size keeps the guarantee. No rate asks more of the core than
    /// one request in the whole period, so what it takes here it takes at any rate.
    fn smallest(&self, size: u32) -> Result<(), Unable> {
        let least = self.worst(size, 1)?;
        if least > self.promise.amount.into() { Err(Unable::TooMuch { size, least }) } else { Ok(()) }
    }

    /// What a bucket holds.
    fn size(&self) -> Result<u32, Unable> {
        if let Some(burst) = self.scenario.needs.burst {
            return Ok(burst);
        }
        self.smallest(1)?;
        let largest = greatest(self.promise.amount, |size| self.keeps(size, 1));
        let own = self.scenario.burst.unwrap_or(self.scenario.limit.amount);
        Ok(own.min(largest / 2).max(1))
    }
}

/// The greatest number from 1 up to another for which something holds that holds for 1, and for all that
/// are below one for which it holds.
fn greatest(most: u32, holds: impl Fn(u32) -> bool) -> u32 {
    let (mut held, mut above) = (1, most);
    while held < above {
        // The upper half of the two numbers in the middle, so that the stretch always becomes shorter.
        let middle = above - (above - held) / 2;
        if holds(middle) {
            held = middle;
        } else {
            above = middle - 1;
        }
    }
    held
}
