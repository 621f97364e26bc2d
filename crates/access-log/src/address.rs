//! Client addresses.
//!
//! They are parsed here because the parser of the standard library adds too much to the size of a web page.

use crate::search::first;

/// Returns an address without its brackets and port: `[::1]:80` is `::1`, `192.0.2.7:80` is `192.0.2.7`. Text with two
/// or more colons and no brackets is an IPv6 address without a port.
///
/// # Examples
///
/// ```
/// use ratelab_access_log::without_port;
///
/// assert_eq!(without_port(b"[2001:db8::7]:443"), b"2001:db8::7");
/// assert_eq!(without_port(b"192.0.2.7:443"), b"192.0.2.7");
/// assert_eq!(without_port(b"2001:db8::7"), b"2001:db8::7");
/// ```
pub fn without_port(text: &[u8]) -> &[u8] {
    if let Some(inner) = text.strip_prefix(b"[") {
        return before(inner, b']');
    }
    match first(b':', text).map(|colon| text.split_at(colon)) {
        Some((host, [_, port @ ..])) if !port.is_empty() && port.iter().all(u8::is_ascii_digit) => host,
        _ => text,
    }
}

/// Returns a client without white space, brackets and port, or the first of a list of addresses.
#[inline(always)]
pub(crate) fn client(text: &[u8]) -> &[u8] {
    // Fast path for nearly all clients: a list is longer, and a port has at most five digits.
    let plain = match *text {
        [first, .., one, two, three, four, five, last] if text.len() < 15 => {
            let colon = |byte: u8| byte == b':';
            let port = colon(one) | colon(two) | colon(three) | colon(four) | colon(five);
            !port && !matches!(first, b'[' | b' ') && last != b' '
        }
        _ => is_plain_ipv6(text),
    };
    if plain { text } else { bare_client(text) }
}

/// Whether text of 16 bytes or more is a plain IPv6 address: at least two colons in the first 16 bytes, so that none
/// precedes a port; no bracket; no white space at its ends; and no comma, so that it is not a list.
#[inline(always)]
fn is_plain_ipv6(text: &[u8]) -> bool {
    let (Some(head), Some(tail)) = (text.first_chunk::<16>(), text.last_chunk::<16>()) else { return false };
    let colons = head.iter().fold(0, |colons, &byte| colons + u8::from(byte == b':'));
    let has_comma = |part: &[u8; 16]| part.iter().fold(false, |comma, &byte| comma | (byte == b','));
    let (parts, _) = text.as_chunks::<16>();
    let listed = has_comma(tail) || parts.iter().any(has_comma);
    colons > 1 && !listed && head[0] > b' ' && head[0] != b'[' && tail[15] > b' '
}

fn bare_client(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii();
    let listed = first(b',', text).map(|_| first_address(text)).filter(|first| is_address(first));
    listed.unwrap_or_else(|| without_port(text))
}

/// Returns the first address of a list, as proxies append to it.
pub(crate) fn first_address(text: &[u8]) -> &[u8] {
    without_port(before(text, b',').trim_ascii())
}

/// Whether text is an address, with or without a port.
pub(crate) fn is_address(text: &[u8]) -> bool {
    let address = without_port(text);
    four_bytes(address).is_some() || eight_parts(address).is_some()
}

/// Returns the text before a byte, or all of it if the byte is missing.
fn before(text: &[u8], end: u8) -> &[u8] {
    &text[..first(end, text).unwrap_or(text.len())]
}

/// Appends the network of an address: /24 for IPv4, including IPv4-mapped IPv6, and /64 for IPv6. Anything else, such
/// as a host name, is appended unchanged.
pub(crate) fn push_prefix(text: &[u8], into: &mut Vec<u8>) {
    let address = without_port(text);
    if let Some(bytes) = four_bytes(address) {
        return push_v4(bytes, into);
    }
    match eight_parts(address) {
        Some([0, 0, 0, 0, 0, 0xffff, first, second]) => push_v4([first >> 8, first & 255, second >> 8], into),
        Some([first, second, third, fourth, ..]) => push_v6([first, second, third, fourth], into),
        None => into.extend_from_slice(text),
    }
}

/// Parses the first three bytes of an IPv4 address.
fn four_bytes(text: &[u8]) -> Option<[u16; 3]> {
    let mut parts = text.split(|&byte| byte == b'.').map(|part| number(part, 10).filter(|&byte| byte < 256));
    let (first, second, third) = (parts.next()??, parts.next()??, parts.next()??);
    (parts.next()?.is_some() && parts.next().is_none()).then_some([first, second, third])
}

/// Parses the groups of an IPv6 address, where `::` stands for any number of zeros. The last two groups may be written
/// as IPv4, and a zone may follow, as in `fe80::1%eth0`.
fn eight_parts(text: &[u8]) -> Option<[u16; 8]> {
    let address = before(text, b'%');
    let Some(gap) = address.windows(2).position(|pair| pair == b"::") else {
        return parts(address).filter(|(_, count)| *count == 8).map(|(parts, _)| parts);
    };
    let ((mut all, first), (rest, last)) = (parts(&address[..gap])?, parts(&address[gap + 2..])?);
    all[8 - last..].copy_from_slice(&rest[..last]);
    (first + last < 8).then_some(all)
}

/// Parses at most eight groups separated by colons, and returns how many there are.
fn parts(text: &[u8]) -> Option<([u16; 8], usize)> {
    let (mut parts, mut count) = ([0; 8], 0);
    let mut rest = Some(text).filter(|text| !text.is_empty());
    while let Some(text) = rest {
        let part = before(text, b':');
        rest = text.get(part.len() + 1..);
        if let (Some([first, second, third]), None) = (four_bytes(part), rest) {
            let fourth = part.rsplit(|&byte| byte == b'.').next().and_then(|part| number(part, 10))?;
            let pair = parts.get_mut(count..count + 2)?;
            pair.copy_from_slice(&[first << 8 | second, third << 8 | fourth]);
            return Some((parts, count + 2));
        }
        *parts.get_mut(count)? = number(part, 16)?;
        count += 1;
    }
    Some((parts, count))
}

/// Parses a number of one to four digits.
fn number(text: &[u8], radix: u32) -> Option<u16> {
    if !(1..=4).contains(&text.len()) {
        return None;
    }
    let digit = |number: u32, &byte: &u8| Some(number * radix + char::from(byte).to_digit(radix)?);
    text.iter().try_fold(0, digit)?.try_into().ok()
}

fn push_v4(bytes: [u16; 3], into: &mut Vec<u8>) {
    for byte in bytes {
        push_number(byte, 10, into);
        into.push(b'.');
    }
    into.extend_from_slice(b"0/24");
}

fn push_v6(parts: [u16; 4], into: &mut Vec<u8>) {
    let length = parts.iter().rposition(|&part| part != 0).map_or(0, |last| last + 1);
    for (index, &part) in parts[..length].iter().enumerate() {
        if index > 0 {
            into.push(b':');
        }
        push_number(part, 16, into);
    }
    into.extend_from_slice(b"::/64");
}

fn push_number(number: u16, radix: u16, into: &mut Vec<u8>) {
    if number >= radix {
        push_number(number / radix, radix, into);
    }
    into.push(b"0123456789abcdef"[usize::from(number % radix)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every combination of a few bytes at the ends and in the middle of a text.
    fn texts(length: usize) -> impl Iterator<Item = Vec<u8>> {
        const BYTES: &[u8] = b"1a:,. []\t";
        let indices = [0, 1, 4, length / 2, length - 2, length - 1];
        let count = BYTES.len().pow(indices.len() as u32);
        (0..count).step_by(7).map(move |mut number| {
            let mut text = vec![b'2'; length];
            for index in indices {
                text[index] = BYTES[number % BYTES.len()];
                number /= BYTES.len();
            }
            text
        })
    }

    #[test]
    fn the_fast_path_agrees_with_the_slow_one() {
        for length in [15, 16, 17, 24, 31, 32, 33, 40] {
            for text in texts(length) {
                assert_eq!(client(&text), bare_client(&text), "{}", text.escape_ascii());
            }
        }
        assert!(is_plain_ipv6(b"2001:db8:0:7::1234:99"));
        assert!(!is_plain_ipv6(b"2001:db8:0:7::1234, 192.0.2.1"));
    }
}
