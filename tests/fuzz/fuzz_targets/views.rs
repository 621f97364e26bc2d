//! Any time range of small runs, compared with a recount.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ratelab_tests::fuzz::views(bytes));
