//! Random numbers: xoshiro256** by Blackman and Vigna, seeded as they advise with SplitMix64 by Steele, Lea and
//! Flood.
//!
//! Both are in the public domain and use their authors' constants; the tests compare the first numbers of each
//! with other implementations.

use super::fixed::{self, ONE};

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// Returns one of the streams of a seed. A pattern's times come from the stream with twice its number, and
    /// its clients from the next one. Other streams begin at 2^32. The seed and the stream's number are mixed
    /// first, so that neighbouring streams do not overlap.
    pub fn stream(seed: u64, number: u64) -> Self {
        let mut start = split_mix(&mut (split_mix(&mut { seed }) ^ number));
        let mut state = [0; 4];
        for number in &mut state {
            *number = split_mix(&mut start);
        }
        Self { state }
    }

    /// Returns 64 random bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        let [first, second, third, fourth] = &mut self.state;
        let result = second.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = *second << 17;
        *third ^= *first;
        *fourth ^= *second;
        *second ^= *third;
        *first ^= *fourth;
        *third ^= shifted;
        *fourth = fourth.rotate_left(45);
        result
    }

    /// Returns a uniform number below a bound that is not zero, by Lemire's multiplication, which draws again
    /// where rounding would introduce bias.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        loop {
            let (whole, rest) = product(self.bits(), bound);
            // Only a remainder this small needs the division.
            if rest >= bound || rest >= bound.wrapping_neg() % bound {
                return whole;
            }
        }
    }

    /// Returns a uniform number from zero to `most`, inclusive.
    pub fn up_to(&mut self, most: u64) -> u64 {
        if most == u64::MAX { self.bits() } else { self.below(most + 1) }
    }

    /// Returns `-log2` of a random number between 0 and 1, as [`fixed::log2`] computes it. The result is below
    /// 64.
    #[inline]
    pub(super) fn surprise(&mut self) -> u64 {
        64 * ONE - fixed::log2(self.bits() | 1)
    }
}

/// Returns both halves of a product, the upper one first. For a 32-bit bound, two plain multiplications
/// suffice; WebAssembly has no 128-bit ones.
#[inline]
const fn product(bits: u64, bound: u64) -> (u64, u64) {
    if bound >> 32 != 0 {
        let product = bits as u128 * bound as u128;
        return ((product >> 64) as u64, product as u64);
    }
    let (high, low) = ((bits >> 32) * bound, (bits & 0xFFFF_FFFF) * bound);
    ((high + (low >> 32)) >> 32, (high << 32).wrapping_add(low))
}

/// A sequence of random numbers, of which each can be computed without the ones before it.
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    /// The seed of the scenario.
    pub seed: u64,
    /// What distinguishes the sequences of one seed.
    pub stream: u64,
}

impl Sequence {
    /// Returns the number at an index, below a bound that is not zero. With a 32-bit bound, the bias is at most
    /// 2^-32.
    #[inline]
    pub const fn number(self, index: u64, bound: u32) -> u32 {
        let mut state = split_mix(&mut (split_mix(&mut { self.seed }) ^ self.stream)) ^ index;
        let bits = split_mix(&mut state);
        (((bits >> 32) * bound as u64) >> 32) as u32
    }
}

/// Returns the next number of SplitMix64.
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::{Random, split_mix};

    #[test]
    fn split_mix_matches_the_published_numbers() {
        let mut state = 1_234_567;
        let numbers = [(); 3].map(|()| split_mix(&mut state));
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
        assert_eq!(split_mix(&mut 0), 0xE220_A839_7B1D_CDAF);
    }

    #[test]
    fn xoshiro_matches_the_published_numbers() {
        let mut random = Random { state: [1, 2, 3, 4] };
        let numbers = [(); 5].map(|()| random.bits());
        assert_eq!(numbers, [11_520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360]);
    }

    #[test]
    fn streams_differ_by_seed_and_by_number() {
        let firsts = [(1, 0), (1, 1), (2, 0), (2, 1), (0, 0), (0, 1), (u64::MAX, 0)];
        let mut firsts = firsts.map(|(seed, number)| Random::stream(seed, number).bits());
        firsts.sort_unstable();
        assert!(firsts.windows(2).all(|pair| pair[0] != pair[1]));
    }

    /// The bound is three quarters of 2^64: a plain remainder would draw the lowest third twice as often.
    #[test]
    fn numbers_below_a_bound_are_uniform() {
        let (mut random, bound) = (Random::stream(1, 0), 3 << 62);
        let lower = (0..30_000).filter(|_| random.below(bound) < 1 << 62).count();
        assert!((9_700..10_300).contains(&lower), "{lower} of 30000 are in the lowest third");
        assert!((0..100).all(|_| random.below(1) == 0 && random.up_to(1) < 2));
        assert!((0..100).any(|_| random.up_to(u64::MAX) > bound));
    }
}
