//! Logarithms and powers of two, in integers: the same bits on every machine.
//!
//! Both look the leading bits up and sum a series for the rest. Tables are computed;
//! nothing in them was copied from anywhere. The tests hold every
//! bound stated here against a slow computation in integers of any size.

use std::sync::LazyLock;

/// 1 in what [`log2`] gives and [`exp2`] takes: 57 bits after the point, so that the
/// logarithm of any 64-bit number fits.
pub const ONE: u64 = 1 << FRACTION;
const FRACTION: u32 = 57;

/// The natural logarithm of 2, in parts of 2^64.
pub(super) const LN_2: u64 = 0xB172_17F7_D1CF_79AB;
/// The logarithm of e to base 2, in parts of 2^63.
const LOG2_E: u64 = 0xB8AA_3B29_5C17_F0BB;

/// `log2(c / 128)` for `c` from 128 to 255. It is computed when it is first needed, in a
/// few microseconds: as a constant it would be a kilobyte that nothing compresses.
static LOGARITHMS: LazyLock<[u64; 128]> =
    LazyLock::new(|| std::array::from_fn(|index| log2_by_squaring((128 + index as u64) << 56)));

/// The logarithm of a number from 1 to 2, in parts of 2^63: squaring doubles it, and
/// each time it reaches 1 is one of its bits. Cut off at the last bit kept, which
/// can be one too low for what the squares lost.
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

/// The logarithm to base 2 of a number that is not zero. Exact for powers of two;
/// for others too low by less than 2^-51, and never too high.
#[inline]
pub fn log2(number: u64) -> u64 {
    let shift = number.leading_zeros();
    let mantissa = number << shift;
    let leading = mantissa >> 56;
    // mantissa = leading * (1 + rest), with a rest below 2^-7.
    let rest = (mantissa << 8) / leading;
    let whole = u64::from(63 - shift) << FRACTION;
    whole + LOGARITHMS[leading as usize - 128] + (log2_of_one_and(rest) >> 6)
}

/// `log2(1 + rest)` in parts of 2^63, for a rest in parts of 2^64 that is below 2^-7:
/// six terms of the series, the seventh being less than 2^-51.
#[inline]
fn log2_of_one_and(rest: u64) -> u64 {
    let mut sum = LOG2_E / 6;
    for term in [5, 4, 3, 2, 1] {
        sum = LOG2_E / term - high(rest, sum);
    }
    high(rest, sum)
}

/// `2^(1/2)`, `2^(1/4)` and so on to `2^(1/128)`, in parts of 2^62.
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

/// 2 to the power of the fraction of a number (what is below [`ONE`]), in parts of
/// 2^62: from 1 to 2. Off by less than 2^-53.
#[inline]
pub fn exp2(number: u64) -> u64 {
    let fraction = number << (64 - FRACTION);
    let mut power = exp(high(fraction << 7 >> 7, LN_2));
    for (bit, root) in ROOTS.iter().enumerate() {
        // By a product with 1 rather than a branch, which chance would mispredict.
        let factor = if fraction << bit >> 63 == 1 { *root } else { 1 << 62 };
        power = ((u128::from(power) * u128::from(factor)) >> 62) as u64;
    }
    power
}

/// e to the power of a number in parts of 2^64 that is below 2^-7, in parts of 2^62:
/// five terms of the series, the sixth being less than 2^-54.
#[inline]
fn exp(number: u64) -> u64 {
    let mut sum = 1 << 62;
    for term in [5, 4, 3, 2, 1] {
        sum = (1 << 62) + high(number, sum) / term;
    }
    sum
}

/// A product of 192 bits.
#[inline]
pub(super) fn product(left: u128, right: u64) -> (u128, u64) {
    let lower = u128::from(left as u64) * u128::from(right);
    let upper = (left >> 64) * u128::from(right) + (lower >> 64);
    (upper, lower as u64)
}

/// The upper half of a product.
#[inline]
pub(super) const fn high(left: u64, right: u64) -> u64 {
    ((left as u128 * right as u128) >> 64) as u64
}
