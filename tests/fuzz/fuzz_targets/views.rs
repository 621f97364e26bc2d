//! Any stretch of small runs, against recounting.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ratelab_tests::fuzz::views(bytes));
