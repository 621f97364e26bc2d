//! What every limiter can do. A limiter is a policy: it holds no state and reads
//! no clock. State is a value that the caller keeps, and time is an argument.

use alloc::vec::Vec;
use core::fmt::{Debug, Display};

use crate::{
    algorithm::Algorithm,
    decision::{Decision, Outcome, Why},
    settings::Settings,
};

/// A policy that decides.
///
/// The first group of methods is what an algorithm is made of: [`advance`] brings
/// a state to an instant without changing it, [`judge`] compares, [`settle`]
/// writes back. A moment is for the state it came from, and is written back once.
/// The last group, built from those, is what callers use: [`take`]
/// for the outcome alone, [`check`] for the whole [`Decision`], [`peek`] to look,
/// [`charge_anyway`] for what was decided elsewhere.
///
/// A state belongs to the policy that made it, or to one it was [`carried`] to.
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
/// [`charge_anyway`]: Limiter::charge_anyway
/// [`carried`]: Limiter::carry
pub trait Limiter: Sealed + Clone + Eq + Debug + Display {
    /// What one key has used.
    type State: Clone + Eq + Debug;
    /// A state as it stands at an instant.
    type Moment: Clone + Debug;

    /// Which algorithm this is.
    fn algorithm(&self) -> Algorithm;

    /// What was configured, by the names of the [bounds table](crate::bounds). A flag
    /// that is off and a bound that is not set are left out. An all-of has no settings
    /// of its own: its members have.
    fn settings(&self) -> Settings;

    /// The whole budget, in requests.
    fn limit(&self) -> u32;

    /// The state of a key that has used nothing.
    fn fresh(&self) -> Self::State;

    /// The state as it stands at `now`, or at the latest time it was shown if
    /// that is later. This is the only place where time passes, for looking and
    /// for taking alike.
    fn advance(&self, state: &Self::State, now: u64) -> Self::Moment;

    /// The instant a moment stands at.
    fn clock(&self, moment: &Self::Moment) -> u64;

    /// Whether a request of this cost, at least 1, fits. It changes nothing.
    fn judge(&self, moment: &Self::Moment, cost: u32) -> Outcome;

    /// Writes a moment back to the state it came from, with this much charged. It
    /// must be no more than fits, unless the policy counts denials.
    fn settle(&self, state: &mut Self::State, moment: Self::Moment, charge: u32);

    /// Whether a denied request may be charged as well.
    #[inline]
    fn counts_denied(&self) -> bool {
        false
    }

    /// Requests of cost 1 that would pass at this moment.
    fn remaining(&self, moment: &Self::Moment) -> u32;

    /// The least wait after which this cost, at least 1, passes: 0 if now, `None`
    /// if never.
    fn retry_after(&self, state: &Self::State, moment: &Self::Moment, cost: u32) -> Option<u64>;

    /// The least wait after which the whole budget is back, `None` if never.
    fn reset_after(&self, state: &Self::State, moment: &Self::Moment) -> Option<u64>;

    /// The rule with the numbers of this request.
    fn why(&self, state: &Self::State, moment: &Self::Moment, cost: u32) -> Why;

    /// Writes a moment back to the state it came from, with this much given back:
    /// the latest charges first, never more than was in use.
    fn give_back(&self, state: &mut Self::State, moment: Self::Moment, amount: u64);

    /// What is in use at this moment, in parts: the estimate as it is, the backlog to
    /// the last fraction. It never grows while nothing arrives.
    fn level(&self, moment: &Self::Moment) -> u128;

    /// How many parts of [`level`](Limiter::level) are one request.
    fn level_unit(&self) -> u64;

    /// Requests in use at this moment, rounded up, or `u32::MAX` if that is less.
    fn debt(&self, moment: &Self::Moment) -> u32;

    /// The state of a key with this many requests in use at an instant, or as many
    /// as there are.
    fn owing(&self, debt: u32, now: u64) -> Self::State;

    /// A state of the policy `from`, carried to this one: the debt stays the same
    /// number of requests, or this policy's limit if that is less.
    fn carry(&self, from: &Self, state: &Self::State, now: u64) -> Self::State;

    /// The most cost that can be admitted between two instants this far apart,
    /// both included. What was configured is not what can happen at worst. Some traffic gets
    /// as much; only all-of, a queue whose longest wait is 0, and a bucket that gets nearly all of
    /// itself back in each nanosecond may stay below.
    fn most_in(&self, interval: u64) -> u128;

    /// The most cost that can start between two instants this far apart, both included, if no request costs
    /// more than this. It is what is admitted, unless what is admitted has to wait.
    fn most_started_in(&self, interval: u64, _cost: u32) -> u128 {
        self.most_in(interval)
    }

    /// Bytes that the state of one key takes at worst, without the key.
    fn state_bytes(&self) -> u64 {
        size_of::<Self::State>() as u64
    }

    /// The limits with the time in which each comes back, `None` if it does not.
    fn quotas(&self) -> Vec<Quota>;

    /// The state as a list of numbers, for a snapshot.
    fn save(&self, state: &Self::State) -> Vec<u64>;

    /// The state that [`save`](Limiter::save) wrote, or why these numbers are no state
    /// of this policy.
    fn load(&self, numbers: &[u64]) -> Result<Self::State, &'static str>;

    /// Whether a request of this cost passes at this moment.
    #[inline]
    fn outcome(&self, moment: &Self::Moment, cost: u32) -> Outcome {
        if cost == 0 { Outcome::Allowed } else { self.judge(moment, cost) }
    }

    /// Decides and charges, and computes nothing else: the hot path.
    #[inline]
    fn take(&self, state: &mut Self::State, now: u64, cost: u32) -> Outcome {
        let moment = self.advance(state, now);
        let outcome = self.outcome(&moment, cost);
        self.conclude(state, moment, outcome, cost);
        outcome
    }

    /// Writes a moment back to the state it came from, with what a request that got this
    /// outcome is charged.
    #[inline]
    fn conclude(&self, state: &mut Self::State, moment: Self::Moment, outcome: Outcome, cost: u32) {
        self.settle(state, moment, self.charge(outcome, cost));
    }

    /// Charges this much without asking, for what was admitted elsewhere: the state may
    /// then owe more than its limit. A count stops at `u32::MAX`, and a bucket at
    /// `u64::MAX` parts. Cost 0 charges nothing.
    fn charge_anyway(&self, state: &mut Self::State, now: u64, cost: u32);

    /// What a request that got this outcome is charged.
    #[inline]
    fn charge(&self, outcome: Outcome, cost: u32) -> u32 {
        if outcome.admits() || self.counts_denied() { cost } else { 0 }
    }

    /// Decides, charges, and returns the whole decision.
    fn check(&self, state: &mut Self::State, now: u64, cost: u32) -> Decision {
        let moment = self.advance(state, now);
        let outcome = self.outcome(&moment, cost);
        let why = self.why(state, &moment, cost);
        self.conclude(state, moment, outcome, cost);
        let after = self.advance(state, now);
        self.describe(state, &after, cost, outcome, why)
    }

    /// The decision that a request would get. It changes nothing, and the budget is
    /// reported without this request.
    fn peek(&self, state: &Self::State, now: u64, cost: u32) -> Decision {
        let moment = self.advance(state, now);
        let outcome = self.outcome(&moment, cost);
        let why = self.why(state, &moment, cost);
        self.describe(state, &moment, cost, outcome, why)
    }

    /// A decision, described from the moment after it.
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
        Decision {
            outcome,
            at: self.clock(after),
            limit: self.limit(),
            remaining: self.remaining(after),
            retry_after,
            reset_after,
            member: 0,
            member_reset_after: reset_after,
            why,
        }
    }

    /// Gives back what was charged, the latest first, never more than was in use.
    fn refund(&self, state: &mut Self::State, now: u64, amount: u64) {
        let moment = self.advance(state, now);
        self.give_back(state, moment, amount);
    }

    /// The latest time a state was shown.
    fn latest_shown(&self, state: &Self::State) -> u64 {
        self.clock(&self.advance(state, 0))
    }

    /// Whether this state is the same as one that was never used, so that dropping
    /// it changes no decision.
    fn is_fresh(&self, state: &Self::State, now: u64) -> bool {
        let settled = |mut state: Self::State| {
            let moment = self.advance(&state, now);
            self.settle(&mut state, moment, 0);
            state
        };
        settled(state.clone()) == settled(self.fresh())
    }
}

/// Keeps [`Limiter`] from being implemented in other crates: they cannot name this trait, whose
/// module is private.
pub trait Sealed {}

/// A limit, and the time in which all of it comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// The whole budget, in requests.
    pub limit: u32,
    /// The window, or the time an empty bucket takes to fill.
    pub window: Option<u64>,
}
