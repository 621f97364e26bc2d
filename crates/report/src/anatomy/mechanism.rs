//! The state of a limiter at an instant, as numbers for a drawing. Times are relative to the instant, so that none
//! can be before the beginning of time.

use ratelab_limiter::{
    Algorithm, Align, Decision, Limiter, Policy, PolicyState, Refill, Rounding, Rule, Settings,
    bounds::{ALIGN, AMOUNT, CREATED_AT, PERIOD, Parameter, REFILL},
};

/// The state of a limiter.
#[derive(Clone, Debug, PartialEq, Eq)]
// Exhaustive: the bindings must pass every kind on, and the page draw it.
pub enum Mechanism {
    /// A window and its count.
    Window {
        /// The time since it began.
        elapsed: u64,
        /// Its length.
        window: u64,
        /// The amount counted in it.
        used: u32,
        /// The limit.
        limit: u32,
        /// Where windows begin.
        align: Align,
    },
    /// The entries that still count, oldest first.
    Log {
        /// How long an entry counts.
        window: u64,
        /// The sum of the entries.
        used: u32,
        /// The limit of the sum.
        limit: u32,
        /// The entries.
        entries: Vec<Entry>,
    },
    /// Two windows and their counts.
    Counter {
        /// The time since this window began.
        elapsed: u64,
        /// The length of each window.
        window: u64,
        /// The count of the previous window.
        previous: u32,
        /// The count of this window.
        current: u32,
        /// The limit of the estimate.
        limit: u32,
        /// The rounding of the previous window's share.
        rounding: Rounding,
        /// Where windows begin.
        align: Align,
    },
    /// A bucket of any kind.
    Bucket(Bucket),
    /// The limiters of an all-of.
    Members(Vec<Member>),
}

/// An entry of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its age.
    pub age: u64,
    /// The amount charged.
    pub cost: u32,
}

/// The level of a bucket. One request is `unit` parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// The amount in use, in parts.
    pub backlog: u64,
    /// Parts per request.
    pub unit: u64,
    /// The capacity, in requests.
    pub capacity: u32,
    /// Parts refilled per nanosecond, or per period if `refill_after` is set.
    pub amount: u64,
    /// The time until nothing is in use, if that ever happens.
    pub empty_after: Option<u64>,
    /// The same for a bucket that is used up completely: GCRA calls it the tolerance.
    pub longest: Option<u64>,
    /// The time until the next refill, for refills at intervals.
    pub refill_after: Option<u64>,
}

/// A limiter of an all-of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The limiter.
    pub algorithm: Algorithm,
    /// The same with its settings.
    pub policy: Policy,
    /// Its state.
    pub mechanism: Mechanism,
    /// Its own decision about one more request of cost 1.
    pub decision: Decision,
}

impl Mechanism {
    /// Reads a policy's state at an instant of the limiter's clock.
    pub(super) fn new(policy: &Policy, state: &PolicyState, now: u64) -> Self {
        let moment = policy.advance(state, now);
        let clock = policy.clock(&moment);
        if let Some((policies, states)) = members(policy, state) {
            let member = |(policy, state): (&Policy, &PolicyState)| Member {
                algorithm: policy.algorithm(),
                policy: policy.clone(),
                mechanism: Self::new(policy, state, clock),
                decision: policy.peek(state, clock, 1),
            };
            return Self::Members(policies.iter().zip(states).map(member).collect());
        }
        let is_first = policy.settings().get(ALIGN.name) == Some(&Align::First.word().into());
        let align = if is_first { Align::First } else { Align::Epoch };
        match policy.why(state, &moment, 1).rule {
            Rule::Window { used, limit, start, window, .. } => {
                Self::Window { elapsed: clock - start, window, used, limit, align }
            }
            Rule::Log { used, limit, window, .. } => {
                Self::Log { window, used, limit, entries: entries(&policy.save(state), clock, window) }
            }
            Rule::Counter { previous, current, limit, elapsed, window, rounding, .. } => {
                Self::Counter { elapsed, window, previous, current, limit, rounding, align }
            }
            _ => Self::Bucket(Bucket::new(policy, state, now)),
        }
    }

    /// Returns whether no window is open, because the next request opens one.
    pub const fn is_closed(&self) -> bool {
        matches!(
            self,
            Self::Window { align: Align::First, used: 0, .. }
                | Self::Counter { align: Align::First, previous: 0, current: 0, .. }
        )
    }

    /// Returns how far the limiter looks back, or how much of the past a drawing should show; 0 if it remembers no
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

/// Returns the entries of a saved log that still count.
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
            // In lowest terms, like the unit; for refills at intervals, a unit is one request.
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

    /// Returns the remaining amount, in parts.
    pub const fn left(&self) -> u64 {
        (self.capacity as u64 * self.unit).saturating_sub(self.backlog)
    }
}

/// Returns whether all tokens of a period are refilled at its end.
pub(super) fn refills_at_intervals(settings: &Settings) -> bool {
    settings.get(REFILL.name) == Some(&Refill::Interval.word().into())
}

/// Returns a numeric setting; 0 if it is not set.
fn number(settings: &Settings, parameter: &Parameter) -> u64 {
    settings.number(parameter).unwrap_or(0)
}

/// Returns the members of an all-of with their states.
fn members<'a>(policy: &'a Policy, state: &'a PolicyState) -> Option<(&'a [Policy], &'a [PolicyState])> {
    match (policy, state) {
        (Policy::AllOf(all), PolicyState::Members(states)) => Some((all.members(), states)),
        _ => None,
    }
}
