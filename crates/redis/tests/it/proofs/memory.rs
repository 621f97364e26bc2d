//! The memory of a key, as the server reports it.

use ratelab_limiter::SECOND;
use ratelab_redis_server::Server;
use redis::Connection;

use crate::proofs::{
    policies::described,
    wire::{Call, Caller, Operation},
};

/// Clients whose keys are short, longer than the shortest kind of names, and an address in a store with a name.
const CLIENTS: [&str; 3] =
    ["0123456789abcdef", "0123456789abcdef0123456789", "api:k3f9:{2001:db8:85a3::8a2e:370:7334}"];

/// Limits at which a count gets another digit, or does not fit into a number of 64 bits before a time.
const LIMITS: [u32; 9] = [1, 9, 99, 921, 923, 999, 9_999, 100_000, 1_000_000];

/// Policies with states of every form. A request has 1, 10^6 or 3.6 x 10^9 parts.
const TEXTS: [&str; 13] = [
    "fixed_window limit=N window=60000000000",
    "fixed_window limit=N window=60000000000 count_denied=yes",
    "fixed_window limit=N window=60000000000 align=first",
    "fixed_window limit=N window=60000000000 align=first count_denied=yes",
    "fixed_window limit=N window=1000000 align=first",
    "sliding_window_counter limit=N window=60000000000",
    "sliding_window_counter limit=N window=60000000000 align=first",
    "sliding_window_counter limit=N window=60000000000 align=first count_denied=yes",
    "token_bucket capacity=N amount=1 period=1000",
    "token_bucket capacity=N amount=1 period=1000000000 refill=interval",
    "leaky_bucket_meter capacity=N amount=1 period=1000000000",
    "leaky_bucket_queue capacity=N amount=7 period=3600000000000",
    "gcra burst=N amount=0",
];

/// A multiple of all windows, in microseconds.
const NOW: u64 = 1_790_000_040_000_000;

/// A key that does not exist takes none.
fn bytes(connection: &mut Connection, key: &str) -> u64 {
    let bytes: Option<u64> =
        redis::cmd("MEMORY").arg(&["USAGE", key, "SAMPLES", "0"]).query(connection).expect("bytes or nil");
    bytes.unwrap_or(0)
}

fn check(cost: u32, now: u64) -> Call {
    Call { key: 0, operation: Operation::Check, cost, now: Some(now) }
}

/// The most bytes that a key took after requests that use up two windows to their ends, and more.
fn measured(connection: &mut Connection, caller: &Caller, key: &str, limit: u32, window: u64) -> u64 {
    let ends = [window - 1, 2 * window - 1].map(|end| NOW + end);
    let calls = [
        (limit - 1, NOW),
        (1, ends[0]),
        (u32::MAX, ends[0]),
        (limit - 1, ends[1]),
        (1, ends[1]),
        (u32::MAX, ends[1]),
    ];
    redis::cmd("DEL").arg(key).exec(connection).expect("no key");
    let measure = |(cost, now)| {
        caller.call(connection, &[check(cost, now)]);
        bytes(connection, key)
    };
    calls.map(measure).into_iter().max().expect("calls")
}

#[test]
fn a_key_takes_as_many_bytes_as_its_member_says() {
    let Some(server) = Server::start() else { return };
    let mut connection = server.connect();
    for (text, limit) in TEXTS.iter().flat_map(|text| LIMITS.map(|limit| (text, limit))) {
        let policy = described(&text.replace('N', &limit.to_string()));
        for client in CLIENTS {
            let (caller, key) = (Caller::new(policy.clone(), &[client.to_owned()]), Caller::key(client, 0));
            let member = &caller.plan.members()[0];
            let window = member.arguments.iter().find(|argument| argument.name == "window");
            let window = window.map_or(1_000_000, |window| window.value.parse().expect("microseconds"));
            let bytes = measured(&mut connection, &caller, &key, limit, window);
            let most = member.most_bytes(key.len());
            // A number that is not known to be the greatest may have a digit less, which is an allocation of 16 bytes.
            assert!(
                bytes <= most && most <= bytes + 16,
                "{policy}, {key}: {bytes} bytes, and {most} at most"
            );
        }
    }
}

/// A log is as long as its limit, and its amounts are those since the client was last idle for a window.
#[test]
fn a_log_takes_at_most_the_bytes_that_its_member_says_whatever_its_history() {
    let Some(server) = Server::start() else { return };
    let mut connection = server.connect();
    let minute = 60_000_000;
    for limit in [1, 2, 9, 10, 99, 407, 408, 500, 921, 922, 2_000] {
        for used in [0, 1 << 20, 1 << 40_u64] {
            let policy = described(&format!("sliding_window_log limit={limit} window={}", 60 * SECOND));
            let (caller, key) = (Caller::new(policy, &[CLIENTS[0].to_owned()]), Caller::key(CLIENTS[0], 0));
            let of_before = [0, used, NOW, used + 1].map(|number: u64| number.to_string());
            redis::cmd("DEL").arg(&key).exec(&mut connection).expect("no key");
            redis::cmd("RPUSH").arg(&key).arg(&of_before).exec(&mut connection).expect("a log");
            let calls: Vec<_> =
                (1..=3 * limit).map(|index| check(1, NOW + index * minute / (limit + 1))).collect();
            let measure = |calls: &[Call]| {
                caller.call(&mut connection, calls);
                bytes(&mut connection, &key)
            };
            let bytes = calls.chunks(3).map(measure).max().expect("calls");
            let most = caller.plan.members()[0].most_bytes(key.len());
            println!("a log of {limit} after {used}: {bytes} bytes, at most {most}");
            assert!(bytes <= most, "limit {limit} after {used}: {bytes} bytes, and {most} at most");
            assert!(used < 1 << 40 || most <= bytes * 6 / 5 + 32, "{most} for {limit} is far from {bytes}");
        }
    }
}

/// Otherwise it would be deleted while its client has used something up.
#[test]
fn keys_expire_only_if_the_budget_comes_back() {
    let Some(server) = Server::start() else { return };
    let mut connection = server.connect();
    for (text, expires) in [
        ("gcra burst=10 amount=0", false),
        ("leaky_bucket_meter capacity=10 amount=0", false),
        ("token_bucket capacity=10 amount=0 initial=5", false),
        ("token_bucket capacity=10 amount=0 refill=interval", false),
        ("gcra burst=10 amount=1", true),
        ("token_bucket capacity=10 amount=1", true),
        ("leaky_bucket_queue capacity=10 amount=1", true),
        ("fixed_window limit=10", true),
        ("sliding_window_log limit=10", true),
        ("sliding_window_counter limit=10", true),
    ] {
        let (caller, key) =
            (Caller::new(described(text), &[CLIENTS[0].to_owned()]), Caller::key(CLIENTS[0], 0));
        redis::cmd("DEL").arg(&key).exec(&mut connection).expect("no key");
        caller.call(&mut connection, &[Call { now: None, ..check(1, 0) }]);
        let milliseconds: i64 = redis::cmd("PTTL").arg(&key).query(&mut connection).expect("a time to live");
        assert_eq!(milliseconds > 0, expires, "{text}: {milliseconds} ms");
        assert_eq!(caller.plan.members()[0].expires(), expires, "{text}");
    }
}

/// The log of a client that has sent 60 requests in a minute, as articles keep it: a sorted set of times in
/// milliseconds, each with a member of this form.
fn log_of_a_minute(server: &Server, key: &str, member: impl Fn(u64) -> String) -> u64 {
    let mut connection = server.connect();
    for index in 0..60 {
        let time = 1_716_480_000_000 + index * 997;
        redis::cmd("ZADD").arg(key).arg(time).arg(member(time)).exec(&mut connection).expect("a member");
    }
    redis::cmd("MEMORY")
        .arg(&["USAGE", key, "SAMPLES", "0"])
        .query(&mut connection)
        .expect("a number of bytes")
}

/// An article says that logs of 60 times for two million clients take 2.8 GB. The page of claims says that a time takes
/// 20 bytes in such a log, 48 if its member is a UUID, and that its key comes on top. The article's 320 MB are 80 bytes
/// for each of two counters, with its key.
#[test]
fn logs_of_two_million_clients_take_what_the_page_of_claims_says() {
    let Some(server) = Server::start() else { return };
    let bare = log_of_a_minute(&server, "rl:client-1234567:trips", |time| time.to_string());
    let named =
        log_of_a_minute(&server, "uuid", |time| format!("550e8400-e29b-41d4-a716-{:012x}", time % 1_000_000));
    let counter = "rl:client-1234567:trips:1716480000";
    server.ask::<()>(&["SET", counter, "42", "EX", "120"]);
    let counter: u64 = server.ask(&["MEMORY", "USAGE", counter]);
    assert!((72..=100).contains(&counter), "{counter} bytes");
    println!("a log of 60 bare times takes {bare} bytes, one of 60 UUIDs {named}");
    assert!((60 * 20..60 * 24).contains(&bare), "{bare} bytes");
    assert!((60 * 48..60 * 53).contains(&named), "{named} bytes");
    let (clients, stated) = (2_000_000, 2_800_000_000_u64);
    assert!(
        (stated * 9 / 10..=stated * 11 / 10).contains(&(clients * bare)),
        "2.8 GB is right for bare times"
    );
    assert!(clients * named > 2 * stated, "and too little for unique names");
}
