//! The HTTP response to a decision: status, `Retry-After`, `X-RateLimit-*`, and the
//! `RateLimit` fields of the IETF draft.

use alloc::{borrow::ToOwned, format, string::String, vec, vec::Vec};
use core::fmt;

use crate::{bounds::SECOND, decision::Decision, limiter::Limiter};

/// The status and header fields of the response to a decision.
///
/// Durations are whole seconds, rounded up, so that a client that waits this long is never
/// early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headers {
    /// 429 when denied, else 200.
    pub status: u16,
    /// `Retry-After`: at least 1 when denied, absent if the request was admitted or can never pass.
    pub retry_after: Option<u64>,
    /// `X-RateLimit-Limit`.
    pub limit: u32,
    /// `X-RateLimit-Remaining`.
    pub remaining: u32,
    /// `X-RateLimit-Reset`: the second, on the clock that the limiter is used with, by which
    /// the whole budget is back. Absent if it never is.
    pub reset: Option<u64>,
    /// `RateLimit-Policy`, such as `"api";q=10;w=10`.
    pub rate_limit_policy: String,
    /// `RateLimit`, such as `"api";r=0;t=5`: nothing remains, and in 5 seconds something will.
    pub rate_limit: String,
}

impl Headers {
    /// Returns the response to a decision of this limiter, with a name for the policy. The
    /// members of an all-of get a number after the name.
    ///
    /// ```
    /// use ratelab_limiter::{Headers, Limiter, TokenBucket, SECOND};
    ///
    /// let limiter = TokenBucket::new(10, 1, SECOND)?;
    /// let mut state = limiter.fresh();
    /// let _ = limiter.take(&mut state, 0, 10);
    /// let denied = limiter.check(&mut state, SECOND / 2, 1);
    /// let headers = Headers::new(&limiter, &denied, "api")?;
    /// assert_eq!(headers.status, 429);
    /// assert_eq!(headers.retry_after, Some(1));
    /// assert_eq!(headers.rate_limit_policy, r#""api";q=10;w=10"#);
    /// assert_eq!(headers.rate_limit, r#""api";r=0;t=1"#);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`NameError`] if the name has a character that is not printable ASCII.
    pub fn new<L: Limiter>(limiter: &L, decision: &Decision, name: &str) -> Result<Self, NameError> {
        let name = quotable(name)?;
        let denied = !decision.outcome.admits();
        let retry_after = decision.retry_after.filter(|_| denied).map(|wait| seconds(wait.into()).max(1));
        let reset =
            decision.member_reset_after.map(|wait| seconds(u128::from(decision.at) + u128::from(wait)));
        Ok(Self {
            status: if denied { 429 } else { 200 },
            retry_after,
            limit: decision.limit,
            remaining: decision.remaining,
            reset,
            rate_limit_policy: policy_field(limiter, &name),
            rate_limit: limit_field(limiter, decision, &name),
        })
    }

    /// Returns the names and values of the header fields, in the order to send them.
    ///
    /// ```
    /// use ratelab_limiter::{Gcra, Headers, Limiter, SECOND};
    ///
    /// let limiter = Gcra::new(2, 1, SECOND)?;
    /// let allowed = limiter.check(&mut limiter.fresh(), 0, 1);
    /// let fields = Headers::new(&limiter, &allowed, "api")?.fields();
    /// assert_eq!(fields[0], ("X-RateLimit-Limit", "2".to_owned()));
    /// assert_eq!(fields[4], ("RateLimit", r#""api";r=1;t=1"#.to_owned()));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = Vec::new();
        fields.extend(self.retry_after.map(|seconds| ("Retry-After", format!("{seconds}"))));
        fields.extend(vec![
            ("X-RateLimit-Limit", format!("{}", self.limit)),
            ("X-RateLimit-Remaining", format!("{}", self.remaining)),
        ]);
        fields.extend(self.reset.map(|second| ("X-RateLimit-Reset", format!("{second}"))));
        fields.push(("RateLimit-Policy", self.rate_limit_policy.clone()));
        fields.push(("RateLimit", self.rate_limit.clone()));
        fields
    }
}

/// A name that cannot be used in a header, because header fields are printable ASCII.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameError {
    /// The name that was given.
    pub given: String,
    /// The character that cannot be sent.
    pub character: char,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { given, character } = self;
        write!(
            f,
            "name is {given:?}, which contains {character:?}, but a policy's name in a header must be "
        )?;
        f.write_str("printable ASCII, from space to ~")
    }
}

impl core::error::Error for NameError {}

/// The name as the content of a structured field's string.
fn quotable(name: &str) -> Result<String, NameError> {
    match name.chars().find(|character| !(' '..='~').contains(character)) {
        Some(character) => Err(NameError { given: name.to_owned(), character }),
        None => Ok(name.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

/// Every limit, with the window in which it comes back.
fn policy_field<L: Limiter>(limiter: &L, name: &str) -> String {
    let quotas = limiter.quotas();
    let items = quotas.iter().enumerate().map(|(index, quota)| {
        let item = format!("\"{}\";q={}", numbered(name, index, quotas.len()), quota.limit);
        quota.window.map_or(item.clone(), |window| format!("{item};w={}", seconds(window.into())))
    });
    items.collect::<Vec<_>>().join(", ")
}

/// The remaining budget of the tightest limit, and the time until there is more.
fn limit_field<L: Limiter>(limiter: &L, decision: &Decision, name: &str) -> String {
    let name = numbered(name, decision.member, limiter.quotas().len());
    let item = format!("\"{name}\";r={}", decision.remaining);
    decision.more_after.map_or(item.clone(), |wait| format!("{item};t={}", seconds(wait.into())))
}

/// The name, with a number if there is more than one limit.
fn numbered(name: &str, index: usize, limits: usize) -> String {
    if limits > 1 { format!("{name}-{}", index + 1) } else { name.to_owned() }
}

/// Whole seconds, rounded up.
fn seconds(nanoseconds: u128) -> u64 {
    u64::try_from(nanoseconds.div_ceil(SECOND.into())).unwrap_or(u64::MAX)
}
