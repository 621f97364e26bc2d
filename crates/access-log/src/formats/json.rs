//! Finds fields of a JSON object in one pass, without building a tree.
//!
//! A field is named by its path, as in `request.remote_ip`; names that contain dots are found too. A value is the text
//! in the line, and numbers stay text. Names match in any case, but an exact match takes precedence. Of duplicate
//! fields, the last counts. The whole line is validated, so that a truncated line is rejected. Strings are laxer than
//! the standard, as servers are: any byte is allowed, and `\x1b` is an escape, as in nginx. The parser is our own, as
//! serde_json rejects those, and the page's module for logs is far over its target already (`tests/bench/README.md`).

use crate::search::{first as first_byte, first_of};
use crate::{Text, Unparsed};

/// The most fields in one search.
pub(super) const MOST: usize = 16;
/// The deepest nesting of a value that is skipped.
const DEPTH: u32 = 128;
/// Longer paths match no name.
const LONGEST: usize = 1000;
/// The deepest nesting of objects that are searched.
const LEVELS: usize = 16;
/// The longest path among the [leaves] of a line: usual names are shorter.
const SHORT: usize = 64;

/// A value as written in the line: `"a"`, `1.5`, `true`, `[…]`, `{…}`. `null` counts as missing.
pub(super) type Value<'line> = Option<&'line [u8]>;

/// Finds the values of some fields. An empty name matches nothing.
pub(super) fn find<'line>(line: &'line [u8], names: &[&str]) -> Result<[Value<'line>; MOST], Unparsed> {
    debug_assert!(names.len() <= MOST, "too many names");
    let names = &names[..names.len().min(MOST)];
    let mut finder = Finder { line, at: 0, names, found: [None; MOST], exact: 0 };
    finder.space();
    if finder.peek() != Some(b'{') {
        return finder.expected("a JSON object");
    }
    let mut begun = [NOT_HERE; MOST];
    for (begun, name) in begun.iter_mut().zip(names) {
        if (1..LONGEST).contains(&name.len()) {
            *begun = 0;
        }
    }
    finder.object(&begun, 0)?;
    finder.space();
    if finder.at < line.len() { finder.expected("the end of the line") } else { Ok(finder.found) }
}

/// Returns all fields that are not objects, with their paths and texts.
pub(super) fn leaves(line: &[u8]) -> Result<Vec<(String, Text<'_>)>, Unparsed> {
    let mut finder = Finder { line, at: 0, names: &[], found: [None; MOST], exact: 0 };
    let mut leaves = Vec::new();
    finder.space();
    if finder.peek() == Some(b'{') {
        finder.leaves("", 0, &mut leaves)?;
    }
    Ok(leaves)
}

/// Returns the value of one field.
pub(super) fn field<'line>(line: &'line [u8], name: &str) -> Option<Text<'line>> {
    find(line, &[name]).ok()?[0].map(|value| text(Some(value)))
}

/// Returns a value as text: a string without quotes and escapes, the first value of an array, anything else unchanged.
pub(super) fn text(value: Value<'_>) -> Text<'_> {
    let mut value = value.unwrap_or_default();
    while let [b'[', rest @ ..] = value {
        value = first(rest);
    }
    match value {
        [b'"', inside @ .., b'"'] => unescaped(inside),
        b"null" => Text::default(),
        _ => Text::Borrowed(value),
    }
}

/// Reports the first missing value, if any.
pub(super) fn needed(line: &[u8], values: &[(Value<'_>, &'static str)]) -> Result<(), Unparsed> {
    match values.iter().find(|(value, _)| value.is_none()) {
        Some((_, expected)) => Err(Unparsed { expected, at: line.len() }),
        None => Ok(()),
    }
}

/// The first value of a validated array, without its opening bracket.
fn first(array: &[u8]) -> &[u8] {
    let mut finder = Finder { line: array, at: 0, names: &[], found: [None; MOST], exact: 0 };
    finder.space();
    let start = finder.at;
    if finder.peek() == Some(b']') || finder.value().is_err() { &[] } else { &array[start..finder.at] }
}

/// How many bytes of each name the enclosing objects have matched.
type Begun = [u16; MOST];
/// The field is not in this object.
const NOT_HERE: u16 = u16::MAX;

struct Finder<'line, 'names> {
    line: &'line [u8],
    at: usize,
    names: &'names [&'names str],
    found: [Value<'line>; MOST],
    /// A bit for each name that was matched exactly.
    exact: u32,
}

impl<'line> Finder<'line, '_> {
    fn peek(&self) -> Option<u8> {
        self.line.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn expected<T>(&self, expected: &'static str) -> Result<T, Unparsed> {
        Err(Unparsed { expected, at: self.at })
    }

    /// Parses an object, whose brace is next, and keeps the requested values.
    fn object(&mut self, begun: &Begun, level: usize) -> Result<(), Unparsed> {
        self.at += 1;
        self.space();
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            let key = self.key()?;
            let (wanted, inner) = self.matches(&key, begun);
            let start = self.at;
            match inner {
                Some(inner) if level < LEVELS && self.peek() == Some(b'{') => {
                    self.object(&inner, level + 1)?;
                }
                _ => self.value()?,
            }
            let value = Some(&self.line[start..self.at]).filter(|value| *value != b"null");
            (0..self.names.len())
                .filter(|name| wanted & 1 << name != 0)
                .for_each(|name| self.keep(name, &key, value));
            if !self.goes_on()? {
                return Ok(());
            }
        }
    }

    /// Whether an object has another field, and moves to its name; otherwise it has ended.
    fn goes_on(&mut self) -> Result<bool, Unparsed> {
        self.space();
        if self.take(b'}') {
            return Ok(false);
        }
        if !self.take(b',') {
            return self.expected("a comma or a closing brace");
        }
        self.space();
        Ok(true)
    }

    /// Parses an object, whose brace is next, and lists its fields that are not objects.
    fn leaves(
        &mut self,
        path: &str,
        level: usize,
        leaves: &mut Vec<(String, Text<'line>)>,
    ) -> Result<(), Unparsed> {
        self.at += 1;
        self.space();
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            let key = self.key()?;
            let key = [path, &String::from_utf8_lossy(&key)].concat();
            let start = self.at;
            if key.len() < SHORT && level < LEVELS && self.peek() == Some(b'{') {
                self.leaves(&(key + "."), level + 1, leaves)?;
            } else {
                self.value()?;
                let value = &self.line[start..self.at];
                if key.len() < SHORT && value != b"null" && !value.starts_with(b"{") {
                    leaves.push((key, text(Some(value))));
                }
            }
            if !self.goes_on()? {
                return Ok(());
            }
        }
    }

    /// Keeps a value. An exact match of the name takes precedence over one in another case.
    fn keep(&mut self, name: usize, key: &[u8], value: Value<'line>) {
        let exact = u32::from(self.names[name].as_bytes().ends_with(key)) << name;
        if exact >= self.exact & 1 << name {
            self.found[name] = value;
            self.exact |= exact;
        }
    }

    /// The names that end with a key, as bits; and how far the names that continue in its value are matched.
    fn matches(&self, key: &[u8], begun: &Begun) -> (u32, Option<Begun>) {
        let (mut wanted, mut inner, mut any) = (0, [NOT_HERE; MOST], false);
        for (index, (name, &used)) in self.names.iter().zip(begun).enumerate() {
            let Some(rest) = name.as_bytes().get(usize::from(used)..) else { continue };
            if rest.first().map(|byte| byte | 32) != key.first().map(|byte| byte | 32) {
                continue;
            }
            let same = rest.split_at_checked(key.len()).filter(|(start, _)| start.eq_ignore_ascii_case(key));
            match same.map(|(_, rest)| rest) {
                Some([]) => wanted |= 1 << index,
                Some([b'.', _, ..]) => {
                    inner[index] = used + key.len() as u16 + 1;
                    any = true;
                }
                _ => (),
            }
        }
        (wanted, any.then_some(inner))
    }

    /// Parses a key and its colon.
    fn key(&mut self) -> Result<Text<'line>, Unparsed> {
        let start = self.at + 1;
        if self.peek() != Some(b'"') {
            return self.expected("a name in quotes");
        }
        self.string()?;
        let key = unescaped(&self.line[start..self.at - 1]);
        self.space();
        if !self.take(b':') {
            return self.expected("a colon");
        }
        self.space();
        Ok(key)
    }

    /// Skips a string, whose quote is next.
    fn string(&mut self) -> Result<(), Unparsed> {
        let start = self.at;
        self.at += 1;
        while let Some(next) = first_of([b'"', b'\\'], &self.line[self.at..]) {
            self.at += next + 1;
            if self.line[self.at - 1] == b'"' {
                return Ok(());
            }
            let length = match self.peek() {
                Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 1,
                Some(b'u') if self.hex(4) => 5,
                Some(b'x') if self.hex(2) => 3,
                _ => return self.expected("a JSON escape"),
            };
            self.at += length;
        }
        Err(Unparsed { expected: "the closing quote of this string", at: start })
    }

    /// Whether this many hexadecimal digits follow the next byte.
    fn hex(&self, digits: usize) -> bool {
        let digits = self.line.get(self.at + 1..self.at + 1 + digits);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    }

    /// Skips a value of any depth, without recursion.
    fn value(&mut self) -> Result<(), Unparsed> {
        // A bit for each open bracket, the innermost lowest: set for an object.
        let (mut objects, mut depth) = (0_u128, 0);
        loop {
            let opened = match self.peek() {
                Some(bracket @ (b'{' | b'[')) if depth < DEPTH => {
                    self.at += 1;
                    objects = objects << 1 | u128::from(bracket == b'{');
                    depth += 1;
                    self.space();
                    !matches!(self.peek(), Some(b'}' | b']'))
                }
                Some(b'{' | b'[') => return self.expected("less nesting"),
                Some(b'"') => self.string().map(|()| false)?,
                _ => self.bare().map(|()| false)?,
            };
            if !opened && self.closed(&mut objects, &mut depth)? {
                return Ok(());
            }
            if objects & 1 == 1 {
                self.key()?;
            }
        }
    }

    /// Closes the brackets that end after a value, and returns whether that was the last one.
    fn closed(&mut self, objects: &mut u128, depth: &mut u32) -> Result<bool, Unparsed> {
        while *depth > 0 {
            self.space();
            if self.take(b',') {
                self.space();
                return Ok(false);
            }
            if !self.take(if *objects & 1 == 1 { b'}' } else { b']' }) {
                return self.expected("a comma or a closing bracket");
            }
            *objects >>= 1;
            *depth -= 1;
        }
        Ok(true)
    }

    /// Skips a number or a keyword.
    fn bare(&mut self) -> Result<(), Unparsed> {
        let rest = &self.line[self.at..];
        let word = [b"true".as_slice(), b"false", b"null"].into_iter().find(|word| rest.starts_with(word));
        self.at += match word {
            Some(word) => word.len(),
            None => return self.number(),
        };
        Ok(())
    }

    fn number(&mut self) -> Result<(), Unparsed> {
        self.take(b'-');
        if !self.take(b'0') {
            self.digits("a value")?;
        }
        if self.take(b'.') {
            self.digits("a digit")?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _sign = self.take(b'-') || self.take(b'+');
            self.digits("a digit")?;
        }
        Ok(())
    }

    fn digits(&mut self, expected: &'static str) -> Result<(), Unparsed> {
        let count = self.line[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        if count == 0 { self.expected(expected) } else { Ok(()) }
    }
}

/// Decodes the escapes of a string. A lone surrogate becomes U+FFFD.
fn unescaped(inside: &[u8]) -> Text<'_> {
    let Some(mut next) = first_byte(b'\\', inside) else { return Text::Borrowed(inside) };
    let (mut text, mut rest) = (Vec::with_capacity(inside.len()), inside);
    loop {
        text.extend_from_slice(&rest[..next]);
        rest = escape(&rest[next + 1..], &mut text);
        match first_byte(b'\\', rest) {
            Some(index) => next = index,
            None => break,
        }
    }
    text.extend_from_slice(rest);
    Text::Owned(text)
}

/// Decodes one escape, without its backslash, and returns the rest.
fn escape<'line>(rest: &'line [u8], text: &mut Vec<u8>) -> &'line [u8] {
    let Some((&letter, after)) = rest.split_first() else { return rest };
    let plain = match letter {
        b'u' => return unicode(after, text),
        b'x' => {
            let (digits, after) = after.split_at_checked(2).unwrap_or((after, &[]));
            text.push(hexadecimal(digits) as u8);
            return after;
        }
        b'b' => 8,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        other => other,
    };
    text.push(plain);
    after
}

/// Decodes `\u` with four digits, or a surrogate pair.
fn unicode<'line>(digits: &'line [u8], text: &mut Vec<u8>) -> &'line [u8] {
    let (digits, mut rest) = digits.split_at_checked(4).unwrap_or((digits, &[]));
    let mut code = hexadecimal(digits);
    if let (0xd800..0xdc00, [b'\\', b'u', low @ ..]) = (code, rest)
        && let Some((digits, after)) = low.split_at_checked(4)
        && let low @ 0xdc00..0xe000 = hexadecimal(digits)
    {
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        rest = after;
    }
    let letter = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    text.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
    rest
}

fn hexadecimal(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |number, &digit| number << 4 | char::from(digit).to_digit(16).unwrap_or(0))
}
