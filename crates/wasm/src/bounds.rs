//! The available settings and the built-in scenarios, from which a page makes its controls and cards.

use ratelab_limiter::{
    Algorithm,
    bounds::{self, Preset, Unit},
    role,
};
use ratelab_report::words::title;
use ratelab_scenario::{
    language::{MOST_TEXT, shapes},
    scenario, scenarios,
};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::object::object;

/// A built-in scenario.
#[derive(Serialize, Tsify)]
pub struct BuiltIn {
    /// Its name in links.
    pub name: &'static str,
    /// Its display name.
    pub title: &'static str,
    /// What it shows.
    pub look_at: &'static str,
    /// The scenario.
    pub text: &'static str,
}

/// The available settings: for each limiter the rows of the bounds table, and for a scenario the maximum of each
/// number.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Bounds {
    /// The limiters, in display order.
    pub limiters: Vec<Choices>,
    /// The built-in scenarios; the first is the one that a new visitor sees.
    pub scenarios: Vec<BuiltIn>,
    /// The largest number of requests, without retries.
    pub most_requests: u32,
    /// The largest number of lanes.
    pub most_lanes: u32,
    /// The lanes of a scenario that names none.
    pub usual_lanes: u32,
    /// The largest number of clients.
    pub most_clients: u32,
    /// The largest number of groups of clients.
    pub most_groups: u32,
    /// The largest number of letters in a name.
    pub longest_name: u32,
    /// The largest number of servers.
    pub most_servers: u32,
    /// The largest number of attempts at one request.
    pub most_attempts: u32,
    /// The length of the longest text.
    pub most_text: u32,
}

/// Every shape of traffic, for help.
#[derive(Serialize, Tsify)]
pub struct Shapes {
    /// The shapes, simplest first.
    pub shapes: Vec<Help>,
}

/// A shape of traffic.
#[derive(Serialize, Tsify)]
pub struct Help {
    /// What it produces, in a few words.
    pub says: &'static str,
    /// An example.
    pub example: &'static str,
}

/// The settings of a limiter.
#[derive(Serialize, Tsify)]
pub struct Choices {
    /// Its name in texts.
    pub algorithm: &'static str,
    /// Its display name.
    pub title: &'static str,
    /// Its parameters, in the order in which a person would set them.
    pub parameters: Vec<Parameter>,
}

/// The purpose of a parameter, which has different names in different limiters.
#[derive(Clone, Copy, Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Requests allowed in one window.
    Limit,
    /// The most requests at once.
    Burst,
    /// Requests that come back in each period.
    Amount,
    /// The length of the window, or the period of the rate.
    Period,
    /// The longest time that a request may wait.
    LongestWait,
    /// Anything else.
    Option,
}

/// A row of the bounds table.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Parameter {
    /// Its name in texts.
    pub name: &'static str,
    /// Its purpose.
    pub role: Role,
    /// What its number counts.
    #[tsify(type = "'requests' | 'nanoseconds' | 'limiters' | 'word'")]
    pub unit: &'static str,
    /// The smallest value.
    pub minimum: u64,
    /// The largest value.
    pub maximum: u64,
    /// Its default: a whole number, a word, `capacity`, or nothing.
    pub preset: Option<String>,
    /// The allowed words.
    pub words: &'static [&'static str],
    /// Its meaning, for people.
    pub phrase: &'static str,
}

/// Returns the available settings and the built-in scenarios.
#[wasm_bindgen]
pub fn bounds() -> Result<Ts<Bounds>, JsValue> {
    let choices = |algorithm: Algorithm| Choices {
        algorithm: algorithm.name(),
        title: title(algorithm),
        parameters: algorithm.parameters().iter().map(row).collect(),
    };
    let built_in = |scenario: scenarios::BuiltIn| {
        let scenarios::BuiltIn { name, title, look_at, text } = scenario;
        BuiltIn { name, title, look_at, text }
    };
    object(&Bounds {
        limiters: Algorithm::ALL.into_iter().chain(Algorithm::JOINT).map(choices).collect(),
        scenarios: scenarios::BUILT_IN.into_iter().map(built_in).collect(),
        most_requests: scenario::MOST_REQUESTS as u32,
        most_lanes: scenario::MOST_LANES as u32,
        usual_lanes: scenario::Scenario::default().lanes.len() as u32,
        most_clients: scenario::MOST_CLIENTS,
        most_groups: scenario::MOST_GROUPS as u32,
        longest_name: scenario::Name::LONGEST as u32,
        most_servers: scenario::MOST_SERVERS,
        most_attempts: scenario::MOST_ATTEMPTS,
        most_text: MOST_TEXT as u32,
    })
}

/// Returns every shape of traffic, for help.
#[wasm_bindgen]
pub fn shapes() -> Result<Ts<Shapes>, JsValue> {
    let help = |shapes::Help { says, example }| Help { says, example };
    object(&Shapes { shapes: shapes::SHAPES.into_iter().map(help).collect() })
}

fn row(parameter: &bounds::Parameter) -> Parameter {
    let bounds::Parameter { name, unit, minimum, maximum, preset, words, phrase, role } = *parameter;
    let preset = match preset {
        Preset::Number(number) => Some(number.to_string()),
        Preset::Word(word) => Some(word.to_owned()),
        Preset::Capacity => Some("capacity".to_owned()),
        Preset::Unset => None,
    };
    let (role, unit) = (role.into(), unit_name(unit));
    Parameter { name, role, unit, minimum, maximum, preset, words, phrase }
}

/// Returns the name of a unit in JavaScript.
pub(crate) const fn unit_name(unit: Unit) -> &'static str {
    match unit {
        Unit::Requests => "requests",
        Unit::Nanoseconds => "nanoseconds",
        Unit::Limiters => "limiters",
        Unit::Word => "word",
    }
}

impl From<role::Role> for Role {
    fn from(role: role::Role) -> Self {
        match role {
            role::Role::Limit => Self::Limit,
            role::Role::Burst => Self::Burst,
            role::Role::Amount => Self::Amount,
            role::Role::Period => Self::Period,
            role::Role::LongestWait => Self::LongestWait,
            role::Role::Option => Self::Option,
        }
    }
}
