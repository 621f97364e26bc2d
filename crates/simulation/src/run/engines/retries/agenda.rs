//! What is still to be done, soonest first: a radix heap, after Ahuja, Mehlhorn, Orlin and Tarjan.
//!
//! Nothing is ever due before what was done last, so what is due need only be sorted as far as
//! it is near: all that first differs from the time of the last in the same digit, and has the same digit
//! there, lies in one heap, unsorted. When a heap's turn comes and it is small, it is sorted at once, and
//! what is added within its time is put to its position. Those of one instant are always in one heap, and stay
//! in the order they came.

use core::cmp::Reverse;

/// Bits of a digit, and the digits of a time.
const BITS: u32 = 4;
const DIGITS: usize = (u64::BITS / BITS) as usize;
const VALUES: usize = 1 << BITS;

/// The most that are sorted at once, and the most that stay sorted while others are put between them.
const FEW: usize = 24;
const MANY: usize = 64;

/// Things to do, each with the time when it is due.
pub(super) struct Agenda<T> {
    /// By the highest digit in which a time differs from the last, and by what that digit is.
    heaps: Vec<Vec<(u64, T)>>,
    /// For each digit, a bit for each heap that is not empty; and a bit for each digit that has one.
    filled: [u16; DIGITS],
    digits: u16,
    /// Those that are due soon, sorted, the first of them last.
    soon: Vec<(u64, T)>,
    /// All that is due before this is among them.
    until: u64,
    /// What heaps are counted from: nothing in them is due before it.
    last: u64,
    /// When what was taken last was due.
    taken: u64,
    /// The least time of all, if there is anything.
    first: Option<u64>,
    length: usize,
}

impl<T: Copy> Agenda<T> {
    pub(super) fn new() -> Self {
        let heaps = (0..DIGITS * VALUES).map(|_| Vec::new()).collect();
        let (filled, digits, soon) = ([0; DIGITS], 0, Vec::new());
        Self { heaps, filled, digits, soon, until: 0, last: 0, taken: 0, first: None, length: 0 }
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
        if due < self.until { self.put_between(due, what) } else { self.put(due, what) }
    }

    #[inline]
    fn put(&mut self, due: u64, what: T) {
        let digit = ((due ^ self.last | 1).ilog2() / BITS) as usize % DIGITS;
        let value = (due >> (digit as u32 * BITS)) as usize % VALUES;
        self.heaps[digit * VALUES + value].push((due, what));
        self.filled[digit] |= 1 << value;
        self.digits |= 1 << digit;
    }

    /// Puts it to its position among those that are sorted. If they become many, they are unsorted again, by
    /// lower digits: each takes as long to put as there are others.
    fn put_between(&mut self, due: u64, what: T) {
        let position = self.soon.partition_point(|(other, _)| *other > due);
        self.soon.insert(position, (due, what));
        if self.soon.len() > MANY && self.until - self.last > 1 {
            (self.last, self.until) = (self.taken, self.taken);
            let mut sorted = core::mem::take(&mut self.soon);
            for (due, what) in sorted.drain(..).rev() {
                self.put(due, what);
            }
            self.soon = sorted;
        }
    }

    /// Takes the first. Of those at one instant it is the one that was added first.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u64, T)> {
        while self.soon.is_empty() {
            self.come_nearer()?;
        }
        let taken = self.soon.pop()?;
        self.taken = taken.0;
        self.length -= 1;
        self.first = match self.soon.last() {
            Some((due, _)) => Some(*due),
            None => self.lowest().and_then(|heap| self.heaps[heap].iter().map(|(due, _)| *due).min()),
        };
        Some(taken)
    }

    /// The heap of what is due first: times of a lower digit are all before those of a higher one.
    fn lowest(&self) -> Option<usize> {
        let digit = self.digits.trailing_zeros() as usize;
        Some(digit * VALUES + self.filled.get(digit)?.trailing_zeros() as usize)
    }

    /// Sorts that heap, if there is one: all of it, or by a lower digit.
    fn come_nearer(&mut self) -> Option<()> {
        let heap = self.lowest()?;
        let digit = heap / VALUES;
        self.filled[digit] &= self.filled[digit] - 1;
        if self.filled[digit] == 0 {
            self.digits &= !(1 << digit);
        }
        let mut near = core::mem::take(&mut self.heaps[heap]);
        // All of its times are the same but for the digits below.
        let below = (1 << (digit as u32 * BITS)) - 1;
        self.last = near.first()?.0 & !below;
        if digit == 0 || near.len() <= FEW {
            self.until = (self.last | below).saturating_add(1);
            self.soon.extend(near.drain(..).rev());
            self.soon.sort_by_key(|(due, _)| Reverse(*due));
        } else {
            near.drain(..).for_each(|(due, what)| self.put(due, what));
        }
        // Its room is used again.
        self.heaps[heap] = near;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::Agenda;
    use ratelab_scenario::traffic::Random;

    #[test]
    fn what_is_due_first_comes_first_and_in_the_order_it_was_added() {
        let (mut random, mut agenda) = (Random::stream(1, 0), Agenda::new());
        let (mut listed, mut now): (Vec<(u64, u32)>, u64) = (Vec::new(), 0);
        for number in 0..20_000 {
            // Sometimes many come at once, for one wait or for many.
            if random.below(5) < 3 || number % 2000 < 300 {
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
