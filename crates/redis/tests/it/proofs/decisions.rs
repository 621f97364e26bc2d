//! Scripts decide as the core does: at random, on every field, for every limiter and every option.
//!
//! Each kind of limiter is drawn many times with random numbers, and each policy is asked a few hundred times, on
//! three keys, by a clock that is passed in. While it runs the server forgets its scripts, is killed and started
//! again, and keys are reset.

use ratelab_limiter::{Decision, Outcome};
use ratelab_redis_server::Server;
use redis::{Connection, Value};

use crate::proofs::{
    policies::{self, SINGLE, described},
    random::Random,
    traffic::{Expected, KEYS, Traffic, beginning},
    wire::{Call, Caller, Operation},
};

/// Requests to each policy, and policies of each kind: together more than a hundred thousand decisions.
const REQUESTS: usize = 400;
const POLICIES: u64 = 255;

/// The policy in the middle of whose requests the server is killed.
const RESTARTED: u64 = 16;

/// Makes the calls and compares each answer.
pub(crate) fn compare(caller: &Caller, connection: &mut Connection, expected: &[Expected], context: &str) {
    let calls: Vec<_> = expected.iter().map(|expected| expected.call).collect();
    let answers = caller.call(connection, &calls);
    for (index, (expected, answer)) in expected.iter().zip(&answers).enumerate() {
        let Some(core) = &expected.decision else {
            assert!(matches!(answer, Value::Int(_)), "{context}, request {index}: {answer:?}");
            continue;
        };
        caller.assert_same(&expected.call, answer, core, &format!("{context}, request {index}"));
    }
}

/// All policies of one kind, on their own server.
fn prove(kind: &str, seed: u64) {
    let Some(mut server) = Server::start_durable() else { return };
    let mut connection = server.connect();
    let mut random = Random(seed);
    let mut all = Vec::new();
    for number in 0..POLICIES {
        let (now, is_steady) = (beginning(&mut random), number % 2 == 0);
        let policy = policies::draw(kind, now, &mut random);
        let context = format!("{kind}, seed {seed}, policy {number}");
        let mut traffic = Traffic::new(&policy, now, is_steady);
        let expected: Vec<_> = (0..REQUESTS).map(|_| traffic.next(&mut random)).collect();
        let caller = Caller::new(policy.clone(), &clients(number));
        let (first, second) = expected.split_at(REQUESTS / 2);
        compare(&caller, &mut connection, first, &context);
        match number {
            RESTARTED => connection = restarted(&mut server),
            _ if number % 16 == 8 => {
                redis::cmd("SCRIPT").arg("FLUSH").exec(&mut connection).expect("no scripts");
            }
            _ => {}
        }
        compare(&caller, &mut connection, second, &context);
        all.extend(expected.into_iter().filter_map(|expected| expected.decision));
    }
    report(kind, &all);
}

fn clients(number: u64) -> [String; KEYS] {
    std::array::from_fn(|key| format!("client {key} of policy {number}"))
}

/// A connection to the server after a crash. Having shown that it forgets nothing, it may now be quick.
fn restarted(server: &mut Server) -> Connection {
    server.restart();
    server.configure("appendonly", "no");
    server.connect()
}

/// A run that saw only one side of a rule proves little.
fn report(kind: &str, decisions: &[Decision]) {
    let count = |is: fn(Outcome) -> bool| decisions.iter().filter(|decision| is(decision.outcome)).count();
    let (all, denied) = (decisions.len(), count(|outcome| outcome == Outcome::Denied));
    let delayed = count(|outcome| outcome.delay() > 0);
    println!("{kind}: {all} decisions, {denied} denied, {delayed} delayed");
    assert!(all >= 100_000 && (all / 10..all / 10 * 9).contains(&denied), "{kind} proves little");
    assert_eq!(delayed > 0, ["queue", "all_of", "layers"].iter().any(|word| kind.contains(word)), "{kind}");
}

/// The kinds that begin with this word and do or do not have this option, each with its own seed.
fn prove_all(word: &str, option: &str, has_it: bool, seed: u64) {
    let is_meant = |kind: &&str| kind.starts_with(word) && kind.contains(option) == has_it;
    let kinds: Vec<_> = SINGLE.into_iter().filter(is_meant).collect();
    assert!(!kinds.is_empty());
    kinds.iter().zip(seed..).for_each(|(kind, seed)| prove(kind, seed));
}

#[test]
fn fixed_windows_decide_as_the_core_does() {
    prove_all("fixed_window", "", true, 100);
}

#[test]
fn logs_decide_as_the_core_does() {
    prove_all("sliding_window_log", "", true, 200);
}

#[test]
fn counters_decide_as_the_core_does() {
    prove_all("sliding_window_counter", "align=first", false, 300);
}

#[test]
fn counters_from_the_first_request_decide_as_the_core_does() {
    prove_all("sliding_window_counter", "align=first", true, 350);
}

#[test]
fn token_buckets_decide_as_the_core_does() {
    prove_all("token_bucket", "refill=interval", false, 400);
}

#[test]
fn token_buckets_at_intervals_decide_as_the_core_does() {
    prove_all("token_bucket", "refill=interval", true, 450);
}

#[test]
fn meters_decide_as_the_core_does() {
    prove_all("leaky_bucket_meter", "", true, 500);
}

#[test]
fn queues_decide_as_the_core_does() {
    prove_all("leaky_bucket_queue", "", true, 600);
}

#[test]
fn gcra_decides_as_the_core_does() {
    prove_all("gcra", "", true, 700);
}

#[test]
fn several_limiters_together_decide_as_the_core_does() {
    prove("all_of", 800);
}

#[test]
fn layers_decide_as_the_core_does() {
    prove("layers", 900);
}

/// A log counts all that was ever used while it was never empty, and begins again before that is inexact. A state
/// that has come so far is stored instead, because getting there takes years.
#[test]
fn a_log_counts_from_zero_again_before_a_count_is_inexact() {
    let Some(server) = Server::start() else { return };
    let mut connection = server.connect();
    let caller =
        Caller::new(described("sliding_window_log limit=10 window=60000000000"), &["ada".to_owned()]);
    let last = (1_u64 << 53) - 1;
    let (key, now) = (Caller::key("ada", 0), 1_790_000_000_000_000);
    for (time, used) in [(0, last - 5), (now, last - 2), (now + 1, last)] {
        redis::cmd("RPUSH").arg(&key).arg(time).arg(used).exec(&mut connection).expect("a pair");
    }
    let call =
        |cost: u32, later: u64| Call { key: 0, operation: Operation::Check, cost, now: Some(now + later) };
    let calls = [
        call(0, 2),
        call(3, 2),
        call(1, 3),
        call(2, 3),
        call(1, 3),
        call(7, 60_000_000),
        call(4, 60_000_001),
    ];
    let answers = caller.call(&mut connection, &calls);
    let decided = calls.iter().zip(&answers).map(|(call, answer)| caller.decision(call.cost, answer));
    let decided: Vec<_> = decided.map(|decision| (decision.outcome.admits(), decision.remaining)).collect();
    let expected = [(true, 5), (true, 2), (true, 1), (false, 1), (true, 0), (false, 3), (true, 1)];
    assert_eq!(decided, expected);
}
