//! Decisions on the same connections: one request under way on each, or a hundred.

use std::{ops::Range, time::Duration};

use ratelab_limiter::Policy;
use ratelab_redis::AsyncStore;
use ratelab_store::{OnFailure, Origin};
use redis::{Connection, Pipeline, Value};
use tokio::runtime::{Builder, Runtime};

use crate::{
    Outcome,
    contender::{Call, client_name},
    server::Server,
};

pub(crate) const CONNECTIONS: usize = 8;
/// Requests in one pipeline.
const BATCH: usize = 100;

/// How many requests are under way on a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    Single,
    Pipelined,
}

impl Pace {
    pub(crate) const ALL: [Self; 2] = [Self::Single, Self::Pipelined];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Pipelined => "pipelined",
        }
    }
}

/// The clients of each connection.
fn shares(clients: &Range<u32>) -> impl Iterator<Item = Vec<u32>> {
    let share = clients.len().div_ceil(CONNECTIONS);
    let clients: Vec<u32> = clients.clone().collect();
    (0..CONNECTIONS).map(move |place| clients.iter().skip(place * share).take(share).copied().collect())
}

/// Connections that wait, each with a thread during a turn.
pub(crate) struct Threads {
    pub(crate) connections: Vec<Connection>,
}

impl Threads {
    pub(crate) fn new(server: &Server) -> Outcome<Self> {
        let client = server.client()?;
        let connect = |_| client.get_connection();
        Ok(Self { connections: (0..CONNECTIONS).map(connect).collect::<Result<_, _>>()? })
    }

    /// How many requests of these clients are admitted.
    pub(crate) fn turn(&mut self, call: &Call, pace: Pace, clients: &Range<u32>) -> Outcome<u32> {
        let results: Vec<Result<u32, String>> = std::thread::scope(|scope| {
            let work = |(connection, share): (&mut Connection, Vec<u32>)| {
                decide(connection, call, pace, &share).map_err(|error| error.to_string())
            };
            let pairs = self.connections.iter_mut().zip(shares(clients));
            let threads: Vec<_> = pairs.map(|pair| scope.spawn(move || work(pair))).collect();
            let joined =
                threads.into_iter().map(|thread| thread.join().map_err(|_| "A thread failed.".to_owned()));
            joined.map(Result::flatten).collect()
        });
        Ok(results.into_iter().sum::<Result<u32, String>>()?)
    }
}

fn decide(connection: &mut Connection, call: &Call, pace: Pace, clients: &[u32]) -> Outcome<u32> {
    let mut admitted = 0;
    for batch in clients.chunks(if pace == Pace::Single { 1 } else { BATCH }) {
        let answers = if let [client] = batch {
            vec![call.command(*client, "").query(connection)?]
        } else {
            let mut pipeline = Pipeline::with_capacity(batch.len());
            for client in batch {
                pipeline.add_command(call.command(*client, ""));
            }
            pipeline.query::<Vec<Value>>(connection)?
        };
        for answer in &answers {
            admitted += u32::from(call.admits(answer)?);
        }
    }
    Ok(admitted)
}

/// Our own stores, each with a connection, and tokio with as many threads as there are cores.
pub(crate) struct Stores {
    runtime: Runtime,
}

impl Stores {
    pub(crate) fn new() -> Outcome<Self> {
        Ok(Self { runtime: Builder::new_multi_thread().enable_all().build()? })
    }

    /// A store for each connection. A busy machine is no reason for a failure.
    pub(crate) fn connect(server: &Server, policy: &Policy) -> Outcome<Vec<AsyncStore>> {
        let store = |_| {
            let store = AsyncStore::new(server.client()?, policy.clone(), OnFailure::Closed)?;
            Ok(store.deadline(Duration::from_secs(30)))
        };
        (0..CONNECTIONS).map(store).collect()
    }

    /// How many requests of these clients are admitted.
    pub(crate) fn turn(&self, stores: &[AsyncStore], pace: Pace, clients: &Range<u32>) -> Outcome<u32> {
        self.runtime.block_on(async {
            let pairs = stores.iter().cloned().zip(shares(clients));
            let tasks: Vec<_> = pairs.map(|(store, share)| tokio::spawn(ask(store, pace, share))).collect();
            let mut admitted = 0;
            for task in tasks {
                admitted += task.await??;
            }
            Ok(admitted)
        })
    }
}

async fn ask(store: AsyncStore, pace: Pace, clients: Vec<u32>) -> Result<u32, String> {
    let mut admitted = 0;
    for batch in clients.chunks(if pace == Pace::Single { 1 } else { BATCH }) {
        let answers = match batch {
            [client] => vec![store.check(client_name(*client)).await],
            batch => {
                let requests: Vec<_> = batch.iter().map(|client| (client_name(*client), 1)).collect();
                store.check_all(&requests).await
            }
        };
        for answer in answers {
            if answer.origin != Origin::Remote {
                return Err(format!("The store answered by {:?}.", answer.origin));
            }
            admitted += u32::from(answer.outcome.admits());
        }
    }
    Ok(admitted)
}
