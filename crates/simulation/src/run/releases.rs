//! The start times of delayed requests, in pieces: one long list would be copied while it grows, which takes
//! twice the memory.

/// The capacity of a piece, except for the first, which may stay small.
const PIECE: usize = 1 << 16;

/// When each delayed request of a lane started, in arrival order.
#[derive(Clone, Debug, Default)]
pub struct Releases {
    /// Each piece with the number of releases before it.
    pieces: Vec<(usize, Vec<u64>)>,
    last: Option<u64>,
}

impl Releases {
    /// Returns the number of releases.
    pub fn len(&self) -> usize {
        self.pieces.last().map_or(0, |(before, piece)| before + piece.len())
    }

    /// Returns whether there are no releases.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns one of them.
    pub fn get(&self, index: usize) -> Option<u64> {
        let piece = self.pieces.partition_point(|(before, _)| *before <= index).checked_sub(1)?;
        let (before, piece) = &self.pieces[piece];
        piece.get(index - before).copied()
    }

    /// Iterates over all of them.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.pieces.iter().flat_map(|(_, piece)| piece).copied()
    }

    /// Returns when the last request started.
    pub const fn last(&self) -> Option<u64> {
        self.last
    }

    /// Adds up to `most` times from `write`, which may be known to be in order.
    #[inline]
    pub(super) fn write<T>(
        &mut self,
        most: usize,
        is_ordered: bool,
        write: impl FnOnce(&mut Vec<u64>) -> T,
    ) -> T {
        let is_full = |(_, piece): &(usize, Vec<u64>)| piece.len() + most > PIECE;
        if self.pieces.last().is_none_or(is_full) {
            self.begin_piece();
        }
        let mut none = Vec::new();
        let piece = self.pieces.last_mut().map_or(&mut none, |(_, piece)| piece);
        let before = piece.len();
        let written = write(piece);
        let added = &piece[before..];
        let latest = if is_ordered { added.last() } else { added.iter().max() };
        self.last = latest.copied().max(self.last);
        written
    }

    fn begin_piece(&mut self) {
        let capacity = if self.pieces.is_empty() { 0 } else { PIECE };
        self.pieces.push((self.len(), Vec::with_capacity(capacity)));
    }
}
