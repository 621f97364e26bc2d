//! The bytes of logs: files or standard input, plain or compressed, in blocks.

use std::{
    cell::Cell,
    fs::{File, Metadata},
    io::{self, ErrorKind, Read},
    path::{Path, PathBuf},
    rc::Rc,
};

use flate2::read::MultiGzDecoder;

use crate::{
    failure::Failure,
    opened::{AllOpened, Opened},
    output::is_standard,
    progress::Progress,
};

/// So much is read before it is parsed.
const BLOCK: usize = 1 << 20;

/// How a gzip file begins. Names are not asked: logs are rotated to any.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The bytes of logs, one log after the other, with progress on a terminal. A log that ends within a line is ended by
/// a line break. Of a compressed log that is cut short, all whole lines are given.
pub(crate) struct Source<'paths> {
    paths: std::slice::Iter<'paths, PathBuf>,
    open: Option<Open<'paths>>,
    opened: AllOpened,
    /// With one log, every line is of it.
    counts_lines: bool,
    progress: Progress,
}

/// The log that is being read.
struct Open<'paths> {
    path: &'paths Path,
    log: Box<dyn Read>,
    /// The last byte of it so far.
    last: u8,
    /// Whether it ended too early.
    is_cut: bool,
    /// What was read of the file itself since progress was shown.
    bytes: Rc<Cell<u64>>,
}

impl<'paths> Source<'paths> {
    pub(crate) fn new(paths: &'paths [PathBuf]) -> Self {
        Self {
            paths: paths.iter(),
            open: None,
            opened: AllOpened::default(),
            counts_lines: paths.len() > 1,
            progress: Progress::new(total(paths)),
        }
    }

    /// Replaces a block by the next bytes. It is empty when there are no more.
    pub(crate) fn next(&mut self, block: &mut Vec<u8>) -> Result<(), Failure> {
        block.clear();
        while block.is_empty() {
            if self.open.is_none() {
                let Some(path) = self.paths.next() else { return Ok(()) };
                self.open = Some(Open::new(path).map_err(|error| Failure::at(path, explained(&error)))?);
                self.opened.0.push(Opened::new(path));
            }
            let Some(open) = &mut self.open else { return Ok(()) };
            open.fill(block).map_err(|error| Failure::at(open.path, explained(&error)))?;
            if block.is_empty() {
                if open.last != b'\n' {
                    block.push(b'\n');
                }
                self.opened.0.last_mut().into_iter().for_each(|log| log.is_cut = open.is_cut);
                self.open = None;
            }
            self.count_lines(block);
        }
        Ok(())
    }

    fn count_lines(&mut self, block: &[u8]) {
        if let Some(log) = self.opened.0.last_mut().filter(|_| self.counts_lines) {
            log.lines += block.iter().filter(|byte| **byte == b'\n').count() as u64;
        }
    }

    /// The logs that were opened.
    pub(crate) fn into_opened(self) -> AllOpened {
        self.opened
    }

    /// Shows that so many requests were found so far.
    pub(crate) fn show(&mut self, requests: u64) {
        let more = self.open.as_ref().map_or(0, |open| open.bytes.take());
        self.progress.show(more, requests);
    }
}

impl<'paths> Open<'paths> {
    fn new(path: &'paths Path) -> io::Result<Self> {
        let bytes = Rc::new(Cell::new(0));
        let log = decompressed(Counted { log: open(path)?, bytes: Rc::clone(&bytes) })?;
        Ok(Self { path, log, last: b'\n', is_cut: false, bytes })
    }

    /// Fills an empty block as far as there are bytes. What a cut log has of its last line may be half a name, so it
    /// is left out.
    fn fill(&mut self, block: &mut Vec<u8>) -> io::Result<()> {
        if self.is_cut {
            return Ok(());
        }
        block.resize(BLOCK, 0);
        let (length, ended) = fill(&mut self.log, block);
        block.truncate(length);
        match ended {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                self.is_cut = true;
                let end = block.iter().rposition(|byte| *byte == b'\n');
                block.truncate(end.map_or(length, |end| end + 1));
            }
            other => other?,
        }
        self.last = block.last().copied().unwrap_or(self.last);
        Ok(())
    }
}

/// The bytes of all files together, unless some have no known end.
fn total(paths: &[PathBuf]) -> Option<u64> {
    let size = |path: &PathBuf| path.metadata().ok().filter(Metadata::is_file).map(|metadata| metadata.len());
    paths.iter().map(size).sum()
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if is_standard(path) { Ok(Box::new(io::stdin().lock())) } else { Ok(Box::new(File::open(path)?)) }
}

/// The same bytes, decompressed if they are of a gzip file, all members of it.
fn decompressed(mut log: impl Read + 'static) -> io::Result<Box<dyn Read>> {
    let mut beginning = [0; GZIP.len()];
    let (length, ended) = fill(&mut log, &mut beginning);
    ended?;
    let whole = io::Cursor::new(beginning).take(length as u64).chain(log);
    if beginning == GZIP { Ok(Box::new(MultiGzDecoder::new(whole))) } else { Ok(Box::new(whole)) }
}

/// Fills a block as far as there are bytes: a pipe gives few at a time. Gives how many there were, and whether all
/// went well.
fn fill(log: &mut impl Read, block: &mut [u8]) -> (usize, io::Result<()>) {
    let mut length = 0;
    while length < block.len() {
        match log.read(&mut block[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return (length, Err(error)),
        }
    }
    (length, Ok(()))
}

/// What is wrong with a file, where the system's words would not help.
fn explained(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::InvalidInput | ErrorKind::InvalidData => {
            format!("the compressed file is damaged: {error}")
        }
        _ => error.to_string(),
    }
}

/// Counts what is read of a file, as it is on the disk.
struct Counted<R> {
    log: R,
    bytes: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.log.read(into)?;
        self.bytes.set(self.bytes.get() + length as u64);
        Ok(length)
    }
}
