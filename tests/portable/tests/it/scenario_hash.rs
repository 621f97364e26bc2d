//! A scenario is the same run on every machine: its arrivals, its decisions, its sentences, and its picture.

use ratelab_portable::{picture_hash, sample_hash, scenario_hash};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test;

/// All built-in scenarios and a large random one. It is updated like the hash of decisions, and also if sentences
/// change.
const EXPECTED: u64 = 0x4730_4B56_20EC_82D9;

/// The pictures of the same scenarios. It changes whenever the drawing changes.
const EXPECTED_PICTURES: u64 = 0x2BA1_4A7B_6074_BBE4;

/// The sample log. A change of it also changes what the page and its documents say about it.
const EXPECTED_SAMPLE: u64 = 0xC723_3076_293D_7075;

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn every_platform_sees_the_same_runs() {
    let found = scenario_hash();
    assert_eq!(found, EXPECTED, "the runs now hash to {found:#018X}");
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn every_platform_draws_the_same_pictures() {
    let found = picture_hash();
    assert_eq!(found, EXPECTED_PICTURES, "the pictures now hash to {found:#018X}");
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test)]
fn every_platform_makes_the_same_sample() {
    let found = sample_hash();
    assert_eq!(found, EXPECTED_SAMPLE, "the sample now hashes to {found:#018X}");
}
