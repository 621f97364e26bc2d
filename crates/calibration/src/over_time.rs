//! The allowed and denied requests of a limiter over time.

use ratelab_limiter::{Algorithm, PolicyError};

use crate::{basis::Basis, limit::Limit, rules::denials, traffic::Traffic};

/// Requests per column of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverTime {
    /// Allowed requests.
    pub allowed: Vec<u32>,
    /// Denied requests.
    pub denied: Vec<u32>,
}

/// Columns of equal duration in a time range, whose end is exclusive.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// The number of columns.
    pub columns: usize,
    /// The start of the first column, in microseconds since 1970.
    pub from: u64,
    /// The end of the last column.
    pub to: u64,
}

/// Counts the allowed and denied requests of a limiter in each column. Earlier requests are decided too, but not
/// counted.
///
/// # Errors
///
/// Returns a [`PolicyError`] if the limiter rejects the limit.
///
/// # Panics
///
/// If the basis is for another period.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::{Basis, Block, Columns, Limit, Traffic, over_time};
/// use ratelab_limiter::Algorithm;
///
/// let rows = Block { times: &[0, 1, 2, 1_500_000], keys: &[0; 4], charges: &[] };
/// let traffic = Traffic::group(&[rows], 1, 0);
/// let limit = Limit { amount: 2, period: 1_000_000_000, burst: 2 };
/// let columns = Columns { columns: 2, from: 0, to: 2_000_000 };
/// let basis = Basis::new(&traffic, limit.period);
/// let counts = over_time(&traffic, &basis, &limit, Algorithm::FixedWindow, columns)?;
/// assert_eq!((counts.allowed, counts.denied), (vec![2, 1], vec![1, 0]));
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
pub fn over_time(
    traffic: &Traffic,
    basis: &Basis,
    limit: &Limit,
    algorithm: Algorithm,
    columns: Columns,
) -> Result<OverTime, PolicyError> {
    limit.check()?;
    assert!(basis.period() == limit.period, "the basis must be for the period of the limit");
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
    /// Counts the requests of a client. Without denials, all are allowed.
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
