//! A cluster of three masters, each with a replica or without.

use redis::{Connection, FromRedisValue};

use crate::server::{Server, wait_for};

/// Slots in a cluster.
const SLOTS: u16 = 16_384;

/// The servers of a cluster: three masters, then their replicas in the same order.
pub struct Cluster {
    /// The servers.
    pub servers: Vec<Server>,
}

impl Cluster {
    /// Three masters; `None` where Redis is not installed.
    pub fn start() -> Option<Self> {
        Self::joined(3, &[])
    }

    /// Three masters that serve their slots while another is gone.
    pub fn start_with_partial_coverage() -> Option<Self> {
        Self::joined(3, &["--cluster-require-full-coverage", "no"])
    }

    /// Three masters, each with a replica that takes its place when it is gone.
    pub fn start_with_replicas() -> Option<Self> {
        let cluster = Self::joined(6, &[])?;
        let names: Vec<String> =
            cluster.servers.iter().map(|server| server.ask(&["CLUSTER", "MYID"])).collect();
        for (replica, master) in cluster.servers[3..].iter().zip(&names) {
            wait_for("a replica to know its master", || {
                attempt::<()>(replica, &["CLUSTER", "REPLICATE", master])
            });
        }
        for replica in &cluster.servers[3..] {
            wait_for("a replica to follow", || {
                let info: String = replica.ask(&["INFO", "replication"]);
                info.contains("master_link_status:up").then_some(())
            });
        }
        Some(cluster)
    }

    /// Addresses of all servers.
    pub fn addresses(&self) -> Vec<String> {
        self.servers.iter().map(Server::address).collect()
    }

    /// The place of the master that owns a slot, as long as none has failed.
    pub fn owner(slot: u16) -> usize {
        (0..3).rev().find(|&place| slot >= first_slot(place)).unwrap_or(0)
    }

    /// A connection to the master that owns a key.
    pub fn connect_to_owner(&self, key: &[u8]) -> Connection {
        self.servers[Self::owner(self.slot(key))].connect()
    }

    /// The slot of a key, as the cluster sees it.
    pub fn slot(&self, key: &[u8]) -> u16 {
        redis::cmd("CLUSTER").arg("KEYSLOT").arg(key).query(&mut self.servers[0].connect()).expect("a slot")
    }

    /// Moves a slot from one master to another, with its keys.
    pub fn move_slot(&self, slot: u16, from: usize, to: usize) {
        let text = slot.to_string();
        let name = |index: usize| self.servers[index].ask::<String>(&["CLUSTER", "MYID"]);
        let (old, new) = (name(from), name(to));
        self.servers[to].ask::<()>(&["CLUSTER", "SETSLOT", &text, "IMPORTING", &old]);
        self.servers[from].ask::<()>(&["CLUSTER", "SETSLOT", &text, "MIGRATING", &new]);
        let keys: Vec<String> = self.servers[from].ask(&["CLUSTER", "GETKEYSINSLOT", &text, "1000"]);
        let port = self.servers[to].port().to_string();
        for key in keys {
            self.servers[from].ask::<()>(&["MIGRATE", "127.0.0.1", &port, &key, "0", "5000"]);
        }
        for index in [to, from] {
            self.servers[index].ask::<()>(&["CLUSTER", "SETSLOT", &text, "NODE", &new]);
        }
    }

    /// Waits until every server that answers says that the cluster is whole.
    pub fn wait_until_whole(&self, servers: &[usize]) {
        for &place in servers {
            wait_for("the cluster to be whole", || {
                let info: String = attempt(&self.servers[place], &["CLUSTER", "INFO"])?;
                info.contains("cluster_state:ok").then_some(())
            });
        }
    }

    fn joined(count: usize, more: &[&str]) -> Option<Self> {
        let options = [&["--cluster-enabled", "yes", "--cluster-node-timeout", "1000"], more].concat();
        let servers: Option<Vec<_>> = (0..count).map(|_| Server::start_with(&options)).collect();
        let cluster = Self { servers: servers? };
        for (place, server) in cluster.servers.iter().enumerate() {
            server.ask::<()>(&["CLUSTER", "SET-CONFIG-EPOCH", &(place + 1).to_string()]);
            if place < 3 {
                let [first, last] =
                    [first_slot(place), first_slot(place + 1) - 1].map(|slot| slot.to_string());
                server.ask::<()>(&["CLUSTER", "ADDSLOTSRANGE", &first, &last]);
            }
        }
        cluster.introduce();
        cluster.wait_until_whole(&(0..count).collect::<Vec<_>>());
        Some(cluster)
    }

    /// All meet all, which is quicker than hearing of each other.
    fn introduce(&self) {
        for (place, server) in self.servers.iter().enumerate() {
            for other in &self.servers[place + 1..] {
                server.ask::<()>(&["CLUSTER", "MEET", "127.0.0.1", &other.port().to_string()]);
            }
        }
    }
}

fn first_slot(place: usize) -> u16 {
    u16::try_from(usize::from(SLOTS) * place / 3).expect("a slot")
}

/// The answer to a command that may fail yet.
fn attempt<T: FromRedisValue>(server: &Server, words: &[&str]) -> Option<T> {
    redis::cmd(words[0]).arg(&words[1..]).query(&mut server.connect()).ok()
}
