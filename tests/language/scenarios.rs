//! Arbitrary scenarios: every shape, option, retry, group and server, at every size.

use proptest::{collection::vec, option, prelude::*, sample::Index};
use ratelab_limiter::{Algorithm, SECOND, bounds::Unit};
use ratelab_scenario::scenario::{
    Clients, Lane, MOST_ATTEMPTS, Name, Needs, Pattern, Rate, Retry, RetryAfter, Scenario, Shape, Shares,
    Tier,
};

use super::topology_values::{groups, keys, names, servers, stores};

/// Numbers of every size up to a maximum, both ends included.
pub(crate) fn up_to(least: u64, most: u64) -> impl Strategy<Value = u64> {
    let sized =
        (0..64u32, any::<u64>()).prop_map(move |(shift, number)| (number >> shift).clamp(least, most));
    let round =
        (1..100u64, prop::sample::select(vec![1, 1000, 1_000_000, SECOND, 60 * SECOND, 86_400 * SECOND]));
    prop_oneof![
        4 => sized,
        4 => round.prop_map(move |(count, unit)| (count * unit).clamp(least, most)),
        1 => Just(least),
        1 => Just(most),
    ]
}

pub(crate) fn small(least: u32, most: u32) -> impl Strategy<Value = u32> {
    up_to(least.into(), most.into()).prop_map(|number| u32::try_from(number).expect("within 32 bits"))
}

/// The sum of four such times is not too late.
const LONG: u64 = 1 << 62;

/// A duration with two rates, the lower first, that generate at most a few hundred thousand requests.
fn rates() -> impl Strategy<Value = (u64, Rate, Rate)> {
    let one = || (small(1, u32::MAX), up_to(1, u64::MAX));
    (up_to(1, LONG), one(), one(), any::<Index>()).prop_map(|(duration, first, second, none)| {
        let calm = |(amount, period): (u32, u64)| {
            let most = u128::from(period) * 200_000 / u128::from(duration);
            let amount = amount.min(u32::try_from(most).unwrap_or(u32::MAX));
            if amount == 0 {
                Rate { amount: 1, period: period.max(duration) }
            } else {
                Rate { amount, period }
            }
        };
        let cross = |left: Rate, right: Rate| u128::from(left.amount) * u128::from(right.period);
        let (low, high) = (calm(first), calm(second));
        let (mut low, high) = if cross(low, high) <= cross(high, low) { (low, high) } else { (high, low) };
        low.amount = if none.index(8) == 0 { 0 } else { low.amount };
        (duration, low, high)
    })
}

fn shapes() -> impl Strategy<Value = Shape> {
    let fast = || rates().prop_map(|(duration, _, rate)| (duration, rate));
    prop_oneof![
        small(1, 1_000_000).prop_map(|count| Shape::Burst { count }),
        (small(1, 1 << 20), up_to(1, 1 << 42)).prop_map(|(count, delay)| Shape::Every { count, delay }),
        (small(1, 1000), up_to(1, 1 << 52), small(1, 1000)).prop_map(|(count, every, times)| Shape::Bursts {
            count,
            every,
            times
        }),
        vec(up_to(0, LONG), 1..20).prop_map(|times| Shape::At { times }),
        fast().prop_map(|(duration, rate)| Shape::Constant { rate, duration }),
        fast().prop_map(|(duration, rate)| Shape::Poisson { rate, duration }),
        (rates(), any::<bool>()).prop_map(|((duration, low, high), down)| {
            let (low, high) = if down { (high, low) } else { (low, high) };
            Shape::Ramp { low, high, duration }
        }),
        // Each on phase generates a request, so that there must not be too many.
        (fast(), up_to(1, u64::MAX), up_to(1, u64::MAX)).prop_map(|((duration, rate), on, off)| {
            let on = on.max(duration / 100_000 + 1);
            Shape::OnOff { rate, on, off, duration }
        }),
        (rates(), up_to(1, u64::MAX)).prop_map(|((duration, low, high), period)| Shape::Sine {
            low,
            high,
            period,
            duration
        }),
        (fast(), small(101, 1000)).prop_map(|((duration, rate), shape)| Shape::Pareto {
            rate,
            shape,
            duration
        }),
    ]
}

fn patterns() -> impl Strategy<Value = Pattern> {
    let cost = prop_oneof![Just(1), any::<u32>()];
    (shapes(), up_to(0, LONG), cost, option::of(names())).prop_map(|(shape, from, cost, by)| Pattern {
        shape,
        from,
        cost,
        by,
    })
}

/// Any of the seven limiters with some of its options, each within its range.
fn simple_lanes() -> impl Strategy<Value = Lane> {
    let values = vec(option::of((any::<Index>(), up_to(0, u64::MAX))), 6);
    (prop::sample::select(Algorithm::ALL.to_vec()), values, keys()).prop_map(|(algorithm, values, key)| {
        let rows = algorithm.parameters().iter().zip(values);
        let options = rows.filter_map(|(row, value)| {
            let (index, number) = value?;
            let word = || (*index.get(row.words)).into();
            let number = number.clamp(row.minimum, row.maximum.max(row.minimum));
            Some((row.name, if row.unit == Unit::Word { word() } else { number.into() }))
        });
        Lane { options: options.collect(), key, ..Lane::new(algorithm) }
    })
}

/// Assigns distinct names to members.
fn named(members: Vec<(Lane, Option<Name>)>) -> Vec<Lane> {
    let name = |number: usize| {
        members[number].1.filter(|name| members[..number].iter().all(|it| it.1 != Some(*name)))
    };
    members
        .iter()
        .enumerate()
        .map(|(number, (lane, _))| Lane { name: name(number), ..lane.clone() })
        .collect()
}

fn lanes() -> impl Strategy<Value = Lane> {
    let all_of =
        vec(simple_lanes(), 1..=16).prop_map(|members| Lane { members, ..Lane::new(Algorithm::AllOf) });
    let layers = vec((simple_lanes(), option::of(names())), 1..=5)
        .prop_map(|members| Lane { members: named(members), ..Lane::new(Algorithm::Layers) });
    let lanes = prop_oneof![8 => simple_lanes(), 1 => all_of, 2 => layers];
    (lanes, option::weighted(0.3, stores())).prop_map(|(lane, store)| Lane { store, ..lane })
}

pub(crate) fn rate() -> impl Strategy<Value = Rate> {
    (small(1, u32::MAX), up_to(1, u64::MAX / 2)).prop_map(|(amount, period)| Rate { amount, period })
}

pub(crate) fn clients(most: u32) -> impl Strategy<Value = Clients> {
    let shares = option::of(1..=1000u32)
        .prop_map(|exponent| exponent.map_or(Shares::Equal, |exponent| Shares::Zipf { exponent }));
    (small(1, most), shares).prop_map(|(count, shares)| Clients { count, shares })
}

fn retries() -> impl Strategy<Value = Retry> {
    let wait = || up_to(1, u64::MAX);
    let backoff = (wait(), wait(), any::<bool>()).prop_map(|(one, other, jitter)| RetryAfter::Backoff {
        first: one.min(other),
        longest: one.max(other),
        jitter,
    });
    let after = prop_oneof![
        Just(RetryAfter::AtOnce),
        wait().prop_map(RetryAfter::Fixed),
        backoff,
        Just(RetryAfter::ServerHint)
    ];
    let retry = (after, 1..=MOST_ATTEMPTS).prop_map(|(after, attempts)| Retry { after, attempts });
    prop_oneof![1 => Just(Retry::default()), 4 => retry]
}

/// Scenarios of every kind. Values of a lane that do not go together are left out.
pub(crate) fn scenarios() -> impl Strategy<Value = Scenario> {
    let show = option::of((up_to(0, u64::MAX - 1), up_to(1, u64::MAX)));
    let surroundings = (clients(600_000), groups(), servers(), retries(), any::<u64>(), up_to(0, LONG), show);
    let what = (rate(), option::of(small(1, u32::MAX)), vec(lanes(), 1..=16), vec(patterns(), 1..8));
    (what, surroundings).prop_map(
        |((limit, burst, lanes, mut traffic), (clients, groups, servers, retry, seed, start, show))| {
            let show = show.map(|(from, to)| (from, to.max(from + 1)));
            // Only groups that are defined may be named.
            for (number, pattern) in traffic.iter_mut().enumerate().filter(|_| !groups.is_empty()) {
                pattern.by = pattern.by.map(|_| groups[number % groups.len()].name);
            }
            let mut scenario = Scenario {
                limit,
                burst,
                lanes: Vec::new(),
                traffic,
                clients,
                groups,
                servers,
                retry,
                seed,
                start,
                show,
                needs: Needs::default(),
            };
            scenario.lanes = vec![Lane::new(Algorithm::FixedWindow)];
            let tiers: Vec<_> =
                scenario.groups.iter().map(|group| group.tier).chain([Tier::default()]).collect();
            let fits = |lane: &Lane| tiers.iter().all(|tier| lane.policy_of(&scenario, tier).is_ok());
            let mut kept: Vec<_> = lanes.into_iter().filter(fits).collect();
            kept.extend(kept.is_empty().then(|| Lane::new(Algorithm::FixedWindow)));
            scenario.lanes = kept;
            scenario
        },
    )
}

/// Shapes with extreme numbers, as text.
pub(crate) fn extremes() -> impl Strategy<Value = String> {
    let shapes = [
        "#@#ns",
        "# every #ns",
        "burst # every #ns x#",
        "at #ns #ns",
        "#/#ns for #ns",
        "poisson #/#ns for #ns",
        "ramp #/#ns..#/#ns for #ns",
        "onoff #/#ns on #ns off #ns for #ns",
        "sine #/#ns..#/#ns period #ns for #ns",
        "pareto #/#ns shape 1.5 for #ns",
    ];
    (prop::sample::select(shapes.to_vec()), vec(up_to(0, u64::MAX), 6)).prop_map(|(shape, numbers)| {
        let (head, rest) = shape.split_once('#').expect("there are numbers");
        rest.split('#').zip(numbers).fold(head.to_owned(), |text, (after, number)| {
            // A number that is not a time is a 32-bit count.
            let number = if after.starts_with("ns") { number } else { number & u64::from(u32::MAX) };
            format!("{text}{number}{after}")
        })
    })
}
