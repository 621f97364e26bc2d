//! All-of: several limiters at once. A request passes when all of them agree, and
//! is charged to all of them or to none.
//!
//! - **Rule**: the longest retry, the least remaining; *never* dominates.
//! - **Cost**: that of its members, for each key.
//! - **Weakness**: a member that counts denials does not count those of an all-of, because a
//!   denial changes no member.
//!
//! Real systems ask one limiter after the other, and a charge of the first remains if the
//! second denies. [`AllOf::in_order`] does the same.

use alloc::vec::Vec;
use core::fmt;

use super::{Policy, PolicyMoment, PolicyState};
use crate::{
    algorithm::Algorithm,
    algorithms::leaky_bucket_queue::LeakyBucketQueue,
    bounds::{Checks, MEMBERS, PolicyError},
    decision::{Decision, Outcome, Why},
    limiter::{Limiter, Quota, Sealed},
    replicas::ReplicaBound,
    settings::Settings,
};

/// The policy: all members agree.
///
/// ```
/// use ratelab_limiter::{AllOf, Gcra, Limiter, SECOND, SlidingWindowLog};
///
/// let burst = Gcra::new(2, 1, SECOND)?; // two at once, one more each second
/// let hourly = SlidingWindowLog::new(3, 3_600 * SECOND)?; // and three in an hour
/// let limiter = AllOf::new(vec![burst.into(), hourly.into()])?;
/// assert_eq!((limiter.members().len(), limiter.limit()), (2, 2));
///
/// let mut state = limiter.fresh();
/// assert!(limiter.take(&mut state, 0, 2).admits());
/// assert_eq!(limiter.check(&mut state, 0, 1).why.member, 0); // denied by the first
/// assert!(limiter.take(&mut state, SECOND, 1).admits());
/// assert_eq!(limiter.check(&mut state, 60 * SECOND, 1).why.member, 1); // by the second
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllOf {
    members: Vec<Policy>,
    /// The start of the clock that members share: that of the latest of them.
    created_at: u64,
    /// Whether each is charged before the next one decides.
    in_order: bool,
}

impl AllOf {
    /// Returns a limiter that admits the requests that all of these admit.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if there are no members or more than 16, or if one of them is an
    /// all-of itself.
    pub fn new(members: Vec<Policy>) -> Result<Self, PolicyError> {
        Checks::all(|checks| MEMBERS.check(members.len() as u64, checks))?;
        if members.iter().any(|member| matches!(member, Policy::AllOf(_))) {
            return Err(Algorithm::unknown("members", "all_of"));
        }
        // Only token buckets have an instant at which they are created.
        let begin = |member: &Policy| match member {
            Policy::TokenBucket(bucket) => bucket.latest_shown(&bucket.fresh()),
            _ => 0,
        };
        let created_at = members.iter().map(begin).max().unwrap_or(0);
        Ok(Self { members, created_at, in_order: false })
    }

    /// Returns the same limiters as layers, the outermost first: the first denial ends the
    /// request, and the charges of the layers before it remain.
    ///
    /// ```
    /// use ratelab_limiter::{AllOf, FixedWindow, Limiter, SECOND};
    ///
    /// let (gateway, service) = (FixedWindow::new(3, SECOND)?, FixedWindow::new(1, SECOND)?);
    /// let layers = AllOf::new(vec![gateway.into(), service.into()])?.in_order();
    /// let mut state = layers.fresh();
    /// let denied_by = [(); 4].map(|()| layers.check(&mut state, 0, 1).why.member);
    /// assert_eq!(denied_by[1..], [1, 1, 0]); // denials of the service use up the gateway
    /// # Ok::<(), ratelab_limiter::PolicyError>(())
    /// ```
    #[must_use]
    pub fn in_order(self) -> Self {
        Self { in_order: true, ..self }
    }

    /// Returns the limiters that must agree.
    pub fn members(&self) -> &[Policy] {
        &self.members
    }
}

impl Sealed for AllOf {}

impl Limiter for AllOf {
    type State = Vec<PolicyState>;
    type Moment = Vec<PolicyMoment>;

    fn algorithm(&self) -> Algorithm {
        if self.in_order { Algorithm::Layers } else { Algorithm::AllOf }
    }

    fn settings(&self) -> Settings {
        Settings::for_algorithm(self.algorithm())
    }

    /// The least of the members' limits: a request that costs more can never pass.
    fn limit(&self) -> u32 {
        self.members.iter().map(Limiter::limit).min().unwrap_or(0)
    }

    fn fresh(&self) -> Vec<PolicyState> {
        self.members.iter().map(Limiter::fresh).collect()
    }

    /// All members are at one instant: otherwise time would pass for one whose bucket begins
    /// later, and not for another.
    fn advance(&self, state: &Vec<PolicyState>, now: u64) -> Vec<PolicyMoment> {
        let now = now.max(self.created_at);
        self.members.iter().zip(state).map(|(member, state)| member.advance(state, now)).collect()
    }

    fn clock(&self, moment: &Vec<PolicyMoment>) -> u64 {
        self.at(moment).map(|(member, moment)| member.clock(moment)).max().unwrap_or(0)
    }

    fn judge(&self, moment: &Vec<PolicyMoment>, cost: u32) -> Outcome {
        let outcomes = self.at(moment).map(|(member, moment)| member.judge(moment, cost));
        outcomes.fold(Outcome::Allowed, Outcome::and)
    }

    fn settle(&self, state: &mut Vec<PolicyState>, moment: Vec<PolicyMoment>, charge: u32) {
        for ((member, state), moment) in self.members.iter().zip(state).zip(moment) {
            member.settle(state, moment, charge);
        }
    }

    /// In order, each layer is charged for its own outcome, up to the one that denies. Those
    /// behind it are not charged; time passes for them as for the others.
    fn conclude(&self, state: &mut Vec<PolicyState>, moment: Vec<PolicyMoment>, outcome: Outcome, cost: u32) {
        if !self.in_order {
            return self.settle(state, moment, self.charge(outcome, cost));
        }
        let mut is_denied = false;
        for ((member, state), moment) in self.members.iter().zip(state).zip(moment) {
            if is_denied {
                member.settle(state, moment, 0);
                continue;
            }
            let outcome = member.outcome(&moment, cost);
            is_denied = !outcome.admits();
            member.conclude(state, moment, outcome, cost);
        }
    }

    /// In order, the layers before the one that denies are charged.
    fn counts_denied(&self) -> bool {
        self.in_order
    }

    fn remaining(&self, moment: &Vec<PolicyMoment>) -> u32 {
        self.tightest(moment).1
    }

    /// A member that would admit earlier waits for the others, and waiting never turns an
    /// admission into a denial.
    fn retry_after(&self, state: &Vec<PolicyState>, moment: &Vec<PolicyMoment>, cost: u32) -> Option<u64> {
        longest(
            self.with_states(state, moment)
                .map(|(member, state, moment)| member.retry_after(state, moment, cost)),
        )
    }

    fn reset_after(&self, state: &Vec<PolicyState>, moment: &Vec<PolicyMoment>) -> Option<u64> {
        longest(
            self.with_states(state, moment).map(|(member, state, moment)| member.reset_after(state, moment)),
        )
    }

    /// The first member that denies; if none does, the one with the least remaining.
    fn why(&self, state: &Vec<PolicyState>, moment: &Vec<PolicyMoment>, cost: u32) -> Why {
        let denying = self.at(moment).position(|(member, moment)| !member.outcome(moment, cost).admits());
        let member = denying.unwrap_or_else(|| self.tightest(moment).0);
        Why { member, ..self.members[member].why(&state[member], &moment[member], cost) }
    }

    fn give_back(&self, state: &mut Vec<PolicyState>, moment: Vec<PolicyMoment>, amount: u64) {
        for ((member, state), moment) in self.members.iter().zip(state).zip(moment) {
            member.give_back(state, moment, amount);
        }
    }

    /// The difference of limit and remaining, in whole requests: members count in different
    /// parts.
    fn level(&self, moment: &Vec<PolicyMoment>) -> u128 {
        self.limit().saturating_sub(self.remaining(moment)).into()
    }

    fn level_unit(&self) -> u64 {
        1
    }

    fn debt(&self, moment: &Vec<PolicyMoment>) -> u32 {
        self.at(moment).map(|(member, moment)| member.debt(moment)).max().unwrap_or(0)
    }

    fn owing(&self, debt: u32, now: u64) -> Vec<PolicyState> {
        let now = now.max(self.created_at);
        self.members.iter().map(|member| member.owing(debt, now)).collect()
    }

    /// Member by member; a new one gets the greatest debt of the old ones.
    fn carry(&self, from: &Self, state: &Vec<PolicyState>, now: u64) -> Vec<PolicyState> {
        let moment = from.advance(state, now);
        let now = from.clock(&moment).max(self.created_at);
        let mut carried = self.owing(from.debt(&moment), now);
        let pairs = self.members.iter().zip(&from.members).zip(state);
        for (carried, ((new, old), state)) in carried.iter_mut().zip(pairs) {
            *carried = new.carry(old, state, now);
        }
        carried
    }

    /// No member admits more than this, so together they do not.
    fn most_in(&self, interval: u64) -> u128 {
        self.members.iter().map(|member| member.most_in(interval)).min().unwrap_or(0)
    }

    /// What starts has been admitted no earlier than the longest wait before it.
    fn most_started_in(&self, interval: u64, cost: u32) -> u128 {
        let queues = || self.members.iter().filter_map(Policy::as_queue);
        let wait = queues().map(LeakyBucketQueue::longest_wait).max().unwrap_or(0);
        let admitted = self.most_in(interval.saturating_add(wait));
        // A single queue decides alone when a request starts.
        let started = queues().map(|queue| queue.most_started_in(interval, cost)).min();
        started.filter(|_| queues().count() == 1).map_or(admitted, |started| started.min(admitted))
    }

    fn state_bytes(&self) -> u64 {
        self.members.iter().map(Limiter::state_bytes).sum()
    }

    fn quotas(&self) -> Vec<Quota> {
        self.members.iter().flat_map(Limiter::quotas).collect()
    }

    /// Each member's numbers, after their count.
    fn save(&self, state: &Vec<PolicyState>) -> Vec<u64> {
        let mut numbers = Vec::new();
        for (member, state) in self.members.iter().zip(state) {
            let saved = member.save(state);
            numbers.push(saved.len() as u64);
            numbers.extend(saved);
        }
        numbers
    }

    fn load(&self, numbers: &[u64]) -> Result<Vec<PolicyState>, &'static str> {
        const SHORT: &str = "length differs from that of the members' states";
        let mut rest = numbers;
        let mut loaded = Vec::new();
        for member in &self.members {
            let (&length, after) = rest.split_first().ok_or(SHORT)?;
            let length = usize::try_from(length).map_err(|_| SHORT)?;
            let (own, after) = after.split_at_checked(length).ok_or(SHORT)?;
            loaded.push(member.load(own)?);
            rest = after;
        }
        if rest.is_empty() { Ok(loaded) } else { Err(SHORT) }
    }

    /// Brings each member to this instant twice, which is cheaper than allocating a list of
    /// moments.
    fn take(&self, state: &mut Vec<PolicyState>, now: u64, cost: u32) -> Outcome {
        let now = now.max(self.created_at);
        if self.in_order {
            return self.take_in_order(state, now, cost);
        }
        let mut outcome = Outcome::Allowed;
        for (member, state) in self.members.iter().zip(&*state) {
            outcome = outcome.and(member.outcome(&member.advance(state, now), cost));
        }
        let charge = self.charge(outcome, cost);
        for (member, state) in self.members.iter().zip(state) {
            let moment = member.advance(state, now);
            member.settle(state, moment, charge);
        }
        outcome
    }

    fn charge_anyway(&self, state: &mut Vec<PolicyState>, now: u64, cost: u32) {
        let now = now.max(self.created_at);
        for (member, state) in self.members.iter().zip(state) {
            member.charge_anyway(state, now, cost);
        }
    }

    fn describe(
        &self,
        state: &Vec<PolicyState>,
        after: &Vec<PolicyMoment>,
        cost: u32,
        outcome: Outcome,
        why: Why,
    ) -> Decision {
        let (member, remaining) = self.tightest(after);
        let retry_after = if outcome.admits() { Some(0) } else { self.retry_after(state, after, cost) };
        let (limiter, state_of, moment) = (&self.members[member], &state[member], &after[member]);
        let member_reset_after = limiter.reset_after(state_of, moment);
        let more_after =
            remaining.checked_add(1).and_then(|more| limiter.retry_after(state_of, moment, more));
        Decision {
            outcome,
            at: self.clock(after),
            limit: self.members[member].limit(),
            remaining,
            retry_after,
            reset_after: self.reset_after(state, after),
            member,
            member_reset_after,
            more_after,
            why,
        }
    }
}

impl ReplicaBound for AllOf {}

impl AllOf {
    /// Decides as [`conclude`](Limiter::conclude) does, without a list of moments.
    fn take_in_order(&self, state: &mut [PolicyState], now: u64, cost: u32) -> Outcome {
        let mut outcome = Outcome::Allowed;
        for (member, state) in self.members.iter().zip(state) {
            if outcome.admits() {
                outcome = outcome.and(member.take(state, now, cost));
            } else {
                let moment = member.advance(state, now);
                member.settle(state, moment, 0);
            }
        }
        outcome
    }

    /// Each member with its moment.
    fn at<'a>(&'a self, moment: &'a [PolicyMoment]) -> impl Iterator<Item = (&'a Policy, &'a PolicyMoment)> {
        self.members.iter().zip(moment)
    }

    /// Each member with its state and moment.
    fn with_states<'a>(
        &'a self,
        state: &'a [PolicyState],
        moment: &'a [PolicyMoment],
    ) -> impl Iterator<Item = (&'a Policy, &'a PolicyState, &'a PolicyMoment)> {
        self.members.iter().zip(state).zip(moment).map(|((member, state), moment)| (member, state, moment))
    }

    /// The index of the member with the least remaining, and that number.
    fn tightest(&self, moment: &[PolicyMoment]) -> (usize, u32) {
        let remaining = self.at(moment).map(|(member, moment)| member.remaining(moment));
        remaining.enumerate().min_by_key(|&(_, remaining)| remaining).unwrap_or((0, 0))
    }
}

/// The longest of several waits; `None` if one of them is.
fn longest(mut waits: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    waits.try_fold(0, |longest, wait| wait.map(|wait| longest.max(wait)))
}

impl fmt::Display for AllOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.algorithm().name())?;
        self.members.iter().try_for_each(|member| write!(f, " ({member})"))
    }
}
