//! The smallest burst that denies at most a share of all requests.

use ratelab_limiter::{Algorithm, FixedWindow};

use super::{
    rate::{NONE, Rate, capacity, denied},
    tolerance::Tolerance,
};
use crate::{
    Client, Limit, Traffic,
    rules::{Counter, Fixed, Log, Ring, tally},
};

/// A binary search: its result is sufficient, and one less is not.
///
/// For buckets and requests of equal cost, no smaller burst is sufficient. Of two buckets, let the larger have free
/// capacity L' and the smaller L, and let the larger have admitted D more. Then L' + D >= L: it holds at the start,
/// time adds no more to L than to L' unless L' is full, and a decision changes both sides equally. The smaller admits a
/// request that the larger denies only if L' < 1 <= L, so only if D > 0: D never falls below 0. The same holds for
/// rates.
#[derive(Clone, Debug)]
pub(super) struct Search {
    below: u32,
    pub(super) holds: u32,
    /// The next candidate: near the result at another rate, then further away, until the result is bracketed.
    guess: u32,
    apart: u32,
    /// The capacity that each client needs, in their order, if known.
    needs: Vec<u32>,
}

impl Search {
    /// A search up to `most`, or up to what is sufficient for everything at once, starting at a guess.
    pub(super) fn new(traffic: &Traffic, order: &[(u64, u32)], most: u32, guess: u32) -> Self {
        let total = order.first().map_or(1, |(total, _)| *total);
        let holds = u32::try_from(total).unwrap_or(NONE).min(most).max(1);
        let below = if traffic.requests() == 0 { holds - 1 } else { 0 };
        Self { below, holds, guess, apart: 1, needs: Vec::new() }
    }

    /// Tries one burst, and returns whether the search is complete.
    pub(super) fn step(
        &mut self,
        traffic: &Traffic,
        order: &[(u64, u32)],
        rate: &Rate,
        tolerance: Tolerance,
        algorithm: Algorithm,
    ) -> bool {
        if self.holds - self.below > 1 {
            if algorithm == Algorithm::TokenBucket && self.needs.is_empty() {
                let needs = order.iter().map(|(_, number)| capacity(traffic.client(*number as usize), *rate));
                self.needs = needs.collect();
            }
            let middle = self.below + (self.holds - self.below) / 2;
            let is_between = self.below < self.guess && self.guess < self.holds;
            let burst = if is_between { self.guess } else { middle };
            let enough = tolerance.requests(traffic.requests());
            if self.denied(traffic, order, rate, burst, algorithm, enough) <= enough {
                self.holds = burst;
                self.guess = burst.saturating_sub(self.apart);
            } else {
                self.below = burst;
                self.guess = burst.saturating_add(self.apart);
            }
            self.apart = self.apart.saturating_mul(2);
        }
        self.holds - self.below <= 1
    }

    /// The number of denied requests at a rate and burst; it stops counting above `enough`.
    fn denied(
        &self,
        traffic: &Traffic,
        order: &[(u64, u32)],
        rate: &Rate,
        burst: u32,
        algorithm: Algorithm,
        enough: u64,
    ) -> u64 {
        let limit = Limit { amount: burst, period: rate.window(burst), burst };
        // A window that the limiter rejects denies everything.
        let is_legal = FixedWindow::new(limit.amount.into(), limit.period).is_ok();
        let (mut count, mut memory) = (0, Vec::new());
        // Clients after one whose requests all fit at once are never limited.
        let clients = order.iter().take_while(|(total, _)| *total > u64::from(burst));
        for (index, (_, number)) in clients.enumerate() {
            let client = traffic.client(*number as usize);
            count += match self.needs.get(index) {
                Some(need) if *need <= burst => 0,
                Some(_) => denied(client, rate, burst, enough - count),
                None if is_legal => {
                    denied_by_window(&client, traffic.start(), &limit, algorithm, &mut memory)
                }
                None => client.times.len() as u64,
            };
            if count > enough {
                break;
            }
        }
        count
    }
}

/// The number of requests of a client that a window denies.
fn denied_by_window(
    client: &Client<'_>,
    start: u64,
    limit: &Limit,
    algorithm: Algorithm,
    memory: &mut Vec<u64>,
) -> u64 {
    let denied = match algorithm {
        Algorithm::FixedWindow => tally(&mut Fixed::new(limit, start), client),
        Algorithm::SlidingWindowCounter => tally(&mut Counter::new(limit, start), client),
        _ if client.costs.is_empty() => {
            let slots = client.times.len().min(limit.amount as usize);
            memory.resize(slots, 0);
            tally(&mut Ring::new(limit.period, memory), client)
        }
        _ => tally(&mut Log::new(limit), client),
    };
    denied.requests
}
