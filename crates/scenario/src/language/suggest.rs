//! Suggestions ("did you mean"): texts that are valid but rarely what a person wants.

use super::{
    parse::parse_strictly,
    print::print,
    traffic::{print_pattern, print_traffic},
};
use crate::{
    scenario::{Pattern, Rate, Scenario, Shape},
    traffic::expected,
};

/// The number of bursts, if it was not given.
const USUAL_TIMES: u32 = 5;
/// The number of requests, if it was not given.
const USUAL_COUNT: u32 = 10;
/// From this distance on, single requests are more likely meant as bursts.
const FAR_APART: u64 = 10 * ratelab_limiter::SECOND;

/// Another interpretation of the traffic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The suggested value of the field `traffic`.
    pub text: String,
    /// The index of the pattern that differs.
    pub pattern: usize,
    /// The suggested pattern.
    pub instead: Pattern,
}

impl Suggestion {
    /// Returns the suggested pattern as text.
    pub fn part(&self) -> String {
        print_pattern(&self.instead)
    }
}

/// Returns what a person may have meant instead, by the first rule that applies.
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

/// Each rule returns the likelier shape for one that is valid but unlikely.
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
