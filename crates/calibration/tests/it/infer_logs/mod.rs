//! Small generated logs, and the limiters of `ratelab-limiter` run on them.

#![allow(dead_code, reason = "each test target uses a part of it")]

use ratelab_calibration::{Answer, Block, Charge, Limit, Traffic};
use ratelab_limiter::{Algorithm, Limiter, Policy, SECOND};

/// A deterministic random number generator (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The next 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number below another.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// A number in a range.
    pub(crate) fn within(&mut self, from: u64, to: u64) -> u64 {
        from + self.below(to - from + 1)
    }

    /// One of several.
    pub(crate) fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// A row of a log: microseconds since 1970, client, cost, answer.
pub(crate) type Row = (i64, u32, u32, Answer);

pub(crate) fn traffic(rows: &[Row], clients: usize, slack: u32) -> Traffic {
    let times: Vec<i64> = rows.iter().map(|row| row.0).collect();
    let keys: Vec<u32> = rows.iter().map(|row| row.1).collect();
    let charges: Vec<u32> = rows.iter().map(|row| Charge::new(row.2, row.3).word()).collect();
    Traffic::group(&[Block { times: &times, keys: &keys, charges: &charges }], clients, slack)
}

/// A day in 2023, not at the start of any window except a second's.
pub(crate) const START: u64 = 1_700_000_123_000_000;

/// Requests in clusters and alone, of clients with different rates.
pub(crate) fn clusters(random: &mut Random, clients: u32, most: u64, span: u64, costs: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    for client in 0..clients {
        let mut left = random.within(1, most);
        while left > 0 {
            let size = random.within(1, left.min(9));
            let at = random.below(span);
            let spread = random.one_of(&[1, 1, 300_000, 2_000_000]);
            for _ in 0..size {
                let cost = if costs { random.one_of(&[0, 1, 1, 2, 5]) } else { 1 };
                rows.push(((START + at + random.below(spread)) as i64, client, cost, Answer::Unknown));
            }
            left -= size;
        }
    }
    rows
}

/// The number of denied requests of each client.
pub(crate) fn denials(traffic: &Traffic, policy: &Policy) -> Vec<u64> {
    let client = |number| {
        let client = traffic.client(number);
        let mut state = policy.fresh();
        let mut denied = 0;
        for (request, time) in client.times.iter().enumerate() {
            let outcome = policy.take(&mut state, traffic.instant(*time), client.cost(request));
            denied += u64::from(!outcome.admits());
        }
        denied
    };
    (0..traffic.clients()).map(client).collect()
}

/// The policy of a limit of `burst` at a rate: the window is limit / rate.
pub(crate) fn at_rate(algorithm: Algorithm, amount: u32, period: u64, burst: u32) -> Policy {
    let windows = [Algorithm::FixedWindow, Algorithm::SlidingWindowLog, Algorithm::SlidingWindowCounter];
    let limit = if windows.contains(&algorithm) {
        let window = (u128::from(burst) * u128::from(period)).div_ceil(amount.into());
        Limit { amount: burst, period: window as u64, burst }
    } else {
        Limit { amount, period, burst }
    };
    limit.policy(algorithm).unwrap()
}

/// Usual periods, and some unusual ones.
pub(crate) const PERIODS: [u64; 6] = [SECOND, 2 * SECOND, 7 * SECOND, 10 * SECOND, 60 * SECOND, SECOND / 3];
