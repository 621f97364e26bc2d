//! Requests that lanes decide differently: one admits what another denies. The waiting time of an admitted
//! request makes no difference.
//!
//! Where clients retry, lanes have no requests in common, so they cannot disagree.

use ratelab_scenario::traffic::Arrivals;

use crate::{
    run::{IN_BLOCK, Outcomes, Simulation},
    view::View,
};

/// The number of disagreements before each block of requests. For ten million requests, this takes less than a
/// hundred kilobytes.
pub struct Disagreements(Vec<u32>);

impl Disagreements {
    /// Counts the disagreements of a run that is done; none where clients retry.
    pub fn new(run: &Simulation) -> Option<Self> {
        let retries = run.lanes().iter().any(|lane| lane.attempts().is_some());
        if retries || !run.is_done() {
            return None;
        }
        let columns = decided(run);
        let length = columns.first().map_or(0, |column| column.len());
        let mut total = 0;
        let block = |from: usize| {
            let before = total;
            total += Outcomes::count_differing(&columns, from..length.min(from + IN_BLOCK));
            before
        };
        Some(Self((0..length).step_by(IN_BLOCK).map(block).collect()))
    }

    /// Returns the total number of disagreements.
    pub fn total(&self, run: &Simulation) -> u64 {
        self.before(&decided(run), run.traffic().map_or(0, Arrivals::len)).into()
    }

    /// Returns the number of disagreements in each column.
    pub fn columns(&self, view: &View<'_>) -> Vec<u32> {
        let columns = decided(view.run());
        let before = view.traffic_edges().iter().map(|edge| self.before(&columns, *edge as usize));
        before.collect::<Vec<_>>().windows(2).map(|edges| edges[1] - edges[0]).collect()
    }

    /// Returns the number of disagreements before a request. Those within its block are counted again.
    fn before(&self, columns: &[&Outcomes], request: usize) -> u32 {
        let block = (request / IN_BLOCK).min(self.0.len().saturating_sub(1));
        let total = self.0.get(block).copied().unwrap_or(0);
        total + Outcomes::count_differing(columns, block * IN_BLOCK..request)
    }
}

/// Returns the outcomes of the lanes, without those equal to another lane's.
fn decided(run: &Simulation) -> Vec<&Outcomes> {
    let lanes = run.lanes().iter().filter(|lane| !lane.follows());
    lanes.map(|lane| lane.record().outcomes()).collect()
}

impl Simulation {
    /// Returns the next request at or after an index that two lanes of this list decide differently.
    pub fn next_disagreement(&self, lanes: &[usize], from: usize) -> Option<usize> {
        self.pairs(lanes).filter_map(|(one, other)| one.next_difference(other, from)).min()
    }

    /// Returns the last such request before an index.
    pub fn previous_disagreement(&self, lanes: &[usize], before: usize) -> Option<usize> {
        self.pairs(lanes).filter_map(|(one, other)| one.previous_difference(other, before)).max()
    }

    /// Pairs the first lane of a list with each other one: if any two differ, one of them differs from the
    /// first.
    fn pairs<'a>(&'a self, lanes: &'a [usize]) -> impl Iterator<Item = (&'a Outcomes, &'a Outcomes)> {
        let outcomes = move |lane: usize| self.lanes()[lane].record().outcomes();
        let shared = lanes.iter().all(|lane| self.lanes()[*lane].attempts().is_none());
        let first = lanes.first().copied().filter(|_| shared);
        first
            .into_iter()
            .flat_map(move |first| lanes[1..].iter().map(move |other| (outcomes(first), outcomes(*other))))
    }
}
