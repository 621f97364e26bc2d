//! Code shared by the tests of all servers.

pub(crate) mod case;
pub(crate) mod log;
pub(crate) mod origin;
pub(crate) mod process;
