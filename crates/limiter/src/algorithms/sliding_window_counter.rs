//! Sliding window counter: count in fixed windows, and estimate the sliding one from this window's count and a
//! share of the one before.
//!
//! - **Rule**: `previous * (window - elapsed) / window + current + cost <= limit`,
//!   with the first term rounded down (`floor`, as most products do) or compared
//!   as it is (`exact`).
//! - **Cost**: 24 bytes for each key, one multiplication.
//! - **Weakness**: it assumes that the previous window's requests were spread
//!   evenly. If they all came at its end, a sliding window can contain up to twice the
//!   limit (one less with `exact`); [`Limiter::most_in`] is the bound.

use alloc::{vec, vec::Vec};

use crate::{
    algorithm::Algorithm,
    bounds::{ALIGN, COUNT_DENIED, Checks, LIMIT, PolicyError, ROUNDING, WINDOW},
    builder::Builder,
    decision::{Outcome, Rule, Why},
    limiter::{Limiter, Quota, Sealed},
    nanoseconds::Nanoseconds,
    options::Rounding,
    settings::Settings,
    window::{Align, less},
};

/// The policy: at most `limit` requests by the estimate.
///
/// ```
/// use ratelab_limiter::{Align, Limiter, Rounding, SECOND, SlidingWindowCounter};
///
/// let limiter = SlidingWindowCounter::new(10, SECOND)?;
/// let mut state = limiter.fresh();
/// let _ = limiter.take(&mut state, 0, 10);
/// // A quarter into the next window, three quarters of the ten still count: 7.5, rounded down.
/// assert_eq!(limiter.peek(&state, SECOND + SECOND / 4, 1).remaining, 3);
///
/// let exact = SlidingWindowCounter::with_limit(10).window(SECOND)?.rounding(Rounding::Exact);
/// assert_eq!(exact.peek(&state, SECOND + SECOND / 4, 1).remaining, 2);
/// let strict = exact.align(Align::First).count_denied(true);
/// assert!(strict.to_string().ends_with("align=first rounding=exact count_denied=yes"));
/// # Ok::<(), ratelab_limiter::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlidingWindowCounter {
    pub(crate) limit: u32,
    pub(crate) window: u64,
    pub(crate) align: Align,
    rounding: Rounding,
    pub(crate) count_denied: bool,
    /// With counts below this, every product of the rule fits in a signed 64-bit integer, so that the hot path need
    /// not widen. It is far above the limit, except for the longest windows, where it is 0.
    pub(crate) narrow_below: u32,
}

impl SlidingWindowCounter {
    /// Allows at most `limit` requests in a `window`, in nanoseconds or a `Duration`, by the estimate.
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
        let (align, rounding) = (Align::Epoch, Rounding::Floor);
        Self { limit, window, align, rounding, count_denied: false, narrow_below: 0 }.narrowed()
    }

    /// Sets where windows begin.
    #[must_use]
    pub const fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }

    /// Sets how the previous window's share is rounded.
    #[must_use]
    pub const fn rounding(self, rounding: Rounding) -> Self {
        Self { rounding, ..self }
    }

    /// Sets whether a denied request uses up budget as well. A count stops at `u32::MAX`.
    #[must_use]
    pub const fn count_denied(self, count_denied: bool) -> Self {
        Self { count_denied, ..self }
    }

    /// Computes `narrow_below`: the rule multiplies counts and the limit, plus at most one, by the window.
    fn narrowed(self) -> Self {
        let below = i64::MAX as u64 / self.window;
        let narrow_below = if u64::from(self.limit) < below { below } else { 0 };
        Self { narrow_below: u32::try_from(narrow_below).unwrap_or(u32::MAX), ..self }
    }
}

/// The state: the counts of the window that began at `start` and of the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    pub(crate) clock: u64,
    pub(crate) start: u64,
    pub(crate) previous: u32,
    pub(crate) current: u32,
}

const _: () = assert!(size_of::<Counts>() == 24, "a counter costs 24 bytes for each key");

impl SlidingWindowCounter {
    /// The most in an interval if this many come at the end of the window before it, and windows may begin at any
    /// instant.
    pub(crate) fn most_across(&self, first: u32, interval: u64) -> u128 {
        match interval.checked_sub(1) {
            Some(after_the_edge) => self.most_after(first, after_the_edge / self.window + 1, after_the_edge),
            None => self.limit.into(),
        }
    }
}

impl Sealed for SlidingWindowCounter {}

impl Limiter for SlidingWindowCounter {
    type State = Counts;
    type Moment = Counts;

    fn algorithm(&self) -> Algorithm {
        Algorithm::SlidingWindowCounter
    }

    fn settings(&self) -> Settings {
        Settings::for_algorithm(Algorithm::SlidingWindowCounter)
            .with(&LIMIT, self.limit)
            .with(&WINDOW, self.window)
            .with(&ALIGN, self.align.word())
            .with(&ROUNDING, self.rounding.word())
            .with_some(&COUNT_DENIED, self.count_denied.then_some("yes"))
    }

    fn limit(&self) -> u32 {
        self.limit
    }

    #[inline]
    fn fresh(&self) -> Counts {
        Counts::default()
    }

    /// In the next window the current count becomes the previous one. After a gap of two windows or more both are
    /// 0.
    #[inline]
    fn advance(&self, state: &Counts, now: u64) -> Counts {
        let clock = now.max(state.clock);
        let elapsed = clock - state.start;
        if elapsed < self.window {
            return self.anchored(Counts { clock, ..*state });
        }
        if elapsed - self.window < self.window {
            let start = state.start + self.window;
            return self.anchored(Counts { clock, start, previous: state.current, current: 0 });
        }
        Counts { clock, start: self.align.start(clock, self.window), previous: 0, current: 0 }
    }

    fn clock(&self, moment: &Counts) -> u64 {
        moment.clock
    }

    /// Both sides are multiplied by the window, so that nothing is divided: a division is slow, and it would round.
    #[inline]
    fn judge(&self, moment: &Counts, cost: u32) -> Outcome {
        let counted = u64::from(moment.current) + u64::from(cost);
        let Some(free) = u64::from(self.limit).checked_sub(counted) else { return Outcome::Denied };
        let (previous, left) = (u64::from(moment.previous), self.left(moment));
        let fits = if moment.previous < self.narrow_below {
            previous * left <= free * self.window + self.slack()
        } else {
            u128::from(previous) * u128::from(left) <= self.allowance(free)
        };
        if fits { Outcome::Allowed } else { Outcome::Denied }
    }

    #[inline]
    fn settle(&self, state: &mut Counts, moment: Counts, charge: u32) {
        *state = Counts { current: moment.current.saturating_add(charge), ..moment };
    }

    #[inline]
    fn counts_denied(&self) -> bool {
        self.count_denied
    }

    fn remaining(&self, moment: &Counts) -> u32 {
        self.limit.saturating_sub(self.debt(moment))
    }

    fn retry_after(&self, _state: &Counts, moment: &Counts, cost: u32) -> Option<u64> {
        if self.judge(moment, cost).admits() {
            return Some(0);
        }
        let free = u64::from(self.limit).checked_sub(cost.into())?;
        Some(self.retry_in_this_window(moment, free).unwrap_or_else(|| self.retry_later(moment, free)))
    }

    /// The whole budget is back when a request for all of it would pass.
    fn reset_after(&self, state: &Counts, moment: &Counts) -> Option<u64> {
        self.retry_after(state, moment, self.limit)
    }

    fn why(&self, _state: &Counts, moment: &Counts, cost: u32) -> Why {
        let Self { limit, window, rounding, .. } = *self;
        let Counts { clock, start, previous, current } = *moment;
        Rule::Counter { previous, current, cost, limit, elapsed: clock - start, window, rounding }.into()
    }

    fn give_back(&self, state: &mut Counts, moment: Counts, amount: u64) {
        // Two counts can add up to more than a u32 holds.
        let older = amount.saturating_sub(moment.current.into());
        let current = less(moment.current, amount);
        *state = Counts { current, previous: less(moment.previous, older), ..moment };
    }

    /// The estimate before any rounding. Counts are multiples of the window's length.
    fn level(&self, moment: &Counts) -> u128 {
        let Counts { previous, current, .. } = *moment;
        let left = self.left(moment);
        if previous.max(current) < self.narrow_below {
            return (u64::from(previous) * left + u64::from(current) * self.window).into();
        }
        u128::from(previous) * u128::from(left) + u128::from(current) * u128::from(self.window)
    }

    fn level_unit(&self) -> u64 {
        self.window
    }

    fn debt(&self, moment: &Counts) -> u32 {
        let used = u64::from(self.share(moment)) + u64::from(moment.current);
        u32::try_from(used).unwrap_or(u32::MAX)
    }

    fn owing(&self, debt: u32, now: u64) -> Counts {
        let start = self.align.start(now, self.window);
        Counts { clock: now, start, previous: 0, current: debt.min(self.limit) }
    }

    fn carry(&self, from: &Self, state: &Counts, now: u64) -> Counts {
        let moment = from.advance(state, now);
        let counts_alike = (self.align, self.rounding) == (from.align, from.rounding);
        if self.window == from.window && counts_alike {
            let (previous, current) = (moment.previous.min(self.limit), moment.current.min(self.limit));
            return Counts { previous, current, ..moment };
        }
        // A share of a window of another length has no meaning here: its current weight is
        // counted as if it had just been used.
        let current = from.debt(&moment).min(self.limit);
        let start = self.align.carried(moment.start, moment.clock, self.window);
        Counts { clock: moment.clock, start, previous: 0, current }
    }

    /// The estimate ignores where in the previous window its requests were. In the worst case each window admits
    /// its whole budget at its last instant, where the window before weighs least, and the last window does so
    /// within the interval. A window that begins with a request needs one before the interval, which weighs little
    /// in the next window; or the interval begins with that request.
    fn most_in(&self, interval: u64) -> u128 {
        match self.align {
            Align::Epoch => self.most_across(self.limit, interval),
            Align::First => {
                let opened = self.limit - self.weight(1, 1);
                self.most_across(opened, interval).max(self.most_after(
                    self.limit,
                    interval / self.window,
                    interval,
                ))
            }
        }
    }

    fn quotas(&self) -> Vec<Quota> {
        vec![Quota { limit: self.limit, window: Some(self.window) }]
    }

    fn save(&self, state: &Counts) -> Vec<u64> {
        vec![state.clock, state.start, state.previous.into(), state.current.into()]
    }

    fn load(&self, numbers: &[u64]) -> Result<Counts, &'static str> {
        let &[clock, start, previous, current] = numbers else {
            return Err("expected four numbers");
        };
        if !self.align.is_start(start, clock, self.window) {
            return Err("start is not a window boundary");
        }
        match (u32::try_from(previous), u32::try_from(current)) {
            (Ok(previous), Ok(current)) => Ok(Counts { clock, start, previous, current }),
            _ => Err("count is greater than 4294967295"),
        }
    }

    fn charge_anyway(&self, state: &mut Counts, now: u64, cost: u32) {
        let moment = self.advance(state, now);
        self.settle(state, moment, cost);
    }
}

impl SlidingWindowCounter {
    /// A key with nothing counted has no window yet: its next request begins one.
    #[inline]
    const fn anchored(&self, counts: Counts) -> Counts {
        if self.align.forgets() && counts.previous == 0 && counts.current == 0 {
            return Counts { start: counts.clock, ..counts };
        }
        counts
    }

    /// Time until the window of this moment ends.
    #[inline]
    const fn left(&self, moment: &Counts) -> u64 {
        self.window - (moment.clock - moment.start)
    }

    /// The amount that rounding down ignores: less than one request.
    #[inline]
    pub(crate) const fn slack(&self) -> u64 {
        match self.rounding {
            Rounding::Floor => self.window - 1,
            Rounding::Exact => 0,
        }
    }

    /// The most that the previous count may weigh, in nanoseconds, when this many requests are free.
    #[inline]
    const fn allowance(&self, free: u64) -> u128 {
        free as u128 * self.window as u128 + self.slack() as u128
    }

    /// The weight of the previous window at this moment, in whole requests as the rule rounds them.
    fn share(&self, moment: &Counts) -> u32 {
        self.weight(moment.previous, self.left(moment))
    }

    /// The weight of a count when `left` of the next window is left. It is never more than the count.
    fn weight(&self, count: u32, left: u64) -> u32 {
        let weighted = u128::from(count) * u128::from(left);
        let forgiven = weighted.saturating_sub(self.slack().into());
        u32::try_from(forgiven.div_ceil(self.window.into())).unwrap_or(u32::MAX)
    }

    /// The most that a window and `later` windows after it admit, if the first admits `first` and the last one does
    /// so at `time`, counted from the beginning of any window.
    fn most_after(&self, first: u32, later: u64, time: u64) -> u128 {
        let free = |count, left| self.limit - self.weight(count, left);
        let (mut last, mut most) = (first, u128::from(first));
        for window in 1..later {
            let before = last;
            last = free(before, 1);
            most += u128::from(last);
            // From here on two counts alternate, if they are not equal.
            if free(last, 1) == before {
                let (pairs, single) = ((later - 1 - window) / 2, (later - 1 - window) % 2);
                most += u128::from(pairs) * (u128::from(before) + u128::from(last));
                if single == 1 {
                    (last, most) = (before, most + u128::from(before));
                }
                break;
            }
        }
        let left = self.window - time % self.window;
        if later == 0 { most } else { most + u128::from(free(last, left)) }
    }

    /// The wait until the previous window's share has shrunk enough, if that happens before this window ends.
    fn retry_in_this_window(&self, moment: &Counts, free: u64) -> Option<u64> {
        let free = free.checked_sub(moment.current.into())?;
        let enough = self.longest_left(free, moment.previous)?;
        (enough > 0).then(|| self.left(moment) - enough)
    }

    /// The wait until this window's count, by then the previous one, has shrunk enough. If it has to vanish, that
    /// is where the window after the next begins.
    fn retry_later(&self, moment: &Counts, free: u64) -> u64 {
        let enough = self.longest_left(free, moment.current).unwrap_or(self.window);
        self.left(moment) + (self.window - enough)
    }

    /// The longest rest of a window at which a previous count fits into this many free requests; `None` if the
    /// count is 0.
    fn longest_left(&self, free: u64, previous: u32) -> Option<u64> {
        let longest = self.allowance(free).checked_div(previous.into())?;
        Some(u64::try_from(longest).unwrap_or(u64::MAX).min(self.window))
    }
}
