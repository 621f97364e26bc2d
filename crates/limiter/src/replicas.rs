//! The upper bound for a limit whose state is replicated, for planning and simulation.
//!
//! Several servers often each keep a state per key, and synchronize: each is
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
    /// The last replica to admit one of the requests knows all of them except those that the others admitted within
    /// the delay. In what it knows, they are due one after the other at the rate, and a replica that knows less lets
    /// each start at most as late. So they are no more than from one bucket. Each of the others admitted
    /// its capacity at most, and what drained within the delay.
    ///
    /// If no request waits, those within the delay arrived in the interval as well. With requests that wait, the bound
    /// is reached by a capacity of 1; a longer queue can stay below it, because its requests wait while the others
    /// synchronize.
    fn most_started_by_replicas(&self, replicas: u128, sync_delay: u64, interval: u64, cost: u32) -> u128 {
        let (flow, one) = (self.flow(), self.most_started_in(interval, cost));
        let drained = |time: u64| {
            let parts = u128::from(flow.amount()).saturating_mul(self.steps_in(time).into());
            parts / u128::from(flow.unit())
        };
        let filled = |time: u64| u128::from(flow.capacity()).saturating_add(drained(time));
        let (known, delay) =
            if self.makes_wait() { (one, sync_delay) } else { (filled(interval), sync_delay.min(interval)) };
        let unknown = one.min(filled(delay)).saturating_mul(replicas.saturating_sub(1));
        known.saturating_add(unknown).min(replicas.saturating_mul(one))
    }
}
