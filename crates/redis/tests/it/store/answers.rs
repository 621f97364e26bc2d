//! On one server, with nothing in the way.

use std::time::Duration;

use ratelab_limiter::{
    Algorithm, AllOf, FixedWindow, Gcra, Headers, LeakyBucketQueue, Limiter, Outcome, Policy, SECOND,
    Settings, SlidingWindowLog,
};
use ratelab_redis::Store;
use ratelab_redis_server::Server;
use ratelab_store::{Answer, Failure, InProcess, LimitStore, OnFailure, Origin};

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
    let error = ratelab_redis::Store::new(client, odd, OnFailure::Closed)
        .expect_err("not whole microseconds")
        .to_string();
    assert_eq!(
        error,
        "window is 1500 ns, but must be a multiple of 1000 ns in Redis: its clock counts microseconds"
    );
}

/// A user with the rights that the documentation lists, and one without one of them.
#[test]
fn a_store_is_ready_with_the_documented_rights_and_not_with_less() {
    let Some(server) = Server::start() else { return };
    let rights = "~rl:* -@all +evalsha +eval +script|load +get +set +del +time +ping";
    let for_logs = "+lrange +lindex +llen +ltrim +lset +rpush +pexpireat +persist";
    let patience = Duration::from_secs(5);
    let of_user = |name: &str, rights: &str, policy: Policy| {
        let words: Vec<_> =
            ["ACL", "SETUSER", name, "on", ">secret"].into_iter().chain(rights.split(' ')).collect();
        server.ask::<()>(&words);
        let client = redis::Client::open(server.address().replace("//", &format!("//{name}:secret@")));
        Store::new(client.expect("an address"), policy, OnFailure::Closed).expect("a store")
    };
    for (index, algorithm) in Algorithm::ALL.into_iter().enumerate() {
        let store = of_user(&format!("all{index}"), &format!("{rights} {for_logs}"), slow(algorithm));
        assert_eq!(store.ready(patience), Ok(()), "{algorithm}");
        assert_eq!(store.deadline(patience).check("ada").origin, Origin::Remote, "{algorithm}");
    }
    for (index, right) in ["+evalsha", "+get", "+set", "+time", "~rl:*"].into_iter().enumerate() {
        let store = of_user(&format!("less{index}"), &rights.replace(right, "+ping"), once(5));
        let refused = store.ready(patience).expect_err(right).to_string();
        let is_about_rights = ["permission", "can't run this command", "can't access"];
        assert!(is_about_rights.iter().any(|words| refused.contains(words)), "{right}: {refused}");
    }
    let keys: u64 = server.ask(&["DBSIZE"]);
    assert_eq!(keys, Algorithm::ALL.len() as u64, "`ready` leaves no key behind");
}

#[test]
fn a_store_without_a_server_is_not_ready() {
    let client = redis::Client::open("redis://127.0.0.1:1/").expect("an address");
    let store = Store::new(client, once(5), OnFailure::Open).expect("a store");
    assert!(matches!(store.ready(Duration::from_secs(5)), Err(Failure::Unreachable(_))));
}

/// A script is only sent once after a restart, however many requests are in a pipeline.
#[test]
fn a_forgotten_script_is_sent_once() {
    let Some(server) = Server::start() else { return };
    let both = AllOf::new(vec![once(5_000), once(9_000)]).expect("an all-of");
    let clients = store(&server, both);
    assert_eq!(clients.check("ada").origin, Origin::Remote);
    server.ask::<()>(&["SCRIPT", "FLUSH"]);
    let before = server.info("total_net_input_bytes");
    let requests: Vec<_> = (0..1_000).map(|_| ("ada", 1)).collect();
    assert!(clients.check_all(&requests).iter().all(|answer| answer.origin == Origin::Remote));
    let sent = server.info("total_net_input_bytes") - before;
    assert!(sent < 1_000_000, "{sent} bytes for 1,000 requests");
    assert_eq!(clients.peek("ada", 0).remaining, 5_000 - 1_001);
}

/// Connections that a function makes.
#[test]
fn a_store_uses_the_connections_it_is_given() {
    let Some(server) = Server::start() else { return };
    let client = redis::Client::open(server.address()).expect("an address");
    let connect = move || {
        let client = client.clone();
        async move { client.get_multiplexed_async_connection().await }
    };
    let clients = Store::new(ratelab_redis::Server::connect_with(connect), once(3), OnFailure::Closed);
    let clients = clients.expect("a store").deadline(Duration::from_secs(2));
    let left: Vec<_> = (0..2).map(|_| clients.check("ada").remaining).collect();
    assert_eq!(left, [2, 1]);
}

/// The last clone may be dropped anywhere.
#[test]
fn a_store_for_threads_may_be_dropped_within_tokio() {
    let client = redis::Client::open("redis://127.0.0.1:1/").expect("an address");
    let store = Store::new(client, once(5), OnFailure::Open).expect("a store");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(async move { drop(store) });
}

/// A flood of requests that are denied costs the server a call for each wait, not for each request.
#[test]
fn a_flood_that_is_denied_hardly_reaches_the_server() {
    let Some(server) = Server::start() else { return };
    let clients = store(&server, once(5)).deny_cache(1_024);
    let calls = || server.info("total_commands_processed");
    let admitted = |count: usize| (0..count).filter(|_| clients.check("mallory").outcome.admits()).count();
    assert_eq!(admitted(6), 5);
    let before = calls();
    assert_eq!(admitted(10_000), 0);
    let requests: Vec<_> = (0..1_000).map(|_| ("mallory", 1)).collect();
    assert!(clients.check_all(&requests).iter().all(|answer| answer.origin == Origin::DenyCache));
    let asked = calls() - before;
    assert!(asked <= 110, "{asked} calls for 11,000 requests");
    // Others, and a client that gets something back, are not affected.
    assert_eq!(clients.check("ada").origin, Origin::Remote);
    clients.refund("mallory", 2).expect("a refund");
    assert_eq!(admitted(3), 2);
    clients.reset("mallory").expect("a reset");
    assert_eq!(admitted(10), 5);
}
