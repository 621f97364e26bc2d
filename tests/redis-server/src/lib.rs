//! Redis servers for tests and measurements: private, on loopback, ended with their owner.
//!
//! ```no_run
//! use ratelab_redis_server::Server;
//!
//! let Some(server) = Server::start() else { return };
//! let pong: String = server.ask(&["PING"]);
//! assert_eq!(pong, "PONG");
//! ```
//!
//! A test that gets no server because Redis is not installed reports that and passes. With
//! `RATELAB_REDIS=required` it fails instead.

#![forbid(unsafe_code)]

mod cluster;
mod proxy;
mod server;

pub use cluster::Cluster;
pub use proxy::Proxy;
pub use server::{Server, wait_for};
