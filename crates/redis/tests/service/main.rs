//! The layer for tower, called without a server; and the example service over a socket, in this process and as a
//! program, on the store in process and on a real Redis.

// Each module is used in part.
#[allow(dead_code)]
#[path = "../../examples/service/options.rs"]
mod options;
#[path = "../../examples/service/routes.rs"]
mod routes;
#[path = "../support/mod.rs"]
mod support;

mod calls;
mod command_line;
mod keys;
mod layer;
mod over_http;
mod program;
mod proxies;
mod responses;
mod waiting;
