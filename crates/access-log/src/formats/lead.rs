//! The words before the time, in lines that begin like the common log but have more words.
//!
//! Users put the host before the client, or replace the client with a list of addresses. The client is identified by
//! the two words after it, `- user`. Ambiguous lines are not guessed.

use crate::address::{first_address, is_address};
use crate::time::rfc3339;
use crate::without_port;

/// The client, the user and the host.
type Lead<'line> = (&'line [u8], &'line [u8], &'line [u8]);

/// Parses the words before a time. `None` if they are a client, a word and a user whose name has spaces; `Some(None)`
/// if the client is ambiguous.
pub(super) fn read(head: &[u8]) -> Option<Option<Lead<'_>>> {
    let mut words = head.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).rev();
    let (user, hyphen, client) = (words.next()?, words.next()?, words.next()?);
    // If the third word is a hyphen too, it is part of the name.
    if hyphen != b"-" || client == b"-" {
        return None;
    }
    let (mut client, mut host) = (client, words.next());
    while let Some(before) = host.and_then(|word| word.strip_suffix(b",")) {
        (client, host) = (before, words.next());
    }
    let host = host.unwrap_or_default();
    let ambiguous = is_address(host) || words.next().is_some();
    // A prefix added by an envelope is not a host.
    let envelope = host.ends_with(b":") || rfc3339(host).is_some();
    let known = (first_address(client), user, without_port(host));
    Some((!ambiguous && !envelope).then_some(known))
}
