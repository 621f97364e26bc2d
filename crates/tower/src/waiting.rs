//! The number of requests that wait for their turn.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// Counts the requests that wait in all services of a layer.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    count: Arc<AtomicUsize>,
    most: usize,
}

impl Waiting {
    /// Has places for this many.
    pub(crate) fn at_most(most: usize) -> Self {
        Self { count: Arc::default(), most }
    }

    /// Takes a place, which is free again when it is dropped; `None` if all are taken.
    pub(crate) fn enter(&self) -> Option<Place> {
        let more = |count| (count < self.most).then_some(count + 1);
        let entered = self.count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        entered.ok().map(|_| Place { count: self.count.clone() })
    }
}

/// A place of a request that waits.
#[derive(Debug)]
pub(crate) struct Place {
    count: Arc<AtomicUsize>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Ordering::Relaxed);
    }
}
