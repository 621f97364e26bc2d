//! The options of a limiter in words: at the end of its rule, and in a name that distinguishes two lanes.

use ratelab_limiter::{
    Algorithm, Limiter, Policy, Settings,
    bounds::{
        ALIGN, AMOUNT, CAPACITY, COUNT_DENIED, CREATED_AT, INITIAL, MAX_WAIT, PERIOD, Parameter, REFILL,
        ROUNDING, UNDELAYED, WINDOW,
    },
};

use super::names::rate;
use crate::words::{count, duration, exact_instant};

/// An option and its words.
struct Words {
    parameter: &'static Parameter,
    /// The verb phrase of a value other than the default: `begins empty`.
    rule: fn(&Settings) -> Option<String>,
    /// What distinguishes a lane with this value, default or not, from one with another: `that begins full`.
    name: fn(&Settings) -> String,
}

/// All options that change decisions. Limits and rates are part of every rule.
static OPTIONS: [Words; 8] = [
    // First, because a name reads well with other options after it.
    Words {
        parameter: &COUNT_DENIED,
        rule: |settings| is(settings, &COUNT_DENIED, "yes").then(|| "also counts denied requests".to_owned()),
        name: |settings| match is(settings, &COUNT_DENIED, "yes") {
            true => "that counts denied requests".to_owned(),
            false => "that counts only admitted requests".to_owned(),
        },
    },
    Words {
        parameter: &ALIGN,
        rule: |settings| {
            is(settings, &ALIGN, "first").then(|| "begins its windows with a request".to_owned())
        },
        name: |settings| match is(settings, &ALIGN, "first") {
            true => "with windows that begin with a request".to_owned(),
            false => "with aligned windows".to_owned(),
        },
    },
    Words {
        parameter: &ROUNDING,
        rule: |settings| is(settings, &ROUNDING, "exact").then(|| "does not round".to_owned()),
        name: |settings| match is(settings, &ROUNDING, "exact") {
            true => "without rounding".to_owned(),
            false => "with rounding".to_owned(),
        },
    },
    Words {
        parameter: &INITIAL,
        rule: |settings| Some(["begins ", &begins(settings)?].concat()),
        name: |settings| ["that begins ", &begins(settings).unwrap_or_else(|| "full".to_owned())].concat(),
    },
    Words {
        parameter: &REFILL,
        // Its rate says it.
        rule: |_| None,
        name: |settings| match is(settings, &REFILL, "interval") {
            true => "with refills at intervals".to_owned(),
            false => "with steady refills".to_owned(),
        },
    },
    Words {
        parameter: &CREATED_AT,
        rule: |settings| {
            let created = settings.number(&CREATED_AT).filter(|created| *created > 0)?;
            Some(["counts time from ", &exact_instant(created), " on its clock"].concat())
        },
        name: |settings| {
            let created = settings.number(&CREATED_AT).unwrap_or(0);
            ["with time counted from ", &exact_instant(created)].concat()
        },
    },
    Words {
        parameter: &UNDELAYED,
        rule: |settings| {
            let many = at_once(settings);
            (many > 1).then(|| ["starts up to ", &count(many), " at once"].concat())
        },
        name: |settings| match at_once(settings) {
            1 => "that starts requests one by one".to_owned(),
            many => ["that starts up to ", &count(many), " at once"].concat(),
        },
    },
    Words {
        parameter: &MAX_WAIT,
        rule: |settings| match settings.number(&MAX_WAIT)? {
            0 => Some("lets none wait".to_owned()),
            wait => Some(["lets no request wait longer than ", &duration(wait)].concat()),
        },
        name: |settings| match settings.number(&MAX_WAIT) {
            None => "without a maximum wait".to_owned(),
            Some(0) => "without waits".to_owned(),
            Some(wait) => ["with waits up to ", &duration(wait)].concat(),
        },
    },
];

fn is(settings: &Settings, parameter: &Parameter, word: &str) -> bool {
    settings.get(parameter.name) == Some(&word.into())
}

/// Returns how many requests of cost 1 a queue starts at once: one, and those that may be ahead of it.
fn at_once(settings: &Settings) -> u64 {
    let number = |parameter| settings.number(parameter).unwrap_or(0);
    number(&UNDELAYED).saturating_add(1).min(number(&CAPACITY))
}

/// Describes the contents of a fresh bucket, unless it is full.
fn begins(settings: &Settings) -> Option<String> {
    let tokens = settings.number(&INITIAL).filter(|tokens| Some(*tokens) != settings.number(&CAPACITY))?;
    Some(if tokens == 0 { "empty".to_owned() } else { ["with ", &count(tokens)].concat() })
}

/// Describes the options that are not at their defaults, except those that the limiter is called by, as the end of a
/// rule: `, and begins empty`. The rule may have another clause.
pub(super) fn rule(settings: &Settings, called: &str, last: Option<String>) -> String {
    let is_called = |option: &&Words| called.contains(&(option.name)(settings));
    let options = OPTIONS.iter().filter(|option| !is_called(option));
    joined(options.filter_map(|option| (option.rule)(settings)).chain(last))
}

/// Joins clauses as the end of a rule.
pub(super) fn joined(clauses: impl IntoIterator<Item = String>) -> String {
    let clauses: Vec<_> = clauses.into_iter().collect();
    match clauses.split_last() {
        None => String::new(),
        Some((last, [])) => [", and ", last].concat(),
        Some((last, first)) => [", ", &first.join(", "), ", and ", last].concat(),
    }
}

/// The most differences that a name lists.
const MOST_NAMED: usize = 2;

/// Describes what distinguishes a limiter from others of its kind: its numbers, and its options. `None` if there is
/// too much to list in a name.
pub(super) fn difference(own: &Policy, others: &[Policy]) -> Option<[String; 2]> {
    let settings = own.settings();
    let differs = |parameter: &Parameter| {
        let mut others = others.iter().map(Limiter::settings);
        others.any(|other| other.get(parameter.name) != settings.get(parameter.name))
    };
    let is_possible = |option: &&Words| own.algorithm().parameters().contains(option.parameter);
    let is_other = |option: &&Words| {
        others.iter().any(|other| (option.name)(&other.settings()) != (option.name)(&settings))
    };
    let options = OPTIONS.iter().filter(is_possible).filter(is_other);
    let options: Vec<_> = options.map(|option| [" ", &*(option.name)(&settings)].concat()).collect();
    let size = others.iter().any(|other| other.limit() != own.limit());
    let numbers = match (size, differs(&WINDOW), differs(&AMOUNT) || differs(&PERIOD)) {
        (_, true, _) => {
            let window = duration(settings.number(&WINDOW)?);
            [" of ", &count(own.limit().into()), " in ", &window].concat()
        }
        (true, _, false) => sized(own),
        (true, _, true) => sized(own) + &pace(&settings),
        (false, _, true) => pace(&settings),
        (false, false, false) => String::new(),
    };
    let named = options.len() + usize::from(!numbers.is_empty());
    (named <= MOST_NAMED).then(|| [numbers, options.concat()])
}

fn sized(policy: &Policy) -> String {
    let connective = if policy.algorithm() == Algorithm::Gcra { " with bursts of " } else { " of " };
    [connective, &count(policy.limit().into())].concat()
}

fn pace(settings: &Settings) -> String {
    let number = |parameter| settings.number(parameter).unwrap_or(0);
    match number(&AMOUNT) {
        0 => " without refill".to_owned(),
        amount => [" at ", &rate(amount, number(&PERIOD).max(1), is(settings, &REFILL, "interval"))].concat(),
    }
}
