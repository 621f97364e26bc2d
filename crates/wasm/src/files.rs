//! A run as files.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{
    fault::Fault,
    given,
    run::{Run, not_done},
};

/// The most decisions that are written to one file of text. More would not fit in the
/// memory that a page has.
const MOST_LINES: u64 = 2_000_000;

#[wasm_bindgen]
impl Run {
    /// The comparison as a picture that needs no script.
    #[wasm_bindgen(js_name = toSVG)]
    pub fn to_svg(&self) -> Result<String, JsValue> {
        let picture = self.simulation.is_done().then(|| self.simulation.to_svg()).flatten();
        Ok(picture.ok_or_else(not_done)?)
    }

    /// Every decision, a line each.
    #[wasm_bindgen(js_name = toCSV)]
    pub fn to_csv(&self) -> Result<String, JsValue> {
        self.check_length()?;
        Ok(self.simulation.to_csv())
    }

    /// Every decision as a JSON array.
    #[wasm_bindgen(js_name = toJSON)]
    pub fn to_json(&self) -> Result<String, JsValue> {
        self.check_length()?;
        Ok(self.simulation.to_json())
    }

    /// The comparison in the shape of a `/compare` endpoint.
    #[wasm_bindgen(js_name = toComparison)]
    pub fn to_comparison(&self) -> Result<String, JsValue> {
        self.check_length()?;
        Ok(self.simulation.to_comparison())
    }

    /// A lane as a test vector with an id; nothing where it cannot be one.
    #[wasm_bindgen(js_name = toVector)]
    pub fn to_vector(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] id: JsValue,
    ) -> Result<Option<String>, JsValue> {
        let (lane, id) = (self.lane_number(&lane)?, given::text(&id, "id")?);
        self.check_length()?;
        Ok(self.simulation.to_vector(lane, &id))
    }
}

impl Run {
    fn check_length(&self) -> Result<(), Fault> {
        if !self.simulation.is_done() {
            return Err(not_done());
        }
        let lanes = self.simulation.lanes().iter();
        let lines: u64 = lanes.map(|lane| lane.record().outcomes().len() as u64).sum();
        if lines > MOST_LINES {
            let message = format!("there are {lines} decisions, but a file may have {MOST_LINES}");
            return Err(Fault::new("too_many_lines", message).at("traffic"));
        }
        Ok(())
    }
}
