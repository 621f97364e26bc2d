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

fn answer(fallback: &Fallback, chosen: OnFailure, decided: Result<Decision, Failure>) -> Answer {
    fallback.answer(chosen, decided, 1, |local| local.check("ada"))
}

#[test]
fn a_failure_is_decided_as_chosen() {
    for (chosen, expected) in [
        (OnFailure::Closed, [false; 3]),
        (OnFailure::Open, [true; 3]),
        (OnFailure::InProcess, [true, true, false]),
    ] {
        let fallback = Fallback::new(two());
        for admits in expected {
            let answer = answer(&fallback, chosen, Err(Failure::Late));
            assert_eq!(answer.outcome.admits(), admits, "{chosen:?}");
            assert_eq!(answer.origin, Origin::Failure(Failure::Late, chosen));
        }
    }
}

/// A header rounds the wait up to a second.
#[test]
fn a_closed_store_denies_and_lets_clients_try_again_at_once() {
    let denied = answer(&Fallback::new(two()), OnFailure::Closed, Err(Failure::Late));
    assert_eq!((denied.outcome, denied.remaining), (Outcome::Denied, 0));
    assert_eq!(denied.retry_after, Some(0));
    let headers = denied.headers(&two(), "api").expect("a name");
    assert_eq!((headers.status, headers.retry_after), (429, Some(1)));
}

#[test]
fn each_failure_starts_unused() {
    let fallback = Fallback::new(two());
    for _ in 0..2 {
        for left in [1, 0] {
            assert_eq!(answer(&fallback, OnFailure::InProcess, Err(Failure::Late)).remaining, left);
        }
        let back = answer(&fallback, OnFailure::InProcess, remote());
        assert_eq!(back.origin, Origin::Remote);
    }
}

#[test]
fn the_state_in_this_process_is_only_used_when_chosen() {
    let fallback = Fallback::new(two());
    for (chosen, decided) in [
        (OnFailure::Closed, Err(Failure::Late)),
        (OnFailure::Open, Err(Failure::Late)),
        (OnFailure::InProcess, remote()),
    ] {
        let _ = fallback.answer(chosen, decided, 1, |_| panic!("{chosen:?} asked it"));
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
