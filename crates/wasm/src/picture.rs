//! A run as a plot draws it, in typed arrays: only the part in view is passed to JavaScript, whatever the number of
//! requests.

use ratelab_simulation::view::{MOST_COLUMNS, Span};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{
    fault::Fault,
    given,
    run::{Run, not_done},
};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/**
 * The numbers of a request in the result of `Run.marks`, one request after the other: its number in the lane; its
 * arrival, in nanoseconds from the beginning of the time range; its outcome, 0 allowed, 1 denied, 2 delayed; and its
 * start, relative to the same, or `NaN` if it was refused.
 */
export type Mark = [request: number, time: number, outcome: number, started: number];
"#;

/// Numbers of a mark.
const MARK: usize = 4;

#[wasm_bindgen]
impl Run {
    /// Returns the time range to show at first: its beginning and its end.
    pub fn shown(&self) -> Result<Vec<u64>, JsValue> {
        let (from, to) = self.report.shown().ok_or_else(not_done)?;
        Ok(vec![from, to])
    }

    /// Returns, for each lane, the index of the first equivalent lane, or its own index if there is none.
    #[wasm_bindgen(js_name = equivalentLanes)]
    pub fn equivalent_lanes(&self) -> Vec<u32> {
        let lanes = 0..self.report.lanes().len();
        lanes.map(|lane| self.report.equivalent_lane(lane).unwrap_or(lane) as u32).collect()
    }

    /// Returns the requests of a lane in a time range, with the numbers of a `Mark` for each; undefined if there are
    /// more than `most`.
    pub fn marks(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] to: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] most: JsValue,
    ) -> Result<Option<Vec<f64>>, JsValue> {
        let (lane, span) = (self.lane_number(&lane)?, span(&from, &to, &JsValue::from(1))?);
        let most = given::whole(&most, "most", 0, u32::MAX)?;
        let Some(marks) = self.report.marks(lane, span, most as usize) else { return Ok(None) };
        let offset = |time: u64| (time - span.from) as f64;
        let mut numbers = Vec::with_capacity(MARK * marks.len());
        for mark in marks {
            let started = mark.started.map_or(f64::NAN, offset);
            let kind = f64::from(mark.kind as u8);
            let mark: [f64; MARK] = [f64::from(mark.index), offset(mark.time), kind, started];
            numbers.extend_from_slice(&mark);
        }
        Ok(Some(numbers))
    }

    /// Returns how many requests of a lane were allowed, denied, and delayed in each column: three numbers per
    /// column.
    pub fn columns(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] to: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] width: JsValue,
    ) -> Result<Vec<u32>, JsValue> {
        let (lane, span) = (self.lane_number(&lane)?, span(&from, &to, &width)?);
        let mut numbers = Vec::with_capacity(3 * span.width as usize);
        for counts in self.columns.view(&self.report, span).columns(lane) {
            numbers.extend_from_slice(&[counts.allowed, counts.denied, counts.delayed]);
        }
        Ok(numbers)
    }

    /// Returns how many requests arrive in each column, regardless of their outcomes.
    pub fn traffic(
        &self,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] to: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] width: JsValue,
    ) -> Result<Vec<u32>, JsValue> {
        Ok(self.columns.view(&self.report, span(&from, &to, &width)?).traffic())
    }
}

pub(crate) fn span(from: &JsValue, to: &JsValue, width: &JsValue) -> Result<Span, Fault> {
    let (from, to) = (given::nanoseconds(from, "from")?, given::nanoseconds(to, "to")?);
    if to <= from {
        return Err(Fault::new("out_of_range", "to must be after from").at("to"));
    }
    Ok(Span::new(from..to, given::whole(width, "width", 1, MOST_COLUMNS)?))
}
