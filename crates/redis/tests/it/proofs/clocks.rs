//! A server's clock that is set back: hints are never early, and a state from too far ahead begins again. The clock of a
//! test server cannot be set, so states are written at a time ahead of it, which is passed in.

use ratelab_limiter::{Limiter, Outcome, Policy};
use ratelab_redis_server::Server;
use redis::{Connection, Value};

use crate::proofs::{
    policies::{SINGLE, described},
    wire::{Call, Caller, Operation, integer},
};

/// Microseconds in a second.
const SECOND: u64 = 1_000_000;

/// The time in which every state of these policies ends, in microseconds.
const WHOLE: u64 = 40 * SECOND;

/// A policy of each kind whose state lasts 20 s, or 40 s for a counter, with a budget of 10. Those that never end are
/// left out: they are never from too far ahead.
fn policies() -> Vec<Policy> {
    let numbers = |kind: &str| match kind.split(' ').next().expect("a name") {
        "fixed_window" | "sliding_window_log" | "sliding_window_counter" => "limit=10 window=20000000000",
        "gcra" => "burst=10 amount=1 period=2000000000",
        _ => "capacity=10 amount=1 period=2000000000",
    };
    let kinds = SINGLE.iter().filter(|kind| !kind.contains("amount=0") && !kind.contains("=some"));
    let single = kinds.map(|kind| {
        let (name, options) = kind.split_once(' ').unwrap_or((kind, ""));
        described(format!("{name} {} {options}", numbers(kind)).trim())
    });
    let mut all: Vec<_> = single.collect();
    all.push(
        ratelab_limiter::AllOf::new(vec![all[0].clone(), all[all.len() - 1].clone()]).expect("both").into(),
    );
    all
}

fn time(connection: &mut Connection) -> u64 {
    let (seconds, microseconds): (u64, u64) = redis::cmd("TIME").query(connection).expect("a time");
    seconds * SECOND + microseconds
}

fn ask(
    caller: &Caller,
    connection: &mut Connection,
    operation: Operation,
    cost: u32,
    now: Option<u64>,
) -> Value {
    caller.call(connection, &[Call { key: 0, operation, cost, now }]).remove(0)
}

/// The wait that a script returned, in microseconds.
fn waits(answer: &Value) -> [u64; 2] {
    let Value::Array(values) = answer else { panic!("{answer:?}") };
    [3, 4].map(|index| integer(&values[index]).unsigned_abs())
}

#[test]
fn a_hint_is_not_early_although_the_clock_was_set_back() {
    let Some(server) = Server::start() else { return };
    let mut connection = server.connect();
    for (number, policy) in policies().into_iter().enumerate() {
        let caller = Caller::new(policy.clone(), &[format!("client {number}")]);
        let ahead = time(&mut connection) + 9 * SECOND;
        while caller
            .decision(1, &ask(&caller, &mut connection, Operation::Check, 1, Some(ahead)))
            .outcome
            .admits()
        {}
        let asked = time(&mut connection);
        let denied = ask(&caller, &mut connection, Operation::Peek, 1, None);
        assert_eq!(caller.decision(1, &denied).outcome, Outcome::Denied, "{policy}");
        let [retry, reset] = waits(&denied);
        // The script asked for the time a little later than we did.
        let tolerance = SECOND / 2;
        let peek = |connection: &mut Connection, at: u64, cost: u32| {
            caller.decision(cost, &ask(&caller, connection, Operation::Peek, cost, Some(at)))
        };
        assert!(peek(&mut connection, asked + retry + tolerance, 1).outcome.admits(), "{policy}: {retry}");
        assert!(!peek(&mut connection, asked + retry - tolerance, 1).outcome.admits(), "{policy}: {retry}");
        assert_eq!(peek(&mut connection, asked + reset + tolerance, 0).remaining, policy.limit(), "{policy}");
    }
}

#[test]
fn a_state_from_too_far_ahead_begins_again() {
    let Some(server) = Server::start() else { return };
    let mut connection = server.connect();
    for (number, policy) in policies().into_iter().enumerate() {
        let caller = Caller::new(policy.clone(), &[format!("client {number}")]);
        let ahead = time(&mut connection) + WHOLE + 5 * SECOND;
        while caller
            .decision(1, &ask(&caller, &mut connection, Operation::Check, 1, Some(ahead)))
            .outcome
            .admits()
        {}
        // Where time is passed in, the latest time remains.
        let earlier = ask(&caller, &mut connection, Operation::Check, 1, Some(ahead - WHOLE - SECOND));
        assert!(!caller.decision(1, &earlier).outcome.admits(), "{policy}");
        // By the server's clock, one budget more, and no second one.
        let admitted = (0..30)
            .filter(|_| {
                caller.decision(1, &ask(&caller, &mut connection, Operation::Check, 1, None)).outcome.admits()
            })
            .count();
        let refilled = usize::from(time(&mut connection) > ahead - WHOLE);
        assert!((10..=11 + refilled).contains(&admitted), "{policy}: {admitted} of 30");
        assert!(time(&mut connection) < ahead - WHOLE, "a slow machine");
    }
}

/// What a careless client sends: each is an error, charges nothing, and leaves no key.
#[test]
fn wrong_arguments_are_errors() {
    let Some(server) = Server::start() else { return };
    let mut connection = server.connect();
    let wrong = [
        ("check", "0.5", ""),
        ("check", "1.9", ""),
        ("check", "-1", ""),
        ("check", "4294967296", ""),
        ("check", "1e300", ""),
        ("check", "nan", ""),
        ("check", "inf", ""),
        ("check", "", ""),
        ("check", "many", ""),
        ("refund", "-3", ""),
        ("CHECK", "1", ""),
        ("take", "1", ""),
        ("", "1", ""),
        ("check", "1", "-1"),
        ("check", "1", "0.5"),
        ("check", "1", "1790000000000000000"),
        ("check", "1", "now"),
        ("check", "1", "nan"),
    ];
    for policy in policies() {
        let plan = ratelab_redis::Plan::new(&policy).expect("a plan");
        for (operation, cost, now) in wrong {
            let mut command = redis::cmd("EVAL");
            command.arg(plan.script().source()).arg(plan.members().len());
            for index in 0..plan.members().len() {
                command.arg(format!("{{ada}}:{index}"));
            }
            command.arg(operation).arg(cost).arg(now).arg(plan.arguments());
            let error = command.query::<Value>(&mut connection).expect_err("an error").to_string();
            let is_named =
                ["operation must", "cost must", "now must"].iter().any(|words| error.contains(words));
            assert!(is_named, "{policy}: {operation:?} {cost:?} {now:?}: {error}");
        }
    }
    assert_eq!(server.ask::<u64>(&["DBSIZE"]), 0);
}
