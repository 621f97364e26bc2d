//! Arrivals: exact times for fixed shapes, the right distribution for random ones, and the same arrivals
//! however they are generated.

mod accuracy;
mod chance;
mod exact;
mod golden;

use std::time::Instant;

use proptest::{collection::vec, prelude::*};
use ratelab_limiter::SECOND;
use ratelab_scenario::{
    scenario::{Clients, MOST_REQUESTS, Pattern, Rate, Scenario, Shape, Shares},
    traffic::{Arrivals, Generator, MOST_ARRIVALS, arrivals, expected},
};

fn rate(amount: u32, period: u64) -> Rate {
    Rate { amount, period }
}

fn per_second(amount: u32) -> Rate {
    rate(amount, SECOND)
}

fn poisson(amount: u32, duration: u64) -> Shape {
    Shape::Poisson { rate: per_second(amount), duration }
}

fn sum(traffic: Vec<Pattern>) -> Scenario {
    Scenario { traffic, ..Scenario::default() }
}

fn only(shape: Shape) -> Scenario {
    sum(vec![Pattern::new(shape)])
}

fn times(shape: Shape) -> Vec<u64> {
    arrivals(&only(shape)).times().to_vec()
}

fn with_clients(count: u32, shares: Shares, requests: u32) -> Arrivals {
    let clients = Clients { count, shares };
    arrivals(&Scenario { clients, ..only(Shape::Burst { count: requests }) })
}

/// The hash is the same on every platform; see `golden.rs`.
#[test]
fn arrivals_match_the_golden_hash() {
    assert_eq!(golden::hash(), golden::HASH);
}

/// Numbers of every size, with both ends overrepresented.
fn number() -> impl Strategy<Value = u64> {
    let sized = (any::<u64>(), 0_u32..64).prop_map(|(number, shift)| number >> shift);
    prop_oneof![8 => sized, 1 => Just(0), 1 => Just(u64::MAX)]
}

fn small() -> impl Strategy<Value = u32> {
    (any::<u32>(), 0_u32..32).prop_map(|(number, shift)| number >> shift)
}

fn any_rate() -> impl Strategy<Value = Rate> {
    (small(), number()).prop_map(|(amount, period)| Rate { amount, period })
}

/// Any shape at all, sensible or not.
fn any_shape() -> impl Strategy<Value = Shape> {
    let parts = (any_rate(), any_rate(), number(), number(), number(), small());
    let numbers = (parts, small(), vec(number(), 0..20), 0..10);
    numbers.prop_map(|((low, high, duration, on, off, count), times_or_shape, times, kind)| match kind {
        0 => Shape::Burst { count },
        1 => Shape::Every { count, delay: on },
        2 => Shape::Bursts { count, every: on, times: times_or_shape },
        3 => Shape::At { times },
        4 => Shape::Constant { rate: low, duration },
        5 => Shape::Poisson { rate: low, duration },
        6 => Shape::Ramp { low, high, duration },
        7 => Shape::OnOff { rate: low, on, off, duration },
        8 => Shape::Sine { low, high, period: on, duration },
        _ => Shape::Pareto { rate: low, shape: times_or_shape, duration },
    })
}

/// Returns whether a shape generates few enough requests. The expected number is not a bound for random shapes.
fn is_modest(shape: &Shape) -> bool {
    Generator::new(&only(shape.clone())).advance(3000)
}

fn modest_shape() -> impl Strategy<Value = Shape> {
    any_shape().prop_filter("too many requests", is_modest)
}

/// A few patterns, small enough to be generated often.
fn modest() -> impl Strategy<Value = Scenario> {
    let pattern = (modest_shape(), number(), 0_u32..3).prop_map(|(shape, from, cost)| Pattern {
        from,
        cost,
        ..Pattern::new(shape)
    });
    let shares = prop_oneof![Just(Shares::Equal), small().prop_map(|exponent| Shares::Zipf { exponent })];
    let clients = (0_u32..100, shares).prop_map(|(count, shares)| Clients { count, shares });
    let all = (vec(pattern, 0..4), clients, any::<u64>());
    all.prop_map(|(traffic, clients, seed)| Scenario { clients, seed, ..sum(traffic) })
}

fn is_random(shape: &Shape) -> bool {
    matches!(shape, Shape::Poisson { .. } | Shape::Pareto { .. })
}

proptest! {
    /// Any scenario can be generated, and its arrivals are in order.
    #[test]
    fn nothing_panics_and_time_does_not_go_back(shape in any_shape(), from in number()) {
        let mut generator = Generator::new(&sum(vec![Pattern { from, ..Pattern::new(shape) }]));
        let is_done = generator.advance(2000);
        let (done, most) = generator.progress();
        prop_assert!(done <= 2000 && most <= MOST_ARRIVALS);
        if is_done {
            let made = generator.finish();
            prop_assert!(made.times().is_sorted() && made.times().first().is_none_or(|first| *first >= from));
        }
    }

    #[test]
    fn slices_do_not_change_arrivals(scenario in modest(), budgets in vec(0_usize..500, 1..20)) {
        let whole = arrivals(&scenario);
        let mut generator = Generator::new(&scenario);
        let mut made = 0;
        for budget in budgets {
            let is_done = generator.advance(budget);
            let done = generator.progress().0 as usize;
            prop_assert!(done == made + budget || is_done && done == whole.len());
            made = done;
        }
        prop_assert_eq!(&generator.finish(), &whole);
        prop_assert_eq!(arrivals(&scenario), whole);
    }

    /// The expected number is exact for shapes that are not random.
    #[test]
    fn arrivals_are_as_many_as_expected(
        shape in modest_shape().prop_filter("it is random", |shape| !is_random(shape))
    ) {
        let overflows = matches!(shape, Shape::Every { .. } | Shape::Bursts { .. });
        let (found, expected) = (times(shape.clone()).len() as u64, expected(&shape));
        prop_assert!(found == expected || overflows && found < expected, "{found}, not {expected}");
    }

    #[test]
    fn a_shift_moves_every_time(shape in modest_shape(), from in number()) {
        let moved = arrivals(&sum(vec![Pattern { from, ..Pattern::new(shape.clone()) }]));
        let shifted: Vec<_> = times(shape).iter().map_while(|time| time.checked_add(from)).collect();
        prop_assert_eq!(moved.times(), shifted);
    }

    /// Equals a stable sort by time of the concatenated patterns.
    #[test]
    fn a_sum_is_the_merge_of_its_patterns(scenario in modest()) {
        let whole = arrivals(&scenario);
        let alone = |index: usize| {
            let mut traffic = scenario.traffic.clone();
            traffic.iter_mut().enumerate().filter(|(other, _)| *other != index)
                .for_each(|(_, other)| other.shape = Shape::Burst { count: 0 });
            let made = arrivals(&Scenario { traffic, ..scenario.clone() });
            (0..made.len()).map(|index| (made.time(index), made.client(index), made.cost(index))).collect::<Vec<_>>()
        };
        let mut merged: Vec<_> = (0..scenario.traffic.len()).flat_map(alone).collect();
        merged.sort_by_key(|(time, ..)| *time);
        let found = (0..whole.len()).map(|index| (whole.time(index), whole.client(index), whole.cost(index)));
        prop_assert_eq!(found.collect::<Vec<_>>(), merged);
    }
}

/// A tail this heavy has a mean that hardly any run reaches: it generates many times the expected number, up to
/// the limit.
#[test]
fn random_arrivals_are_limited() {
    let shape = Shape::Pareto { rate: per_second(1000), shape: 101, duration: MOST_REQUESTS / 1000 * SECOND };
    assert_eq!(expected(&shape), MOST_REQUESTS);
    assert_eq!(times(shape).len() as u64, MOST_ARRIVALS);
}

/// `cargo test --release -p ratelab-tests traffic -- --ignored --nocapture`
#[test]
#[ignore = "it prints how long ten million arrivals take"]
fn ten_million_arrivals() {
    let (duration, low, high) = (10_000 * SECOND, per_second(500), per_second(1500));
    let rate = per_second(1000);
    let shapes = [
        Shape::Constant { rate, duration },
        Shape::Poisson { rate, duration },
        Shape::Pareto { rate, shape: 300, duration },
        Shape::Ramp { low, high, duration },
        Shape::Sine { low, high, period: duration / 10, duration },
    ];
    let zipf = Clients { count: 1_000_000, shares: Shares::Zipf { exponent: 100 } };
    let equal = Clients { shares: Shares::Equal, ..zipf };
    let constant = || only(Shape::Constant { rate, duration });
    let shared = [equal, zipf].map(|clients| Scenario { clients, ..constant() });
    for scenario in shapes.map(only).into_iter().chain(shared) {
        let before = Instant::now();
        let made = arrivals(&scenario).len();
        let name = format!("{:?}", scenario.traffic[0].shape);
        println!("{made} in {:?}: {} {:?}", before.elapsed(), &name[..8], scenario.clients);
    }
}
