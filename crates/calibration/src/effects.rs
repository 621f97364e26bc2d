//! The denials of each limiter under a limit.

use ratelab_limiter::{Algorithm, PolicyError};

use crate::{
    basis::Basis,
    limit::Limit,
    rules::{Bucket, Counter, Fixed, Log, Ring, Tally, tally},
    traffic::{Client, Traffic},
};

/// Returns the effect of each limiter under a limit, in the order of [`Algorithm::ALL`].
///
/// # Errors
///
/// Returns a [`PolicyError`] if some limiter rejects the limit.
///
/// # Panics
///
/// If the basis is for another period.
pub fn effects(traffic: &Traffic, basis: &Basis, limit: Limit) -> Result<[Effect; 7], PolicyError> {
    let mut effects = Effects::new(limit)?;
    effects.advance(traffic, basis, usize::MAX);
    Ok(effects.result(basis))
}

/// The effect of a limiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The limiter.
    pub algorithm: Algorithm,
    /// Clients with at least one denied request.
    pub clients: u64,
    /// Denied requests.
    pub denied: u64,
    /// The cost of the denied requests.
    pub denied_cost: u64,
    /// The longest wait of a request in a queue, in nanoseconds; 0 for limiters that do not queue.
    pub longest_wait: u64,
}

/// The effects of a limit, computed in slices so that the caller can switch to a newer question in between.
///
/// Every client has its own limiters, which decide at the times of the log.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::{Basis, Block, Effects, Limit, Traffic, effects};
///
/// let rows = Block { times: &[0, 1, 2], keys: &[0, 0, 0], charges: &[] };
/// let traffic = Traffic::group(&[rows], 1, 0);
/// let limit = Limit { amount: 2, period: 1_000_000_000, burst: 2 };
/// let basis = Basis::new(&traffic, limit.period);
/// let mut slices = Effects::new(limit)?;
/// let found = loop {
///     if let Some(found) = slices.advance(&traffic, &basis, 1_000) {
///         break found;
///     }
/// };
/// assert_eq!(found, effects(&traffic, &basis, limit)?);
/// assert_eq!(found[0].denied, 1);
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Effects {
    limit: Limit,
    next: usize,
    effects: [Effect; 7],
    bucket: Bucket,
    memory: Vec<u64>,
}

impl Effects {
    /// Starts computing the effects of a limit.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if some limiter rejects the limit.
    pub fn new(limit: Limit) -> Result<Self, PolicyError> {
        limit.check()?;
        let nothing =
            |algorithm| Effect { algorithm, clients: 0, denied: 0, denied_cost: 0, longest_wait: 0 };
        let effects = Algorithm::ALL.map(nothing);
        Ok(Self { limit, next: 0, effects, bucket: Bucket::new(&limit), memory: Vec::new() })
    }

    /// Processes at least one client and about `requests` requests. Returns the effects, in the order of
    /// [`Algorithm::ALL`], once all clients are done. Every call must receive the same traffic, and its basis for the
    /// period of the limit.
    ///
    /// # Panics
    ///
    /// If the basis is for another period, or not complete.
    pub fn advance(&mut self, traffic: &Traffic, basis: &Basis, requests: usize) -> Option<[Effect; 7]> {
        assert!(basis.period() == self.limit.period, "the basis must be for the period of the limit");
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

    /// Adds the effects on the next client, and returns the number of requests processed.
    fn add(&mut self, client: &Client<'_>, start: u64, basis: &Basis) -> usize {
        let (limit, requests, number) = (self.limit, client.times.len(), self.next);
        let mut took = 1;
        if basis.may_deny(number, &limit, Algorithm::FixedWindow) {
            // For requests of cost 1, the basis has the number of denials.
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
        if !self.is_ignored_by_buckets(client, basis) {
            let mut bucket = self.bucket.emptied();
            let denied = tally(&mut bucket, client);
            self.bucket = bucket;
            (3..7).for_each(|index| self.count(index, denied));
            took += requests;
        }
        took
    }

    /// Whether buckets neither deny a client anything nor make it wait longer than earlier clients. The admitted
    /// backlog never exceeds its peak.
    fn is_ignored_by_buckets(&self, client: &Client<'_>, basis: &Basis) -> bool {
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
