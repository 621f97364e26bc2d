//! Reading logs independent of the format, and formats defined by patterns.

mod around;
mod hostile;
mod order;
mod patterns;
mod pieces;
mod printing;
mod random;
mod resolution;
mod rules;
mod times;
mod unparsed;

use ratelab_access_log::{Fault, Log, Options, Reader};

/// Reads a text with options as users type them: format, pattern, key, cost.
fn read(text: impl AsRef<[u8]>, options: [&str; 4]) -> Log {
    let mut reader = Reader::new(parse(options).unwrap_or_else(|fault| panic!("{options:?}: {fault}")));
    reader.push(text.as_ref());
    reader.finish()
}

fn parse([format, pattern, key, cost]: [&str; 4]) -> Result<Options, Fault> {
    Options::parse(format, pattern, key, cost)
}

/// The name of the key of each row.
fn names(log: &Log) -> Vec<String> {
    log.rows.iter().map(|row| log.keys.name(row.key)).collect()
}

/// The time of each row.
fn times(log: &Log) -> Vec<i64> {
    log.rows.iter().map(|row| row.time).collect()
}
