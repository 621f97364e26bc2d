//! The bytes of logs: files or standard input, plain or compressed, in blocks.

use std::{
    cell::Cell,
    fs::{File, Metadata},
    io::{self, ErrorKind, Read},
    path::{Path, PathBuf},
};

use flate2::read::MultiGzDecoder;

use crate::{failure::Failure, output::is_standard, progress::Progress};

/// So much is read before it is parsed.
const BLOCK: usize = 1 << 20;

/// How a gzip file begins. Names are not asked: logs are rotated to any.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Hands the bytes of all logs to `feed`, one after the other, with progress on a terminal. `feed` returns how many
/// requests it has found so far. A log that ends within a line is ended by a line break.
pub(crate) fn read(paths: &[PathBuf], mut feed: impl FnMut(&[u8]) -> u64) -> Result<(), Failure> {
    let mut progress = Progress::of(total(paths));
    let mut block = vec![0; BLOCK];
    for path in paths {
        let log = open(path).map_err(|error| Failure::at(path, error))?;
        let done = read_one(log, &mut block, &mut progress, &mut feed);
        done.map_err(|error| Failure::at(path, explained(&error)))?;
    }
    Ok(())
}

fn read_one(
    log: impl Read,
    block: &mut [u8],
    progress: &mut Progress,
    feed: &mut impl FnMut(&[u8]) -> u64,
) -> io::Result<()> {
    let bytes = Cell::new(0);
    let mut log = decompressed(Counted { log, bytes: &bytes })?;
    let mut last = b'\n';
    loop {
        let length = fill(&mut log, block)?;
        let Some(end) = length.checked_sub(1) else { break };
        last = block[end];
        progress.show(bytes.take(), feed(&block[..length]));
    }
    if last != b'\n' {
        feed(b"\n");
    }
    Ok(())
}

/// The bytes of all files together, unless some have no known end.
fn total(paths: &[PathBuf]) -> Option<u64> {
    let size = |path: &PathBuf| path.metadata().ok().filter(Metadata::is_file).map(|of| of.len());
    paths.iter().map(size).sum()
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if is_standard(path) { Ok(Box::new(io::stdin().lock())) } else { Ok(Box::new(File::open(path)?)) }
}

/// The same bytes, decompressed if they are of a gzip file, all members of it.
fn decompressed<'log>(mut log: impl Read + 'log) -> io::Result<Box<dyn Read + 'log>> {
    let mut beginning = [0; GZIP.len()];
    let length = fill(&mut log, &mut beginning)?;
    let whole = io::Cursor::new(beginning).take(length as u64).chain(log);
    if beginning == GZIP { Ok(Box::new(MultiGzDecoder::new(whole))) } else { Ok(Box::new(whole)) }
}

/// Fills a block as far as there are bytes: a pipe gives few at a time.
fn fill(log: &mut impl Read, block: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < block.len() {
        match log.read(&mut block[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

/// What is wrong with a file, where the system's words would not help.
fn explained(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::UnexpectedEof => "the compressed file is cut short".to_owned(),
        ErrorKind::InvalidInput | ErrorKind::InvalidData => {
            format!("the compressed file is damaged: {error}")
        }
        _ => error.to_string(),
    }
}

/// Counts what is read of a file, as it is on the disk.
struct Counted<'count, R> {
    log: R,
    bytes: &'count Cell<u64>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.log.read(into)?;
        self.bytes.set(self.bytes.get() + length as u64);
        Ok(length)
    }
}
