//! Which attempts of a lane share a state: those of one key and, where each server has a state
//! of its own, of one server.

use std::{borrow::Cow, rc::Rc};

use super::extras::{self, Clocks};
use ratelab_scenario::{
    scenario::{Cast, Key, Routing, Scenario, Servers},
    traffic::{Arrivals, drawn},
};

/// Random numbers that say which server decides belong to this stream, beyond those of the
/// traffic and of clients that retry.
const ROUTES: u64 = 1 << 40;

/// Which server decides about an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Router {
    pub(crate) servers: u32,
    routing: Routing,
    seed: u64,
}

impl Router {
    pub(crate) const fn of(servers: &Servers, seed: u64) -> Self {
        let count = if servers.count == 0 { 1 } else { servers.count };
        Self { servers: count, routing: servers.routing, seed }
    }

    /// The server, from 0, of a lane's attempt with this number, by this client.
    #[inline]
    pub(crate) const fn server(&self, attempt: usize, client: u32) -> u32 {
        let Self { servers, routing, seed } = *self;
        if servers == 1 {
            return 0;
        }
        match routing {
            Routing::RoundRobin => (attempt as u64 % servers as u64) as u32,
            Routing::Random => drawn(seed, ROUTES, attempt as u64, servers),
            Routing::Sticky => drawn(seed, ROUTES + 1, client as u64, servers),
        }
    }
}

/// Which attempts share a state. Each state has a number, its slot.
#[derive(Clone, Debug)]
pub(crate) struct Sharing {
    pub(crate) cast: Rc<Cast>,
    pub(crate) key: Key,
    pub(crate) router: Router,
    /// Whether each server has a state of its own.
    pub(crate) by_server: bool,
    /// How far each server's clock is ahead; nothing if all are right.
    pub(super) clocks: Clocks,
}

/// Of the same senders.
impl PartialEq for Sharing {
    fn eq(&self, other: &Self) -> bool {
        let places = |one: &Self| (one.key, one.by_server, one.router);
        places(self) == places(other) && self.clocks == other.clocks
    }
}

impl Sharing {
    pub(crate) fn new(scenario: &Scenario, cast: &Rc<Cast>, key: Key, by_server: bool) -> Self {
        let router = Router::of(&scenario.servers, scenario.seed);
        Self {
            cast: Rc::clone(cast),
            key,
            router,
            by_server: by_server && router.servers > 1,
            clocks: extras::clocks(scenario),
        }
    }

    /// The same attempts, with one state for each key whatever server they come to.
    pub(crate) fn by_key(&self) -> Self {
        Self { by_server: false, ..self.clone() }
    }

    /// How many slots there are.
    pub(crate) fn slots(&self) -> usize {
        self.cast.keys(self.key) as usize * if self.by_server { self.router.servers as usize } else { 1 }
    }

    /// The slot of an attempt.
    #[inline]
    pub(crate) fn slot(&self, attempt: usize, client: u32) -> u32 {
        self.slot_on(client, if self.by_server { self.router.server(attempt, client) } else { 0 })
    }

    /// The slots of all of these.
    pub(crate) fn slots_of<'a>(&self, arrivals: &'a Arrivals) -> Cow<'a, [u32]> {
        let slot = |index: usize| self.slot(index, arrivals.client(index));
        if self.key == Key::Client && !self.by_server && !arrivals.clients().is_empty() {
            return arrivals.clients().into();
        }
        (0..arrivals.len()).map(slot).collect()
    }

    /// The slot that a server has for a client.
    #[inline]
    pub(crate) fn slot_on(&self, client: u32, server: u32) -> u32 {
        let key = self.cast.key(self.key, client);
        if self.by_server { key * self.router.servers + server } else { key }
    }

    /// The slots of all attempts, if there is more than one.
    pub(crate) fn is_divided(&self) -> bool {
        self.slots() > 1
    }
}
