//! What a limiter would have counted, told by what was really admitted.
//!
//! A limiter's state follows from what it admitted, and the log says what that was. So each answer is
//! judged by itself: after what was admitted before, which limits would have given it? A served request
//! needs a limit of at least so much, and one that was limited a limit below that. If all answers agree
//! with a limit, that limiter run on its own gives the same answers, one after the other.
//!
//! Where stamps leave open when in a second a request came, two tracks are followed, one for which as
//! much time as possible passed and one for as little. Requests of one stamp count as if those that were
//! limited came last. Each answer is still judged by itself: that there are instants for each does not
//! always mean that there are some for all at once. In small logs made to find such cases, less than one
//! in a hundred are.

use std::collections::VecDeque;

use super::shape::{Kind, Shape};
use crate::{Answer, Client, Traffic};

/// What an answer says about the limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) request: usize,
    pub(super) limited: bool,
    /// If served, the limit is at least this; if limited, it is below this.
    pub(super) bound: u64,
    /// It may depend on what was before the log, so it contradicts nothing.
    pub(super) uncertain: bool,
}

/// Tells what each answer to a client says about the limit of a shape, until it is told to stop.
pub(super) fn follow(
    traffic: &Traffic,
    client: Client<'_>,
    shape: &Shape,
    tell: &mut dyn FnMut(Seen) -> bool,
) {
    let slack = u64::from(traffic.slack());
    let mut short = Track::new(shape, traffic, false);
    let mut long = (slack > 0).then(|| Track::new(shape, traffic, true));
    if shape.kind == Kind::Bucket {
        short.first_room = short.least_first_room(client);
        if let Some(long) = &mut long {
            long.first_room = short.first_room;
        }
    }
    let mut order = Vec::new();
    let mut from = 0;
    while from < client.times.len() {
        let to = if slack == 0 { from + 1 } else { same_stamp(client, from) };
        order.clear();
        order.extend((from..to).filter(|request| client.answer(*request) != Answer::Limited));
        order.extend((from..to).filter(|request| client.answer(*request) == Answer::Limited));
        for request in order.drain(..) {
            let (cost, answer) = (u64::from(client.cost(request)), client.answer(request));
            if cost == 0 {
                continue;
            }
            let limited = answer == Answer::Limited;
            let time = client.times[request];
            let (mut bound, mut uncertain) = short.next(time, cost, limited);
            if let Some(long) = &mut long {
                let other = long.next(time, cost, limited);
                bound = if limited { bound.max(other.0) } else { bound.min(other.0) };
                uncertain |= other.1;
            }
            if answer != Answer::Unknown && !tell(Seen { request, limited, bound, uncertain }) {
                return;
            }
        }
        from = to;
    }
}

/// The end of the requests with the same stamp as one.
fn same_stamp(client: Client<'_>, from: usize) -> usize {
    from + client.times[from..].iter().take_while(|time| **time == client.times[from]).count()
}

/// A limiter on its way through a client's requests.
struct Track<'shape> {
    shape: &'shape Shape,
    /// When the log begins, in nanoseconds since 1970.
    begin: u64,
    /// How much more time than by the stamps may have passed, in microseconds; or less, in the other track.
    slack: u64,
    is_long: bool,
    start: u64,
    previous: u64,
    current: u64,
    /// What was charged: when, how much, and whether a window may have begun with it.
    entries: VecDeque<(u64, u64, bool)>,
    /// Parts in a bucket, and the last time; what was charged in all.
    level: i64,
    last: u64,
    /// Parts that were left when the stamp of the last request began, and were added since.
    carried: i64,
    same: i64,
    charged: u64,
    /// The least room, in parts, that a bucket had when the log began.
    first_room: i64,
    /// Whether windows that begin with a request are known to begin where this track has them.
    known: bool,
    limited_cost: Option<u64>,
    /// When a request was first served in a window that is not known, and what was in it with the last.
    opened: Option<u64>,
    filled: u64,
    /// What was served in windows that are not known.
    taken: u64,
    /// When the window before was seen to end, and what it had counted; when a request was last served.
    ended: (u64, u64),
    served: u64,
    seen_before: bool,
}

impl<'shape> Track<'shape> {
    fn new(shape: &'shape Shape, traffic: &Traffic, is_long: bool) -> Self {
        Self {
            shape,
            begin: traffic.instant(0),
            slack: traffic.slack().into(),
            is_long,
            start: 0,
            previous: 0,
            current: 0,
            entries: VecDeque::new(),
            level: 0,
            last: 0,
            carried: i64::MIN,
            same: 0,
            charged: 0,
            first_room: 0,
            known: false,
            limited_cost: None,
            opened: None,
            filled: 0,
            taken: 0,
            ended: (0, 0),
            served: 0,
            seen_before: false,
        }
    }

    /// The least limit that admits the next request, and whether that may depend on what was before
    /// the log. Charges it as it was answered.
    fn next(&mut self, time: u64, cost: u64, limited: bool) -> (u64, bool) {
        match self.shape.kind {
            Kind::Bucket => self.bucket(time, cost, limited),
            Kind::Log => self.log(self.begin + time * 1000, cost, limited),
            Kind::FixedFromFirst => self.begun_by_request(self.begin + time * 1000, cost, limited),
            _ => self.aligned(self.begin + time * 1000, cost, limited),
        }
    }

    fn charge(&self, cost: u64, limited: bool) -> u64 {
        if limited && !self.shape.count_denied { 0 } else { cost }
    }

    /// So much time as may have passed from one instant to another, in nanoseconds.
    fn passed(&self, from: u64, to: u64) -> u64 {
        let slack = self.slack * 1000;
        if self.is_long { to - from + slack } else { (to - from).saturating_sub(slack) }
    }

    fn aligned(&mut self, now: u64, cost: u64, limited: bool) -> (u64, bool) {
        let window = self.shape.period;
        let now = if self.is_long { now + self.slack * 1000 } else { now };
        let start = now - now % window;
        if start != self.start {
            self.previous = if start == self.start + window { self.current } else { 0 };
            (self.start, self.current, self.limited_cost) = (start, 0, None);
        }
        let (share, reach) = match self.shape.kind {
            Kind::Fixed => (0, 0),
            kind => {
                let left = u128::from(self.previous) * u128::from(window - (now - start));
                let whole = u128::from(window);
                let share = if kind == Kind::CounterExact { left.div_ceil(whole) } else { left / whole };
                (share as u64, window)
            }
        };
        let mut bound = share + self.current + cost;
        if self.shape.kind == Kind::Fixed && self.slack == 0 && start < self.begin {
            // Whatever was in it before the log: a window that is full stays full.
            if limited {
                self.limited_cost = Some(self.limited_cost.map_or(cost, |denied| denied.min(cost)));
            } else if self.limited_cost.is_some_and(|denied| denied <= cost) {
                bound = u64::MAX;
            }
        }
        self.current += self.charge(cost, limited);
        (bound, limited && start.saturating_sub(reach) < self.begin)
    }

    fn log(&mut self, now: u64, cost: u64, limited: bool) -> (u64, bool) {
        let window = self.shape.period;
        while let Some((time, cost, _)) = self.entries.front() {
            if self.passed(*time, now) < window {
                break;
            }
            self.current -= cost;
            self.entries.pop_front();
        }
        let bound = self.current + cost;
        let charge = self.charge(cost, limited);
        if charge > 0 {
            self.current += charge;
            self.entries.push_back((now, charge, false));
        }
        (bound, limited && now - self.begin < window)
    }

    /// A window begins with the first request that is charged after the one before has ended. Where stamps
    /// leave that open, it began at the earliest at `start`; all that was charged since may be in it, but
    /// only what was charged since the latest moment at which it can have begun surely is. A request that
    /// is served after one that was not, and cost no less, is in a new window.
    fn begun_by_request(&mut self, now: u64, cost: u64, limited: bool) -> (u64, bool) {
        let (window, slack) = (self.shape.period, self.slack * 1000);
        let before = if self.seen_before { self.last } else { self.begin };
        let silent = now - before >= window + slack;
        let released = !limited
            && (!self.known || slack > 0)
            && now > before
            && (!self.known || self.entries.front().is_none_or(|entry| now + slack - entry.0 >= window))
            && self.limited_cost.is_some_and(|denied| denied <= cost);
        // If none of the requests in the log can have begun the window that ended, one before the log did.
        let is_older = self.opened.is_some_and(|opened| now + slack - opened < window);
        let needed = if released && !self.known && is_older { self.filled + 1 } else { 0 };
        if silent || released {
            // Others of this stamp may have come before, unless the window has long ended.
            self.ended = if silent { (0, 0) } else { (now, self.previous) };
            self.entries.clear();
            self.known = true;
        }
        let mut begins = self.entries.is_empty();
        while let Some((start, ..)) = self.entries.front().copied() {
            begins |= now + slack - start >= window;
            if now - start < window + slack {
                break;
            }
            self.next_start();
        }
        if begins {
            self.current = 0;
        }
        if self.entries.is_empty() {
            (self.previous, self.limited_cost) = (0, None);
            // What was begun before the log has ended by now.
            self.known |= now - self.begin >= window + slack;
        }
        let mut in_it = if self.is_long { self.current } else { self.previous };
        let before_it = limited && slack > 0 && self.ended.0 == now;
        if before_it {
            in_it = in_it.max(self.ended.1);
        }
        let charge = if before_it && self.is_long { 0 } else { self.charge(cost, limited) };
        if charge > 0 {
            self.current += charge;
            self.previous += charge;
            // What is limited begins no window: the first of a window has room.
            self.entries.push_back((now, charge, begins && !limited));
        }
        // Of one stamp it is not known which came first.
        if !limited {
            self.served = now;
            if !self.known {
                self.filled = self.filled.max(in_it + cost);
                self.taken += cost;
                let opened = *self.opened.get_or_insert(now);
                if now + slack - opened < window {
                    // It is shared by the window from before the log, which had one at least, and the next.
                    (self.last, self.seen_before) = (now, true);
                    return ((self.taken + 2) / 2, false);
                }
            }
        } else if slack == 0 || self.served != now {
            self.limited_cost = Some(self.limited_cost.map_or(cost, |denied| denied.min(cost)));
        }
        (self.last, self.seen_before) = (now, true);
        (needed.max(in_it + cost), !self.known)
    }

    /// Forgets what was charged before the next moment at which a window can have begun.
    fn next_start(&mut self) {
        while let Some((_, cost, _)) = self.entries.pop_front() {
            self.previous -= cost;
            if self.entries.front().is_none_or(|entry| entry.2) {
                break;
            }
        }
    }

    /// What a client left in a bucket before the log began is not known, but it is one number: with it the
    /// bucket has room for all that was served. Where it has none for what was limited, that may be why.
    fn bucket(&mut self, time: u64, cost: u64, limited: bool) -> (u64, bool) {
        let rate = &self.shape.rate;
        let (unit, speed) = (parts(rate.unit), parts(rate.speed));
        if time != self.last {
            self.level = self.level.saturating_sub(speed.saturating_mul(parts(time - self.last)));
            (self.carried, self.same, self.last) = (self.level, 0, time);
        }
        let open = speed.saturating_mul(parts(self.slack));
        let level = if self.is_long {
            self.level.saturating_sub(open)
        } else {
            // What is left of earlier stamps may be more than by the stamps, but nothing else is.
            self.carried.saturating_add(open).max(0).saturating_add(self.same)
        };
        let added = unit.saturating_mul(parts(cost));
        let after = level.max(0).saturating_add(added);
        let uncertain = limited && self.beyond(time, self.charged + cost, 1) > self.first_room;
        if !limited {
            let ceiling = unit.saturating_mul(parts(self.shape.ceiling));
            self.level = self.level.max(0).saturating_add(added).min(ceiling);
            self.same = self.same.saturating_add(added).min(ceiling);
            self.charged += cost;
        }
        ((after as u64).div_ceil(rate.unit), uncertain)
    }

    /// How much more was asked for until a time than came back, at most (1) or at least (-1).
    fn beyond(&self, time: u64, charged: u64, most: i64) -> i64 {
        let rate = &self.shape.rate;
        let flow = parts(rate.speed).saturating_mul(parts(time).saturating_sub(most * parts(self.slack)));
        parts(rate.unit).saturating_mul(parts(charged)).saturating_sub(flow)
    }

    /// The least room that a bucket had when the log began, if all that was served had room.
    fn least_first_room(&self, client: Client<'_>) -> i64 {
        let (mut charged, mut room) = (0, 0);
        for (request, time) in client.times.iter().enumerate() {
            if client.answer(request) != Answer::Limited {
                charged += u64::from(client.cost(request));
                room = room.max(self.beyond(*time, charged, -1));
            }
        }
        room
    }
}

/// Parts of a request, as a number that may go below 0.
fn parts(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
