//! Counts the answers of a log, and selects a sample of a large one.

use crate::{Answer, Charge, Client, Traffic};

/// The first requests of a client.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    number: u32,
    requests: usize,
}

impl Part {
    /// The client, with only these requests.
    pub(super) fn client<'traffic>(&self, traffic: &'traffic Traffic) -> Client<'traffic> {
        let Client { times, charges, costs } = traffic.client(self.number as usize);
        let first = |charges: &'traffic [Charge]| &charges[..self.requests.min(charges.len())];
        Client { times: &times[..self.requests], charges: first(charges), costs: first(costs) }
    }
}

/// Counts of all answers, and the order in which clients are examined.
#[derive(Clone, Debug, Default)]
pub(super) struct Census {
    /// Clients counted so far.
    clients: usize,
    /// Served and limited requests.
    pub(super) served: u64,
    pub(super) limited: u64,
    /// All answers, and limited ones, of requests with a cost.
    pub(super) answers: u64,
    pub(super) refusals: u64,
    /// Clients with requests: limited ones first, and the busiest first among each kind. Encoded as one number, to
    /// reuse one sort.
    order: Vec<u64>,
}

/// Set for clients that were never limited.
const UNLIMITED: u64 = 1 << 63;

impl Census {
    /// Counts the answers of one more client, and returns the number of its requests; 0 if none is left.
    pub(super) fn next(&mut self, traffic: &Traffic) -> u64 {
        if self.clients == traffic.clients() {
            self.order.sort_unstable();
            return 0;
        }
        let client = traffic.client(self.clients);
        let mut limited = 0;
        for charge in client.charges {
            let counts = u64::from(charge.cost() > 0);
            match charge.answer() {
                Answer::Served => self.served += 1,
                Answer::Limited => limited += 1,
                Answer::Unknown => continue,
            }
            self.answers += counts;
            self.refusals += if charge.answer() == Answer::Limited { counts } else { 0 };
        }
        self.limited += limited;
        if !client.times.is_empty() {
            let quiet = (u32::MAX >> 1).saturating_sub(client.times.len() as u32);
            let kind = if limited > 0 { 0 } else { UNLIMITED };
            self.order.push(kind | u64::from(quiet) << 32 | self.clients as u64);
        }
        self.clients += 1;
        1 + client.times.len() as u64
    }

    /// The client at an index of the order, and whether it was limited.
    pub(super) fn client(&self, index: usize) -> Option<(u32, bool)> {
        self.order.get(index).map(|rank| (*rank as u32, rank & UNLIMITED == 0))
    }

    /// About `most` requests, and at most `each` per client.
    pub(super) fn parts(&self, traffic: &Traffic, most: usize, each: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut left = most;
        for rank in &self.order {
            let number = *rank as u32;
            let requests = traffic.client(number as usize).times.len().min(each).min(left);
            if requests == 0 {
                break;
            }
            parts.push(Part { number, requests });
            left -= requests;
        }
        parts
    }
}
