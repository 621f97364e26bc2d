//! One client of a log, and parts of its time range.

use ratelab_calibration::{Bounds, Ranges, Traffic};
use ratelab_scenario::{observed::Observed, scenario::Rate};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::{
    limits::bounded,
    reader::{Held, Log},
    records::Part,
    trial::{Trial, Work},
    values::{instant, limit, refused},
};
use crate::given;

/// The largest number of requests of a client in a link.
const IN_A_LINK: usize = 2_000;

#[wasm_bindgen]
impl Log {
    /// The busiest part of a client's requests, as a scenario under a limit, without identifying the client.
    pub fn scenario(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] client: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] amount: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint")] period: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] burst: JsValue,
    ) -> Result<String, JsValue> {
        let traffic = &self.held.traffic;
        let number = given::index(&client, "client", traffic.clients())?;
        let limit = limit(&amount, &period, &burst)?;
        let client = traffic.client(number);
        let part = client.busiest_part(limit.period / 1000, IN_A_LINK);
        let times: Vec<u64> = client.times[part.clone()].iter().map(|time| traffic.instant(*time)).collect();
        let costs: Vec<u32> = part.map(|request| client.cost(request)).collect();
        let rate = Rate { amount: limit.amount, period: limit.period };
        Ok(Observed { times: &times, costs: &costs }.text(rate, limit.burst))
    }

    /// The effects of limiters in a time range, without the history before it.
    #[wasm_bindgen(unchecked_return_type = "Trial<Part>")]
    pub fn between(
        &self,
        #[wasm_bindgen(unchecked_param_type = "bigint")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint")] to: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] amount: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint")] period: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] burst: JsValue,
    ) -> Result<Trial, JsValue> {
        let limit = limit(&amount, &period, &burst)?;
        let traffic = self.held.traffic.between(instant(&from, "from")?, instant(&to, "to")?);
        let ranges = Ranges::new(limit).map_err(refused)?;
        Ok(Trial::new(&self.held, Between { traffic, ranges, answer: None }))
    }
}

struct Between {
    traffic: Traffic,
    ranges: Ranges,
    answer: Option<[Bounds; 7]>,
}

impl Work for Between {
    fn advance(&mut self, _: &Held, requests: usize) -> bool {
        self.answer = self.ranges.advance(&self.traffic, requests);
        self.answer.is_some()
    }

    fn answer(&self, _: &Held) -> Result<JsValue, JsValue> {
        let clients =
            (0..self.traffic.clients()).filter(|number| !self.traffic.client(*number).times.is_empty());
        Ok(Part {
            requests: self.traffic.requests() as f64,
            clients: clients.count() as f64,
            effects: self.answer.iter().flatten().map(bounded).collect(),
        }
        .into())
    }
}
