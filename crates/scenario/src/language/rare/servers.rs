//! Reads servers, their clocks, and where the state is stored.

use super::super::{
    error::Mistake,
    expected::Expected,
    reader::{Reader, Words, listed},
    reading::Reading,
    span::Span,
    topology::{FALLBACKS, ROUTINGS, WRITES},
};
use crate::scenario::{Clock, MOST_SERVERS, Servers, Store};

/// The words for stores, with examples for `servers` and for `lanes`.
const STORES: [(&str, [&str; 2]); 5] = [
    ("shared", ["3 round_robin shared", "gcra state=shared"]),
    ("local", ["3 round_robin local", "gcra state=local"]),
    ("race", ["3 race 5ms set", "gcra state=race 5ms set"]),
    ("sync", ["3 sync 1s", "gcra state=sync 1s"]),
    ("down", ["3 down 5s..8s open", "gcra state=down 5s..8s open"]),
];

const ROUTING_WORDS: Words<'static> = &|index| Some(ROUTINGS.get(index)?.0);
const STORE_WORDS: Words<'static> = &|index| Some(STORES.get(index)?.0);
const ALL_WORDS: Words<'static> = &|index| match index.checked_sub(ROUTINGS.len()) {
    None => ROUTING_WORDS(index),
    Some(index) if index == STORES.len() => Some("server"),
    Some(index) => STORE_WORDS(index),
};

/// The maximum error of a clock.
const FURTHEST: u64 = i64::MAX as u64;

impl Reader<'_> {
    /// Reads `3 round_robin local server 2 ahead 600ms`.
    pub(crate) fn servers(&mut self, reading: &mut Reading) {
        let mut servers = Servers { count: self.small(1, MOST_SERVERS), ..Servers::default() };
        let (mut routing, mut store) = (None, None);
        while !self.is_done() {
            self.example = "3 round_robin local";
            let word = self.token();
            let index = self.one_of("one of", ALL_WORDS);
            match index.checked_sub(ROUTINGS.len()) {
                None => {
                    let is_repeated = routing.replace(ROUTINGS[index].1).is_some();
                    self.only_one(is_repeated, word, ROUTING_WORDS);
                }
                Some(index) if index == STORES.len() => self.clock(&mut servers),
                Some(index) => {
                    let is_repeated = store.replace(self.store_of(index)).is_some();
                    self.only_one(is_repeated, word, STORE_WORDS);
                }
            }
        }
        servers.routing = routing.unwrap_or(servers.routing);
        servers.store = store.unwrap_or(servers.store);
        servers.clocks.sort_by_key(|clock| clock.server);
        reading.scenario.servers = servers;
    }

    fn only_one(&mut self, is_repeated: bool, word: Span, words: Words<'_>) {
        if is_repeated {
            self.refuse(Mistake::Repeated, word, Expected::one_of("only one of", listed(words)));
        }
    }

    /// Reads `2 ahead 600ms` after `server`.
    fn clock(&mut self, servers: &mut Servers) {
        self.example = "3 local server 2 ahead 600ms";
        let number = self.token();
        let server = self.small(1, servers.count) - 1;
        if servers.clocks.iter().any(|clock| clock.server == server) {
            self.refuse(Mistake::Repeated, number, Expected::Phrase("each server only once"));
        }
        let is_behind = self.one_of("one of", &|index| ["ahead", "behind"].get(index).copied()) == 1;
        let distance = self.time_within(1, FURTHEST).cast_signed();
        servers.clocks.push(Clock { server, ahead: if is_behind { -distance } else { distance } });
    }

    /// Reads a store: `local`, `race 5ms set` and so on.
    pub(super) fn store(&mut self) -> Store {
        let index = self.one_of("one of", STORE_WORDS);
        self.store_of(index)
    }

    /// Reads the rest of a store after its first word, which is given by its index.
    fn store_of(&mut self, index: usize) -> Store {
        self.example = STORES[index].1[usize::from(self.field == Some("lanes"))];
        match index {
            0 => Store::Shared,
            1 => Store::Local,
            2 => Store::Race { latency: self.time(0), write: self.word_of(&WRITES) },
            3 => Store::Sync { every: self.time(1) },
            _ => {
                let (from, to) = self.time_range();
                Store::Down { from, to, fallback: self.word_of(&FALLBACKS) }
            }
        }
    }
}
