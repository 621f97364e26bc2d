//! Fixed window: count requests in windows of equal length, and start again from
//! zero with each window.
//!
//! - **Rule**: `used + cost <= limit`.
//! - **Cost**: 24 bytes for each key, one comparison.
//! - **Weakness**: nothing connects two windows. A client that spends one budget
//!   at the end of a window and the next at its start gets twice the limit almost at
//!   once.

use alloc::{vec, vec::Vec};

use crate::{
    algorithm::Algorithm,
    bounds::{ALIGN, COUNT_DENIED, Checks, LIMIT, PolicyError, WINDOW},
    builder::Builder,
    decision::{Outcome, Rule, Why},
    limiter::{Limiter, Quota, Sealed},
    nanoseconds::Nanoseconds,
    settings::Settings,
    window::{Align, less, windows_begun, windows_touched},
};

/// The policy: at most `limit` requests in each window.
///
/// ```
/// use ratelab_limiter::{Align, FixedWindow, Limiter, SECOND};
///
/// let limiter = FixedWindow::new(2, SECOND)?;
/// let mut state = limiter.fresh();
/// let admits = [0, 1, 2, SECOND].map(|now| limiter.take(&mut state, now, 1).admits());
/// assert_eq!(admits, [true, true, false, true]);
///
/// // Windows that begin with their first request, and denials that count.
/// let strict = FixedWindow::with_limit(2).window(SECOND)?.align(Align::First).count_denied(true);
/// assert_eq!(strict.to_string(), "fixed_window limit=2 window=1000000000 align=first count_denied=yes");
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedWindow {
    pub(crate) limit: u32,
    pub(crate) window: u64,
    pub(crate) align: Align,
    pub(crate) count_denied: bool,
}

impl FixedWindow {
    /// Allows at most `limit` requests in each `window`, which is in nanoseconds or a `Duration`.
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
        Self { limit, window, align: Align::Epoch, count_denied: false }
    }

    /// Sets where windows begin.
    #[must_use]
    pub const fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }

    /// Sets whether a denied request uses up budget as well. A count stops at
    /// `u32::MAX`.
    #[must_use]
    pub const fn count_denied(self, count_denied: bool) -> Self {
        Self { count_denied, ..self }
    }
}

/// The state: the count of the window that began at `start`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Window {
    pub(crate) clock: u64,
    pub(crate) start: u64,
    pub(crate) used: u32,
}

const _: () = assert!(size_of::<Window>() <= 24, "a fixed window costs at most 24 bytes for each key");

impl FixedWindow {
    /// The most in an interval if the windows may begin at any instant.
    pub(crate) fn most_across(&self, interval: u64) -> u128 {
        u128::from(self.limit) * windows_touched(interval, self.window)
    }
}

impl Sealed for FixedWindow {}

impl Limiter for FixedWindow {
    type State = Window;
    type Moment = Window;

    fn algorithm(&self) -> Algorithm {
        Algorithm::FixedWindow
    }

    fn settings(&self) -> Settings {
        Settings::for_algorithm(Algorithm::FixedWindow)
            .with(&LIMIT, self.limit)
            .with(&WINDOW, self.window)
            .with(&ALIGN, self.align.word())
            .with_some(&COUNT_DENIED, self.count_denied.then_some("yes"))
    }

    fn limit(&self) -> u32 {
        self.limit
    }

    #[inline]
    fn fresh(&self) -> Window {
        Window::default()
    }

    /// A new window begins at its first instant, so a request exactly at the end of one
    /// belongs to the next. Windows without a request are skipped, not walked through.
    #[inline]
    fn advance(&self, state: &Window, now: u64) -> Window {
        let clock = now.max(state.clock);
        let over = clock - state.start >= self.window;
        if over || (self.align.forgets() && state.used == 0) {
            return Window { clock, start: self.align.start(clock, self.window), used: 0 };
        }
        Window { clock, ..*state }
    }

    fn clock(&self, moment: &Window) -> u64 {
        moment.clock
    }

    /// In 64 bits, because `used` may be any `u32`: a state can be charged beyond its limit.
    /// A request that fits exactly passes.
    #[inline]
    fn judge(&self, moment: &Window, cost: u32) -> Outcome {
        let fits = u64::from(moment.used) + u64::from(cost) <= u64::from(self.limit);
        if fits { Outcome::Allowed } else { Outcome::Denied }
    }

    /// Nothing passes at the top of the count, so saturating changes no decision.
    #[inline]
    fn settle(&self, state: &mut Window, moment: Window, charge: u32) {
        *state = Window { used: moment.used.saturating_add(charge), ..moment };
    }

    #[inline]
    fn counts_denied(&self) -> bool {
        self.count_denied
    }

    fn remaining(&self, moment: &Window) -> u32 {
        self.limit.saturating_sub(moment.used)
    }

    /// Nothing comes back within a window, so a request that does not fit now fits in the next
    /// one, unless it costs more than a whole budget.
    fn retry_after(&self, _state: &Window, moment: &Window, cost: u32) -> Option<u64> {
        if self.judge(moment, cost).admits() {
            return Some(0);
        }
        (cost <= self.limit).then(|| self.left(moment))
    }

    fn reset_after(&self, _state: &Window, moment: &Window) -> Option<u64> {
        Some(if moment.used == 0 { 0 } else { self.left(moment) })
    }

    fn why(&self, _state: &Window, moment: &Window, cost: u32) -> Why {
        let Window { used, start, .. } = *moment;
        Rule::Window { used, cost, limit: self.limit, start, window: self.window }.into()
    }

    fn give_back(&self, state: &mut Window, moment: Window, amount: u64) {
        *state = Window { used: less(moment.used, amount), ..moment };
    }

    fn level(&self, moment: &Window) -> u128 {
        moment.used.into()
    }

    fn level_unit(&self) -> u64 {
        1
    }

    fn debt(&self, moment: &Window) -> u32 {
        moment.used
    }

    fn owing(&self, debt: u32, now: u64) -> Window {
        Window { clock: now, start: self.align.start(now, self.window), used: debt.min(self.limit) }
    }

    /// Keeps the count, in a window that begins where the old one did if the new length
    /// allows it.
    fn carry(&self, from: &Self, state: &Window, now: u64) -> Window {
        let Window { clock, start, used } = from.advance(state, now);
        let start = self.align.carried(start, clock, self.window);
        Window { clock, start, used: used.min(self.limit) }
    }

    /// A whole budget in each window that the interval touches. That is twice the limit
    /// for two instants a nanosecond apart. A window that begins with a request has spent
    /// that one before an interval that begins later.
    fn most_in(&self, interval: u64) -> u128 {
        let across = self.most_across(interval);
        match self.align {
            Align::Epoch => across,
            Align::First => (across - 1).max(u128::from(self.limit) * windows_begun(interval, self.window)),
        }
    }

    fn quotas(&self) -> Vec<Quota> {
        vec![Quota { limit: self.limit, window: Some(self.window) }]
    }

    fn save(&self, state: &Window) -> Vec<u64> {
        vec![state.clock, state.start, state.used.into()]
    }

    fn load(&self, numbers: &[u64]) -> Result<Window, &'static str> {
        let &[clock, start, used] = numbers else { return Err("expected three numbers") };
        if !self.align.is_start(start, clock, self.window) {
            return Err("start is not a window boundary");
        }
        let used = u32::try_from(used).map_err(|_| "count is greater than 4294967295")?;
        Ok(Window { clock, start, used })
    }

    fn charge_anyway(&self, state: &mut Window, now: u64, cost: u32) {
        let moment = self.advance(state, now);
        self.settle(state, moment, cost);
    }
}

impl FixedWindow {
    /// Time until the window of this moment ends.
    fn left(&self, moment: &Window) -> u64 {
        self.window - (moment.clock - moment.start)
    }
}
