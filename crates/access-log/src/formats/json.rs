//! Fields of a JSON object that is a line, found in one pass and without a tree.
//!
//! A field is named by its path, as in `request.remote_ip`; a name that has a dot of its own is found too. What
//! is found is the value as it stands in the line, and a number stays text. Names that differ in the case of their
//! letters are the same, unless one is written as it was asked for. Of two fields of one name the last counts.
//! The whole line is checked, so that a line that was cut is refused. It is laxer than the standard where servers are:
//! any byte may stand in a string, and `\x1b` is an escape, as nginx writes it.

use crate::search::{first as first_byte, first_of};
use crate::{Text, Unread};

/// The most fields that can be looked for at once.
pub(super) const MOST: usize = 16;
/// The most brackets that may be open at once in a value that nobody asked for.
const DEPTH: u32 = 128;
/// A path this long is nobody's.
const LONGEST: usize = 1000;
/// The most objects in objects that are looked into.
const LEVELS: usize = 16;
/// The longest path that is among the [leaves] of a line: longer ones are not usual.
const SHORT: usize = 64;

/// A value as it stands in the line: `"a"`, `1.5`, `true`, `[…]`, `{…}`. `null` counts as none.
pub(super) type Value<'line> = Option<&'line [u8]>;

/// Finds the values of some fields; an empty name is no field.
pub(super) fn find<'line>(line: &'line [u8], names: &[&str]) -> Result<[Value<'line>; MOST], Unread> {
    debug_assert!(names.len() <= MOST, "no more can be looked for");
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

/// All fields that are no objects and their texts, by their paths.
pub(super) fn leaves(line: &[u8]) -> Result<Vec<(String, Text<'_>)>, Unread> {
    let mut finder = Finder { line, at: 0, names: &[], found: [None; MOST], exact: 0 };
    let mut leaves = Vec::new();
    finder.space();
    if finder.peek() == Some(b'{') {
        finder.leaves("", 0, &mut leaves)?;
    }
    Ok(leaves)
}

/// The value of one field.
pub(super) fn field<'line>(line: &'line [u8], name: &str) -> Option<Text<'line>> {
    find(line, &[name]).ok()?[0].map(|value| text(Some(value)))
}

/// A value as text: a string without its quotes and escapes, of an array its first value, anything else as it is.
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

/// Says which of some values is missing, if one is.
pub(super) fn needed(line: &[u8], values: &[(Value<'_>, &'static str)]) -> Result<(), Unread> {
    match values.iter().find(|(value, _)| value.is_none()) {
        Some((_, expected)) => Err(Unread { expected, at: line.len() }),
        None => Ok(()),
    }
}

/// The first value of an array that was checked before, without its opening bracket.
fn first(array: &[u8]) -> &[u8] {
    let mut finder = Finder { line: array, at: 0, names: &[], found: [None; MOST], exact: 0 };
    finder.space();
    let start = finder.at;
    if finder.peek() == Some(b']') || finder.value().is_err() { &[] } else { &array[start..finder.at] }
}

/// How many bytes of each name the objects around have used up.
type Begun = [u16; MOST];
/// The field is not in this object.
const NOT_HERE: u16 = u16::MAX;

struct Finder<'line, 'names> {
    line: &'line [u8],
    at: usize,
    names: &'names [&'names str],
    found: [Value<'line>; MOST],
    /// A bit for each name that was found as it is written.
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

    fn expected<T>(&self, expected: &'static str) -> Result<T, Unread> {
        Err(Unread { expected, at: self.at })
    }

    /// Reads an object, whose brace is next, and keeps what is wanted of it.
    fn object(&mut self, begun: &Begun, level: usize) -> Result<(), Unread> {
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

    /// Whether an object has another field, to whose name it goes; otherwise it has ended.
    fn goes_on(&mut self) -> Result<bool, Unread> {
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

    /// Reads an object, whose brace is next, and lists the fields in it that are no objects.
    fn leaves(
        &mut self,
        path: &str,
        level: usize,
        leaves: &mut Vec<(String, Text<'line>)>,
    ) -> Result<(), Unread> {
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

    /// Keeps a value. Letters may be of the other case, but what is written as the name is goes before.
    fn keep(&mut self, name: usize, key: &[u8], value: Value<'line>) {
        let exact = u32::from(self.names[name].as_bytes().ends_with(key)) << name;
        if exact >= self.exact & 1 << name {
            self.found[name] = value;
            self.exact |= exact;
        }
    }

    /// Which names end with a key, as bits; and how far the others get that go on in its value, if any does.
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

    /// Reads a key and its colon, up to the value.
    fn key(&mut self) -> Result<Text<'line>, Unread> {
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

    /// Passes over a string, whose quote is next.
    fn string(&mut self) -> Result<(), Unread> {
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
                _ => return self.expected("an escape of JSON"),
            };
            self.at += length;
        }
        Err(Unread { expected: "the closing quote of this string", at: start })
    }

    /// Whether so many hexadecimal digits come after the next byte.
    fn hex(&self, digits: usize) -> bool {
        let digits = self.line.get(self.at + 1..self.at + 1 + digits);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    }

    /// Passes over a value, however deep it is, without recursion.
    fn value(&mut self) -> Result<(), Unread> {
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
                Some(b'{' | b'[') => return self.expected("fewer brackets in brackets"),
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

    /// Closes what ends after a value. Whether that was the last bracket; if not, the next value follows.
    fn closed(&mut self, objects: &mut u128, depth: &mut u32) -> Result<bool, Unread> {
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

    /// Passes over a number or a word.
    fn bare(&mut self) -> Result<(), Unread> {
        let rest = &self.line[self.at..];
        let word = [b"true".as_slice(), b"false", b"null"].into_iter().find(|word| rest.starts_with(word));
        self.at += match word {
            Some(word) => word.len(),
            None => return self.number(),
        };
        Ok(())
    }

    fn number(&mut self) -> Result<(), Unread> {
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

    fn digits(&mut self, expected: &'static str) -> Result<(), Unread> {
        let count = self.line[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        if count == 0 { self.expected(expected) } else { Ok(()) }
    }
}

/// The inside of a string with its escapes undone. Half of a surrogate pair becomes U+FFFD.
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

/// Undoes one escape, without its backslash, and gives what comes after it.
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

/// Undoes `\u` and four digits, two of them for what is beyond the first plane.
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
