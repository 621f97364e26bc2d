//! A run compared with an earlier one.

use ratelab_report::contrast::Outline;
use ratelab_scenario::language::parse;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{
    draft::wholes,
    fault::Fault,
    given,
    object::object,
    run::{Run, not_done},
};

/// The differences from an earlier run.
#[derive(Serialize, Tsify)]
pub struct Contrast {
    /// The changes and their effect.
    pub sentence: String,
    /// For each lane, its number in the earlier run, if it has one.
    pub lanes: Vec<Option<u32>>,
}

#[wasm_bindgen]
impl Run {
    /// Returns the few numbers that a later run needs for a comparison with this one, together with its text.
    pub fn outline(&self) -> Result<Vec<u64>, JsValue> {
        Ok(self.report.outline().ok_or_else(not_done)?.numbers())
    }

    /// Returns the differences from an earlier run, given by its text and its outline. That run may already be freed.
    pub fn contrast(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
        #[wasm_bindgen(unchecked_param_type = "BigUint64Array")] outline: JsValue,
    ) -> Result<Ts<Contrast>, JsValue> {
        let text = given::text(&text, "text")?;
        let scenario = parse(&text).map_err(|error| Fault::in_text(&error, &text))?;
        let before = Outline::from_numbers(scenario, &wholes(&outline, "outline")?).ok_or_else(|| {
            Fault::new("out_of_range", "outline must have the numbers of a run of this text").at("outline")
        })?;
        let found = self.report.outline().ok_or_else(not_done)?.contrast(&before);
        let lanes = found.lanes.iter().map(|lane| lane.map(|lane| lane as u32)).collect();
        object(&Contrast { sentence: found.sentence, lanes })
    }
}
