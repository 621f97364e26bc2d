//! Every limiter has what a limiter must have besides its code.

use super::tree::{files, read, root};

/// Every limiter has its file and its row in the README.
#[test]
fn every_limiter_is_documented() {
    let readme = read("README.md");
    for algorithm in ratelab_limiter::Algorithm::ALL {
        let file = format!("crates/limiter/src/algorithms/{algorithm}.rs");
        assert!(root().join(&file).exists(), "{file} is missing");
        assert!(readme.contains(&format!("`{algorithm}`")), "README.md does not mention {algorithm}");
    }
}

/// A test runner that finds no vectors would pass.
#[test]
fn every_limiter_has_vectors() {
    let vectors = files()
        .into_iter()
        .filter(|name| name.starts_with("crates/limiter/tests/vectors/") && name.ends_with(".json"));
    let texts: String = vectors.map(|name| read(&name)).collect();
    for algorithm in ratelab_limiter::Algorithm::ALL {
        assert!(texts.contains(&format!("\"algorithm\": \"{algorithm}\"")), "no vector for {algorithm}");
    }
}
