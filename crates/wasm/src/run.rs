//! A run that JavaScript holds.

use ratelab_limiter::{Limiter, PolicyError};
use ratelab_scenario::language::parse;
use ratelab_simulation::{
    run::{Lane, Simulation},
    words::title,
};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{band::Bands, fault::Fault, given};

/// A scenario, being run or done. JavaScript must `free()` it.
#[wasm_bindgen]
pub struct Run {
    pub(crate) simulation: Simulation,
    /// The states of clients that were asked for.
    #[wasm_bindgen(skip)]
    pub bands: Bands,
}

#[wasm_bindgen]
impl Run {
    /// A run that has not begun.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "string")] text: JsValue) -> Result<Run, JsValue> {
        let text = given::text(&text, "text")?;
        let scenario = parse(&text).map_err(|error| Fault::in_text(&error, &text))?;
        Ok(Self::begin(Simulation::new(scenario))?)
    }

    /// Continues for about `budget` requests, and returns whether the run is done. To cancel
    /// a run, free it.
    pub fn advance(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] budget: JsValue,
    ) -> Result<bool, JsValue> {
        let budget = given::whole(&budget, "budget", 1, u32::MAX)?;
        Ok(self.simulation.advance(budget as usize))
    }

    /// How much is done, from 0 to 1.
    #[wasm_bindgen(getter)]
    pub fn progress(&self) -> f64 {
        let progress = self.simulation.progress();
        if progress.of == 0 { 1.0 } else { progress.done as f64 / progress.of as f64 }
    }

    /// How many lanes there are.
    #[wasm_bindgen(getter)]
    pub fn lanes(&self) -> u32 {
        self.simulation.lanes().len() as u32
    }

    /// The name for people of a lane's limiter.
    pub fn title(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<String, JsValue> {
        Ok(title(self.lane(&lane)?.policy().algorithm()).to_owned())
    }

    /// How many requests a lane allowed, denied and delayed.
    #[wasm_bindgen(unchecked_return_type = "Uint32Array")]
    pub fn counts(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<Vec<u32>, JsValue> {
        let record = self.lane(&lane)?.record();
        let counts = record.counts();
        Ok(vec![counts.allowed, counts.denied, counts.delayed])
    }

    /// What a lane did, as a sentence.
    pub fn sentence(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<String, JsValue> {
        let lane = self.lane_number(&lane)?;
        Ok(self.simulation.sentence(lane).ok_or_else(not_done)?)
    }

    /// What the whole run comes to.
    pub fn headline(&self) -> Result<String, JsValue> {
        Ok(self.simulation.finding().ok_or_else(not_done)?.headline.clone())
    }

    /// Why that is so; empty in the small module, which does not know.
    pub fn reason(&self) -> Result<String, JsValue> {
        Ok(self.simulation.finding().ok_or_else(not_done)?.reason.clone())
    }
}

impl Run {
    /// A run of what has not begun.
    pub(crate) fn begin(simulation: Result<Simulation, PolicyError>) -> Result<Self, Fault> {
        Ok(Self { simulation: simulation?, bands: Bands::default() })
    }

    /// The number of a lane.
    pub(crate) fn lane_number(&self, given: &JsValue) -> Result<usize, Fault> {
        given::index(given, "lane", self.simulation.lanes().len())
    }

    pub(crate) fn lane(&self, given: &JsValue) -> Result<&Lane, Fault> {
        Ok(&self.simulation.lanes()[self.lane_number(given)?])
    }
}

/// The error for questions that only a run that is done can answer.
pub(crate) fn not_done() -> Fault {
    Fault::new("not_done", "the run is not done; advance() it until it says so")
}
