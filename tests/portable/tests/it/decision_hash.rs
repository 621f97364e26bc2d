//! The same numbers give the same answers on every machine: a debug build and a release build, native and as
//! WebAssembly, all have this one hash.

use ratelab_portable::decision_hash;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test;

/// All answers to the workload of this crate.
///
/// A change of this number is a change of decisions, or of the workload. If one of those is intended, use the number
/// that the failing test prints, and explain in the commit which answers changed and why. If the builds differ from
/// each other, no number is right: arithmetic depends on the platform.
const EXPECTED: u64 = 0x88FA_57B4_680C_D0C2;

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn every_platform_makes_the_same_decisions() {
    let found = decision_hash();
    assert_eq!(found, EXPECTED, "the answers now hash to {found:#018X}");
}
