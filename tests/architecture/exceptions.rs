//! Exceptions from a rule: each is named, and each is needed.

/// Fails for whatever breaks `rule`, except where its path contains one of `allowed`, and for an exception that nothing
/// needs.
///
/// `broken` has the path of each offence first, and what was found there second.
pub(super) fn assert_none_except(rule: &str, broken: &[(String, String)], allowed: &[&str]) {
    let is_allowed = |path: &String| allowed.iter().any(|exception| path.contains(exception));
    let offences: Vec<_> = broken.iter().filter(|(path, _)| !is_allowed(path)).collect();
    assert!(offences.is_empty(), "{rule}: {offences:#?}");
    let is_needed = |exception: &&&str| broken.iter().any(|(path, _)| path.contains(**exception));
    let stale: Vec<_> = allowed.iter().filter(|exception| !is_needed(exception)).collect();
    assert!(stale.is_empty(), "{rule}: nothing needs the exceptions {stale:?} any more, so remove them");
}

fn offence(path: &str) -> Vec<(String, String)> {
    vec![(path.to_owned(), String::new())]
}

#[test]
fn an_exception_allows_what_it_names() {
    assert_none_except("rule", &offence("crates/a/src/lib.rs"), &["crates/a/"]);
}

#[test]
#[should_panic(expected = "crates/b/src/lib.rs")]
fn an_offence_elsewhere_fails() {
    let both = [offence("crates/a/src/lib.rs"), offence("crates/b/src/lib.rs")].concat();
    assert_none_except("rule", &both, &["crates/a/"]);
}

#[test]
#[should_panic(expected = "remove them")]
fn a_stale_exception_fails() {
    assert_none_except("rule", &offence("crates/a/src/lib.rs"), &["crates/a/", "crates/b/"]);
}
