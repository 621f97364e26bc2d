//! Logarithms and powers of two in integers: the same bits on every machine.
//!
//! Both look up the leading bits and sum a series for the rest. The tables are computed. The tests check every
//! bound stated here against a slow computation with big integers.

use std::sync::LazyLock;

/// The value 1 in the results of [`log2`] and the arguments of [`exp2`]: 57 fraction bits, so that the
/// logarithm of any 64-bit number fits.
pub const ONE: u64 = 1 << FRACTION;
const FRACTION: u32 = 57;

/// The natural logarithm of 2, in units of 2^-64.
pub(super) const LN_2: u64 = 0xB172_17F7_D1CF_79AB;
/// The base-2 logarithm of e, in units of 2^-63.
const LOG2_E: u64 = 0xB8AA_3B29_5C17_F0BB;

/// `log2(c / 128)` for `c` from 128 to 255. It is computed on first use, within a few microseconds: as a
/// constant it would be a kilobyte that does not compress.
static LOGARITHMS: LazyLock<[u64; 128]> =
    LazyLock::new(|| std::array::from_fn(|index| log2_by_squaring((128 + index as u64) << 56)));

/// Returns the logarithm of a number from 1 to 2, in units of 2^-63: squaring doubles it, and each time it
/// reaches 1, the next bit is set. The last bit can be one too low because of rounding in the squares.
fn log2_by_squaring(mut mantissa: u64) -> u64 {
    let (mut logarithm, mut bit) = (0, ONE >> 1);
    while bit > 0 {
        let square = u128::from(mantissa) * u128::from(mantissa);
        let carry = (square >> 127) as u64;
        mantissa = (square >> (63 + carry)) as u64;
        logarithm |= carry * bit;
        bit >>= 1;
    }
    logarithm
}

/// Returns the base-2 logarithm of a number that is not zero. Powers of two are exact; other results are too
/// low by less than 2^-51, and never too high.
#[inline]
pub fn log2(number: u64) -> u64 {
    let shift = number.leading_zeros();
    let mantissa = number << shift;
    let leading = mantissa >> 56;
    // mantissa = leading * (1 + rest), with rest below 2^-7.
    let rest = (mantissa << 8) / leading;
    let whole = u64::from(63 - shift) << FRACTION;
    whole + LOGARITHMS[leading as usize - 128] + (log2_of_one_and(rest) >> 6)
}

/// Returns `log2(1 + rest)` in units of 2^-63, for a rest in units of 2^-64 that is below 2^-7: six terms of
/// the series, the seventh being less than 2^-51.
#[inline]
fn log2_of_one_and(rest: u64) -> u64 {
    let mut sum = LOG2_E / 6;
    for term in [5, 4, 3, 2, 1] {
        sum = LOG2_E / term - high(rest, sum);
    }
    high(rest, sum)
}

/// `2^(1/2)`, `2^(1/4)` and so on to `2^(1/128)`, in units of 2^-62.
const ROOTS: [u64; 7] = roots();

const fn roots() -> [u64; 7] {
    let mut table = [0; 7];
    let mut root = 1 << 63;
    let mut index = 0;
    while index < 7 {
        root = ((root as u128) << 62).isqrt() as u64;
        table[index] = root;
        index += 1;
    }
    table
}

/// Returns 2 to the power of the fraction of a number (the part below [`ONE`]), in units of 2^-62: from 1 to 2,
/// with an error below 2^-53.
#[inline]
pub fn exp2(number: u64) -> u64 {
    let fraction = number << (64 - FRACTION);
    let mut power = exp(high(fraction << 7 >> 7, LN_2));
    for (bit, root) in ROOTS.iter().enumerate() {
        // A product with 1 rather than a branch, which random input would mispredict.
        let factor = if fraction << bit >> 63 == 1 { *root } else { 1 << 62 };
        power = ((u128::from(power) * u128::from(factor)) >> 62) as u64;
    }
    power
}

/// Returns e to the power of a number in units of 2^-64 that is below 2^-7, in units of 2^-62: five terms of
/// the series, the sixth being less than 2^-54.
#[inline]
fn exp(number: u64) -> u64 {
    let mut sum = 1 << 62;
    for term in [5, 4, 3, 2, 1] {
        sum = (1 << 62) + high(number, sum) / term;
    }
    sum
}

/// Returns a product of 192 bits.
#[inline]
pub(super) fn product(left: u128, right: u64) -> (u128, u64) {
    let lower = u128::from(left as u64) * u128::from(right);
    let upper = (left >> 64) * u128::from(right) + (lower >> 64);
    (upper, lower as u64)
}

/// Returns the upper half of a product.
#[inline]
pub(super) const fn high(left: u64, right: u64) -> u64 {
    ((left as u128 * right as u128) >> 64) as u64
}
