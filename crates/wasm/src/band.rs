//! The state that a lane has for a client, to be drawn below the marks.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{
    fault::Fault,
    given,
    picture::span,
    run::{Run, not_done},
};

/// The largest number of cached bands. Each belongs to a client in a lane on a server, and takes up to a few
/// megabytes.
const MOST_BANDS: usize = 32;

#[wasm_bindgen]
impl Run {
    /// Prepares the band of a client in a lane for about `budget` requests, and returns whether it is ready. It is
    /// that of the first server unless another is given.
    #[wasm_bindgen(js_name = prepareBand)]
    pub fn prepare_band(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] client: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] budget: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] server: JsValue,
    ) -> Result<bool, JsValue> {
        let (lane, client) = (self.lane_number(&lane)?, self.client(&client)?);
        let budget = given::whole(&budget, "budget", 1, u32::MAX)?;
        let index = self.band_index(lane, client, self.server(&server)?)?;
        Ok(index.is_none_or(|index| self.bands[index].1.advance(&self.report, budget as usize)))
    }

    /// Returns the lowest and the highest amount that a client had in use in each column, in requests: two numbers
    /// per column. Prepares the band first if it is not ready. Undefined if a state depends on more than its own
    /// requests.
    pub fn band(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] client: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] to: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] width: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] server: JsValue,
    ) -> Result<Option<Vec<f64>>, JsValue> {
        let (lane, client) = (self.lane_number(&lane)?, self.client(&client)?);
        let span = span(&from, &to, &width)?;
        let Some(index) = self.band_index(lane, client, self.server(&server)?)? else { return Ok(None) };
        let Self { report, bands, columns, .. } = self;
        let band = &mut bands[index].1;
        while !band.advance(report, usize::MAX) {}
        let unit = band.unit() as f64;
        let columns = band.columns(&columns.view(report, span));
        Ok(Some(
            columns
                .iter()
                .flat_map(|extremes| [extremes.least as f64 / unit, extremes.most as f64 / unit])
                .collect(),
        ))
    }
}

impl Run {
    /// Reads the index of a client.
    pub(crate) fn client(&self, given: &JsValue) -> Result<u32, Fault> {
        Ok(given::index(given, "client", self.report.senders().clients() as usize)? as u32)
    }

    /// Reads the index of a server: the first, if none is given.
    pub(crate) fn server(&self, given: &JsValue) -> Result<u32, Fault> {
        if given.is_undefined() {
            return Ok(0);
        }
        Ok(given::index(given, "server", self.report.scenario().servers.count as usize)? as u32)
    }

    /// Returns the index of the band of a client in a lane on a server, and begins one if there is none. Lanes that
    /// go through the same states share a band.
    fn band_index(&mut self, lane: usize, client: u32, server: u32) -> Result<Option<usize>, Fault> {
        let key = (self.report.lane_with_same_bands(lane), client, server);
        if let Some(index) = self.bands.iter().position(|(other, _)| *other == key) {
            return Ok(Some(index));
        }
        if !self.report.is_done() {
            return Err(not_done());
        }
        let Some(band) = self.report.begin_band(key.0, client, server) else { return Ok(None) };
        if self.bands.len() == MOST_BANDS {
            self.bands.remove(0);
        }
        self.bands.push((key, band));
        Ok(Some(self.bands.len() - 1))
    }
}
