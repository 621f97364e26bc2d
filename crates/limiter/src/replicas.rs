//! The upper bound for a limit whose state is replicated, for planning and simulation.
//!
//! Several servers often keep a state of their own for each key, and synchronize: each is
//! charged for what the others admitted, some time later. Together they admit more than one
//! limiter would. A service that decides requests needs only [`Limiter`].

use crate::{
    algorithms::{
        fixed_window::FixedWindow, sliding_window_counter::SlidingWindowCounter,
        sliding_window_log::SlidingWindowLog,
    },
    bucket::Bucket,
    limiter::Limiter,
};

/// A limiter whose upper bound is known for replicated states.
///
/// ```
/// use ratelab_limiter::{Limiter, SECOND, TokenBucket, replicas::ReplicaBound};
///
/// let limiter = TokenBucket::new(10, 1, SECOND)?; // ten at once, one more each second
/// assert_eq!(limiter.most_started_in(10 * SECOND, 1), 20);
/// // Three replicas that learn of each other's admissions after one second: three bursts, one
/// // rate, and what the two others admit unseen in that second. Without synchronization: 60.
/// assert_eq!(limiter.most_started_by_replicas(3, SECOND, 10 * SECOND, 1), 42);
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
pub trait ReplicaBound: Limiter {
    /// Returns the most cost that can start at all replicas together between two instants
    /// `interval` apart, both included, if no request costs more than `cost`. Each replica is
    /// [charged](Limiter::charge_anyway) for what the others admitted, at most `sync_delay` later.
    fn most_started_by_replicas(&self, replicas: u128, sync_delay: u64, interval: u64, cost: u32) -> u128 {
        let _ = sync_delay;
        replicas * self.most_started_in(interval, cost)
    }
}

/// All replicas can spend the budget of a window before any of them is synchronized. A window that begins with a
/// request may begin with one that another replica admitted, so no replica has to spend its own on that.
impl ReplicaBound for FixedWindow {
    fn most_started_by_replicas(&self, replicas: u128, _: u64, interval: u64, cost: u32) -> u128 {
        let one =
            if replicas > 1 { self.most_across(interval) } else { self.most_started_in(interval, cost) };
        replicas * one
    }
}

impl ReplicaBound for SlidingWindowCounter {
    fn most_started_by_replicas(&self, replicas: u128, _: u64, interval: u64, cost: u32) -> u128 {
        let one = self.most_started_in(interval, cost);
        replicas * if replicas > 1 { one.max(self.most_across(self.limit, interval)) } else { one }
    }
}

/// All replicas can spend the budget of a window before any of them is synchronized.
impl ReplicaBound for SlidingWindowLog {}

impl<B: Bucket> ReplicaBound for B {
    /// The last replica to admit a request has been charged for everything except the requests
    /// that the others admitted within the delay, each as if it were alone. The total beyond the
    /// capacity has to drain before any of them admits more.
    fn most_started_by_replicas(&self, replicas: u128, sync_delay: u64, interval: u64, cost: u32) -> u128 {
        let unsynchronized = replicas * self.most_started_in(interval, cost);
        if self.undelayed().is_some() {
            return unsynchronized;
        }
        let (flow, others) = (self.flow(), replicas.saturating_sub(1));
        let unseen_steps = others * u128::from(self.steps_in(sync_delay.min(interval)));
        let steps = u128::from(self.steps_in(interval)) + unseen_steps;
        let returned = u128::from(flow.amount()).saturating_mul(steps) / u128::from(flow.unit());
        unsynchronized.min((replicas * u128::from(flow.capacity())).saturating_add(returned))
    }
}
