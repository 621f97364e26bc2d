//! The trait of all limiters. A limiter is a policy: it holds no state and reads no clock.
//! State is a value that the caller keeps, and time is an argument.

use alloc::vec::Vec;
use core::fmt::{Debug, Display};

use crate::{
    algorithm::Algorithm,
    decision::{Decision, Outcome, Why},
    settings::Settings,
};

/// A policy that decides requests.
///
/// Callers use [`take`] for the outcome alone, [`check`] for the whole [`Decision`], [`peek`]
/// to look without charging, [`refund`] to return what was charged, and [`charge_anyway`] for
/// requests that were admitted elsewhere. A state belongs to the policy that made it, or to one
/// that it was [carried](Limiter::carry) to.
///
/// ```
/// use ratelab_limiter::{Gcra, Limiter, Outcome, SECOND};
///
/// let limiter = Gcra::new(2, 1, SECOND)?; // two at once, one more each second
/// let mut state = limiter.fresh();
/// assert_eq!(limiter.take(&mut state, 0, 1), Outcome::Allowed);
/// assert_eq!(limiter.check(&mut state, 0, 1).remaining, 0);
/// assert_eq!(limiter.peek(&state, SECOND, 1).outcome, Outcome::Allowed); // changes nothing
/// limiter.refund(&mut state, 0, 1);
/// assert_eq!(limiter.take(&mut state, 0, 1), Outcome::Allowed);
/// limiter.charge_anyway(&mut state, 0, 3); // three more than fit
/// assert_eq!(limiter.peek(&state, 0, 1).retry_after, Some(4 * SECOND));
/// assert!(!limiter.is_fresh(&state, 4 * SECOND) && limiter.is_fresh(&state, 5 * SECOND));
/// assert_eq!(limiter.latest_shown(&state), 0);
///
/// assert_eq!((limiter.limit(), limiter.algorithm().name()), (2, "gcra"));
/// assert_eq!(limiter.settings().to_string(), "gcra burst=2 amount=1 period=1000000000");
/// assert_eq!(limiter.quotas()[0].window, Some(2 * SECOND)); // an empty budget is full again
/// assert_eq!(limiter.state_bytes(), 16);
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
///
/// The methods above are built from those of the algorithm: [`advance`] brings a state to an
/// instant without changing it, [`judge`] compares, and [`settle`] writes back. A moment belongs
/// to the state it came from, and is written back at most once.
///
/// ```
/// use ratelab_limiter::{FixedWindow, Limiter, Outcome, SECOND};
///
/// let limiter = FixedWindow::new(10, SECOND)?;
/// let mut state = limiter.fresh();
/// let moment = limiter.advance(&state, 300_000_000);
/// assert_eq!(limiter.clock(&moment), 300_000_000);
/// assert_eq!((limiter.outcome(&moment, 0), limiter.judge(&moment, 11)), (Outcome::Allowed, Outcome::Denied));
/// assert_eq!((limiter.remaining(&moment), limiter.debt(&moment)), (10, 0));
/// limiter.settle(&mut state, moment, 4);
///
/// let moment = limiter.advance(&state, 300_000_000);
/// assert_eq!((limiter.level(&moment), limiter.level_unit()), (4, 1));
/// assert_eq!(limiter.retry_after(&state, &moment, 7), Some(700_000_000)); // the next window
/// assert_eq!(limiter.reset_after(&state, &moment), Some(700_000_000));
/// assert_eq!(limiter.charge(Outcome::Denied, 1), 0); // unless the policy counts denials
/// assert!(!limiter.counts_denied());
/// limiter.give_back(&mut state, moment, 1);
/// assert_eq!(limiter.load(&limiter.save(&state)), Ok(state));
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
///
/// This trait is sealed: only the limiters of this crate implement it, so a method can be added
/// without breaking other crates. To choose among them at run time, use
/// [`Policy`](crate::Policy); to combine several, use [`AllOf`](crate::AllOf).
///
/// [`advance`]: Limiter::advance
/// [`judge`]: Limiter::judge
/// [`settle`]: Limiter::settle
/// [`take`]: Limiter::take
/// [`check`]: Limiter::check
/// [`peek`]: Limiter::peek
/// [`refund`]: Limiter::refund
/// [`charge_anyway`]: Limiter::charge_anyway
pub trait Limiter: Sealed + Clone + Eq + Debug + Display {
    /// The state of one key.
    type State: Clone + Eq + Debug;
    /// A state at an instant.
    type Moment: Clone + Debug;

    /// Returns the algorithm.
    fn algorithm(&self) -> Algorithm;

    /// Returns the configured values, by their names in the [bounds table](crate::bounds). A
    /// flag that is off and a bound that is not set are left out. An all-of has no settings of
    /// its own, only its members have.
    fn settings(&self) -> Settings;

    /// Returns the whole budget, in requests.
    fn limit(&self) -> u32;

    /// Returns the state of a key that has used nothing.
    fn fresh(&self) -> Self::State;

    /// Returns the state at `now`, or at the latest time it was used if that is later. Time
    /// passes here alone, for peeks and for decisions.
    fn advance(&self, state: &Self::State, now: u64) -> Self::Moment;

    /// Returns the instant of a moment.
    fn clock(&self, moment: &Self::Moment) -> u64;

    /// Decides whether a request of this cost, at least 1, fits. It changes nothing.
    fn judge(&self, moment: &Self::Moment, cost: u32) -> Outcome;

    /// Writes a moment back to the state it came from, with `charge` added. That must not be
    /// more than fits, unless the policy counts denials.
    fn settle(&self, state: &mut Self::State, moment: Self::Moment, charge: u32);

    /// Reports whether a denied request may be charged as well.
    #[inline]
    fn counts_denied(&self) -> bool {
        false
    }

    /// Returns how many requests of cost 1 would pass at this moment.
    fn remaining(&self, moment: &Self::Moment) -> u32;

    /// Returns the least wait after which a request of this cost, at least 1, passes: 0 if it
    /// passes now, `None` if never.
    fn retry_after(&self, state: &Self::State, moment: &Self::Moment, cost: u32) -> Option<u64>;

    /// Returns the least wait after which the whole budget is back, `None` if never.
    fn reset_after(&self, state: &Self::State, moment: &Self::Moment) -> Option<u64>;

    /// Returns the rule with its numbers for a request of this cost.
    fn why(&self, state: &Self::State, moment: &Self::Moment, cost: u32) -> Why;

    /// Writes a moment back to the state it came from, with `amount` given back: the latest
    /// charges first, never more than was in use.
    fn give_back(&self, state: &mut Self::State, moment: Self::Moment, amount: u64);

    /// Returns the amount in use at this moment, in parts, without any rounding. It never
    /// grows while nothing arrives.
    fn level(&self, moment: &Self::Moment) -> u128;

    /// Returns how many parts of [`level`](Limiter::level) are one request.
    fn level_unit(&self) -> u64;

    /// Returns the requests in use at this moment, rounded up, at most `u32::MAX`.
    fn debt(&self, moment: &Self::Moment) -> u32;

    /// Returns the state of a key with this many requests in use at an instant, at most the
    /// limit.
    ///
    /// ```
    /// use ratelab_limiter::{Gcra, Limiter, SECOND};
    ///
    /// let limiter = Gcra::new(5, 1, SECOND)?;
    /// assert_eq!(limiter.peek(&limiter.owing(3, 0), 0, 1).remaining, 2);
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    fn owing(&self, debt: u32, now: u64) -> Self::State;

    /// Converts a state of the policy `from` into one of this policy. The debt stays the same
    /// number of requests, at most this policy's limit.
    ///
    /// ```
    /// use ratelab_limiter::{Gcra, Limiter, SECOND};
    ///
    /// let (old, new) = (Gcra::new(5, 1, SECOND)?, Gcra::new(10, 7, 3 * SECOND)?);
    /// let mut state = old.fresh();
    /// let _ = old.take(&mut state, 0, 4);
    /// assert_eq!(new.peek(&new.carry(&old, &state, 0), 0, 1).remaining, 6);
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    fn carry(&self, from: &Self, state: &Self::State, now: u64) -> Self::State;

    /// Returns the most cost that can be admitted between two instants this far apart, both
    /// included, which may be more than the configured limit. Some traffic reaches it, except
    /// with an all-of, a queue whose longest wait is 0, or a bucket that refills nearly
    /// completely in each nanosecond: for those it is an upper bound.
    ///
    /// ```
    /// use ratelab_limiter::{FixedWindow, Limiter, SECOND, SlidingWindowLog};
    ///
    /// assert_eq!(FixedWindow::new(10, 60 * SECOND)?.most_in(SECOND), 20); // across an edge
    /// assert_eq!(SlidingWindowLog::new(10, 60 * SECOND)?.most_in(SECOND), 10);
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    fn most_in(&self, interval: u64) -> u128;

    /// Returns the most cost that can start between two instants this far apart, both included,
    /// if no request costs more than `cost`. It differs from [`most_in`](Limiter::most_in) if
    /// admitted requests wait.
    ///
    /// ```
    /// use ratelab_limiter::{LeakyBucketQueue, Limiter, SECOND};
    ///
    /// let queue = LeakyBucketQueue::new(10, 1, SECOND)?;
    /// assert_eq!((queue.most_in(SECOND), queue.most_started_in(SECOND, 1)), (11, 2));
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    fn most_started_in(&self, interval: u64, _cost: u32) -> u128 {
        self.most_in(interval)
    }

    /// Returns the most bytes that the state of one key takes, without the key.
    fn state_bytes(&self) -> u64 {
        size_of::<Self::State>() as u64
    }

    /// Returns each limit with the time in which it comes back, `None` if it does not.
    fn quotas(&self) -> Vec<Quota>;

    /// Returns the state as a list of numbers, for a snapshot.
    fn save(&self, state: &Self::State) -> Vec<u64>;

    /// Returns the state that [`save`](Limiter::save) wrote.
    ///
    /// # Errors
    ///
    /// Returns the reason if the numbers are not a state of this policy.
    fn load(&self, numbers: &[u64]) -> Result<Self::State, &'static str>;

    /// Decides whether a request of this cost passes at this moment. Cost 0 always does.
    #[inline]
    fn outcome(&self, moment: &Self::Moment, cost: u32) -> Outcome {
        if cost == 0 { Outcome::Allowed } else { self.judge(moment, cost) }
    }

    /// Decides and charges a request, and computes nothing else: the hot path.
    #[inline]
    fn take(&self, state: &mut Self::State, now: u64, cost: u32) -> Outcome {
        let moment = self.advance(state, now);
        let outcome = self.outcome(&moment, cost);
        self.conclude(state, moment, outcome, cost);
        outcome
    }

    /// Writes a moment back to the state it came from, with the charge for a request that got
    /// this outcome.
    ///
    /// ```
    /// use ratelab_limiter::{FixedWindow, Limiter, SECOND};
    ///
    /// let limiter = FixedWindow::new(2, SECOND)?;
    /// let mut state = limiter.fresh();
    /// // The parts of `take`: a caller can look at the outcome before it is charged.
    /// let moment = limiter.advance(&state, 0);
    /// let outcome = limiter.outcome(&moment, 1);
    /// limiter.conclude(&mut state, moment, outcome, 1);
    /// assert_eq!(limiter.peek(&state, 0, 1).remaining, 1);
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    #[inline]
    fn conclude(&self, state: &mut Self::State, moment: Self::Moment, outcome: Outcome, cost: u32) {
        self.settle(state, moment, self.charge(outcome, cost));
    }

    /// Charges a cost without a decision, for a request that was admitted elsewhere: the state
    /// may then owe more than its limit. A count stops at `u32::MAX`, and a bucket at `u64::MAX`
    /// parts. Cost 0 charges nothing.
    fn charge_anyway(&self, state: &mut Self::State, now: u64, cost: u32);

    /// Returns the charge for a request that got this outcome.
    #[inline]
    fn charge(&self, outcome: Outcome, cost: u32) -> u32 {
        if outcome.admits() || self.counts_denied() { cost } else { 0 }
    }

    /// Decides and charges a request, and returns the whole decision.
    fn check(&self, state: &mut Self::State, now: u64, cost: u32) -> Decision {
        let moment = self.advance(state, now);
        let outcome = self.outcome(&moment, cost);
        let why = self.why(state, &moment, cost);
        self.conclude(state, moment, outcome, cost);
        let after = self.advance(state, now);
        self.describe(state, &after, cost, outcome, why)
    }

    /// Returns the decision that a request would get, with the budget before it. It changes
    /// nothing.
    fn peek(&self, state: &Self::State, now: u64, cost: u32) -> Decision {
        let moment = self.advance(state, now);
        let outcome = self.outcome(&moment, cost);
        let why = self.why(state, &moment, cost);
        self.describe(state, &moment, cost, outcome, why)
    }

    /// Returns a decision with this outcome, described by the moment after it.
    ///
    /// ```
    /// use ratelab_limiter::{FixedWindow, Limiter, Outcome, SECOND};
    ///
    /// // A request was denied elsewhere: describe it to its client.
    /// let limiter = FixedWindow::new(2, SECOND)?;
    /// let mut state = limiter.fresh();
    /// let _ = limiter.take(&mut state, 0, 2);
    /// let moment = limiter.advance(&state, SECOND / 4);
    /// let why = limiter.why(&state, &moment, 1);
    /// let decision = limiter.describe(&state, &moment, 1, Outcome::Denied, why);
    /// assert_eq!((decision.remaining, decision.retry_after), (0, Some(SECOND * 3 / 4)));
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    fn describe(
        &self,
        state: &Self::State,
        after: &Self::Moment,
        cost: u32,
        outcome: Outcome,
        why: Why,
    ) -> Decision {
        let retry_after = if outcome.admits() { Some(0) } else { self.retry_after(state, after, cost) };
        let reset_after = self.reset_after(state, after);
        let remaining = self.remaining(after);
        Decision {
            outcome,
            at: self.clock(after),
            limit: self.limit(),
            remaining,
            retry_after,
            reset_after,
            member: 0,
            member_reset_after: reset_after,
            more_after: remaining.checked_add(1).and_then(|more| self.retry_after(state, after, more)),
            why,
        }
    }

    /// Gives back an amount that was charged: the latest charges first, never more than was in
    /// use.
    fn refund(&self, state: &mut Self::State, now: u64, amount: u64) {
        let moment = self.advance(state, now);
        self.give_back(state, moment, amount);
    }

    /// Returns the latest time at which a state was used.
    fn latest_shown(&self, state: &Self::State) -> u64 {
        self.clock(&self.advance(state, 0))
    }

    /// Reports whether this state equals one that was never used, so that dropping it changes
    /// no decision.
    fn is_fresh(&self, state: &Self::State, now: u64) -> bool {
        let settled = |mut state: Self::State| {
            let moment = self.advance(&state, now);
            self.settle(&mut state, moment, 0);
            state
        };
        settled(state.clone()) == settled(self.fresh())
    }
}

/// Prevents implementations of [`Limiter`] in other crates: they cannot name this trait, whose
/// module is private.
pub trait Sealed {}

/// A limit, and the time in which all of it comes back.
///
/// ```
/// use ratelab_limiter::{FixedWindow, Limiter, Quota, SECOND};
///
/// let quotas = FixedWindow::new(10, 60 * SECOND)?.quotas();
/// assert_eq!(quotas, [Quota { limit: 10, window: Some(60 * SECOND) }]);
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// The whole budget, in requests.
    pub limit: u32,
    /// The window, or the time that an empty bucket takes to fill, in nanoseconds.
    pub window: Option<u64>,
}
