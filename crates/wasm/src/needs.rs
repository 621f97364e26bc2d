//! The needs that a limiter should meet.

use ratelab_scenario::{language::print_needs, scenario};
use serde::Serialize;
use tsify::Tsify;

use crate::rate::{Rate, rate};

/// The needs that a limiter should meet. Those that are not given are undefined. Times are in nanoseconds.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Needs {
    /// The field `needs`; empty if there are none.
    pub text: String,
    /// The most that a client ever gets in any period of this length.
    pub never: Option<Rate>,
    /// How many requests a rested client may send at once.
    pub burst: Option<u32>,
    /// The longest wait of a request.
    pub delay: Option<u64>,
    /// The memory that the states may take.
    pub memory: Option<Memory>,
    /// The largest share of the traffic that may be denied, in millionths.
    pub deny: Option<u32>,
    /// The servers that decide.
    pub servers: Option<Spread>,
    /// Whether a client that waits for Retry-After has to get through.
    pub honest: bool,
    /// The criterion that ranks limiters that meet all needs.
    #[tsify(type = "'denied' | 'memory' | 'rate'")]
    pub by: &'static str,
}

/// The memory that the states of clients may take.
#[derive(Serialize, Tsify)]
pub struct Memory {
    /// Bytes per client.
    pub bytes: f64,
    /// The number of clients.
    pub clients: f64,
}

/// Servers with their own states.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Spread {
    /// The number of servers.
    pub count: u32,
    /// How often they sync, if they do.
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
