//! The texts inside a lane, next to what they describe: windows with their counts, the burst that broke the limit,
//! the budget in use, and the requests outside the view.
//!
//! Each text comes with the column where it begins, chosen so that it covers no request. The page and the SVG writer
//! only have to write it there.

mod budget;
mod free_columns;
mod windows;

use crate::Report;
use ratelab_limiter::Limiter;

use self::free_columns::FreeColumns;
pub use self::free_columns::Text;
use crate::{
    findings::Excess,
    words::{count, counted, duration, instant},
};
use ratelab_simulation::view::{Span, View};

/// The texts in a lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The lane's own windows in view, in order; none if they are too narrow to see.
    pub windows: Vec<Window>,
    /// The burst that broke the lane's own limit, if it is in view.
    pub bracket: Option<Bracket>,
    /// The amount in use at the end of the view, above the band.
    pub budget: Option<Text>,
    /// A short form of it to be written inside the band, if requests are drawn above it.
    pub in_band: Option<String>,
    /// What follows after the view: a queue that is still serving, or clients that are still retrying.
    pub after: Option<String>,
}

/// One window of a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The time at which it begins.
    pub from: u64,
    /// The time at which the next one begins.
    pub to: u64,
    /// The amount used, if the text fits. `None` for an unused window.
    pub text: Option<Text>,
}

/// A burst above the limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The time at which its first request started.
    pub from: u64,
    /// The time at which its last request started.
    pub to: u64,
    /// Its amount and its duration, if the text fits.
    pub text: Option<Text>,
    /// The same as a sentence for screen readers.
    pub says: String,
}

/// The texts in the lane of the requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outside {
    /// The number of requests before the view.
    pub before: Option<String>,
    /// The number of requests after the view.
    pub after: Option<String>,
    /// The label of an edge between two windows.
    pub edge: Option<Text>,
}

impl Report {
    /// Returns the texts of a lane, once the run is done.
    pub fn labels(&self, lane: usize, view: &View<'_>) -> Option<Labels> {
        let span = view.span();
        if !self.is_done() {
            return None;
        }
        let mut free = FreeColumns::for_lane(view, lane);
        // Above the band, where there are no other texts.
        let mut foot = free.clone();
        let excess = self.excess(lane).filter(|excess| self.is_limit_of(lane, excess));
        // The bracket matters most, so its text is placed first.
        let bracket = excess.and_then(|excess| self.bracket(span, &excess, &mut free));
        let windows = self.windows_in(lane, span, excess.as_ref(), &mut free);
        // The amount in use is unknown if a state depends on more than the requests, and rows have no band: then
        // there is no text.
        let in_use = self.budget(lane, span).filter(|_| self.rows(lane).is_none()).unwrap_or_default();
        let budget = foot.last(&in_use);
        let in_band = in_use.into_iter().last().filter(|_| budget.is_none());
        Some(Labels { windows, bracket, budget, in_band, after: self.after(lane, span) })
    }

    /// Returns the texts of the lane of the requests, once the run is done.
    pub fn outside(&self, view: &View<'_>) -> Option<Outside> {
        let span = view.span();
        let traffic = self.traffic().filter(|_| self.is_done())?;
        let (before, after) = (traffic.first_at(span.from), traffic.len() - traffic.first_at(span.to));
        let some = |number: usize| (number > 0).then(|| count(number as u64));
        Some(Outside {
            before: some(before).map(|number| format!("\u{2190} {number} earlier")),
            after: some(after).map(|number| format!("{number} later \u{2192}")),
            edge: self.edge_name(view),
        })
    }

    /// Returns whether an excess is above the limit of the key that got it.
    fn is_limit_of(&self, lane: usize, excess: &Excess) -> bool {
        let limiter = &self.lanes()[lane];
        let group = self.senders().group_of_key(limiter.key(), excess.most.key);
        let policy = group.map_or(limiter.policy(), |group| limiter.policy_of(group));
        let limits = || policy.quotas().into_iter().filter(|quota| quota.window == Some(excess.window));
        limits().any(|quota| quota.limit == excess.limit)
    }

    fn bracket(&self, span: Span, excess: &Excess, free: &mut FreeColumns) -> Option<Bracket> {
        let most = excess.most;
        if most.from < span.from || most.to >= span.to {
            return None;
        }
        let cost = count(most.cost);
        let words = match most.to - most.from {
            0 => format!("{cost} at once"),
            length => format!("{cost} in {}", duration(length)),
        };
        let [from, to] = [most.from, most.to].map(|time| span.column(time));
        let text = free.after(to, &words).or_else(|| free.before(from, &words));
        let says = format!(
            "{} got through from {} to {}. The limit is {} in {}.",
            counted(most.cost, "request"),
            instant(most.from),
            instant(most.to),
            count(excess.limit.into()),
            duration(excess.window)
        );
        Some(Bracket { from: most.from, to: most.to, text, says })
    }

    /// Describes what follows after the view, unless the lane of the requests already shows it.
    fn after(&self, lane: usize, span: Span) -> Option<String> {
        let own = &self.lanes()[lane];
        if let Some(attempts) = own.attempts() {
            let later = attempts.arrivals.len() - attempts.arrivals.first_at(span.to);
            return (later > 0).then(|| format!("{} later \u{2192}", counted(later as u64, "attempt")));
        }
        let last = own.record().releases().last().filter(|last| *last >= span.to)?;
        Some(format!("the last starts at {} \u{2192}", instant(last)))
    }
}
