//! A corpus as one text: an input per line, escaped like Rust byte strings, in order.
//!
//! One file replaces a thousand, and its diffs are readable.

/// Returns the text of these inputs, sorted and without duplicates.
pub fn pack(mut inputs: Vec<Vec<u8>>) -> String {
    inputs.sort();
    inputs.dedup();
    inputs.iter().map(|input| format!("{}\n", input.escape_ascii())).collect()
}

/// Returns the inputs of a text; none if a line is not in the form that `pack` writes.
pub fn unpack(text: &str) -> Option<Vec<Vec<u8>>> {
    text.lines().map(unescape).collect()
}

fn unescape(line: &str) -> Option<Vec<u8>> {
    let mut rest = line.bytes();
    let mut bytes = Vec::new();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'\\' { escaped(&mut rest)? } else { byte });
    }
    Some(bytes)
}

/// Returns the byte that an escape sequence stands for.
fn escaped(rest: &mut impl Iterator<Item = u8>) -> Option<u8> {
    match rest.next()? {
        b't' => Some(b'\t'),
        b'r' => Some(b'\r'),
        b'n' => Some(b'\n'),
        b'x' => Some(16 * digit(rest.next()?)? + digit(rest.next()?)?),
        byte @ (b'\\' | b'\'' | b'"') => Some(byte),
        _ => None,
    }
}

fn digit(letter: u8) -> Option<u8> {
    char::from(letter).to_digit(16).and_then(|digit| digit.try_into().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_round_trips_on_one_line() {
        let inputs: Vec<Vec<u8>> = vec![vec![], (0..=255).collect(), b"\\x00 \"as text\"\r\n".to_vec()];
        let text = pack(inputs.clone());
        assert_eq!(text.lines().count(), inputs.len());
        let mut sorted = inputs;
        sorted.sort();
        assert_eq!(unpack(&text), Some(sorted));
    }

    #[test]
    fn inputs_are_sorted_and_unique() {
        assert_eq!(pack(vec![b"b".to_vec(), b"a".to_vec(), b"b".to_vec()]), "a\nb\n");
    }

    #[test]
    fn a_broken_line_is_refused() {
        for line in ["\\", "\\q", "\\x1", "\\xgg"] {
            assert_eq!(unpack(line), None, "{line}");
        }
    }
}
