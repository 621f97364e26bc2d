//! Replays the inputs that the fuzz targets kept, on a stable compiler and without a fuzzer.

use std::{fs, panic::catch_unwind, path::Path};

use ratelab_tests::fuzz::{
    self,
    corpus::{pack, unpack},
};

/// Runs every input of a target, and reports the line of one that fails.
fn replay(target: &str, run: fn(&[u8])) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target).with_extension("txt");
    let text = fs::read_to_string(&file).expect("the corpus");
    let inputs = unpack(&text).expect("every line is an input");
    assert!(inputs.len() > 100, "{} inputs: the corpus is missing", inputs.len());
    for (line, input) in (1..).zip(&inputs) {
        if catch_unwind(|| run(input)).is_err() {
            panic!("{}:{line} fails; see above", file.display());
        }
    }
    assert!(pack(inputs) == text, "{} is not in the form that `fuzz-corpus pack` writes", file.display());
}

#[test]
fn the_core_agrees_with_the_oracle_on_every_tape() {
    replay("operations", fuzz::operations);
}

#[test]
fn every_text_is_read_or_refused() {
    replay("text", fuzz::text);
}

#[test]
fn every_view_equals_a_recount() {
    replay("views", fuzz::views);
}

#[test]
fn every_line_of_a_log_is_read_or_refused() {
    replay("lines", fuzz::lines);
}

#[test]
fn every_pattern_of_a_log_is_read_or_refused() {
    replay("patterns", fuzz::patterns);
}

#[test]
fn a_log_is_the_same_however_it_is_cut() {
    replay("cuts", fuzz::cuts);
}
