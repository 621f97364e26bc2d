//! Names of keys in Redis, such that no client can touch another's state.
//!
//! `api:k3f9x2:{ada}` is the state of the client `ada` under the policy whose fingerprint is `k3f9x2`, in the store
//! named `api`. The braces are a hash tag: a cluster keeps all names with one tag on one server. Another policy
//! has another fingerprint, because its states would mean something else.

use std::borrow::Cow;

use ratelab_limiter::Policy;

/// What stands before the client in the names of a store's keys.
///
/// ```
/// use ratelab_limiter::{Gcra, Policy, SECOND};
/// use ratelab_redis::key::Names;
///
/// let names = Names::new("api", &Policy::from(Gcra::new(20, 100, 60 * SECOND)?));
/// let key = String::from_utf8(names.client_key(b"ada"))?;
/// assert!(key.starts_with("api:") && key.ends_with(":{ada}"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    prefix: Vec<u8>,
}

impl Names {
    /// The names of a store: its own name, and the fingerprint of its policy.
    pub fn new(store: &str, policy: &Policy) -> Self {
        Self { prefix: format!("{}:{}:", without_tag(store), fingerprint(policy)).into_bytes() }
    }

    /// What all names begin with.
    pub fn prefix(&self) -> &[u8] {
        &self.prefix
    }

    /// The name of a client's key.
    pub fn client_key(&self, client: &[u8]) -> Vec<u8> {
        [&self.prefix[..], b"{", &escaped(client), b"}"].concat()
    }

    /// The name of the key of one limiter of several. `part` says whose state it is within the tag, if it is
    /// not the client's own: all users of a tenant may share one.
    pub fn member_key(&self, tag: &[u8], place: usize, part: &[u8]) -> Vec<u8> {
        let mut name = self.client_key(tag);
        name.extend(format!(":{place}").into_bytes());
        if !part.is_empty() {
            name.push(b':');
            name.extend(part);
        }
        name
    }
}

/// The client within a tag, which ends with the first closing brace and must not be empty. A percent sign makes
/// room for both.
fn escaped(client: &[u8]) -> Cow<'_, [u8]> {
    if client.is_empty() {
        return Cow::Borrowed(b"%");
    }
    if !client.iter().any(|byte| matches!(byte, b'%' | b'}')) {
        return Cow::Borrowed(client);
    }
    let mut escaped = Vec::with_capacity(client.len() + 2);
    for byte in client {
        match byte {
            b'%' => escaped.extend(b"%25"),
            b'}' => escaped.extend(b"%7D"),
            other => escaped.push(*other),
        }
    }
    Cow::Owned(escaped)
}

/// The name of a store, in which no tag begins.
fn without_tag(store: &str) -> String {
    store.replace('%', "%25").replace('{', "%7B")
}

/// Six letters that differ between policies, except for one pair in a billion.
fn fingerprint(policy: &Policy) -> String {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let digest = const_sha1::sha1(policy.to_string().as_bytes()).as_bytes();
    let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
    digest[..6].iter().map(letter).collect()
}
