//! The twin of `extras` in the small build, whose findings only count.

#[path = "no_findings.rs"]
pub(crate) mod findings;

/// What users of the crate see.
pub(crate) mod open {
    pub use super::findings::Finding;
}
