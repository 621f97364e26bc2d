//! Rows whose keys have yet to be found.

use crate::keys::{Brief, short};
use crate::{Keys, Micros, Row, Rows};

/// How many wait at most.
const MOST: usize = 64;

/// Rows that wait to have their keys found together, which is faster than one by one.
pub(crate) struct Waiting {
    count: usize,
    briefs: [Brief; MOST],
    times: [Micros; MOST],
    charges: [u32; MOST],
}

impl Default for Waiting {
    fn default() -> Self {
        Self { count: 0, briefs: [(0, 0); MOST], times: [0; MOST], charges: [0; MOST] }
    }
}

impl Waiting {
    /// Adds a row, now or soon.
    #[inline(always)]
    pub(crate) fn push(&mut self, time: Micros, key: &[u8], charge: u32, keys: &mut Keys, rows: &mut Rows) {
        let Some(brief) = short(key) else {
            // Long keys do not wait; but those before come before.
            self.flush(keys, rows);
            return rows.push(Row { time, key: keys.number(key), charge });
        };
        if self.count == MOST {
            self.flush(keys, rows);
        }
        let place = self.count;
        (self.briefs[place], self.times[place], self.charges[place]) = (brief, time, charge);
        self.count += 1;
    }

    /// Adds the rows that wait.
    pub(crate) fn flush(&mut self, keys: &mut Keys, rows: &mut Rows) {
        let mut numbers = [0; MOST];
        keys.number_all(&self.briefs[..self.count], &mut numbers);
        for (place, &key) in numbers[..self.count].iter().enumerate() {
            rows.push(Row { time: self.times[place], key, charge: self.charges[place] });
        }
        self.count = 0;
    }
}
