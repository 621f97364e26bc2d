//! What JavaScript calls to time the loop.
//!
//! These are plain numbers in and out, so the module needs no glue and imports
//! nothing, and what is timed is the limiter alone.

#![allow(unsafe_code, reason = "an exported name must be unique in the module, which no compiler can check")]

use crate::{Driven, Pace};

/// Makes this many decisions with the limiter at this place in [`Driven::ALL`],
/// and returns how many were admitted.
#[unsafe(no_mangle)]
extern "C" fn ratelab_run(limiter: u32, decisions: u32) -> u32 {
    Driven::ALL[limiter as usize].run(Pace::BATCHES, decisions)
}
