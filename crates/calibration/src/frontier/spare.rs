//! Whom a limit is to spare.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::{Client, Traffic};

/// Whom a limit may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spare {
    /// It limits nobody.
    Everyone,
    /// It limits at most so many of a million clients.
    Clients(u32),
    /// It limits at most so many clients.
    Count(u32),
    /// It denies at most so many of a million requests.
    Requests(u32),
}

impl Spare {
    /// How many of so many clients may be limited; all, where requests are what counts.
    pub(crate) fn clients(self, clients: usize) -> usize {
        match self {
            Self::Clients(share) => part(clients, share) as usize,
            Self::Count(count) => clients.min(count as usize),
            _ => 0,
        }
    }

    /// How many of so many requests may be denied.
    pub(crate) fn requests(self, requests: usize) -> u64 {
        match self {
            Self::Requests(share) => part(requests, share),
            _ => 0,
        }
    }
}

/// So many of a million, rounded down.
fn part(count: usize, share: u32) -> u64 {
    (count as u64).saturating_mul(share.min(1_000_000).into()) / 1_000_000
}

/// The largest of many numbers, all but so many that may be larger.
#[derive(Clone, Debug)]
pub(crate) struct Largest {
    kept: BinaryHeap<Reverse<u64>>,
    capacity: usize,
}

impl Largest {
    /// Looks for the largest number but for so many.
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

    /// What a number must be above to change anything.
    pub(crate) fn least_of_all(&self) -> u64 {
        if self.kept.len() < self.capacity { 0 } else { self.kept.peek().map_or(0, |least| least.0) }
    }

    /// The number that was looked for; 1 if there are not so many.
    pub(crate) fn least(&self) -> u64 {
        self.least_of_all().max(1)
    }
}

/// The most that any client asked for in a window of this length, all but so many clients.
pub(crate) fn busiest(traffic: &Traffic, order: &[(u64, u32)], window: u64, but: usize) -> u64 {
    let mut peaks = Largest::new(but);
    for (total, number) in order {
        if *total <= peaks.least_of_all() {
            break;
        }
        peaks.add(peak(traffic.client(*number as usize), window));
    }
    peaks.least()
}

/// The most that a client asked for in any window of this length: what a sliding log has to allow.
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
