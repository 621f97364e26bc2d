//! A connection that all tasks share, of whatever type.

use redis::{Cmd, Pipeline, RedisError, RedisResult, Value, aio::ConnectionLike, cmd};

/// A connection that a store can use: its clones are the same connection, and may send at the same time.
///
/// Every such [`ConnectionLike`] is one, for example [`redis::aio::MultiplexedConnection`].
pub trait SharedConnection: ConnectionLike + Clone + Send + Sync + 'static {}

impl<C: ConnectionLike + Clone + Send + Sync + 'static> SharedConnection for C {}

/// As [`SharedConnection`], for use as an object.
trait AnyConnection: ConnectionLike + Send + Sync {
    fn boxed(&self) -> Box<dyn AnyConnection>;
}

impl<C: SharedConnection> AnyConnection for C {
    fn boxed(&self) -> Box<dyn AnyConnection> {
        Box::new(self.clone())
    }
}

/// Any shared connection.
pub(crate) struct Connection(Box<dyn AnyConnection>);

impl Connection {
    pub(crate) fn new(connection: impl SharedConnection) -> Self {
        Self(Box::new(connection))
    }

    /// Sends commands in one pipeline, and returns the reply to each.
    pub(crate) async fn send(&self, commands: &[Cmd]) -> Vec<RedisResult<Value>> {
        let mut connection = self.0.boxed();
        if let [command] = commands {
            return vec![reply(connection.req_packed_command(command).await)];
        }
        let mut pipeline = Pipeline::with_capacity(commands.len());
        for command in commands {
            pipeline.add_command(command.clone());
        }
        match connection.req_packed_commands(&pipeline, 0, commands.len()).await {
            Ok(values) => values.into_iter().map(|value| reply(Ok(value))).collect(),
            Err(error) => vec![Err(error); commands.len()],
        }
    }

    /// Reports whether the server replies at all, even if with an error.
    pub(crate) async fn is_alive(&self) -> bool {
        let reply = self.send(&[cmd("PING")]).await.pop();
        !matches!(reply, Some(Err(error)) if is_broken(&error))
    }
}

/// An error as a value, which is how a pipeline returns it, is an error.
fn reply(result: RedisResult<Value>) -> RedisResult<Value> {
    match result {
        Ok(Value::ServerError(error)) => Err(error.into()),
        other => other,
    }
}

/// Reports whether an error is one of the connection, which no later command will survive.
pub(crate) fn is_broken(error: &RedisError) -> bool {
    error.is_unrecoverable_error() || error.is_io_error()
}
