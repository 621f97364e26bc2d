//! Removes bytes around a line that are not part of it.

/// Removes a carriage return, a byte order mark, and the zeros of a log that was truncated while the server had it
/// open.
#[inline(always)]
pub(crate) fn trim(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if begins_otherwise(line) { trim_start(line) } else { line }
}

/// Whether the line may begin with bytes to remove.
#[inline(always)]
pub(crate) fn begins_otherwise(line: &[u8]) -> bool {
    matches!(line.first(), Some(0 | 0xef))
}

#[cold]
fn trim_start(line: &[u8]) -> &[u8] {
    let start = line.iter().position(|&byte| byte != 0);
    let line = &line[start.unwrap_or(line.len())..];
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}
