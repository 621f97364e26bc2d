//! The scripts: one for each limiter, and one for several at once.

use ratelab_limiter::Algorithm;

/// A script in Lua, to be loaded once and called by its digest.
///
/// ```
/// use ratelab_limiter::Algorithm;
/// use ratelab_redis::script::Script;
///
/// let script = Script::for_algorithm(Algorithm::Gcra);
/// assert!(script.source().starts_with("-- GCRA"));
/// assert_eq!((script.name(), script.digest().len()), ("gcra", 40)); // the digest is for EVALSHA
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Script {
    /// Its index in the tables.
    index: usize,
}

macro_rules! text {
    ($name:literal) => {
        include_str!(concat!("../scripts/", $name, ".lua"))
    };
}

/// A script as a function, for a script that calls several.
macro_rules! function {
    ($name:literal) => {
        concat!("\nlimiters.", $name, " = function(KEYS, ARGV, redis)\n", text!($name), "end\n\n")
    };
}

/// In the order of their texts.
const NAMES: [&str; 8] = [
    "fixed_window",
    "sliding_window_log",
    "sliding_window_counter",
    "token_bucket",
    "leaky_bucket_meter",
    "leaky_bucket_queue",
    "gcra",
    "all_of",
];

const TEXTS: [&str; 8] = [
    text!("fixed_window"),
    text!("sliding_window_log"),
    text!("sliding_window_counter"),
    text!("token_bucket"),
    text!("leaky_bucket_meter"),
    text!("leaky_bucket_queue"),
    text!("gcra"),
    concat!(
        "local limiters = {}\n",
        function!("fixed_window"),
        function!("sliding_window_log"),
        function!("sliding_window_counter"),
        function!("token_bucket"),
        function!("leaky_bucket_meter"),
        function!("leaky_bucket_queue"),
        function!("gcra"),
        text!("all_of"),
    ),
];

/// Computed at compile time, so that a program that only names scripts does not contain their texts.
static DIGESTS: [[u8; 20]; 8] = {
    let mut digests = [[0; 20]; 8];
    let mut index = 0;
    while index < digests.len() {
        digests[index] = const_sha1::sha1(TEXTS[index].as_bytes()).as_bytes();
        index += 1;
    }
    digests
};

impl Script {
    /// Returns the script of an algorithm. All-of and layers share one.
    pub const fn for_algorithm(algorithm: Algorithm) -> Self {
        let index = match algorithm {
            Algorithm::FixedWindow => 0,
            Algorithm::SlidingWindowLog => 1,
            Algorithm::SlidingWindowCounter => 2,
            Algorithm::TokenBucket => 3,
            Algorithm::LeakyBucketMeter => 4,
            Algorithm::LeakyBucketQueue => 5,
            Algorithm::Gcra => 6,
            Algorithm::AllOf | Algorithm::Layers => 7,
        };
        Self { index }
    }

    /// Returns the name of its limiter, which is also that of its file.
    pub const fn name(self) -> &'static str {
        NAMES[self.index]
    }

    /// Returns its text, whose head documents the rule, the keys, the arguments and the reply.
    pub const fn source(self) -> &'static str {
        TEXTS[self.index]
    }

    /// Returns its name for `EVALSHA`: the SHA-1 of its text, in hexadecimal.
    pub fn digest(self) -> String {
        DIGESTS[self.index].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limiter_has_the_script_of_its_name() {
        for algorithm in Algorithm::ALL {
            let script = Script::for_algorithm(algorithm);
            assert_eq!(script.name(), algorithm.name());
            let file = format!("{}/scripts/{algorithm}.lua", env!("CARGO_MANIFEST_DIR"));
            assert_eq!(std::fs::read_to_string(file).expect("its file"), script.source());
        }
    }
}
