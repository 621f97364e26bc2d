//! With any name, a client has its own state, and all of it lies on one server of a cluster.

use std::collections::HashSet;

use ratelab_limiter::{AllOf, Decision, Policy};
use ratelab_redis::{key::Names, plan::Plan, reply::Reply};
use ratelab_redis_server::{Cluster, Server};
use redis::Connection;

use crate::proofs::{policies::described, wire::reply};

/// Names that clients would choose to be taken for another client, or for none.
fn clients() -> Vec<Vec<u8>> {
    let texts = [
        "",
        " ",
        "%",
        "%25",
        "%%",
        "%7D",
        "%7d",
        "}",
        "{",
        "{}",
        "{{}}",
        "}{",
        "{}a",
        "a",
        "a}",
        "a%7D",
        "{a}",
        "{a}:1",
        "a}:1",
        "a}:1:b",
        "a:1",
        "a\n",
        "a\r\n",
        "\r\n$4\r\nPING",
        "a b",
        "a\0",
        "\0",
        "*",
        "?",
        "KEYS[1]",
        "é",
        "日本",
    ];
    let every_byte: Vec<u8> = (0..=u8::MAX).collect();
    let long = vec![b'}'; 65_536];
    let almost_as_long = long[1..].to_vec();
    let binary = [every_byte, vec![0xFF], vec![0xFF, 0xFE], long, almost_as_long];
    texts.iter().map(|text| text.as_bytes().to_vec()).chain(binary).collect()
}

/// Parts of a tag that other clients share: two that could be taken for one, if names were made carelessly.
const PARTS: [&[u8]; 4] = [b"", b"everybody", b"1", b"1:everybody"];

fn three_limiters() -> Policy {
    let members = ["fixed_window limit=100", "sliding_window_log limit=100", "gcra burst=100 amount=0"];
    AllOf::new(members.map(described).to_vec()).expect("members").into()
}

/// The names in this file, each with its tag. `tests/redis/clients.mjs` asks clients in other languages about the same.
#[test]
fn names_have_the_tags_that_clients_in_other_languages_give_them() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/redis/names.json");
    let table = std::fs::read_to_string(path).expect("the table of names");
    let names = Names::new("api", &Plan::new(&described("gcra burst=1")).expect("a plan"));
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('"').collect()).collect();
    let rows: Vec<_> = rows.iter().filter(|row| row.len() == 5).map(|row| (row[1], row[3])).collect();
    assert!(rows.contains(&("", "%")) && rows.len() > 10, "{rows:?}");
    for (name, tag) in rows {
        let expected = [names.prefix(), b"{", tag.as_bytes(), b"}"].concat();
        assert_eq!(names.client_key(name.as_bytes()), expected, "{name:?}");
    }
}

#[test]
fn no_two_names_are_equal() {
    let policies = [described("gcra burst=1"), described("gcra burst=2")];
    let mut names = HashSet::new();
    let mut count = 0;
    for (store, policy) in ["api", "api:v2", "{", "{}", "%7B"]
        .iter()
        .flat_map(|store| policies.iter().map(move |policy| (store, policy)))
    {
        let of_store = Names::new(store, &Plan::new(policy).expect("a plan"));
        for client in clients() {
            let members = [0, 1, 11]
                .into_iter()
                .flat_map(|index| PARTS.map(|part| of_store.member_key(&client, index, part)));
            for name in members.chain([of_store.client_key(&client)]) {
                assert!(name.starts_with(of_store.prefix()));
                count += 1;
                assert!(names.insert(name), "{store}, {policy}: {client:?}");
            }
        }
    }
    println!("{count} names, all different");
}

/// A call by the server's clock, of keys with any name.
fn call(connection: &mut Connection, plan: &Plan, keys: &[Vec<u8>], operation: &str, cost: u32) -> Reply {
    let mut command = redis::cmd("EVALSHA");
    command.arg(plan.script().digest()).arg(keys.len()).arg(keys).arg(operation).arg(cost).arg("");
    let answer = command.arg(plan.arguments()).query(connection).expect("an answer");
    reply(&answer).expect("a reply")
}

fn load(plan: &Plan, server: &Server) {
    server.ask::<()>(&["SCRIPT", "LOAD", plan.script().source()]);
}

/// The reply to a look at a client's keys, by a connection to the server that has them.
fn look(connection: &mut Connection, policy: &Policy, plan: &Plan, keys: &[Vec<u8>]) -> Decision {
    plan.decision(policy, 1, &call(connection, plan, keys, "peek", 1)).expect("a decision")
}

/// Each client is charged another cost, and afterwards has used that and nothing else.
fn assert_apart(policy: &Policy, keys: &[Vec<Vec<u8>>], connect: impl Fn(&[u8]) -> Connection) {
    let plan = Plan::new(policy).expect("a plan");
    for (keys, cost) in keys.iter().zip(1..) {
        call(&mut connect(&keys[0]), &plan, keys, "check", cost);
    }
    for (keys, cost) in keys.iter().zip(1..) {
        let decision = look(&mut connect(&keys[0]), policy, &plan, keys);
        assert_eq!(decision.remaining, 100 - cost, "{keys:?}");
    }
}

#[test]
fn charging_one_client_leaves_all_others_untouched() {
    let Some(server) = Server::start() else { return };
    for text in ["fixed_window limit=100 window=3600000000000 align=first", "gcra burst=100 amount=0"] {
        let policy = described(text);
        let plan = Plan::new(&policy).expect("a plan");
        load(&plan, &server);
        let names = Names::new("api", &plan);
        let keys: Vec<_> = clients().iter().map(|client| vec![names.client_key(client)]).collect();
        assert_apart(&policy, &keys, |_| server.connect());
    }
}

#[test]
fn all_limiters_of_a_client_are_on_one_server_of_a_cluster() {
    let Some(cluster) = Cluster::start() else { return };
    let policy = three_limiters();
    let plan = Plan::new(&policy).expect("a plan");
    cluster.servers.iter().for_each(|server| load(&plan, server));
    // The name of a store, too, may look like a tag.
    let names = Names::new("a{}p{i", &plan);
    let mut slots = HashSet::new();
    let mut keys = Vec::new();
    for client in clients() {
        let member_keys = (0..3).flat_map(|index| PARTS.map(|part| names.member_key(&client, index, part)));
        let here: HashSet<_> = member_keys.map(|name| cluster.slot(&name)).collect();
        assert_eq!(here.len(), 1, "{client:?} is in slots {here:?}");
        slots.extend(here);
        keys.push((0..3).map(|index| names.member_key(&client, index, b"")).collect());
    }
    let owners: HashSet<_> = slots.iter().map(|&slot| Cluster::owner(slot)).collect();
    assert_eq!(owners.len(), 3, "clients are spread over the cluster");
    assert_apart(&policy, &keys, |key| cluster.connect_to_owner(key));
}

/// Processes of two versions of a service share their states only if both give a policy the same name. A change of a
/// name here means that every client begins with a full budget when a service is updated: it must be due to a new form
/// of states, and then `STATE_FORMAT` must change.
#[test]
fn names_are_the_same_in_every_version_with_one_form_of_states() {
    let both = AllOf::new(vec![described("gcra burst=3"), described("fixed_window limit=5")]).expect("both");
    let single = [
        "fixed_window limit=10 window=10000000000",
        "fixed_window limit=10 window=10000000000 align=first",
        "sliding_window_log limit=10 window=10000000000",
        "sliding_window_counter limit=10 window=10000000000",
        "token_bucket capacity=10 amount=1 period=1000000000",
        "leaky_bucket_meter capacity=10 amount=1 period=1000000000",
        "leaky_bucket_queue capacity=10 amount=1 period=1000000000",
        "gcra burst=10 amount=1 period=1000000000",
    ];
    let joined = [Policy::from(both.clone()), both.in_order().into()];
    let name = |policy: Policy| {
        let names = Names::new("api", &Plan::new(&policy).expect("a plan"));
        String::from_utf8(names.client_key(b"ada")).expect("a name")
    };
    let names: Vec<_> = single.map(described).into_iter().chain(joined).map(name).collect();
    let expected =
        ["61bc62", "dfep6k", "wp34rb", "j5bgya", "7v5y8j", "hdbav1", "pzngre", "9w3s14", "9g2ym8", "pbyz18"];
    let expected = expected.map(|fingerprint| format!("api:{fingerprint}:{{ada}}"));
    assert_eq!(names, expected);
}
