//! A log read by several threads.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Scope, scope};

use crate::options::Options;
use crate::reader::{Log, Part, Reader, Worker};
use crate::report::Report;

/// How many blocks a thread may have before it, so that it need not wait for the next.
const AHEAD: usize = 3;

/// Reads a log by so many threads besides this one, to what a [`Reader`] makes of it alone. `next` replaces a block by
/// the next bytes of the log, and leaves it empty where the log ends; `seen` hears of the report as it grows.
pub fn read<E>(
    options: Options,
    threads: usize,
    mut next: impl FnMut(&mut Vec<u8>) -> Result<(), E>,
    mut seen: impl FnMut(&Report),
) -> Result<Log, E> {
    let mut reader = Reader::new(options);
    let mut block = Vec::new();
    // Until the format is known, and if its lines are not read one by one, there is nothing to share.
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
            // Whoever has no part to give has panicked, which is heard of where the scope ends.
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

/// A thread that reads what it is sent. Blocks are dealt out in turn, so parts come back in order.
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
