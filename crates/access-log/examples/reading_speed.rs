//! Reads a log and prints the speed:
//! `cargo run --release --example reading_speed -- FILE [FORMAT [PATTERN [KEY [COST]]]]`.
//! The environment variable `THREADS` sets the number of additional threads.

use std::time::Instant;
use std::{env, error::Error, fs::File, io::Read};

use ratelab_access_log::{Options, parallel};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let text = |index: usize| arguments.get(index).map_or("", String::as_str);
    let options = Options::parse(text(1), text(2), text(3), text(4))?;
    let threads = env::var("THREADS").ok().map_or(Ok(0), |number| number.parse())?;
    let mut file = File::open(text(0))?;
    let start = Instant::now();
    let next = |block: &mut Vec<u8>| {
        block.resize(1 << 18, 0);
        file.read(block).map(|length| block.truncate(length))
    };
    let log = parallel::read(options, threads, next, |_| ())?;
    let seconds = start.elapsed().as_secs_f64();
    let rate = log.report.bytes as f64 / seconds / 1e9;
    println!(
        "{rate:.2} GB/s, {seconds:.3} s, {} keys, {:?}",
        log.keys.len(),
        log.format.map(|kind| kind.name)
    );
    println!("{:#?}", log.report);
    Ok(())
}
