//! The tests that need more than one crate, as one program: linking is most of the time that a build of tests takes.

mod advice;
mod architecture;
mod corpus;
mod language;
mod sample;
mod simulation;
mod topology;
mod traffic;
