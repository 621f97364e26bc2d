//! Requirements for choosing a limiter. A run does not depend on them; `advice` judges limiters by them.

use super::Rate;

/// The requirements. Those that are not set are not judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// A client never gets more than this rate in any period: between two instants one nanosecond less than a
    /// period apart, both included.
    pub never: Option<Rate>,
    /// An idle client may send this many at once.
    pub burst: Option<u32>,
    /// No request is made to wait longer than this.
    pub delay: Option<u64>,
    /// How much memory the states may take.
    pub memory: Option<Memory>,
    /// The most of this traffic that may be denied, in millionths.
    pub deny: Option<u32>,
    /// Decisions are made on several servers.
    pub servers: Option<Spread>,
    /// A client that waits for the `Retry-After` it receives gets through.
    pub honest: bool,
    /// How limiters that meet all requirements are ranked.
    pub by: Weight,
}

/// How much memory the states of clients may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Bytes per client.
    pub bytes: u64,
    /// The number of clients.
    pub clients: u64,
}

/// Servers that decide, each with its own state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    /// The number of servers.
    pub count: u32,
    /// How often they exchange what they admitted, if they do.
    pub sync: Option<u64>,
}

/// What limiters are ranked by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
// Exhaustive: advice must be able to rank by every weight.
pub enum Weight {
    /// The fewest denied requests.
    #[default]
    Denied,
    /// The least memory.
    Memory,
    /// The most requests for a client that never stops sending.
    Rate,
}
