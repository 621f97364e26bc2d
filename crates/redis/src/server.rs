//! The server of a store: where connections come from, and how they are made and replaced.

use core::{fmt, future::Future, pin::Pin, time::Duration};
use std::sync::Arc;

use redis::{AsyncConnectionConfig, RedisResult};

use crate::connection::{Connection, SharedConnection};

/// How long one attempt to connect may take. A handshake across continents with TLS takes half a second.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The age at which a connection is replaced, so that a change of address is noticed at some point.
const MAX_AGE: Duration = Duration::from_secs(30 * 60);

/// The server of a store: one server, from a [`redis::Client`] or any [other connection](Self::connect_with), or with
/// the feature `cluster` a [cluster](Self::cluster).
///
/// A store connects in a separate task. Calls wait for it until their deadline, so a handshake may take longer than a
/// call. After a failed attempt, calls are answered at once by [`OnFailure`](ratelab_store::OnFailure), while that
/// task tries again, at most twice a second.
///
/// ```
/// use std::time::Duration;
///
/// use ratelab_redis::Server;
///
/// let client = redis::Client::open("redis://127.0.0.1/")?;
/// let server = Server::from(client).connect_timeout(Duration::from_secs(2)).max_age(Duration::from_secs(600));
/// # let _ = server;
/// # Ok::<(), redis::RedisError>(())
/// ```
#[derive(Clone)]
pub struct Server {
    pub(crate) kind: Kind,
    pub(crate) timing: Timing,
}

/// Private, so that the feature `cluster` does not change a public type.
#[derive(Clone)]
pub(crate) enum Kind {
    Single(Connect),
    #[cfg(feature = "cluster")]
    Cluster(Arc<[redis::Client]>),
}

/// The times of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    pub(crate) connect_timeout: Duration,
    pub(crate) max_age: Duration,
}

/// Makes a connection.
pub(crate) type Connect = Arc<dyn Fn() -> Connecting + Send + Sync>;

type Connecting = Pin<Box<dyn Future<Output = RedisResult<Connection>> + Send>>;

impl Server {
    /// Returns a server whose connections a function makes, such as one that asks Sentinels for the primary or
    /// fetches a new password. The store calls it again whenever it needs another connection.
    ///
    /// ```
    /// use ratelab_redis::{Server, redis};
    ///
    /// let client = redis::Client::open("redis://127.0.0.1/")?;
    /// let server = Server::connect_with(move || {
    ///     let client = client.clone();
    ///     async move { client.get_multiplexed_async_connection().await }
    /// });
    /// # let _ = server;
    /// # Ok::<(), redis::RedisError>(())
    /// ```
    pub fn connect_with<F, C>(connect: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = RedisResult<C>> + Send + 'static,
        C: SharedConnection,
    {
        let connect: Connect = Arc::new(move || {
            let connecting = connect();
            Box::pin(async move { Ok(Connection::new(connecting.await?)) })
        });
        Self::new(Kind::Single(connect))
    }

    /// Returns a cluster, from the addresses of some of its servers. One that answers is enough.
    ///
    /// ```
    /// use ratelab_redis::Server;
    ///
    /// let server = Server::cluster(["redis://10.0.0.1/", "redis://10.0.0.2/"])?;
    /// # let _ = server;
    /// # Ok::<(), redis::RedisError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a [`RedisError`](redis::RedisError) if there is no address, or one is invalid.
    #[cfg(feature = "cluster")]
    pub fn cluster<A: redis::IntoConnectionInfo>(
        addresses: impl IntoIterator<Item = A>,
    ) -> RedisResult<Self> {
        let seeds: Arc<[redis::Client]> =
            addresses.into_iter().map(redis::Client::open).collect::<RedisResult<_>>()?;
        if seeds.is_empty() {
            return Err(
                (redis::ErrorKind::InvalidClientConfig, "a cluster needs at least one address").into()
            );
        }
        Ok(Self::new(Kind::Cluster(seeds)))
    }

    /// Sets how long one attempt to connect may take, 5 s by default.
    #[must_use]
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.timing.connect_timeout = timeout;
        self
    }

    /// Sets the age at which a connection is replaced, half an hour by default. The old connection serves until the
    /// new one is there.
    #[must_use]
    pub fn max_age(mut self, age: Duration) -> Self {
        self.timing.max_age = age;
        self
    }

    fn new(kind: Kind) -> Self {
        Self { kind, timing: Timing { connect_timeout: CONNECT_TIMEOUT, max_age: MAX_AGE } }
    }
}

impl From<redis::Client> for Server {
    fn from(client: redis::Client) -> Self {
        Self::new(Kind::Single(connect_to(client)))
    }
}

impl fmt::Debug for Server {
    /// Without addresses, which may contain passwords.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("timing", &self.timing).finish_non_exhaustive()
    }
}

/// Connects by a client. Calls and attempts have their own timeouts, so its connections need none.
pub(crate) fn connect_to(client: redis::Client) -> Connect {
    Arc::new(move || {
        let client = client.clone();
        Box::pin(async move {
            let config = AsyncConnectionConfig::new().set_connection_timeout(None).set_response_timeout(None);
            Ok(Connection::new(client.get_multiplexed_async_connection_with_config(&config).await?))
        })
    })
}
