//! Did you mean: readings that are right by the grammar and seldom what a person wants.

use super::{
    grammar::parse_strictly,
    print::print,
    traffic::{print_pattern, print_traffic},
};
use crate::{
    scenario::{Pattern, Rate, Scenario, Shape},
    traffic::expected,
};

/// How often bursts are repeated if that was not said.
const USUAL_TIMES: u32 = 5;
/// How many requests come if that was not said.
const USUAL_COUNT: u32 = 10;
/// From here on, requests so far apart are more likely to be bursts so far apart.
const FAR_APART: u64 = 10 * ratelab_limiter::SECOND;

/// Another reading of the traffic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The field `traffic` as it would be.
    pub text: String,
    /// The number of the pattern that differs.
    pub pattern: usize,
    /// That pattern as it would be.
    pub instead: Pattern,
}

impl Suggestion {
    /// The pattern as text.
    pub fn part(&self) -> String {
        print_pattern(&self.instead)
    }
}

/// What a person may have meant instead, by the first rule that knows it.
pub fn suggest(scenario: &Scenario) -> Option<Suggestion> {
    scenario.traffic.iter().enumerate().find_map(|(number, pattern)| {
        let shape = RULES.iter().find_map(|rule| rule(&pattern.shape))?;
        let instead = Pattern { shape, ..pattern.clone() };
        let mut suggested = scenario.clone();
        suggested.traffic[number] = instead.clone();
        let suggested = parse_strictly(&print(&suggested)).ok()?;
        Some(Suggestion { text: print_traffic(&suggested.traffic), pattern: number, instead })
    })
}

/// Each gives the likelier shape for one that is legal but unlikely.
const RULES: [fn(&Shape) -> Option<Shape>; 4] = [far_apart, only_one, only_one_burst, too_short];

/// `300 every 60s` takes five hours: bursts of 300.
fn far_apart(shape: &Shape) -> Option<Shape> {
    match *shape {
        Shape::Every { count, delay } if count >= USUAL_COUNT && delay >= FAR_APART => {
            Some(Shape::Bursts { count, every: delay, times: USUAL_TIMES })
        }
        _ => None,
    }
}

/// `1 every 5s` is one request: several.
fn only_one(shape: &Shape) -> Option<Shape> {
    match *shape {
        Shape::Every { count: 1, delay } => Some(Shape::Constant {
            rate: Rate { amount: 1, period: delay },
            duration: delay.checked_mul(10)?,
        }),
        _ => None,
    }
}

/// `burst 10 every 5s x1` is one burst: several.
fn only_one_burst(shape: &Shape) -> Option<Shape> {
    match *shape {
        Shape::Bursts { count, every, times: 1 } => Some(Shape::Bursts { count, every, times: USUAL_TIMES }),
        _ => None,
    }
}

/// `1/m for 30s` is over before a second request: ten periods.
fn too_short(shape: &Shape) -> Option<Shape> {
    match *shape {
        Shape::Constant { rate, duration } | Shape::Poisson { rate, duration } if expected(shape) <= 1 => {
            let duration = rate.period.checked_mul(10).filter(|longer| *longer > duration)?;
            Some(match shape {
                Shape::Constant { .. } => Shape::Constant { rate, duration },
                _ => Shape::Poisson { rate, duration },
            })
        }
        _ => None,
    }
}
