//! Reads requirements for choosing a limiter.

use super::super::{
    error::Mistake,
    expected::Expected,
    needs::{PERCENT, WEIGHTS},
    quantities::scaled,
    reader::{Reader, Words},
    reading::Reading,
    span::Span,
};
use crate::scenario::{MOST_SERVERS, Memory, Needs, Spread};

/// The first word of a requirement, an example, and the function that reads the rest.
struct Word(&'static str, &'static str, fn(&mut Reader<'_>, &mut Needs));

#[allow(clippy::redundant_closure_for_method_calls, reason = "the methods alone have a single lifetime")]
const NEEDS: [Word; 8] = [
    Word("never", "never 100/60s", |reader, needs| needs.never = Some(reader.rate())),
    Word("burst", "burst 20", |reader, needs| needs.burst = Some(reader.count())),
    Word("delay", "delay 0s", |reader, needs| needs.delay = Some(reader.time(0))),
    Word("memory", "memory 64 for 1000000", |reader, needs| needs.memory = Some(reader.memory())),
    Word("deny", "deny 1%", |reader, needs| needs.deny = Some(reader.per_cent())),
    Word("servers", "servers 3 sync 1s", |reader, needs| needs.servers = Some(reader.spread())),
    Word("honest", "honest", |_, needs| needs.honest = true),
    Word("by", "by denied", |reader, needs| needs.by = reader.word_of(&WEIGHTS)),
];

const NEED_WORDS: Words<'static> = &|index| Some(NEEDS.get(index)?.0);

impl Reader<'_> {
    /// Reads `never 100/60s; burst 20; delay 0s; memory 64 for 1000000; deny 1%`, in any order.
    pub(crate) fn needs(&mut self, reading: &mut Reading) {
        let (mut needs, mut stated) = (Needs::default(), [false; NEEDS.len()]);
        loop {
            let span = self.token();
            let index = self.one_of("one of", NEED_WORDS);
            let Word(_, example, read) = NEEDS[index];
            if std::mem::replace(&mut stated[index], true) {
                self.repeated(span);
            }
            self.example = example;
            read(self, &mut needs);
            if !self.is_done() && !self.accept(";") {
                self.unexpected(Expected::Phrase("\";\" or nothing"));
            }
            if self.is_done() {
                break;
            }
        }
        reading.scenario.needs = needs;
    }

    /// Reads `64 for 1000000`: bytes for each client, and the number of clients (1 by default).
    fn memory(&mut self) -> Memory {
        let bytes = self.whole(1, u64::MAX);
        let clients = if self.accept("for") { self.whole(1, u64::MAX) } else { 1 };
        Memory { bytes, clients }
    }

    /// Reads `3 sync 1s`, or `3` for servers that do not sync.
    fn spread(&mut self) -> Spread {
        let count = self.small(1, MOST_SERVERS);
        Spread { count, sync: self.accept("sync").then(|| self.time(1)) }
    }

    /// Reads `0.5%`, in millionths.
    fn per_cent(&mut self) -> u32 {
        let number = self.token();
        let found = if self.is_at_number() {
            scaled(number.slice(self.text), PERCENT)
        } else {
            Err(Mistake::Unexpected)
        };
        match found.map(u32::try_from) {
            Ok(Ok(millionths)) if u64::from(millionths) <= 100 * PERCENT => {
                self.at = number.end;
                self.expect("%");
                return millionths;
            }
            Ok(_) => self.not_per_cent(Mistake::OutOfRange, number),
            Err(mistake) => self.not_per_cent(mistake, number),
        }
        0
    }

    fn not_per_cent(&mut self, mistake: Mistake, span: Span) {
        self.refuse(mistake, span, Expected::Phrase("a number from 0 to 100 with at most four decimals"));
    }
}
