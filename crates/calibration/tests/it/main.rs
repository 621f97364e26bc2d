//! All tests of this crate that use it from outside, as one program: each would link the crate again.

mod effects;
mod frontier;
mod infer;
mod infer_claims;
mod infer_logs;
mod propose;
