//! Code that several tests use, with the cases, vectors and models of the limiters' oracle.

pub mod fuzz;
pub mod naive;
pub mod strokes;

pub use ratelab_oracle::{self as oracle, cases, draws, vectors};

/// The README's examples, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
