//! The most that passes in any interval of a length, and where.
//!
//! A limit is each client's own, so what is sought is the most that any one client
//! got. Of a queue it is what started that counts, not what was admitted.

use crate::{
    run::{Kind, Record, Simulation},
    traffic::Arrivals,
};

/// The most that one client got in any interval of some length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Most {
    /// How much, in requests of cost 1.
    pub cost: u64,
    /// When the first of it started.
    pub from: u64,
    /// When the last of it started.
    pub to: u64,
    /// Who got it.
    pub client: u32,
}

/// Something that started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Whose request it was.
    pub client: u32,
    /// When it started.
    pub time: u64,
    /// What it cost.
    pub cost: u32,
}

/// What started in a lane, client by client, each in the order of time.
pub struct Starts<'run> {
    arrivals: &'run Arrivals,
    record: &'run Record,
    /// The requests, client by client; nothing where there is but one client.
    order: Option<Vec<u32>>,
}

impl<'run> Starts<'run> {
    /// Those of a lane, once the run is done.
    pub fn new(run: &'run Simulation, lane: usize) -> Option<Self> {
        let arrivals = run.arrivals(lane).filter(|_| run.is_done())?;
        // One client's requests start in the order they came, so no time is compared.
        let order = (!arrivals.clients().is_empty()).then(|| by_client(arrivals.clients()));
        Some(Self { arrivals, record: run.lanes()[lane].record(), order })
    }

    /// One after the other.
    pub fn iter(&self) -> StartsIter<'_> {
        StartsIter { of: self, place: 0, released: 0 }
    }
}

/// The numbers of all requests, ordered by who sent them: a counting sort, which takes
/// no more memory than the answer and a number for each client.
fn by_client(clients: &[u32]) -> Vec<u32> {
    let most = clients.iter().max().map_or(0, |most| *most as usize + 1);
    let mut ends = vec![0u32; most + 1];
    clients.iter().for_each(|client| ends[*client as usize + 1] += 1);
    for client in 1..ends.len() {
        ends[client] += ends[client - 1];
    }
    let mut order = vec![0; clients.len()];
    for (index, client) in (0..).zip(clients) {
        let place = &mut ends[*client as usize];
        order[*place as usize] = index;
        *place += 1;
    }
    order
}

/// What started, one after the other.
#[derive(Clone)]
pub struct StartsIter<'a> {
    of: &'a Starts<'a>,
    place: usize,
    /// How many delayed requests came before, where there is but one client.
    released: usize,
}

impl Iterator for StartsIter<'_> {
    type Item = Start;

    fn next(&mut self) -> Option<Start> {
        let Starts { arrivals, record, order } = self.of;
        while self.place < record.outcomes().len() {
            let index = order.as_ref().map_or(self.place, |order| order[self.place] as usize);
            self.place += 1;
            // What costs nothing overtakes the others in a queue, and adds to no sum.
            if arrivals.cost(index) == 0 {
                continue;
            }
            let time = match record.outcomes().get(index) {
                Kind::Denied => continue,
                Kind::Allowed => arrivals.time(index),
                Kind::Delayed if order.is_none() => {
                    self.released += 1;
                    record.releases().get(self.released - 1)?
                }
                Kind::Delayed => record.started(index, 0)?,
            };
            return Some(Start { client: arrivals.client(index), time, cost: arrivals.cost(index) });
        }
        None
    }
}

/// The most that one client got between two instants at most this far apart, both
/// included. Of several places with as much, the first. The starts are in the order
/// in which [`Starts`] gives them.
pub fn most_in_any(starts: impl Iterator<Item = Start> + Clone, interval: u64) -> Most {
    // Two walks through the same, one behind the other: nothing between has to be kept.
    let mut held = starts.clone();
    let mut oldest = held.next();
    let (mut sum, mut most) = (0, Most::default());
    for start in starts {
        let left = |first: &Start| first.client != start.client || start.time - first.time > interval;
        while let Some(first) = oldest.filter(left) {
            sum -= u64::from(first.cost);
            oldest = held.next();
        }
        sum += u64::from(start.cost);
        if sum > most.cost {
            let from = oldest.map_or(start.time, |first| first.time);
            most = Most { cost: sum, from, to: start.time, client: start.client };
        }
    }
    most
}
