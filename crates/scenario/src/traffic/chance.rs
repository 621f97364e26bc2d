//! Where chance comes from: xoshiro256** by Blackman and Vigna, seeded as they
//! advise by Steele, Lea and Flood's SplitMix64.
//!
//! Both are in the public domain, with the constants of their authors; the tests
//! have the first numbers of each as other implementations give them.

use super::fixed::{self, ONE};

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// One of the streams of a seed: a pattern's times are in twice its number, and
    /// its clients in the stream after that. Others begin at 2^32. The seed and the stream's number are mixed
    /// before they begin a sequence, so streams do not overlap where they are near.
    pub fn stream(seed: u64, number: u64) -> Self {
        let mut start = split_mix(&mut (split_mix(&mut { seed }) ^ number));
        let mut state = [0; 4];
        for number in &mut state {
            *number = split_mix(&mut start);
        }
        Self { state }
    }

    /// 64 random bits.
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

    /// A number below a bound that is not zero, each as likely as another: Lemire's
    /// multiplication, which draws again where rounding would prefer some.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        loop {
            let (whole, rest) = product(self.bits(), bound);
            // The division is needed only for the few rests that are this small.
            if rest >= bound || rest >= bound.wrapping_neg() % bound {
                return whole;
            }
        }
    }

    /// A number from zero to the given one, each as likely as another.
    pub fn up_to(&mut self, most: u64) -> u64 {
        if most == u64::MAX { self.bits() } else { self.below(most + 1) }
    }

    /// `-log2` of a number between 0 and 1, as [`fixed::log2`] has it: how many
    /// coins would have to fall alike for something as unlikely. Below 64.
    #[inline]
    pub(super) fn surprise(&mut self) -> u64 {
        64 * ONE - fixed::log2(self.bits() | 1)
    }
}

/// Both halves of a product, the higher first. Where a bound is of 32 bits, two plain
/// multiplications do; WebAssembly has none of 128 bits.
#[inline]
const fn product(bits: u64, bound: u64) -> (u64, u64) {
    if bound >> 32 != 0 {
        let product = bits as u128 * bound as u128;
        return ((product >> 64) as u64, product as u64);
    }
    let (high, low) = ((bits >> 32) * bound, (bits & 0xFFFF_FFFF) * bound);
    ((high + (low >> 32)) >> 32, (high << 32).wrapping_add(low))
}

/// One number below a bound that is not zero, for each index of a sequence: any index can be
/// asked for by itself. A bound of 32 bits prefers none by more than one in 2^32.
#[inline]
pub const fn drawn(seed: u64, stream: u64, index: u64, bound: u32) -> u32 {
    let mut state = split_mix(&mut (split_mix(&mut { seed }) ^ stream)) ^ index;
    let bits = split_mix(&mut state);
    (((bits >> 32) * bound as u64) >> 32) as u32
}

/// The next number of a SplitMix64.
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
    fn split_mix_is_the_published_one() {
        let mut state = 1_234_567;
        let numbers = [(); 3].map(|()| split_mix(&mut state));
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
        assert_eq!(split_mix(&mut 0), 0xE220_A839_7B1D_CDAF);
    }

    #[test]
    fn xoshiro_is_the_published_one() {
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

    /// Three of four thirds of 2^64 do not fit: a plain remainder would prefer the
    /// lower ones by half.
    #[test]
    fn no_number_below_a_bound_is_preferred() {
        let (mut random, bound) = (Random::stream(1, 0), 3 << 62);
        let lower = (0..30_000).filter(|_| random.below(bound) < 1 << 62).count();
        assert!((9_700..10_300).contains(&lower), "{lower} of 30000 are in the lowest third");
        assert!((0..100).all(|_| random.below(1) == 0 && random.up_to(1) < 2));
        assert!((0..100).any(|_| random.up_to(u64::MAX) > bound));
    }
}
