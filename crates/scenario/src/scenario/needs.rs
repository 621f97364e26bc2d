//! What somebody needs of a limiter. A run does not depend on it: it is what `advice` judges by.

use super::Rate;

/// What is needed. What is not said is not judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// A client never gets more than so many in any so long: between two instants that are a
    /// nanosecond less than that apart, both included.
    pub never: Option<Rate>,
    /// A client that has rested may send so many at once.
    pub burst: Option<u32>,
    /// No request is made to wait longer than this.
    pub delay: Option<u64>,
    /// What the states may take.
    pub memory: Option<Memory>,
    /// The most of this traffic that may be denied, in millionths.
    pub deny: Option<u32>,
    /// It is decided on several servers.
    pub servers: Option<Spread>,
    /// A client that waits as long as it is told gets through.
    pub honest: bool,
    /// What counts first among limiters that do all this.
    pub by: Weight,
}

/// What the states of clients may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Bytes for each client.
    pub bytes: u64,
    /// How many clients there are.
    pub clients: u64,
}

/// Servers that decide, each on a state of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    /// How many.
    pub count: u32,
    /// How often they tell each other what they admitted, if they do.
    pub sync: Option<u64>,
}

/// What counts first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weight {
    /// How few of the traffic's requests are denied.
    #[default]
    Denied,
    /// How little memory the states take.
    Memory,
    /// How much a client gets that never stops.
    Rate,
}
