//! Rows whose keys have not been looked up yet.

use crate::keys::{Brief, LONG, LONGEST, brief};
use crate::{Keys, Micros, Row, Rows};

/// The most rows that wait.
const MOST: usize = 64;

/// Rows that wait for their keys to be looked up together, which is faster than one at a time.
pub(crate) struct Waiting {
    count: usize,
    briefs: [Brief; MOST],
    lengths: [u8; MOST],
    /// The texts of keys that are longer than a brief, concatenated.
    texts: Vec<u8>,
    times: [Micros; MOST],
    charges: [u32; MOST],
}

impl Default for Waiting {
    fn default() -> Self {
        let (briefs, lengths) = ([(0, 0); MOST], [0; MOST]);
        Self { count: 0, briefs, lengths, texts: Vec::new(), times: [0; MOST], charges: [0; MOST] }
    }
}

impl Waiting {
    /// Adds a row, now or at the next flush.
    #[inline(always)]
    pub(crate) fn push(&mut self, time: Micros, key: &[u8], charge: u32, keys: &mut Keys, rows: &mut Rows) {
        if self.count == MOST || key.len() > LONGEST {
            self.flush(keys, rows);
        }
        if key.len() > LONGEST {
            // It does not wait, but the rows before it come first.
            return rows.push(Row { time, key: keys.number(key), charge });
        }
        let (index, brief) = (self.count, brief(key));
        (self.briefs[index], self.lengths[index]) = (brief, key.len() as u8);
        (self.times[index], self.charges[index]) = (time, charge);
        if brief.1 >= LONG {
            self.texts.extend_from_slice(key);
        }
        self.count += 1;
    }

    /// Adds the waiting rows.
    pub(crate) fn flush(&mut self, keys: &mut Keys, rows: &mut Rows) {
        let (count, mut numbers) = (self.count, [0; MOST]);
        keys.number_all(&self.briefs[..count], &self.texts, &self.lengths, &mut numbers);
        rows.push_all(&self.times[..count], &numbers[..count], &self.charges[..count]);
        self.texts.clear();
        self.count = 0;
    }
}
