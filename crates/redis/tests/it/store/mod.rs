//! The stores on real servers: the decisions of the core, a deadline for every call, and the configured outcome
//! without a reply.

mod answers;
mod clusters;
mod faults;
mod load;
mod open_loop;

/// The client that the page shows for layers with separate keys. It is only compiled, because it connects to the
/// reader's server.
#[allow(dead_code)]
mod shown {
    include!("shown.rs");
}

use std::time::{Duration, Instant};

use ratelab_limiter::{FixedWindow, Policy, SECOND};
use ratelab_redis::Store;
use ratelab_redis_server::Server;
use ratelab_store::{Answer, OnFailure};

/// A window that ends in the year 2044.
const LONG: u64 = 25 * 365 * 86_400 * SECOND;

/// How late an answer may be on a machine that does other things. A call without a deadline would never end.
const SLACK: Duration = Duration::from_secs(2);

/// This many requests in a window that does not end.
fn once(limit: u64) -> Policy {
    FixedWindow::new(limit, LONG).expect("a policy").into()
}

/// A store that waits for a busy machine. The default deadline would make it admit requests there without asking; tests
/// of deadlines set their own.
fn store(server: &Server, policy: impl Into<Policy>) -> Store {
    store_for(server, policy, OnFailure::Closed)
}

fn store_for(server: &Server, policy: impl Into<Policy>, on_failure: OnFailure) -> Store {
    let client = redis::Client::open(server.address()).expect("an address");
    Store::new(client, policy, on_failure).expect("a store").deadline(SLACK)
}

/// The answer to a call that must end before its deadline.
fn in_time(deadline: Duration, call: impl FnOnce() -> Answer) -> Answer {
    let begun = Instant::now();
    let answer = call();
    let took = begun.elapsed();
    assert!(took < deadline + SLACK, "a call with a deadline of {deadline:?} took {took:?}");
    answer
}
