//! One decision in words: the rule that decided, and the information that the server had.

mod known_to_server;
mod rule;

pub use self::rule::applied_limit;
