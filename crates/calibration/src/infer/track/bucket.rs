//! A bucket: charges that have not drained yet.
//!
//! The level that a client left before the log began is unknown, but it is one number: with it, the bucket admits all
//! served requests. Requests that it then does not admit may have been limited for that reason.

use super::{Bound, Request, Shape, Stamps};
use crate::{Answer, Client};

pub(super) struct Bucket<'shape> {
    shape: &'shape Shape,
    stamps: Stamps,
    /// The level at the time of the last request, in parts of a request.
    level: i64,
    last_time: u64,
    /// The level at the start of the last request's timestamp.
    carried: i64,
    /// The amount added since.
    added: i64,
    /// The total charged, in requests.
    charged: u64,
    /// The least free capacity, in parts, when the log began.
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

    /// Advances to a new timestamp.
    fn drain(&mut self, time: u64) {
        if time != self.last_time {
            let drained = parts(self.shape.rate.speed).saturating_mul(parts(time - self.last_time));
            self.level = self.level.saturating_sub(drained);
            (self.carried, self.added, self.last_time) = (self.level, 0, time);
        }
    }

    /// The level including the slack of timestamps; it may be negative.
    fn open_level(&self) -> i64 {
        let open = parts(self.shape.rate.speed).saturating_mul(parts(self.stamps.slack));
        if self.stamps.is_long {
            return self.level.saturating_sub(open);
        }
        // The rest of earlier timestamps may be higher than the timestamps imply, but nothing else.
        self.carried.saturating_add(open).max(0).saturating_add(self.added)
    }

    /// Whether the bucket, in its possible state when the log began, cannot admit the request.
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

/// The least free capacity of a bucket when the log began, in parts, if it admitted all served requests.
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

/// By how much the charges exceeded the drained amount in a time, in parts.
fn excess(shape: &Shape, time: i64, charged: u64) -> i64 {
    let drained = parts(shape.rate.speed).saturating_mul(time);
    parts(shape.rate.unit).saturating_mul(parts(charged)).saturating_sub(drained)
}

/// Parts of a request as a signed number.
fn parts(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
