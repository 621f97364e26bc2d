//! The memory of a key, as the server reports it.

use ratelab_redis_server::Server;
use redis::Connection;

use crate::proofs::{
    policies::described,
    random::Random,
    wire::{Call, Caller, Operation},
};

/// A client that is an address, in a store with a name.
const CLIENT: &str = "api:k3f9:{2001:db8:85a3::8a2e:370:7334}";

/// The table that is published: a limiter, how many requests its key has seen, and the most bytes that it takes.
const MOST: [(&str, u64, u64); 11] = [
    ("fixed_window limit=1000 window=60000000000", 1_000, 136),
    ("fixed_window limit=1000 window=60000000000 align=first", 1_000, 152),
    ("sliding_window_log limit=10 window=60000000000", 1, 224),
    ("sliding_window_log limit=10 window=60000000000", 10, 352),
    ("sliding_window_log limit=1000 window=60000000000", 1_000, 15_000),
    ("sliding_window_counter limit=1000 window=60000000000", 1_000, 136),
    ("sliding_window_counter limit=1000 window=60000000000 align=first", 1_000, 152),
    ("token_bucket capacity=1000 amount=7 period=60000000000", 1_000, 152),
    ("leaky_bucket_meter capacity=1000 amount=7 period=60000000000", 1_000, 152),
    ("leaky_bucket_queue capacity=1000 amount=7 period=60000000000", 1_000, 152),
    ("gcra burst=1000 amount=7 period=60000000000", 1_000, 152),
];

/// Bytes of a key after this many requests, about 30 ms apart.
fn bytes(connection: &mut Connection, caller: &Caller, key: &str, requests: u64) -> u64 {
    let mut random = Random(4_000);
    let calls = (0..requests).map(|index| {
        let now = Some(1_790_000_000_000_000 + index * 30_000 + random.below(30_000));
        Call { key: 0, operation: Operation::Check, cost: 1, now }
    });
    let calls: Vec<_> = calls.collect();
    caller.call(connection, &calls);
    // A key that expires costs more than one that does not.
    redis::cmd("EXPIRE").arg(key).arg(60).exec(connection).expect("an expiry");
    redis::cmd("MEMORY").arg(&["USAGE", key, "SAMPLES", "0"]).query(connection).expect("a number of bytes")
}

#[test]
fn keys_are_no_larger_than_published() {
    let Some(server) = Server::start() else { return };
    let mut connection = server.connect();
    for (index, (text, requests, most)) in MOST.into_iter().enumerate() {
        let client = format!("{CLIENT}{index}");
        let caller = Caller::new(described(text), std::slice::from_ref(&client));
        let bytes = bytes(&mut connection, &caller, &Caller::key(&client, 0), requests);
        println!("{text}: {bytes} bytes after {requests} requests, at most {most}");
        assert!(bytes > 0 && bytes <= most, "{text}: {bytes} bytes, but {most} are published");
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
