//! The clients that a limit affects most.

use ratelab_limiter::{Algorithm, PolicyError};

use crate::{
    basis::Basis,
    limit::Limit,
    ranges::{Range, client_range},
    rules::denials,
    traffic::Traffic,
};

/// A client, and the effect of a limiter on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BusyClient {
    /// Its number.
    pub client: usize,
    /// Its requests.
    pub requests: usize,
    /// Its cost in the busiest window.
    pub peak: u32,
    /// Its denied requests.
    pub denied: Range,
}

/// Returns the `count` clients with the most denials, in descending order, followed by clients without denials in
/// descending order of their peaks. Ties go to the lower number. Denials are counted at the times of the log. Clients
/// without requests are not included.
///
/// # Errors
///
/// Returns a [`PolicyError`] if some limiter rejects the limit.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::{Basis, Block, Limit, Traffic, busiest};
/// use ratelab_limiter::Algorithm;
///
/// let rows = Block { times: &[0, 1, 2, 3], keys: &[0, 1, 1, 1], charges: &[] };
/// let traffic = Traffic::group(&[rows], 2, 0);
/// let limit = Limit { amount: 2, period: 1_000_000_000, burst: 2 };
/// let clients = busiest(&traffic, &Basis::new(&traffic, limit.period), &limit, Algorithm::FixedWindow, 10)?;
/// assert_eq!((clients[0].client, clients[0].peak, clients[0].denied.most), (1, 3, 1));
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
pub fn busiest(
    traffic: &Traffic,
    basis: &Basis,
    limit: &Limit,
    algorithm: Algorithm,
    count: usize,
) -> Result<Vec<BusyClient>, PolicyError> {
    limit.check()?;
    let requests = |client: usize| traffic.client(client).times.len();
    let mut ranks = Vec::new();
    let mut quiet = Vec::new();
    let mut denied = Vec::new();
    for client in (0..traffic.clients()).filter(|client| requests(*client) > 0) {
        denied.clear();
        if basis.may_deny(client, limit, algorithm) {
            denials(limit, algorithm, traffic.start(), &traffic.client(client), &mut denied);
        }
        match denied.iter().filter(|denied| **denied).count() as u32 {
            0 => quiet.push(ranked(basis.peak(client), client)),
            denied => ranks.push(ranked(denied, client)),
        }
    }
    ranks.sort_unstable();
    if ranks.len() < count {
        quiet.sort_unstable();
        ranks.append(&mut quiet);
    }
    ranks.truncate(count);
    let busy = |rank: u64| {
        let client = rank as u32 as usize;
        let denied = client_range(traffic, client, limit, algorithm);
        BusyClient { client, requests: requests(client), peak: basis.peak(client), denied }
    };
    Ok(ranks.into_iter().map(busy).collect())
}

/// A number that sorts in descending order, then by client.
fn ranked(number: u32, client: usize) -> u64 {
    u64::from(!number) << 32 | client as u64
}
