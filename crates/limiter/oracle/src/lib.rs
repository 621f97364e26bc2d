//! The decisions that a limiter should make, computed the slow way.
//!
//! Each limiter is written as in a textbook: a bucket holds tokens, a queue
//! holds requests, a schedule holds an arrival time. Numbers are fractions of any
//! size, so nothing is rounded and nothing overflows. Every wait is tried out: the
//! request passes after it and does not pass a nanosecond earlier.

mod buckets;
pub mod cases;
pub mod comparison;
pub mod vectors;
mod windows;

use std::fmt::Debug;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use ratelab_limiter::Decision;

use self::{
    buckets::{Meter, Queue, Schedule, Tokens},
    windows::{Counter, Fixed, Log},
};
use crate::cases::Recipe;

/// Set by `cargo xtask test --quick`.
const QUICKLY: &str = "RATELAB_QUICK";

/// The number of random cases to draw: all of them, or an eighth in a quick run.
pub fn draws(all: u32) -> u32 {
    if std::env::var_os(QUICKLY).is_some() { all.div_ceil(8) } else { all }
}

/// The result of one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are those of `Decision`")]
pub struct Answer {
    pub allowed: bool,
    pub delay: u64,
    pub limit: u32,
    pub remaining: u32,
    pub retry_after: Option<u64>,
    pub reset_after: Option<u64>,
    pub at: u64,
}

impl From<&Decision> for Answer {
    fn from(decision: &Decision) -> Self {
        Self {
            allowed: decision.outcome.admits(),
            delay: decision.outcome.delay(),
            limit: decision.limit,
            remaining: decision.remaining,
            retry_after: decision.retry_after,
            reset_after: decision.reset_after,
            at: decision.at,
        }
    }
}

/// A limiter with the state of one key.
#[derive(Clone, Debug)]
pub struct Oracle {
    /// The limiters that must agree; most often one.
    models: Vec<Box<dyn Model>>,
    /// Whether each of them counts its denials.
    count_denied: Vec<bool>,
    /// Whether each is charged before the next is asked, as one alone is; otherwise all are
    /// charged or none.
    in_order: bool,
}

impl Oracle {
    /// A key that has used nothing.
    pub fn new(recipe: &Recipe) -> Self {
        let members = recipe.members();
        Self {
            models: members.iter().map(model).collect(),
            count_denied: members.iter().map(Recipe::counts_denied).collect(),
            in_order: !matches!(recipe, Recipe::AllOf(_)),
        }
    }

    /// Decides and charges.
    pub fn check(&mut self, now: u64, cost: u32) -> Answer {
        self.pass_time(now);
        let delay = self.delay(cost);
        if self.in_order {
            self.charge_in_order(cost);
        } else if delay.is_some() {
            self.models.iter_mut().for_each(|model| model.charge(cost));
        }
        self.answer(cost, delay)
    }

    /// Charges one after the other, until one refuses.
    fn charge_in_order(&mut self, cost: u32) {
        for (model, count_denied) in self.models.iter_mut().zip(&self.count_denied) {
            let fits = model.fits(cost);
            if fits || *count_denied {
                model.charge(cost);
            }
            if !fits {
                return;
            }
        }
    }

    /// Charges all without asking any.
    pub fn charge_anyway(&mut self, now: u64, cost: u32) {
        self.pass_time(now);
        self.models.iter_mut().for_each(|model| model.charge_anyway(cost));
    }

    /// Decides and changes nothing.
    pub fn peek(&self, now: u64, cost: u32) -> Answer {
        let mut looked = self.clone();
        looked.pass_time(now);
        looked.answer(cost, looked.delay(cost))
    }

    /// Gives back this much.
    pub fn refund(&mut self, now: u64, amount: u64) {
        self.pass_time(now);
        self.models.iter_mut().for_each(|model| model.refund(amount));
    }

    /// Several limiters share one clock, which starts where the latest of theirs
    /// does: a wait then means the same to all of them.
    fn pass_time(&mut self, now: u64) {
        let latest = self.models.iter().map(|model| model.clock().clone()).max().unwrap();
        let now = latest.max(now.into());
        self.models.iter_mut().for_each(|model| model.pass_time(&now));
    }

    /// How long a request waits before it starts; `None` if it is denied.
    fn delay(&self, cost: u32) -> Option<u64> {
        if cost == 0 {
            return Some(0);
        }
        let agreed = self.models.iter().all(|model| model.fits(cost));
        agreed.then(|| self.models.iter().map(|model| nanoseconds(&model.delay())).max().unwrap())
    }

    fn answer(&self, cost: u32, delay: Option<u64>) -> Answer {
        let left: Vec<(u32, u32)> = self.models.iter().map(|m| (remaining(m.as_ref()), m.limit())).collect();
        let &(remaining, limit) = left.iter().min_by_key(|&&(remaining, _)| remaining).unwrap();
        Answer {
            allowed: delay.is_some(),
            delay: delay.unwrap_or(0),
            limit,
            remaining,
            retry_after: delay.map_or_else(
                || longest(self.models.iter().map(|m| retry_after(m.as_ref(), cost))),
                |_| Some(0),
            ),
            reset_after: longest(self.models.iter().map(|m| reset_after(m.as_ref()))),
            at: self.models.iter().map(|model| nanoseconds(model.clock())).max().unwrap(),
        }
    }
}

/// The limiter that a recipe of one of the seven names.
fn model(recipe: &Recipe) -> Box<dyn Model> {
    match *recipe {
        Recipe::FixedWindow { limit, window, align, .. } => Box::new(Fixed::new(limit, window, align)),
        Recipe::SlidingWindowLog { limit, window, .. } => Box::new(Log::new(limit, window)),
        Recipe::SlidingWindowCounter { limit, window, align, rounding, .. } => {
            Box::new(Counter::new(limit, window, align, rounding))
        }
        Recipe::TokenBucket { capacity, amount, period, initial, refill, created_at } => {
            Box::new(Tokens::new(capacity, (amount, period), initial, refill, created_at))
        }
        Recipe::LeakyBucketMeter { capacity, amount, period } => {
            Box::new(Meter::new(capacity, (amount, period)))
        }
        Recipe::LeakyBucketQueue { capacity, amount, period, undelayed, max_wait } => {
            Box::new(Queue::new(capacity, (amount, period), undelayed, max_wait))
        }
        Recipe::Gcra { burst, amount, period } => Box::new(Schedule::new(burst, (amount, period))),
        Recipe::AllOf(_) | Recipe::Layers(_) => unreachable!("members are of the seven"),
    }
}

/// One limiter with the state of one key, at the latest instant it was shown.
trait Model: Debug {
    fn copy(&self) -> Box<dyn Model>;

    /// The whole budget.
    fn limit(&self) -> u32;

    /// The latest instant it was shown.
    fn clock(&self) -> &BigInt;

    /// Lets time pass until `now`, if that is ahead.
    fn pass_time(&mut self, now: &BigInt);

    /// Whether a request of this cost passes now.
    fn fits(&self, cost: u32) -> bool;

    /// How long a request that passes now waits before it starts.
    fn delay(&self) -> BigInt {
        BigInt::zero()
    }

    /// Charges a request, whether it fits or not. Cost 0 changes nothing.
    fn charge(&mut self, cost: u32);

    /// Charges what was not asked for.
    fn charge_anyway(&mut self, cost: u32) {
        self.charge(cost);
    }

    /// Gives back what was charged, the latest first.
    fn refund(&mut self, amount: u64);

    /// Whether the whole budget is there.
    fn is_full(&self) -> bool;

    /// When a cost that does not fit now, but is within the limit, will.
    fn wait_to_fit(&self, cost: u32) -> Option<BigInt>;

    /// When the budget, part of which is gone now, will be whole.
    fn wait_to_fill(&self) -> Option<BigInt>;
}

impl Clone for Box<dyn Model> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

/// The model after this much silence.
fn later(model: &dyn Model, wait: &BigInt) -> Box<dyn Model> {
    let mut later = model.copy();
    later.pass_time(&(model.clock() + wait));
    later
}

/// The greatest number of requests of cost 1 that pass one after another: the
/// last of them passes when all the others have been charged.
fn remaining(model: &dyn Model) -> u32 {
    let passes = |requests: u32| {
        let mut others_charged = model.copy();
        others_charged.charge(requests - 1);
        others_charged.fits(1)
    };
    let (mut pass, mut too_many) = (0, u64::from(model.limit()) + 1);
    while too_many - pass > 1 {
        let middle = u64::midpoint(pass, too_many);
        if passes(u32::try_from(middle).unwrap()) {
            pass = middle;
        } else {
            too_many = middle;
        }
    }
    u32::try_from(pass).unwrap()
}

fn retry_after(model: &dyn Model, cost: u32) -> Option<u64> {
    let wait = if cost > model.limit() {
        None
    } else if model.fits(cost) {
        Some(BigInt::zero())
    } else {
        model.wait_to_fit(cost)
    };
    tried_out(model, wait, |later| later.fits(cost))
}

fn reset_after(model: &dyn Model) -> Option<u64> {
    let wait = if model.is_full() { Some(BigInt::zero()) } else { model.wait_to_fill() };
    tried_out(model, wait, |later| later.is_full())
}

/// Returns the wait after checking it: `happens` is true then, and not earlier.
fn tried_out(model: &dyn Model, wait: Option<BigInt>, happens: impl Fn(&dyn Model) -> bool) -> Option<u64> {
    let Some(wait) = wait else {
        let end_of_time = BigInt::one() << 200;
        assert!(!happens(later(model, &end_of_time).as_ref()), "happens at last: {model:?}");
        return None;
    };
    assert!(happens(later(model, &wait).as_ref()), "not after {wait}: {model:?}");
    if !wait.is_zero() {
        assert!(!happens(later(model, &(&wait - 1)).as_ref()), "before {wait}: {model:?}");
    }
    Some(nanoseconds(&wait))
}

/// The longest of these waits; `None`, which means never, is longer than any other.
fn longest(mut waits: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    waits.try_fold(0, |longest: u64, wait| Some(longest.max(wait?)))
}

/// An instant or a duration, which must be in the library's range.
fn nanoseconds(value: &BigInt) -> u64 {
    u64::try_from(value).expect("within the range of a u64")
}

/// A whole number as a fraction.
fn whole(value: impl Into<BigInt>) -> BigRational {
    BigRational::from_integer(value.into())
}

/// The smallest whole number that is at least this.
fn ceil(value: &BigRational) -> BigInt {
    value.ceil().to_integer()
}
