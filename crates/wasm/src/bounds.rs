//! What can be set, and the built-in scenarios: a page makes its controls and cards from
//! these.

use ratelab_limiter::{
    Algorithm,
    bounds::{self, Preset, Unit},
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

/// A scenario that is worth looking at.
#[derive(Serialize, Tsify)]
pub struct BuiltIn {
    /// Its name in links.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What there is to see.
    pub look_at: &'static str,
    /// The scenario.
    pub text: &'static str,
}

/// What can be set: for each limiter the rows of the bounds table, and for a scenario the
/// most of everything.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Bounds {
    /// The limiters, in the order in which they are shown.
    pub limiters: Vec<Choices>,
    /// The scenarios that are built in; the first is what a new visitor sees.
    pub scenarios: Vec<BuiltIn>,
    /// The most requests, retries not counted.
    pub most_requests: u32,
    /// The most lanes.
    pub most_lanes: u32,
    /// The lanes of a scenario that names none.
    pub usual_lanes: u32,
    /// The most clients.
    pub most_clients: u32,
    /// The most groups of clients.
    pub most_groups: u32,
    /// The most letters of a name.
    pub longest_name: u32,
    /// The most servers.
    pub most_servers: u32,
    /// The most attempts at one request.
    pub most_attempts: u32,
    /// The longest text.
    pub most_text: u32,
}

/// Every shape of traffic, for help.
#[derive(Serialize, Tsify)]
pub struct Shapes {
    /// The shapes, the simplest first.
    pub shapes: Vec<Help>,
}

/// A shape of traffic.
#[derive(Serialize, Tsify)]
pub struct Help {
    /// What it makes, in a few words.
    pub says: &'static str,
    /// An example that can be read.
    pub example: &'static str,
}

/// What can be set of a limiter.
#[derive(Serialize, Tsify)]
pub struct Choices {
    /// Its name in texts.
    pub algorithm: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its parameters, in the order in which a person would set them.
    pub parameters: Vec<Parameter>,
}

/// A row of the bounds table.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Parameter {
    /// Its name in texts.
    pub name: &'static str,
    /// What its number counts.
    #[tsify(type = "'requests' | 'nanoseconds' | 'limiters' | 'word'")]
    pub unit: &'static str,
    /// The least value.
    pub minimum: u64,
    /// The greatest value.
    pub maximum: u64,
    /// Its default: a whole number, a word, `capacity`, or nothing.
    pub preset: Option<String>,
    /// The words it may be.
    pub words: &'static [&'static str],
    /// What it is, for people.
    pub phrase: &'static str,
}

/// What can be set, and the built-in scenarios.
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

/// Every shape of traffic, for help.
#[wasm_bindgen]
pub fn shapes() -> Result<Ts<Shapes>, JsValue> {
    let help = |shapes::Help { says, example }| Help { says, example };
    object(&Shapes { shapes: shapes::SHAPES.into_iter().map(help).collect() })
}

fn row(parameter: &bounds::Parameter) -> Parameter {
    let bounds::Parameter { name, unit, minimum, maximum, preset, words, phrase } = *parameter;
    let unit = match unit {
        Unit::Requests => "requests",
        Unit::Nanoseconds => "nanoseconds",
        Unit::Limiters => "limiters",
        Unit::Word => "word",
    };
    let preset = match preset {
        Preset::Number(number) => Some(number.to_string()),
        Preset::Word(word) => Some(word.to_owned()),
        Preset::Capacity => Some("capacity".to_owned()),
        Preset::Unset => None,
    };
    Parameter { name, unit, minimum, maximum, preset, words, phrase }
}
