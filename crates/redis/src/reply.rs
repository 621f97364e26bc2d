//! The reply of a script, as the core's [`Decision`].

use core::fmt;

use ratelab_limiter::{Algorithm, Decision, Limiter, Outcome, Policy, Why};

use crate::plan::{MICROSECOND, Member, Plan};

/// The reply of a script: the word for the outcome, and the numbers after it; `None` for nil.
///
/// ```
/// use ratelab_limiter::{FixedWindow, Outcome, Policy, SECOND};
/// use ratelab_redis::{Plan, reply::Reply};
///
/// let policy = Policy::from(FixedWindow::new(10, SECOND)?);
/// // Limit, remaining, retry, reset, delay, time, then the count and start of the window; in microseconds.
/// let numbers = [10, 9, 0, 1_000_000, 0, 5_000_000, 0, 5_000_000].map(Some).to_vec();
/// let reply = Reply { outcome: "allowed".to_owned(), numbers };
/// let decision = Plan::new(&policy)?.decision(&policy, 1, &reply)?;
/// assert_eq!((decision.outcome, decision.remaining), (Outcome::Allowed, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// `allowed`, `delayed` or `denied`.
    pub outcome: String,
    /// Limit, remaining, retry after, reset after, delay, the time, and the numbers of the rule.
    pub numbers: Vec<Option<u64>>,
}

/// A reply that no script of this crate returns, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnexpectedReply(pub String);

impl fmt::Display for UnexpectedReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unexpected reply from script: {}", self.0)
    }
}

impl core::error::Error for UnexpectedReply {}

/// The index of the numbers of the rule, which follow those that every script returns.
const RULE: usize = 6;

/// The limiters of an all-of that a reply names.
struct Named {
    tightest: usize,
    reset_after: Option<u64>,
    decided: usize,
    /// The index of the numbers of the tightest one, and of those of the one that decided.
    numbers: [usize; 2],
}

impl Reply {
    /// Reads a value that Redis sent.
    ///
    /// ```
    /// use ratelab_redis::reply::Reply;
    /// use redis::Value;
    ///
    /// let value = Value::Array(vec![Value::BulkString(b"denied".to_vec()), Value::Int(10), Value::Nil]);
    /// assert_eq!(Reply::read(value)?.numbers, [Some(10), None]);
    /// assert!(Reply::read(Value::Okay).is_err());
    /// # Ok::<(), ratelab_redis::reply::UnexpectedReply>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`UnexpectedReply`] if no script returns such a value.
    #[cfg(feature = "async")]
    pub fn read(value: redis::Value) -> Result<Self, UnexpectedReply> {
        let bad = |value: &redis::Value| UnexpectedReply(format!("{value:?}"));
        let redis::Value::Array(values) = value else { return Err(bad(&value)) };
        let mut values = values.into_iter();
        let outcome = match values.next() {
            Some(redis::Value::BulkString(word)) => String::from_utf8_lossy(&word).into_owned(),
            other => return Err(bad(&other.unwrap_or_default())),
        };
        let number = |value: redis::Value| match value {
            redis::Value::Int(number) if number >= 0 => Ok(Some(number.unsigned_abs())),
            redis::Value::Nil => Ok(None),
            other => Err(bad(&other)),
        };
        Ok(Self { outcome, numbers: values.map(number).collect::<Result<_, _>>()? })
    }

    fn number(&self, index: usize) -> Option<u64> {
        self.numbers.get(index).copied().flatten()
    }

    fn count(&self, index: usize) -> Option<u32> {
        u32::try_from(self.number(index)?).ok()
    }

    fn member(&self, index: usize) -> Option<usize> {
        usize::try_from(self.number(index)?).ok()
    }

    /// A duration in nanoseconds; `Some(None)` if it never ends.
    fn wait(&self, index: usize) -> Option<Option<u64>> {
        let wait = *self.numbers.get(index)?;
        Some(wait.map(|wait| wait * MICROSECOND))
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.outcome.as_str() {
            "allowed" => Some(Outcome::Allowed),
            "delayed" => Some(Outcome::Delayed(self.wait(4)??)),
            "denied" => Some(Outcome::Denied),
            _ => None,
        }
    }

    /// The limiters of an all-of that the reply names.
    fn named(&self, is_joined: bool) -> Option<Named> {
        if !is_joined {
            return Some(Named { tightest: 0, reset_after: self.wait(3)?, decided: 0, numbers: [RULE; 2] });
        }
        let (tightest, reset_after) = (self.member(RULE)?, self.wait(RULE + 1)?);
        let (decided, count) = (self.member(RULE + 2)?, self.member(RULE + 3)?);
        let numbers = [RULE + 4, RULE + 4 + count];
        Some(Named { tightest, reset_after, decided, numbers })
    }
}

impl Plan {
    /// Returns the decision of a reply. Durations are whole microseconds, in nanoseconds.
    ///
    /// # Errors
    ///
    /// Returns [`UnexpectedReply`] if the plan's script does not return such a reply.
    pub fn decision(&self, policy: &Policy, cost: u32, reply: &Reply) -> Result<Decision, UnexpectedReply> {
        self.read(policy, cost, true, reply).ok_or_else(|| UnexpectedReply(format!("{reply:?}")))
    }

    /// Returns the decision of a reply to a peek, as [`decision`](Self::decision) does.
    ///
    /// ```
    /// use ratelab_limiter::{FixedWindow, Policy, SECOND};
    /// use ratelab_redis::{Plan, reply::Reply};
    ///
    /// let policy = Policy::from(FixedWindow::new(10, SECOND)?);
    /// let numbers = [10, 7, 0, 400_000, 0, 5_600_000, 3, 5_000_000].map(Some).to_vec();
    /// let reply = Reply { outcome: "allowed".to_owned(), numbers };
    /// let decision = Plan::new(&policy)?.peeked(&policy, 1, &reply)?;
    /// assert_eq!((decision.remaining, decision.more_after), (7, Some(400_000_000)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`UnexpectedReply`] if the plan's script does not return such a reply.
    pub fn peeked(&self, policy: &Policy, cost: u32, reply: &Reply) -> Result<Decision, UnexpectedReply> {
        self.read(policy, cost, false, reply).ok_or_else(|| UnexpectedReply(format!("{reply:?}")))
    }

    fn read(&self, policy: &Policy, cost: u32, is_charged: bool, reply: &Reply) -> Option<Decision> {
        let at = reply.number(5)? * MICROSECOND;
        let named = reply.named(self.is_joined())?;
        let [of_tightest, of_decided] = named.numbers;
        let decided = policy.members().get(named.decided)?;
        let numbers = reply.numbers.get(of_decided..)?;
        let state = decided.load(&self.members().get(named.decided)?.state(at, numbers)?).ok()?;
        let why = decided.why(&state, &decided.advance(&state, at), cost);
        let (outcome, remaining) = (reply.outcome()?, reply.count(1)?);
        // The limiters of an all-of are charged together, or the numbers are those after the charge.
        let charge = if is_charged && (outcome.admits() || !self.is_joined()) { cost } else { 0 };
        let end = if self.is_joined() { of_decided } else { reply.numbers.len() };
        let numbers = reply.numbers.get(of_tightest..end)?;
        let (tightest, member) = (policy.members().get(named.tightest)?, self.members().get(named.tightest)?);
        let more_after = member.more_after(tightest, at, numbers, charge, remaining)?;
        Some(Decision {
            outcome,
            at,
            limit: reply.count(0)?,
            remaining,
            retry_after: reply.wait(2)?,
            reset_after: reply.wait(3)?,
            member: named.tightest,
            member_reset_after: named.reset_after,
            more_after,
            why: Why { member: named.decided, ..why },
        })
    }
}

impl Member {
    /// The least wait after which one more than `remaining` passes, once this has been charged; `None` inside if never.
    fn more_after(
        &self,
        policy: &Policy,
        at: u64,
        numbers: &[Option<u64>],
        charge: u32,
        remaining: u32,
    ) -> Option<Option<u64>> {
        if let (Algorithm::SlidingWindowLog, [.., first]) = (self.algorithm, numbers) {
            // Its other entries are not in the reply.
            let window = policy.quotas().first()?.window?;
            return Some(first.map(|first| first * MICROSECOND + window - at));
        }
        let mut state = policy.load(&self.state(at, numbers)?).ok()?;
        let _ = policy.take(&mut state, at, charge);
        let moment = policy.advance(&state, at);
        let wait = remaining.checked_add(1).and_then(|more| policy.retry_after(&state, &moment, more));
        Some(wait.map(|wait| wait.next_multiple_of(MICROSECOND)))
    }

    /// The state before the decision, as the core saves it. Of a log the script returns only what the rule needs, as
    /// if everything had come at once.
    fn state(&self, at: u64, numbers: &[Option<u64>]) -> Option<Vec<u64>> {
        let time = |time: u64| time * MICROSECOND;
        match (self.algorithm, numbers) {
            (Algorithm::FixedWindow, &[Some(used), Some(start)]) => Some(vec![at, time(start), used]),
            (Algorithm::SlidingWindowLog, &[Some(used), Some(oldest), _]) => {
                Some(vec![at, time(oldest), used])
            }
            (Algorithm::SlidingWindowLog, &[Some(0), None, _]) => Some(vec![at]),
            (Algorithm::SlidingWindowCounter, &[Some(previous), Some(current), Some(start)]) => {
                Some(vec![at, time(start), previous, current])
            }
            (_, &[Some(parts)]) => Some(vec![parts * self.scale, at]),
            _ => None,
        }
    }
}
