//! Every vector of `tests/vectors`, and of the folder that `RATELAB_VECTORS` names, through the limiters: once on a
//! single state and once through a keyed store.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
};

use ratelab_oracle::vectors::{Verdict, read};

/// The vectors whose configuration is out of bounds.
const REFUSED: [&str; 1] = ["bucket4j/overflow_uncompleted_periods"];

/// One test for each file of vectors.
macro_rules! files {
    ($($test:ident: $file:literal),* $(,)?) => {
        const FILES: &[&str] = &[$($file),*];

        $(#[test]
        fn $test() {
            let file = folder().join($file).with_extension("json");
            let refused = run(&file);
            let unexpected: Vec<_> = refused.iter().filter(|id| !REFUSED.contains(&id.as_str())).collect();
            assert!(unexpected.is_empty(), "refused, though they should run: {unexpected:?}");
        })*
    };
}

files!(
    bucket4j: "bucket4j",
    governor: "governor",
    limits: "limits",
    nginx: "nginx",
    published: "published",
    pyrate_limiter: "pyrate-limiter",
    rate_limiter_flexible: "rate-limiter-flexible",
    redis_cell: "redis-cell",
    throttled: "throttled",
    upstash: "upstash",
    x_time_rate: "x-time-rate",
);

#[test]
fn every_file_has_its_test() {
    let stems = vector_files(&folder());
    let stems: BTreeSet<_> = stems.iter().filter_map(|file| file.file_stem()?.to_str()).collect();
    assert_eq!(stems, FILES.iter().copied().collect());
}

#[test]
fn vectors_of_another_folder() {
    if let Some(folder) = env::var_os("RATELAB_VECTORS") {
        for file in vector_files(Path::new(&folder)) {
            println!("refused in {}: {:?}", file.display(), run(&file));
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors")
}

fn vector_files(folder: &Path) -> Vec<PathBuf> {
    let listing = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = listing.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

/// Runs the vectors of a file, fails if one of them does, and returns the names of those that were refused.
fn run(file: &Path) -> Vec<String> {
    let vectors = read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    assert!(!vectors.is_empty(), "{} has no vectors", file.display());
    let (mut refused, mut failed) = (Vec::new(), Vec::new());
    for vector in vectors {
        match vector.run() {
            Verdict::Passed => {}
            Verdict::Failed(reason) => failed.push(format!("{}: {reason}", vector.id)),
            Verdict::Refused(_) => refused.push(vector.id),
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
    refused
}
