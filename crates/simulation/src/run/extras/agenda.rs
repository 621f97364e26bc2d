//! What is still to be done, soonest first: a radix heap, after Ahuja, Mehlhorn, Orlin and Tarjan.
//!
//! Nothing is ever due before what was done last, so what is due need only be sorted as far as
//! it is near: all that first differs from the time of the last in the same bit lies in one heap,
//! unsorted. Those of one instant are always in one heap, and stay in the order they came.

use std::collections::VecDeque;

/// Things to do, each with the time when it is due.
pub(super) struct Agenda<T> {
    /// By the highest bit, in which a time differs from the last.
    heaps: [Vec<(u64, T)>; 64],
    /// A bit for each heap that is not empty.
    filled: u64,
    /// Those that are due at that time.
    now: VecDeque<T>,
    last: u64,
    /// The least time of all, if there is anything.
    first: Option<u64>,
    length: usize,
}

impl<T: Copy> Agenda<T> {
    pub(super) fn new() -> Self {
        let heaps = core::array::from_fn(|_| Vec::new());
        Self { heaps, filled: 0, now: VecDeque::new(), last: 0, first: None, length: 0 }
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
        match (due ^ self.last).checked_ilog2() {
            None => self.now.push_back(what),
            Some(bit) => {
                self.heaps[bit as usize % 64].push((due, what));
                self.filled |= 1 << bit;
            }
        }
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
            // Times in a lower heap are all before those in a higher one.
            let heap = self.heaps.get(self.filled.trailing_zeros() as usize);
            self.first = heap.and_then(|heap| heap.iter().map(|(due, _)| *due).min());
        }
        Some((due, what))
    }

    /// Sorts what is due next as far as it is near the time at which the first of it is.
    fn come_to(&mut self, due: u64) {
        let heap = (due ^ self.last).ilog2() as usize % 64;
        self.filled &= !(1 << heap);
        self.last = due;
        let mut near = core::mem::take(&mut self.heaps[heap]);
        for (due, what) in near.drain(..) {
            self.put(due, what);
        }
        // Its room is used again.
        self.heaps[heap] = near;
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
