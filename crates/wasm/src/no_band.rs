//! The twin of `band` in the small module, which draws no states.

pub(crate) type Bands = ();
