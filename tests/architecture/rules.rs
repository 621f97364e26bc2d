//! Rules for the text of sources: one row each.

use std::collections::BTreeSet;

use super::{
    exceptions::assert_none_except,
    tree::{files, sources},
};

struct Rule {
    /// What holds, as a failing test prints it.
    promise: &'static str,
    /// The folders it holds in.
    under: &'static [&'static str],
    /// Words that are absent from the code there, or parts of a line if they are more than a word.
    absent: &'static [&'static str],
    /// Parts of the paths at which it does not hold.
    except: &'static [&'static str],
}

/// What decides, runs and explains: the same on every machine, at any time.
const CORE: &[&str] = &[
    "crates/limiter/src/",
    "crates/scenario/src/",
    "crates/simulation/src/",
    "crates/report/src/",
    "crates/advice/src/",
    "crates/access-log/src/",
    "crates/calibration/src/",
    "crates/words/src/",
];

const STORES: &[&str] = &["crates/store/src/", "crates/tower/src/", "crates/redis/src/"];

const EVERY_CRATE: &[&str] = &[
    "crates/access-log/src/",
    "crates/advice/src/",
    "crates/calibration/src/",
    "crates/cli/src/",
    "crates/limiter/src/",
    "crates/redis/src/",
    "crates/report/src/",
    "crates/scenario/src/",
    "crates/simulation/src/",
    "crates/store/src/",
    "crates/tower/src/",
    "crates/wasm/src/",
    "crates/words/src/",
    "crates/xtask/src/",
];

const RULES: [Rule; 15] = [
    Rule {
        promise: "results are exact: no floats, nothing unsafe",
        under: CORE,
        absent: &["f32", "f64", "unsafe"],
        except: &[],
    },
    Rule {
        promise: "stores compute in integers, with nothing unsafe",
        under: STORES,
        absent: &["f32", "f64", "unsafe"],
        except: &[],
    },
    Rule {
        promise: "JavaScript is known to the bindings alone",
        under: CORE,
        absent: &["wasm", "js"],
        except: &[],
    },
    Rule {
        promise: "one file starts threads: what is read in parts need not know of them",
        under: CORE,
        absent: &["thread"],
        except: &["crates/access-log/src/parallel.rs"],
    },
    Rule {
        promise: "limiters have integers and arguments only",
        under: &["crates/limiter/src/"],
        absent: &["rand", "random", "serde", "println"],
        except: &[],
    },
    Rule {
        promise: "limiters count nanoseconds, and one file converts durations",
        under: &["crates/limiter/src/"],
        absent: &["Duration"],
        except: &["crates/limiter/src/nanoseconds.rs"],
    },
    Rule {
        // A queue's delay and the deadlines of calls to Redis are awaited with the runtime's clock, and xtask prints
        // how long its steps took.
        promise: "decisions have one clock",
        under: EVERY_CRATE,
        absent: &["Instant", "SystemTime", "UNIX_EPOCH"],
        except: &[
            "crates/store/src/clock.rs",
            "crates/store/src/throttle.rs",
            "crates/tower/src/service.rs",
            "crates/redis/src/asynchronous.rs",
            "crates/redis/src/cluster.rs",
            "crates/redis/src/link.rs",
            "crates/redis/src/node.rs",
            "crates/redis/src/nodes.rs",
            "crates/redis/src/ready.rs",
            "crates/xtask/src/",
        ],
    },
    Rule {
        promise: "the bindings name no limiter",
        under: &["crates/wasm/src/"],
        absent: &[
            "FixedWindow",
            "SlidingWindowLog",
            "SlidingWindowCounter",
            "TokenBucket",
            "LeakyBucketMeter",
            "LeakyBucketQueue",
            "Gcra",
            "AllOf",
            "Keyed",
        ],
        except: &[],
    },
    Rule {
        promise: "the bindings decide nothing and do not panic",
        under: &["crates/wasm/src/"],
        absent: &["take", "check", "judge", "settle", "unsafe", "unwrap", "expect"],
        except: &[],
    },
    Rule {
        promise: "a setting is named by its row in the table of bounds",
        under: EVERY_CRATE,
        absent: &["settings().get(\"", "matches!(error.field()"],
        except: &[],
    },
    Rule {
        promise: "no test waits for time to pass: time is an argument",
        under: &["crates/", "tests/"],
        absent: &["sleep("],
        // Pauses between attempts to connect.
        except: &["tests/architecture/rules.rs", "crates/redis/src/link.rs", "crates/redis/src/cluster.rs"],
    },
    Rule {
        promise: "a module lies where its name says",
        under: &["crates/", "tests/"],
        absent: &["#[path"],
        except: &["tests/architecture/rules.rs"],
    },
    Rule {
        promise: "an item is visible in its module, its parent, its crate, or everywhere",
        under: &["crates/", "tests/"],
        absent: &["pub(in "],
        except: &["tests/architecture/rules.rs"],
    },
    Rule {
        promise: "features add: without one, less code is compiled, and no other code",
        under: &["crates/", "tests/"],
        absent: &["cfg(not(feature"],
        except: &["tests/architecture/rules.rs"],
    },
    Rule {
        promise: "nothing is left to be done",
        under: &["crates/", "tests/"],
        absent: &["todo!(", "unimplemented!(", "dbg!("],
        except: &["tests/architecture/rules.rs"],
    },
];

#[test]
fn sources_keep_the_rules() {
    for rule in &RULES {
        let sources: Vec<_> = rule.under.iter().flat_map(|folder| sources(folder)).collect();
        assert!(!sources.is_empty(), "{}: there is no source below {:?}", rule.promise, rule.under);
        let broken = sources.iter().flat_map(|(name, text)| rule.broken_in(name, text));
        assert_none_except(rule.promise, &broken.collect::<Vec<_>>(), rule.except);
    }
}

impl Rule {
    fn broken_in(&self, name: &str, text: &str) -> Vec<(String, String)> {
        let at_line = |(number, line): (usize, &str)| {
            let found: Vec<_> = self.absent.iter().filter(|absent| has(line, absent)).collect();
            (!found.is_empty()).then(|| (format!("{name}:{number}"), format!("{found:?}")))
        };
        code(text).filter_map(at_line).collect()
    }
}

/// The numbered lines of a source that are code.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim_start()));
    lines.filter(|(_, line)| !line.starts_with("//"))
}

fn has(line: &str, absent: &str) -> bool {
    let is_part_of_word = |character: char| character.is_alphanumeric() || character == '_';
    if !absent.chars().all(is_part_of_word) {
        return line.contains(absent);
    }
    // `Option::take` and a limit that checks its own numbers have no arguments; a decision has a time and a cost.
    let line = line.replace(".take()", "").replace(".check()", "");
    line.split(|character| !is_part_of_word(character)).collect::<BTreeSet<_>>().contains(absent)
}

#[test]
fn words_are_found_whole_and_parts_of_a_line_anywhere() {
    assert!(has("let x: f64 = 1.0;", "f64") && !has("let f64_bits = 1;", "f64"));
    assert!(has("    pub(in super::super) fn a()", "pub(in ") && !has("pub(super) fn a()", "pub(in "));
    assert!(has("limiter.take(now, 1)", "take") && !has("option.take()", "take"));
}

#[test]
fn no_module_replaces_another() {
    let is_replacement = |name: &String| {
        let file = name.rsplit('/').next().unwrap_or(name);
        (name.starts_with("crates/") || name.starts_with("tests/"))
            && file.starts_with("no_")
            && file.ends_with(".rs")
    };
    let found = files().into_iter().filter(is_replacement).map(|name| (name, String::new()));
    assert_none_except("no file is called no_*.rs", &found.collect::<Vec<_>>(), &[]);
}
