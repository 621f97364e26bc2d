//! The clients and requests that a limit must not affect.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::{Client, Traffic};

/// How many clients or requests a limit may affect.
// Exhaustive, so that callers have to handle every kind of tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tolerance {
    /// None: it limits no client.
    None,
    /// At most this many parts per million of the clients.
    Clients(u32),
    /// At most this many clients.
    Count(u32),
    /// At most this many parts per million of the requests.
    Requests(u32),
}

impl Tolerance {
    /// How many of the clients may be limited; 0 if requests are counted instead.
    pub(crate) fn clients(self, clients: usize) -> usize {
        match self {
            Self::Clients(share) => part(clients, share) as usize,
            Self::Count(count) => clients.min(count as usize),
            _ => 0,
        }
    }

    /// How many of the requests may be denied.
    pub(crate) fn requests(self, requests: usize) -> u64 {
        match self {
            Self::Requests(share) => part(requests, share),
            _ => 0,
        }
    }
}

/// A share in parts per million, rounded down.
fn part(count: usize, share: u32) -> u64 {
    (count as u64).saturating_mul(share.min(1_000_000).into()) / 1_000_000
}

/// The largest of many numbers, apart from a fixed number of larger ones.
#[derive(Clone, Debug)]
pub(crate) struct Largest {
    kept: BinaryHeap<Reverse<u64>>,
    capacity: usize,
}

impl Largest {
    /// Finds the largest number apart from `but` larger ones.
    pub(crate) fn new(but: usize) -> Self {
        Self { kept: BinaryHeap::new(), capacity: but + 1 }
    }

    pub(crate) fn add(&mut self, number: u64) {
        if number > self.least_of_all() {
            if self.kept.len() == self.capacity {
                self.kept.pop();
            }
            self.kept.push(Reverse(number));
        }
    }

    /// The value that a number must exceed to change the result.
    pub(crate) fn least_of_all(&self) -> u64 {
        if self.kept.len() < self.capacity { 0 } else { self.kept.peek().map_or(0, |least| least.0) }
    }

    /// The result; 1 if there are too few numbers.
    pub(crate) fn least(&self) -> u64 {
        self.least_of_all().max(1)
    }
}

/// The highest cost of any client in a window of this length, apart from `but` clients.
pub(crate) fn highest_peak(traffic: &Traffic, order: &[(u64, u32)], window: u64, but: usize) -> u64 {
    let mut peaks = Largest::new(but);
    for (total, number) in order {
        if *total <= peaks.least_of_all() {
            break;
        }
        peaks.add(peak(traffic.client(*number as usize), window));
    }
    peaks.least()
}

/// The highest cost of a client in any window of this length, which a sliding log has to allow.
pub(crate) fn peak(client: Client<'_>, window: u64) -> u64 {
    let (mut first, mut spent, mut most) = (0, 0, 0);
    for (request, time) in client.times.iter().enumerate() {
        spent += u64::from(client.cost(request));
        while (time - client.times[first]) * 1000 >= window {
            spent -= u64::from(client.cost(first));
            first += 1;
        }
        most = most.max(spent);
    }
    most
}
