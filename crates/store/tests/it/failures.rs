//! The decisions of a fallback while a remote store fails, and when it is back.

use ratelab_limiter::{Decision, FixedWindow, Limiter, Outcome, Policy, SECOND};
use ratelab_store::{Answer, Failure, Fallback, OnFailure, Origin};

/// Two requests in a window that ends in the year 2044.
fn two() -> Policy {
    FixedWindow::new(2, 25 * 365 * 86_400 * SECOND).expect("a policy").into()
}

/// The decision of a remote store with an unused state.
fn remote() -> Result<Decision, Failure> {
    let policy = two();
    Ok(policy.peek(&policy.fresh(), 0, 1))
}

fn answer(fallback: &Fallback, decided: Result<Decision, Failure>) -> Answer {
    fallback.answer(decided, 1, |local| local.check("ada"))
}

#[test]
fn a_failure_is_decided_as_chosen() {
    for (chosen, expected) in [
        (OnFailure::Closed, [false; 3]),
        (OnFailure::Open, [true; 3]),
        (OnFailure::InProcess, [true, true, false]),
    ] {
        let fallback = Fallback::new(two(), chosen);
        for admits in expected {
            let answer = answer(&fallback, Err(Failure::Late));
            assert_eq!(answer.outcome.admits(), admits, "{chosen:?}");
            assert_eq!(answer.origin, Origin::Failure(Failure::Late, chosen));
        }
    }
}

/// A client is not to blame for a failure, and not all of them should come back at once.
#[test]
fn a_closed_store_is_unavailable_and_sends_clients_away_for_different_times() {
    let fallback = Fallback::new(two(), OnFailure::Closed);
    let denied: Vec<_> = (0..100).map(|_| answer(&fallback, Err(Failure::Late))).collect();
    let mut waits: Vec<_> = denied.iter().map(|answer| answer.retry_after.expect("a wait")).collect();
    for answer in &denied {
        assert_eq!((answer.outcome, answer.remaining), (Outcome::Denied, 0));
        let headers = answer.headers(&two(), "api").expect("a name");
        assert_eq!(headers.status, 503);
        assert!(headers.retry_after.is_some_and(|seconds| (1..=5).contains(&seconds)));
    }
    waits.sort_unstable();
    waits.dedup();
    assert!(waits.len() > 90, "{} different waits of 100", waits.len());
    assert!(waits.iter().all(|wait| (SECOND..=5 * SECOND).contains(wait)));
}

/// A denial by the limit is 429, wherever it was decided.
#[test]
fn a_limit_that_is_reached_in_this_process_is_the_clients_to_keep() {
    let fallback = Fallback::new(two(), OnFailure::InProcess);
    let statuses: Vec<_> = (0..3)
        .map(|_| answer(&fallback, Err(Failure::Late)).headers(&two(), "api").expect("a name").status)
        .collect();
    assert_eq!(statuses, [200, 200, 429]);
}

/// A store that answers one request in two must not admit twenty of a client that may send two.
#[test]
fn a_success_gives_no_client_another_budget() {
    let fallback = Fallback::new(two(), OnFailure::InProcess);
    let mut admitted = 0;
    for _ in 0..20 {
        assert_eq!(answer(&fallback, remote()).origin, Origin::Remote);
        admitted += u32::from(answer(&fallback, Err(Failure::Late)).outcome.admits());
    }
    assert_eq!(admitted, 2);
}

#[test]
fn the_state_in_this_process_is_only_used_when_chosen() {
    for (chosen, decided) in [
        (OnFailure::Closed, Err(Failure::Late)),
        (OnFailure::Open, Err(Failure::Late)),
        (OnFailure::InProcess, remote()),
    ] {
        let fallback = Fallback::new(two(), chosen);
        let _ = fallback.answer(decided, 1, |_| panic!("{chosen:?} asked it"));
    }
}

#[test]
fn failures_read_as_sentences() {
    for (failure, sentence) in [
        (Failure::Late, "the store did not reply before the deadline"),
        (Failure::Unreachable("no route".into()), "the store cannot be reached: no route"),
        (Failure::Refused("out of memory".into()), "the store refused: out of memory"),
    ] {
        assert_eq!(failure.to_string(), sentence);
    }
}
