//! When delayed requests started, in pieces: one long list would be copied as it grows,
//! and take twice the memory while it is.

/// Room for releases in a piece, but for the first, which may stay small.
const PIECE: usize = 1 << 16;

/// When each delayed request of a lane started, in the order they came.
#[derive(Clone, Debug, Default)]
pub struct Releases {
    /// Each with how many came before it.
    pieces: Vec<(usize, Vec<u64>)>,
    last: Option<u64>,
}

impl Releases {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.pieces.last().map_or(0, |(before, piece)| before + piece.len())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of them.
    pub fn get(&self, index: usize) -> Option<u64> {
        let piece = self.pieces.partition_point(|(before, _)| *before <= index).checked_sub(1)?;
        let (before, piece) = &self.pieces[piece];
        piece.get(index - before).copied()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.pieces.iter().flat_map(|(_, piece)| piece).copied()
    }

    /// When the last of all requests started.
    pub const fn last(&self) -> Option<u64> {
        self.last
    }

    /// Adds what `write` writes: at most `most` times, which may be known to be in order.
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
