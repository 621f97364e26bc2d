//! What a limit would have done, beside the core deciding about each request.

mod common;
mod effects;
mod pictures;
mod ranges;
mod thresholds;
mod traffic;
