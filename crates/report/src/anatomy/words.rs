//! A limiter at an instant, described in the scenario's numbers.

use ratelab_limiter::{Algorithm, Align, Limiter, Outcome, Rounding, Rule};

use super::{Anatomy, Bucket, Mechanism, Member};
use crate::words::{count, duration, instant, title};

/// The state of a limiter and its next decision, in four parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnatomyText {
    /// The state.
    pub state: String,
    /// What one more request would need.
    pub rule: String,
    /// The comparison and its outcome.
    pub verdict: String,
    /// When the request would pass, or how many would.
    pub then: String,
}

impl Anatomy {
    /// Describes the limiter at this instant.
    pub fn text(&self) -> AnatomyText {
        let (policy, decider) = (&self.policy, self.decider());
        let (algorithm, mechanism, name, rule) = match decider.and_then(|index| self.members().get(index)) {
            Some(member) => {
                let name = format!("{}: ", title(member.algorithm));
                (member.algorithm, &member.mechanism, name, member.decision.why.rule)
            }
            None => (policy.algorithm(), &self.now, String::new(), self.decision.why.rule),
        };
        let (rule, compared) = compared(rule, algorithm, mechanism);
        let server = self.server.map(|server| format!(", on server {}", u64::from(server) + 1));
        let server = server.unwrap_or_default();
        AnatomyText {
            state: format!("At {}{server}: {name}{}", instant(self.time), self.held(algorithm, mechanism)),
            rule,
            verdict: format!("{compared}, {}.", became(self.decision.outcome)),
            then: self.then() + &self.denied_too(),
        }
    }

    fn members(&self) -> &[Member] {
        if let Mechanism::Members(members) = &self.now { members } else { &[] }
    }

    /// Returns the member of an all-of that decides: of those that deny, the one with the longest wait.
    pub fn decider(&self) -> Option<usize> {
        let denying =
            self.members().iter().enumerate().filter(|(_, member)| !member.decision.outcome.admits());
        // The first of several that wait equally long.
        let wait = |(_, member): &(usize, &Member)| member.decision.retry_after.unwrap_or(u64::MAX);
        let longest = denying.rev().max_by_key(wait).map(|(index, _)| index);
        longest.or_else(|| (!self.members().is_empty()).then_some(self.decision.why.member))
    }

    /// Names the other members that deny the request, and until when.
    fn denied_too(&self) -> String {
        let others =
            self.members().iter().enumerate().filter(|(index, member)| {
                Some(*index) != self.decider() && !member.decision.outcome.admits()
            });
        let until = |member: &Member| {
            // The limiter's clock may be ahead, as for all members.
            let earlier = self.decision.retry_after? - member.decision.retry_after?;
            Some(format!(" until {}", instant(self.would_pass? - earlier)))
        };
        others
            .map(|(_, member)| {
                format!(" {} denies it too{}.", title(member.algorithm), until(member).unwrap_or_default())
            })
            .collect()
    }

    /// Describes the state.
    fn held(&self, algorithm: Algorithm, mechanism: &Mechanism) -> String {
        match *mechanism {
            _ if mechanism.is_closed() => "no window is open, and the next request opens one.".to_owned(),
            Mechanism::Window { elapsed, window, used, limit, .. } => format!(
                "{} of {} {} used in this window, which ends at {}.",
                count(used.into()),
                count(limit.into()),
                are(used.into(), limit.into()),
                self.after(window - elapsed)
            ),
            Mechanism::Log { window, used, limit, ref entries } => {
                let oldest = entries.first().map_or(String::new(), |entry| {
                    format!(" The oldest leaves at {}.", self.after(window - entry.age))
                });
                let (used_up, are) = (count(used.into()), are(used.into(), limit.into()));
                format!(
                    "{used_up} of {} {are} in the last {}.{oldest}",
                    count(limit.into()),
                    duration(window)
                )
            }
            Mechanism::Counter { previous: 0, current, align: Align::First, .. } => {
                format!("{} counted in this window, and none before it counts.", count(current.into()))
            }
            Mechanism::Counter { elapsed, window, previous, current, rounding, .. } => {
                let (left, window) = (u128::from(window - elapsed), u128::from(window));
                let weighted = u128::from(previous) * left;
                let share = decimals(left * 100, window, false);
                format!(
                    "{} counted in this window, {} in the previous one. {share} % of that one still counts: {}.",
                    count(current.into()),
                    count(previous.into()),
                    decimals(weighted, window, rounding == Rounding::Exact)
                )
            }
            Mechanism::Bucket(bucket) => self.held_in(algorithm, bucket),
            Mechanism::Members(_) => String::new(),
        }
    }

    fn held_in(&self, algorithm: Algorithm, bucket: Bucket) -> String {
        let capacity = count(bucket.capacity.into());
        let backlog = decimals(bucket.backlog.into(), bucket.unit.into(), true);
        let plural = if bucket.capacity == 1 { "" } else { "s" };
        let be = |amount: &str| if amount == "1" || plural.is_empty() { "is" } else { "are" };
        match (algorithm, bucket.empty_after) {
            (Algorithm::TokenBucket, _) => {
                let left = decimals(bucket.left().into(), bucket.unit.into(), false);
                format!("{left} of {capacity} token{plural} {} left.", be(&left))
            }
            (Algorithm::LeakyBucketQueue, _) => match self.waiting_count {
                0 => format!("{backlog} of {capacity} slot{plural} {} taken; none wait.", be(&backlog)),
                waiting => format!(
                    "{backlog} of {capacity} slot{plural} {} taken; {} {}.",
                    be(&backlog),
                    count(waiting as u64),
                    if waiting == 1 { "waits" } else { "wait" }
                ),
            },
            (Algorithm::Gcra, Some(0)) => "the schedule is not ahead of the clock.".to_owned(),
            (Algorithm::Gcra, Some(ahead)) => {
                format!(
                    "admitted requests are scheduled up to {}, {} ahead.",
                    self.after(ahead),
                    duration(ahead)
                )
            }
            _ => format!("{backlog} of {capacity} {} in the bucket.", be(&backlog)),
        }
    }

    fn then(&self) -> String {
        let remaining = self.decision.remaining;
        match (self.decision.outcome, self.would_pass) {
            (Outcome::Denied, Some(pass)) => {
                format!("It would pass at {}, in {}.", instant(pass), duration(pass - self.time))
            }
            (Outcome::Denied, None) => "It would never pass.".to_owned(),
            (Outcome::Delayed(wait), _) => {
                format!("It would start at {}, in {}.", self.after(wait), duration(wait))
            }
            (Outcome::Allowed, _) if remaining == 1 => {
                "No other would pass after it at this instant.".to_owned()
            }
            (Outcome::Allowed, _) => format!("{} would pass at this instant.", count(remaining.into())),
        }
    }

    /// Returns the instant this long after the current one.
    fn after(&self, wait: u64) -> String {
        instant(self.time.saturating_add(wait))
    }
}

/// Describes what one more request needs, and both sides of the comparison.
fn compared(rule: Rule, algorithm: Algorithm, mechanism: &Mechanism) -> (String, String) {
    let comparison = rule.comparison();
    let fits = comparison.fits();
    let sign = if fits { "\u{2264}" } else { ">" };
    match (rule, mechanism) {
        (
            Rule::Window { used, limit, .. }
            | Rule::Log { used, limit, .. }
            | Rule::Counter { previous: 0, current: used, limit, .. },
            _,
        ) => {
            let one_more = u64::from(used) + 1;
            let limit = count(limit.into());
            (format!("One more makes {}:", count(one_more)), format!("{} {sign} {limit}", count(one_more)))
        }
        (Rule::Counter { current, limit, rounding, .. }, _) => {
            let left = decimals(comparison.left, comparison.unit, true);
            let weighted = comparison.left - (u128::from(current) + 1) * comparison.unit;
            let weighted = decimals(weighted, comparison.unit, true);
            let rounded = if rounding == Rounding::Floor {
                "Rounded down, that and one more make"
            } else {
                "That and one more make"
            };
            (
                format!("{rounded} {weighted} + {} + 1:", count(current.into())),
                format!("{left} {sign} {}", count(limit.into())),
            )
        }
        (Rule::Bucket { .. }, Mechanism::Bucket(bucket)) if algorithm == Algorithm::TokenBucket => {
            let left = decimals(bucket.left().into(), bucket.unit.into(), false);
            (
                "A request of cost 1 needs 1:".to_owned(),
                format!("{left} {} 1", if fits { "\u{2265}" } else { "<" }),
            )
        }
        (Rule::Bucket { .. }, Mechanism::Bucket(bucket))
            if algorithm == Algorithm::Gcra && bucket.amount > 0 =>
        {
            scheduled(bucket, fits)
        }
        (Rule::Wait { max_wait, .. }, _) => {
            let (wait, most) = apart(ceiling(comparison.left, comparison.unit), max_wait);
            (
                format!("One more would wait {wait}; at most {most} is allowed:"),
                format!("{wait} {sign} {most}"),
            )
        }
        _ => {
            let left = decimals(comparison.left, comparison.unit, true);
            let right = decimals(comparison.right, comparison.unit, false);
            (format!("One more makes {left}:"), format!("{left} {sign} {right}"))
        }
    }
}

/// Makes the same comparison in times: how far ahead the schedule would be, and may be.
fn scheduled(bucket: &Bucket, fits: bool) -> (String, String) {
    let amount = u128::from(bucket.amount);
    let left = u128::from(bucket.backlog) + u128::from(bucket.unit);
    let right = u128::from(bucket.capacity) * u128::from(bucket.unit);
    // Rounded so that the comparison stays true.
    let right = if fits { ceiling(right, amount) } else { u64::try_from(right / amount).unwrap_or(u64::MAX) };
    let (left, right) = apart(ceiling(left, amount), right);
    let sign = if fits { "\u{2264}" } else { ">" };
    (format!("One more makes it {left} ahead; at most {right} is allowed:"), format!("{left} {sign} {right}"))
}

/// Formats two durations, to the nanosecond if they differ but would look the same.
fn apart(one: u64, other: u64) -> (String, String) {
    let (short, other_short) = (duration(one), duration(other));
    if one != other && short == other_short {
        return (format!("{} ns", count(one)), format!("{} ns", count(other)));
    }
    (short, other_short)
}

fn ceiling(left: u128, unit: u128) -> u64 {
    u64::try_from(left.div_ceil(unit.max(1))).unwrap_or(u64::MAX)
}

fn are(number: u64, all: u64) -> &'static str {
    if number == 1 || all == 1 { "is" } else { "are" }
}

fn became(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Allowed => "it would be allowed",
        Outcome::Denied => "it would be denied",
        Outcome::Delayed(_) => "it would be admitted, but not at once",
    }
}

/// Formats a fraction to two decimals, rounded up or truncated, whichever keeps it on its side of a whole number.
pub(crate) fn decimals(numerator: u128, denominator: u128, up: bool) -> String {
    let (whole, rest) = (numerator / denominator, numerator % denominator);
    let scaled = rest.saturating_mul(100);
    let hundredths = if up { scaled.div_ceil(denominator) } else { scaled / denominator };
    let (whole, hundredths) = (whole + hundredths / 100, hundredths % 100);
    let whole = count(u64::try_from(whole).unwrap_or(u64::MAX));
    if hundredths == 0 { whole } else { format!("{whole}.{hundredths:02}").trim_end_matches('0').to_owned() }
}
