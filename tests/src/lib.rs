//! Code shared by the tests: cases drawn from a tape of bytes, and an oracle that computes in exact fractions.

pub mod cases;
pub mod fuzz;
pub mod naive;
pub mod oracle;
pub mod strokes;
pub mod vectors;

/// The README's examples, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
