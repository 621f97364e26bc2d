//! A bucket: what was charged and has not drained yet.
//!
//! What a client left in it before the log began is not known, but it is one number: with it the bucket has room
//! for all that was served. Where it has none for what was limited, that may be why.

use super::{Bound, Request, Shape, Stamps};
use crate::{Answer, Client};

pub(super) struct Bucket<'shape> {
    shape: &'shape Shape,
    stamps: Stamps,
    /// What is in it, in parts of a request, at the time of the last one.
    level: i64,
    last_time: u64,
    /// What was left when the stamp of the last request began.
    carried: i64,
    /// What was added since.
    added: i64,
    /// What was charged in all, in requests.
    charged: u64,
    /// The least room, in parts, that it had when the log began.
    first_budget: i64,
}

impl<'shape> Bucket<'shape> {
    pub(super) fn new(shape: &'shape Shape, stamps: Stamps, first_budget: i64) -> Self {
        Self { shape, stamps, level: 0, last_time: 0, carried: i64::MIN, added: 0, charged: 0, first_budget }
    }

    pub(super) fn next(&mut self, request: &Request) -> Bound {
        self.drain(request.time);
        let cost = parts(self.shape.rate.unit).saturating_mul(parts(request.cost));
        let after = self.open_level().max(0).saturating_add(cost);
        let limit = (after as u64).div_ceil(self.shape.rate.unit);
        let uncertain = request.limited && self.exceeds_first_budget(request);
        if !request.limited {
            self.charge(cost);
            self.charged += request.cost;
        }
        Bound { limit, uncertain }
    }

    /// Lets the time of a new stamp pass.
    fn drain(&mut self, time: u64) {
        if time != self.last_time {
            let drained = parts(self.shape.rate.speed).saturating_mul(parts(time - self.last_time));
            self.level = self.level.saturating_sub(drained);
            (self.carried, self.added, self.last_time) = (self.level, 0, time);
        }
    }

    /// The level, with what the stamps leave open; it may be below 0.
    fn open_level(&self) -> i64 {
        let open = parts(self.shape.rate.speed).saturating_mul(parts(self.stamps.slack));
        if self.stamps.is_long {
            return self.level.saturating_sub(open);
        }
        // What is left of earlier stamps may be more than by the stamps, but nothing else is.
        self.carried.saturating_add(open).max(0).saturating_add(self.added)
    }

    /// Whether the bucket, as it may have been when the log began, has no room for the request.
    fn exceeds_first_budget(&self, request: &Request) -> bool {
        let least_time = parts(request.time).saturating_sub(parts(self.stamps.slack));
        excess(self.shape, least_time, self.charged + request.cost) > self.first_budget
    }

    fn charge(&mut self, cost: i64) {
        let ceiling = parts(self.shape.rate.unit).saturating_mul(parts(self.shape.ceiling));
        self.level = self.level.max(0).saturating_add(cost).min(ceiling);
        self.added = self.added.saturating_add(cost).min(ceiling);
    }
}

/// The least room, in parts, that a bucket had when the log began, if all that was served had room.
pub(super) fn least_first_budget(shape: &Shape, slack: u64, client: Client<'_>) -> i64 {
    let (mut charged, mut budget) = (0, 0);
    for (request, time) in client.times.iter().enumerate() {
        if client.answer(request) != Answer::Limited {
            charged += u64::from(client.cost(request));
            let most_time = parts(*time).saturating_add(parts(slack));
            budget = budget.max(excess(shape, most_time, charged));
        }
    }
    budget
}

/// How much more was charged than drained in a time, in parts.
fn excess(shape: &Shape, time: i64, charged: u64) -> i64 {
    let drained = parts(shape.rate.speed).saturating_mul(time);
    parts(shape.rate.unit).saturating_mul(parts(charged)).saturating_sub(drained)
}

/// Parts of a request, as a number that may go below 0.
fn parts(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
