//! Reads a log and says how fast: `cargo run --release --example speed -- FILE [FORMAT [PATTERN [KEY [COST]]]]`.

use std::time::Instant;
use std::{env, error::Error, fs::File, io::Read};

use ratelab_access_log::{Options, Reader};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let text = |place: usize| arguments.get(place).map_or("", String::as_str);
    let mut reader = Reader::new(Options::parse(text(1), text(2), text(3), text(4))?);
    let mut file = File::open(text(0))?;
    let mut piece = vec![0; 1 << 17];
    let start = Instant::now();
    loop {
        let length = file.read(&mut piece)?;
        if length == 0 {
            break;
        }
        reader.push(&piece[..length]);
    }
    let log = reader.finish();
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
