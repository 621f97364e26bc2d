//! Replays what the fuzz targets found worth keeping: `cargo fuzz` writes it to
//! `fuzz/corpus`, and this runs it without a fuzzer.

use std::{fs, path::Path};

use ratelab_tests::fuzz;

#[test]
fn every_tape_of_operations_is_answered_as_the_oracle_does() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/operations");
    let tapes: Vec<_> = fs::read_dir(corpus).expect("the corpus").filter_map(Result::ok).collect();
    assert!(tapes.len() > 100, "{} tapes: the corpus is missing", tapes.len());
    for tape in tapes {
        let bytes = fs::read(tape.path()).expect("a tape can be read");
        if std::panic::catch_unwind(|| fuzz::operations(&bytes)).is_err() {
            panic!("{} is answered otherwise; see above", tape.path().display());
        }
    }
}
