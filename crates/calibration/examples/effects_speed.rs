//! Measures evaluations of ten million requests of a hundred thousand clients in a day.
//!
//! `cargo run --release -p ratelab-calibration --example effects_speed`, optionally with the number of requests.

use std::time::Instant;

use ratelab_calibration::{
    Basis, Block, Columns, Limit, Traffic, busiest, effects, over_time, ranges, thinned, thresholds,
};
use ratelab_limiter::Algorithm;

const CLIENTS: u32 = 100_000;
const DAY: u64 = 86_400_000_000;
const SECOND: u64 = 1_000_000_000;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }
}

/// The end of each client's share, of which the n-th is proportional to 1/n.
fn shares() -> Vec<u64> {
    let mut sum = 0;
    (1..=u64::from(CLIENTS))
        .map(|rank| {
            sum += (1u64 << 40) / rank;
            sum
        })
        .collect()
}

fn main() {
    let rows = std::env::args().nth(1).and_then(|rows| rows.parse().ok()).unwrap_or(10_000_000);
    let mut random = Random(1);
    let shares = shares();
    let all = shares[shares.len() - 1];
    let (mut times, mut keys, mut charges) = (Vec::new(), Vec::new(), Vec::new());
    for row in 0..rows {
        times.push(1_700_000_000_000_000 + (DAY * row / rows) as i64);
        let share = random.next() % all;
        keys.push(shares.partition_point(|end| *end <= share) as u32);
        charges.push(1 | 1 << 30);
    }
    let blocks: Vec<Block<'_>> = (0..times.len())
        .step_by(1 << 16)
        .map(|begin| {
            let range = begin..times.len().min(begin + (1 << 16));
            Block { times: &times[range.clone()], keys: &keys[range.clone()], charges: &charges[range] }
        })
        .collect();
    let traffic = timed("group", || Traffic::group(&blocks, CLIENTS as usize, 999_999));
    drop(blocks);
    for (amount, seconds, burst) in [
        (1, 1, 1),
        (10, 1, 20),
        (60, 60, 20),
        (100, 60, 100),
        (1000, 60, 1000),
        (1000, 3600, 50),
        (20_000, 86_400, 1000),
    ] {
        let limit = Limit { amount, period: seconds * SECOND, burst };
        let name = format!("basis of {seconds} s");
        let basis = timed(&name, || Basis::new(&traffic, limit.period));
        timed("thresholds", || thresholds(&traffic, &basis, burst));
        let name = format!("effects of {amount} in {seconds} s, burst {burst}");
        let effects = timed(&name, || effects(&traffic, &basis, limit).expect("a valid limit"));
        let denied: Vec<u64> = effects.iter().map(|effect| effect.denied).collect();
        println!("             denied {denied:?}");
        let bounds = timed("ranges", || ranges(&traffic, limit).expect("a valid limit"));
        for bounds in &bounds[..4] {
            println!("             {bounds:?}");
        }
        let columns = Columns { columns: 1000, from: traffic.start(), to: traffic.start() + DAY };
        for algorithm in [Algorithm::SlidingWindowLog, Algorithm::Gcra] {
            timed("over time", || {
                over_time(&traffic, &basis, &limit, algorithm, columns).expect("a valid limit")
            });
        }
        timed("busiest", || busiest(&traffic, &basis, &limit, Algorithm::Gcra, 50).expect("a valid limit"));
        timed("peaks", || (basis.peaks(), thinned(traffic.clients(), 640)));
    }
}

/// Runs a function, and prints how long it took.
fn timed<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let result = work();
    println!("{:>8.1} ms  {name}", begin.elapsed().as_secs_f64() * 1000.0);
    result
}
