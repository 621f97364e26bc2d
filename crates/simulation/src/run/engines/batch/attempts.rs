//! Decides the attempts of clients that retry, one after the other, each on the state of its slot.

use ratelab_limiter::{Outcome, batch::TakeBatch};

use super::{
    super::{
        super::record::Record,
        retries::{Attempt, Decider, Slots},
    },
    Runner,
};

/// A limiter that decides on the states of all slots.
pub(super) struct OnSlots<'a, L: TakeBatch> {
    runner: &'a mut Runner<L>,
    slots: Slots<'a>,
}

impl<'a, L: TakeBatch> OnSlots<'a, L> {
    pub(super) const fn new(runner: &'a mut Runner<L>, slots: Slots<'a>) -> Self {
        Self { runner, slots }
    }

    /// Returns the limiter and the state for an attempt, and the reading of the clock.
    #[inline(always)]
    fn limiter_and_state(&mut self, at: Attempt) -> (&L, &mut L::State, u64) {
        let Some(start) = self.slots.only else { return self.state_of_slot(at) };
        let (limiter, state) = self.runner.only();
        (limiter, state, start.saturating_add(at.time))
    }

    /// Like [`Self::limiter_and_state`], for several slots.
    #[inline(never)]
    fn state_of_slot(&mut self, at: Attempt) -> (&L, &mut L::State, u64) {
        let Slots { sharing, policies, start, .. } = self.slots;
        let slot = sharing.slot(at.number, at.client) as usize;
        let (limiter, start) = sharing.policy_and_clock(policies, start, slot);
        let (limiter, work) = self.runner.tier(limiter);
        let states = &mut work.states;
        if states.len() <= slot {
            states.resize(slot + 1, None);
        }
        (limiter, states[slot].get_or_insert_with(|| limiter.fresh()), start.saturating_add(at.time))
    }
}

impl<L: TakeBatch> Decider for OnSlots<'_, L> {
    #[inline]
    fn take(&mut self, at: Attempt, _: &mut Record) -> Outcome {
        let (limiter, state, now) = self.limiter_and_state(at);
        limiter.take(state, now, at.cost)
    }

    fn wait(&mut self, at: Attempt) -> Option<u64> {
        let (limiter, state, now) = self.limiter_and_state(at);
        limiter.retry_after(state, &limiter.advance(state, now), at.cost)
    }
}
