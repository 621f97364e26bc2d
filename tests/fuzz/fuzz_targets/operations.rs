//! Policies and operations from bytes, compared with the oracle.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ratelab_tests::fuzz::operations(bytes));
