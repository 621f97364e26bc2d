//! The busiest clients of a log, and how many of their requests a limit denies.

use ratelab_access_log::Keys;
use ratelab_calibration::Limit;
use ratelab_limiter::Algorithm;
use ratelab_report::words::{count, duration};
use serde::Serialize;

use crate::{effects::refused, failure::Failure, numbers::Range, period::Part, table::Table};

/// A client, by its name in the log.
#[derive(Serialize)]
pub(crate) struct Client {
    client: String,
    requests: u64,
    /// The cost of its requests in its busiest period.
    peak: u32,
    /// Its requests that the limiter denies.
    denied: Option<Range>,
}

/// The `count` busiest clients, in descending order.
pub(crate) fn busiest(
    part: &Part,
    keys: &Keys,
    limit: Option<(Limit, Algorithm)>,
    most: usize,
) -> Result<Vec<Client>, Failure> {
    // Without a limit only the peaks are wanted, so any limit does.
    let any = Limit { amount: 1, period: part.basis.period(), burst: 1 };
    let (under, algorithm) = limit.unwrap_or((any, Algorithm::FixedWindow));
    let busy = ratelab_calibration::busiest(&part.traffic, &part.basis, &under, algorithm, most);
    let clients = busy.map_err(|error| refused(&error))?.into_iter().map(|busy| Client {
        client: keys.name(busy.client as u32),
        requests: busy.requests as u64,
        peak: busy.peak,
        denied: limit.map(|_| busy.denied.into()),
    });
    Ok(clients.collect())
}

/// One row per client.
pub(crate) fn text(clients: &[Client], period: u64) -> String {
    let mut table = Table::new(["client", "requests", &format!("most in {}", duration(period)), "denied"]);
    for client in clients {
        let denied = client.denied.map_or("-".to_owned(), Range::text);
        table.row([client.client.clone(), count(client.requests), count(client.peak.into()), denied]);
    }
    table.without_empty("-").text()
}
