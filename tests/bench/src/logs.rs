//! How fast a log is read, beside the least that a program can do with one: `wc -l` counts its lines.

use std::{
    env,
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::available_parallelism,
    time::Instant,
};

use ratelab_access_log::{Options, parallel};
use ratelab_scenario::sample::SampleDay;

use crate::{
    Outcome,
    report::Row,
    turns::{Turn, summary, take_turns},
};

/// Of 20 MB each.
const DAYS: u32 = 12;
const ROUNDS: usize = 9;
const BLOCK: usize = 1 << 20;

/// The argument that makes this program only read a log and print its number of requests: a
/// separate program, as `wc` is.
pub(crate) const READ: &str = "--read";

pub(crate) fn rows() -> Outcome<Vec<Row>> {
    let log = Scratch::new()?;
    let program = env::current_exe()?;
    let ours = |_| timed(Command::new(&program).arg(READ).arg(&log.0));
    let theirs = |_| timed(Command::new("wc").arg("-l").arg(&log.0));
    // The first round brings the file into memory.
    take_turns(1, 1.0, ours, theirs)?;
    let pairs = take_turns(ROUNDS, 0.01, ours, theirs)?;
    let (what, against) = ("reading a line of a log in the combined format", "`wc -l` of the same file");
    Ok(vec![Row::of_turns("logs/combined".to_owned(), what, against, &summary(&pairs), Some(4.0))])
}

/// Reads a log as the command does, by as many threads as the machine runs at once, and prints how many requests it
/// has.
pub(crate) fn read(path: &Path) -> Outcome<()> {
    let mut file = File::open(path)?;
    let next = |block: &mut Vec<u8>| {
        block.resize(BLOCK, 0);
        file.read(block).map(|length| block.truncate(length))
    };
    let log = parallel::read(Options::default(), available_parallelism()?.get(), next, |_| ())?;
    println!("{}", log.rows.len());
    Ok(())
}

/// Runs a program that prints how many lines there are, and takes the time of each.
fn timed(command: &mut Command) -> Outcome<Turn> {
    let start = Instant::now();
    let output = command.stderr(Stdio::inherit()).output()?;
    let nanoseconds = start.elapsed().as_nanos() as f64;
    let lines: u32 = String::from_utf8(output.stdout)?.split_whitespace().next().unwrap_or("").parse()?;
    Ok(Turn { nanoseconds: nanoseconds / f64::from(lines), admitted: lines })
}

/// A log in a file that is deleted when it is no longer needed.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Outcome<Self> {
        let path = env::temp_dir().join(format!("ratelab-bench-{}.log", std::process::id()));
        let mut log = Vec::new();
        SampleDay::new(SampleDay::SEED).scaled(DAYS).write(&mut log);
        fs::write(&path, log)?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The system empties this folder, so a failure to delete is ignored.
        let _ = fs::remove_file(&self.0);
    }
}
