//! What a limiter holds at an instant, as the numbers of a drawing. Times count back or forward
//! from the instant, so that none can be before the beginning of time.

use ratelab_limiter::{
    Algorithm, Limiter, Outcome, Policy, PolicyState, Refill, Rounding, Rule, Settings,
    bounds::{AMOUNT, CREATED_AT, PERIOD, Parameter, REFILL},
};

use super::{about::pace, members};

/// What a limiter holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mechanism {
    /// A window and its count.
    Window {
        /// Time since it began.
        elapsed: u64,
        /// How long it lasts.
        window: u64,
        /// What is counted in it.
        used: u32,
        /// What may be.
        limit: u32,
    },
    /// The entries that still count, the oldest first.
    Log {
        /// How long an entry counts.
        window: u64,
        /// What they add up to.
        used: u32,
        /// What they may.
        limit: u32,
        /// The entries.
        entries: Vec<Entry>,
    },
    /// Two windows and their counts.
    Counter {
        /// Time since this window began.
        elapsed: u64,
        /// How long each lasts.
        window: u64,
        /// What is counted in the window before.
        previous: u32,
        /// What is counted in this one.
        current: u32,
        /// What the estimate may be.
        limit: u32,
        /// How the previous window's share is rounded.
        rounding: Rounding,
    },
    /// A bucket of any kind.
    Bucket(Bucket),
    /// The limiters of an all-of.
    Members(Vec<Member>),
}

/// One instant in a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// How long ago.
    pub age: u64,
    /// What was charged then.
    pub cost: u32,
}

/// What is in a bucket, or missing from it. One request is `unit` parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// What is used up, in parts.
    pub backlog: u64,
    /// Parts to a request.
    pub unit: u64,
    /// What fits, in requests.
    pub capacity: u32,
    /// Parts that come back in each nanosecond, or in each period if `refill_after` is set.
    pub amount: u64,
    /// Time until nothing is used up, if that ever comes.
    pub empty_after: Option<u64>,
    /// The same for a bucket that is used up completely: what GCRA calls its tolerance.
    pub longest: Option<u64>,
    /// Time until the next refill, where they come at intervals.
    pub refill_after: Option<u64>,
}

/// A limiter of an all-of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Which limiter.
    pub algorithm: Algorithm,
    /// How fast it comes back, if it is a bucket.
    pub pace: Option<String>,
    /// What it holds.
    pub mechanism: Mechanism,
    /// What it alone would answer to one more request of cost 1.
    pub outcome: Outcome,
}

impl Mechanism {
    /// What a policy's state is at an instant of the limiter's clock.
    pub(super) fn new(policy: &Policy, state: &PolicyState, now: u64) -> Self {
        let moment = policy.advance(state, now);
        let clock = policy.clock(&moment);
        if let Some((policies, states)) = members(policy, state) {
            let member = |(policy, state): (&Policy, &PolicyState)| Member {
                algorithm: policy.algorithm(),
                pace: pace(policy),
                mechanism: Self::new(policy, state, clock),
                outcome: policy.peek(state, clock, 1).outcome,
            };
            return Self::Members(policies.iter().zip(states).map(member).collect());
        }
        match policy.why(state, &moment, 1).rule {
            Rule::Window { used, limit, start, window, .. } => {
                Self::Window { elapsed: clock - start, window, used, limit }
            }
            Rule::Log { used, limit, window, .. } => {
                Self::Log { window, used, limit, entries: entries(&policy.save(state), clock, window) }
            }
            Rule::Counter { previous, current, limit, elapsed, window, rounding, .. } => {
                Self::Counter { elapsed, window, previous, current, limit, rounding }
            }
            _ => Self::Bucket(Bucket::new(policy, state, now)),
        }
    }

    /// How far it looks back, or what a drawing should show of the past; 0 if it remembers no
    /// single request.
    pub(super) fn reach(&self) -> u64 {
        match *self {
            Self::Window { elapsed, window, .. } | Self::Counter { elapsed, window, .. } => {
                elapsed.saturating_add(window)
            }
            Self::Log { window, .. } => window.saturating_add(window / 4),
            Self::Bucket(_) => 0,
            Self::Members(ref members) => {
                members.iter().map(|member| member.mechanism.reach()).max().unwrap_or(0)
            }
        }
    }
}

/// The entries of a saved log that still count.
fn entries(saved: &[u64], clock: u64, window: u64) -> Vec<Entry> {
    let (pairs, _) = saved.get(1..).unwrap_or_default().as_chunks::<2>();
    let entry =
        |&[time, cost]: &[u64; 2]| Entry { age: clock - time, cost: u32::try_from(cost).unwrap_or(u32::MAX) };
    pairs.iter().map(entry).filter(|entry| entry.age < window).collect()
}

impl Bucket {
    fn new(policy: &Policy, state: &PolicyState, now: u64) -> Self {
        let moment = policy.advance(state, now);
        let settings = policy.settings();
        let unit = policy.level_unit();
        let (amount, period) = (number(&settings, &AMOUNT), number(&settings, &PERIOD).max(1));
        let interval = refills_at_intervals(&settings).then_some(period);
        let since = policy.clock(&moment).saturating_sub(number(&settings, &CREATED_AT));
        Self {
            backlog: u64::try_from(policy.level(&moment)).unwrap_or(u64::MAX),
            unit,
            capacity: policy.limit(),
            // In lowest terms, as the unit is; at intervals a unit is one request.
            amount: if interval.is_some() {
                amount
            } else {
                (u128::from(amount) * u128::from(unit) / u128::from(period)) as u64
            },
            empty_after: policy.reset_after(state, &moment),
            longest: policy.quotas().first().and_then(|quota| quota.window),
            refill_after: interval.map(|period| period - since % period),
        }
    }

    /// What is left, in parts.
    pub const fn left(&self) -> u64 {
        (self.capacity as u64 * self.unit).saturating_sub(self.backlog)
    }
}

/// Whether all of a period's tokens come back at its end.
pub(super) fn refills_at_intervals(settings: &Settings) -> bool {
    settings.get(REFILL.name) == Some(&Refill::Interval.word().into())
}

/// A setting that is a number; 0 if it is not set.
pub(crate) fn number(settings: &Settings, parameter: &Parameter) -> u64 {
    settings.number(parameter).unwrap_or(0)
}
