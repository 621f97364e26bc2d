//! The rule that decided, in the scenario's own numbers: `10 + 1 > 10: denied`.

use crate::Report;
use ratelab_limiter::{
    Algorithm, Comparison, Limiter, Outcome, Policy, Rounding, Rule,
    bounds::{AMOUNT, LIMIT, PERIOD, WINDOW},
};

use crate::words::{count, duration, fraction, title};
use ratelab_simulation::explain::Explanation;

impl Report {
    /// Writes the rule as a person would. If there are several limiters, it is the rule of the one that decided, with
    /// its name.
    pub fn rule(&self, lane: usize, explanation: &Explanation) -> String {
        let limiter = explanation.limiter();
        let algorithm = limiter.algorithm();
        let mut name = if explanation.layers.is_empty() {
            String::new()
        } else {
            format!("{}: ", self.layer_name(lane, explanation.layer))
        };
        if matches!(explanation.policy, Policy::AllOf(_)) {
            name = format!("{name}{}: ", title(algorithm));
        }
        let became = became(explanation.decision.outcome);
        if explanation.is_unasked {
            return format!("{name}the store did not answer: {became}");
        }
        if explanation.cost == 0 {
            return format!("{name}it costs nothing: allowed");
        }
        format!("{name}{}: {became}", compared(&explanation.decision.why.rule, algorithm))
    }
}

/// Formats the limit that applied to a decision: `10 in 10 s`, `10 in 10 s, burst 20`.
pub fn applied_limit(explanation: &Explanation) -> String {
    let (limiter, settings) = (explanation.limiter(), explanation.limiter().settings());
    let amount = if limiter.algorithm().is_bucket() { &AMOUNT } else { &LIMIT };
    let period = if limiter.algorithm().is_bucket() { &PERIOD } else { &WINDOW };
    let [amount, time] = [amount, period].map(|parameter| settings.number(parameter).unwrap_or(0));
    let budget = u64::from(limiter.limit());
    let burst = if budget == amount { String::new() } else { format!(", burst {}", count(budget)) };
    format!("{} in {}{burst}", count(amount), duration(time))
}

fn became(outcome: Outcome) -> String {
    match outcome {
        Outcome::Allowed => "allowed".to_owned(),
        Outcome::Denied => "denied".to_owned(),
        Outcome::Delayed(wait) => format!("starts {} later", duration(wait)),
    }
}

/// Formats both sides of the comparison.
fn compared(rule: &Rule, algorithm: Algorithm) -> String {
    let comparison = rule.comparison();
    let sign = if comparison.fits() { "\u{2264}" } else { ">" };
    match *rule {
        Rule::Window { used, cost, limit, .. } | Rule::Log { used, cost, limit, .. } => {
            let [used, cost, limit] = [used, cost, limit].map(|number| count(number.into()));
            format!("{used} + {cost} {sign} {limit}")
        }
        Rule::Counter { previous, current, cost, limit, elapsed, window, rounding } => {
            let [previous, current, cost, limit] =
                [previous, current, cost, limit].map(|number| count(number.into()));
            let weighted =
                format!("{previous} \u{d7} {}", fraction((window - elapsed).into(), window.into()));
            let weighted = match rounding {
                Rounding::Floor => format!("\u{230a}{weighted}\u{230b}"),
                Rounding::Exact => weighted,
            };
            format!("{weighted} + {current} + {cost} {sign} {limit}")
        }
        Rule::Bucket { backlog, unit, cost, capacity } if algorithm == Algorithm::TokenBucket => {
            let tokens = (u128::from(capacity) * u128::from(unit)).saturating_sub(backlog.into());
            let sign = if comparison.fits() { "\u{2265}" } else { "<" };
            format!("{} tokens {sign} {}", fraction(tokens, unit.into()), count(cost.into()))
        }
        Rule::Bucket { backlog, unit, cost, capacity } => {
            format!(
                "{} + {} {sign} {}",
                fraction(backlog.into(), unit.into()),
                count(cost.into()),
                count(capacity.into())
            )
        }
        Rule::Wait { max_wait, .. } => {
            format!("a wait of {} {sign} {}", wait(comparison), duration(max_wait))
        }
        _ => String::new(),
    }
}

/// Returns how long a request would have to wait.
fn wait(Comparison { left, unit, .. }: Comparison) -> String {
    duration(u64::try_from(left.div_ceil(unit.max(1))).unwrap_or(u64::MAX))
}
