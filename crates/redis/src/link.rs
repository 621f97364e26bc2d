//! The link to one server: a connection that all tasks share, made and replaced in a separate task.
//!
//! ```text
//!   Pending  --attempt succeeds-->  Up  --it breaks, or is given up-->  Pending
//!      |                            |
//!      '--attempt fails or hangs--> Down <--a probe of late replies fails--'
//!                                     '--attempt succeeds--> Up
//! ```
//!
//! While it is pending, calls wait for it with what is left of their deadlines. While it is down, they fail at once,
//! and the task tries again. The `ConnectionManager` of redis-rs lets every call wait in both cases, connects again
//! only after errors that it classifies as broken connections, which those of a demoted primary are not, and never
//! because replies are late.

use core::{fmt, future::Future, pin::pin, time::Duration};
use std::sync::{
    Arc, Mutex, PoisonError, Weak,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use futures_util::stream::{FuturesUnordered, StreamExt};
use ratelab_store::Failure;
use redis::{Cmd, RedisResult, Value};
use tokio::{
    sync::watch,
    time::{Instant, sleep, timeout, timeout_at},
};

use crate::{
    backoff::Backoff,
    connection::Connection,
    failure::{Trouble, Verdict, failure, verdict},
    observe,
    server::{Connect, Timing},
};

/// The time after which an attempt to connect no longer keeps the next one from starting. Its SYN may be lost, and
/// the kernel sends the next one only after a second. No more attempts are in progress than fit into their timeout.
const HEDGE: Duration = Duration::from_millis(400);

/// How long the server may take for a probe of a connection whose replies are late.
const PROBE: Duration = Duration::from_millis(400);

/// The shortest time between two connections that are given up because of what the server replies.
const BETWEEN_REPLACEMENTS: Duration = Duration::from_secs(1);

/// The number of attempts without a call in between after which the task ends. The next call starts it again.
const UNASKED: u32 = 20;

/// The link to one server. Clones are the same link.
#[derive(Clone)]
pub(crate) struct Link(Arc<Inner>);

struct Inner {
    connect: Connect,
    timing: Timing,
    status: watch::Sender<Status>,
    /// Whether a task is connecting.
    is_connecting: AtomicBool,
    /// Whether a call has found no connection since the task last asked.
    is_wanted: AtomicBool,
    /// The number of connections made.
    made: AtomicU64,
    /// When a connection was last given up because of what the server replied.
    replaced_at: Mutex<Option<Instant>>,
}

#[derive(Clone)]
enum Status {
    Pending,
    Up(Arc<Established>),
    Down(Failure),
}

impl Status {
    fn connection(&self) -> Result<Arc<Established>, Failure> {
        match self {
            Self::Up(established) => Ok(established.clone()),
            Self::Down(failure) => Err(failure.clone()),
            Self::Pending => Err(Failure::Late),
        }
    }
}

/// A connection in use.
struct Established {
    connection: Connection,
    number: u64,
    since: Instant,
    /// Whether a task is finding out if its replies are only late.
    is_probed: AtomicBool,
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self.0.status.borrow() {
            Status::Pending => "Link, pending",
            Status::Up(_) => "Link, up",
            Status::Down(_) => "Link, down",
        })
    }
}

impl Link {
    pub(crate) fn new(connect: Connect, timing: Timing) -> Self {
        Self(Arc::new(Inner {
            connect,
            timing,
            status: watch::Sender::new(Status::Pending),
            is_connecting: AtomicBool::new(false),
            is_wanted: AtomicBool::new(false),
            made: AtomicU64::new(0),
            replaced_at: Mutex::new(None),
        }))
    }

    /// Waits until there is a connection.
    pub(crate) async fn ready(&self, deadline: Instant) -> Result<(), Failure> {
        self.established(deadline).await.map(drop)
    }

    /// Sends commands in one pipeline, and returns the reply to each before the deadline.
    pub(crate) async fn send(&self, commands: &[Cmd], deadline: Instant) -> Vec<Result<Value, Trouble>> {
        let failed = |failure| vec![Err(Trouble::Failed(failure)); commands.len()];
        let established = match self.established(deadline).await {
            Ok(established) => established,
            Err(failure) => return failed(failure),
        };
        let Ok(replies) = timeout_at(deadline, established.connection.send(commands)).await else {
            self.probe(established);
            return failed(Failure::Late);
        };
        self.judge(&established, &replies);
        replies.into_iter().map(|reply| reply.map_err(|error| Trouble::from_error(&error))).collect()
    }

    /// The connection, as soon as there is one.
    async fn established(&self, deadline: Instant) -> Result<Arc<Established>, Failure> {
        let status = self.0.status.borrow().clone();
        match status {
            Status::Up(established) => {
                if established.since.elapsed() > self.0.timing.max_age {
                    self.connect();
                }
                Ok(established)
            }
            Status::Down(failure) => {
                self.want();
                Err(failure)
            }
            Status::Pending => {
                let mut status = self.0.status.subscribe();
                self.want();
                let known = status.wait_for(|status| !matches!(status, Status::Pending));
                match timeout_at(deadline, known).await {
                    Ok(Ok(status)) => status.connection(),
                    _ => Err(Failure::Late),
                }
            }
        }
    }

    fn want(&self) {
        self.0.is_wanted.store(true, Ordering::Relaxed);
        self.connect();
    }

    /// Starts the task that connects, unless it runs.
    fn connect(&self) {
        if self.0.is_connecting.swap(true, Ordering::AcqRel) {
            return;
        }
        let link = self.clone();
        tokio::spawn(async move {
            Turn(link.0.clone()).connect().await;
            // The connection may have been lost again before the turn ended.
            if link.0.is_wanted.load(Ordering::Relaxed) {
                link.connect();
            }
        });
    }

    /// Finds out if the server behind late replies still replies. If it does not, the peer may be gone without having
    /// closed the connection.
    fn probe(&self, late: Arc<Established>) {
        if late.is_probed.swap(true, Ordering::AcqRel) {
            return;
        }
        let inner = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let is_alive = timeout(PROBE, late.connection.is_alive()).await == Ok(true);
            late.is_probed.store(false, Ordering::Release);
            if let (false, Some(inner)) = (is_alive, Weak::upgrade(&inner)) {
                let link = Self(inner);
                link.drop_connection(late.number, "it does not reply", || Status::Down(Failure::Late));
                link.want();
            }
        });
    }

    /// Drops a connection if the errors that arrived on it say so.
    fn judge(&self, established: &Established, replies: &[RedisResult<Value>]) {
        let verdicts = replies.iter().filter_map(|reply| Some(verdict(reply.as_ref().err()?)));
        match verdicts.max_by_key(|verdict| *verdict as u8) {
            Some(Verdict::Broken) => {
                self.drop_connection(established.number, "it broke", || Status::Pending);
            }
            Some(Verdict::Replace) if self.may_replace() => {
                self.drop_connection(established.number, "the server cannot serve", || Status::Pending);
            }
            _ => {}
        }
    }

    fn may_replace(&self) -> bool {
        let mut replaced_at = self.0.replaced_at.lock().unwrap_or_else(PoisonError::into_inner);
        let may = replaced_at.is_none_or(|instant| instant.elapsed() >= BETWEEN_REPLACEMENTS);
        if may {
            *replaced_at = Some(Instant::now());
        }
        may
    }

    /// Drops the connection with this number, unless there is another by now.
    fn drop_connection(&self, number: u64, reason: &str, then: impl FnOnce() -> Status) {
        let was_current = self.0.status.send_if_modified(|status| {
            let is_current = matches!(status, Status::Up(current) if current.number == number);
            if is_current {
                *status = then();
            }
            is_current
        });
        if was_current {
            observe::lost(&reason);
        }
    }
}

/// The right to connect, which one task has at a time.
struct Turn(Arc<Inner>);

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.is_connecting.store(false, Ordering::Release);
    }
}

impl Turn {
    /// Tries until there is a connection, or until no call has wanted one for a while.
    async fn connect(self) {
        let mut attempts = FuturesUnordered::new();
        let mut backoff = Backoff::new();
        let mut unasked = 0;
        while unasked < UNASKED {
            attempts.push(self.attempt());
            match self.first_success(&mut attempts, &mut backoff).await {
                Some(connection) => return self.publish(connection),
                None if self.0.is_wanted.swap(false, Ordering::Relaxed) => unasked = 0,
                None => unasked += 1,
            }
        }
        // What is known is old by the time of the next call.
        self.set_unless_up(Status::Pending);
    }

    fn attempt(&self) -> impl Future<Output = Result<Connection, Failure>> + use<> {
        let (connecting, limit) = ((self.0.connect)(), self.0.timing.connect_timeout);
        async move {
            match timeout(limit, connecting).await {
                Ok(Ok(connection)) => Ok(connection),
                Ok(Err(error)) => Err(match failure(&error) {
                    Failure::Refused(reason) => Failure::Unreachable(reason),
                    other => other,
                }),
                Err(_) => Err(Failure::Unreachable(format!("no connection within {limit:?}"))),
            }
            .inspect_err(|failure| observe::not_connected(failure))
        }
    }

    /// The first connection, before it is time for the next attempt: after a pause if all have failed, and when one
    /// hangs.
    async fn first_success(
        &self,
        attempts: &mut FuturesUnordered<impl Future<Output = Result<Connection, Failure>>>,
        backoff: &mut Backoff,
    ) -> Option<Connection> {
        let mut hanging = pin!(sleep(HEDGE));
        loop {
            tokio::select! {
                result = attempts.next() => match result {
                    Some(Ok(connection)) => return Some(connection),
                    Some(Err(failure)) => self.set_unless_up(Status::Down(failure)),
                    None => break sleep(backoff.pause()).await,
                },
                () = &mut hanging => break self.set_unless_up(Status::Down(Failure::Late)),
            }
        }
        None
    }

    fn publish(&self, connection: Connection) {
        let number = self.0.made.fetch_add(1, Ordering::Relaxed);
        observe::connected(number);
        let is_probed = AtomicBool::new(false);
        let established = Established { connection, number, since: Instant::now(), is_probed };
        self.0.is_wanted.store(false, Ordering::Relaxed);
        self.0.status.send_replace(Status::Up(Arc::new(established)));
    }

    fn set_unless_up(&self, new: Status) {
        self.0.status.send_if_modified(|status| {
            let is_up = matches!(status, Status::Up(_));
            if !is_up {
                *status = new;
            }
            !is_up
        });
    }
}
