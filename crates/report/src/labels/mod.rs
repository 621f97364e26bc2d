//! What is written into the picture of a lane, where the thing is: windows with their counts, the
//! burst that broke the limit, the budget in use, and what lies outside the view.
//!
//! Texts come with the column at which they begin. They are put where no request is drawn, so that
//! a page and a file need only write them there.

mod budget;
mod free_columns;
mod windows;

use crate::Report;
use ratelab_limiter::Limiter;

use self::free_columns::FreeColumns;
pub use self::free_columns::Text;
use crate::{
    results::Excess,
    words::{count, counted, duration, instant},
};
use ratelab_simulation::view::{Span, View};

/// What is written into a lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The lane's own windows in view, the first one first; none if they are too narrow to see.
    pub windows: Vec<Window>,
    /// The burst that broke the lane's own limit, if it is in view.
    pub bracket: Option<Bracket>,
    /// What is in use where the view ends, above the band.
    pub budget: Option<Text>,
    /// The same in few words, to be written into the band, because requests stand above it.
    pub in_band: Option<String>,
    /// What a lane has after the view: its queue serves on, or its clients try on.
    pub after: Option<String>,
}

/// One window of a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// When it begins.
    pub from: u64,
    /// When the next one begins.
    pub to: u64,
    /// How much of it is used, written where there is room. Nothing is written into a window that
    /// nobody used.
    pub text: Option<Text>,
}

/// A burst above the limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// When the first of it started.
    pub from: u64,
    /// When the last of it started.
    pub to: u64,
    /// How much in how long, if there is room to write it.
    pub text: Option<Text>,
    /// What a reader should know of it.
    pub says: String,
}

/// What is written into the lane of the requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outside {
    /// How many come before the view.
    pub before: Option<String>,
    /// How many come after it.
    pub after: Option<String>,
    /// The name of an edge between two windows.
    pub edge: Option<Text>,
}

impl Report {
    /// What is written into a lane, once the run is done.
    pub fn labels(&self, lane: usize, view: &View<'_>) -> Option<Labels> {
        let span = view.span();
        if !self.is_done() {
            return None;
        }
        let mut free = FreeColumns::for_lane(view, lane);
        // Above the band, where no other words stand.
        let mut foot = free.clone();
        let excess = self.excess(lane).filter(|excess| self.is_limit_of(lane, excess));
        // The bracket matters most, so its words have the first choice of a place.
        let bracket = excess.and_then(|excess| self.bracket(span, &excess, &mut free));
        let windows = self.windows_in(lane, span, excess.as_ref(), &mut free);
        // What is in use is not known where a state depends on more than the requests, and rows have no band:
        // nothing is said of it.
        let in_use = self.budget(lane, span).filter(|_| self.rows(lane).is_none()).unwrap_or_default();
        let budget = foot.last(&in_use);
        let in_band = in_use.into_iter().last().filter(|_| budget.is_none());
        Some(Labels { windows, bracket, budget, in_band, after: self.after(lane, span) })
    }

    /// What is written into the lane of the requests, once the run is done.
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

    /// Whether an excess is over the limit of who got it.
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

    /// What of a lane lies after the view, if the lane of the requests does not say it.
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
