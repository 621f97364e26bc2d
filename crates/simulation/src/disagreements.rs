//! Requests that lanes decide differently: one admits what another refuses. How long an
//! admitted request waits makes no difference.
//!
//! Where clients retry, lanes have no requests in common, so they cannot disagree.

use crate::{
    run::{IN_BLOCK, Outcomes, Simulation},
    view::Span,
};

/// How many of the requests before each block lanes decide differently: a number for each
/// block, which is less than a hundred kilobytes for ten million requests.
pub(crate) struct Disagreed(Vec<u32>);

impl Disagreed {
    /// Counted in one walk through the columns, which are of one length.
    fn new(columns: &[&Outcomes]) -> Self {
        let length = columns.first().map_or(0, |column| column.len());
        let mut total = 0;
        let block = |from: usize| {
            let before = total;
            total += Outcomes::count_differing(columns, from..length.min(from + IN_BLOCK));
            before
        };
        Self((0..length).step_by(IN_BLOCK).map(block).collect())
    }

    /// How many there are before a request: within its block they are counted again.
    fn before(&self, columns: &[&Outcomes], request: usize) -> u32 {
        let block = (request / IN_BLOCK).min(self.0.len().saturating_sub(1));
        let total = self.0.get(block).copied().unwrap_or(0);
        total + Outcomes::count_differing(columns, block * IN_BLOCK..request)
    }
}

impl Simulation {
    /// The next request, from a number on, that two lanes of this list decide
    /// differently.
    pub fn next_disagreement(&self, lanes: &[usize], from: usize) -> Option<usize> {
        self.pairs(lanes).filter_map(|(one, other)| one.next_difference(other, from)).min()
    }

    /// The last one before a number.
    pub fn previous_disagreement(&self, lanes: &[usize], before: usize) -> Option<usize> {
        self.pairs(lanes).filter_map(|(one, other)| one.previous_difference(other, before)).max()
    }

    /// How many requests of each column any two lanes decide differently, once the run is
    /// done; nothing where clients retry.
    pub fn disagreements(&self, span: Span) -> Option<Vec<u32>> {
        let before = self.disagreed_before()?;
        let edges = self.traffic_edges(span);
        let before: Vec<_> = edges.iter().map(|edge| before(*edge as usize)).collect();
        Some(before.windows(2).map(|edges| edges[1] - edges[0]).collect())
    }

    /// How many requests any two lanes decide differently, once the run is done; nothing where
    /// clients retry.
    pub fn disagreed(&self) -> Option<u64> {
        Some(self.disagreed_before()?(self.traffic()?.len()).into())
    }

    /// How many of them there are before a request.
    fn disagreed_before(&self) -> Option<impl Fn(usize) -> u32> {
        let own = self.lanes().iter().any(|lane| lane.attempts().is_some());
        if own || !self.is_done() {
            return None;
        }
        let lanes = self.lanes().iter().filter(|lane| !lane.follows());
        let columns: Vec<_> = lanes.map(|lane| lane.record().outcomes()).collect();
        let disagreed = self.disagreed_blocks.get_or_init(|| Disagreed::new(&columns));
        Some(move |request| disagreed.before(&columns, request))
    }

    /// The first lane of a list beside each other one: if any two differ, one of
    /// them differs from the first.
    fn pairs<'a>(&'a self, lanes: &'a [usize]) -> impl Iterator<Item = (&'a Outcomes, &'a Outcomes)> {
        let outcomes = move |lane: usize| self.lanes()[lane].record().outcomes();
        let shared = lanes.iter().all(|lane| self.lanes()[*lane].attempts().is_none());
        let first = lanes.first().copied().filter(|_| shared);
        first
            .into_iter()
            .flat_map(move |first| lanes[1..].iter().map(move |other| (outcomes(first), outcomes(*other))))
    }
}
