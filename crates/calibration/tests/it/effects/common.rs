//! Random logs, and decisions of `ratelab-limiter` on them.

use ratelab_calibration::{Block, Limit, Traffic};
use ratelab_limiter::{Algorithm, Limiter, Outcome};

/// A pseudo-random number generator with a seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    /// A number below another.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    pub(crate) fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// The columns of a log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    pub(crate) times: Vec<i64>,
    pub(crate) keys: Vec<u32>,
    pub(crate) charges: Vec<u32>,
}

impl Columns {
    /// Requests of some clients, at most `gap` apart; with equal times, and occasionally out of order.
    pub(crate) fn random(random: &mut Random, requests: u64, clients: u32, gap: u64, costs: bool) -> Self {
        let mut columns = Self::default();
        let mut time = random.one_of(&[0, 59_999_990, 1_700_000_000_000_000i64]);
        for _ in 0..requests {
            time += if random.below(3) == 0 { 0 } else { random.below(gap + 1) as i64 };
            let back = if random.below(8) == 0 { random.below(gap + 1) as i64 } else { 0 };
            columns.times.push((time - back).max(0));
            columns.keys.push(random.below(clients.into()) as u32);
            let cost = if costs { random.one_of(&[0, 1, 1, 2, 3, 7]) } else { 1 };
            columns.charges.push(cost | (random.below(3) as u32) << 30);
        }
        columns
    }

    pub(crate) fn block(&self) -> Block<'_> {
        Block { times: &self.times, keys: &self.keys, charges: &self.charges }
    }

    pub(crate) fn traffic(&self, clients: u32, slack: u32) -> Traffic {
        Traffic::group(&[self.block()], clients as usize, slack)
    }

    /// The requests of a client in order of time: microseconds since 1970 and cost.
    pub(crate) fn client(&self, client: u32) -> Vec<(u64, u32)> {
        let mut rows: Vec<(u64, u32)> = (0..self.times.len())
            .filter(|row| self.keys[*row] == client)
            .map(|row| (self.times[row] as u64, self.charges[row] & 0x3fff_ffff))
            .collect();
        rows.sort_by_key(|(time, _)| *time);
        rows
    }
}

/// The decisions of `ratelab-limiter` about one client's requests, given in microseconds and costs.
pub(crate) fn decided(limit: &Limit, algorithm: Algorithm, rows: &[(u64, u32)]) -> Vec<Outcome> {
    let policy = limit.policy(algorithm).expect("a valid limit");
    let mut state = policy.fresh();
    rows.iter().map(|(time, cost)| policy.take(&mut state, time * 1000, *cost)).collect()
}

/// A limit that is sometimes strict, with a period that is sometimes unusual.
pub(crate) fn limit(random: &mut Random, gap: u64) -> Limit {
    let period = (gap + 1) * 1000 * random.one_of(&[1, 3, 8, 20]);
    let odd = if random.below(4) == 0 { random.below(1000) } else { 0 };
    Limit { amount: 1 + random.below(12) as u32, period: period + odd, burst: 1 + random.below(10) as u32 }
}
