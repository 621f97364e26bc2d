//! Follows each charged request forward in time: the requests that a state contains.

use std::collections::{BTreeMap, BTreeSet};

use ratelab_scenario::scenario::{Fallback, Store, Write};

type Numbers = BTreeSet<usize>;

#[derive(Clone, Copy)]
pub(crate) struct At {
    pub(crate) index: usize,
    pub(crate) time: u64,
    pub(crate) clock: u64,
    pub(crate) server: u32,
    pub(crate) is_charged: bool,
}

/// Returns the contents of the last request's state when it comes.
pub(crate) fn known(store: Store, all: &[At]) -> Numbers {
    let (mut common, mut own) = (Numbers::new(), BTreeMap::<u32, Numbers>::new());
    let (mut writes, mut since) = (Vec::<(u64, Numbers)>::new(), Numbers::new());
    let mut last_sync = 0;
    for (number, at) in all.iter().enumerate() {
        while writes.first().is_some_and(|(time, _)| *time <= at.time) {
            let (_, written) = writes.remove(0);
            match store {
                Store::Race { write: Write::Set, .. } => common = written,
                _ => common.extend(written),
            }
        }
        if let Store::Sync { every } = store
            && at.clock / every > last_sync
        {
            last_sync = at.clock / every;
            common.append(&mut since);
            own.clear();
        }
        let is_down = matches!(store, Store::Down { from, to, .. } if (from..to).contains(&at.time));
        let state = match store {
            Store::Local => own.entry(at.server).or_default(),
            Store::Sync { .. } => own.entry(at.server).or_insert_with(|| common.clone()),
            Store::Down { fallback: Fallback::Local, .. } if is_down => own.entry(at.server).or_default(),
            Store::Down { .. } if is_down => &mut Numbers::new(),
            _ => &mut common,
        };
        if number + 1 == all.len() {
            return state.clone();
        }
        if !at.is_charged {
            continue;
        }
        match store {
            Store::Race { latency, write } => {
                let mut written = if write == Write::Set { state.clone() } else { Numbers::new() };
                written.insert(at.index);
                writes.push((at.time + latency, written));
            }
            _ => {
                state.insert(at.index);
                since.insert(at.index);
            }
        }
    }
    Numbers::new()
}
