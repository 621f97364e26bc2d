//! The windows of a lane, as spans with their counts.

use crate::Report;
use ratelab_limiter::Policy;

use super::{FreeColumns, Text, Window};
use crate::{
    anatomy::Mechanism,
    constants::EDGES_APART,
    findings::Excess,
    words::{count, instant},
};
use ratelab_scenario::scenario::Windows;
use ratelab_simulation::view::{Span, View};

impl Report {
    /// Returns the windows in view.
    pub(super) fn windows_in(
        &self,
        lane: usize,
        span: Span,
        excess: Option<&Excess>,
        free: &mut FreeColumns,
    ) -> Vec<Window> {
        let scenario = self.scenario();
        let windows = scenario.lanes[lane].windows(scenario).filter(|windows| is_wide(*windows, span));
        let Some(windows) = windows else { return Vec::new() };
        let edge = excess.and_then(|excess| self.edge_within(lane, excess));
        let begins = windows.edges(span.from.saturating_sub(windows.length - 1));
        let in_view = begins.take_while(|begin| *begin < span.to);
        let before = before_the_first(windows, span);
        before
            .into_iter()
            .chain(in_view.map(|begin| (begin, begin.saturating_add(windows.length))))
            .map(|(from, to)| {
                let text = self.use_of(lane, from, to, edge == Some(from), span, free);
                Window { from, to, text }
            })
            .collect()
    }

    /// Returns the amount used in a window at its end. With several states, each has its own count.
    fn use_of(
        &self,
        lane: usize,
        from: u64,
        to: u64,
        is_after_excess: bool,
        span: Span,
        free: &mut FreeColumns,
    ) -> Option<Text> {
        if !self.has_one_state(lane) {
            return None;
        }
        let (used, limit) = self.counted_until(lane, to)?;
        let (used_up, limit) = (count(used), count(limit));
        let (short, long) = match self.lanes()[lane].policy() {
            Policy::SlidingWindowCounter(_) => (format!("counts {used_up}"), " in this window"),
            _ if is_after_excess => (format!("{used_up} of {limit}"), ", a new budget"),
            _ => (format!("{used_up} of {limit}"), " in this window"),
        };
        let [from, to] = [from, to].map(|time| span.column(time));
        (used > 0).then(|| free.within(from, to, &[&[&short, long].concat(), &short]))?
    }

    /// Returns the count of the window that ends at a time.
    fn counted_until(&self, lane: usize, end: u64) -> Option<(u64, u64)> {
        match self.mechanism(lane, end, end.checked_sub(1)?)? {
            Mechanism::Window { used, limit, .. } => Some((used.into(), limit.into())),
            Mechanism::Counter { current, limit, .. } => Some((current.into(), limit.into())),
            _ => None,
        }
    }

    /// Returns the label of an edge in view: the one that a burst crossed, or else the first. Only if all lanes with
    /// windows share them.
    pub(super) fn edge_name(&self, view: &View<'_>) -> Option<Text> {
        let span = view.span();
        let scenario = self.scenario();
        let mut all = scenario.lanes.iter().filter_map(|lane| lane.windows(scenario));
        let windows = all.next().filter(|windows| is_wide(*windows, span))?;
        if !all.all(|others| others == windows) {
            return None;
        }
        let crossed = (0..scenario.lanes.len())
            .find_map(|lane| self.edge_within(lane, &self.excess(lane)?))
            .filter(|edge| (span.from..span.to).contains(edge));
        let edge = crossed.or_else(|| windows.edges(span.from + 1).next().filter(|edge| *edge < span.to))?;
        let [long, short] = [format!("a new window begins at {}", instant(edge)), "window edge".to_owned()];
        let (mut free, column) = (FreeColumns::for_traffic(view), span.column(edge));
        free.after(column, &long).or_else(|| free.before(column, &short))
    }
}

/// Returns the window that began before time zero, or at the start of the clock, if it reaches into the view.
fn before_the_first(windows: Windows, span: Span) -> Option<(u64, u64)> {
    (span.from < windows.origin).then_some((0, windows.origin))
}

fn is_wide(windows: Windows, span: Span) -> bool {
    let columns = u128::from(windows.length) * u128::from(span.width);
    columns >= u128::from(EDGES_APART) * u128::from(span.to - span.from)
}
