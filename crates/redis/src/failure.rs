//! What an error of Redis means for a call and for its connection.

use ratelab_store::Failure;
use redis::{ErrorKind, RedisError, ServerErrorKind};

use crate::connection::is_broken;

/// Why a command has no reply that decides.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Trouble {
    /// The server does not know the script, so it did nothing.
    NoScript,
    /// The server did nothing, and may do it later, or another server does it.
    NothingRan(Elsewhere, Failure),
    Failed(Failure),
}

/// Where a command that did not run may run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Elsewhere {
    /// On the same server, a little later.
    Later,
    /// On the server with this address, which has the slot now.
    Moved(String),
    /// On the server with this address, which is taking over the slot, after `ASKING`.
    Asking(String),
}

impl Trouble {
    pub(crate) fn from_error(error: &RedisError) -> Self {
        let failure = failure(error);
        let address = || error.redirect_node().map(|(address, _)| address.to_owned());
        match error.kind() {
            ErrorKind::Server(ServerErrorKind::NoScript) => Self::NoScript,
            ErrorKind::Server(ServerErrorKind::Moved) => match address() {
                Some(address) => Self::NothingRan(Elsewhere::Moved(address), failure),
                None => Self::Failed(failure),
            },
            ErrorKind::Server(ServerErrorKind::Ask) => match address() {
                Some(address) => Self::NothingRan(Elsewhere::Asking(address), failure),
                None => Self::Failed(failure),
            },
            ErrorKind::Server(
                ServerErrorKind::TryAgain | ServerErrorKind::ClusterDown | ServerErrorKind::BusyLoading,
            ) => Self::NothingRan(Elsewhere::Later, failure),
            _ => Self::Failed(failure),
        }
    }

    /// The failure, if the command is not sent again.
    pub(crate) fn into_failure(self) -> Failure {
        match self {
            Self::NoScript => Failure::Refused("the server accepts no scripts".to_owned()),
            Self::NothingRan(_, failure) | Self::Failed(failure) => failure,
        }
    }
}

pub(crate) fn failure(error: &RedisError) -> Failure {
    match error.kind() {
        _ if error.is_timeout() => Failure::Late,
        ErrorKind::Io | ErrorKind::ClusterConnectionNotFound => Failure::Unreachable(error.to_string()),
        _ if is_broken(error) => Failure::Unreachable(error.to_string()),
        _ => Failure::Refused(error.to_string()),
    }
}

/// What an error says about the connection on which it arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is as good as any other.
    Keep,
    /// The same address may now lead to another server, or another password may be needed: a new connection can
    /// help, but need not.
    Replace,
    /// It is broken.
    Broken,
}

/// A demoted primary refuses writes for as long as a connection to it exists, though its name leads elsewhere.
pub(crate) fn verdict(error: &RedisError) -> Verdict {
    match error.kind() {
        ErrorKind::Server(
            ServerErrorKind::ReadOnly | ServerErrorKind::MasterDown | ServerErrorKind::BusyLoading,
        ) => Verdict::Replace,
        _ if error.code() == Some("NOAUTH") => Verdict::Replace,
        _ if is_broken(error) => Verdict::Broken,
        _ => Verdict::Keep,
    }
}
