//! The candidates: all windows of usual lengths, and buckets of the rates that the log suggests.

use super::{
    sample::Part,
    score::roundest,
    shape::{Kind, PERIODS, Shape},
};
use crate::{Answer, Client, Traffic, frontier::peak};

/// The most rates of one period that are tried, unless they are round.
const MANY: u64 = 512;

/// All windows of usual lengths.
pub(super) fn windows(traffic: &Traffic) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for kind in Kind::WINDOWS {
        for period in PERIODS {
            let window = |count_denied| Shape::window(kind, period, count_denied, traffic.has_costs());
            shapes.extend([false, true].map(window));
        }
    }
    shapes
}

/// The rates of buckets that are tried.
#[derive(Clone, Debug, Default)]
pub(super) struct Buckets {
    /// In ascending order of complexity: see [`simplest`].
    rates: Vec<u64>,
    next: usize,
    /// The rate that all have to exceed, in requests and microseconds.
    least: (u64, u64),
}

impl Buckets {
    /// Rates within the bounds that the answers imply, and round ones.
    pub(super) fn new(traffic: &Traffic, parts: &[Part]) -> Self {
        let mut buckets = Self { rates: Vec::new(), next: 0, least: (0, 1) };
        if let Some((least, most)) = rates(traffic, parts) {
            buckets.between(least, most);
            // The pair with the tightest bound may include an idle period.
            buckets.between(least, (least.0 + least.0 / 3, least.1));
            buckets.least = least;
        }
        buckets.round(traffic, parts);
        buckets.rates.sort_unstable();
        buckets.rates.dedup();
        buckets
    }

    /// The next rate, and whether it is high enough for the served requests.
    pub(super) fn next(&mut self) -> Option<(Shape, bool)> {
        let rate = *self.rates.get(self.next)?;
        self.next += 1;
        let shape = Shape::bucket(rate as u32, PERIODS[(rate >> 32) as usize % 32]);
        Some((shape, above((shape.rate.speed, shape.rate.unit), self.least)))
    }

    /// Starts again with the first.
    pub(super) fn again(&mut self) {
        self.next = 0;
    }

    /// Integer amounts of usual periods between two rates, in requests and microseconds.
    fn between(&mut self, least: (u64, u64), most: (u64, u64)) {
        for (index, period) in PERIODS.into_iter().enumerate() {
            let in_period =
                |rate: (u64, u64)| u128::from(rate.0) * u128::from(period / 1000) / u128::from(rate.1.max(1));
            let most = (in_period(most) + 1).min(u32::MAX.into()) as u64;
            let least = in_period(least).max(1) as u64;
            let apart = most.saturating_sub(least);
            let step = if apart <= MANY { 1 } else { (apart / MANY).next_power_of_two() };
            let step = if step == 1 { 1 } else { roundest(step, step * 10).max(1) };
            let mut amount = least.next_multiple_of(step);
            while amount <= most {
                self.rates.push(simplest(amount as u32, index));
                amount += step;
            }
        }
    }

    /// Round rates of usual periods, up to the highest cost of one client in a second.
    fn round(&mut self, traffic: &Traffic, parts: &[Part]) {
        let peaks = parts.iter().map(|part| peak(part.client(traffic), PERIODS[0]));
        let most = u128::from(peaks.max().unwrap_or(0));
        for (index, period) in PERIODS.into_iter().enumerate() {
            for power in 0..7 {
                for first in [10, 12, 15, 20, 25, 30, 40, 50, 60, 80] {
                    let amount = first * 10u32.pow(power) / 10;
                    let is_whole = amount * 10 == first * 10u32.pow(power);
                    if is_whole && u128::from(amount) * u128::from(PERIODS[0]) <= most * u128::from(period) {
                        self.rates.push(simplest(amount, index));
                    }
                }
            }
        }
    }
}

/// The simplest form of a rate, encoded as one number: the digits of its amount, the index of its period, the amount.
fn simplest(amount: u32, index: usize) -> u64 {
    let as_number = |amount: u32, index: usize| {
        u64::from(digits(amount)) << 37 | (index as u64) << 32 | u64::from(amount)
    };
    let mut least = as_number(amount, index);
    for (other, period) in PERIODS.into_iter().enumerate() {
        let product = u128::from(amount) * u128::from(period);
        let same = (product / u128::from(PERIODS[index])) as u64;
        if product.is_multiple_of(PERIODS[index].into())
            && let Ok(same) = u32::try_from(same)
        {
            least = least.min(as_number(same, other));
        }
    }
    least
}

/// The number of significant digits.
fn digits(mut number: u32) -> u32 {
    while number > 0 && number.is_multiple_of(10) {
        number /= 10;
    }
    number.checked_ilog10().unwrap_or(0)
}

/// The bounds of a bucket's rate, in requests and microseconds.
///
/// A bucket that denies a cost of c has less than c left, now and whenever it denies. So of the amount refilled between
/// two denials, all but less than c was served in between: the rate is above (served - c) / time, for all pairs. It is
/// below (served + c) / time if the bucket never got full in between, and the pair with the highest rate is the last
/// for which that can hold.
fn rates(traffic: &Traffic, parts: &[Part]) -> Option<((u64, u64), (u64, u64))> {
    let slack = u64::from(traffic.slack());
    let mut found: Option<((u64, u64), (u64, u64))> = None;
    for part in parts {
        let refusals = refusals(part.client(traffic));
        let lags =
            std::iter::successors(Some(1), |lag| Some(lag * 2)).take_while(|lag| *lag < refusals.len());
        for lag in lags {
            for (first, last) in refusals.iter().zip(&refusals[lag..]) {
                let (served, time) = (last.1 - first.1, last.0 - first.0);
                let least = (served.saturating_sub(first.2), time + slack);
                if time > slack && found.is_none_or(|found| above(least, found.0)) {
                    found = Some((least, (served + last.2, time - slack)));
                }
            }
        }
    }
    found
}

/// The denials of a client: the time, the total cost served before, and the cost.
fn refusals(client: Client<'_>) -> Vec<(u64, u64, u64)> {
    let mut served = 0;
    let mut refusals = Vec::new();
    for (request, time) in client.times.iter().enumerate() {
        let cost = u64::from(client.cost(request));
        match client.answer(request) {
            Answer::Limited if cost > 0 => refusals.push((*time, served, cost)),
            Answer::Limited => {}
            _ => served += cost,
        }
    }
    refusals
}

/// Whether one rate is above another.
fn above(rate: (u64, u64), other: (u64, u64)) -> bool {
    u128::from(rate.0) * u128::from(other.1) > u128::from(other.0) * u128::from(rate.1)
}
