//! The code of the fuzz targets. It is here so that the test target `corpus` can replay their inputs, on a
//! stable compiler and without a fuzzer.

mod bands;
pub mod corpus;
mod logs;
mod reports;
mod text;
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

/// Draws a policy and operations on it from these bytes: the core must agree with the oracle.
///
/// # Panics
///
/// If it does not.
pub fn operations(bytes: &[u8]) {
    let mut tape = Tape::new(bytes);
    let recipe = Recipe::draw(&mut tape);
    // An operation takes about three bytes.
    let count = bytes.len().min(1_000) / 3;
    comparison::run(&recipe, Traffic::new(&recipe), &mut tape, count);
}
