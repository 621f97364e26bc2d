//! Servers of Redis for tests: private, on loopback, gone when the test is.

#![allow(dead_code, reason = "each test binary uses a part of this")]

pub(crate) mod cluster;
pub(crate) mod server;
