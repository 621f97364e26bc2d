//! On one server, with nothing in the way.

use ratelab_limiter::{
    Algorithm, AllOf, FixedWindow, Gcra, Headers, LeakyBucketQueue, Limiter, Outcome, Policy, SECOND,
    Settings, SlidingWindowLog,
};
use ratelab_redis_server::Server;
use ratelab_store::{Answer, InProcess, LimitStore, Origin};

use crate::store::{LONG, once, store};

/// Every limiter as it is by default, but slow enough that nothing comes back during a test.
fn slow(algorithm: Algorithm) -> Policy {
    let settings = Settings::for_algorithm(algorithm);
    let with_window = settings.clone().set("window", LONG);
    with_window
        .or_else(|_| settings.set("period", 3_600 * SECOND))
        .and_then(|settings| settings.policy())
        .expect("a policy")
}

/// Moving from one store to the other changes one line, and no answer.
#[test]
fn a_store_on_redis_answers_as_one_in_process() {
    let Some(server) = Server::start() else { return };
    for name in Algorithm::ALL {
        let policy = slow(name);
        let (remote, local) = (store(&server, policy.clone()), InProcess::new(policy.clone()));
        for cost in [1, 3, 0, 11, 4, 2, 1, 5] {
            let (there, here) = (remote.check_cost("ada", cost), local.check_cost("ada", cost));
            assert_eq!(there.origin, Origin::Remote);
            assert_eq!(here.origin, Origin::InProcess);
            assert_eq!(there.outcome.admits(), here.outcome.admits(), "{name}, cost {cost}");
            assert_eq!((there.limit, there.remaining), (here.limit, here.remaining), "{name}, cost {cost}");
            assert_eq!(there.retry_after.is_none(), here.retry_after.is_none(), "{name}, cost {cost}");
            let [there, here] = [&there, &here].map(|answer| answer.headers(&policy, "api").expect("a name"));
            assert_eq!((there.status, there.rate_limit_policy), (here.status, here.rate_limit_policy));
        }
        assert_eq!(remote.peek("ada", 1).remaining, local.peek("ada", 1).remaining, "{name}");
        remote.refund("ada", 3).and_then(|()| local.refund("ada", 3)).expect("refunds");
        assert_eq!(remote.peek("ada", 1).remaining, local.peek("ada", 1).remaining, "{name}");
        assert_eq!((remote.reset("ada"), remote.reset("ada")), (Ok(true), Ok(false)), "{name}");
        assert_eq!(remote.peek("ada", 1).remaining, policy.limit(), "{name}");
    }
}

/// Code that takes any store takes this one.
#[test]
fn it_is_a_store_as_a_trait_object() {
    let Some(server) = Server::start() else { return };
    let clients: Box<dyn LimitStore> = Box::new(store(&server, once(3)));
    assert_eq!(clients.policy(), &once(3));
    assert_eq!(clients.check_cost(b"ada", 2).remaining, 1);
    assert_eq!(clients.refund(b"ada", 1), Ok(()));
    assert_eq!(clients.peek(b"ada", 1).origin, Origin::Remote);
    assert_eq!([clients.reset(b"ada"), clients.reset(b"ada")], [Ok(true), Ok(false)]);
}

#[test]
fn many_requests_go_in_one_pipeline_and_are_decided_in_order() {
    let Some(server) = Server::start() else { return };
    let clients = store(&server, once(3));
    let requests: Vec<_> = ["ada", "grace", "ada", "ada", "ada", "grace"].map(|name| (name, 1)).into();
    let left: Vec<_> = clients.check_all(&requests).iter().map(|answer| answer.remaining).collect();
    assert_eq!(left, [2, 2, 1, 0, 0, 1]);
    assert!(clients.check_all::<&str>(&[]).is_empty());
}

#[test]
fn a_server_that_forgot_the_script_gets_it_again() {
    let Some(server) = Server::start() else { return };
    let clients = store(&server, once(6));
    assert_eq!(clients.check("ada").remaining, 5);
    server.ask::<()>(&["SCRIPT", "FLUSH"]);
    assert_eq!(clients.check("ada").remaining, 4);
    server.ask::<()>(&["SCRIPT", "FLUSH"]);
    let answers = clients.check_all(&[("ada", 1), ("ada", 1), ("ada", 1)]);
    let left: Vec<_> = answers.iter().map(|answer| answer.remaining).collect();
    assert_eq!(left, [3, 2, 1], "each is charged once");
    assert!(answers.iter().all(|answer| answer.origin == Origin::Remote));
}

#[test]
fn stores_of_another_name_or_policy_have_clients_of_their_own() {
    let Some(server) = Server::start() else { return };
    let clients = store(&server, once(3));
    assert_eq!(clients.check("ada").remaining, 2);
    assert_eq!(store(&server, once(3)).check("ada").remaining, 1, "the same name and policy share");
    assert_eq!(store(&server, once(3)).named("other").check("ada").remaining, 2);
    assert_eq!(store(&server, once(4)).check("ada").remaining, 3);
}

/// A user's limit and that of all users of a tenant, which are on one server by their tag.
#[test]
fn limiters_of_an_all_of_count_by_keys_of_their_own() {
    let Some(server) = Server::start() else { return };
    let (user, tenant) = (Gcra::new(2, 1, 3_600 * SECOND), SlidingWindowLog::new(3, 3_600 * SECOND));
    let both = AllOf::new(vec![user.expect("a user's").into(), tenant.expect("a tenant's").into()]);
    let both = both.expect("an all-of");
    let (remote, local) = (store(&server, both.clone()), InProcess::new(both));
    let check_remote = |user: &str| remote.check_parts("acme", &[user.as_bytes(), b""], 1);
    let check_local = |user: &str| local.check_parts("acme", &[user.as_bytes(), b""], 1);
    for check in [&check_remote as &dyn Fn(&str) -> Answer, &check_local] {
        assert!(check("ada").outcome.admits());
        assert!(check("ada").outcome.admits());
        assert_eq!(check("ada").why.member, 0, "the user's limit refuses");
        assert!(check("grace").outcome.admits());
        let refused = check("grace");
        assert_eq!((refused.outcome, refused.why.member), (Outcome::Denied, 1), "the tenant's does");
    }
}

#[test]
fn a_queue_says_how_long_to_wait() {
    let Some(server) = Server::start() else { return };
    let clients = store(&server, LeakyBucketQueue::new(3, 1, 3_600 * SECOND).expect("a queue"));
    let delays: Vec<_> =
        (0..3).map(|_| clients.check("ada").outcome.delay().div_ceil(3_600 * SECOND)).collect();
    assert_eq!(delays, [0, 1, 2]);
    assert_eq!(clients.check("ada").outcome, Outcome::Denied);
}

#[test]
fn headers_are_those_of_the_core() {
    let Some(server) = Server::start() else { return };
    let policy = FixedWindow::new(1, 3_600 * SECOND).expect("a policy");
    let clients = store(&server, policy);
    let admitted = clients.check("ada");
    let denied = clients.check("ada");
    assert_eq!(admitted.headers(clients.policy(), "api"), Headers::new(&policy, &admitted, "api"));
    let headers = denied.headers(clients.policy(), "api").expect("a name");
    assert_eq!((headers.status, headers.remaining), (429, 0));
    assert!(headers.retry_after.is_some_and(|seconds| (1..=3_600).contains(&seconds)));
}

/// The error names the field.
#[test]
fn a_policy_that_redis_cannot_hold_makes_no_store() {
    let client = redis::Client::open("redis://127.0.0.1:1/").expect("an address");
    let odd = FixedWindow::new(10, 1_500).expect("a policy");
    let error = ratelab_redis::Store::new(client, odd).expect_err("not whole microseconds").to_string();
    assert_eq!(
        error,
        "window is 1500 ns, but must be a multiple of 1000 ns in Redis: its clock counts microseconds"
    );
}
