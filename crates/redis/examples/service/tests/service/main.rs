//! The example service over a socket, in this process and as a program, on the store in process and on a real Redis.

mod command_line;
mod over_http;
mod program;
