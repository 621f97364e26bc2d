//! The numbers by which a limiter is judged.

use ratelab_scenario::scenario::Rate;

/// Millionths in a whole.
const MILLION: u128 = 1_000_000;

/// The numbers of a limiter. Without a guarantee, they describe clients under the scenario's own limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The guarantee, or else the scenario's own limit.
    pub promise: Rate,
    /// The most that a request may cost.
    pub limit: u32,
    /// The highest cost of a request.
    pub cost: u32,
    /// The highest cost of which every request was denied although it is within the limit, and the number of these
    /// requests, if they are more than one or two.
    pub starved: Option<(u32, u64)>,
    /// The most that one client can get through in the period of the guarantee, if there is a bound.
    pub bound: Option<u128>,
    /// How many requests a rested client may send at once. This is the amount for one server, because it is unknown
    /// how a burst is spread over servers.
    pub burst: u32,
    /// The longest possible wait of any request.
    pub delay: u64,
    /// The longest wait of a request of this traffic.
    pub waited: u64,
    /// Bytes of state per client on a server, in the worst case.
    pub state_bytes: u64,
    /// The same for all clients: those of the need, or else of the scenario.
    pub memory: u64,
    /// The number of these clients.
    pub clients: u64,
    /// The number of requests that did not get through, even with retries.
    pub denied: u64,
    /// The number of requests.
    pub requests: u64,
    /// What a client that never stops gets per period in the long run. For servers that sync, this is a lower bound.
    pub lasting: u128,
    /// The part of the guarantee that this leaves unused.
    pub unused: u128,
    /// Whether a client that waits for Retry-After gets through.
    pub is_honest: bool,
}

impl Numbers {
    /// Returns the share of denied requests in millionths, rounded up, so that it can be compared with a bound in
    /// millionths exactly.
    pub fn denied_millionths(&self) -> u64 {
        let millionths = (u128::from(self.denied) * MILLION).div_ceil(u128::from(self.requests).max(1));
        u64::try_from(millionths).unwrap_or(u64::MAX)
    }
}
