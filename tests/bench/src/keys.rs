//! A million keys: the memory of each, and the time to find one.

use std::hint::black_box;

use ratelab_limiter::{
    FixedWindow, Gcra, Keyed, LeakyBucketMeter, LeakyBucketQueue, Limiter, SECOND, SlidingWindowCounter,
    TokenBucket,
};
use ratelab_portable::Random;

use crate::{
    Outcome,
    allocator::bytes_in_use,
    report::{Row, Unit},
    rival,
    turns::{Pair, summary, take_turns, timed},
};

const KEYS: u32 = 1_000_000;
/// Rounds, each with one decision for every key.
const ROUNDS: usize = 25;
/// Filling both stores takes most of a second, and the few disturbances within it
/// weigh little.
const INSERTING_ROUNDS: usize = 7;
const FILLINGS: usize = 5;
/// Keys are first seen over two seconds, and all asked about at the last instant
/// of those. Half of them were seen more than a second ago by then: at one request
/// a second they are admitted and the others denied. A second later all of them
/// are admitted, and when asked once more all denied. So every limiter here and
/// the rival decide alike, and half of the decisions are denials.
const STEP: u64 = 2 * SECOND / KEYS as u64;
const ASKED_AT: [u64; 3] = [2 * SECOND - 1, 3 * SECOND - 1, 3 * SECOND - 1];
const RIVAL: &str = "governor, keyed";

pub(crate) fn rows() -> Outcome<Vec<Row>> {
    let mut rows = bytes_rows()?;
    rows.extend(check_rows()?);
    rows.push(insert_row()?);
    rows.push(full_decision_row()?);
    Ok(rows)
}

fn bytes_rows() -> Outcome<Vec<Row>> {
    let gcra = Gcra::new(1, 1, SECOND)?;
    Ok(vec![
        bytes_row(FixedWindow::new(1, SECOND)?),
        bytes_row(SlidingWindowCounter::new(1, SECOND)?),
        bytes_row(TokenBucket::new(1, 1, SECOND)?),
        bytes_row(LeakyBucketMeter::new(1, 1, SECOND)?),
        bytes_row(LeakyBucketQueue::new(1, 1, SECOND)?),
        bytes_row(gcra),
        bytes_beside_the_rival(gcra),
    ])
}

/// The bytes per key, compared with the size of the key and its state. The spread
/// is over the store's growth from a tenth of the keys on.
fn bytes_row<L: Limiter>(limiter: L) -> Row {
    let id = format!("keys/bytes/{}", limiter.algorithm());
    let (state, key) = (size_of::<L::State>(), size_of::<u64>());
    let needed = (state + key) as f64;
    let (measured, least, most) = bytes_of_growth(limiter);
    Row {
        id,
        what: "bytes for each of 1,000,000 keys".to_owned(),
        against: format!("{state} state + {key} key"),
        unit: Unit::Bytes,
        ours: measured,
        theirs: needed,
        ratio: measured / needed,
        spread: (least / needed, most / needed),
        bar: Some(1.25),
    }
}

/// Bytes for each key: at last, and the least and the most on the way.
fn bytes_of_growth<L: Limiter>(limiter: L) -> (f64, f64, f64) {
    let before = bytes_in_use();
    let mut store = Keyed::<L, u64>::new(limiter);
    let (mut bytes, mut least, mut most) = (0.0, f64::MAX, 0.0);
    for (key, number) in keys().zip(1..) {
        black_box(store.take(&key, 0, 1).admits());
        bytes = (bytes_in_use() - before) as f64 / f64::from(number);
        if number >= KEYS / 10 {
            (least, most) = (bytes.min(least), bytes.max(most));
        }
    }
    (bytes, least, most)
}

fn bytes_beside_the_rival(gcra: Gcra) -> Row {
    let (ours, theirs) = (bytes_of_growth(gcra).0, rival_bytes());
    let ratio = ours / theirs;
    Row {
        id: "keys/bytes_beside_governor/gcra".to_owned(),
        what: "bytes for each of 1,000,000 keys".to_owned(),
        against: RIVAL.to_owned(),
        unit: Unit::Bytes,
        ours,
        theirs,
        ratio,
        spread: (ratio, ratio),
        bar: None,
    }
}

fn rival_bytes() -> f64 {
    let before = bytes_in_use();
    let store = rival::Store::new();
    for key in keys() {
        black_box(store.admits(key));
    }
    (bytes_in_use() - before) as f64 / f64::from(KEYS)
}

fn check_rows() -> Outcome<Vec<Row>> {
    Ok(vec![
        take_row(FixedWindow::new(1, SECOND)?)?,
        take_row(SlidingWindowCounter::new(1, SECOND)?)?,
        take_row(TokenBucket::new(1, 1, SECOND)?)?,
        take_row(Gcra::new(1, 1, SECOND)?)?,
    ])
}

fn take_row<L: Limiter>(limiter: L) -> Outcome<Row> {
    let id = format!("keys/check/{}", limiter.algorithm());
    let take = |store: &mut Keyed<L, u64>, key: &u64, now| store.take(key, now, 1).admits();
    asked_row(id, "take, any of 1,000,000 keys", limiter, take, Some(1.0))
}

fn full_decision_row() -> Outcome<Row> {
    let check = |store: &mut Keyed<Gcra, u64>, key: &u64, now| {
        let decision = black_box(store.check(key, now));
        decision.outcome.admits()
    };
    let id = "keys/full_decision/gcra".to_owned();
    asked_row(id, "check, any of 1,000,000 keys", Gcra::new(1, 1, SECOND)?, check, None)
}

/// Measures decisions in two stores that have all keys, in one random order. The stores are filled several times,
/// because the addresses that memory happens to have can make either side up to twice as slow until it is freed.
fn asked_row<L: Limiter>(
    id: String,
    what: &'static str,
    limiter: L,
    ask: impl Fn(&mut Keyed<L, u64>, &u64, u64) -> bool,
    bar: Option<f64>,
) -> Outcome<Row> {
    let order = shuffled_keys();
    let mut pairs = Vec::new();
    for _ in 0..FILLINGS {
        pairs.extend(asked_pairs(&order, limiter.clone(), &ask)?);
    }
    Ok(Row::of_turns(id, what, RIVAL, &summary(&pairs), bar))
}

fn asked_pairs<L: Limiter>(
    order: &[u64],
    limiter: L,
    ask: impl Fn(&mut Keyed<L, u64>, &u64, u64) -> bool,
) -> Outcome<Vec<Pair>> {
    let (mut ours, theirs) = (filled(limiter), filled_rival());
    let share = order.len() / ROUNDS;
    let keys_of = |round: usize| &order[round % ROUNDS * share..][..share];
    take_turns(
        ROUNDS * ASKED_AT.len(),
        0.0,
        |round| {
            let now = ASKED_AT[round / ROUNDS];
            Ok(timed(share as u32, || count(keys_of(round), |key| ask(&mut ours, key, now))))
        },
        |round| {
            theirs.advance_to(ASKED_AT[round / ROUNDS]);
            Ok(timed(share as u32, || count(keys_of(round), |key| theirs.admits(*key))))
        },
    )
}

fn insert_row() -> Outcome<Row> {
    let gcra = Gcra::new(1, 1, SECOND)?;
    let keys: Vec<u64> = keys().collect();
    let pairs = take_turns(
        INSERTING_ROUNDS,
        0.0,
        |_| {
            let mut store = Keyed::<Gcra, u64>::new(gcra);
            Ok(timed(KEYS, || count(&keys, |key| store.take(key, 0, 1).admits())))
        },
        |_| {
            let store = rival::Store::new();
            Ok(timed(KEYS, || count(&keys, |key| store.admits(*key))))
        },
    )?;
    let what = "take, first sight of 1,000,000 keys";
    Ok(Row::of_turns("keys/insert/gcra".to_owned(), what, RIVAL, &summary(&pairs), None))
}

/// How many of these keys are admitted.
#[inline]
fn count(keys: &[u64], mut admits: impl FnMut(&u64) -> bool) -> u32 {
    let mut admitted = 0;
    for key in keys {
        admitted += u32::from(black_box(admits(key)));
    }
    admitted
}

fn filled<L: Limiter>(limiter: L) -> Keyed<L, u64> {
    let mut store = Keyed::new(limiter);
    for (key, number) in keys().zip(0..) {
        black_box(store.take(&key, number * STEP, 1).admits());
    }
    store
}

fn filled_rival() -> rival::Store {
    let store = rival::Store::new();
    for (key, number) in keys().zip(0..) {
        store.advance_to(number * STEP);
        black_box(store.admits(key));
    }
    store
}

/// Keys that all differ, because the generator never repeats itself.
fn keys() -> impl Iterator<Item = u64> {
    let mut random = Random::new(1);
    (0..KEYS).map(move |_| random.number())
}

fn shuffled_keys() -> Vec<u64> {
    let mut keys: Vec<u64> = keys().collect();
    Random::new(2).shuffle(&mut keys);
    keys
}
