//! What is needed of a limiter.

use ratelab_scenario::{language::print_needs, scenario};
use serde::Serialize;
use tsify::Tsify;

use crate::rate::{Rate, rate};

/// What is needed of a limiter. What is not said is undefined. Times are in nanoseconds.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Needs {
    /// The field `needs`; empty where nothing is needed.
    pub text: String,
    /// A client never gets more than so many in any so long.
    pub never: Option<Rate>,
    /// A client that has rested may send so many at once.
    pub burst: Option<u32>,
    /// No request waits longer.
    pub delay: Option<u64>,
    /// What the states may take.
    pub memory: Option<Memory>,
    /// The most of the traffic that may be denied, in millionths.
    pub deny: Option<u32>,
    /// It is decided on several servers.
    pub servers: Option<Spread>,
    /// A client that waits as told gets through.
    pub honest: bool,
    /// What counts first among limiters that do all this.
    #[tsify(type = "'denied' | 'memory' | 'rate'")]
    pub by: &'static str,
}

/// What the states of clients may take.
#[derive(Serialize, Tsify)]
pub struct Memory {
    /// Bytes for each client.
    pub bytes: f64,
    /// How many clients there are.
    pub clients: f64,
}

/// Servers with a state each.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Spread {
    /// How many.
    pub count: u32,
    /// How often they tell each other what they admitted, if they do.
    pub sync: Option<u64>,
}

pub(crate) fn needs(needs: &scenario::Needs) -> Needs {
    Needs {
        text: print_needs(needs),
        never: needs.never.map(rate),
        burst: needs.burst,
        delay: needs.delay,
        memory: needs
            .memory
            .map(|memory| Memory { bytes: memory.bytes as f64, clients: memory.clients as f64 }),
        deny: needs.deny,
        servers: needs.servers.map(|scenario::Spread { count, sync }| Spread { count, sync }),
        honest: needs.honest,
        by: match needs.by {
            scenario::Weight::Denied => "denied",
            scenario::Weight::Memory => "memory",
            scenario::Weight::Rate => "rate",
        },
    }
}
