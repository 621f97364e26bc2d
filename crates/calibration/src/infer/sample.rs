//! Who was answered how, and which answers are looked at first where a log has very many.

use crate::{Answer, Charge, Client, Traffic};

/// The first requests of a client.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    number: u32,
    requests: usize,
}

impl Part {
    /// The client, as if it had no more requests.
    pub(super) fn client<'traffic>(&self, traffic: &'traffic Traffic) -> Client<'traffic> {
        let Client { times, charges, costs } = traffic.client(self.number as usize);
        let first = |charges: &'traffic [Charge]| &charges[..self.requests.min(charges.len())];
        Client { times: &times[..self.requests], charges: first(charges), costs: first(costs) }
    }
}

/// All answers of a log, and the clients in the order in which they are looked at.
#[derive(Clone, Debug, Default)]
pub(super) struct Census {
    /// Clients that are counted.
    clients: usize,
    /// Answers of requests that were served, and limited.
    pub(super) served: u64,
    pub(super) limited: u64,
    /// Answers of either kind, and limited ones, of requests that cost something.
    pub(super) answers: u64,
    pub(super) refusals: u64,
    /// Clients with requests: those that were limited first, and of each kind the loudest. In one number, so
    /// that it can be sorted as all else is.
    order: Vec<u64>,
}

/// Set in the order of clients of whom nothing was limited.
const UNLIMITED: u64 = 1 << 63;

impl Census {
    /// Counts the answers of one more client, and says of how many requests; 0 if none is left.
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

    /// The client at a place of the order, and whether something of it was limited.
    pub(super) fn client(&self, index: usize) -> Option<(u32, bool)> {
        self.order.get(index).map(|rank| (*rank as u32, rank & UNLIMITED == 0))
    }

    /// About so many requests, and at most so many of each client.
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
