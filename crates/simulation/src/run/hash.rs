//! One number for all decisions, for comparing runs.

use super::Simulation;

impl Simulation {
    /// Returns a hash of all arrivals and decisions of all lanes. It is the same on every machine.
    pub fn hash(&self) -> u64 {
        let mut hash = Hash(0xCBF2_9CE4_8422_2325);
        for (number, lane) in self.lanes.iter().enumerate() {
            let Some(arrivals) = self.arrivals(number) else { continue };
            hash.all(arrivals.times().iter().copied());
            hash.all(arrivals.clients().iter().map(|client| (*client).into()));
            hash.all(arrivals.costs().iter().map(|cost| (*cost).into()));
            hash.all(lane.record.outcomes.words().iter().copied());
            hash.all(lane.record.releases.iter());
            if !lane.record.refused_by.is_empty() {
                hash.all(lane.record.refused_by.iter().map(|layer| (*layer).into()));
            }
        }
        hash.0
    }
}

/// The hash of Fowler, Noll and Vo, on words instead of bytes.
struct Hash(u64);

impl Hash {
    /// Adds a column and its end.
    fn all(&mut self, words: impl Iterator<Item = u64>) {
        let mut length = 0;
        words.for_each(|word| {
            self.word(word);
            length += 1;
        });
        self.word(length);
    }

    fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x100_0000_01B3);
    }
}
