//! The functions that JavaScript calls to run the benchmark loop.
//!
//! Arguments and results are plain numbers, so the module needs no glue and imports nothing, and only the limiter is
//! timed.

#![allow(unsafe_code, reason = "an exported name must be unique in the module, which no compiler can check")]

use crate::{Driven, Pace};

/// Makes this many decisions with the limiter at this index in [`Driven::ALL`], and returns how many were admitted.
#[unsafe(no_mangle)]
extern "C" fn ratelab_run(limiter: u32, decisions: u32) -> u32 {
    Driven::ALL[limiter as usize].run(Pace::BATCHES, decisions)
}
