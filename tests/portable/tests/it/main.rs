//! All hashes, as one program: each would be linked and opened in every browser again.

mod decision_hash;
mod scenario_hash;
