//! The core as the counterpart of a script: the same requests, one state for each key.
//!
//! While time does not go back, a script decides as the core does. If it goes back, the core is at the latest time
//! it has *seen*, and a script at that of the latest state it has *stored*: a call that changes nothing, such as a
//! denial, a peek or a refund of 0, writes nothing. A state that equals an unused one is not stored at all, and a log
//! stores only the times of its entries. A script is then compared with a core that has seen only the stored times.
//! An all-of is at the latest time that any of its limiters stored.

use ratelab_limiter::{Decision, Limiter, Outcome, Policy, PolicyState};

use crate::proofs::wire::{Call, Operation};

/// Nanoseconds in the scripts' unit of time.
pub(crate) const MICROSECOND: u64 = 1_000;

/// The core's state of one key.
#[derive(Clone, Debug)]
pub(crate) struct Mirror {
    pub(crate) state: PolicyState,
    /// Whether time never goes back, so that the core need not forget what a script forgets.
    is_steady: bool,
}

impl Mirror {
    pub(crate) fn new(policy: &Policy, is_steady: bool) -> Self {
        Self { state: policy.fresh(), is_steady }
    }

    /// The decision of the core; after a refund, that of a peek.
    pub(crate) fn answer(&mut self, policy: &Policy, call: &Call, now: u64) -> Option<Decision> {
        let now = (now * MICROSECOND).max(policy.latest_shown(&self.state));
        let mut after = self.state.clone();
        let decision = match call.operation {
            Operation::Check => Some(policy.check(&mut after, now, call.cost)),
            Operation::Peek => Some(policy.peek(&after, now, call.cost)),
            Operation::Refund => {
                policy.refund(&mut after, now, call.cost.into());
                Some(policy.peek(&after, now, 0))
            }
            Operation::Reset => {
                after = policy.fresh();
                None
            }
        };
        self.state = if self.is_steady { after } else { stored(policy, &self.state, after) };
        decision.map(in_microseconds)
    }
}

/// The state that a script has stored after a call that took the core from one state to another.
fn stored(policy: &Policy, before: &PolicyState, after: PolicyState) -> PolicyState {
    if let (Policy::AllOf(all), PolicyState::Members(befores), PolicyState::Members(afters)) =
        (policy, before, &after)
    {
        let members = all.members().iter().zip(befores).zip(afters);
        return PolicyState::Members(
            members.map(|((member, before), after)| stored(member, before, after.clone())).collect(),
        );
    }
    let clock = policy.latest_shown(&after);
    if is_untouched(policy, before, &after, clock) {
        return before.clone();
    }
    if policy.is_fresh(&after, clock) {
        return policy.fresh();
    }
    at_newest_entry(policy, after)
}

/// Whether nothing but time passed.
fn is_untouched(policy: &Policy, before: &PolicyState, after: &PolicyState, clock: u64) -> bool {
    let mut waited = before.clone();
    let moment = policy.advance(before, clock);
    policy.settle(&mut waited, moment, 0);
    waited == *after
}

/// A log at the time of its newest entry; any other state as it is.
fn at_newest_entry(policy: &Policy, state: PolicyState) -> PolicyState {
    let mut numbers = policy.save(&state);
    match (policy, numbers.as_slice()) {
        (Policy::SlidingWindowLog(_), [_, .., newest, _]) => {
            numbers[0] = *newest;
            policy.load(&numbers).expect("a log")
        }
        _ => state,
    }
}

/// A decision of the core as a script can return it: waits in whole microseconds, rounded up.
pub(crate) fn in_microseconds(decision: Decision) -> Decision {
    let up = |wait: u64| wait.next_multiple_of(MICROSECOND);
    Decision {
        outcome: match decision.outcome {
            Outcome::Delayed(delay) => Outcome::Delayed(up(delay)),
            other => other,
        },
        retry_after: decision.retry_after.map(up),
        reset_after: decision.reset_after.map(up),
        member_reset_after: decision.member_reset_after.map(up),
        more_after: decision.more_after.map(up),
        ..decision
    }
}
