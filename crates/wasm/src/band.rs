//! The state of a client in a lane, to be drawn under the marks.

use ratelab_limiter::Limiter;
use ratelab_simulation::band::Band;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{
    fault::Fault,
    given,
    picture::span,
    run::{Run, not_done},
};

/// The most bands that are kept. Each is of a client in a lane, and takes up to a few
/// megabytes.
const MOST_BANDS: usize = 32;

/// The bands that JavaScript has asked for, each of a client in a lane.
pub(crate) type Bands = Vec<((usize, u32), Band)>;

#[wasm_bindgen]
impl Run {
    /// Prepares the band of a client in a lane, for about `budget` requests, and returns
    /// whether it is ready.
    #[wasm_bindgen(js_name = prepareBand)]
    pub fn prepare_band(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] client: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] budget: JsValue,
    ) -> Result<bool, JsValue> {
        let (lane, client) = (self.lane_number(&lane)?, given::whole(&client, "client", 0, u32::MAX)?);
        let budget = given::whole(&budget, "budget", 1, u32::MAX)?;
        let place = self.band_place(lane, client)?;
        Ok(self.bands[place].1.advance(&self.simulation, budget as usize))
    }

    /// The least and the most that a client had in use in each column, in requests: two
    /// numbers for each column. Prepares the band first if it is not ready.
    pub fn band(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] client: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] to: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] width: JsValue,
    ) -> Result<Vec<f64>, JsValue> {
        let (lane, client) = (self.lane_number(&lane)?, given::whole(&client, "client", 0, u32::MAX)?);
        let span = span(&from, &to, &width)?;
        let place = self.band_place(lane, client)?;
        let Self { simulation, bands } = self;
        let band = &mut bands[place].1;
        while !band.advance(simulation, usize::MAX) {}
        let unit = simulation.lanes()[lane].policy().level_unit() as f64;
        let columns = band.columns(simulation, span);
        Ok(columns.iter().flat_map(|of| [of.least as f64 / unit, of.most as f64 / unit]).collect())
    }
}

impl Run {
    /// The place of the band of a client in a lane. Begins one if there is none. Lanes that go
    /// through the same states share it.
    fn band_place(&mut self, lane: usize, client: u32) -> Result<usize, Fault> {
        let lane = self.simulation.lane_with_same_bands(lane);
        if let Some(place) = self.bands.iter().position(|(of, _)| *of == (lane, client)) {
            return Ok(place);
        }
        let begun = self.simulation.is_done().then(|| self.simulation.begin_band(lane, client));
        let band = begun.flatten().ok_or_else(not_done)?;
        if self.bands.len() == MOST_BANDS {
            self.bands.remove(0);
        }
        self.bands.push(((lane, client), band));
        Ok(self.bands.len() - 1)
    }
}
