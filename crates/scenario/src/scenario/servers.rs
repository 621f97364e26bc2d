//! The servers that decide: their number, how attempts are routed to them, and where their state is stored.

/// The maximum number of servers.
pub const MOST_SERVERS: u32 = 64;

/// The servers that decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Servers {
    /// The number of servers.
    pub count: u32,
    /// Which server decides an attempt.
    pub routing: Routing,
    /// Where the state is stored, for lanes that do not set their own store.
    pub store: Store,
    /// Clocks that are wrong, by server number.
    pub clocks: Vec<Clock>,
}

impl Default for Servers {
    fn default() -> Self {
        Self { count: 1, routing: Routing::RoundRobin, store: Store::Shared, clocks: Vec::new() }
    }
}

impl Servers {
    /// Returns how far a server's clock is ahead, in nanoseconds; negative if it is behind.
    pub fn ahead(&self, server: u32) -> i64 {
        self.clocks.iter().find(|clock| clock.server == server).map_or(0, |clock| clock.ahead)
    }

    /// Returns the maximum difference between the clocks of two servers.
    pub fn spread(&self) -> u64 {
        let all = || (0..self.count).map(|server| self.ahead(server));
        all().max().unwrap_or(0).abs_diff(all().min().unwrap_or(0))
    }
}

/// Which server decides an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Exhaustive: the language must print every routing, the simulation run it, and the bindings pass it on.
pub enum Routing {
    /// The i-th attempt of a lane goes to server i modulo their number.
    RoundRobin,
    /// Each attempt goes to a random server.
    Random,
    /// All attempts of a client go to the same random server.
    Sticky,
}

/// Where the state is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Exhaustive: the language must print every store, the simulation run it, and the bindings pass it on.
pub enum Store {
    /// In one store that decides and charges in one step, so that servers do not matter.
    Shared,
    /// In each server, without any exchange.
    Local,
    /// In one store that is read on arrival and written later.
    Race {
        /// The time between the read and the write.
        latency: u64,
        /// The kind of write.
        write: Write,
    },
    /// In each server, which learns what the others admitted at every multiple of an interval.
    Sync {
        /// The interval.
        every: u64,
    },
    /// In one store that is unavailable for a while.
    Down {
        /// The start of the outage, in the scenario's time.
        from: u64,
        /// The end of the outage, exclusive.
        to: u64,
        /// What servers do in the meantime.
        fallback: Fallback,
    },
}

/// A write that follows a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Exhaustive: a store is either read and overwritten, or read and increased.
pub enum Write {
    /// The state computed from what was read: the last writer wins.
    Set,
    /// A charge on top of the current state.
    Increment,
}

/// What servers do while the store is unavailable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Exhaustive: the language must print every fallback, the simulation run it, and the bindings pass it on.
pub enum Fallback {
    /// Admit everything, and charge nothing.
    Open,
    /// Deny everything.
    Closed,
    /// Each server decides on a fresh state.
    Local,
}

/// A server's clock that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The number of the server, from 0.
    pub server: u32,
    /// How far it is ahead, in nanoseconds; negative if it is behind. Never 0.
    pub ahead: i64,
}
