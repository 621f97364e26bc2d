//! A schedule, the earliest entry first: a radix heap, after Ahuja, Mehlhorn, Orlin and Tarjan.
//!
//! No entry is ever due before the last one taken, so entries only have to be sorted as far as they are near.
//! All entries whose time first differs from that of the last one in the same digit, and has the same digit
//! there, are in one heap, unsorted. When a small heap comes next, it is sorted at once, and later entries
//! within its time are inserted in order. Entries for the same instant are always in one heap, in the order
//! they were added.

use core::cmp::Reverse;

/// Bits per digit, and digits of a time.
const BITS: u32 = 4;
const DIGITS: usize = (u64::BITS / BITS) as usize;
const VALUES: usize = 1 << BITS;

/// The maximum number of entries that are sorted at once, or stay sorted during insertions.
const FEW: usize = 24;
const MANY: usize = 64;

/// Entries with the times when they are due.
pub(super) struct Agenda<T> {
    /// By the highest digit in which a time differs from the last, and by the value of that digit.
    heaps: Vec<Vec<(u64, T)>>,
    /// For each digit, a bit for each heap that is not empty; and a bit for each digit with such a heap.
    filled: [u16; DIGITS],
    digits: u16,
    /// The entries that are due soon, in descending order.
    soon: Vec<(u64, T)>,
    /// All entries due before this are in `soon`.
    until: u64,
    /// The reference time of the heaps: nothing in them is due before it.
    last: u64,
    /// When the last entry taken was due.
    taken: u64,
    /// The earliest time of all, if there are entries.
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

    /// Returns when the first entry is due.
    #[inline]
    pub(super) const fn first(&self) -> Option<u64> {
        self.first
    }

    /// Adds an entry, which is not due before the last one taken.
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

    /// Inserts an entry in order among the sorted ones. If there are too many of them, they are distributed by
    /// lower digits again, because an insertion takes time proportional to their number.
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

    /// Takes the first entry; at the same instant, the one that was added first.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u64, T)> {
        while self.soon.is_empty() {
            self.sort_lowest()?;
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

    /// Returns the heap of the entries due first: all times of a lower digit come before those of a higher one.
    fn lowest(&self) -> Option<usize> {
        let digit = self.digits.trailing_zeros() as usize;
        Some(digit * VALUES + self.filled.get(digit)?.trailing_zeros() as usize)
    }

    /// Sorts that heap, if there is one: completely, or by a lower digit.
    fn sort_lowest(&mut self) -> Option<()> {
        let heap = self.lowest()?;
        let digit = heap / VALUES;
        self.filled[digit] &= self.filled[digit] - 1;
        if self.filled[digit] == 0 {
            self.digits &= !(1 << digit);
        }
        let mut near = core::mem::take(&mut self.heaps[heap]);
        // All of its times are the same, except for the digits below.
        let below = (1 << (digit as u32 * BITS)) - 1;
        self.last = near.first()?.0 & !below;
        if digit == 0 || near.len() <= FEW {
            self.until = (self.last | below).saturating_add(1);
            self.soon.extend(near.drain(..).rev());
            self.soon.sort_by_key(|(due, _)| Reverse(*due));
        } else {
            near.drain(..).for_each(|(due, what)| self.put(due, what));
        }
        // Its memory is reused.
        self.heaps[heap] = near;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::Agenda;
    use ratelab_scenario::traffic::Random;

    #[test]
    fn entries_are_taken_by_time_then_in_order_of_addition() {
        let (mut random, mut agenda) = (Random::stream(1, 0), Agenda::new());
        let (mut listed, mut now): (Vec<(u64, u32)>, u64) = (Vec::new(), 0);
        for number in 0..20_000 {
            // Sometimes many are added at once, with one wait or several.
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
