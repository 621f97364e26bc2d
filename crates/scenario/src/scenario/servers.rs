//! Where it is decided: how many servers there are, which of them gets an attempt, and where
//! the state lives that they decide on.

/// The most servers.
pub const MOST_SERVERS: u32 = 64;

/// The servers that decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Servers {
    /// How many.
    pub count: u32,
    /// Which of them decides about an attempt.
    pub routing: Routing,
    /// Where the state lives, in lanes that do not say so themselves.
    pub store: Store,
    /// Clocks that are not right, by the numbers of their servers.
    pub clocks: Vec<Clock>,
}

impl Default for Servers {
    fn default() -> Self {
        Self { count: 1, routing: Routing::RoundRobin, store: Store::Shared, clocks: Vec::new() }
    }
}

impl Servers {
    /// How far a server's clock is ahead, in nanoseconds; behind, if that is negative.
    pub fn ahead(&self, server: u32) -> i64 {
        self.clocks.iter().find(|clock| clock.server == server).map_or(0, |clock| clock.ahead)
    }

    /// How far the clocks of two servers can be apart.
    pub fn spread(&self) -> u64 {
        let all = || (0..self.count).map(|server| self.ahead(server));
        all().max().unwrap_or(0).abs_diff(all().min().unwrap_or(0))
    }
}

/// Which server decides about an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Routing {
    /// The i-th attempt of a lane goes to server i modulo their number.
    RoundRobin,
    /// Each attempt to any of them, drawn at random.
    Random,
    /// All attempts of a client to the same one, drawn at random.
    Sticky,
}

/// Where the state lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// In one place, where deciding and charging are one step: servers do not matter.
    Shared,
    /// In each server, which knows nothing of the others.
    Local,
    /// In one place, read at arrival and written later.
    Race {
        /// The time from reading to writing.
        latency: u64,
        /// What is written.
        write: Write,
    },
    /// In each server, which is told what the others admitted at every multiple of a time.
    Sync {
        /// That time.
        every: u64,
    },
    /// In one place that does not answer for a while.
    Down {
        /// From this instant of the scenario on.
        from: u64,
        /// Before this one.
        to: u64,
        /// What servers do meanwhile.
        fallback: Fallback,
    },
}

/// What is written some time after reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Write {
    /// The state that was computed from what was read: of several writers the last one wins.
    Set,
    /// A charge, on top of whatever the state is by then.
    Increment,
}

/// What servers do while the store does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// Admit everything, and charge nothing.
    Open,
    /// Deny everything.
    Closed,
    /// Decide on a state of their own, which begins fresh.
    Local,
}

/// A server's clock that is not right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Which server, from 0.
    pub server: u32,
    /// How far it is ahead, in nanoseconds; behind, if negative. Never 0.
    pub ahead: i64,
}
