//! What a limit would have denied, by each limiter.

use ratelab_limiter::{Algorithm, PolicyError};

use crate::{
    basis::Basis,
    limit::Limit,
    rules::{Bucket, Counter, Fixed, Log, Ring, Tally, tally},
    traffic::{Client, Traffic},
};

/// What each limiter would have denied under a limit, in the order of [`Algorithm::ALL`], or what is wrong
/// with the limit.
///
/// # Panics
/// If the basis is for another period.
pub fn effects(traffic: &Traffic, basis: &Basis, limit: Limit) -> Result<[Effect; 7], PolicyError> {
    let mut effects = Effects::new(limit)?;
    effects.advance(traffic, basis, usize::MAX);
    Ok(effects.result(basis))
}

/// What a limiter would have denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The limiter.
    pub algorithm: Algorithm,
    /// Clients of whom it would have denied something.
    pub clients: u64,
    /// Requests that it would have denied.
    pub denied: u64,
    /// What those cost.
    pub denied_cost: u64,
    /// The longest that a queue would have let a request wait, in nanoseconds; 0 for those that do not.
    pub longest_wait: u64,
}

/// The effects of a limit, worked out in slices so that who asked can turn to a newer question between two.
///
/// Every client has limiters of its own. They decide on the times as they are stamped.
#[derive(Clone, Debug)]
pub struct Effects {
    limit: Limit,
    next: usize,
    effects: [Effect; 7],
    bucket: Bucket,
    memory: Vec<u64>,
}

impl Effects {
    /// The effects of a limit, or what is wrong with it.
    pub fn new(limit: Limit) -> Result<Self, PolicyError> {
        limit.check()?;
        let nothing =
            |algorithm| Effect { algorithm, clients: 0, denied: 0, denied_cost: 0, longest_wait: 0 };
        let effects = Algorithm::ALL.map(nothing);
        Ok(Self { limit, next: 0, effects, bucket: Bucket::new(&limit), memory: Vec::new() })
    }

    /// Goes on with at least one client and about so many requests. Returns the effects, in the order of
    /// [`Algorithm::ALL`], once all clients are done. Each call must be given the same traffic, and its
    /// basis for the limit's period.
    ///
    /// # Panics
    /// If the basis is for another period, or not complete.
    pub fn advance(&mut self, traffic: &Traffic, basis: &Basis, requests: usize) -> Option<[Effect; 7]> {
        assert!(basis.period() == self.limit.period, "a basis for the period of the limit");
        let mut done = 0;
        while self.next < traffic.clients() && done <= requests {
            let client = traffic.client(self.next);
            done += self.add(&client, traffic.start(), basis);
            self.next += 1;
        }
        (self.next == traffic.clients()).then(|| self.result(basis))
    }

    fn result(&self, basis: &Basis) -> [Effect; 7] {
        let fixed = basis.denied_by_fixed(self.limit.amount);
        let longest_wait = self.bucket.longest_wait(&self.limit);
        self.effects.map(|effect| match effect.algorithm {
            Algorithm::LeakyBucketQueue => Effect { longest_wait, ..effect },
            Algorithm::FixedWindow if let Some(denied) = fixed => {
                Effect { denied, denied_cost: denied, ..effect }
            }
            _ => effect,
        })
    }

    /// Adds what happens to the client whose turn it is. Returns how many requests it took.
    fn add(&mut self, client: &Client<'_>, start: u64, basis: &Basis) -> usize {
        let (limit, requests, number) = (self.limit, client.times.len(), self.next);
        let mut took = 1;
        if basis.may_deny(number, &limit, Algorithm::FixedWindow) {
            // Of requests that cost 1 the basis knows how many are denied.
            let denied = if client.costs.is_empty() {
                Tally { requests: 1, cost: 1 }
            } else {
                tally(&mut Fixed::new(&limit, start), client)
            };
            self.count(0, denied);
        }
        if basis.may_deny(number, &limit, Algorithm::SlidingWindowLog) {
            let denied = self.denied_by_log(client);
            self.count(1, denied);
            took += requests;
        }
        if basis.may_deny(number, &limit, Algorithm::SlidingWindowCounter) {
            self.count(2, tally(&mut Counter::new(&limit, start), client));
            took += requests;
        }
        if !self.is_nothing_to_buckets(client, basis) {
            let mut bucket = self.bucket.emptied();
            let denied = tally(&mut bucket, client);
            self.bucket = bucket;
            (3..7).for_each(|index| self.count(index, denied));
            took += requests;
        }
        took
    }

    /// Whether buckets neither deny a client anything nor let it wait longer than others did. What they do
    /// not deny is never more than its peak at once.
    fn is_nothing_to_buckets(&self, client: &Client<'_>, basis: &Basis) -> bool {
        let denies = basis.may_deny(self.next, &self.limit, Algorithm::Gcra);
        !denies && self.bucket.ignores(basis.peak(self.next).into()) || self.bucket.ignores(client.total())
    }

    fn denied_by_log(&mut self, client: &Client<'_>) -> Tally {
        if !client.costs.is_empty() {
            return tally(&mut Log::new(&self.limit), client);
        }
        let slots = client.times.len().min(self.limit.amount as usize);
        if self.memory.len() < slots {
            self.memory.resize(slots, 0);
        }
        tally(&mut Ring::new(self.limit.period, &mut self.memory[..slots]), client)
    }

    fn count(&mut self, index: usize, denied: Tally) {
        let effect = &mut self.effects[index];
        effect.clients += u64::from(denied.requests > 0);
        effect.denied += denied.requests;
        effect.denied_cost += denied.cost;
    }
}
