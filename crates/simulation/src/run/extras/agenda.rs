//! What is still to be done, soonest first: a radix heap, after Ahuja, Mehlhorn, Orlin and Tarjan.
//!
//! Nothing is ever due before what was done last, so what is due need only be sorted as far as
//! it is near: all that first differs from the time of the last in the same digit, and has the same digit
//! there, lies in one heap, unsorted. Those of one instant are always in one heap, and stay in the order
//! they came.

use std::collections::VecDeque;

/// Bits of a digit, and the digits of a time.
const BITS: u32 = 4;
const DIGITS: usize = (u64::BITS / BITS) as usize;
const VALUES: usize = 1 << BITS;

/// Things to do, each with the time when it is due.
pub(super) struct Agenda<T> {
    /// By the highest digit in which a time differs from the last, and by what that digit is.
    heaps: Vec<Vec<(u64, T)>>,
    /// For each digit, a bit for each heap that is not empty; and a bit for each digit that has one.
    filled: [u16; DIGITS],
    digits: u16,
    /// Those that are due at the time of the last.
    now: VecDeque<T>,
    last: u64,
    /// The least time of all, if there is anything.
    first: Option<u64>,
    length: usize,
}

impl<T: Copy> Agenda<T> {
    pub(super) fn new() -> Self {
        let heaps = (0..DIGITS * VALUES).map(|_| Vec::new()).collect();
        let (filled, digits, now) = ([0; DIGITS], 0, VecDeque::new());
        Self { heaps, filled, digits, now, last: 0, first: None, length: 0 }
    }

    pub(super) const fn len(&self) -> usize {
        self.length
    }

    /// When the first is due.
    #[inline]
    pub(super) const fn first(&self) -> Option<u64> {
        self.first
    }

    /// Adds what is due at a time: not before what was taken last.
    #[inline]
    pub(super) fn push(&mut self, due: u64, what: T) {
        self.length += 1;
        if self.first.is_none_or(|first| due < first) {
            self.first = Some(due);
        }
        self.put(due, what);
    }

    #[inline]
    fn put(&mut self, due: u64, what: T) {
        let Some((digit, value)) = self.place(due) else { return self.now.push_back(what) };
        self.heaps[digit * VALUES + value].push((due, what));
        self.filled[digit] |= 1 << value;
        self.digits |= 1 << digit;
    }

    /// The digit in which a time first differs from the last, and what it is; nothing if it is the same.
    #[inline]
    fn place(&self, due: u64) -> Option<(usize, usize)> {
        let digit = ((due ^ self.last).checked_ilog2()? / BITS) as usize % DIGITS;
        Some((digit, (due >> (digit as u32 * BITS)) as usize % VALUES))
    }

    /// Takes the first. Of those at one instant it is the one that was added first.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u64, T)> {
        let due = self.first?;
        if due != self.last {
            self.come_to(due);
        }
        let what = self.now.pop_front()?;
        self.length -= 1;
        if self.now.is_empty() {
            self.first = self.least();
        }
        Some((due, what))
    }

    /// The least time of the heaps: times of a lower digit are all before those of a higher one.
    fn least(&self) -> Option<u64> {
        let digit = self.digits.trailing_zeros() as usize;
        let value = self.filled.get(digit)?.trailing_zeros() as usize;
        self.heaps[digit * VALUES + value].iter().map(|(due, _)| *due).min()
    }

    /// Sorts what is due next as far as it is near the time at which the first of it is.
    fn come_to(&mut self, due: u64) {
        let Some((digit, value)) = self.place(due) else { return };
        self.filled[digit] &= !(1 << value);
        if self.filled[digit] == 0 {
            self.digits &= !(1 << digit);
        }
        self.last = due;
        let mut near = core::mem::take(&mut self.heaps[digit * VALUES + value]);
        for (due, what) in near.drain(..) {
            self.put(due, what);
        }
        // Its room is used again.
        self.heaps[digit * VALUES + value] = near;
    }
}

#[cfg(test)]
mod tests {
    use super::Agenda;
    use crate::traffic::Random;

    #[test]
    fn what_is_due_first_comes_first_and_in_the_order_it_was_added() {
        let (mut random, mut agenda) = (Random::stream(1, 0), Agenda::new());
        let (mut listed, mut now): (Vec<(u64, u32)>, u64) = (Vec::new(), 0);
        for number in 0..20_000 {
            if random.below(5) < 3 {
                let wait = random.bits() >> random.below(64) & 0xFFFF_FFFF;
                agenda.push(now + wait, number);
                listed.push((now + wait, number));
            } else {
                let first = listed.iter().copied().min();
                assert_eq!(agenda.first(), first.map(|(due, _)| due));
                assert_eq!(agenda.pop(), first);
                listed.retain(|other| Some(*other) != first);
                now = first.map_or(now, |(due, _)| due + random.below(3) * random.below(1000));
                now = listed.iter().map(|(due, _)| *due).min().map_or(now, |least| now.min(least));
            }
            assert_eq!(agenda.len(), listed.len());
        }
    }
}
