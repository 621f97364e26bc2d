//! On a cluster: keys on every master, a slot that moves, a master that hands over and one that dies.

use std::time::Duration;

use ratelab_limiter::{AllOf, Gcra, SECOND};
use ratelab_redis::{Server, Store};
use ratelab_redis_server::{Cluster, wait_for};
use ratelab_store::{OnFailure, Origin};

use crate::store::{in_time, once};

const DEADLINE: Duration = Duration::from_secs(5);

fn store(cluster: &Cluster, limit: u64) -> Store {
    let server = Server::cluster(cluster.addresses()).expect("addresses");
    Store::new(server, once(limit), OnFailure::Closed).expect("a store").deadline(DEADLINE)
}

fn left(clients: &Store, key: &str) -> u32 {
    let answer = in_time(DEADLINE, || clients.check(key));
    assert_eq!(answer.origin, Origin::Remote, "{key}");
    answer.remaining
}

/// As [`left`], if Redis decides.
fn left_if_decided(clients: &Store, key: &str) -> Option<u32> {
    let answer = in_time(DEADLINE, || clients.check(key));
    (answer.origin == Origin::Remote).then_some(answer.remaining)
}

#[test]
fn clients_on_every_master_are_decided_about_one_by_one_and_together() {
    let Some(cluster) = Cluster::start() else { return };
    let clients = store(&cluster, 2);
    let keys: Vec<_> = (0..60).map(|number| format!("client {number}")).collect();
    assert!(keys.iter().all(|key| left(&clients, key) == 1));
    let requests: Vec<_> = keys.iter().map(|key| (key, 1)).collect();
    let answers = clients.check_all(&requests);
    assert!(answers.iter().all(|answer| answer.origin == Origin::Remote && answer.remaining == 0));
    let sizes: Vec<u64> = cluster.servers.iter().map(|server| server.ask(&["DBSIZE"])).collect();
    assert!(sizes.iter().all(|size| *size > 0) && sizes.iter().sum::<u64>() == 60, "{sizes:?}");
    for server in &cluster.servers {
        server.ask::<()>(&["SCRIPT", "FLUSH"]);
    }
    assert!(clients.check_all(&requests).iter().all(|answer| answer.origin == Origin::Remote));
    assert_eq!(clients.reset(&keys[0]), Ok(true));
}

/// Each limiter of an all-of has its own key. A tag keeps these keys on one server, whatever a client is called.
#[test]
fn limiters_that_are_joined_stay_on_one_server() {
    let Some(cluster) = Cluster::start() else { return };
    let member = || Gcra::new(2, 1, 3_600 * SECOND).expect("a policy").into();
    let server = Server::cluster(cluster.addresses()).expect("addresses");
    let both = AllOf::new(vec![member(), member()]).expect("an all-of");
    let clients = Store::new(server, both, OnFailure::Closed).expect("a store").deadline(DEADLINE);
    for key in ["ada", "", "}", "{}", "}{", "{a}b}", "%7D", "a\0b\r\n"] {
        assert_eq!(left(&clients, key), 1, "{key:?}");
        assert_eq!(left(&clients, key), 0, "{key:?}");
    }
}

/// A slot moves to another master, with a client's key in it.
#[test]
fn a_slot_that_moves_takes_its_clients_along() {
    let Some(cluster) = Cluster::start() else { return };
    let clients = store(&cluster, 9);
    assert_eq!(left(&clients, "ada"), 8);
    let (from, key) = (0..3)
        .find_map(|index| {
            let keys: Vec<String> = cluster.servers[index].ask(&["KEYS", "*"]);
            keys.into_iter().next().map(|key| (index, key))
        })
        .expect("the key");
    let (slot, to) = (cluster.slot(key.as_bytes()).to_string(), (from + 1) % 3);
    let name = |index: usize| cluster.servers[index].ask::<String>(&["CLUSTER", "MYID"]);
    let (old, new) = (name(from), name(to));
    cluster.servers[to].ask::<()>(&["CLUSTER", "SETSLOT", &slot, "IMPORTING", &old]);
    cluster.servers[from].ask::<()>(&["CLUSTER", "SETSLOT", &slot, "MIGRATING", &new]);
    assert_eq!(left(&clients, "ada"), 7, "while the key is not yet under way");
    let port = cluster.servers[to].port().to_string();
    cluster.servers[from].ask::<()>(&["MIGRATE", "127.0.0.1", &port, &key, "0", "5000"]);
    assert_eq!(left(&clients, "ada"), 6, "while the slot is between two masters");
    for index in [to, from] {
        cluster.servers[index].ask::<()>(&["CLUSTER", "SETSLOT", &slot, "NODE", &new]);
    }
    assert_eq!(left(&clients, "ada"), 5, "when it has arrived");
}

/// A replica takes over: asked to, it loses nothing; after a crash the clients are served again by themselves.
#[test]
fn a_replica_takes_over() {
    let Some(mut cluster) = Cluster::start_with_replicas() else { return };
    let clients = store(&cluster, 1_000);
    assert_eq!(left(&clients, "ada"), 999);
    let owner = (0..3).find(|&index| cluster.servers[index].ask::<u64>(&["DBSIZE"]) > 0).expect("a master");
    let replica = owner + 3;
    wait_for("the replica to have the key", || {
        (cluster.servers[replica].ask::<u64>(&["DBSIZE"]) > 0).then_some(())
    });
    cluster.servers[replica].ask::<()>(&["CLUSTER", "FAILOVER"]);
    wait_for("the replica to be the master", || {
        let role: String = cluster.servers[replica].ask(&["INFO", "replication"]);
        role.contains("role:master").then_some(())
    });
    let after = wait_for("the store to follow", || left_if_decided(&clients, "ada"));
    assert!(after < 999, "what was charged is charged still");
    wait_for("the former master to have the charge", || {
        let follower: String = cluster.servers[owner].ask(&["INFO", "replication"]);
        let is_following = follower.contains("master_link_status:up");
        let offsets = [replica, owner].map(|index| cluster.servers[index].info("master_repl_offset"));
        (is_following && offsets[0] == offsets[1]).then_some(())
    });
    cluster.servers[replica].kill();
    let again = wait_for("the store to follow again", || left_if_decided(&clients, "ada"));
    assert!(again < after, "nothing that was known to both is forgotten");
}
