//! Which attempts of a lane share a state: those of one key and, where each server has its own state, of one
//! server.

use std::{borrow::Cow, rc::Rc};

use ratelab_limiter::Policy;
use ratelab_scenario::{
    scenario::{Key, Routing, Scenario, Senders, Servers},
    traffic::{Arrivals, Sequence},
};

/// The random stream for choosing servers, beyond those of the traffic and of clients that retry.
const ROUTES: u64 = 1 << 40;

/// Chooses the server that decides an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Router {
    pub(crate) servers: u32,
    routing: Routing,
    seed: u64,
}

impl Router {
    pub(crate) const fn new(servers: &Servers, seed: u64) -> Self {
        let count = if servers.count == 0 { 1 } else { servers.count };
        Self { servers: count, routing: servers.routing, seed }
    }

    /// Returns the server, from 0, for the attempt of a lane with this index, by this client.
    #[inline]
    pub(crate) const fn server(&self, attempt: usize, client: u32) -> u32 {
        let Self { servers, routing, seed } = *self;
        if servers == 1 {
            return 0;
        }
        match routing {
            Routing::RoundRobin => (attempt as u64 % servers as u64) as u32,
            Routing::Random => Sequence { seed, stream: ROUTES }.number(attempt as u64, servers),
            Routing::Sticky => Sequence { seed, stream: ROUTES + 1 }.number(client as u64, servers),
        }
    }
}

/// Which attempts share a state. Each state has a number, its slot.
#[derive(Clone, Debug)]
pub(crate) struct Sharing {
    pub(crate) senders: Rc<Senders>,
    pub(crate) key: Key,
    pub(crate) router: Router,
    /// Whether each server has its own state.
    pub(crate) by_server: bool,
    /// How far each server's clock is ahead; empty if all are right.
    clocks: Rc<Vec<i64>>,
}

/// Ignores the senders, because they are equal wherever two of these are compared: within a run, whose lanes
/// share them, and with the grouped requests of a previous run, which are only reused if clients and groups are
/// the same. Comparing them would walk through every group for each pair.
impl PartialEq for Sharing {
    fn eq(&self, other: &Self) -> bool {
        let identity = |one: &Self| (one.key, one.by_server, one.router);
        identity(self) == identity(other) && self.clocks == other.clocks
    }
}

impl Sharing {
    pub(crate) fn new(scenario: &Scenario, senders: &Rc<Senders>, key: Key, by_server: bool) -> Self {
        let router = Router::new(&scenario.servers, scenario.seed);
        Self {
            senders: Rc::clone(senders),
            key,
            router,
            by_server: by_server && router.servers > 1,
            clocks: clocks(&scenario.servers),
        }
    }

    /// Returns the same with one state per key, regardless of the server.
    pub(crate) fn by_key(&self) -> Self {
        Self { by_server: false, ..self.clone() }
    }

    /// Returns the number of slots.
    pub(crate) fn slots(&self) -> usize {
        self.senders.keys(self.key) as usize * if self.by_server { self.router.servers as usize } else { 1 }
    }

    /// Returns the slot of an attempt.
    #[inline]
    pub(crate) fn slot(&self, attempt: usize, client: u32) -> u32 {
        self.slot_on(client, if self.by_server { self.router.server(attempt, client) } else { 0 })
    }

    /// Returns the slots of all these attempts.
    pub(crate) fn slots_of<'a>(&self, arrivals: &'a Arrivals) -> Cow<'a, [u32]> {
        let slot = |index: usize| self.slot(index, arrivals.client(index));
        if self.key == Key::Client && !self.by_server && !arrivals.clients().is_empty() {
            return arrivals.clients().into();
        }
        (0..arrivals.len()).map(slot).collect()
    }

    /// Returns the slot that a server has for a client.
    #[inline]
    pub(crate) fn slot_on(&self, client: u32, server: u32) -> u32 {
        let key = self.senders.key(self.key, client);
        if self.by_server { key * self.router.servers + server } else { key }
    }

    /// Returns whether there is more than one slot.
    pub(crate) fn is_divided(&self) -> bool {
        self.slots() > 1
    }

    /// Returns the key and the server of a slot.
    pub(crate) const fn owner(&self, slot: u32) -> (u32, u32) {
        let servers = self.router.servers;
        if self.by_server { (slot / servers, slot % servers) } else { (slot, 0) }
    }

    /// Returns how far the clock of a slot's server is ahead.
    pub(crate) fn ahead(&self, slot: u32) -> i64 {
        self.clock(self.owner(slot).1)
    }

    /// Returns how far a server's clock is ahead.
    pub(crate) fn clock(&self, server: u32) -> i64 {
        self.clocks.get(server as usize).copied().unwrap_or(0)
    }

    /// Returns the group whose limit applies to a slot; none for the scenario's limit.
    pub(crate) fn group(&self, slot: u32) -> Option<usize> {
        self.senders.group_of_key(self.key, self.owner(slot).0)
    }

    /// Returns the index of the policy of a slot, and the reading of its clock at time zero.
    #[inline]
    pub(crate) fn policy_and_clock(&self, policies: &[Policy], start: u64, slot: usize) -> (usize, u64) {
        let slot = slot as u32;
        let group = if policies.len() == 1 { None } else { self.group(slot) };
        (group.map_or(0, |group| group + 1), start.saturating_add_signed(self.ahead(slot)))
    }
}

/// Returns how far each server's clock is ahead; empty if all are right.
fn clocks(servers: &Servers) -> Rc<Vec<i64>> {
    let count = if servers.clocks.is_empty() { 0 } else { servers.count };
    Rc::new((0..count).map(|server| servers.ahead(server)).collect())
}
