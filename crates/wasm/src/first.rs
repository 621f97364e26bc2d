//! The module of the first picture. It reads and runs what most scenarios need, and refuses the rest with a code; the
//! page then waits for the other module, which also has the words of its errors.

use ratelab_limiter::PolicyError;
use ratelab_report::findings::Wording;
use ratelab_scenario::language::Grammar;
use ratelab_simulation::run::{Engines, Simulation};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{fault::Fault, given, run::Run};

#[wasm_bindgen]
impl Run {
    /// A run for a first picture, which has not begun. Its sentences only count.
    pub fn basic(#[wasm_bindgen(unchecked_param_type = "string")] text: JsValue) -> Result<Run, JsValue> {
        let text = given::text(&text, "text")?;
        let scenario = Grammar::BASIC.parse(&text).map_err(|error| Fault::new(error.code(), error.code()))?;
        Ok(Self::begin(Simulation::with(scenario, Engines::BASIC), Wording::COUNTS).map_err(unexplained)?)
    }
}

/// A policy that cannot be, without the words for it.
fn unexplained(error: PolicyError) -> Fault {
    Fault::new(error.code(), error.code()).at(error.field())
}
