//! Numbers that look random and are the same for the same seed.

/// The SplitMix64 sequence.
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) const fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to one less than this.
    pub(crate) const fn below(&mut self, bound: u64) -> u64 {
        self.number() % bound
    }

    /// A number of any size up to this many bits, the small ones as often as the large ones.
    pub(crate) const fn of_bits(&mut self, bits: u64) -> u64 {
        let shift = 64 - 1 - self.below(bits);
        self.number() >> shift
    }

    /// True once in this many times, on average.
    pub(crate) const fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of these.
    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[usize::try_from(self.below(choices.len() as u64)).expect("an index")]
    }
}
