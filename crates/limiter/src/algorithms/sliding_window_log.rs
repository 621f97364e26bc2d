//! Sliding window log: remember when each request was admitted, and count those in the past window.
//!
//! - **Rule**: `used + cost <= limit`, where an entry counts while it is less than one window old.
//! - **Cost**: 16 bytes, up to twice that while the log grows, for each instant at which something was admitted, at
//!   most `limit` of them for each key; amortised constant time.
//! - **Weakness**: the memory. It implements "at most L in any W" exactly, so every other window limiter is measured
//!   against it.

use alloc::{collections::VecDeque, vec, vec::Vec};

use crate::{
    algorithm::Algorithm,
    bounds::{COUNT_DENIED, Checks, LIMIT, PolicyError, WINDOW},
    builder::Builder,
    decision::{Outcome, Rule, Why},
    limiter::{Limiter, Quota, Sealed},
    nanoseconds::Nanoseconds,
    settings::Settings,
    window::windows_begun,
};

/// The policy: at most `limit` requests in any window.
///
/// ```
/// use ratelab_limiter::{Limiter, SECOND, SlidingWindowLog};
///
/// let limiter = SlidingWindowLog::new(2, SECOND)?;
/// let mut state = limiter.fresh();
/// let admits = [0, 5, 9, SECOND].map(|now| limiter.take(&mut state, now, 1).admits());
/// assert_eq!(admits, [true, true, false, true]);
/// assert_eq!(state.instants(), 2); // the first request has left the log
/// assert_eq!(SlidingWindowLog::with_limit(2).window(SECOND)?.count_denied(true).window(), SECOND);
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlidingWindowLog {
    pub(crate) limit: u32,
    pub(crate) window: u64,
    pub(crate) count_denied: bool,
}

impl SlidingWindowLog {
    /// Allows at most `limit` requests in any `window`, which is in nanoseconds or a `Duration`.
    ///
    /// # Errors
    ///
    /// Returns a [`PolicyError`] if a number is out of its range; it names the first one.
    pub fn new(limit: u64, window: impl Into<Nanoseconds>) -> Result<Self, PolicyError> {
        let window = window.into();
        Checks::all(|checks| Self::checked(limit, window.fit(&WINDOW, checks), checks))
    }

    /// Starts a [`Builder`] with the number of requests that a window allows.
    pub const fn with_limit(requests: u64) -> Builder<Self> {
        Builder::new(requests)
    }

    pub(crate) fn checked(limit: u64, window: u64, checks: &mut Checks) -> Self {
        let (limit, window) = (LIMIT.check_requests(limit, checks), WINDOW.check(window, checks));
        Self { limit, window, count_denied: false }
    }

    /// Sets whether a denied request uses up budget as well. The log then remembers the newest `limit` requests:
    /// older ones can no longer affect a decision.
    #[must_use]
    pub const fn count_denied(self, count_denied: bool) -> Self {
        Self { count_denied, ..self }
    }

    /// Returns how long an admitted request counts, in nanoseconds.
    pub const fn window(&self) -> u64 {
        self.window
    }
}

/// The state: the entries that count at `clock`, oldest first, one for each instant. Moving the clock or shortening
/// the window drops those that no longer count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Log {
    pub(crate) clock: u64,
    /// The sum of the entries, so that a decision need not walk through them.
    pub(crate) used: u32,
    pub(crate) entries: VecDeque<Entry>,
}

/// The charge at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Entry {
    pub(crate) time: u64,
    pub(crate) cost: u32,
}

/// The log at an instant: the number of entries that have left, and the sum of the rest.
#[derive(Clone, Copy, Debug)]
pub struct LogMoment {
    clock: u64,
    used: u32,
    gone: usize,
}

impl Log {
    /// Returns the number of instants in the log, as in the example of [`SlidingWindowLog`].
    pub fn instants(&self) -> usize {
        self.entries.len()
    }

    /// Forgets the oldest requests, this many of them.
    fn forget_oldest(&mut self, mut requests: u32) {
        self.used -= requests;
        while let Some(oldest) = self.entries.front_mut().filter(|_| requests > 0) {
            let part = oldest.cost.min(requests);
            oldest.cost -= part;
            requests -= part;
            if oldest.cost == 0 {
                self.entries.pop_front();
            }
        }
    }

    /// Forgets the newest requests, this many of them.
    fn forget_newest(&mut self, mut requests: u32) {
        self.used -= requests;
        while let Some(newest) = self.entries.back_mut().filter(|_| requests > 0) {
            let part = newest.cost.min(requests);
            newest.cost -= part;
            requests -= part;
            if newest.cost == 0 {
                self.entries.pop_back();
            }
        }
    }

    /// Adds a charge at an instant that is not before any other. Equal instants share an entry.
    #[inline]
    pub(crate) fn append_at(&mut self, time: u64, cost: u32) {
        self.used += cost;
        match self.entries.back_mut() {
            Some(newest) if newest.time == time => newest.cost += cost,
            _ => self.entries.push_back(Entry { time, cost }),
        }
    }

    /// Keeps the newest requests, this many of them.
    #[inline]
    fn keep_newest(&mut self, requests: u32) {
        if self.used > requests {
            self.forget_oldest(self.used - requests);
        }
    }

    /// Drops the oldest entries, this many of them, and releases memory of a past burst. Not inlined, because few
    /// requests get here.
    #[inline(never)]
    fn drop_oldest(&mut self, entries: usize) {
        for _ in 0..entries {
            self.entries.pop_front();
        }
        if self.entries.len() < self.entries.capacity() / 4 {
            self.entries.shrink_to(2 * self.entries.len());
        }
    }

    /// An entry of a snapshot, if it can follow those before it.
    fn loaded_entry(&self, time: u64, cost: u64) -> Result<Entry, &'static str> {
        if time > self.clock || self.entries.back().is_some_and(|newest| newest.time >= time) {
            return Err("entries must be in time order");
        }
        match u32::try_from(cost) {
            Ok(cost) if (1..=u32::MAX - self.used).contains(&cost) => Ok(Entry { time, cost }),
            _ => Err("entries must be at least 1 and together at most 4294967295"),
        }
    }
}

impl Sealed for SlidingWindowLog {}

impl Limiter for SlidingWindowLog {
    type State = Log;
    type Moment = LogMoment;

    fn algorithm(&self) -> Algorithm {
        Algorithm::SlidingWindowLog
    }

    fn settings(&self) -> Settings {
        Settings::for_algorithm(Algorithm::SlidingWindowLog)
            .with(&LIMIT, self.limit)
            .with(&WINDOW, self.window)
            .with_some(&COUNT_DENIED, self.count_denied.then_some("yes"))
    }

    fn limit(&self) -> u32 {
        self.limit
    }

    #[inline]
    fn fresh(&self) -> Log {
        Log::default()
    }

    /// Skips the oldest entries until one still counts. An entry that is exactly one window old has left, so a
    /// client that waits one window gets its budget back.
    #[inline]
    fn advance(&self, state: &Log, now: u64) -> LogMoment {
        let clock = now.max(state.clock);
        let mut moment = LogMoment { clock, used: state.used, gone: 0 };
        while let Some(entry) = state.entries.get(moment.gone) {
            if clock - entry.time < self.window {
                break;
            }
            moment.used -= entry.cost;
            moment.gone += 1;
        }
        moment
    }

    fn clock(&self, moment: &LogMoment) -> u64 {
        moment.clock
    }

    #[inline]
    fn judge(&self, moment: &LogMoment, cost: u32) -> Outcome {
        let fits = u64::from(moment.used) + u64::from(cost) <= u64::from(self.limit);
        if fits { Outcome::Allowed } else { Outcome::Denied }
    }

    #[inline]
    fn settle(&self, state: &mut Log, moment: LogMoment, mut charge: u32) {
        self.prune(state, moment);
        // Only a counted denial is more than fits. It does not make the log longer than the
        // limit, or than charges without a decision have made it.
        if self.count_denied {
            charge = charge.min(self.limit);
            state.keep_newest(self.limit.max(state.used) - charge);
        }
        if charge > 0 {
            state.append_at(state.clock, charge);
        }
    }

    #[inline]
    fn counts_denied(&self) -> bool {
        self.count_denied
    }

    fn remaining(&self, moment: &LogMoment) -> u32 {
        self.limit.saturating_sub(moment.used)
    }

    /// Waits until enough of the oldest entries have left for this cost to fit.
    fn retry_after(&self, state: &Log, moment: &LogMoment, cost: u32) -> Option<u64> {
        let free = self.limit.checked_sub(cost)?;
        let mut used = moment.used;
        let mut wait = 0;
        for entry in state.entries.iter().skip(moment.gone) {
            if used <= free {
                break;
            }
            used -= entry.cost;
            wait = self.left(entry, moment);
        }
        Some(wait)
    }

    fn reset_after(&self, state: &Log, moment: &LogMoment) -> Option<u64> {
        let newest = state.entries.back().filter(|_| moment.used > 0);
        Some(newest.map_or(0, |entry| self.left(entry, moment)))
    }

    fn why(&self, state: &Log, moment: &LogMoment, cost: u32) -> Why {
        let oldest = state.entries.get(moment.gone).map(|entry| entry.time);
        Rule::Log { used: moment.used, cost, limit: self.limit, oldest, window: self.window }.into()
    }

    fn give_back(&self, state: &mut Log, moment: LogMoment, amount: u64) {
        self.prune(state, moment);
        let amount = u32::try_from(amount).unwrap_or(u32::MAX);
        state.forget_newest(amount.min(state.used));
    }

    fn level(&self, moment: &LogMoment) -> u128 {
        moment.used.into()
    }

    fn level_unit(&self) -> u64 {
        1
    }

    fn debt(&self, moment: &LogMoment) -> u32 {
        moment.used
    }

    fn owing(&self, debt: u32, now: u64) -> Log {
        let mut log = Log { clock: now, ..Log::default() };
        if debt > 0 {
            log.append_at(log.clock, debt.min(self.limit));
        }
        log
    }

    /// A log has the time of each request: those that are older than a new and shorter window no longer count.
    fn carry(&self, from: &Self, state: &Log, now: u64) -> Log {
        let mut carried = state.clone();
        from.move_clock(&mut carried, now);
        self.move_clock(&mut carried, now);
        carried.keep_newest(self.limit);
        carried
    }

    /// The limit in any window, so the limit once for each whole window in the interval and once more for the
    /// instants at its ends.
    fn most_in(&self, interval: u64) -> u128 {
        u128::from(self.limit) * windows_begun(interval, self.window)
    }

    /// The size on a 64-bit machine, on every platform, if nothing is charged without a decision. Entries are
    /// allocated apart from the log, up to twice as many as are in use.
    fn state_bytes(&self) -> u64 {
        const LOG: u64 = 48;
        const ENTRY: u64 = 16;
        LOG + 2 * ENTRY * u64::from(self.limit)
    }

    fn quotas(&self) -> Vec<Quota> {
        vec![Quota { limit: self.limit, window: Some(self.window) }]
    }

    fn save(&self, state: &Log) -> Vec<u64> {
        let mut numbers = vec![state.clock];
        for entry in &state.entries {
            numbers.extend([entry.time, entry.cost.into()]);
        }
        numbers
    }

    fn load(&self, numbers: &[u64]) -> Result<Log, &'static str> {
        let (&clock, entries) = numbers.split_first().ok_or("a log's state begins with its time")?;
        let mut log = Log { clock, ..Log::default() };
        for pair in entries.chunks(2) {
            let &[time, cost] = pair else { return Err("a log's entry is two numbers") };
            let entry = log.loaded_entry(time, cost)?;
            log.used += entry.cost;
            log.entries.push_back(entry);
        }
        self.move_clock(&mut log, clock);
        Ok(log)
    }

    /// Keeps everything that counts. Only at the top of the count it forgets the oldest, which cannot affect a
    /// decision: as long as they count, so does a whole limit of newer ones.
    fn charge_anyway(&self, state: &mut Log, now: u64, cost: u32) {
        self.move_clock(state, now);
        state.keep_newest(u32::MAX - cost);
        if cost > 0 {
            state.append_at(state.clock, cost);
        }
    }

    /// Moves the clock first, if it moves at all. A request at the same instant as the one before it, which is
    /// common under load, then finds nothing to drop.
    #[inline]
    fn take(&self, state: &mut Log, now: u64, cost: u32) -> Outcome {
        if now > state.clock {
            self.move_clock(state, now);
        }
        let moment = LogMoment { clock: state.clock, used: state.used, gone: 0 };
        let outcome = self.outcome(&moment, cost);
        self.settle(state, moment, self.charge(outcome, cost));
        outcome
    }

    /// Without copying the log.
    fn is_fresh(&self, state: &Log, now: u64) -> bool {
        state.clock <= now && self.advance(state, now).used == 0
    }
}

impl SlidingWindowLog {
    /// Time until this entry no longer counts.
    const fn left(&self, entry: &Entry, moment: &LogMoment) -> u64 {
        self.window - (moment.clock - entry.time)
    }

    /// Moves the clock of a state to an instant, or leaves it at a later one.
    #[inline(never)]
    pub(crate) fn move_clock(&self, state: &mut Log, now: u64) {
        let moment = self.advance(state, now);
        self.prune(state, moment);
    }

    /// Drops the entries that have left, and moves the clock.
    #[inline]
    fn prune(&self, state: &mut Log, moment: LogMoment) {
        if moment.gone > 0 {
            state.drop_oldest(moment.gone);
        }
        state.used = moment.used;
        state.clock = moment.clock;
    }
}
