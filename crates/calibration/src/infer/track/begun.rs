//! Windows started by a request: the first that is charged after the previous window has ended.
//!
//! If timestamps leave open when that was, a window began at the earliest with its first charge. Everything charged
//! since may be in it, but only what was charged since the latest possible start certainly is. A request that is served
//! after a limited one, and costs no less, is in a new window.

use std::collections::VecDeque;

use super::{Bound, LeastLimited, Request, Shape, Stamps};

pub(super) struct BegunWindows<'shape> {
    shape: &'shape Shape,
    stamps: Stamps,
    /// The charges that may be in the window.
    charges: VecDeque<Charge>,
    /// Their sum, the most that can be in it.
    most: u64,
    /// The least that is in it.
    least: u64,
    least_limited: LeastLimited,
    /// Whether windows are known to start where this track has them.
    is_known: bool,
    unknown: UnknownWindow,
    ended: EndedWindow,
    /// When the last request arrived, and when one was last served; 0 if none was.
    last: Option<u64>,
    last_served: u64,
}

struct Charge {
    at: u64,
    cost: u64,
    /// Whether a window may have started with it.
    may_begin: bool,
}

/// The served requests of a window that may have started before the log.
#[derive(Default)]
struct UnknownWindow {
    /// When a request was first served in it.
    opened: Option<u64>,
    /// The highest count after a served request.
    filled: u64,
    /// The total cost served.
    served: u64,
}

/// The window before the current one, if its end was observed.
#[derive(Default)]
struct EndedWindow {
    /// When it ended; 0 if that was not observed.
    at: u64,
    /// Its count.
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
        // The order of requests with one timestamp is unknown.
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

    /// The longest duration of a window by the timestamps, if it begins late and ends late.
    fn longest(&self) -> u64 {
        self.shape.period + self.stamps.slack_nanoseconds()
    }

    /// Whether a window that began with a request of one timestamp may have ended at another.
    fn may_have_ended(&self, began: u64, now: u64) -> bool {
        now + self.stamps.slack_nanoseconds() - began >= self.shape.period
    }

    /// Drops the window if it is known to have ended. Returns the limit at which one that began before the log was
    /// full.
    fn end_window(&mut self, now: u64, request: &Request) -> u64 {
        let before = self.last.unwrap_or(self.stamps.begin);
        let is_silent = now - before >= self.longest();
        let is_released = now > before && self.is_released(now, request);
        // If no request of the log can have started the window that ended, one before the log did.
        let is_older = self.unknown.opened.is_some_and(|opened| !self.may_have_ended(opened, now));
        let needed = if is_released && !self.is_known && is_older { self.unknown.filled + 1 } else { 0 };
        if is_silent || is_released {
            // Other requests of this timestamp may have come before, unless the window ended long ago.
            self.ended =
                if is_silent { EndedWindow::default() } else { EndedWindow { at: now, counted: self.most } };
            self.charges.clear();
            self.is_known = true;
        }
        needed
    }

    /// Whether a request is served that the window could not admit, and that window may have ended.
    fn is_released(&self, now: u64, request: &Request) -> bool {
        let may_have_ended = if self.is_known {
            // Without slack, a window ends when expected.
            let began = self.charges.front();
            self.stamps.slack > 0 && began.is_none_or(|charge| self.may_have_ended(charge.at, now))
        } else {
            true
        };
        !request.limited && may_have_ended && self.least_limited.includes(request.cost)
    }

    /// Drops the starts of windows that have ended by now. Returns whether a new one may begin.
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
            // A window that started before the log has ended by now.
            self.is_known |= now - self.stamps.begin >= self.longest();
        }
        may_begin
    }

    /// Drops the charges before the next instant at which a window can have started.
    fn next_beginning(&mut self) {
        while let Some(charge) = self.charges.pop_front() {
            self.most -= charge.cost;
            if self.charges.front().is_none_or(|next| next.may_begin) {
                break;
            }
        }
    }

    /// The count in the window of a request, before it.
    fn counted(&self, may_be_in_ended: bool) -> u64 {
        let counted = if self.stamps.is_long { self.least } else { self.most };
        if may_be_in_ended { counted.max(self.ended.counted) } else { counted }
    }

    fn charge(&mut self, now: u64, request: &Request, may_begin: bool) {
        let cost = request.charge(self.shape);
        if cost > 0 {
            self.least += cost;
            self.most += cost;
            // A limited request starts no window: the first of a window is admitted.
            self.charges.push_back(Charge { at: now, cost, may_begin: may_begin && !request.limited });
        }
    }

    fn remember_limited(&mut self, now: u64, cost: u64) {
        if self.stamps.slack == 0 || self.last_served != now {
            self.least_limited.add(cost);
        }
    }

    /// Counts a served request. Returns the smallest limit if it may share its window with requests before the log:
    /// then that window, which had at least one, and the next share the served requests.
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
