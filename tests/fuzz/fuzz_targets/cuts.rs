//! Any bytes as an access log that comes in pieces.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ratelab_tests::fuzz::cuts(bytes));
