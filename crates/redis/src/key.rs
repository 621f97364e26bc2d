//! Names of keys in Redis, such that no client can change the state of another.
//!
//! `api:k3f9x2:{ada}` is the state of the client `ada` under the policy whose fingerprint is `k3f9x2`, in the store
//! named `api`. The braces are a hash tag: a cluster keeps all names with one tag on one server. Another policy
//! has another fingerprint, because its states have another meaning, and so has another version of the scripts that
//! stores states in another form.

use std::borrow::Cow;

use crate::plan::Plan;

/// The version of the form in which scripts store states. Version 1 had no number in its fingerprints.
const STATE_FORMAT: u32 = 2;

/// The names of a store's keys.
///
/// ```
/// use ratelab_limiter::{Gcra, Policy, SECOND};
/// use ratelab_redis::{Plan, key::Names};
///
/// let plan = Plan::new(&Policy::from(Gcra::new(20, 100, 60 * SECOND)?))?;
/// let names = Names::new("api", &plan);
/// let key = String::from_utf8(names.client_key(b"ada"))?;
/// assert!(key.starts_with("api:") && key.ends_with(":{ada}"));
/// assert!(key.as_bytes().starts_with(names.prefix()));
/// let key = String::from_utf8(names.member_key(b"acme", 1, b"ada"))?; // the second limiter of an all-of
/// assert!(key.ends_with(":{acme}:1:ada"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    prefix: Vec<u8>,
}

impl Names {
    /// Returns the names of a store, which contain its name and the fingerprint of its policy.
    pub fn new(store: &str, plan: &Plan) -> Self {
        Self { prefix: format!("{}:{}:", without_tag(store), fingerprint(plan)).into_bytes() }
    }

    /// Returns the prefix of all names.
    pub fn prefix(&self) -> &[u8] {
        &self.prefix
    }

    /// Returns the name of a client's key.
    pub fn client_key(&self, client: &[u8]) -> Vec<u8> {
        [&self.prefix[..], b"{", &escaped(client), b"}"].concat()
    }

    /// Returns the name of the key of one limiter of several. `part` is the key within the tag, such as a user of a
    /// tenant; if it is empty, the state belongs to the tag itself.
    pub fn member_key(&self, tag: &[u8], index: usize, part: &[u8]) -> Vec<u8> {
        let mut name = self.client_key(tag);
        name.extend(format!(":{index}").into_bytes());
        if !part.is_empty() {
            name.push(b':');
            name.extend(part);
        }
        name
    }
}

/// The client within a tag, which ends with the first closing brace and must not be empty. A percent sign escapes
/// both.
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

/// The name of a store, escaped so that no tag begins in it.
fn without_tag(store: &str) -> String {
    store.replace('%', "%25").replace('{', "%7B")
}

/// Six letters that differ between policies, except for one pair in a billion. A script and its arguments are all that
/// the meaning of a state depends on.
fn fingerprint(plan: &Plan) -> String {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let text = format!("{STATE_FORMAT} {} {}", plan.script().name(), plan.arguments().join(" "));
    let digest = const_sha1::sha1(text.as_bytes()).as_bytes();
    let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
    digest[..6].iter().map(letter).collect()
}
