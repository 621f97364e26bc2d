//! What the fuzz targets run. It lives here so that the test target `corpus` can replay
//! what they found, on a stable compiler and without a fuzzer.

mod bands;
pub mod corpus;
mod logs;
mod text;
mod told;
mod views;
mod walk;

pub use bands::hold_band;
pub use logs::{cuts, lines, patterns, seeds};
pub use text::text;
pub use views::views;

use crate::{
    cases::{Recipe, Tape, Traffic},
    oracle::comparison,
};

/// A policy and operations on it, drawn from these bytes: the core must answer as
/// the oracle does.
///
/// # Panics
///
/// When it does not.
pub fn operations(bytes: &[u8]) {
    let mut tape = Tape::new(bytes);
    let recipe = Recipe::draw(&mut tape);
    // About three bytes go into an operation.
    let count = bytes.len().min(1_000) / 3;
    comparison::run(&recipe, Traffic::new(&recipe), &mut tape, count);
}
