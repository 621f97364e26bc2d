//! The architecture as tests: which crate may depend on which, what a crate must not contain, and that documents
//! and tables name what exists.
//!
//! An exception is a row of the list that its rule reads, and a row that nothing needs any more fails the test too.

mod crates;
mod documents;
mod exceptions;
mod limiters;
mod modules;
mod rules;
mod scripts;
mod tree;
mod vocabulary;
mod web;
