//! Eight connections on one key: a script is one step, so what is admitted is what one caller would be.
//!
//! The same limit as three steps, reading, comparing and writing, is the counterpart: what others do between
//! them is not seen, and too much is admitted.

use std::{cmp::Reverse, collections::VecDeque, thread};

use ratelab_limiter::{Align, Decision, FixedWindow, Outcome, Policy, SECOND, SlidingWindowLog, TokenBucket};
use ratelab_redis_server::Server;
use redis::Connection;

use crate::proofs::{
    mirror::{MICROSECOND, Mirror},
    wire::{Call, Caller, Operation},
};

const CONNECTIONS: usize = 8;
const ATTEMPTS: usize = 500;

const ATTEMPT: Call = Call { key: 0, operation: Operation::Check, cost: 1, now: None };

/// The replies to eight connections that send as fast as they can, each waiting for its reply.
fn compete(server: &Server, caller: &Caller) -> Vec<Decision> {
    caller.load(&mut server.connect());
    let attempt = |connection: &mut Connection| caller.decision(1, &caller.call(connection, &[ATTEMPT])[0]);
    let asking = || {
        let mut connection = server.connect();
        (0..ATTEMPTS).map(|_| attempt(&mut connection)).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..CONNECTIONS).map(|_| scope.spawn(asking)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("answers")).collect()
    })
}

fn admitted(decisions: &[Decision]) -> usize {
    decisions.iter().filter(|decision| decision.outcome.admits()).count()
}

/// The order in which the server decided. Of one microsecond, those that left more came first.
fn in_order(mut decisions: Vec<Decision>) -> Vec<Decision> {
    let order =
        |decision: &Decision| (decision.at, Reverse(decision.remaining), decision.outcome == Outcome::Denied);
    decisions.sort_by_key(order);
    decisions
}

/// The core, asked at the times that the server names, must answer the same.
fn assert_replayed(policy: &Policy, decisions: &[Decision]) {
    let mut mirror = Mirror::new(policy, true);
    for (index, decision) in decisions.iter().enumerate() {
        let core = mirror.answer(policy, &ATTEMPT, decision.at / MICROSECOND);
        assert_eq!(core.as_ref(), Some(decision), "answer {index} of {policy}");
    }
}

#[test]
fn eight_connections_get_one_budget() {
    let Some(server) = Server::start() else { return };
    let policies: [(&str, Policy); 3] = [
        ("log", SlidingWindowLog::new(1_000, 86_400 * SECOND).expect("a log").into()),
        ("window", FixedWindow::new(1_000, 86_400 * SECOND).expect("a window").align(Align::First).into()),
        ("bucket", TokenBucket::new(1_000, 0, SECOND).expect("a bucket").into()),
    ];
    for (name, policy) in policies {
        let caller = Caller::new(policy.clone(), &[name.to_owned()]);
        let decisions = in_order(compete(&server, &caller));
        assert_eq!(decisions.len(), CONNECTIONS * ATTEMPTS);
        assert_eq!(admitted(&decisions), 1_000, "{policy}");
        assert_replayed(&policy, &decisions);
    }
}

/// Three tokens a millisecond come back while eight connections take them.
#[test]
fn eight_connections_share_the_refill() {
    let Some(server) = Server::start() else { return };
    let policy: Policy = TokenBucket::new(100, 3_000, SECOND).expect("a bucket").into();
    let decisions = in_order(compete(&server, &Caller::new(policy.clone(), &["one".to_owned()])));
    let (first, last) = (&decisions[0], &decisions[decisions.len() - 1]);
    let most = 100 + 3_000 * u128::from(last.at - first.at) / u128::from(SECOND);
    println!("{} of {} admitted, at most {most} could be", admitted(&decisions), decisions.len());
    assert!(admitted(&decisions) > 100 && admitted(&decisions) as u128 <= most);
    assert_replayed(&policy, &decisions);
}

/// The limiter that tutorials have: GET, compare, INCR.
struct Naive {
    connection: Connection,
    limit: u64,
}

impl Naive {
    fn connect(server: &Server, count: usize, limit: u64) -> Vec<Self> {
        (0..count).map(|_| Self { connection: server.connect(), limit }).collect()
    }

    fn reads_that_it_may(&mut self) -> bool {
        let used: Option<u64> = redis::cmd("GET").arg("naive").query(&mut self.connection).expect("a count");
        used.unwrap_or(0) < self.limit
    }

    fn write(&mut self) {
        redis::cmd("INCR").arg("naive").exec(&mut self.connection).expect("a count");
    }
}

/// All read, then all that may write: what can happen by chance, made to happen.
fn admitted_at_once(callers: &mut [Naive]) -> usize {
    let may: Vec<_> = callers.iter_mut().map(Naive::reads_that_it_may).collect();
    let admitted = callers.iter_mut().zip(may).filter(|(_, may)| *may);
    admitted.map(|(caller, _)| caller.write()).count()
}

/// Two servers at 99 of 100, as in the table of the simulation: 101 are admitted.
#[test]
fn reading_then_writing_admits_the_hundred_and_first() {
    let Some(server) = Server::start() else { return };
    let mut callers = Naive::connect(&server, 2, 100);
    let alone: usize = (0..99).map(|_| admitted_at_once(&mut callers[..1])).sum();
    let together = admitted_at_once(&mut callers);
    assert_eq!(alone + together, 101);
    assert_eq!(admitted_at_once(&mut callers), 0);
}

#[test]
fn reading_then_writing_admits_one_round_too_many() {
    let Some(server) = Server::start() else { return };
    let mut callers = Naive::connect(&server, CONNECTIONS, 100);
    let admitted: usize = (0..50).map(|_| admitted_at_once(&mut callers)).sum();
    println!("GET, compare, INCR on {CONNECTIONS} connections: {admitted} of 100 admitted");
    // Twelve rounds of eight leave four requests, and the thirteenth round takes eight.
    assert_eq!(admitted, 104);
    assert_eq!(server.ask::<usize>(&["GET", "naive"]), 104);
}

/// A request every millisecond, whose write comes five later: 14 of 10, as the simulated race (`increment`) has
/// it for the same traffic.
#[test]
fn the_real_race_is_the_simulated_one() {
    let Some(server) = Server::start() else { return };
    let mut callers = Naive::connect(&server, CONNECTIONS, 10);
    let (mut admitted, mut under_way) = (0, VecDeque::new());
    for millisecond in 0..60 {
        while let Some((_, caller)) = under_way.pop_front_if(|(due, _)| *due <= millisecond) {
            let caller: usize = caller;
            callers[caller].write();
        }
        let caller = millisecond % CONNECTIONS;
        if callers[caller].reads_that_it_may() {
            under_way.push_back((millisecond + 5, caller));
            admitted += 1;
        }
    }
    assert_eq!(admitted, 14);
}
