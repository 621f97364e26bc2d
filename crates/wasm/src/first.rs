//! The module of the first picture. It reads and runs the most common scenarios, and refuses the rest with a code;
//! the page then waits for the other module, which also has the messages of its errors.

use ratelab_limiter::PolicyError;
use ratelab_report::Wording;
use ratelab_scenario::language::Grammar;
use ratelab_simulation::run::{Engines, Simulation};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{fault::Fault, given, run::Run};

#[wasm_bindgen]
impl Run {
    /// Creates a run for a first picture, not started yet. Its sentences only contain counts.
    pub fn basic(#[wasm_bindgen(unchecked_param_type = "string")] text: JsValue) -> Result<Run, JsValue> {
        let text = given::text(&text, "text")?;
        let scenario = Grammar::BASIC.parse(&text).map_err(|error| Fault::new(error.code(), error.code()))?;
        Ok(Self::begin(Simulation::with(scenario, Engines::BASIC), Wording::COUNTS).map_err(unexplained)?)
    }
}

/// Converts an invalid policy, without a message.
fn unexplained(error: PolicyError) -> Fault {
    Fault::new(error.code(), error.code()).at(error.field())
}
