//! Outcomes in a column of two bits each, which can be counted over any range without walking through it.

use core::ops::Range;

use ratelab_limiter::{Outcome, batch::OUTCOMES_PER_WORD as IN_WORD};

/// Outcomes between two totals.
pub(crate) const IN_BLOCK: usize = 512;

/// The lower bit of every pair.
pub(super) const LOWER: u64 = 0x5555_5555_5555_5555;

/// The outcome of a request, without its wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// Exhaustive: the record stores a kind in two bits, and callers must handle each.
pub enum Kind {
    /// It started at once.
    Allowed = 0,
    /// It was denied.
    Denied = 1,
    /// It was admitted and started later.
    Delayed = 2,
}

impl From<Outcome> for Kind {
    #[inline]
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Allowed => Self::Allowed,
            Outcome::Denied => Self::Denied,
            Outcome::Delayed(_) => Self::Delayed,
        }
    }
}

/// The number of requests with each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Started at once.
    pub allowed: u32,
    /// Denied.
    pub denied: u32,
    /// Started later.
    pub delayed: u32,
}

impl Counts {
    /// Counts one more.
    pub const fn add(&mut self, kind: Kind) {
        match kind {
            Kind::Allowed => self.allowed += 1,
            Kind::Denied => self.denied += 1,
            Kind::Delayed => self.delayed += 1,
        }
    }

    /// Returns the number of admitted requests, at once or later.
    pub const fn admitted(&self) -> u32 {
        self.allowed + self.delayed
    }
}

/// A column of outcomes.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    pub(super) words: Vec<u64>,
    pub(super) length: usize,
    /// The number of denied and delayed requests before each block.
    pub(super) totals: Vec<(u32, u32)>,
}

impl Outcomes {
    /// Returns the column itself: 0 for allowed, 1 for denied, 2 for delayed, the first in the lowest bits.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the number of outcomes.
    pub const fn len(&self) -> usize {
        self.length
    }

    /// Returns whether there are no outcomes.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds `count` outcomes. `write` writes them as words, the first in the lowest bits.
    #[inline]
    pub fn extend(&mut self, count: usize, write: impl FnOnce(&mut Vec<u64>)) {
        let (words, shift) = (self.words.len(), 2 * (self.length % IN_WORD));
        write(&mut self.words);
        self.length += count;
        if shift > 0 {
            self.join(words, shift as u32);
        }
        self.add_totals();
    }

    /// Copies what another column admits and denies, as far as it goes. This column must be its beginning,
    /// without delays.
    pub fn follow(&mut self, other: &Self) {
        // The last word may be incomplete.
        let words = self.length / IN_WORD;
        self.words.truncate(words);
        self.words.extend(other.words[words..].iter().map(|word| word & LOWER));
        self.totals.extend(other.totals[self.totals.len()..].iter().map(|(denied, _)| (*denied, 0)));
        self.length = other.length;
    }

    /// Moves words that were written after an incomplete one to close the gap.
    fn join(&mut self, from: usize, shift: u32) {
        for index in from..self.words.len() {
            let word = self.words[index];
            self.words[index - 1] |= word << shift;
            self.words[index] = word >> (u64::BITS - shift);
        }
        self.words.truncate(self.length.div_ceil(IN_WORD));
    }

    /// Returns one outcome.
    #[inline]
    pub fn get(&self, index: usize) -> Kind {
        match self.words[index / IN_WORD] >> (2 * (index % IN_WORD)) & 3 {
            0 => Kind::Allowed,
            1 => Kind::Denied,
            _ => Kind::Delayed,
        }
    }

    /// Returns the number of each outcome in a range, in constant time.
    pub fn count(&self, range: Range<usize>) -> Counts {
        let (denied_after, delayed_after) = self.before(range.end);
        let (denied_before, delayed_before) = self.before(range.start);
        let (denied, delayed) = (denied_after - denied_before, delayed_after - delayed_before);
        Counts { allowed: range.len() as u32 - denied - delayed, denied, delayed }
    }

    /// Returns how many were denied, and how many delayed, before this one.
    pub fn before(&self, index: usize) -> (u32, u32) {
        let block = (index / IN_BLOCK).min(self.totals.len().saturating_sub(1));
        let (mut denied, mut delayed) = self.totals.get(block).copied().unwrap_or_default();
        let first = block * IN_BLOCK / IN_WORD;
        for (number, word) in self.words.iter().enumerate().skip(first).take(index.div_ceil(IN_WORD) - first)
        {
            let word = word & below(index.saturating_sub(number * IN_WORD));
            denied += (word & LOWER).count_ones();
            delayed += (word & !LOWER).count_ones();
        }
        (denied, delayed)
    }

    /// Returns the first of a kind at or after an index.
    pub fn next(&self, kind: Kind, from: usize) -> Option<usize> {
        self.search(from, |word| match kind {
            Kind::Allowed => !(word | word >> 1),
            Kind::Denied => word,
            Kind::Delayed => word >> 1,
        })
    }

    /// Iterates over all delayed ones.
    pub(crate) fn each_delayed(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(number, word)| {
            let mut left = word >> 1 & LOWER;
            core::iter::from_fn(move || {
                let shift = (left != 0).then_some(left.trailing_zeros())?;
                left &= left - 1;
                Some(number * IN_WORD + shift as usize / 2)
            })
        })
    }

    /// Returns the first one at or after an index that was admitted, at once or later.
    pub fn next_admitted(&self, from: usize) -> Option<usize> {
        self.search(from, |word| !word)
    }

    /// Returns the first one at or after an index whose lower bit is set in the result of `mark` for its word.
    fn search(&self, from: usize, mark: impl Fn(u64) -> u64) -> Option<usize> {
        let mut skip = from % IN_WORD;
        for number in from / IN_WORD..self.words.len() {
            let found = mark(self.words[number]) & LOWER & !below(skip);
            if found != 0 {
                let index = number * IN_WORD + found.trailing_zeros() as usize / 2;
                return (index < self.length).then_some(index);
            }
            skip = 0;
        }
        None
    }

    /// Returns the first request at or after an index that one column admits and the other does not.
    pub fn next_difference(&self, other: &Self, from: usize) -> Option<usize> {
        let words = self.words.len().min(other.words.len());
        let mut skip = from % IN_WORD;
        for number in from / IN_WORD..words {
            let differing = differing(self.words[number], other.words[number]) & !below(skip);
            if differing != 0 {
                let index = number * IN_WORD + differing.trailing_zeros() as usize / 2;
                return (index < self.length.min(other.length)).then_some(index);
            }
            skip = 0;
        }
        None
    }

    /// Returns the last request before an index that one column admits and the other does not.
    pub fn previous_difference(&self, other: &Self, before: usize) -> Option<usize> {
        let before = before.min(self.length).min(other.length);
        let mut keep = before % IN_WORD;
        for number in (0..=before / IN_WORD).rev() {
            let words = self.words.get(number).zip(other.words.get(number));
            let differing = words.map_or(0, |(ours, theirs)| differing(*ours, *theirs) & below(keep));
            if differing != 0 {
                return Some(number * IN_WORD + (63 - differing.leading_zeros() as usize) / 2);
            }
            keep = IN_WORD;
        }
        None
    }

    /// Returns how many are admitted here and denied in the other column, and vice versa.
    pub fn over_and_under(&self, other: &Self) -> (u64, u64) {
        let words = self.words.iter().zip(&other.words);
        words.fold((0, 0), |(over, under), (ours, theirs)| {
            let count = |word: u64| u64::from((word & LOWER).count_ones());
            (over + count(!ours & theirs), under + count(ours & !theirs))
        })
    }

    /// Returns how many requests in a range some of these columns admit and others deny. It walks through the
    /// columns, which must have the same length.
    pub(crate) fn count_differing(columns: &[&Self], range: Range<usize>) -> u32 {
        let Some((first, others)) = columns.split_first() else { return 0 };
        let of_word = |number: usize| {
            let ours = first.words[number];
            let any = others.iter().fold(0, |any, other| any | differing(ours, other.words[number]));
            let from_start = !below(range.start.saturating_sub(number * IN_WORD));
            (any & from_start & below(range.end - number * IN_WORD)).count_ones()
        };
        (range.start / IN_WORD..range.end.div_ceil(IN_WORD)).map(of_word).sum()
    }

    /// Adds the totals of blocks that have begun.
    pub(super) fn add_totals(&mut self) {
        while self.totals.len() * IN_BLOCK < self.length {
            let total = self.before(self.totals.len() * IN_BLOCK);
            self.totals.push(total);
        }
    }
}

/// Returns the lower bit of each pair that only one side admits.
const fn differing(ours: u64, theirs: u64) -> u64 {
    (ours ^ theirs) & LOWER
}

/// Returns a mask of the pairs below this one.
const fn below(pair: usize) -> u64 {
    if pair >= IN_WORD { u64::MAX } else { (1 << (2 * pair)) - 1 }
}
