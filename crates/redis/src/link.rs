//! The connection to Redis: made when it is first needed, and made again after it broke.

use core::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use redis::{
    AsyncConnectionConfig, Cmd, ErrorKind, Pipeline, RedisError, RedisResult, ServerErrorKind, Value,
    aio::{ConnectionLike, MultiplexedConnection},
};

use crate::answer::Failure;

/// Where the states are.
#[derive(Clone)]
pub enum Server {
    /// One server.
    Single(redis::Client),
    /// A cluster, whose servers have a part of the clients each.
    #[cfg(feature = "cluster")]
    Cluster(Box<redis::cluster::ClusterClient>),
}

impl From<redis::Client> for Server {
    fn from(client: redis::Client) -> Self {
        Self::Single(client)
    }
}

#[cfg(feature = "cluster")]
impl From<redis::cluster::ClusterClient> for Server {
    fn from(client: redis::cluster::ClusterClient) -> Self {
        Self::Cluster(Box::new(client))
    }
}

/// A connection that all tasks share. A clone is the same connection.
#[derive(Clone)]
enum Connection {
    Single(MultiplexedConnection),
    #[cfg(feature = "cluster")]
    Cluster(redis::cluster_async::ClusterConnection),
}

/// Why a command has no answer.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// The server does not know the script, so it did nothing.
    NoScript,
    Failed(Failure),
}

/// The connection, if there is one, and how many there were before it.
pub(crate) struct Link {
    server: Server,
    held: Mutex<(u64, Option<Connection>)>,
    /// Whoever has this connects; the others wait for it.
    connecting: tokio::sync::Mutex<()>,
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.server {
            Server::Single(_) => "Link to one server",
            #[cfg(feature = "cluster")]
            Server::Cluster(_) => "Link to a cluster",
        })
    }
}

impl Link {
    pub(crate) fn new(server: Server) -> Self {
        Self { server, held: Mutex::new((0, None)), connecting: tokio::sync::Mutex::new(()) }
    }

    /// Sends commands, many of them at once, and returns what became of each.
    pub(crate) async fn send(&self, commands: Vec<Cmd>) -> Vec<Result<Value, Trouble>> {
        let count = commands.len();
        let (number, connection) = match self.connected().await {
            Ok(connected) => connected,
            Err(error) => return vec![Err(trouble(&error)); count],
        };
        let answers = connection.send(commands).await;
        if answers.iter().any(|answer| answer.as_ref().is_err_and(RedisError::is_unrecoverable_error)) {
            self.give_up(number);
        }
        answers.into_iter().map(answer).collect()
    }

    /// Leaves a connection that gives no answers; the next command makes another.
    pub(crate) fn give_up_current(&self) {
        let number = self.held().0;
        self.give_up(number);
    }

    /// Unless somebody else has done it, and another connection is there already.
    fn give_up(&self, number: u64) {
        let mut held = self.held();
        if held.0 == number {
            *held = (number + 1, None);
        }
    }

    /// The connection there is, or a new one, with its number.
    async fn connected(&self) -> RedisResult<(u64, Connection)> {
        if let (number, Some(connection)) = &*self.held() {
            return Ok((*number, connection.clone()));
        }
        let _turn = self.connecting.lock().await;
        if let (number, Some(connection)) = &*self.held() {
            return Ok((*number, connection.clone()));
        }
        let connection = self.server.connect().await?;
        let mut held = self.held();
        held.1 = Some(connection.clone());
        Ok((held.0, connection))
    }

    fn held(&self) -> MutexGuard<'_, (u64, Option<Connection>)> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    /// The store has a deadline for each call, so the connection needs none.
    async fn connect(&self) -> RedisResult<Connection> {
        match self {
            Self::Single(client) => {
                let config =
                    AsyncConnectionConfig::new().set_connection_timeout(None).set_response_timeout(None);
                Ok(Connection::Single(client.get_multiplexed_async_connection_with_config(&config).await?))
            }
            #[cfg(feature = "cluster")]
            Self::Cluster(client) => Ok(Connection::Cluster(client.get_async_connection().await?)),
        }
    }
}

impl Connection {
    async fn send(self, commands: Vec<Cmd>) -> Vec<RedisResult<Value>> {
        match self {
            Self::Single(mut connection) if commands.len() == 1 => {
                vec![connection.req_packed_command(&commands[0]).await]
            }
            Self::Single(mut connection) => {
                let count = commands.len();
                let mut pipeline = Pipeline::with_capacity(count);
                for command in commands {
                    pipeline.add_command(command);
                }
                match connection.req_packed_commands(&pipeline, 0, count).await {
                    Ok(values) => values.into_iter().map(Ok).collect(),
                    Err(error) => vec![Err(error); count],
                }
            }
            // They are for different servers, and all under way at once.
            #[cfg(feature = "cluster")]
            Self::Cluster(cluster) => {
                let send = |command: Cmd| {
                    let mut cluster = cluster.clone();
                    async move { cluster.req_packed_command(&command).await }
                };
                futures_util::future::join_all(commands.into_iter().map(send)).await
            }
        }
    }
}

fn answer(result: RedisResult<Value>) -> Result<Value, Trouble> {
    match result {
        Ok(Value::ServerError(error)) => Err(trouble(&error.into())),
        Ok(value) => Ok(value),
        Err(error) => Err(trouble(&error)),
    }
}

fn trouble(error: &RedisError) -> Trouble {
    let message = || error.to_string();
    Trouble::Failed(match error.kind() {
        ErrorKind::Server(ServerErrorKind::NoScript) => return Trouble::NoScript,
        ErrorKind::Io | ErrorKind::ClusterConnectionNotFound if error.is_timeout() => Failure::Late,
        ErrorKind::Io | ErrorKind::ClusterConnectionNotFound => Failure::Unreachable(message()),
        _ => Failure::Refused(message()),
    })
}
