//! What the tests of all servers share.

pub(crate) mod case;
pub(crate) mod log;
pub(crate) mod origin;
pub(crate) mod process;
