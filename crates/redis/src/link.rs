//! The connection to Redis: made when it is first needed, and made again after it broke.

use core::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ratelab_store::Failure;
use redis::{
    AsyncConnectionConfig, Cmd, ErrorKind, Pipeline, RedisError, RedisResult, ServerErrorKind, Value,
    aio::{ConnectionLike, MultiplexedConnection},
};

/// The server of a store: one server, from a [`redis::Client`], or with the feature `cluster` a cluster, from a
/// `redis::cluster::ClusterClient`, whose servers share the clients.
///
/// ```
/// use ratelab_redis::Server;
///
/// let server = Server::from(redis::Client::open("redis://127.0.0.1/")?);
/// # let _ = server;
/// # Ok::<(), redis::RedisError>(())
/// ```
#[derive(Clone)]
pub struct Server(Kind);

/// Private, so that the feature `cluster` does not change a public type.
#[derive(Clone)]
enum Kind {
    Single(redis::Client),
    #[cfg(feature = "cluster")]
    Cluster(Box<redis::cluster::ClusterClient>),
}

impl From<redis::Client> for Server {
    fn from(client: redis::Client) -> Self {
        Self(Kind::Single(client))
    }
}

#[cfg(feature = "cluster")]
impl From<redis::cluster::ClusterClient> for Server {
    fn from(client: redis::cluster::ClusterClient) -> Self {
        Self(Kind::Cluster(Box::new(client)))
    }
}

/// A connection that all tasks share. A clone is the same connection.
#[derive(Clone)]
enum Connection {
    Single(MultiplexedConnection),
    #[cfg(feature = "cluster")]
    Cluster(redis::cluster_async::ClusterConnection),
}

/// Why a command has no reply.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// The server does not know the script, so it did nothing.
    NoScript,
    Failed(Failure),
}

/// The connection to a server or a cluster, shared by all tasks.
///
/// This is not the `ConnectionManager` of redis-rs: that reconnects on its own schedule, with retries and backoff,
/// while here every call has a deadline, so one attempt must end with the call and the next call must make another.
/// It also keeps a connection whose replies are late however often, and does not support clusters.
pub(crate) struct Link {
    server: Server,
    current: Mutex<Current>,
    /// Held by the task that connects; the others wait for it.
    connecting: tokio::sync::Mutex<()>,
}

/// The connection in use, if there is one.
#[derive(Default)]
struct Current {
    /// The number of connections before this one. A task that fails on an older one must not drop this one.
    generation: u64,
    connection: Option<Connection>,
}

impl Current {
    fn get(&self) -> Option<(u64, Connection)> {
        self.connection.clone().map(|connection| (self.generation, connection))
    }

    fn drop_generation(&mut self, generation: u64) {
        if self.generation == generation {
            *self = Self { generation: generation + 1, connection: None };
        }
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.server.0 {
            Kind::Single(_) => "Link to one server",
            #[cfg(feature = "cluster")]
            Kind::Cluster(_) => "Link to a cluster",
        })
    }
}

impl Link {
    pub(crate) fn new(server: Server) -> Self {
        Self { server, current: Mutex::default(), connecting: tokio::sync::Mutex::new(()) }
    }

    /// Sends commands, all at once, and returns the reply to each.
    pub(crate) async fn send(&self, commands: Vec<Cmd>) -> Vec<Result<Value, Trouble>> {
        let count = commands.len();
        let (generation, connection) = match self.connected().await {
            Ok(connected) => connected,
            Err(error) => return vec![Err(trouble(&error)); count],
        };
        let answers = connection.send(commands).await;
        if answers.iter().any(|answer| answer.as_ref().is_err_and(RedisError::is_unrecoverable_error)) {
            self.current().drop_generation(generation);
        }
        answers.into_iter().map(answer).collect()
    }

    /// Drops a connection on which no replies arrive; the next command makes another.
    pub(crate) fn drop_current(&self) {
        let mut current = self.current();
        let generation = current.generation;
        current.drop_generation(generation);
    }

    /// The current connection, or a new one, with its generation.
    async fn connected(&self) -> RedisResult<(u64, Connection)> {
        if let Some(connected) = self.current().get() {
            return Ok(connected);
        }
        let _turn = self.connecting.lock().await;
        if let Some(connected) = self.current().get() {
            return Ok(connected);
        }
        let connection = self.server.connect().await?;
        let mut current = self.current();
        current.connection = Some(connection.clone());
        Ok((current.generation, connection))
    }

    fn current(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    /// The store has a deadline for each call, so the connection needs none.
    async fn connect(&self) -> RedisResult<Connection> {
        match &self.0 {
            Kind::Single(client) => {
                let config =
                    AsyncConnectionConfig::new().set_connection_timeout(None).set_response_timeout(None);
                Ok(Connection::Single(client.get_multiplexed_async_connection_with_config(&config).await?))
            }
            #[cfg(feature = "cluster")]
            Kind::Cluster(client) => Ok(Connection::Cluster(client.get_async_connection().await?)),
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
            // The commands are for different servers, and are sent concurrently.
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
