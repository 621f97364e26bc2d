//! One decision in words: the rule that decided, and what was known to the server.

mod known_to_server;
mod rule;

pub use self::rule::applied_limit;
