//! All tests of this crate that use it from outside, as one program: each would link the crate again.

mod bounded;
mod failures;
mod members;
mod metrics;
mod shown;
mod throttle;
mod traits;
