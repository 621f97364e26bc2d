//! The proofs of the limiters, in one binary: `cargo test -p ratelab-limiter` runs all of them in about a minute.

mod bounds;
mod conformance;
mod differential;
mod headers;
mod keyed;
mod oracle;
mod properties;
mod worked_examples;
