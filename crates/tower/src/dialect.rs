//! The header fields of a decision, in the dialects that clients read.

use http::{
    HeaderMap, HeaderName, HeaderValue,
    header::{Entry, RETRY_AFTER},
};
use ratelab_limiter::{Decision, Headers, Limiter, NameError, Policy, SECOND};

/// Names and meanings of the header fields that describe a budget.
///
/// | dialect | fields | reset |
/// |---|---|---|
/// | [`XRateLimit`](Self::XRateLimit) | `X-RateLimit-Limit`, `-Remaining`, `-Reset` | a second since 1970 |
/// | [`XRateLimitSecondsLeft`](Self::XRateLimitSecondsLeft) | the same | seconds from now |
/// | [`XRateLimitHyphenated`](Self::XRateLimitHyphenated) | `X-Rate-Limit-Limit`, `-Remaining`, `-Reset` | a second since 1970 |
/// | [`RateLimitSeparate`](Self::RateLimitSeparate) | `RateLimit-Limit`, `-Remaining`, `-Reset` | seconds from now |
/// | [`RateLimitStructured`](Self::RateLimitStructured) | `RateLimit-Policy`, `RateLimit` | seconds from now |
///
/// ```
/// use ratelab_limiter::{Gcra, SECOND};
/// use ratelab_store::InProcess;
/// use ratelab_tower::{Dialect, Everyone, RateLimitLayer};
///
/// let store = InProcess::new(Gcra::new(20, 100, 60 * SECOND)?);
/// let layer = RateLimitLayer::new(store, Everyone)
///     .headers([Dialect::XRateLimitSecondsLeft, Dialect::RateLimitStructured]);
/// # let _ = layer;
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// `X-RateLimit-*` as sent by GitHub.
    XRateLimit,
    /// `X-RateLimit-*` with the seconds until the reset.
    XRateLimitSecondsLeft,
    /// `X-Rate-Limit-*` as sent by X, formerly Twitter.
    XRateLimitHyphenated,
    /// `RateLimit-*` of the IETF drafts up to the sixth.
    RateLimitSeparate,
    /// The structured fields of the IETF drafts since the eighth. They are lists, to which every layer adds its limit.
    RateLimitStructured,
}

/// Three fields for three numbers.
struct Names {
    limit: HeaderName,
    remaining: HeaderName,
    reset: HeaderName,
    /// The reset is an instant, and not a duration.
    is_epoch: bool,
}

static X_RATE_LIMIT: Names = Names {
    limit: HeaderName::from_static("x-ratelimit-limit"),
    remaining: HeaderName::from_static("x-ratelimit-remaining"),
    reset: HeaderName::from_static("x-ratelimit-reset"),
    is_epoch: true,
};

static X_RATE_LIMIT_SECONDS_LEFT: Names = Names {
    limit: HeaderName::from_static("x-ratelimit-limit"),
    remaining: HeaderName::from_static("x-ratelimit-remaining"),
    reset: HeaderName::from_static("x-ratelimit-reset"),
    is_epoch: false,
};

static X_RATE_LIMIT_HYPHENATED: Names = Names {
    limit: HeaderName::from_static("x-rate-limit-limit"),
    remaining: HeaderName::from_static("x-rate-limit-remaining"),
    reset: HeaderName::from_static("x-rate-limit-reset"),
    is_epoch: true,
};

static RATE_LIMIT_SEPARATE: Names = Names {
    limit: HeaderName::from_static("ratelimit-limit"),
    remaining: HeaderName::from_static("ratelimit-remaining"),
    reset: HeaderName::from_static("ratelimit-reset"),
    is_epoch: false,
};

static RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
static RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");

impl Dialect {
    /// The fields of a number each; `None` for the structured ones.
    const fn names(self) -> Option<&'static Names> {
        match self {
            Self::XRateLimit => Some(&X_RATE_LIMIT),
            Self::XRateLimitSecondsLeft => Some(&X_RATE_LIMIT_SECONDS_LEFT),
            Self::XRateLimitHyphenated => Some(&X_RATE_LIMIT_HYPHENATED),
            Self::RateLimitSeparate => Some(&RATE_LIMIT_SEPARATE),
            Self::RateLimitStructured => None,
        }
    }
}

/// The fields of one policy. What is the same in every response is made once.
#[derive(Debug)]
pub(crate) struct Fields {
    pub(crate) name: Box<str>,
    pub(crate) dialects: Box<[Dialect]>,
    /// The value of `RateLimit-Policy`.
    policy: HeaderValue,
    members: Box<[Member]>,
}

/// What is the same in every response about one limiter.
#[derive(Debug)]
struct Member {
    limit: u32,
    limit_value: HeaderValue,
    /// The beginning of `RateLimit`: `"api";r=`
    item: Box<[u8]>,
}

impl Fields {
    /// Dialects as they are sent by default.
    pub(crate) const PRESET: [Dialect; 2] = [Dialect::XRateLimit, Dialect::RateLimitStructured];

    pub(crate) fn new(policy: &Policy, name: &str, dialects: &[Dialect]) -> Result<Self, NameError> {
        let decision = policy.peek(&policy.fresh(), 0, 1);
        let mut members = Vec::new();
        for (member, quota) in policy.quotas().into_iter().enumerate() {
            // The core writes the name. The numbers, which it writes as 0 and nothing, are written for each response.
            let nothing = Decision { member, remaining: 0, more_after: None, ..decision.clone() };
            let item = Headers::new(policy, &nothing, name)?.rate_limit;
            let item = item.strip_suffix('0').unwrap_or(&item).as_bytes().into();
            members.push(Member { limit: quota.limit, limit_value: quota.limit.into(), item });
        }
        let value = Headers::new(policy, &decision, name)?.rate_limit_policy;
        Ok(Self {
            name: name.into(),
            dialects: dialects.into(),
            policy: HeaderValue::try_from(value).expect("the core writes printable ASCII"),
            members: members.into(),
        })
    }

    /// Adds the fields of a decision to those of a response. Where an inner layer or the service has set the limit of a
    /// dialect, its fields are kept, because numbers of two limits would not fit together. Lists get one more item.
    pub(crate) fn add(&self, map: &mut HeaderMap, decision: &Decision) {
        map.reserve(self.dialects.len() * 3);
        for dialect in &self.dialects {
            match dialect.names() {
                Some(names) => self.add_numbers(map, names, decision),
                None => {
                    map.append(&RATE_LIMIT_POLICY, self.policy.clone());
                    map.append(&RATE_LIMIT, self.item(decision));
                }
            }
        }
    }

    fn add_numbers(&self, map: &mut HeaderMap, names: &'static Names, decision: &Decision) {
        let Entry::Vacant(vacant) = map.entry(&names.limit) else { return };
        vacant.insert(self.limit(decision));
        add_once(map, &names.remaining, decision.remaining);
        let reset = decision.member_reset_after.map(|wait| match names.is_epoch {
            true => second_of(decision.at, wait),
            false => seconds(wait),
        });
        if let Some(reset) = reset {
            add_once(map, &names.reset, reset);
        }
    }

    fn limit(&self, decision: &Decision) -> HeaderValue {
        let member = self.members.get(decision.member).filter(|member| member.limit == decision.limit);
        member.map_or_else(|| decision.limit.into(), |member| member.limit_value.clone())
    }

    /// The remaining budget of the tightest limit, and the time until there is more: `"api";r=3;t=5`.
    fn item(&self, decision: &Decision) -> HeaderValue {
        let mut buffers = (itoa::Buffer::new(), itoa::Buffer::new());
        let begin = self.members.get(decision.member).map_or(&[][..], |member| &member.item);
        let remaining = buffers.0.format(decision.remaining).as_bytes();
        let (word, wait) = match decision.more_after {
            Some(wait) => (&b";t="[..], buffers.1.format(seconds(wait)).as_bytes()),
            None => Default::default(),
        };
        // Concatenated without spare capacity, so that the value takes the bytes without a copy.
        let value = [begin, remaining, word, wait].concat();
        HeaderValue::try_from(value).expect("the core writes printable ASCII")
    }
}

/// Adds `Retry-After`, unless the response has one.
pub(crate) fn add_retry_after(map: &mut HeaderMap, seconds: Option<u64>) {
    if let Some(seconds) = seconds {
        add_once(map, &RETRY_AFTER, seconds);
    }
}

fn add_once(map: &mut HeaderMap, name: &HeaderName, value: impl Into<HeaderValue>) {
    if let Entry::Vacant(vacant) = map.entry(name) {
        vacant.insert(value.into());
    }
}

/// The second by which this wait from an instant has passed.
fn second_of(at: u64, wait: u64) -> u64 {
    // Division in 64 bits is several times as fast, and 584 years are enough for all but tests.
    match at.checked_add(wait) {
        Some(instant) => seconds(instant),
        None => (u128::from(at) + u128::from(wait)).div_ceil(SECOND.into()) as u64,
    }
}

/// Whole seconds, rounded up.
const fn seconds(nanoseconds: u64) -> u64 {
    nanoseconds.div_ceil(SECOND)
}
