//! Replays what the fuzz targets found worth keeping: `cargo fuzz` writes it to
//! `fuzz/corpus`, and this runs it without a fuzzer.

use std::{fs, panic::catch_unwind, path::Path};

use ratelab_tests::fuzz;

/// Runs every input of a target, and names the one that fails.
fn replay(target: &str, run: fn(&[u8])) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let inputs: Vec<_> = fs::read_dir(corpus).expect("the corpus").filter_map(Result::ok).collect();
    assert!(inputs.len() > 100, "{} inputs: the corpus is missing", inputs.len());
    for input in inputs {
        let bytes = fs::read(input.path()).expect("an input can be read");
        if catch_unwind(|| run(&bytes)).is_err() {
            panic!("{} breaks a promise; see above", input.path().display());
        }
    }
}

#[test]
fn every_tape_of_operations_is_answered_as_the_oracle_does() {
    replay("operations", fuzz::operations);
}

#[test]
fn every_text_is_read_or_refused() {
    replay("text", fuzz::text);
}

#[test]
fn every_view_is_what_recounting_gives() {
    replay("views", fuzz::views);
}
