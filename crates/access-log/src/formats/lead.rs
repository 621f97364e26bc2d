//! What stands before the time of a line that begins as the common log does, but with more words.
//!
//! People put the host before the client, or a list of addresses in its place. Which word is the client is told by
//! the two that follow it, `- user`. What could be one or the other is not guessed.

use crate::address::{first_address, is_address};
use crate::time::rfc3339;
use crate::without_port;

/// The client, the user and the host.
type Lead<'line> = (&'line [u8], &'line [u8], &'line [u8]);

/// Reads the words before a time. `None` if they are a client, a word and a user whose name has spaces; `Some(None)` if
/// nobody can tell which word is the client.
pub(super) fn read(head: &[u8]) -> Option<Option<Lead<'_>>> {
    let mut words = head.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).rev();
    let (user, hyphen, client) = (words.next()?, words.next()?, words.next()?);
    // Where the third is a hyphen too, it is part of the name.
    if hyphen != b"-" || client == b"-" {
        return None;
    }
    let (mut client, mut host) = (client, words.next());
    while let Some(before) = host.and_then(|word| word.strip_suffix(b",")) {
        (client, host) = (before, words.next());
    }
    let host = host.unwrap_or_default();
    let ambiguous = is_address(host) || words.next().is_some();
    // What others have put before the line is no host.
    let envelope = host.ends_with(b":") || rfc3339(host).is_some();
    let known = (first_address(client), user, without_port(host));
    Some((!ambiguous && !envelope).then_some(known))
}
