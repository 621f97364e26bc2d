//! Rows whose keys have yet to be found.

use crate::keys::{Brief, short};
use crate::{Keys, Micros, Row, Rows};

/// How many wait at most.
const MOST: usize = 64;

/// Rows that wait to have their keys found together, which is faster than one by one.
#[derive(Default)]
pub(crate) struct Waiting {
    briefs: Vec<Brief>,
    times: Vec<Micros>,
    charges: Vec<u32>,
}

impl Waiting {
    /// Adds a row, now or soon.
    #[inline(always)]
    pub(crate) fn push(&mut self, time: Micros, key: &[u8], charge: u32, keys: &mut Keys, rows: &mut Rows) {
        let Some(brief) = short(key) else {
            // Long keys do not wait; but those before come before.
            self.flush(keys, rows);
            return rows.push(Row { time, key: keys.count(key), charge });
        };
        self.briefs.push(brief);
        self.times.push(time);
        self.charges.push(charge);
        if self.briefs.len() == MOST {
            self.flush(keys, rows);
        }
    }

    /// Adds the rows that wait.
    pub(crate) fn flush(&mut self, keys: &mut Keys, rows: &mut Rows) {
        let mut numbers = [0; MOST];
        keys.count_all(&self.briefs, &mut numbers);
        for ((&time, &charge), &key) in self.times.iter().zip(&self.charges).zip(&numbers) {
            rows.push(Row { time, key, charge });
        }
        self.briefs.clear();
        self.times.clear();
        self.charges.clear();
    }
}
