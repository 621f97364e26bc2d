//! A cluster: a link to each server, and the table of which server has which slot.
//!
//! The cluster client of redis-rs sends a command again when its connection breaks, which may charge a request twice;
//! it connects to all servers before it serves any; and it sends `ASKING` apart from the command that needs it. So
//! this module routes by itself. It follows redirects, and never sends again what may have run.

use core::{fmt, time::Duration};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use futures_util::{FutureExt, StreamExt, future::select_all, stream::FuturesUnordered};
use ratelab_store::Failure;
use redis::{Client, ConnectionAddr, Value, cmd};
use tokio::{
    sync::watch,
    time::{Instant, sleep, timeout_at},
};

use crate::{
    failure::{Elsewhere, Trouble},
    link::Link,
    nodes::Node,
    server::{Timing, connect_to},
};

const SLOTS: u16 = 16_384;

/// The shortest time between two requests for the table.
const BETWEEN_TABLES: Duration = Duration::from_millis(100);

/// How long servers may take to send the table.
const TABLE_TIMEOUT: Duration = Duration::from_millis(900);

/// A cluster. Clones are the same cluster.
#[derive(Clone)]
pub(crate) struct Cluster(Arc<Inner>);

struct Inner {
    /// The addresses of the servers that were given.
    seeds: Vec<String>,
    /// A client with the credentials and the encryption of every server.
    pattern: Client,
    timing: Timing,
    links: Mutex<HashMap<String, Link>>,
    table: watch::Sender<Table>,
    is_asking: AtomicBool,
}

/// The address of the server that has each slot, by ranges in ascending order.
#[derive(Clone, Debug, Default, PartialEq)]
struct Table(Vec<Range>);

#[derive(Clone, Debug, PartialEq)]
struct Range {
    first: u16,
    last: u16,
    address: String,
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cluster").field("ranges", &self.0.table.borrow().0.len()).finish_non_exhaustive()
    }
}

impl Cluster {
    /// A cluster with these servers, of which there is at least one.
    pub(crate) fn new(seeds: &[Client], timing: Timing) -> Self {
        let seed = |client: &Client| (address_of(client), Link::new(connect_to(client.clone()), timing));
        let links: HashMap<String, Link> = seeds.iter().map(seed).collect();
        Self(Arc::new(Inner {
            seeds: seeds.iter().map(address_of).collect(),
            pattern: seeds[0].clone(),
            timing,
            links: Mutex::new(links),
            table: watch::Sender::default(),
            is_asking: AtomicBool::new(false),
        }))
    }

    /// The server that has a key, or to which another server redirected a call.
    pub(crate) async fn node(
        &self,
        key: &[u8],
        elsewhere: Elsewhere,
        deadline: Instant,
    ) -> Result<Node, Failure> {
        let (address, is_asking) = match elsewhere {
            Elsewhere::Later => (self.owner(slot(key), deadline).await?, false),
            Elsewhere::Moved(address) => (address, false),
            Elsewhere::Asking(address) => (address, true),
        };
        Ok(Node { link: self.link(&address)?, address, is_asking })
    }

    /// Waits for the table, and for a connection to any server.
    pub(crate) async fn ready(&self, deadline: Instant) -> Result<Vec<Link>, Failure> {
        self.owner(0, deadline).await?;
        let addresses: Vec<_> = self.0.table.borrow().addresses();
        let links: Vec<_> = addresses.iter().map(|address| self.link(address)).collect::<Result<_, _>>()?;
        let waiting = links.iter().map(|link| link.ready(deadline).boxed());
        let (first, _, _) = select_all(waiting).await;
        first.map(|()| links)
    }

    /// Updates the table if replies show that it is outdated, or that a server is gone.
    pub(crate) fn learn(&self, replies: &[Result<Value, Trouble>]) {
        let is_outdated = |reply: &Result<Value, Trouble>| match reply {
            Err(Trouble::NothingRan(elsewhere, _)) => !matches!(elsewhere, Elsewhere::Asking(_)),
            Err(Trouble::Failed(failure)) => !matches!(failure, Failure::Refused(_)),
            _ => false,
        };
        if replies.iter().any(is_outdated) {
            self.refresh();
        }
    }

    /// The address of the server that has a slot, as soon as it is known.
    async fn owner(&self, slot: u16, deadline: Instant) -> Result<String, Failure> {
        if let Some(address) = self.0.table.borrow().owner(slot) {
            return Ok(address.to_owned());
        }
        let mut table = self.0.table.subscribe();
        self.refresh();
        let known = table.wait_for(|table| table.owner(slot).is_some());
        match timeout_at(deadline, known).await {
            Ok(Ok(table)) => Ok(table.owner(slot).unwrap_or_default().to_owned()),
            _ => Err(Failure::Unreachable(format!("no server of the cluster is known to have slot {slot}"))),
        }
    }

    fn link(&self, address: &str) -> Result<Link, Failure> {
        let mut links = self.links();
        if let Some(link) = links.get(address) {
            return Ok(link.clone());
        }
        let unreadable = || Failure::Refused(format!("{address:?} is no address of a server"));
        let client = self.0.client(address).ok_or_else(unreadable)?;
        let link = Link::new(connect_to(client), self.0.timing);
        links.insert(address.to_owned(), link.clone());
        Ok(link)
    }

    fn links(&self) -> MutexGuard<'_, HashMap<String, Link>> {
        self.0.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the task that asks for the table, unless it runs.
    fn refresh(&self) {
        if !self.0.is_asking.swap(true, Ordering::AcqRel) {
            tokio::spawn(Turn(self.clone()).refresh());
        }
    }

    /// The first table that any server sends.
    async fn table(&self) -> Option<Table> {
        let deadline = Instant::now() + TABLE_TIMEOUT;
        let links: Vec<_> =
            self.links().iter().map(|(address, link)| (address.clone(), link.clone())).collect();
        let ask = |(address, link): (String, Link)| async move {
            let mut command = cmd("CLUSTER");
            command.arg("SLOTS");
            let reply = link.send(&[command], deadline).await.pop()?.ok()?;
            Table::read(&reply, &address)
        };
        let mut tables: FuturesUnordered<_> = links.into_iter().map(ask).collect();
        while let Some(table) = tables.next().await {
            if table.is_some() {
                return table;
            }
        }
        None
    }

    /// Keeps the table, and only the links to its servers and to those that were given.
    fn keep(&self, table: Table) {
        let addresses = table.addresses();
        self.links().retain(|address, _| addresses.contains(address) || self.0.seeds.contains(address));
        self.0.table.send_replace(table);
    }
}

impl Inner {
    /// A client for a server of the cluster.
    fn client(&self, address: &str) -> Option<Client> {
        let (host, port) = address.rsplit_once(':')?;
        let (host, port) = (host.trim_matches(['[', ']']).to_owned(), port.parse().ok()?);
        let info = self.pattern.get_connection_info().clone();
        let address = match info.addr().clone() {
            ConnectionAddr::TcpTls { insecure, tls_params, .. } => {
                ConnectionAddr::TcpTls { host, port, insecure, tls_params }
            }
            _ => ConnectionAddr::Tcp(host, port),
        };
        Client::open(info.set_addr(address)).ok()
    }
}

/// The right to ask for the table, which one task has at a time.
struct Turn(Cluster);

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.0.is_asking.store(false, Ordering::Release);
    }
}

impl Turn {
    async fn refresh(self) {
        if let Some(table) = self.0.table().await {
            self.0.keep(table);
        }
        sleep(BETWEEN_TABLES).await;
    }
}

impl Table {
    fn owner(&self, slot: u16) -> Option<&str> {
        let index = self.0.partition_point(|range| range.last < slot);
        let range = self.0.get(index)?;
        (range.first <= slot).then_some(&range.address)
    }

    fn addresses(&self) -> Vec<String> {
        let mut addresses: Vec<_> = self.0.iter().map(|range| range.address.clone()).collect();
        addresses.sort_unstable();
        addresses.dedup();
        addresses
    }

    /// The reply to `CLUSTER SLOTS`, if it has any slot. A server that does not know its own host leaves it out.
    fn read(reply: &Value, asked: &str) -> Option<Self> {
        let own_host = asked.rsplit_once(':')?.0;
        let Value::Array(ranges) = reply else { return None };
        let mut ranges: Vec<_> =
            ranges.iter().map(|range| Range::read(range, own_host)).collect::<Option<_>>()?;
        ranges.sort_unstable_by_key(|range| range.first);
        (!ranges.is_empty()).then_some(Self(ranges))
    }
}

impl Range {
    fn read(range: &Value, own_host: &str) -> Option<Self> {
        let Value::Array(parts) = range else { return None };
        let [first, last, Value::Array(primary), ..] = &parts[..] else { return None };
        let [host, port, ..] = &primary[..] else { return None };
        let host = match host {
            Value::BulkString(host) => core::str::from_utf8(host).ok()?,
            Value::SimpleString(host) => host,
            Value::Nil => "",
            _ => return None,
        };
        let host = if matches!(host, "" | "?") { own_host } else { host };
        let number = |value: &Value| match value {
            Value::Int(number) => u16::try_from(*number).ok(),
            _ => None,
        };
        Some(Self {
            first: number(first)?,
            last: number(last)?,
            address: format!("{host}:{}", number(port)?),
        })
    }
}

fn address_of(client: &Client) -> String {
    match client.get_connection_info().addr() {
        ConnectionAddr::Tcp(host, port) | ConnectionAddr::TcpTls { host, port, .. } => {
            format!("{host}:{port}")
        }
        other => other.to_string(),
    }
}

/// The slot of a key: that of its hash tag, if it has one.
fn slot(key: &[u8]) -> u16 {
    crc16::State::<crc16::XMODEM>::calculate(tag(key).unwrap_or(key)) % SLOTS
}

fn tag(key: &[u8]) -> Option<&[u8]> {
    let start = key.iter().position(|byte| *byte == b'{')? + 1;
    let length = key[start..].iter().position(|byte| *byte == b'}')?;
    (length > 0).then(|| &key[start..start + length])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the specification of clusters.
    #[test]
    fn a_slot_is_that_of_the_hash_tag() {
        assert_eq!(slot(b"123456789"), 0x31c3);
        assert_eq!(slot(b"{user1000}.following"), slot(b"user1000"));
        assert_eq!(slot(b"foo{}{bar}"), crc16::State::<crc16::XMODEM>::calculate(b"foo{}{bar}") % SLOTS);
        assert_eq!(slot(b"foo{{bar}}zap"), slot(b"{bar"));
        assert_eq!(slot(b"foo{bar}{zap}"), slot(b"bar"));
    }

    fn range(first: i64, last: i64, host: Value, port: i64) -> Value {
        let primary = Value::Array(vec![host, Value::Int(port), Value::BulkString(b"id".to_vec())]);
        Value::Array(vec![Value::Int(first), Value::Int(last), primary])
    }

    #[test]
    fn a_table_finds_the_owner_of_every_slot_that_has_one() {
        let host = |host: &str| Value::BulkString(host.into());
        let reply = Value::Array(vec![
            range(100, 200, host(""), 2),
            range(0, 50, host("10.0.0.1"), 1),
            range(300, 16_383, Value::Nil, 3),
        ]);
        let table = Table::read(&reply, "seed:6379").expect("a table");
        let owners = [0, 50, 51, 100, 200, 250, 300, 16_383].map(|slot| table.owner(slot));
        let [first, second, third] = [Some("10.0.0.1:1"), Some("seed:2"), Some("seed:3")];
        assert_eq!(owners, [first, first, None, second, second, None, third, third]);
        assert_eq!(table.addresses(), ["10.0.0.1:1", "seed:2", "seed:3"]);
    }

    #[test]
    fn what_is_no_table_is_refused() {
        for reply in [Value::Nil, Value::Array(Vec::new()), Value::Array(vec![Value::Int(1)])] {
            assert_eq!(Table::read(&reply, "seed:6379"), None, "{reply:?}");
        }
        let odd = Value::Array(vec![range(0, 70_000, Value::Nil, 1)]);
        assert_eq!(Table::read(&odd, "seed:6379"), None);
    }
}
