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

/// Bytes read before they are parsed.
const BLOCK: usize = 1 << 20;

/// The first bytes of a gzip file. File names are not considered: rotated logs can have any extension.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The bytes of several logs in sequence, with progress on a terminal. A log whose last line has no line break gets
/// one. A truncated compressed log is read up to its last complete line.
pub(crate) struct Source<'paths> {
    paths: std::slice::Iter<'paths, PathBuf>,
    open: Option<Open<'paths>>,
    opened: AllOpened,
    /// With a single log, every line belongs to it.
    counts_lines: bool,
    progress: Progress,
}

/// The log being read.
struct Open<'paths> {
    path: &'paths Path,
    log: Box<dyn Read>,
    /// The last byte read.
    last: u8,
    /// Whether it ended early.
    is_cut: bool,
    /// Bytes read from the file since progress was last shown.
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

    /// Replaces a block with the next bytes. At the end it is empty.
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

    pub(crate) fn into_opened(self) -> AllOpened {
        self.opened
    }

    /// Shows the number of requests found so far.
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

    /// Fills an empty block, as far as there are bytes. The incomplete last line of a truncated log is dropped: its key
    /// may be cut off.
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

/// The total size of all files, if all of them are regular files.
fn total(paths: &[PathBuf]) -> Option<u64> {
    let size = |path: &PathBuf| path.metadata().ok().filter(Metadata::is_file).map(|metadata| metadata.len());
    paths.iter().map(size).sum()
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if is_standard(path) { Ok(Box::new(io::stdin().lock())) } else { Ok(Box::new(File::open(path)?)) }
}

/// Decompresses a gzip file, all its members; other bytes are returned unchanged.
fn decompressed(mut log: impl Read + 'static) -> io::Result<Box<dyn Read>> {
    let mut beginning = [0; GZIP.len()];
    let (length, ended) = fill(&mut log, &mut beginning);
    ended?;
    let whole = io::Cursor::new(beginning).take(length as u64).chain(log);
    if beginning == GZIP { Ok(Box::new(MultiGzDecoder::new(whole))) } else { Ok(Box::new(whole)) }
}

/// Fills a block, as far as there are bytes; a pipe returns only a few at a time. Returns the number of bytes, and the
/// error if one occurred.
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

/// Explains an error where the message of the system does not help.
fn explained(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::InvalidInput | ErrorKind::InvalidData => {
            format!("the compressed file is damaged: {error}")
        }
        _ => error.to_string(),
    }
}

/// Counts the bytes read from a file, before decompression.
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
