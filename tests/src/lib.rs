//! What the tests share: cases drawn from a tape of bytes, and an oracle that
//! answers them in exact fractions.

pub mod cases;
pub mod oracle;
pub mod vectors;
