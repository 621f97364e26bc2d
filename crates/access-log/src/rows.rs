//! The requests of a log as columns, in order of arrival.

use crate::{Micros, cost_rule::MOST_COST};

/// Rows per block. Memory grows by blocks, so rows are never copied to grow.
const BLOCK: usize = 1 << 16;

/// One request, in 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// When it arrived, in microseconds since 1970.
    pub time: Micros,
    /// The number of its key.
    pub key: u32,
    /// Its cost in the low 30 bits, and its answer in the upper two: 0 unknown, 1 served, 2 limited.
    pub charge: u32,
}

impl Row {
    /// Returns the cost of the request.
    ///
    /// ```
    /// # use ratelab_access_log::Row;
    /// let limited = Row { time: 0, key: 0, charge: 5 | 2 << 30 };
    /// assert_eq!((limited.cost(), limited.is_limited()), (5, true));
    /// ```
    pub const fn cost(self) -> u32 {
        self.charge & MOST_COST
    }

    /// Reports whether the answer was that of a rate limiter.
    ///
    /// ```
    /// # use ratelab_access_log::Row;
    /// let served = Row { time: 0, key: 0, charge: 1 | 1 << 30 };
    /// assert!(!served.is_limited());
    /// ```
    pub const fn is_limited(self) -> bool {
        self.charge >> 30 == 2
    }
}

/// A block of rows: three columns of equal length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// When each request arrived, in microseconds since 1970, in ascending order.
    pub times: Vec<Micros>,
    /// The number of each request's key.
    pub keys: Vec<u32>,
    /// Each request's cost and answer, as in [`Row::charge`].
    pub charges: Vec<u32>,
}

/// The requests of a log, 16 bytes each.
///
/// # Examples
///
/// ```
/// use ratelab_access_log::{Options, Reader};
///
/// let mut reader = Reader::new(Options::default());
/// reader.push(b"1773100802 a\n1773100801 b\n1773100803 a\n");
/// let rows = reader.finish().rows;
/// assert!(!rows.is_empty() && rows.len() == 3);
/// assert_eq!(rows.iter().map(|row| row.key).collect::<Vec<_>>(), [1, 0, 0]); // in order of time
/// assert_eq!(rows.blocks()[0].times[0], 1_773_100_801_000_000);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// In order; all blocks but the last are full.
    blocks: Vec<Block>,
    length: usize,
    latest: Option<Micros>,
    /// Whether rows keep the order of the log, because another reader sorts them.
    as_logged: bool,
    /// Rows that followed a later one, in log order.
    late: Vec<Row>,
    /// The number of late rows, and the largest delay.
    disorder: (u64, Micros),
}

impl Rows {
    /// Returns the rows in order of arrival; rows of one instant keep their order in the log. All blocks but the last
    /// have the same length.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.length + self.late.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over all rows.
    pub fn iter(&self) -> impl Iterator<Item = Row> + '_ {
        self.blocks.iter().flat_map(|block| (0..block.times.len()).map(|index| block.row(index)))
    }

    /// The number of rows out of order, and the largest distance in time.
    pub(crate) fn disorder(&self) -> (u64, Micros) {
        self.disorder
    }

    /// An empty list that keeps the order of the log.
    pub(crate) fn as_logged() -> Self {
        Self { as_logged: true, ..Self::default() }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, row: Row) {
        match self.latest {
            Some(latest) if row.time < latest && !self.as_logged => self.push_late(row, latest),
            _ => {
                self.latest = Some(row.time);
                self.append(row);
            }
        }
    }

    /// Adds rows from columns, in one step if none is late and all fit into one block.
    pub(crate) fn push_all(&mut self, times: &[Micros], keys: &[u32], charges: &[u32]) {
        let follows = |first: &Micros| self.latest.is_none_or(|latest| latest <= *first);
        let in_order = self.as_logged || (times.is_sorted() && times.first().is_none_or(follows));
        if !in_order || times.len() > BLOCK - self.length % BLOCK {
            for ((&time, &key), &charge) in times.iter().zip(keys).zip(charges) {
                self.push(Row { time, key, charge });
            }
            return;
        }
        if let Some(block) = self.block_for(times.len()) {
            block.times.extend_from_slice(times);
            block.keys.extend_from_slice(keys);
            block.charges.extend_from_slice(charges);
            self.length += times.len();
            self.latest = times.last().copied().or(self.latest);
        }
    }

    /// The block for the next rows.
    #[inline(always)]
    fn block_for(&mut self, rows: usize) -> Option<&mut Block> {
        if self.length.is_multiple_of(BLOCK) && rows > 0 {
            self.blocks.push(Block::for_more(self.length));
        }
        self.blocks.last_mut()
    }

    fn push_late(&mut self, row: Row, latest: Micros) {
        self.late.push(row);
        let (rows, furthest) = self.disorder;
        self.disorder = (rows + 1, furthest.max(latest.saturating_sub(row.time)));
        // Few enough to take little memory compared with the other rows, and enough to be worth a merge.
        if self.late.len() >= BLOCK.max(self.length / 8) {
            self.settle();
        }
    }

    #[inline(always)]
    fn append(&mut self, row: Row) {
        if let Some(block) = self.block_for(1) {
            block.times.push(row.time);
            block.keys.push(row.key);
            block.charges.push(row.charge);
        }
        self.length += 1;
    }

    /// Merges the late rows, from the back. A row of the same instant as a late one was logged before it, since nothing
    /// later had been logged yet. So the result equals a stable sort of all rows, with only the memory of the late
    /// ones.
    pub(crate) fn settle(&mut self) {
        let mut late = std::mem::take(&mut self.late);
        sort(&mut late);
        let mut front = self.length;
        for &row in &late {
            self.append(row);
        }
        let mut index = self.length;
        while let Some(&row) = late.last() {
            index -= 1;
            let before = front.checked_sub(1).map(|before| self.row(before)).filter(|it| it.time > row.time);
            if before.is_some() {
                front -= 1;
            } else {
                late.pop();
            }
            self.set(index, before.unwrap_or(row));
        }
    }

    fn row(&self, index: usize) -> Row {
        self.blocks[index / BLOCK].row(index % BLOCK)
    }

    fn set(&mut self, index: usize, row: Row) {
        let (block, index) = (&mut self.blocks[index / BLOCK], index % BLOCK);
        (block.times[index], block.keys[index], block.charges[index]) = (row.time, row.key, row.charge);
    }
}

impl Block {
    /// A block after this many rows. The first grows as it fills, since logs may be short.
    fn for_more(rows: usize) -> Self {
        let size = rows.min(BLOCK);
        Self {
            times: Vec::with_capacity(size),
            keys: Vec::with_capacity(size),
            charges: Vec::with_capacity(size),
        }
    }

    fn row(&self, index: usize) -> Row {
        Row { time: self.times[index], key: self.keys[index], charge: self.charges[index] }
    }
}

/// Sorts rows by time with a stable bottom-up merge sort. The sort of the standard library is faster, but ten times the
/// code for a web page to load, and few rows are late.
fn sort(rows: &mut Vec<Row>) {
    let mut merged = Vec::with_capacity(rows.len());
    let mut length = 1;
    while length < rows.len() {
        for pair in rows.chunks(length * 2) {
            let (mut first, mut second) = pair.split_at(length.min(pair.len()));
            while let Some(&row) = first.first() {
                match second.first() {
                    Some(&earlier) if earlier.time < row.time => {
                        merged.push(earlier);
                        second = &second[1..];
                    }
                    _ => {
                        merged.push(row);
                        first = &first[1..];
                    }
                }
            }
            merged.extend_from_slice(second);
        }
        std::mem::swap(rows, &mut merged);
        merged.clear();
        length *= 2;
    }
}
