//! The example service over a socket, in this process and as a program, on the store in process and on a real Redis.

// Each module is used in part.
#[allow(dead_code)]
#[path = "../../examples/service/options.rs"]
mod options;
#[path = "../../examples/service/routes.rs"]
mod routes;
#[path = "../support/mod.rs"]
mod support;

mod command_line;
mod over_http;
mod program;
