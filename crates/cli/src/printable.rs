//! Text from a log, or the name of a file, as it may be shown: it cannot move the cursor, change colours, or reverse
//! what is read.

/// Whether a character acts on a terminal or on the text around it, instead of being seen: control characters, line
/// breaks, and marks that change the direction of writing.
pub(crate) fn acts(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
        )
}

/// One line for a terminal: characters that act become question marks.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|letter| if acts(letter) { '?' } else { letter }).collect()
}

/// The same, cut after this many characters.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    let shown = printable(text);
    match shown.char_indices().nth(longest) {
        Some(_) => shown.chars().take(longest - 3).collect::<String>() + "...",
        None => shown,
    }
}

/// JSON in which characters that act are escaped. Outside of strings it has none except line breaks.
pub(crate) fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for letter in json.chars() {
        match letter {
            '\n' => text.push('\n'),
            letter if acts(letter) => text += &format!("\\u{:04x}", u32::from(letter)),
            letter => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_acts_on_a_terminal() {
        assert_eq!(printable("a\u{1b}[31mb\u{9b}c\u{202e}d\ne"), "a?[31mb?c?d?e");
        assert_eq!(printable("日本 é ✓"), "日本 é ✓");
        assert_eq!(shortened("abcdefghij", 8), "abcde...");
    }

    #[test]
    fn json_means_the_same_after_it_was_escaped() {
        let text = "a\u{9b}b\u{202e}c\u{feff}\u{7f}";
        let json = serde_json::to_string_pretty(&[text]).expect("JSON");
        let escaped = escaped(&json);
        assert!(!escaped.chars().any(|letter| letter != '\n' && acts(letter)), "{escaped}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&escaped).expect("JSON"), [text]);
    }
}
