//! Rules for the scripts that Redis runs.

use super::tree::{files, read};

/// A cluster runs a script on the node that has its keys, so a script must declare all of them. A script that divides
/// must round, or it computes with numbers that are not integers.
#[test]
fn scripts_declare_their_keys_and_have_only_integers() {
    let scripts: Vec<_> =
        files().into_iter().filter(|name| name.starts_with("crates/redis/scripts/")).collect();
    let expected = ratelab_limiter::Algorithm::ALL.len() + 1;
    assert_eq!(scripts.len(), expected, "one script for each limiter, and one for several");
    for name in scripts {
        let text = read(&name);
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("--"));
        for (number, line) in lines {
            let undeclared: Vec<_> =
                line.split("redis.call(").skip(1).filter(|call| !declares_its_key(call)).collect();
            assert!(undeclared.is_empty(), "{name}:{number} {undeclared:?}");
            assert!(rounds(line), "{name}:{number} {line}");
        }
    }
}

fn declares_its_key(call: &str) -> bool {
    let has_no_key = ["'TIME'", "command"].iter().any(|word| call.starts_with(word));
    let key = call.split(", ").nth(1).unwrap_or_default();
    has_no_key || key.starts_with("key") || key.starts_with("unpack(KEYS")
}

fn rounds(line: &str) -> bool {
    let divides = line.contains(" / ") && !line.contains("LLEN");
    !divides || line.contains("math.ceil(") || line.contains("math.floor(")
}
