//! What is written into the picture of a lane.

use ratelab_report::labels;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{
    object::object,
    picture::span,
    run::{Run, not_done},
};

/// Words in a picture, and the column at which they begin.
#[derive(Serialize, Tsify)]
pub struct Written {
    /// What is written.
    pub words: String,
    /// Where it begins.
    pub column: u32,
}

/// One window of a lane. Times are in nanoseconds.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct LaneWindow {
    /// When it begins.
    pub from: u64,
    /// When the next one begins.
    pub to: u64,
    /// How much of it is used, if there is room to write it.
    pub text: Option<Written>,
}

/// The burst that broke a lane's own limit. Times are in nanoseconds.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Bracket {
    /// When the first of it started.
    pub from: u64,
    /// When the last of it started.
    pub to: u64,
    /// How much in how long, if there is room to write it.
    pub text: Option<Written>,
    /// What a reader should know of it.
    pub says: String,
}

/// What is written into a lane.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Labels {
    /// The lane's own windows in view.
    pub windows: Vec<LaneWindow>,
    /// The burst that broke the lane's own limit, if it is in view.
    pub bracket: Option<Bracket>,
    /// What is in use where the view ends, above the band.
    pub budget: Option<Written>,
    /// The same in few words, to be written into the band, because requests stand above it.
    pub in_band: Option<String>,
    /// What the lane has after the view.
    pub after: Option<String>,
}

/// What is written into the lane of the requests.
#[derive(Serialize, Tsify)]
pub struct Outside {
    /// How many come before the view.
    pub before: Option<String>,
    /// How many come after it.
    pub after: Option<String>,
    /// The name of an edge between two windows.
    pub edge: Option<Written>,
}

#[wasm_bindgen]
impl Run {
    /// What is written into a lane that is drawn in so many columns.
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

    /// What is written into the lane of the requests.
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
