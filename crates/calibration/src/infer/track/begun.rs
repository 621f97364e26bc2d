//! Windows that are begun by a request: the first that is charged after the window before has ended.
//!
//! Where stamps leave open when that was, a window began at the earliest with the first of its charges. All that was
//! charged since may be in it, but only what was charged since the latest moment at which it can have begun surely
//! is. A request that is served after one that was limited, and costs no less, is in a new window.

use std::collections::VecDeque;

use super::{Bound, LeastLimited, Request, Shape, Stamps};

pub(super) struct BegunWindows<'shape> {
    shape: &'shape Shape,
    stamps: Stamps,
    /// What may be in the window.
    charges: VecDeque<Charge>,
    /// What they add up to: the most that can be in it.
    most: u64,
    /// What is in it at least.
    least: u64,
    least_limited: LeastLimited,
    /// Whether windows are known to begin where this track has them.
    is_known: bool,
    unknown: UnknownWindow,
    ended: EndedWindow,
    /// When the last request came, and when one was last served; 0 if none was.
    last: Option<u64>,
    last_served: u64,
}

struct Charge {
    at: u64,
    cost: u64,
    /// Whether a window may have begun with it.
    may_begin: bool,
}

/// What was served in a window that may have begun before the log.
#[derive(Default)]
struct UnknownWindow {
    /// When a request was first served in it.
    opened: Option<u64>,
    /// The most that was in it with a request that was served.
    filled: u64,
    /// What was served in all.
    served: u64,
}

/// The window before the current one, if it was seen to end.
#[derive(Default)]
struct EndedWindow {
    /// When that was; 0 if it was not seen.
    at: u64,
    /// What it had counted.
    counted: u64,
}

impl<'shape> BegunWindows<'shape> {
    pub(super) fn new(shape: &'shape Shape, stamps: Stamps) -> Self {
        Self {
            shape,
            stamps,
            charges: VecDeque::new(),
            most: 0,
            least: 0,
            least_limited: LeastLimited::default(),
            is_known: false,
            unknown: UnknownWindow::default(),
            ended: EndedWindow::default(),
            last: None,
            last_served: 0,
        }
    }

    pub(super) fn next(&mut self, request: &Request) -> Bound {
        let now = self.stamps.instant(request.time);
        let needed = self.end_window(now, request);
        let may_begin = self.forget_ended(now);
        // Of one stamp it is not known which came first.
        let may_be_in_ended = request.limited && self.stamps.slack > 0 && self.ended.at == now;
        let counted = self.counted(may_be_in_ended);
        if !(may_be_in_ended && self.stamps.is_long) {
            self.charge(now, request, may_begin);
        }
        self.last = Some(now);
        if request.limited {
            self.remember_limited(now, request.cost);
        } else if let Some(limit) = self.serve(now, counted, request.cost) {
            return Bound { limit, uncertain: false };
        }
        Bound { limit: needed.max(counted + request.cost), uncertain: !self.is_known }
    }

    /// The longest that a window lasts by the stamps, if it begins late and ends late.
    fn longest(&self) -> u64 {
        self.shape.period + self.stamps.slack_nanoseconds()
    }

    /// Whether a window that began with a request of one stamp may have ended at another.
    fn may_have_ended(&self, began: u64, now: u64) -> bool {
        now + self.stamps.slack_nanoseconds() - began >= self.shape.period
    }

    /// Forgets the window if it is known to have ended. Returns the limit that it takes for one that began before the
    /// log to have been full.
    fn end_window(&mut self, now: u64, request: &Request) -> u64 {
        let before = self.last.unwrap_or(self.stamps.begin);
        let is_silent = now - before >= self.longest();
        let is_released = now > before && self.is_released(now, request);
        // If none of the requests in the log can have begun the window that ended, one before the log did.
        let is_older = self.unknown.opened.is_some_and(|opened| !self.may_have_ended(opened, now));
        let needed = if is_released && !self.is_known && is_older { self.unknown.filled + 1 } else { 0 };
        if is_silent || is_released {
            // Others of this stamp may have come before, unless the window has long ended.
            self.ended =
                if is_silent { EndedWindow::default() } else { EndedWindow { at: now, counted: self.most } };
            self.charges.clear();
            self.is_known = true;
        }
        needed
    }

    /// Whether a request is served for which the window had no room, and that window may have ended.
    fn is_released(&self, now: u64, request: &Request) -> bool {
        let may_have_ended = if self.is_known {
            // Without slack a window ends when it is expected to.
            let began = self.charges.front();
            self.stamps.slack > 0 && began.is_none_or(|charge| self.may_have_ended(charge.at, now))
        } else {
            true
        };
        !request.limited && may_have_ended && self.least_limited.includes(request.cost)
    }

    /// Forgets the beginnings of windows that have ended by now. Returns whether a new one may begin.
    fn forget_ended(&mut self, now: u64) -> bool {
        let mut may_begin = self.charges.is_empty();
        while let Some(began) = self.charges.front().map(|charge| charge.at) {
            may_begin |= self.may_have_ended(began, now);
            if now - began < self.longest() {
                break;
            }
            self.next_beginning();
        }
        if may_begin {
            self.least = 0;
        }
        if self.charges.is_empty() {
            (self.most, self.least_limited) = (0, LeastLimited::default());
            // What was begun before the log has ended by now.
            self.is_known |= now - self.stamps.begin >= self.longest();
        }
        may_begin
    }

    /// Forgets what was charged before the next moment at which a window can have begun.
    fn next_beginning(&mut self) {
        while let Some(charge) = self.charges.pop_front() {
            self.most -= charge.cost;
            if self.charges.front().is_none_or(|next| next.may_begin) {
                break;
            }
        }
    }

    /// What the window of a request has counted before it.
    fn counted(&self, may_be_in_ended: bool) -> u64 {
        let counted = if self.stamps.is_long { self.least } else { self.most };
        if may_be_in_ended { counted.max(self.ended.counted) } else { counted }
    }

    fn charge(&mut self, now: u64, request: &Request, may_begin: bool) {
        let cost = request.charge(self.shape);
        if cost > 0 {
            self.least += cost;
            self.most += cost;
            // What is limited begins no window: the first of a window has room.
            self.charges.push_back(Charge { at: now, cost, may_begin: may_begin && !request.limited });
        }
    }

    fn remember_limited(&mut self, now: u64, cost: u64) {
        if self.stamps.slack == 0 || self.last_served != now {
            self.least_limited.add(cost);
        }
    }

    /// Counts what is served. Returns the least limit if the request may share its window with what was before the
    /// log: then that window, which had one at least, and the next share what was served.
    fn serve(&mut self, now: u64, counted: u64, cost: u64) -> Option<u64> {
        self.last_served = now;
        if self.is_known {
            return None;
        }
        self.unknown.filled = self.unknown.filled.max(counted + cost);
        self.unknown.served += cost;
        let opened = *self.unknown.opened.get_or_insert(now);
        (!self.may_have_ended(opened, now)).then_some((self.unknown.served + 2) / 2)
    }
}
