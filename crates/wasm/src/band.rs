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

/// The state of a client in a lane, for those that somebody asked for.
pub(crate) type Bands = Vec<((usize, u32), Band)>;

#[wasm_bindgen]
impl Run {
    /// Gets the state of a client in a lane ready to be shown, for about so many requests,
    /// and tells whether it is.
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
    /// numbers for each. What was not made ready before is made ready now.
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
    /// Where the band of a client in a lane is, begun if there was none. Lanes that go
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
