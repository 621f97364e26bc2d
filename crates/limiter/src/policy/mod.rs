//! A limiter whose algorithm is chosen at run time.

mod all_of;
mod from_settings;

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

pub use all_of::AllOf;

use crate::{
    algorithm::Algorithm,
    algorithms::{
        fixed_window::{FixedWindow, Window},
        gcra::Gcra,
        leaky_bucket_meter::LeakyBucketMeter,
        leaky_bucket_queue::LeakyBucketQueue,
        sliding_window_counter::{Counts, SlidingWindowCounter},
        sliding_window_log::{Log, LogMoment, SlidingWindowLog},
        token_bucket::TokenBucket,
    },
    bucket::{Backlog, Bucket, Flow},
    decision::{Decision, Outcome, Why},
    limiter::{Limiter, Quota, Sealed},
    replicas::ReplicaBound,
    settings::Settings,
};

/// A policy of any algorithm.
///
/// ```
/// use ratelab_limiter::{FixedWindow, Gcra, Limiter, Policy, SECOND};
///
/// let policies: [Policy; 2] = [FixedWindow::new(2, SECOND)?.into(), Gcra::new(2, 1, SECOND)?.into()];
/// for policy in policies {
///     let mut state = policy.fresh();
///     assert!(policy.take(&mut state, 0, 2).admits());
///     assert!(!policy.take(&mut state, 0, 1).admits());
/// }
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
///
/// # Panics
///
/// As a [`Limiter`] it panics if a state was not made by a policy of the same algorithm.
/// [`Limiter::carry`] converts states between policies.
#[derive(Clone, Debug, PartialEq, Eq)]
// Exhaustive, as `Algorithm` is.
pub enum Policy {
    /// Counts in windows of equal length.
    FixedWindow(FixedWindow),
    /// Remembers each admitted request.
    SlidingWindowLog(SlidingWindowLog),
    /// Estimates the sliding window from two counts.
    SlidingWindowCounter(SlidingWindowCounter),
    /// Tokens that come back at a rate.
    TokenBucket(TokenBucket),
    /// A bucket that leaks at a rate.
    LeakyBucketMeter(LeakyBucketMeter),
    /// A queue that is served at a rate.
    LeakyBucketQueue(LeakyBucketQueue),
    /// A schedule at a rate.
    Gcra(Gcra),
    /// Several of these combined.
    AllOf(AllOf),
}

impl Policy {
    /// Returns the limiters of an all-of, or the policy itself.
    ///
    /// ```
    /// use ratelab_limiter::{AllOf, Gcra, Policy, SECOND};
    ///
    /// let gcra = Policy::from(Gcra::new(2, 1, SECOND)?);
    /// assert_eq!(gcra.members(), [gcra.clone()]);
    /// let both = Policy::from(AllOf::new(vec![gcra.clone(), gcra.clone()])?);
    /// assert_eq!(both.members(), [gcra.clone(), gcra]);
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    pub fn members(&self) -> &[Self] {
        match self {
            Self::AllOf(all) => all.members(),
            one => core::slice::from_ref(one),
        }
    }

    /// Reports whether this policy and another admit the same requests and go through the same
    /// states. A token bucket that begins full and refills evenly, a meter and GCRA are one
    /// limiter under three names, and a queue only delays requests.
    ///
    /// ```
    /// use ratelab_limiter::{Gcra, LeakyBucketQueue, Policy, SECOND, TokenBucket};
    ///
    /// let gcra = Policy::from(Gcra::new(10, 5, SECOND)?);
    /// assert!(gcra.admits_as(&TokenBucket::new(10, 5, SECOND)?.into()));
    /// assert!(gcra.flows_as(&LeakyBucketQueue::new(10, 5, SECOND)?.into()));
    /// assert!(!gcra.admits_as(&TokenBucket::new(10, 5, SECOND)?.initial(0)?.into()));
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    pub fn admits_as(&self, other: &Self) -> bool {
        self == other || self.flows_as(other)
    }

    /// Reports whether both are buckets with the same rate and size, and admission depends on
    /// nothing else.
    pub fn flows_as(&self, other: &Self) -> bool {
        self.plain_flow().is_some_and(|flow| other.plain_flow() == Some(flow))
    }

    pub(crate) const fn as_queue(&self) -> Option<&LeakyBucketQueue> {
        if let Self::LeakyBucketQueue(queue) = self { Some(queue) } else { None }
    }

    /// The flow of a bucket, if admission depends on nothing else.
    fn plain_flow(&self) -> Option<&Flow> {
        match self {
            Self::TokenBucket(bucket) => bucket.plain_flow(),
            Self::LeakyBucketMeter(meter) => Some(meter.flow()),
            Self::LeakyBucketQueue(queue) => queue.plain_flow(),
            Self::Gcra(gcra) => Some(gcra.flow()),
            _ => None,
        }
    }
}

/// The state of a [`Policy`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PolicyState {
    /// Of a fixed window.
    Window(Window),
    /// Of a sliding window log, boxed so that the others stay small.
    Log(Box<Log>),
    /// Of a sliding window counter.
    Counts(Counts),
    /// Of a bucket.
    Backlog(Backlog),
    /// Of an all-of, one for each member.
    Members(Vec<PolicyState>),
}

const _: () = assert!(size_of::<PolicyState>() == 32, "the variant costs eight bytes more");

/// The moment of a [`Policy`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PolicyMoment {
    /// Of a fixed window.
    Window(Window),
    /// Of a sliding window log.
    Log(LogMoment),
    /// Of a sliding window counter.
    Counts(Counts),
    /// Of a bucket.
    Backlog(Backlog),
    /// Of an all-of, one for each member.
    Members(Vec<PolicyMoment>),
}

macro_rules! conversions {
    ($enumeration:ident: $($variant:ident($held:ty)),*) => {
        $(impl From<$held> for $enumeration {
            #[inline]
            fn from(held: $held) -> Self {
                Self::$variant(held)
            }
        })*
    };
}

conversions!(PolicyState: Window(Window), Log(Box<Log>), Counts(Counts), Backlog(Backlog),
    Members(Vec<PolicyState>));
conversions!(PolicyMoment: Window(Window), Log(LogMoment), Counts(Counts), Backlog(Backlog),
    Members(Vec<PolicyMoment>));
conversions!(Policy: FixedWindow(FixedWindow), SlidingWindowLog(SlidingWindowLog),
    SlidingWindowCounter(SlidingWindowCounter), TokenBucket(TokenBucket), LeakyBucketMeter(LeakyBucketMeter),
    LeakyBucketQueue(LeakyBucketQueue), Gcra(Gcra), AllOf(AllOf));

impl From<Log> for PolicyState {
    fn from(log: Log) -> Self {
        Self::Log(Box::new(log))
    }
}

/// Runs the body with the limiter inside a policy.
macro_rules! each {
    ($policy:expr, |$limiter:ident| $body:expr) => {
        match $policy {
            Policy::FixedWindow($limiter) => $body,
            Policy::SlidingWindowLog($limiter) => $body,
            Policy::SlidingWindowCounter($limiter) => $body,
            Policy::TokenBucket($limiter) => $body,
            Policy::LeakyBucketMeter($limiter) => $body,
            Policy::LeakyBucketQueue($limiter) => $body,
            Policy::Gcra($limiter) => $body,
            Policy::AllOf($limiter) => $body,
        }
    };
}

/// Runs the body with the limiter inside a policy and the values inside one or two
/// enumerations whose variants have the same names.
macro_rules! each_with {
    ($policy:expr, $($given:expr => $enumeration:ident),+; |$limiter:ident, $($held:ident),+| $body:expr) => {
        match ($policy, $($given),+) {
            (Policy::FixedWindow($limiter), $($enumeration::Window($held)),+) => $body,
            (Policy::SlidingWindowLog($limiter), $($enumeration::Log($held)),+) => $body,
            (Policy::SlidingWindowCounter($limiter), $($enumeration::Counts($held)),+) => $body,
            (Policy::TokenBucket($limiter), $($enumeration::Backlog($held)),+) => $body,
            (Policy::LeakyBucketMeter($limiter), $($enumeration::Backlog($held)),+) => $body,
            (Policy::LeakyBucketQueue($limiter), $($enumeration::Backlog($held)),+) => $body,
            (Policy::Gcra($limiter), $($enumeration::Backlog($held)),+) => $body,
            (Policy::AllOf($limiter), $($enumeration::Members($held)),+) => $body,
            (policy, ..) => not_made_by(policy.algorithm()),
        }
    };
}

/// Names the algorithm alone. To print the whole policy, every program with a limiter would
/// contain the code that formats all of them.
#[cold]
#[inline(never)]
fn not_made_by(algorithm: Algorithm) -> ! {
    panic!("this state was not made by {algorithm}")
}

impl Sealed for Policy {}

impl Limiter for Policy {
    type State = PolicyState;
    type Moment = PolicyMoment;

    fn algorithm(&self) -> Algorithm {
        each!(self, |limiter| limiter.algorithm())
    }

    fn settings(&self) -> Settings {
        each!(self, |limiter| limiter.settings())
    }

    fn limit(&self) -> u32 {
        each!(self, |limiter| limiter.limit())
    }

    fn fresh(&self) -> PolicyState {
        each!(self, |limiter| limiter.fresh().into())
    }

    #[inline]
    fn advance(&self, state: &PolicyState, now: u64) -> PolicyMoment {
        each_with!(self, state => PolicyState; |limiter, state| limiter.advance(state, now).into())
    }

    fn clock(&self, moment: &PolicyMoment) -> u64 {
        each_with!(self, moment => PolicyMoment; |limiter, moment| limiter.clock(moment))
    }

    #[inline]
    fn judge(&self, moment: &PolicyMoment, cost: u32) -> Outcome {
        each_with!(self, moment => PolicyMoment; |limiter, moment| limiter.judge(moment, cost))
    }

    #[inline]
    fn settle(&self, state: &mut PolicyState, moment: PolicyMoment, charge: u32) {
        each_with!(self, state => PolicyState, moment => PolicyMoment;
            |limiter, state, moment| limiter.settle(state, moment, charge));
    }

    #[inline]
    fn conclude(&self, state: &mut PolicyState, moment: PolicyMoment, outcome: Outcome, cost: u32) {
        each_with!(self, state => PolicyState, moment => PolicyMoment;
            |limiter, state, moment| limiter.conclude(state, moment, outcome, cost));
    }

    #[inline]
    fn counts_denied(&self) -> bool {
        each!(self, |limiter| limiter.counts_denied())
    }

    fn remaining(&self, moment: &PolicyMoment) -> u32 {
        each_with!(self, moment => PolicyMoment; |limiter, moment| limiter.remaining(moment))
    }

    fn retry_after(&self, state: &PolicyState, moment: &PolicyMoment, cost: u32) -> Option<u64> {
        each_with!(self, state => PolicyState, moment => PolicyMoment;
            |limiter, state, moment| limiter.retry_after(state, moment, cost))
    }

    fn reset_after(&self, state: &PolicyState, moment: &PolicyMoment) -> Option<u64> {
        each_with!(self, state => PolicyState, moment => PolicyMoment;
            |limiter, state, moment| limiter.reset_after(state, moment))
    }

    fn why(&self, state: &PolicyState, moment: &PolicyMoment, cost: u32) -> Why {
        each_with!(self, state => PolicyState, moment => PolicyMoment;
            |limiter, state, moment| limiter.why(state, moment, cost))
    }

    fn give_back(&self, state: &mut PolicyState, moment: PolicyMoment, amount: u64) {
        each_with!(self, state => PolicyState, moment => PolicyMoment;
            |limiter, state, moment| limiter.give_back(state, moment, amount));
    }

    fn level(&self, moment: &PolicyMoment) -> u128 {
        each_with!(self, moment => PolicyMoment; |limiter, moment| limiter.level(moment))
    }

    fn level_unit(&self) -> u64 {
        each!(self, |limiter| limiter.level_unit())
    }

    fn debt(&self, moment: &PolicyMoment) -> u32 {
        each_with!(self, moment => PolicyMoment; |limiter, moment| limiter.debt(moment))
    }

    fn owing(&self, debt: u32, now: u64) -> PolicyState {
        each!(self, |limiter| limiter.owing(debt, now).into())
    }

    fn carry(&self, from: &Self, state: &PolicyState, now: u64) -> PolicyState {
        macro_rules! alike {
            ($($variant:ident, $held:ident);*) => {
                match (self, from, state) {
                    $((Self::$variant(new), Self::$variant(old), PolicyState::$held(state)) => {
                        new.carry(old, state, now).into()
                    })*
                    _ => {
                        let moment = from.advance(state, now);
                        self.owing(from.debt(&moment), from.clock(&moment))
                    }
                }
            };
        }
        alike!(FixedWindow, Window; SlidingWindowLog, Log; SlidingWindowCounter, Counts; TokenBucket, Backlog;
            LeakyBucketMeter, Backlog; LeakyBucketQueue, Backlog; Gcra, Backlog; AllOf, Members)
    }

    #[inline]
    fn take(&self, state: &mut PolicyState, now: u64, cost: u32) -> Outcome {
        each_with!(self, state => PolicyState; |limiter, state| limiter.take(state, now, cost))
    }

    fn charge_anyway(&self, state: &mut PolicyState, now: u64, cost: u32) {
        each_with!(self, state => PolicyState; |limiter, state| limiter.charge_anyway(state, now, cost));
    }

    fn is_fresh(&self, state: &PolicyState, now: u64) -> bool {
        each_with!(self, state => PolicyState; |limiter, state| limiter.is_fresh(state, now))
    }

    fn most_in(&self, interval: u64) -> u128 {
        each!(self, |limiter| limiter.most_in(interval))
    }

    fn most_started_in(&self, interval: u64, cost: u32) -> u128 {
        each!(self, |limiter| limiter.most_started_in(interval, cost))
    }

    fn state_bytes(&self) -> u64 {
        each!(self, |limiter| limiter.state_bytes())
    }

    fn quotas(&self) -> Vec<Quota> {
        each!(self, |limiter| limiter.quotas())
    }

    fn save(&self, state: &PolicyState) -> Vec<u64> {
        each_with!(self, state => PolicyState; |limiter, state| limiter.save(state))
    }

    fn load(&self, numbers: &[u64]) -> Result<PolicyState, &'static str> {
        each!(self, |limiter| limiter.load(numbers).map(PolicyState::from))
    }

    fn describe(
        &self,
        state: &PolicyState,
        after: &PolicyMoment,
        cost: u32,
        outcome: Outcome,
        why: Why,
    ) -> Decision {
        each_with!(self, state => PolicyState, after => PolicyMoment;
            |limiter, state, after| limiter.describe(state, after, cost, outcome, why))
    }
}

impl ReplicaBound for Policy {
    fn most_started_by_replicas(&self, replicas: u128, sync_delay: u64, interval: u64, cost: u32) -> u128 {
        each!(self, |limiter| limiter.most_started_by_replicas(replicas, sync_delay, interval, cost))
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each!(self, |limiter| limiter.fmt(f))
    }
}
