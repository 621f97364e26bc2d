//! A scenario of requests that really came.

use super::{Pattern, Rate, Scenario, Shape};

/// What somebody observed of one client.
#[derive(Clone, Copy, Debug)]
pub struct Observed<'a> {
    /// When its requests came, never going back.
    pub times: &'a [u64],
    /// What each cost; empty if each cost 1.
    pub costs: &'a [u32],
}

impl Scenario {
    /// These requests under this limit, from the first of them on. Windows lie as they lay when the requests
    /// came, and nothing else tells when that was.
    pub fn observed(limit: Rate, burst: u32, observed: Observed<'_>) -> Self {
        let first = observed.times.first().copied().unwrap_or(0);
        Self {
            limit,
            burst: Some(burst).filter(|burst| *burst != limit.amount),
            traffic: observed.patterns(first),
            start: first % limit.period.max(1),
            ..Self::default()
        }
    }
}

impl Observed<'_> {
    fn cost(&self, request: usize) -> u32 {
        self.costs.get(request).copied().unwrap_or(1)
    }

    /// For each cost, those that came alone in one pattern, and those that came together in one for each instant.
    fn patterns(&self, first: u64) -> Vec<Pattern> {
        let mut known: Vec<u32> = Vec::new();
        let mut patterns = Vec::new();
        for request in 0..self.times.len() {
            let cost = self.cost(request);
            if !known.contains(&cost) {
                known.push(cost);
                self.patterns_of(cost, first, &mut patterns);
            }
        }
        patterns
    }

    fn patterns_of(&self, cost: u32, first: u64, patterns: &mut Vec<Pattern>) {
        let mut times = Vec::new();
        let mut together = Vec::new();
        let of_cost: Vec<u64> = (0..self.times.len())
            .filter(|at| self.cost(*at) == cost)
            .map(|at| self.times[at] - first)
            .collect();
        for same in of_cost.chunk_by(|one, other| one == other) {
            match same.len() as u32 {
                1 => times.push(same[0]),
                count => {
                    together.push(Pattern { from: same[0], cost, ..Pattern::new(Shape::Burst { count }) });
                }
            }
        }
        if !times.is_empty() {
            patterns.push(Pattern { cost, ..Pattern::new(Shape::At { times }) });
        }
        patterns.append(&mut together);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{parse, print};

    #[test]
    fn what_was_observed_is_a_scenario_that_says_no_more_than_it_must() {
        let limit = Rate { amount: 60, period: 60_000_000_000 };
        let at = |seconds: u64| 1_773_100_799_000_000_000 + seconds * 1_000_000_000;
        let times = [at(0), at(0), at(1), at(3), at(3)];
        let scenario = Scenario::observed(limit, 20, Observed { times: &times, costs: &[1, 1, 1, 5, 1] });
        let text = print(&scenario);
        assert_eq!(text, "v=1&limit=60/m&burst=20&traffic=at 1s 3s; 2@0s; at 3s cost 5&start=59s");
        assert_eq!(parse(&text), Ok(scenario));
    }
}
