//! What is around a line of a log and does not belong to it.

/// A line without what is left of its line break, without the mark that some files of UTF-8 begin with, and without
/// the zeros that a log has where it was emptied under the server's hands.
#[inline(always)]
pub(crate) fn trim(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if begins_otherwise(line) { trim_start(line) } else { line }
}

/// Whether it may begin with something to be taken off.
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
