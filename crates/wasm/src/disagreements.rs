//! Requests that lanes decide differently.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{
    fault::Fault,
    given,
    picture::span,
    run::{Run, not_done},
};

#[wasm_bindgen]
impl Run {
    /// Returns the first request, from this one on, that two of these lanes decide differently.
    #[wasm_bindgen(js_name = nextDisagreement)]
    pub fn next_disagreement(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number[]")] lanes: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] from: JsValue,
    ) -> Result<Option<u32>, JsValue> {
        let (lanes, from) = (self.lane_numbers(&lanes)?, given::whole(&from, "from", 0, u32::MAX)?);
        Ok(self.report.next_disagreement(&lanes, from as usize).map(|request| request as u32))
    }

    /// Returns the last such request before this one.
    #[wasm_bindgen(js_name = previousDisagreement)]
    pub fn previous_disagreement(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number[]")] lanes: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] before: JsValue,
    ) -> Result<Option<u32>, JsValue> {
        let (lanes, before) = (self.lane_numbers(&lanes)?, given::whole(&before, "before", 0, u32::MAX)?);
        Ok(self.report.previous_disagreement(&lanes, before as usize).map(|request| request as u32))
    }

    /// Returns the number of requests in each column that any two lanes decide differently; undefined if clients
    /// retry, because lanes then have their own requests.
    pub fn disagreements(
        &self,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] to: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] width: JsValue,
    ) -> Result<Option<Vec<u32>>, JsValue> {
        let span = span(&from, &to, &width)?;
        if !self.report.is_done() {
            return Err(not_done().into());
        }
        Ok(self.report.disagreements(&self.columns.view(&self.report, span)))
    }
}

impl Run {
    fn lane_numbers(&self, given: &JsValue) -> Result<Vec<usize>, Fault> {
        if !js_sys::Array::is_array(given) {
            return Err(Fault::new("not_a_list", "lanes must be an array of numbers").at("lanes"));
        }
        js_sys::Array::from(given).iter().map(|lane| self.lane_number(&lane)).collect()
    }
}
