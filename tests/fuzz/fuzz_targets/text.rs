//! Any bytes as the text of a scenario, and as a link to one.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ratelab_tests::fuzz::text(bytes));
