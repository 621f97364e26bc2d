//! Redis fails: every call ends before its deadline with what the caller chose, nothing is admitted twice for
//! one charge, and the store goes on by itself when Redis is back.

use std::{
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
    thread,
    time::Duration,
};

use ratelab_limiter::Outcome;
use ratelab_redis::Store;
use ratelab_redis_server::{Server, wait_for};
use ratelab_store::{Answer, Failure, OnFailure, Origin};

use crate::store::{SLACK, in_time, once, store, store_for};

const DEADLINE: Duration = Duration::from_millis(50);

const ALL: [OnFailure; 3] = [OnFailure::Closed, OnFailure::Open, OnFailure::InProcess];

fn check(clients: &Store) -> Answer {
    in_time(DEADLINE, || clients.check("ada"))
}

/// Asks until Redis decides again. It must do so by itself.
fn wait_for_redis(clients: &Store) -> Answer {
    wait_for("Redis to decide again", || {
        Some(check(clients)).filter(|answer| answer.origin == Origin::Remote)
    })
}

fn failure(answer: &Answer) -> &Failure {
    match &answer.origin {
        Origin::Failure(failure, _) => failure,
        other => panic!("{other:?} is no failure"),
    }
}

/// Each choice, for four requests at a limit of two, without Redis.
fn decides_as_chosen(clients: &Store, chosen: OnFailure) {
    let admitted: Vec<_> =
        (0..4).map(|_| check(clients)).map(|answer| (answer.outcome.admits(), answer.origin)).collect();
    for (_, origin) in &admitted {
        assert!(
            matches!(origin, Origin::Failure(_, choice) if *choice == chosen),
            "{origin:?} for {chosen:?}"
        );
    }
    let admitted: Vec<_> = admitted.into_iter().map(|(admits, _)| admits).collect();
    let expected = match chosen {
        OnFailure::Closed => [false; 4],
        OnFailure::Open => [true; 4],
        OnFailure::InProcess => [true, true, false, false],
    };
    assert_eq!(admitted, expected, "{chosen:?}");
}

#[test]
fn where_there_is_no_server_the_caller_has_chosen() {
    for chosen in ALL {
        let client = redis::Client::open("redis://127.0.0.1:1/").expect("an address");
        // A refused connection takes time on a busy machine, and this test is not about deadlines.
        let clients = Store::new(client, once(2), chosen).expect("a store").deadline(SLACK);
        decides_as_chosen(&clients, chosen);
        assert!(matches!(failure(&check(&clients)), Failure::Unreachable(_)));
        assert!(clients.refund("ada", 1).is_err() && clients.reset("ada").is_err());
    }
}

#[test]
fn a_paused_server_is_late_and_then_goes_on() {
    let Some(server) = Server::start() else { return };
    for (index, chosen) in ALL.into_iter().enumerate() {
        let clients = store_for(&server, once(2), chosen).named(&index.to_string()).deadline(DEADLINE);
        let _ = wait_for_redis(&clients);
        {
            server.pause();
            assert_eq!(failure(&in_time(DEADLINE, || clients.peek("ada", 1))), &Failure::Late);
            decides_as_chosen(&clients, chosen);
            server.resume();
            let _ = wait_for_redis(&clients);
        }
    }
}

#[test]
fn a_server_that_is_out_of_memory_refuses_and_then_goes_on() {
    let Some(server) = Server::start() else { return };
    let clients = store(&server, once(2)).deadline(Duration::from_secs(2));
    assert_eq!(clients.check("ada").origin, Origin::Remote);
    server.configure("maxmemory-policy", "noeviction");
    server.configure("maxmemory", "1");
    let refused = clients.check("grace");
    assert!(matches!(failure(&refused), Failure::Refused(reason) if reason.contains("OOM")), "{refused:?}");
    assert_eq!(refused.outcome, Outcome::Denied);
    server.configure("maxmemory", "0");
    assert_eq!(clients.check("grace").origin, Origin::Remote);
    assert_eq!(clients.check("ada").remaining, 0, "what was charged before is charged still");
}

/// Threads that send requests continuously, and their results.
struct Load {
    admitted_by_redis: AtomicU32,
    failed: AtomicU32,
    is_over: AtomicBool,
}

impl Load {
    const fn new() -> Self {
        let (admitted_by_redis, failed) = (AtomicU32::new(0), AtomicU32::new(0));
        Self { admitted_by_redis, failed, is_over: AtomicBool::new(false) }
    }

    fn ask(&self, clients: &Store) {
        while !self.is_over.load(Ordering::Relaxed) {
            let answer = check(clients);
            let counted = match answer.origin {
                Origin::Remote if answer.outcome.admits() => &self.admitted_by_redis,
                Origin::Remote => continue,
                _ => &self.failed,
            };
            counted.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Every request that Redis admitted is charged, through two crashes under load, and nothing else except calls
/// without a reply.
#[test]
fn nothing_is_admitted_twice_when_a_server_is_killed_in_mid_load() {
    const LIMIT: u32 = 20_000;
    let Some(mut server) = Server::start_with(&["--appendonly", "yes", "--appendfsync", "always"]) else {
        return;
    };
    let clients = store(&server, once(LIMIT.into())).deadline(DEADLINE);
    let load = Load::new();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| load.ask(&clients));
        }
        let admitted = || load.admitted_by_redis.load(Ordering::Relaxed);
        for crash in 1..=2 {
            wait_for("some load", || (admitted() > crash * 500).then_some(()));
            server.kill();
            let before = load.failed.load(Ordering::Relaxed);
            wait_for("failures", || (load.failed.load(Ordering::Relaxed) > before + 8).then_some(()));
            server.revive();
            let before = admitted();
            wait_for("the store to go on by itself", || (admitted() > before).then_some(()));
        }
        load.is_over.store(true, Ordering::Relaxed);
    });
    let [admitted, failed] = [load.admitted_by_redis, load.failed].map(AtomicU32::into_inner);
    let charged = LIMIT - clients.peek("ada", 0).remaining;
    assert!(admitted <= charged, "{admitted} were admitted, and {charged} charged");
    assert!(
        charged <= admitted + failed,
        "{charged} were charged, {admitted} admitted, {failed} not heard of"
    );
}
