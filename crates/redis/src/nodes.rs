//! The servers behind a store. Each call goes to the server that has its keys, and is only sent again if the server
//! replied that it did nothing.

use core::{fmt, time::Duration};

use futures_util::future::join_all;
use ratelab_store::Failure;
use redis::{Cmd, Value, cmd};
use tokio::time::{Instant, sleep_until};

#[cfg(feature = "cluster")]
use crate::cluster::Cluster;
use crate::{
    backoff::jittered,
    call::{Call, Caller},
    failure::{Elsewhere, Trouble},
    link::Link,
    server::{Kind, Server},
};

/// The pause before a call is sent again to a server that could not run it yet.
const AGAIN: Duration = Duration::from_millis(10);

/// The servers of a store.
#[derive(Debug)]
pub(crate) enum Nodes {
    Single(Link),
    #[cfg(feature = "cluster")]
    Cluster(Cluster),
}

/// The server for a call.
pub(crate) struct Node {
    pub(crate) link: Link,
    /// Its address in a cluster.
    pub(crate) address: String,
    /// Whether it is only taking over the slot, so that the call must begin with `ASKING`.
    pub(crate) is_asking: bool,
}

/// A call without a result.
struct Open {
    index: usize,
    elsewhere: Elsewhere,
}

impl Nodes {
    pub(crate) fn new(server: Server) -> Self {
        match server.kind {
            Kind::Single(connect) => Self::Single(Link::new(connect, server.timing)),
            #[cfg(feature = "cluster")]
            Kind::Cluster(seeds) => Self::Cluster(Cluster::new(&seeds, server.timing)),
        }
    }

    /// The reply to each call before the deadline.
    pub(crate) async fn ask(
        &self,
        caller: &Caller,
        calls: &[&Call],
        deadline: Instant,
    ) -> Vec<Result<Value, Failure>> {
        let mut results: Vec<Option<Result<Value, Trouble>>> = calls.iter().map(|_| None).collect();
        let mut open: Vec<Open> =
            (0..calls.len()).map(|index| Open { index, elsewhere: Elsewhere::Later }).collect();
        while !open.is_empty() {
            let groups = self.grouped(calls, open, &mut results, deadline).await;
            let sent = groups.into_iter().map(|(node, indexes)| async move {
                let calls: Vec<_> = indexes.iter().map(|&index| calls[index]).collect();
                let replies = node.ask(caller, &calls, deadline).await;
                (indexes, replies)
            });
            for (indexes, replies) in join_all(sent).await {
                self.learn(&replies);
                indexes.into_iter().zip(replies).for_each(|(index, reply)| results[index] = Some(reply));
            }
            open = self.unrun(&results);
            if Instant::now() >= deadline {
                break;
            }
            if open.iter().any(|open| open.elsewhere == Elsewhere::Later) {
                sleep_until(deadline.min(Instant::now() + jittered(AGAIN))).await;
            }
        }
        let result = |result: Option<Result<Value, Trouble>>| {
            result.unwrap_or(Err(Trouble::Failed(Failure::Late))).map_err(Trouble::into_failure)
        };
        results.into_iter().map(result).collect()
    }

    /// The calls that go to the same server, which goes on in one pipeline. Calls without a server have failed.
    async fn grouped(
        &self,
        calls: &[&Call],
        open: Vec<Open>,
        results: &mut [Option<Result<Value, Trouble>>],
        deadline: Instant,
    ) -> Vec<(Node, Vec<usize>)> {
        let mut groups: Vec<(Node, Vec<usize>)> = Vec::new();
        for Open { index, elsewhere } in open {
            match self.node(calls[index], elsewhere, deadline).await {
                Ok(node) => match groups.iter_mut().find(|(known, _)| known.is_same(&node)) {
                    Some((_, indexes)) => indexes.push(index),
                    None => groups.push((node, vec![index])),
                },
                Err(failure) => results[index] = Some(Err(Trouble::Failed(failure))),
            }
        }
        groups
    }

    /// The server for a call, as soon as it is known.
    #[cfg_attr(not(feature = "cluster"), allow(unused_variables))]
    async fn node(&self, call: &Call, elsewhere: Elsewhere, deadline: Instant) -> Result<Node, Failure> {
        match self {
            Self::Single(link) => Ok(Node { link: link.clone(), address: String::new(), is_asking: false }),
            #[cfg(feature = "cluster")]
            Self::Cluster(cluster) => cluster.node(&call.keys[0], elsewhere, deadline).await,
        }
    }

    /// The calls that have not run, although the server replied.
    fn unrun(&self, results: &[Option<Result<Value, Trouble>>]) -> Vec<Open> {
        let open = |(index, result): (usize, &Option<Result<Value, Trouble>>)| match result {
            Some(Err(Trouble::NothingRan(elsewhere, _))) if self.can_follow(elsewhere) => {
                Some(Open { index, elsewhere: elsewhere.clone() })
            }
            _ => None,
        };
        results.iter().enumerate().filter_map(open).collect()
    }

    fn can_follow(&self, elsewhere: &Elsewhere) -> bool {
        match self {
            Self::Single(_) => *elsewhere == Elsewhere::Later,
            #[cfg(feature = "cluster")]
            Self::Cluster(_) => true,
        }
    }

    /// Takes note of what replies say about the cluster.
    #[cfg_attr(not(feature = "cluster"), allow(unused_variables))]
    fn learn(&self, replies: &[Result<Value, Trouble>]) {
        match self {
            Self::Single(_) => {}
            #[cfg(feature = "cluster")]
            Self::Cluster(cluster) => cluster.learn(replies),
        }
    }

    /// Waits until the store can be used: until there is a connection, or one to any server of a cluster.
    pub(crate) async fn ready(&self, deadline: Instant) -> Result<Vec<Link>, Failure> {
        match self {
            Self::Single(link) => link.ready(deadline).await.map(|()| vec![link.clone()]),
            #[cfg(feature = "cluster")]
            Self::Cluster(cluster) => cluster.ready(deadline).await,
        }
    }
}

impl Node {
    fn is_same(&self, other: &Self) -> bool {
        self.address == other.address && self.is_asking == other.is_asking
    }

    /// Calls the script by its digest. If the server does not know the script, it has done nothing: it gets the text,
    /// once, and the calls again.
    async fn ask(&self, caller: &Caller, calls: &[&Call], deadline: Instant) -> Vec<Result<Value, Trouble>> {
        let by_digest = |calls: &[&Call]| calls.iter().map(|call| caller.by_digest(call)).collect::<Vec<_>>();
        let mut replies = self.send(Vec::new(), by_digest(calls), deadline).await;
        for load in [Load::Script, Load::WithFirstCall] {
            let is_forgotten = |index: &usize| replies[*index] == Err(Trouble::NoScript);
            let forgotten: Vec<usize> = (0..calls.len()).filter(is_forgotten).collect();
            let Some(&first) = forgotten.first() else { break };
            let again: Vec<_> = forgotten.iter().map(|&index| calls[index]).collect();
            let mut commands = by_digest(&again);
            let before = match load {
                Load::Script => vec![caller.load()],
                Load::WithFirstCall => {
                    commands[0] = caller.with_text(calls[first]);
                    Vec::new()
                }
            };
            let answers = self.send(before, commands, deadline).await;
            forgotten.into_iter().zip(answers).for_each(|(index, answer)| replies[index] = answer);
        }
        replies
    }

    /// Sends commands after others whose replies do not matter.
    async fn send(
        &self,
        mut commands: Vec<Cmd>,
        calls: Vec<Cmd>,
        deadline: Instant,
    ) -> Vec<Result<Value, Trouble>> {
        let before = commands.len();
        for call in calls {
            if self.is_asking {
                commands.push(cmd("ASKING"));
            }
            commands.push(call);
        }
        let replies = self.link.send(&commands, deadline).await.into_iter().skip(before);
        match self.is_asking {
            true => replies.skip(1).step_by(2).collect(),
            false => replies.collect(),
        }
    }
}

/// How a server gets a script that it does not know.
enum Load {
    Script,
    /// With a call, where scripts may not be loaded by themselves.
    WithFirstCall,
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Node").field("address", &self.address).finish_non_exhaustive()
    }
}
