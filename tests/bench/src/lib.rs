//! Code that both benchmark programs share: sides that take turns, and the report of their figures.

#![forbid(unsafe_code)]

use std::error::Error;

pub mod report;
pub mod turns;

/// A result whose error is a sentence for the person who measures.
pub type Outcome<T> = Result<T, Box<dyn Error>>;
