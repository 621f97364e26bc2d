//! The texts inside a lane.

use ratelab_report::labels;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{
    object::object,
    picture::span,
    run::{Run, not_done},
};

/// A text in a picture, and the column where it begins.
#[derive(Serialize, Tsify)]
pub struct Written {
    /// The text.
    pub words: String,
    /// The column where it begins.
    pub column: u32,
}

/// One window of a lane. Times are in nanoseconds.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct LaneWindow {
    /// The time at which it begins.
    pub from: u64,
    /// The time at which the next one begins.
    pub to: u64,
    /// The amount used, if the text fits.
    pub text: Option<Written>,
}

/// The burst that broke a lane's own limit. Times are in nanoseconds.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Bracket {
    /// The time at which its first request started.
    pub from: u64,
    /// The time at which its last request started.
    pub to: u64,
    /// Its amount and its duration, if the text fits.
    pub text: Option<Written>,
    /// The same as a sentence for screen readers.
    pub says: String,
}

/// The texts in a lane.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Labels {
    /// The lane's own windows in view.
    pub windows: Vec<LaneWindow>,
    /// The burst that broke the lane's own limit, if it is in view.
    pub bracket: Option<Bracket>,
    /// The amount in use at the end of the view, above the band.
    pub budget: Option<Written>,
    /// A short form of it to be written inside the band, if requests are drawn above it.
    pub in_band: Option<String>,
    /// What follows after the view.
    pub after: Option<String>,
}

/// The texts in the lane of the requests.
#[derive(Serialize, Tsify)]
pub struct Outside {
    /// The number of requests before the view.
    pub before: Option<String>,
    /// The number of requests after the view.
    pub after: Option<String>,
    /// The label of an edge between two windows.
    pub edge: Option<Written>,
}

#[wasm_bindgen]
impl Run {
    /// Returns the texts of a lane that is drawn in this many columns.
    pub fn labels(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] to: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] width: JsValue,
    ) -> Result<Ts<Labels>, JsValue> {
        let (lane, span) = (self.lane_number(&lane)?, span(&from, &to, &width)?);
        let labels::Labels { windows, bracket, budget, in_band, after } =
            self.report.labels(lane, &self.columns.view(&self.report, span)).ok_or_else(not_done)?;
        object(&Labels {
            windows: windows.into_iter().map(Into::into).collect(),
            bracket: bracket.map(Into::into),
            budget: budget.map(Into::into),
            in_band,
            after,
        })
    }

    /// Returns the texts in the lane of the requests.
    pub fn outside(
        &self,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] to: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] width: JsValue,
    ) -> Result<Ts<Outside>, JsValue> {
        let outside = self
            .report
            .outside(&self.columns.view(&self.report, span(&from, &to, &width)?))
            .ok_or_else(not_done)?;
        let labels::Outside { before, after, edge } = outside;
        object(&Outside { before, after, edge: edge.map(Into::into) })
    }
}

impl From<labels::Text> for Written {
    fn from(labels::Text { words, column }: labels::Text) -> Self {
        Self { words, column }
    }
}

impl From<labels::Window> for LaneWindow {
    fn from(labels::Window { from, to, text }: labels::Window) -> Self {
        Self { from, to, text: text.map(Into::into) }
    }
}

impl From<labels::Bracket> for Bracket {
    fn from(labels::Bracket { from, to, text, says }: labels::Bracket) -> Self {
        Self { from, to, text: text.map(Into::into), says }
    }
}
