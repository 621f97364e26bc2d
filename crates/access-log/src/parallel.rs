//! Reads a log with several threads.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Scope, scope};

use crate::options::Options;
use crate::reader::{Log, Part, Reader, Worker};
use crate::report::Report;

/// Blocks queued per thread, so that it does not wait for the next.
const AHEAD: usize = 3;

/// Reads a log with `threads` threads next to the calling one. The result is the same as that of a single [`Reader`].
///
/// `next` replaces a block with the next bytes of the log, and leaves it empty at the end of the log; `seen` receives
/// the report as it grows. With 0 threads the calling thread does all the work.
///
/// # Errors
///
/// Returns the first error of `next`, if it returns one.
///
/// # Examples
///
/// ```
/// use std::io::Read;
///
/// use ratelab_access_log::{Options, parallel};
///
/// let mut log = &b"1773100800 a\n1773100801 b\n"[..];
/// let next = |block: &mut Vec<u8>| {
///     block.clear();
///     (&mut log).take(1 << 20).read_to_end(block).map(drop)
/// };
/// let log = parallel::read(Options::default(), 2, next, |report| println!("{} lines", report.lines))?;
/// assert_eq!(log.rows.len(), 2);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read<E>(
    options: Options,
    threads: usize,
    mut next: impl FnMut(&mut Vec<u8>) -> Result<(), E>,
    mut seen: impl FnMut(&Report),
) -> Result<Log, E> {
    let mut reader = Reader::new(options);
    let mut block = Vec::new();
    // Until the format is known, or if its lines depend on each other, the work cannot be divided.
    while threads == 0 || !reader.divides() {
        next(&mut block)?;
        if block.is_empty() {
            return Ok(reader.finish());
        }
        reader.push(&block);
        seen(reader.report());
    }
    scope(|scope| {
        let workers: Vec<WorkerThread> = (0..threads)
            .filter_map(|_| reader.worker())
            .map(|worker| WorkerThread::spawn(scope, worker))
            .collect();
        let (mut given, mut added, mut ended) = (0, 0, false);
        let mut spare = vec![block];
        loop {
            while given - added < AHEAD * threads && !ended {
                let mut block = spare.pop().unwrap_or_default();
                next(&mut block)?;
                ended = block.is_empty() || workers[given % threads].blocks.send(block).is_err();
                given += usize::from(!ended);
            }
            // A thread without a part has panicked, which the end of the scope propagates.
            let part = (added < given).then(|| workers[added % threads].parts.recv().ok()).flatten();
            let Some((block, part)) = part else { break };
            reader.add(&block, part);
            seen(reader.report());
            spare.push(block);
            added += 1;
        }
        Ok(())
    })?;
    Ok(reader.finish())
}

/// A thread that parses blocks. Blocks are distributed round-robin, so parts come back in order.
struct WorkerThread {
    blocks: SyncSender<Vec<u8>>,
    parts: Receiver<(Vec<u8>, Part)>,
}

impl WorkerThread {
    fn spawn<'scope>(scope: &'scope Scope<'scope, '_>, mut worker: Worker) -> Self {
        let (blocks, given) = sync_channel::<Vec<u8>>(AHEAD);
        let (done, parts) = sync_channel(AHEAD);
        scope.spawn(move || {
            for block in given {
                let part = worker.read(&block);
                if done.send((block, part)).is_err() {
                    break;
                }
            }
        });
        Self { blocks, parts }
    }
}
