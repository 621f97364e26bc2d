//! What a limiter would have allowed and denied, over time.

use ratelab_limiter::{Algorithm, PolicyError};

use crate::{basis::Basis, limit::Limit, rules::denials, traffic::Traffic};

/// Requests in columns of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverTime {
    /// Those that would have been allowed.
    pub allowed: Vec<u32>,
    /// Those that would have been denied.
    pub denied: Vec<u32>,
}

/// The columns of a picture: so many of equal length, from one instant to before another.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// How many there are.
    pub columns: usize,
    /// Where the first begins, in microseconds since 1970.
    pub from: u64,
    /// Where the last ends.
    pub to: u64,
}

/// What a limiter would have allowed and denied in each column. It has decided about all that came before the
/// first one, too. The basis must be for the limit's period.
///
/// # Panics
/// If the basis is for another period.
pub fn over_time(
    traffic: &Traffic,
    basis: &Basis,
    limit: &Limit,
    algorithm: Algorithm,
    columns: Columns,
) -> Result<OverTime, PolicyError> {
    limit.check()?;
    assert!(basis.period() == limit.period, "a basis for the period of the limit");
    let nothing = vec![0; columns.columns];
    let mut counts = OverTime { allowed: nothing.clone(), denied: nothing };
    let mut denied = Vec::new();
    for number in 0..traffic.clients() {
        let client = traffic.client(number);
        denied.clear();
        if basis.may_deny(number, limit, algorithm) {
            denials(limit, algorithm, traffic.start(), &client, &mut denied);
        }
        columns.count(client.times, traffic.start(), &denied, &mut counts);
    }
    Ok(counts)
}

impl Columns {
    /// Counts the requests of a client. Where nothing is said of denials, none is denied.
    fn count(&self, times: &[u64], start: u64, denied: &[bool], counts: &mut OverTime) {
        let begin = times.partition_point(|time| start + time < self.from);
        let last = times.partition_point(|time| start + time < self.to).max(begin);
        let (mut column, mut end) = (0, self.from);
        for (request, time) in (begin..).zip(&times[begin..last]) {
            let instant = start + time;
            if instant >= end {
                column = self.column(instant);
                end = self.end(column);
            }
            let is_denied = denied.get(request).is_some_and(|denied| *denied);
            let side = if is_denied { &mut counts.denied } else { &mut counts.allowed };
            if let Some(count) = side.get_mut(column) {
                *count += 1;
            }
        }
    }

    /// The column of an instant.
    fn column(&self, instant: u64) -> usize {
        let index = u128::from(instant - self.from) * self.columns as u128;
        (index / u128::from(self.to - self.from)) as usize
    }

    /// The first instant after a column.
    fn end(&self, column: usize) -> u64 {
        let length = u128::from(self.to - self.from) * (column as u128 + 1);
        self.from + length.div_ceil(self.columns.max(1) as u128) as u64
    }
}
