//! One step of a pattern: a variable, and how its value is found.

use super::literal::{Literal, find};
use super::roles::Role;

/// A variable and the literal after it.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The name of the variable.
    pub(crate) name: String,
    pub(crate) role: Role,
    /// The length in bytes, if it is fixed.
    pub(crate) width: Option<usize>,
    /// The literal after it; empty at the end of a pattern.
    pub(crate) after: Literal,
    /// Whether that literal is the beginning of the next variable.
    pub(crate) shared: bool,
    /// Whether it is quoted, so that an escaped quote does not end it.
    pub(crate) quoted: bool,
}

impl Step {
    /// Returns the end of the value that starts here, and the start of the next.
    #[inline]
    pub(super) fn value(&self, line: &[u8], at: usize, open: bool) -> Option<(usize, usize)> {
        let length = self.after.text().len();
        let end = match self.width {
            Some(width) => {
                Some(at + width).filter(|&end| end <= line.len() && self.after.is_at(line, end))?
            }
            None if length > 0 => self.search(line, at)?,
            None if open => find(b' ', line, at).unwrap_or(line.len()),
            None => line.len(),
        };
        Some((end, if self.shared { end } else { end + length }))
    }

    #[inline]
    fn search(&self, line: &[u8], start: usize) -> Option<usize> {
        let first = self.after.text()[0];
        let mut at = start;
        loop {
            at = find(first, line, at)?;
            if self.after.is_at(line, at) && !(self.quoted && is_escaped(&line[start..at])) {
                return Some(at);
            }
            at += 1;
        }
    }
}

/// Whether the next byte is escaped: an odd number of backslashes precedes it.
#[inline(always)]
fn is_escaped(text: &[u8]) -> bool {
    text.last() == Some(&b'\\') && text.iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
}
