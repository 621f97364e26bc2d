//! How fast and how small the limiters are in Redis, compared with a minimal script and with others.
//!
//! `ratelab-bench-redis <python> <report.json> <measured.json>` starts a server, measures, prints a table,
//! adds the figures to the report, and writes those that the page shows. A figure that misses its bar is reported, not
//! a failure.

mod bytes;
mod contender;
mod drive;
mod measured;
mod rival;
mod server;
mod speed;
mod speed_rows;

use std::{env, ffi::OsString, fs, path::Path};

use ratelab_bench::{
    Outcome,
    report::{self, Row},
    turns,
};
use serde_json::Value;
use speed::Bench;

fn main() -> Outcome<()> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let [python, report, measured] = arguments.as_slice() else {
        return Err("usage: ratelab-bench-redis <python> <report.json> <measured.json>".into());
    };
    let mut bench = Bench::start(Path::new(python))?;
    let load_before = load();
    let (mut rows, speeds) = speed_rows::rows(&mut bench)?;
    let (of_bytes, tables) = bytes::rows(&mut bench)?;
    rows.extend(of_bytes);
    print!("{}", report::table(&rows));
    println!("Load of this machine: {load_before} before, {} after.", load());
    add_to(Path::new(report), &rows)?;
    measured::write(Path::new(measured), &mut bench.server, &speeds, tables)
}

/// Puts these figures in the place of those that an earlier run left in the report.
fn add_to(file: &Path, rows: &[Row]) -> Outcome<()> {
    let earlier: Vec<Value> =
        fs::read_to_string(file).map_or(Ok(Vec::new()), |text| serde_json::from_str(&text))?;
    let is_ours = |row: &Value| row["id"].as_str().is_some_and(|id| id.starts_with("redis/"));
    let mut all: Vec<Value> = earlier.into_iter().filter(|row| !is_ours(row)).collect();
    all.extend(serde_json::from_str::<Vec<Value>>(&report::json(rows))?);
    Ok(fs::write(file, format!("{:#}\n", Value::from(all)))?)
}

/// The load average of the last minute, where Linux reports it: figures of a busy machine are to be read with care.
fn load() -> String {
    let averages = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    averages.split(' ').next().filter(|load| !load.is_empty()).unwrap_or("unknown").to_owned()
}
