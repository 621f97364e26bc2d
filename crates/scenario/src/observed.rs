//! A scenario from recorded requests.

use crate::{
    language::{print_rate, print_time},
    scenario::{Pattern, Rate, Scenario, Shape},
};

/// The recorded requests of one client.
#[derive(Clone, Copy, Debug)]
pub struct Observed<'a> {
    /// The times of the requests, in order.
    pub times: &'a [u64],
    /// The cost of each request; empty if each cost is 1.
    pub costs: &'a [u32],
}

impl Scenario {
    /// Returns a scenario of these requests under this limit, starting at the first of them. Windows keep their
    /// alignment to the clock; nothing else reveals when the requests came.
    pub fn observed(limit: Rate, burst: u32, observed: Observed<'_>) -> Self {
        let first = observed.times.first().copied().unwrap_or(0);
        Self {
            limit,
            burst: Some(burst).filter(|burst| *burst != limit.amount),
            traffic: observed.parts(first).into_iter().map(Part::pattern).collect(),
            start: first % limit.period.max(1),
            ..Self::default()
        }
    }
}

impl Observed<'_> {
    /// Returns the text of [`Scenario::observed`], without the code for anything that such a scenario never
    /// contains: a page would have to load that code.
    pub fn text(&self, limit: Rate, burst: u32) -> String {
        let first = self.times.first().copied().unwrap_or(0);
        let mut text = String::from("v=1");
        let mut field = |key: &str, value: &str| text.extend(["&", key, "=", value]);
        if limit != Rate::USUAL {
            field("limit", &print_rate(limit));
        }
        if burst != limit.amount {
            field("burst", &burst.to_string());
        }
        let mut traffic = String::new();
        for (index, part) in self.parts(first).iter().enumerate() {
            traffic.push_str(if index > 0 { "; " } else { "" });
            part.print(&mut traffic);
        }
        field("traffic", &traffic);
        let start = first % limit.period.max(1);
        if start != 0 {
            field("start", &print_time(start));
        }
        text
    }

    fn cost(&self, request: usize) -> u32 {
        self.costs.get(request).copied().unwrap_or(1)
    }

    /// Returns the patterns for each cost: one for single requests, and one for each instant with several.
    fn parts(&self, first: u64) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for request in 0..self.times.len() {
            let cost = self.cost(request);
            if !parts.iter().any(|part| part.cost == cost) {
                self.parts_of(cost, first, &mut parts);
            }
        }
        parts
    }

    fn parts_of(&self, cost: u32, first: u64, parts: &mut Vec<Part>) {
        let mut times = Vec::new();
        let mut together = Vec::new();
        let of_cost: Vec<u64> = (0..self.times.len())
            .filter(|at| self.cost(*at) == cost)
            .map(|at| self.times[at] - first)
            .collect();
        for same in of_cost.chunk_by(|one, other| one == other) {
            match same.len() as u32 {
                1 => times.push(same[0]),
                count => together.push(Part { cost, count, times: vec![same[0]] }),
            }
        }
        if !times.is_empty() {
            parts.push(Part { cost, count: 1, times });
        }
        parts.append(&mut together);
    }
}

/// Requests of one cost: one at each of some times, or several at the same time.
struct Part {
    cost: u32,
    count: u32,
    times: Vec<u64>,
}

impl Part {
    fn pattern(self) -> Pattern {
        let Self { cost, count, times } = self;
        match times[..] {
            [from] if count > 1 => Pattern { from, cost, ..Pattern::new(Shape::Burst { count }) },
            _ => Pattern { cost, ..Pattern::new(Shape::At { times }) },
        }
    }

    /// Appends the pattern as text.
    fn print(&self, text: &mut String) {
        if self.count > 1 {
            text.extend([&self.count.to_string(), "@"]);
        } else {
            text.push_str("at ");
        }
        for (index, time) in self.times.iter().enumerate() {
            text.extend([if index > 0 { " " } else { "" }, &print_time(*time)]);
        }
        if self.cost != 1 {
            text.extend([" cost ", &self.cost.to_string()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{parse, print};

    #[test]
    fn recorded_requests_become_a_minimal_scenario() {
        let limit = Rate { amount: 60, period: 60_000_000_000 };
        let at = |seconds: u64| 1_773_100_799_000_000_000 + seconds * 1_000_000_000;
        let times = [at(0), at(0), at(1), at(3), at(3)];
        let scenario = Scenario::observed(limit, 20, Observed { times: &times, costs: &[1, 1, 1, 5, 1] });
        let text = print(&scenario);
        assert_eq!(text, "v=1&limit=60/m&burst=20&traffic=at 1s 3s; 2@0s; at 3s cost 5&start=59s");
        assert_eq!(parse(&text), Ok(scenario));
    }

    #[test]
    fn the_short_path_to_the_text_equals_the_long_one() {
        let minute = Rate { amount: 60, period: 60_000_000_000 };
        for limit in [minute, Scenario::default().limit, Rate { amount: 1, period: 1 }] {
            for (times, costs) in [
                (&[][..], &[][..]),
                (&[120_000_000_000], &[]),
                (&[7, 7, 1_500_000_007, 60_000_000_000, 60_000_000_000], &[3, 1, 0, 3, 3]),
            ] {
                for burst in [1, 10, 60] {
                    let observed = Observed { times, costs };
                    let scenario = Scenario::observed(limit, burst, observed);
                    assert_eq!(observed.text(limit, burst), print(&scenario));
                }
            }
        }
    }
}
