//! The number of keys of a store in this process is bounded, whatever clients are called.

use std::thread;

use ratelab_limiter::{AllOf, FixedWindow, Gcra, Policy, SECOND};
use ratelab_store::{Failure, InProcess, OnFailure, Origin, WhenFull};

/// This many requests in a window that ends in the year 2044.
fn once(limit: u64) -> Policy {
    FixedWindow::new(limit, 25 * 365 * 86_400 * SECOND).expect("a policy").into()
}

#[test]
fn new_clients_of_a_full_store_share_one_budget_and_others_keep_theirs() {
    for most in [1, 3, 100, 10_000] {
        let clients = InProcess::new(once(5)).max_keys(most, WhenFull::Share);
        assert_eq!(clients.check("first").remaining, 4);
        let mut admitted = 0;
        for number in 0..2 * most + 50 {
            admitted += usize::from(clients.check(format!("client {number}")).outcome.admits());
            assert!(clients.stored_keys() <= most);
        }
        // A shard may be full a little before all are.
        let (most, least) = (most + 4, most * 9 / 10);
        assert!((least..=most).contains(&admitted), "{admitted} of at most {most}");
        assert_eq!(clients.check("first").remaining, 3);
    }
}

#[test]
fn new_clients_of_a_full_store_are_denied_if_that_is_chosen() {
    let clients = InProcess::new(once(5)).max_keys(2, WhenFull::Deny);
    let _ = (clients.check("ada"), clients.check("grace"));
    let denied = clients.check("alan");
    let failure = Failure::Refused("it has its greatest number of keys".to_owned());
    assert_eq!(denied.origin, Origin::Failure(failure, OnFailure::Closed));
    assert_eq!(denied.headers(clients.policy(), "api").expect("a name").status, 503);
    assert_eq!(clients.check("ada").remaining, 3);
    assert!(clients.reset("ada").expect("never fails"));
    assert_eq!(clients.check("alan").remaining, 4, "there is room again");
}

/// A client that has its whole budget again needs no key.
#[test]
fn idle_clients_make_room() {
    let clients = InProcess::new(Gcra::new(1, 1, 1).expect("a policy")).max_keys(100, WhenFull::Deny);
    let mut denied = 0;
    for number in 0..100_000 {
        denied += u32::from(!clients.check(format!("client {number}")).outcome.admits());
        assert!(clients.stored_keys() <= 100);
    }
    // At most once, a full store was searched a moment before.
    assert!(denied <= 100, "{denied} denied");
}

#[test]
fn parts_of_a_full_store_share_one_budget() {
    let both = AllOf::new(vec![once(2), once(3)]).expect("an all-of");
    let clients = InProcess::new(both).max_keys(10, WhenFull::Share);
    let admits =
        |number: u32| clients.check_parts("acme", &[number.to_string().as_bytes(), b""], 1).outcome.admits();
    assert_eq!((0..500).filter(|number| admits(*number)).count(), 3, "the tenant's limit");
    let tenants = |number: u32| clients.check(number.to_string()).outcome.admits();
    let admitted = (0..500).filter(|number| tenants(*number)).count();
    assert!((2..=8).contains(&admitted), "{admitted} of 500");
    assert!(clients.stored_keys() <= 10);
}

/// Threads that ask for the same clients get each budget once.
#[test]
fn threads_share_the_budgets_of_all_clients() {
    const CLIENTS: usize = 2_000;
    let clients = InProcess::new(once(3));
    let ask = || {
        let admits = |number: &usize| clients.check(number.to_string()).outcome.admits();
        (0..CLIENTS).cycle().take(2 * CLIENTS).filter(admits).count()
    };
    let admitted: usize = thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).sum()
    });
    assert_eq!((admitted, clients.stored_keys()), (3 * CLIENTS, CLIENTS));
}
