//! The engine for the first picture: each lane decides one request after the other, with the states of all
//! clients in memory. No states are kept for explanations.

use core::ops::Range;

use ratelab_limiter::{
    Policy, PolicyError,
    batch::{Batch, OUTCOMES_PER_WORD, TakeBatch},
};

use super::{
    super::record::Record,
    batch::{BatchEngine, Work},
};

/// Returns the engine for a policy and this many clients. An all-of is refused.
pub(crate) fn engine(policy: &Policy, clients: usize) -> Result<Box<dyn BatchEngine>, PolicyError> {
    Ok(match policy {
        Policy::FixedWindow(limiter) => OnClients::boxed(limiter, clients),
        Policy::SlidingWindowLog(limiter) => OnClients::boxed(limiter, clients),
        Policy::SlidingWindowCounter(limiter) => OnClients::boxed(limiter, clients),
        Policy::TokenBucket(limiter) => OnClients::boxed(limiter, clients),
        Policy::LeakyBucketMeter(limiter) => OnClients::boxed(limiter, clients),
        Policy::LeakyBucketQueue(limiter) => OnClients::boxed(limiter, clients),
        Policy::Gcra(limiter) => OnClients::boxed(limiter, clients),
        Policy::AllOf(_) => {
            return Err(PolicyError::UnknownWord {
                field: "algorithm",
                given: String::new(),
                allowed: Vec::new(),
            });
        }
    })
}

/// A limiter with the state of each client.
struct OnClients<L: TakeBatch> {
    limiter: L,
    states: Vec<L::State>,
}

impl<L: TakeBatch + 'static> OnClients<L> {
    fn boxed(limiter: &L, clients: usize) -> Box<dyn BatchEngine> {
        Box::new(Self { limiter: limiter.clone(), states: vec![limiter.fresh(); clients] })
    }
}

impl<L: TakeBatch> BatchEngine for OnClients<L> {
    fn decide(&mut self, work: Work<'_>, range: Range<usize>, record: &mut Record) {
        let Self { limiter, states } = self;
        work.each_row(range, record, &mut |_, row, clients, words, starts| {
            if clients.is_empty() {
                limiter.take_batch(&mut states[0], row, words, starts);
            } else {
                take_each_of(limiter, states, clients, row, words, starts);
            }
        });
    }
}

fn take_each_of<L: TakeBatch>(
    limiter: &L,
    states: &mut [L::State],
    clients: &[u32],
    row: Batch<'_>,
    words: &mut Vec<u64>,
    starts: &mut Vec<u64>,
) {
    let mut word = Vec::with_capacity(1);
    for (index, client) in clients.iter().enumerate() {
        if index.is_multiple_of(OUTCOMES_PER_WORD) {
            words.push(0);
        }
        let costs = row.costs.get(index..index + 1).unwrap_or_default();
        let row = Batch { times: &row.times[index..index + 1], costs, ..row };
        limiter.take_each(&mut states[*client as usize], row, &mut word, starts);
        if let Some((last, outcome)) = words.last_mut().zip(word.pop()) {
            *last |= outcome << (2 * (index % OUTCOMES_PER_WORD));
        }
    }
}
