//! Every limiter with every option, and random numbers for the rest.

use ratelab_limiter::{AllOf, Limiter, Policy, SECOND, Settings, Value};
use ratelab_redis::plan::Plan;

use crate::proofs::{mirror::MICROSECOND, random::Random};

/// Every limiter with every option. A number that is not given is random; `some` is a number other than the default.
pub(crate) const SINGLE: [&str; 32] = [
    "fixed_window",
    "fixed_window count_denied=yes",
    "fixed_window align=first",
    "fixed_window align=first count_denied=yes",
    "sliding_window_log",
    "sliding_window_log count_denied=yes",
    "sliding_window_counter",
    "sliding_window_counter count_denied=yes",
    "sliding_window_counter rounding=exact",
    "sliding_window_counter rounding=exact count_denied=yes",
    "sliding_window_counter align=first",
    "sliding_window_counter align=first count_denied=yes",
    "sliding_window_counter align=first rounding=exact",
    "sliding_window_counter align=first rounding=exact count_denied=yes",
    "token_bucket",
    "token_bucket initial=some",
    "token_bucket created_at=some",
    "token_bucket initial=some created_at=some",
    "token_bucket refill=interval",
    "token_bucket refill=interval initial=some",
    "token_bucket refill=interval created_at=some",
    "token_bucket refill=interval initial=some created_at=some",
    "token_bucket amount=0 initial=some",
    "token_bucket amount=0 refill=interval initial=some",
    "leaky_bucket_meter",
    "leaky_bucket_meter amount=0",
    "leaky_bucket_queue",
    "leaky_bucket_queue undelayed=some",
    "leaky_bucket_queue max_wait=some",
    "leaky_bucket_queue undelayed=some max_wait=some",
    "gcra",
    "gcra amount=0",
];

/// The policy that a text describes: a limiter's name, then names and values.
pub(crate) fn described(text: &str) -> Policy {
    let mut words = text.split(' ');
    let mut settings = Settings::new(words.next().unwrap_or_default()).expect(text);
    for (name, word) in words.filter_map(|word| word.split_once('=')) {
        settings.put(name, number_or_word(word)).expect(text);
    }
    settings.policy().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn number_or_word(word: &str) -> Value {
    word.parse::<u64>().map_or_else(|_| Value::from(word), Value::from)
}

/// A policy of a kind for times around `now`, in microseconds, that Redis can hold exactly.
pub(crate) fn draw(kind: &str, now: u64, random: &mut Random) -> Policy {
    loop {
        let policy = match kind {
            "all_of" => together(now, random).into(),
            "layers" => together(now, random).in_order().into(),
            single => draw_single(single, now, random),
        };
        if Plan::new(&policy).is_ok() {
            return policy;
        }
    }
}

fn together(now: u64, random: &mut Random) -> AllOf {
    let members = (0..1 + random.below(3)).map(|_| {
        let kind = random.pick(&SINGLE);
        draw(kind, now, random)
    });
    AllOf::new(members.collect()).expect("members")
}

/// A policy of one of the seven, whether or not Redis can hold it.
fn draw_single(kind: &str, now: u64, random: &mut Random) -> Policy {
    loop {
        let mut words = kind.split(' ');
        let mut settings = Settings::new(words.next().unwrap_or_default()).expect(kind);
        let size = draw_size(random);
        let (amount, period) = draw_rate(random);
        let window = draw_window(random) * MICROSECOND;
        for (name, value) in [("limit", size), ("window", window), ("capacity", size), ("burst", size)] {
            let _ = settings.put(name, value.into());
        }
        for (name, value) in [("amount", amount), ("period", period)] {
            let _ = settings.put(name, value.into());
        }
        for (name, word) in words.filter_map(|word| word.split_once('=')) {
            let value = match (name, word) {
                ("initial", "some") => random.below(size).into(),
                ("undelayed", "some") => (1 + random.below(size)).into(),
                ("created_at", "some") => draw_creation(now, period, random).into(),
                ("max_wait", "some") => draw_wait(period, random).into(),
                (_, word) => number_or_word(word),
            };
            settings.put(name, value).expect(kind);
        }
        if let Ok(policy) = settings.policy() {
            return policy;
        }
    }
}

/// Limits and capacities: mostly small, some as large as they go.
fn draw_size(random: &mut Random) -> u64 {
    match random.below(8) {
        0..=3 => 1 + random.below(6),
        4..=5 => 1 + random.below(200),
        6 => random.pick(&[1_000, 65_536, 1_000_000, u32::MAX.into()]),
        _ => 1 + random.of_bits(32) % u64::from(u32::MAX),
    }
}

/// Rates: some that no float holds, many whose period is not a whole number of microseconds.
fn draw_rate(random: &mut Random) -> (u64, u64) {
    const NAMED: [(u64, u64); 11] = [
        (1, SECOND),
        (5, SECOND),
        (100, SECOND),
        (10, 13 * SECOND),
        (7, 60 * SECOND),
        (1, 3 * SECOND),
        (SECOND, SECOND),
        (1_000, 1),
        (u32::MAX as u64, 7),
        (3, 86_400 * SECOND),
        (1, 1_000_001),
    ];
    match random.below(4) {
        0 => (1 + random.below(12), 1 + random.below(40_000)),
        1..=2 => random.pick(&NAMED),
        _ => (1 + random.of_bits(31), 1 + random.of_bits(62)),
    }
}

/// Windows in microseconds: some so short that every instant of one is tried.
fn draw_window(random: &mut Random) -> u64 {
    match random.below(4) {
        0 => 1 + random.below(12),
        1 => random.pick(&[1_000, 1_000_000, 10_000_000, 60_000_000, 86_400_000_000, 1_000_003]),
        2 => 1 + random.below(1_000_000),
        _ => 1 + random.of_bits(51),
    }
}

/// The instant from which buckets fill: about now, and in whole microseconds.
fn draw_creation(now: u64, period: u64, random: &mut Random) -> u64 {
    let ahead = random.below(period.saturating_mul(4).max(1)) / MICROSECOND;
    let instant = if random.once_in(3) { now + ahead % (1 << 40) } else { now.saturating_sub(ahead) };
    instant * MICROSECOND
}

fn draw_wait(period: u64, random: &mut Random) -> u64 {
    match random.below(4) {
        0 => 0,
        1 => random.of_bits(64),
        _ => random.below(period.saturating_mul(3).max(1)),
    }
}

/// A time in microseconds in which the answers of a policy change.
pub(crate) fn pace(policy: &Policy) -> u64 {
    if let Policy::AllOf(all) = policy {
        return all.members().iter().map(pace).min().unwrap_or(1);
    }
    let settings = policy.settings();
    let number = |name| match settings.get(name) {
        Some(Value::Number(number)) => u64::try_from(*number).unwrap_or(1),
        _ => 1,
    };
    let nanoseconds = number("window").max(number("period") / number("amount").max(1));
    (nanoseconds / MICROSECOND).max(1)
}
