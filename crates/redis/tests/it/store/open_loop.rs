//! The faults of a week in production, under open-loop load. For each: the store decides again within a second after the
//! fault, no call takes longer than its deadline, and the number of connections is bounded.

use std::time::{Duration, Instant};

use ratelab_redis::{AsyncStore, Server};
use ratelab_redis_server::{Cluster, Proxy, Server as Redis};
use ratelab_store::{Failure, OnFailure, Origin};

use crate::store::{
    load::{Load, Sample, recovery},
    once,
};

/// The default deadline of a call.
const DEADLINE: Duration = Duration::from_millis(100);

/// How much later a call may end on a machine that is busy with something else.
const BUSY: Duration = Duration::from_millis(400);

/// The longest time until the store decides again.
const RECOVERY: Duration = Duration::from_secs(1);

const PLENTY: u64 = 1_000_000;

fn behind(proxy: &Proxy) -> AsyncStore {
    let client = redis::Client::open(proxy.address()).expect("an address");
    AsyncStore::new(client, once(PLENTY), OnFailure::Open).expect("a store")
}

fn ada() -> Vec<String> {
    vec!["ada".to_owned()]
}

fn assert_in_time(samples: &[Sample]) {
    let slowest = samples.iter().max_by_key(|sample| sample.took).expect("a sample");
    assert!(slowest.took < DEADLINE + BUSY, "{slowest:?}");
}

fn assert_recovers(samples: &[Sample], fault_ended: Instant) {
    let took = recovery(samples, fault_ended);
    let last = samples.iter().rev().find(|sample| !sample.is_remote());
    assert!(took <= RECOVERY + BUSY, "decides again after {took:?}, the last failure was {last:?}");
}

/// Requests that the server decided are charged, each once; requests that failed may have been charged, at most once.
fn assert_charged_once(samples: &[Sample], left: u32) {
    let remote = samples.iter().filter(|sample| sample.is_remote()).count() as u64;
    let (charged, sent) = (PLENTY - u64::from(left), samples.len() as u64);
    assert!((remote..=sent).contains(&charged), "{charged} charged, {remote} decided, {sent} sent");
}

fn left(server: &Redis) -> u32 {
    let client = redis::Client::open(server.address()).expect("an address");
    let store = ratelab_redis::Store::new(client, once(PLENTY), OnFailure::Closed).expect("a store");
    let answer = store.deadline(Duration::from_secs(5)).peek("ada", 0);
    assert_eq!(answer.origin, Origin::Remote);
    answer.remaining
}

/// A handshake may take three times as long as a call.
#[test]
fn a_slow_handshake_is_made_once_and_not_again_by_each_call() {
    let Some(server) = Redis::start() else { return };
    let proxy = Proxy::start(server.port());
    proxy.set_handshake(Duration::from_millis(300));
    let load = Load::start(&behind(&proxy), 50, &ada());
    let begun = Instant::now();
    load.wait_for("the server to decide", Sample::is_remote);
    load.run_for(Duration::from_millis(500));
    let samples = load.finish();
    assert_in_time(&samples);
    assert_recovers(&samples, begun);
    assert!(proxy.accepted() <= 3, "{} connections", proxy.accepted());
}

/// The host is gone for two seconds: packets are dropped, and connections are useless afterwards.
#[test]
fn a_black_hole_ends_for_the_store_when_it_ends() {
    let Some(server) = Redis::start() else { return };
    for a_second in [200, 1_000] {
        let proxy = Proxy::start(server.port());
        proxy.set_handshake(Duration::from_millis(30));
        let load = Load::start(&behind(&proxy), a_second, &ada());
        load.wait_for("the server to decide", Sample::is_remote);
        let fault_began = Instant::now();
        proxy.set_silent(true);
        load.run_for(Duration::from_secs(2));
        proxy.set_silent(false);
        let fault_ended = Instant::now();
        load.run_for(RECOVERY + Duration::from_millis(500));
        let samples = load.finish();
        assert_in_time(&samples);
        assert_recovers(&samples, fault_ended);
        assert!(proxy.accepted() <= 12, "{} connections at {a_second} requests a second", proxy.accepted());
        assert_does_not_wait(&samples, fault_began + Duration::from_millis(1_300), fault_ended);
    }
}

/// While the store knows that Redis is down, calls do not wait for it.
fn assert_does_not_wait(samples: &[Sample], from: Instant, until: Instant) {
    let during: Vec<_> = samples.iter().filter(|sample| (from..until).contains(&sample.sent)).collect();
    assert!(!during.is_empty());
    let waited = during.iter().filter(|sample| sample.took > DEADLINE / 2).count();
    assert!(waited * 20 <= during.len(), "{waited} of {} calls waited", during.len());
}

#[test]
fn a_paused_server_decides_again_when_it_goes_on() {
    let Some(server) = Redis::start() else { return };
    let client = redis::Client::open(server.address()).expect("an address");
    let store = AsyncStore::new(client, once(PLENTY), OnFailure::InProcess).expect("a store");
    let load = Load::start(&store, 500, &ada());
    load.wait_for("the server to decide", Sample::is_remote);
    server.pause();
    load.run_for(Duration::from_secs(2));
    server.resume();
    let fault_ended = Instant::now();
    load.run_for(RECOVERY + Duration::from_millis(500));
    let samples = load.finish();
    assert_in_time(&samples);
    assert_recovers(&samples, fault_ended);
    assert_charged_once(&samples, left(&server));
}

#[test]
fn a_server_that_is_killed_decides_again_when_it_is_back() {
    // Written before the reply, which a crash of the process survives.
    let Some(mut server) = Redis::start_with(&["--appendonly", "yes", "--appendfsync", "no"]) else { return };
    let proxy = Proxy::start(server.port());
    let load = Load::start(&behind(&proxy), 500, &ada());
    load.wait_for("the server to decide", Sample::is_remote);
    load.run_for(Duration::from_millis(300));
    server.kill();
    load.run_for(Duration::from_secs(1));
    server.revive();
    let fault_ended = Instant::now();
    load.run_for(RECOVERY + Duration::from_millis(500));
    let samples = load.finish();
    assert_in_time(&samples);
    assert_recovers(&samples, fault_ended);
    assert_charged_once(&samples, left(&server));
    assert!(proxy.accepted() <= 20, "{} connections", proxy.accepted());
}

/// A name leads to another server after a failover, but the connection leads to the old one, which refuses writes.
#[test]
fn a_demoted_primary_is_left() {
    let (Some(old), Some(new)) = (Redis::start(), Redis::start()) else { return };
    let proxy = Proxy::start(old.port());
    let load = Load::start(&behind(&proxy), 300, &ada());
    load.wait_for("the server to decide", Sample::is_remote);
    load.run_for(Duration::from_millis(300));
    proxy.lead_to(new.port());
    old.ask::<()>(&["REPLICAOF", "127.0.0.1", &new.port().to_string()]);
    let fault_ended = Instant::now();
    load.run_for(RECOVERY + Duration::from_millis(500));
    let samples = load.finish();
    assert_in_time(&samples);
    assert_recovers(&samples, fault_ended);
    assert!(left(&new) < u32::try_from(PLENTY).expect("a limit"), "the new primary has the charges");
    assert!(proxy.accepted() <= 4, "{} connections", proxy.accepted());
}

/// While the address still leads to a replica, a connection is given up at most once a second.
#[test]
fn a_server_that_refuses_writes_is_not_flooded_with_connections() {
    let (Some(server), Some(primary)) = (Redis::start(), Redis::start()) else { return };
    server.ask::<()>(&["REPLICAOF", "127.0.0.1", &primary.port().to_string()]);
    let proxy = Proxy::start(server.port());
    let load = Load::start(&behind(&proxy), 500, &ada());
    load.run_for(Duration::from_secs(2));
    let samples = load.finish();
    let refused = |sample: &&Sample| matches!(&sample.answer.origin, Origin::Failure(Failure::Refused(reason), _) if reason.contains("read only replica"));
    let counted = samples.iter().filter(refused).count();
    assert!(counted * 10 > samples.len() * 9, "{counted} of {} are refused", samples.len());
    assert!(proxy.accepted() <= 4, "{} connections", proxy.accepted());
}

/// An old connection serves until a new one is there: no call fails.
#[test]
fn a_connection_of_the_greatest_age_is_replaced_without_a_failure() {
    let Some(server) = Redis::start() else { return };
    let proxy = Proxy::start(server.port());
    let client = redis::Client::open(proxy.address()).expect("an address");
    let server = Server::from(client).max_age(Duration::from_millis(300));
    let store = AsyncStore::new(server, once(PLENTY), OnFailure::Closed).expect("a store");
    let load = Load::start(&store.deadline(Duration::from_secs(2)), 200, &ada());
    load.run_for(Duration::from_millis(1_500));
    let samples = load.finish();
    assert!(samples.iter().all(Sample::is_remote));
    assert!((3..=6).contains(&proxy.accepted()), "{} connections", proxy.accepted());
}

/// Of three addresses one leads nowhere, and one is of a host that does not reply.
#[test]
fn a_cluster_with_dead_seeds_is_reached_at_the_default_deadline() {
    let Some(cluster) = Cluster::start() else { return };
    let silent = Proxy::start(cluster.servers[0].port());
    silent.set_silent(true);
    let seeds = ["redis://127.0.0.1:1/".to_owned(), silent.address(), cluster.servers[1].address()];
    let server = Server::cluster(seeds).expect("addresses");
    let store = AsyncStore::new(server, once(PLENTY), OnFailure::Closed).expect("a store");
    let keys: Vec<_> = (0..30).map(|number| format!("client {number}")).collect();
    let begun = Instant::now();
    let load = Load::start(&store, 100, &keys);
    load.wait_for("the cluster to decide", Sample::is_remote);
    load.run_for(Duration::from_millis(700));
    let samples = load.finish();
    assert_in_time(&samples);
    assert_recovers(&samples, begun);
    assert!(silent.accepted() <= 12, "{} connections", silent.accepted());
}

/// One of three primaries dies. The clients of the other two notice nothing.
#[test]
fn a_dead_shard_leaves_the_others_alone() {
    let Some(mut cluster) = Cluster::start_with_partial_coverage() else { return };
    let server = Server::cluster(cluster.addresses()).expect("addresses");
    let store = AsyncStore::new(server, once(PLENTY), OnFailure::Closed).expect("a store");
    let keys: Vec<_> = (0..30).map(|number| format!("client {number}")).collect();
    let store = store.deadline(Duration::from_secs(2));
    let dead: Vec<bool> =
        keys.iter().map(|key| Cluster::owner(cluster.slot(format!("{{{key}}}").as_bytes())) == 0).collect();
    assert!(dead.iter().any(|dead| *dead) && dead.iter().any(|dead| !*dead));
    let load = Load::start(&store, 300, &keys);
    load.wait_for("the cluster to decide", Sample::is_remote);
    load.run_for(Duration::from_millis(500));
    let fault_began = Instant::now();
    cluster.servers[0].kill();
    load.run_for(Duration::from_secs(2));
    let samples = load.finish();
    let after = || samples.iter().filter(|sample| sample.sent >= fault_began);
    let failed = after().filter(|sample| !dead[sample.key] && !sample.is_remote()).count();
    assert_eq!(failed, 0, "clients of other shards");
    assert!(after().any(|sample| dead[sample.key] && !sample.is_remote()), "clients of the dead shard");
}

/// The server loses its scripts again and again, in the middle of pipelines.
#[test]
fn a_server_that_keeps_forgetting_its_scripts_decides_every_request() {
    let Some(server) = Redis::start() else { return };
    let client = redis::Client::open(server.address()).expect("an address");
    let store = AsyncStore::new(client, once(PLENTY), OnFailure::Closed).expect("a store");
    let load = Load::start(&store.deadline(Duration::from_secs(2)), 500, &ada());
    for _ in 0..10 {
        server.ask::<()>(&["SCRIPT", "FLUSH"]);
        load.run_for(Duration::from_millis(50));
    }
    let samples = load.finish();
    assert!(samples.iter().all(Sample::is_remote));
    assert_eq!(PLENTY - u64::from(left(&server)), samples.len() as u64, "each is charged once");
}

#[test]
fn a_server_without_memory_decides_again_when_it_has_some() {
    let Some(server) = Redis::start() else { return };
    let proxy = Proxy::start(server.port());
    let load = Load::start(&behind(&proxy), 300, &ada());
    load.wait_for("the server to decide", Sample::is_remote);
    server.configure("maxmemory-policy", "noeviction");
    server.configure("maxmemory", "1");
    load.wait_for("a refusal", |sample| !sample.is_remote());
    load.run_for(Duration::from_millis(500));
    server.configure("maxmemory", "0");
    let fault_ended = Instant::now();
    load.run_for(Duration::from_millis(500));
    let samples = load.finish();
    assert_in_time(&samples);
    assert_recovers(&samples, fault_ended);
    assert_charged_once(&samples, left(&server));
    assert_eq!(proxy.accepted(), 1, "a new connection would not help");
}

/// The password changes, all connections are closed, and the password changes back.
#[test]
fn a_password_that_is_wrong_for_a_while_does_not_keep_the_store_down() {
    let Some(server) = Redis::start() else { return };
    server.configure("requirepass", "secret");
    let proxy = Proxy::start(server.port());
    let address = proxy.address().replace("//", "//:secret@");
    let client = redis::Client::open(address.clone()).expect("an address");
    let store = AsyncStore::new(client, once(PLENTY), OnFailure::Open).expect("a store");
    let load = Load::start(&store, 300, &ada());
    load.wait_for("the server to decide", Sample::is_remote);
    let client = redis::Client::open(address).expect("an address");
    let mut admin = client.get_connection().expect("a connection");
    let mut ask = |words: &[&str]| redis::cmd(words[0]).arg(&words[1..]).exec(&mut admin).expect("done");
    ask(&["CONFIG", "SET", "requirepass", "another"]);
    ask(&["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
    load.wait_for("a failure", |sample| !sample.is_remote());
    load.run_for(Duration::from_millis(800));
    ask(&["CONFIG", "SET", "requirepass", "secret"]);
    let fault_ended = Instant::now();
    load.run_for(RECOVERY + Duration::from_millis(300));
    let samples = load.finish();
    assert_in_time(&samples);
    assert_recovers(&samples, fault_ended);
    assert!(proxy.accepted() <= 15, "{} connections", proxy.accepted());
}

/// The slot of a client moves from server to server while its requests arrive.
#[test]
fn a_slot_that_moves_under_load_loses_and_refuses_nothing() {
    let Some(cluster) = Cluster::start() else { return };
    let server = Server::cluster(cluster.addresses()).expect("addresses");
    let store = AsyncStore::new(server, once(PLENTY), OnFailure::Closed).expect("a store");
    let store = store.deadline(Duration::from_secs(2));
    let load = Load::start(&store, 400, &ada());
    load.wait_for("the cluster to decide", Sample::is_remote);
    let slot = cluster.slot(b"ada");
    let mut owner = Cluster::owner(slot);
    for _ in 0..6 {
        let next = (owner + 1) % 3;
        cluster.move_slot(slot, owner, next);
        owner = next;
        load.run_for(Duration::from_millis(100));
    }
    let samples = load.finish();
    let failed: Vec<_> = samples.iter().filter(|sample| !sample.is_remote()).collect();
    assert!(failed.is_empty(), "{} of {} failed: {:?}", failed.len(), samples.len(), failed[0]);
    let least = samples.iter().map(|sample| sample.answer.remaining).min().expect("a sample");
    assert_eq!(PLENTY - u64::from(least), samples.len() as u64, "each is charged once");
}
