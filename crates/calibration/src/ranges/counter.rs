//! The lower and upper bound of denials by a sliding window counter.

use super::Open;
use crate::{
    limit::Limit,
    rules::{Counter, Grid},
};

/// The costs counted in two windows.
#[derive(Clone, Copy, Debug)]
struct Counts {
    previous: u64,
    current: u64,
}

impl Counts {
    /// Whether one more request is admitted at an instant of the window that starts at `begin`; it is then counted.
    fn admits(&mut self, rule: &Counter, begin: u64, instant: u64, cost: u64) -> bool {
        let counted = self.current + cost;
        let left = rule.grid.window - (instant - begin);
        let fits =
            counted <= rule.limit && rule.previous_share_fits(self.previous, left, rule.limit - counted);
        self.current = if fits { counted } else { self.current };
        fits
    }
}

/// The lower bound: a request arrives in the first window that admits it, as late as possible, when the window before
/// weighs least.
pub(super) fn best(open: &Open<'_>, grid: &Grid, limit: &Limit) -> u64 {
    let rule = Counter::new(limit, 0);
    let cost = u64::from(open.least);
    let (mut begin, mut counts, mut denied) = (0, Counts { previous: 0, current: 0 }, 0);
    for time in open.times {
        let last = time + open.slack;
        let now = grid.at(*time);
        if now >= begin && now - begin >= grid.window {
            (begin, counts) = entered(grid, begin, counts, now);
        }
        loop {
            let next = grid.time_from(begin.saturating_add(grid.window));
            let latest = next.saturating_sub(1).min(last as i64) as u64;
            if counts.admits(&rule, begin, grid.at(latest), cost) {
                break;
            }
            if next > last as i64 {
                denied += 1;
                break;
            }
            (begin, counts) = entered(grid, begin, counts, grid.at(next as u64));
        }
    }
    denied
}

/// The counts in the window of an instant, after those of an earlier one.
fn entered(grid: &Grid, begin: u64, counts: Counts, now: u64) -> (u64, Counts) {
    let next = grid.begin(now);
    let previous = if next - begin == grid.window { counts.current } else { 0 };
    (next, Counts { previous, current: 0 })
}

/// One way in which requests can have arrived until the end of a window.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// How many of those that can have arrived after the edge do so.
    after: usize,
    /// Requests admitted so far.
    admitted: u64,
    /// Those of them in the window.
    counted: u64,
}

/// The most ways that are followed.
const MOST_WAYS: usize = 48;

/// The upper bound, for requests of one cost, if no request can have arrived in three windows and there are not too
/// many ways.
///
/// Within a window, requests arrive as early as possible, when the window before weighs most. Of those that can have
/// arrived before or after an edge, one more that arrives before it and is admitted never leads to more denials: after
/// the edge it counts for that whole window. So all of them arrive after it, or all up to one that is denied.
pub(super) fn worst(open: &Open<'_>, grid: &Grid, limit: &Limit) -> Option<u64> {
    if open.slack.checked_mul(grid.scale)? >= grid.window {
        return None;
    }
    let rule = Counter::new(limit, 0);
    let cost = u64::from(open.most);
    let (mut ways, mut found) = (vec![Way { after: 0, admitted: 0, counted: 0 }], Vec::new());
    let (mut request, mut edge, mut begin) = (0, 0, 0);
    while request < open.times.len() || edge < request {
        let next = open.times.get(request).map_or(u64::MAX, |time| grid.begin(grid.at(*time)));
        let now = if edge < request { next.min(begin + grid.window) } else { next };
        if now - begin != grid.window {
            // Nothing remains of the window before.
            let least = ways.iter().map(|way| way.admitted).min()?;
            ways.clear();
            ways.push(Way { after: 0, admitted: least, counted: 0 });
        }
        begin = now;
        let end = grid.time_from(begin.saturating_add(grid.window));
        let inside = |time: &u64| (*time as i64) < end;
        let last = request + open.times[request..].partition_point(inside);
        let surely = |time: &u64| ((*time + open.slack) as i64) < end;
        edge = request + open.times[request..last].partition_point(surely);
        let window = Window { grid, rule: &rule, begin, cost, open, sure: request..edge, unsure: edge..last };
        found.clear();
        ways.iter().for_each(|way| window.follow(*way, &mut found));
        if found.len() > MOST_WAYS {
            return None;
        }
        std::mem::swap(&mut ways, &mut found);
        request = last;
    }
    let admitted = ways.iter().map(|way| way.admitted).min()?;
    Some(open.times.len() as u64 - admitted)
}

/// A window, with the requests that arrive in it and those that arrive in it or in the next.
struct Window<'a> {
    grid: &'a Grid,
    rule: &'a Counter,
    begin: u64,
    cost: u64,
    open: &'a Open<'a>,
    sure: std::ops::Range<usize>,
    unsure: std::ops::Range<usize>,
}

impl Window<'_> {
    /// Follows a way through this window, and adds its continuations.
    fn follow(&self, way: Way, found: &mut Vec<Way>) {
        let mut counts = Counts { previous: way.counted * self.cost, current: 0 };
        let mut counted = 0;
        let mut admits = |instant| {
            let admits = counts.admits(self.rule, self.begin, instant, self.cost);
            counted += u64::from(admits);
            (admits, Way { after: 0, admitted: way.admitted + counted, counted })
        };
        // The first instant of the window that is a whole microsecond.
        let first = self.grid.at(self.grid.time_from(self.begin).max(0) as u64);
        let (mut now, mut denied) = (Way { counted: 0, ..way }, None);
        for _ in 0..way.after {
            (_, now) = admits(first);
        }
        for request in self.sure.clone() {
            (_, now) = admits(self.grid.at(self.open.times[request]));
        }
        let mut after = self.unsure.len();
        keep(found, Way { after, ..now });
        for request in self.unsure.clone() {
            let (admitted, next) = admits(self.grid.at(self.open.times[request]));
            after -= 1;
            if admitted {
                denied.take().into_iter().for_each(|way| keep(found, way));
            } else {
                denied = Some(Way { after, ..next });
            }
        }
        denied.into_iter().for_each(|way| keep(found, way));
    }
}

/// Adds a way, unless another is at least as good: a way that admitted more is at best ahead by its higher count,
/// because a higher count can deny no more than that.
fn keep(ways: &mut Vec<Way>, new: Way) {
    let is_no_better = |way: &Way, than: &Way| {
        way.after == than.after && way.admitted >= than.admitted + way.counted.saturating_sub(than.counted)
    };
    if !ways.iter().any(|way| is_no_better(&new, way)) {
        ways.retain(|way| !is_no_better(way, &new));
        ways.push(new);
    }
}
