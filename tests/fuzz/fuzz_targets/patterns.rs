//! Any text as the pattern of an access log, and any lines read with it.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ratelab_tests::fuzz::patterns(bytes));
