//! The commands, a file each.

pub(crate) mod calibrate;
pub(crate) mod check;
pub(crate) mod formats;
pub(crate) mod run;
pub(crate) mod sample;
