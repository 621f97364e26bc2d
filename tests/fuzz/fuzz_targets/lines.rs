//! Any bytes as lines of every format of access logs.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ratelab_tests::fuzz::lines(bytes));
