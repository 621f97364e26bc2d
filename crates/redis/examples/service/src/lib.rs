//! The parts of the example service: what its command line accepts, and what it serves.

#![forbid(unsafe_code)]

pub mod options;
pub mod routes;
