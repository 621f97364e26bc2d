//! A run owned by JavaScript.

use ratelab_limiter::{Limiter, PolicyError};
use ratelab_report::{Finding, Report, Wording, words::title};
use ratelab_simulation::{
    band::Band,
    run::{Lane, Simulation},
    view::LastColumns,
};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{fault::Fault, given};

/// A scenario that is running or done. JavaScript must `free()` it.
#[wasm_bindgen]
pub struct Run {
    pub(crate) report: Report,
    wording: Wording,
    pub(crate) columns: LastColumns,
    /// The cached bands, each by lane, client, and server.
    #[wasm_bindgen(skip)]
    pub bands: Vec<((usize, u32, u32), Band)>,
}

#[wasm_bindgen]
impl Run {
    /// Continues for about `budget` requests, and returns whether the run is done. To cancel a run, free it.
    pub fn advance(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] budget: JsValue,
    ) -> Result<bool, JsValue> {
        let budget = given::whole(&budget, "budget", 1, u32::MAX)?;
        Ok(self.report.advance(budget as usize))
    }

    /// The progress, from 0 to 1.
    #[wasm_bindgen(getter)]
    pub fn progress(&self) -> f64 {
        let progress = self.report.progress();
        if progress.total == 0 { 1.0 } else { progress.done as f64 / progress.total as f64 }
    }

    /// The number of lanes.
    #[wasm_bindgen(getter)]
    pub fn lanes(&self) -> u32 {
        self.report.lanes().len() as u32
    }

    /// Returns the display name of a lane's limiter.
    pub fn title(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<String, JsValue> {
        Ok(title(self.lane(&lane)?.policy().algorithm()).to_owned())
    }

    /// Returns how many requests a lane allowed, denied, and delayed.
    #[wasm_bindgen(unchecked_return_type = "Uint32Array")]
    pub fn counts(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<Vec<u32>, JsValue> {
        let record = self.lane(&lane)?.record();
        let counts = record.counts();
        Ok(vec![counts.allowed, counts.denied, counts.delayed])
    }

    /// Returns a sentence about a lane.
    pub fn sentence(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<String, JsValue> {
        let lane = self.lane_number(&lane)?;
        Ok(self.wording.sentence(&self.report, lane).ok_or_else(not_done)?)
    }

    /// Returns the result of the run.
    pub fn headline(&self) -> Result<String, JsValue> {
        Ok(self.finding()?.headline)
    }

    /// Returns the reason for it; empty in the module for the first picture, which only counts.
    pub fn reason(&self) -> Result<String, JsValue> {
        Ok(self.finding()?.reason)
    }
}

impl Run {
    /// Creates a run with sentences of this wording, not started yet.
    pub(crate) fn begin(run: Result<Simulation, PolicyError>, wording: Wording) -> Result<Self, PolicyError> {
        Ok(Self { report: Report::new(run?), wording, columns: LastColumns::default(), bands: Vec::new() })
    }

    fn finding(&self) -> Result<Finding, Fault> {
        self.wording.finding(&self.report).ok_or_else(not_done)
    }

    /// Reads the index of a lane.
    pub(crate) fn lane_number(&self, given: &JsValue) -> Result<usize, Fault> {
        given::index(given, "lane", self.report.lanes().len())
    }

    pub(crate) fn lane(&self, given: &JsValue) -> Result<&Lane, Fault> {
        Ok(&self.report.lanes()[self.lane_number(given)?])
    }
}

/// Returns the error for questions that need a run that is done.
pub(crate) fn not_done() -> Fault {
    Fault::new("not_done", "the run is not done; call advance() until it returns true")
}
