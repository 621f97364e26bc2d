//! The tests that need more than one crate, as one binary: linking takes most of the build time.

mod advice;
mod architecture;
mod corpus;
mod language;
mod sample;
mod simulation;
mod topology;
mod traffic;
