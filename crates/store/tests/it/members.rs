//! Limiters of an all-of in this process, each with its own key.

use ratelab_limiter::{AllOf, FixedWindow, Outcome, SECOND};
use ratelab_store::InProcess;

/// Two for a user and three for a tenant, in windows that end in the year 2044.
fn two_and_three() -> AllOf {
    let window = |limit| FixedWindow::new(limit, 25 * 365 * 86_400 * SECOND).expect("a policy");
    AllOf::new(vec![window(2).into(), window(3).into()]).expect("an all-of")
}

#[test]
fn a_tag_without_parts_is_one_client_of_all_limiters() {
    let clients = InProcess::new(two_and_three());
    assert_eq!(clients.check("acme").remaining, 1);
    assert_eq!(clients.check_parts("acme", &[b"", b""], 1).remaining, 0);
    assert_eq!(clients.check("acme").outcome, Outcome::Denied);
}

#[test]
fn a_part_is_a_client_of_its_own_within_its_tag() {
    let clients = InProcess::new(two_and_three());
    let admits = |tag, user: &[u8]| clients.check_parts(tag, &[user, b""], 1).outcome.admits();
    assert_eq!([admits("acme", b"ada"), admits("acme", b"ada"), admits("acme", b"ada")], [true, true, false]);
    assert_eq!([admits("acme", b"grace"), admits("acme", b"grace")], [true, false]);
    assert!(admits("other", b"ada"), "another tenant's user of the same name");
}

#[test]
fn a_refusal_charges_no_limiter_or_in_order_those_before_it() {
    for (policy, left) in [(two_and_three(), 1), (two_and_three().in_order(), 0)] {
        let clients = InProcess::new(policy);
        assert!(clients.check_parts("acme", &[b"ada", b""], 2).outcome.admits());
        let denied = clients.check_parts("acme", &[b"grace", b""], 2);
        assert_eq!((denied.outcome, denied.why.member), (Outcome::Denied, 1), "the tenant has one left");
        assert_eq!(clients.check_parts("acme", &[b"grace", b""], 0).remaining, left);
    }
}

#[test]
fn a_reset_removes_the_tag_from_all_limiters() {
    let clients = InProcess::new(two_and_three());
    assert_eq!(clients.reset("acme"), Ok(false));
    assert!(clients.check_parts("acme", &[b"ada", b""], 2).outcome.admits());
    assert_eq!([clients.reset("acme"), clients.reset("acme")], [Ok(true), Ok(false)]);
    assert_eq!(clients.check_parts("acme", &[b"grace", b""], 2).remaining, 0, "the tenant's budget is back");
    assert_eq!(clients.check_parts("acme", &[b"ada", b""], 1).outcome, Outcome::Denied, "the user's is not");
}

#[test]
fn a_refunded_state_is_no_longer_stored() {
    let clients = InProcess::new(two_and_three());
    assert_eq!(clients.check_cost("acme", 2).remaining, 0);
    assert_eq!(clients.refund("acme", 2), Ok(()));
    assert_eq!(clients.peek("acme", 1).remaining, 2);
    assert_eq!(clients.reset("acme"), Ok(false));
}

#[test]
#[should_panic(expected = "a part for each limiter")]
fn a_missing_part_panics() {
    let _ = InProcess::new(two_and_three()).check_parts("acme", &[b"ada"], 1);
}
