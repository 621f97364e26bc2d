//! Requests at one rate: evenly spaced, with or without pauses.

use crate::scenario::Rate;

/// A constant rate within on phases; each phase starts anew.
#[derive(Clone, Debug)]
pub(super) struct Steady {
    amount: u64,
    /// `period / amount` nanoseconds lie between two requests: this many whole nanoseconds and this many parts
    /// of `amount`, so that no request needs a division.
    step: u64,
    step_parts: u64,
    on: u64,
    off: u64,
    duration: u64,
    /// The start of the current phase.
    start: u64,
    /// The next request, relative to that.
    next: u64,
    next_parts: u64,
}

impl Steady {
    /// Returns requests at a rate that is not zero, alternately on and off.
    pub(super) fn new(rate: Rate, on: u64, off: u64, duration: u64) -> Self {
        let amount = u64::from(rate.amount);
        let (step, step_parts) = (rate.period / amount, rate.period % amount);
        Self { amount, step, step_parts, on, off, duration, start: 0, next: 0, next_parts: 0 }
    }

    #[inline]
    pub(super) fn next(&mut self) -> Option<u64> {
        if self.next >= self.on {
            self.start = self.start.checked_add(self.on)?.checked_add(self.off)?;
            (self.next, self.next_parts) = (0, 0);
        }
        let time = self.start.checked_add(self.next)?;
        self.step();
        (time < self.duration).then_some(time)
    }

    #[inline]
    fn step(&mut self) {
        self.next_parts += self.step_parts;
        let carry = self.next_parts >= self.amount;
        self.next_parts -= if carry { self.amount } else { 0 };
        self.next = self.next.saturating_add(self.step).saturating_add(carry.into());
    }
}

/// Returns how many requests a phase has. Saturates at the maximum.
pub(super) fn count(rate: Rate, duration: u64) -> u64 {
    let count = (u128::from(rate.amount) * u128::from(duration)).div_ceil(rate.period.max(1).into());
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// Returns how many requests there are with pauses.
pub(super) fn count_with_pauses(rate: Rate, on: u64, off: u64, duration: u64) -> u64 {
    // A cycle that overflows does not end within any duration.
    let turn = on.checked_add(off).unwrap_or(0);
    let turns = duration.checked_div(turn).unwrap_or(0);
    let rest = (duration - turns * turn).min(on);
    count(rate, on).saturating_mul(turns).saturating_add(count(rate, rest))
}
