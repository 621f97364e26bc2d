//! A run as a plot draws it, in typed arrays: only what is in view crosses the door, however
//! many requests there are.

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
 * The numbers of a request in what `Run.marks` gives, one request after the other: its number
 * in the lane; when it came, in nanoseconds from where the stretch begins; what became of it,
 * 0 allowed, 1 denied, 2 delayed; when it started, from the same, or `NaN` if it was refused.
 */
export type Mark = [request: number, time: number, outcome: number, started: number];
"#;

/// Numbers of a mark.
const MARK: usize = 4;

#[wasm_bindgen]
impl Run {
    /// The stretch of time to show at first: where it begins and where it ends.
    pub fn shown(&self) -> Result<Vec<u64>, JsValue> {
        let (from, to) = self.report.shown().ok_or_else(not_done)?;
        Ok(vec![from, to])
    }

    /// For each lane the first that decides exactly as it does; itself, if there is none.
    #[wasm_bindgen(js_name = equivalentLanes)]
    pub fn equivalent_lanes(&self) -> Vec<u32> {
        let lanes = 0..self.report.lanes().len();
        lanes.map(|lane| self.report.equivalent_lane(lane).unwrap_or(lane) as u32).collect()
    }

    /// The requests of a lane in a stretch of time, or nothing if there are more than so
    /// many: the numbers of a `Mark` for each.
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

    /// How many requests of a lane were allowed, denied and delayed in each of so many
    /// columns: three numbers for each.
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

    /// How many requests of the traffic come in each column, whatever became of them.
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
    Ok(Span::new(from, to, given::whole(width, "width", 1, MOST_COLUMNS)?))
}
