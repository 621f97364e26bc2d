//! The three limiters that count in windows.

use num_bigint::BigInt;
use num_traits::Zero;
use ratelab_limiter::{Align, Rounding};

use super::{Model, later};

/// Where a counter stops.
const MOST: u32 = u32::MAX;

/// The window that `now` is in, when windows are aligned to the epoch.
fn epoch_start(now: &BigInt, window: &BigInt) -> BigInt {
    now - now % window
}

/// A count with this much more.
fn more(count: u32, cost: u32) -> u32 {
    let total = u64::from(count) + u64::from(cost);
    u32::try_from(total.min(MOST.into())).unwrap()
}

/// A count with this much less, and what is left to take elsewhere.
fn less(count: u32, amount: u64) -> (u32, u64) {
    let taken = amount.min(count.into());
    (count - u32::try_from(taken).unwrap(), amount - taken)
}

/// Fixed window.
#[derive(Clone, Debug)]
pub(super) struct Fixed {
    limit: u32,
    window: BigInt,
    align: Align,
    clock: BigInt,
    /// Where the window began that something is counted in.
    start: Option<BigInt>,
    used: u32,
}

impl Fixed {
    pub(super) fn new(limit: u64, window: u64, align: Align) -> Self {
        let (limit, window) = (limit.try_into().unwrap(), window.into());
        Self { limit, window, align, clock: BigInt::zero(), start: None, used: 0 }
    }

    fn wait_for_end(&self) -> Option<BigInt> {
        self.start.as_ref().map(|start| start + &self.window - &self.clock)
    }
}

impl Model for Fixed {
    fn copy(&self) -> Box<dyn Model> {
        Box::new(self.clone())
    }

    fn limit(&self) -> u32 {
        self.limit
    }

    fn clock(&self) -> &BigInt {
        &self.clock
    }

    fn pass_time(&mut self, now: &BigInt) {
        self.clock = self.clock.clone().max(now.clone());
        if self.start.as_ref().is_some_and(|start| self.clock >= start + &self.window) {
            self.start = None;
            self.used = 0;
        }
    }

    fn fits(&self, cost: u32) -> bool {
        u64::from(self.used) + u64::from(cost) <= self.limit.into()
    }

    fn charge(&mut self, cost: u32) {
        if cost == 0 {
            return;
        }
        if self.start.is_none() {
            self.start = Some(match self.align {
                Align::Epoch => epoch_start(&self.clock, &self.window),
                Align::First => self.clock.clone(),
            });
        }
        self.used = more(self.used, cost);
    }

    fn refund(&mut self, amount: u64) {
        (self.used, _) = less(self.used, amount);
        if self.used == 0 {
            self.start = None;
        }
    }

    fn is_full(&self) -> bool {
        self.used == 0
    }

    fn wait_to_fit(&self, _cost: u32) -> Option<BigInt> {
        self.wait_for_end()
    }

    fn wait_to_fill(&self) -> Option<BigInt> {
        self.wait_for_end()
    }
}

/// Sliding window log.
#[derive(Clone, Debug)]
pub(super) struct Log {
    limit: u32,
    window: BigInt,
    clock: BigInt,
    /// When, and how much, the oldest first.
    entries: Vec<(BigInt, u32)>,
}

impl Log {
    pub(super) fn new(limit: u64, window: u64) -> Self {
        let (limit, window) = (limit.try_into().unwrap(), window.into());
        Self { limit, window, clock: BigInt::zero(), entries: Vec::new() }
    }

    fn used(&self) -> u64 {
        self.entries.iter().map(|(_, cost)| u64::from(*cost)).sum()
    }

    /// Charges this much now, and remembers this many of the newest requests.
    fn charge_up_to(&mut self, most: u64, cost: u32) {
        self.entries.push((self.clock.clone(), cost));
        let mut surplus = self.used().saturating_sub(most);
        for (_, cost) in &mut self.entries {
            (*cost, surplus) = less(*cost, surplus);
        }
        self.entries.retain(|(_, cost)| *cost > 0);
    }

    /// The first of the instants at which an entry leaves that will do.
    fn wait_until(&self, happens: impl Fn(&dyn Model) -> bool) -> Option<BigInt> {
        let mut leaves = self.entries.iter().map(|(made, _)| made + &self.window - &self.clock);
        leaves.find(|wait| happens(later(self, wait).as_ref()))
    }
}

impl Model for Log {
    fn copy(&self) -> Box<dyn Model> {
        Box::new(self.clone())
    }

    fn limit(&self) -> u32 {
        self.limit
    }

    fn clock(&self) -> &BigInt {
        &self.clock
    }

    fn pass_time(&mut self, now: &BigInt) {
        self.clock = self.clock.clone().max(now.clone());
        self.entries.retain(|(made, _)| &self.clock - made < self.window);
    }

    fn fits(&self, cost: u32) -> bool {
        self.used() + u64::from(cost) <= self.limit.into()
    }

    fn charge(&mut self, cost: u32) {
        // Only the newest are remembered, as many as the limit, or as were charged unasked.
        let most = self.used().max(self.limit.into());
        self.charge_up_to(most, cost.min(self.limit));
    }

    fn charge_anyway(&mut self, cost: u32) {
        self.charge_up_to(MOST.into(), cost);
    }

    fn refund(&mut self, amount: u64) {
        let mut amount = amount;
        for (_, cost) in self.entries.iter_mut().rev() {
            (*cost, amount) = less(*cost, amount);
        }
        self.entries.retain(|(_, cost)| *cost > 0);
    }

    fn is_full(&self) -> bool {
        self.entries.is_empty()
    }

    fn wait_to_fit(&self, cost: u32) -> Option<BigInt> {
        self.wait_until(|later| later.fits(cost))
    }

    fn wait_to_fill(&self) -> Option<BigInt> {
        self.wait_until(|later| later.is_full())
    }
}

/// Sliding window counter.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    limit: u32,
    window: BigInt,
    align: Align,
    rounding: Rounding,
    clock: BigInt,
    /// Where the current window began, while something is counted.
    start: Option<BigInt>,
    previous: u32,
    current: u32,
}

impl Counter {
    pub(super) fn new(limit: u64, window: u64, align: Align, rounding: Rounding) -> Self {
        let (limit, window) = (limit.try_into().unwrap(), window.into());
        Self { limit, window, align, rounding, clock: BigInt::zero(), start: None, previous: 0, current: 0 }
    }

    /// The estimate, times the window: it is needed often, and a fraction would be reduced each time.
    fn estimate(&self) -> BigInt {
        let elapsed = self.start.as_ref().map_or_else(BigInt::zero, |start| &self.clock - start);
        let weighted = (&self.window - elapsed) * self.previous;
        let fraction = match self.rounding {
            Rounding::Floor => &weighted % &self.window,
            Rounding::Exact => BigInt::zero(),
        };
        weighted - fraction + &self.window * self.current
    }

    fn forget_empty_windows(&mut self) {
        if self.previous == 0 && self.current == 0 {
            self.start = None;
        }
    }

    /// The least wait that will do, by halving: two windows on, all is forgotten.
    fn wait_until(&self, happens: impl Fn(&dyn Model) -> bool) -> Option<BigInt> {
        let (mut too_early, mut enough) = (BigInt::zero(), &self.window * 2);
        while &enough - &too_early > 1.into() {
            let middle: BigInt = (&too_early + &enough) / 2;
            if happens(later(self, &middle).as_ref()) {
                enough = middle;
            } else {
                too_early = middle;
            }
        }
        Some(enough)
    }
}

impl Model for Counter {
    fn copy(&self) -> Box<dyn Model> {
        Box::new(self.clone())
    }

    fn limit(&self) -> u32 {
        self.limit
    }

    fn clock(&self) -> &BigInt {
        &self.clock
    }

    fn pass_time(&mut self, now: &BigInt) {
        self.clock = self.clock.clone().max(now.clone());
        let Some(start) = &self.start else { return };
        let windows_on = (&self.clock - start) / &self.window;
        if windows_on.is_zero() {
            return;
        }
        self.start = Some(start + &windows_on * &self.window);
        self.previous = if windows_on == 1.into() { self.current } else { 0 };
        self.current = 0;
        self.forget_empty_windows();
    }

    fn fits(&self, cost: u32) -> bool {
        self.estimate() + &self.window * cost <= &self.window * self.limit
    }

    fn charge(&mut self, cost: u32) {
        if cost == 0 {
            return;
        }
        if self.start.is_none() {
            self.start = Some(match self.align {
                Align::Epoch => epoch_start(&self.clock, &self.window),
                Align::First => self.clock.clone(),
            });
        }
        self.current = more(self.current, cost);
    }

    fn refund(&mut self, amount: u64) {
        let rest;
        (self.current, rest) = less(self.current, amount);
        (self.previous, _) = less(self.previous, rest);
        self.forget_empty_windows();
    }

    fn is_full(&self) -> bool {
        self.fits(self.limit)
    }

    fn wait_to_fit(&self, cost: u32) -> Option<BigInt> {
        self.wait_until(|later| later.fits(cost))
    }

    fn wait_to_fill(&self) -> Option<BigInt> {
        self.wait_until(|later| later.is_full())
    }
}
