//! Fixed scenarios with every shape, and a hash of their arrivals, which must be the same on every platform. It
//! depends only on the crate under test, so that it can be run anywhere.

use ratelab_limiter::SECOND;
use ratelab_scenario::{
    scenario::{Clients, Pattern, Rate, Scenario, Shape, Shares},
    traffic::{Arrivals, arrivals},
};

/// The result of [`hash`] on every platform.
pub(crate) const HASH: u64 = 9_094_459_531_083_561_420;

/// Returns a hash of the arrivals of all scenarios.
pub(crate) fn hash() -> u64 {
    scenarios().iter().fold(0, |hash, scenario| digest(hash, &arrivals(scenario)))
}

/// Adds every column to a hash. Each step is reversible, so that a single difference always changes the result.
pub(crate) fn digest(hash: u64, arrivals: &Arrivals) -> u64 {
    let word = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    (0..arrivals.len()).fold(word(hash, arrivals.len() as u64), |hash, index| {
        let sent = u64::from(arrivals.client(index)) << 32 | u64::from(arrivals.cost(index));
        word(word(hash, arrivals.time(index)), sent)
    })
}

/// Every shape alone and all of them together, with every kind of shares and a few seeds, then random shapes
/// with extreme rates.
pub(crate) fn scenarios() -> Vec<Scenario> {
    let alone = shapes().into_iter().map(|shape| vec![Pattern::new(shape)]);
    let together = shapes().into_iter().zip(0..).map(|(shape, index)| Pattern {
        from: u64::from(index) * SECOND / 3,
        cost: 1 + index % 3,
        ..Pattern::new(shape)
    });
    let traffics = alone.chain([together.collect()]).chain(extremes());
    let made = traffics.flat_map(|traffic| {
        let seeded = [1, 2, u64::MAX].into_iter().zip(shares());
        seeded.map(move |(seed, clients)| Scenario {
            traffic: traffic.clone(),
            clients,
            seed,
            ..Scenario::default()
        })
    });
    made.collect()
}

fn shares() -> [Clients; 3] {
    let zipf = Shares::Zipf { exponent: 110 };
    [(1, Shares::Equal), (7, Shares::Equal), (1000, zipf)].map(|(count, shares)| Clients { count, shares })
}

fn extremes() -> impl Iterator<Item = Vec<Pattern>> {
    let slow = Rate { amount: 3, period: u64::MAX / 1000 };
    let shapes = [
        Shape::Poisson { rate: slow, duration: u64::MAX },
        Shape::Pareto { rate: slow, shape: 101, duration: u64::MAX / 100 },
        Shape::Pareto { rate: slow, shape: u32::MAX, duration: u64::MAX },
        Shape::Ramp { low: slow, high: Rate { amount: 5, ..slow }, duration: u64::MAX },
        Shape::Sine {
            low: slow,
            high: Rate { amount: 50, ..slow },
            period: u64::MAX / 3,
            duration: u64::MAX,
        },
    ];
    shapes.into_iter().map(|shape| vec![Pattern::new(shape)])
}

/// Every shape, random or not.
pub(crate) fn shapes() -> Vec<Shape> {
    let per_second = |amount| Rate { amount, period: SECOND };
    let (low, high, duration) = (per_second(1), per_second(50), 60 * SECOND);
    vec![
        Shape::Burst { count: 10 },
        Shape::Every { count: 15, delay: SECOND / 10 },
        Shape::Bursts { count: 10, every: 5 * SECOND, times: 6 },
        Shape::At { times: vec![2 * SECOND, SECOND, 3 * SECOND, SECOND] },
        Shape::Constant { rate: Rate { amount: 7, period: 3 * SECOND }, duration },
        Shape::Poisson { rate: per_second(20), duration },
        Shape::Ramp { low, high, duration },
        Shape::Ramp { low: high, high: Rate { amount: 3, period: 7 }, duration: 3000 },
        Shape::OnOff { rate: per_second(9), on: 2 * SECOND, off: 3 * SECOND, duration },
        Shape::Sine { low, high, period: 7 * SECOND, duration },
        Shape::Pareto { rate: per_second(5), shape: 150, duration: 600 * SECOND },
    ]
}
