//! What only the whole build has of the crate: to advise, to explain, to take a limiter apart, to say what a
//! run comes to and what a script was understood to mean, to draw it as a file. The files stand beside
//! this one, because users of the crate know the modules by the paths in `lib.rs`.

#[path = "advice/mod.rs"]
pub mod advice;
#[path = "anatomy/mod.rs"]
pub mod anatomy;
#[path = "explain/mod.rs"]
pub mod explain;
#[path = "findings/mod.rs"]
pub(crate) mod findings;
#[path = "labels/mod.rs"]
pub mod labels;
#[path = "rows.rs"]
pub mod rows;
#[path = "svg/mod.rs"]
pub mod svg;
#[path = "understood.rs"]
pub mod understood;

/// What users of the crate see: more than of the small build.
pub(crate) mod open {
    pub use super::{
        advice, anatomy, explain,
        findings::{Finding, contrast},
        labels, rows, svg, understood,
    };
}
