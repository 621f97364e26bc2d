//! Workloads with the same results on every platform, and how to run them there.
//!
//! [`decision_hash`] runs one fixed workload over every algorithm and option and reduces all answers to one number,
//! which the test `decision_hash` expects of a debug build, a release build, and both as WebAssembly.
//!
//! [`scenario_hash`] does the same for whole simulations, and [`picture_hash`] for their
//! pictures. [`sample_hash`] is that of the sample log.
//!
//! [`Driven`] is the benchmark loop. The native benchmark calls it as a library, the WebAssembly benchmark through
//! the exports of this crate's module, so that both time the same decisions.

#![deny(unsafe_code)]

mod digest;
mod drive;
#[cfg(target_arch = "wasm32")]
mod exports;
mod policies;
mod random;
mod scenarios;
mod store;
mod workload;

pub use drive::{Driven, Pace, drive};
pub use random::Random;
pub use scenarios::{picture_hash, sample_hash, scenario_hash};

use digest::Digest;
use policies::all_policies;

/// Returns the answers to the whole workload, as one number.
pub fn decision_hash() -> u64 {
    let policies = all_policies();
    let mut digest = Digest::new();
    let mut random = Random::new(1);
    digest.word(policies.len() as u64);
    for policy in &policies {
        workload::run(policy, &mut random, &mut digest);
    }
    store::run(&policies, &mut random, &mut digest);
    digest.finish()
}
