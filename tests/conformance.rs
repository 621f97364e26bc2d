//! Runs every vector in `vectors/`, and in the directory that `RATELAB_VECTORS`
//! names, through the core: once on a single state and once through a keyed store.
//!
//! It prints a line for each vector that fails or is refused, and a closing count.
//! An argument runs only the vectors whose id contains it.

use std::{env, fs, path::Path, process::ExitCode};

use ratelab_tests::vectors::{Vector, Verdict, read};

/// The vectors of ours that no policy can be made for.
const REFUSED: [&str; 1] = ["bucket4j/overflow_uncompleted_periods"];

fn main() -> ExitCode {
    let filter = env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let mut count = Count::default();
    run_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors"), filter.as_deref(), &mut count);
    let ours = count.refused.iter().map(String::as_str).filter(|id| !REFUSED.contains(id));
    let mut unexpected: Vec<_> = ours.map(|id| format!("{id}: refused, though it should run")).collect();
    if let Some(directory) = env::var_os("RATELAB_VECTORS") {
        run_all(Path::new(&directory), filter.as_deref(), &mut count);
    }
    unexpected.iter().for_each(|line| println!("FAIL {line}"));
    count.failed += unexpected.drain(..).count();
    println!("\nrefused at construction: {}", count.refused.len());
    println!("conformance: {} passed, {} failed", count.passed, count.failed);
    if count.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[derive(Default)]
struct Count {
    passed: usize,
    failed: usize,
    refused: Vec<String>,
}

/// Runs every vector file of a directory.
fn run_all(directory: &Path, filter: Option<&str>, count: &mut Count) {
    let listing = fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut files: Vec<_> = listing.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    for file in files {
        match read(&file) {
            Ok(vectors) => vectors.iter().for_each(|vector| run(vector, filter, count)),
            Err(error) => fail(&file.display().to_string(), &error, count),
        }
    }
}

fn run(vector: &Vector, filter: Option<&str>, count: &mut Count) {
    if filter.is_some_and(|filter| !vector.id.contains(filter)) {
        return;
    }
    match vector.run() {
        Verdict::Passed => count.passed += 1,
        Verdict::Failed(reason) => fail(&vector.id, &reason, count),
        Verdict::Refused(reason) => {
            println!("refused {}: {reason}", vector.id);
            count.refused.push(vector.id.clone());
        }
    }
}

fn fail(id: &str, reason: &str, count: &mut Count) {
    println!("FAIL {id}: {reason}");
    count.failed += 1;
}
