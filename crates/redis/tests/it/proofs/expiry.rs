//! By the server's own clock, a key lives exactly as long as it differs from one that was never used.

use ratelab_limiter::{Limiter, Policy, PolicyState};
use ratelab_redis_server::{Server, wait_for};
use redis::{Connection, ConnectionLike, Value};

use crate::proofs::{
    mirror::{MICROSECOND, Mirror},
    policies::{self, SINGLE},
    random::Random,
    traffic::cost,
    wire::{Call, Caller, Operation, integer, push_command},
};

/// Microseconds in the unit in which keys expire.
const MILLISECOND: u64 = 1_000;

/// The server's clock, in microseconds.
fn time(connection: &mut Connection) -> u64 {
    clock(&redis::cmd("TIME").query(connection).expect("a time"))
}

fn clock(answer: &Value) -> u64 {
    let (seconds, microseconds): (u64, u64) = redis::from_redis_value(answer.clone()).expect("a time");
    seconds * 1_000_000 + microseconds
}

/// A call by the server's clock, when each of its keys expires after it, and the server's clock after that.
struct Observed {
    answer: Value,
    expiries: Vec<i64>,
    time: u64,
}

fn observe(caller: &Caller, connection: &mut Connection, client: &str, call: &Call) -> Observed {
    let members = caller.plan.members().len();
    let mut commands = Vec::new();
    caller.write(call, &mut commands);
    for index in 0..members {
        push_command(&mut commands, &["PEXPIRETIME", &Caller::key(client, index)]);
    }
    push_command(&mut commands, &["TIME"]);
    let mut answers = connection.req_packed_commands(&commands, 0, members + 2).expect("answers");
    let time = clock(&answers.pop().expect("a time"));
    let expiries = answers.drain(1..).map(|answer| integer(&answer)).collect();
    Observed { answer: answers.remove(0), expiries, time }
}

/// Each limiter with its state.
fn members<'a>(policy: &'a Policy, state: &'a PolicyState) -> Vec<(&'a Policy, &'a PolicyState)> {
    match (policy, state) {
        (Policy::AllOf(all), PolicyState::Members(states)) => all.members().iter().zip(states).collect(),
        single => vec![single],
    }
}

/// A key is absent if its state equals a fresh one, expires at the first millisecond at which it does, and stays
/// forever if it never does.
fn assert_expiry(policy: &Policy, state: &PolicyState, expiry: i64, time: u64, context: &str) {
    let is_fresh = |microseconds: u64| policy.is_fresh(state, microseconds * MICROSECOND);
    let holds = match expiry {
        -2 => is_fresh(time),
        -1 => !policy.is_fresh(state, u64::MAX),
        at => {
            let at = at.unsigned_abs() * MILLISECOND;
            is_fresh(at) && !is_fresh(at - MILLISECOND)
        }
    };
    assert!(holds, "{context}: {policy}\nexpires at {expiry} ms; at {time} us it is {state:?}");
}

fn operation(random: &mut Random) -> Operation {
    random.pick(&[Operation::Check, Operation::Check, Operation::Check, Operation::Refund, Operation::Peek])
}

/// The number of keys by kind of expiry, in the order of Redis' numbers for it.
type Kinds = [u64; 3];

/// One key of a policy of this kind, through some requests.
fn live(kind: &str, connection: &mut Connection, random: &mut Random, context: &str) -> Kinds {
    let policy = policies::draw(kind, time(connection), random);
    let caller = Caller::new(policy.clone(), &[context.to_owned()]);
    caller.load(connection);
    // Only stored keys expire.
    let mut mirror = Mirror::new(&policy, false);
    let mut kinds = Kinds::default();
    for index in 0..50 {
        let call =
            Call { key: 0, operation: operation(random), cost: cost(policy.limit(), random), now: None };
        let Observed { answer, expiries, time } = observe(&caller, connection, context, &call);
        let context = format!("{context}, request {index}: {call:?}");
        caller.compare_by_its_clock(&mut mirror, &call, &answer, &context);
        for ((member, state), expiry) in members(&policy, &mirror.state).into_iter().zip(expiries) {
            assert_expiry(member, state, expiry, time, &context);
            kinds[usize::try_from((expiry + 2).min(2)).expect("a kind")] += 1;
        }
    }
    kinds
}

#[test]
fn keys_expire_when_they_equal_unused_ones() {
    const POLICIES: u64 = 40;
    let Some(server) = Server::start() else { return };
    let mut connection = server.connect();
    let mut random = Random(1_000);
    for kind in SINGLE.into_iter().chain(["all_of", "layers"]) {
        let lives = (0..POLICIES).map(|number| {
            live(kind, &mut connection, &mut random, &format!("{kind}, seed 1000, policy {number}"))
        });
        let [gone, forever, later] =
            lives.fold(Kinds::default(), |sum, kinds| std::array::from_fn(|index| sum[index] + kinds[index]));
        println!("{kind}: {later} expiries, {forever} keys kept, {gone} not there");
        assert!(gone > 0 && (later > 0) != kind.contains("amount=0"), "{kind} proves little");
    }
}

/// Windows of some milliseconds, so that keys expire while they are in use.
const SHORT: [&str; 10] = [
    "fixed_window limit=3 window=2000000",
    "fixed_window limit=3 window=2000000 align=first",
    "sliding_window_log limit=3 window=2000000",
    "sliding_window_counter limit=3 window=1000000",
    "sliding_window_counter limit=3 window=1000000 align=first rounding=exact",
    "token_bucket capacity=3 amount=2 period=1000000",
    "token_bucket capacity=3 amount=2 period=1000000 refill=interval",
    "leaky_bucket_meter capacity=3 amount=1000 period=500000333",
    "leaky_bucket_queue capacity=3 amount=2 period=1000000",
    "gcra burst=3 amount=2 period=1000000",
];

/// Requests for random ones of many keys, some of which are then idle for long enough.
fn live_shortly(kind: &str, server: &Server, random: &mut Random) {
    const KEYS: usize = 200;
    let policy = policies::described(kind);
    let clients: Vec<_> = (0..KEYS).map(|key| format!("{key}")).collect();
    let caller = Caller::new(policy.clone(), &clients);
    let mut connection = server.connect();
    let mut mirrors = vec![Mirror::new(&policy, true); KEYS];
    let before = server.info("expired_keys");
    for round in 0..40 {
        let calls: Vec<_> = (0..100).map(|_| shared_call(KEYS, random)).collect();
        for (call, answer) in calls.iter().zip(caller.call(&mut connection, &calls)) {
            caller.compare_by_its_clock(
                &mut mirrors[call.key],
                call,
                &answer,
                &format!("{kind}, round {round}"),
            );
        }
    }
    assert_all_gone(server, &mut connection, kind);
    let expired = server.info("expired_keys") - before;
    println!("{kind}: 4000 decisions, {expired} expiries");
    assert!(expired > 2 * KEYS as u64, "{kind}: only {expired} keys expired");
}

fn shared_call(keys: usize, random: &mut Random) -> Call {
    let key = usize::try_from(random.below(keys as u64)).expect("an index");
    Call { key, operation: operation(random), cost: random.pick(&[1, 1, 1, 2, 3]), now: None }
}

/// Once the last expiry has passed, the server forgets all keys by itself, without any request for them.
fn assert_all_gone(server: &Server, connection: &mut Connection, kind: &str) {
    let last = time(connection) + 10 * MILLISECOND;
    wait_for("the last expiry", || (time(connection) > last).then_some(()));
    wait_for("keys to be gone", || (server.ask::<u64>(&["DBSIZE"]) == 0).then_some(()));
    let gone = time(connection) - last;
    assert!(gone < 5_000_000, "{kind}: the last key was gone {gone} us after it had expired");
}

#[test]
fn keys_that_expire_in_use_change_no_decision() {
    let Some(server) = Server::start() else { return };
    let mut random = Random(2_000);
    SHORT.iter().for_each(|kind| live_shortly(kind, &server, &mut random));
}
