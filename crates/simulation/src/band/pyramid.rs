//! A pyramid of extremes, from which those of any range of blocks can be read without walking through it.

use core::ops::Range;

/// A level of usage, in as few bits as the limiter's numbers allow: a band consists mostly of these.
pub(super) trait Level: Copy + Ord {
    /// The minimum of the type.
    const LOWEST: Self;
    /// The maximum of the type.
    const HIGHEST: Self;

    /// Converts a level, which must fit.
    fn from_wide(level: u128) -> Self;

    /// Returns the level as the widest type.
    fn wide(self) -> u128;
}

macro_rules! levels {
    ($($number:ty),*) => {
        $(impl Level for $number {
            const LOWEST: Self = Self::MIN;
            const HIGHEST: Self = Self::MAX;

            #[inline]
            fn from_wide(level: u128) -> Self {
                level as Self
            }

            #[inline]
            fn wide(self) -> u128 {
                self.into()
            }
        })*
    };
}

levels!(u32, u64, u128);

/// The minimum and maximum of some levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds<N> {
    pub(super) least: N,
    pub(super) most: N,
}

impl<N: Level> Bounds<N> {
    /// The bounds of no levels.
    pub(super) const NONE: Self = Self { least: N::HIGHEST, most: N::LOWEST };

    /// Returns the bounds extended by a step to a level that is not lower.
    #[inline]
    pub(super) fn with(self, before: N, after: N) -> Self {
        Self { least: self.least.min(before), most: self.most.max(after) }
    }

    /// Returns the bounds of both.
    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        self.with(other.least, other.most)
    }
}

/// How many blocks or bounds are joined into one. The tiers above the blocks are small enough for a processor's
/// cache, however long a run is.
const JOINED: usize = 16;

/// A block of requests: the state at its start, and the bounds within it. They are stored together because a
/// column reads both.
struct Block<T, N> {
    state: T,
    bounds: Bounds<N>,
}

/// Blocks, above them the bounds of every sixteen blocks, above those the bounds of every sixteen of these, and
/// so on.
pub(super) struct Pyramid<T, N> {
    blocks: Vec<Block<T, N>>,
    tiers: Vec<Vec<Bounds<N>>>,
}

impl<T, N: Level> Pyramid<T, N> {
    /// A pyramid without blocks.
    pub(super) const EMPTY: Self = Self { blocks: Vec::new(), tiers: Vec::new() };

    /// Returns the state at the start of a block.
    pub(super) fn state(&self, block: usize) -> Option<&T> {
        self.blocks.get(block).map(|block| &block.state)
    }

    /// Adds the next block.
    pub(super) fn push(&mut self, state: T, bounds: Bounds<N>) {
        self.blocks.push(Block { state, bounds });
        let mut full = last_joined(&self.blocks, |block| block.bounds);
        for tier in 0.. {
            let Some(joined) = full else { return };
            if tier == self.tiers.len() {
                self.tiers.push(Vec::new());
            }
            self.tiers[tier].push(joined);
            full = last_joined(&self.tiers[tier], |bounds| *bounds);
        }
    }

    /// Widens bounds to include a range of blocks.
    pub(super) fn widened(&self, mut bounds: Bounds<N>, mut blocks: Range<usize>) -> Bounds<N> {
        bounds = widened_by_ends(bounds, &mut blocks, |block| self.blocks[block].bounds);
        for tier in &self.tiers {
            if blocks.is_empty() {
                break;
            }
            blocks = blocks.start / JOINED..blocks.end / JOINED;
            bounds = widened_by_ends(bounds, &mut blocks, |joined| tier[joined]);
        }
        bounds
    }
}

/// Returns the bounds of the last sixteen items, if they complete an entry of the next tier.
fn last_joined<T, N: Level>(items: &[T], bounds: impl Fn(&T) -> Bounds<N>) -> Option<Bounds<N>> {
    let last = items.len().checked_sub(JOINED).filter(|_| items.len().is_multiple_of(JOINED))?;
    Some(items[last..].iter().map(bounds).fold(Bounds::NONE, Bounds::and))
}

/// Widens bounds by the ends of a range that no entry of the next tier covers.
#[inline]
fn widened_by_ends<N: Level>(
    mut bounds: Bounds<N>,
    range: &mut Range<usize>,
    at: impl Fn(usize) -> Bounds<N>,
) -> Bounds<N> {
    while range.start < range.end && !range.start.is_multiple_of(JOINED) {
        bounds = bounds.and(at(range.start));
        range.start += 1;
    }
    while range.start < range.end && !range.end.is_multiple_of(JOINED) {
        range.end -= 1;
        bounds = bounds.and(at(range.end));
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_any_range_equal_those_of_a_walk() {
        let block = |number: u32| Bounds { least: number * 37 % 101, most: 200 + number * 53 % 97 };
        let blocks: Vec<_> = (0..600).map(block).collect();
        let mut pyramid = Pyramid::EMPTY;
        blocks.iter().for_each(|block| pyramid.push((), *block));
        let outside = Bounds { least: 50, most: 250 };
        for from in (0..600).step_by(7) {
            for to in (from..=600).step_by(11) {
                let walked = blocks[from..to].iter().copied().fold(outside, Bounds::and);
                assert_eq!(pyramid.widened(outside, from..to), walked, "{from}..{to}");
            }
        }
    }
}
