//! Numbers in a line of the log.

/// Appends a number. The standard library's formatting would be larger than the rest of the sample.
pub(super) fn decimal(number: u32, log: &mut Vec<u8>) {
    print_digits(number, 10, log);
}

/// Appends a number in base 16.
pub(super) fn hexadecimal(number: u32, log: &mut Vec<u8>) {
    print_digits(number, 16, log);
}

fn print_digits(number: u32, base: u32, log: &mut Vec<u8>) {
    let (mut digits, mut from, mut rest) = ([0; 10], 10, number);
    loop {
        from -= 1;
        digits[from] = digit(rest % base);
        rest /= base;
        if rest == 0 {
            return log.extend_from_slice(&digits[from..]);
        }
    }
}

pub(super) const fn digit(number: u32) -> u8 {
    b"0123456789abcdef"[number as usize % 16]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_as_by_the_standard_library() {
        for number in [0, 1, 9, 10, 15, 16, 255, 256, 65_535, 1_000_000, u32::MAX] {
            let (mut ten, mut sixteen) = (Vec::new(), Vec::new());
            decimal(number, &mut ten);
            hexadecimal(number, &mut sixteen);
            assert_eq!(ten, number.to_string().as_bytes());
            assert_eq!(sixteen, format!("{number:x}").as_bytes());
        }
    }
}
