//! A lane in numbers, and the traffic in words.

use ratelab_limiter::Limiter;
use ratelab_report::{
    understood::{self, understood},
    words::owner,
};
use ratelab_scenario::language::amend;
use ratelab_simulation::measures::{self, Reach};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{
    fault::Fault,
    given,
    object::object,
    rate::{Rate, rate},
    run::{Run, not_done},
};

/// The most lengths of one envelope.
const MOST_LENGTHS: u32 = 1_000;

/// The most requests for which another scenario is tried only to tell a number of it.
const MOST_TO_TRY: usize = 100_000;

/// The numbers of a lane. Times are in nanoseconds.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Measures {
    /// Requests that started at once.
    pub allowed: u32,
    /// Requests that were refused.
    pub denied: u32,
    /// Requests that started later.
    pub delayed: u32,
    /// The number of the first request that was denied.
    pub first_denial: Option<u32>,
    /// When that was.
    pub first_denial_at: Option<u64>,
    /// The most denials in a row.
    pub longest_denial: u32,
    /// The most that one client got in any window of its limit, and where. Where limits differ, the most of it.
    pub most: Most,
    /// Who got it, if there are several: `pro`, `client 13 of free`.
    pub most_by: Option<String>,
    /// The limit that applied: so many in so long.
    pub limit: Rate,
    /// The most that could ever be admitted in such a window, if there is such a bound.
    pub bound: Option<f64>,
    /// Whether more got through in such a window than the limiter should allow.
    pub is_over: bool,
    /// Half of those admitted waited no longer.
    pub wait_median: u64,
    /// 95 % of those admitted waited no longer.
    pub wait_p95: u64,
    /// The longest wait.
    pub wait_longest: u64,
    /// Admitted, though an exact log of the scenario's limit denies.
    pub over: f64,
    /// Denied, though such a log admits.
    pub under: f64,
    /// Both together, as a share of all requests in percent.
    pub disagreement: f64,
    /// Bytes of state for each client, at worst.
    pub state_bytes: f64,
    /// Requests of the traffic.
    pub requests: f64,
    /// Attempts at them, first ones included.
    pub attempts: f64,
    /// Requests that were admitted in the end.
    pub succeeded: f64,
    /// Attempts that were due and not made, because there were too many.
    pub abandoned: f64,
}

/// The most that one client got, and where.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Most {
    /// How much, in requests of cost 1.
    pub cost: f64,
    /// When the first of it started.
    pub from: u64,
    /// When the last of it started.
    pub to: u64,
}

impl From<measures::Most> for Most {
    fn from(measures::Most { cost, from, to, .. }: measures::Most) -> Self {
        Self { cost: cost as f64, from, to }
    }
}

/// The traffic: what was understood. Times are in nanoseconds.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Understood {
    /// In words.
    pub words: String,
    /// How many requests there are, retries not counted.
    pub requests: u32,
    /// When the first comes.
    pub first: u64,
    /// When the last comes.
    pub last: u64,
    /// The most at one instant.
    pub most_at_once: u32,
}

#[wasm_bindgen]
impl Run {
    /// The traffic in words, with the numbers in them.
    pub fn understood(&self) -> Result<Ts<Understood>, JsValue> {
        let facts = understood::Facts::from_arrivals(self.report.traffic().ok_or_else(not_done)?);
        object(&Understood {
            words: understood(self.report.scenario(), facts),
            requests: facts.requests as u32,
            first: facts.first,
            last: facts.last,
            most_at_once: facts.most_at_once as u32,
        })
    }

    /// The numbers of a lane.
    pub fn measures(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<Ts<Measures>, JsValue> {
        let lane = self.lane_number(&lane)?;
        let measures = self.report.is_done().then(|| self.report.measures(lane)).flatten();
        let measures = measures.ok_or_else(not_done)?;
        let by = owner(self.report.senders(), self.report.lanes()[lane].key(), measures.most.key);
        object(&listed(measures, by))
    }

    /// How many requests a lane would let through if a field of the scenario had this value. Nothing if there are so
    /// many that it would take long.
    #[wasm_bindgen(js_name = admittedIf)]
    pub fn admitted_if(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] key: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] value: JsValue,
    ) -> Result<Option<u32>, JsValue> {
        let lane = self.lane_number(&lane)?;
        let (key, value) = (given::text(&key, "key")?, given::text(&value, "value")?);
        if self.report.traffic().ok_or_else(not_done)?.len() > MOST_TO_TRY {
            return Ok(None);
        }
        let scenario = amend(self.report.scenario(), &key, &value);
        let scenario = scenario.map_err(|error| Fault::in_text(&error, &value))?;
        let admitted = self.report.admitted_in(scenario, lane);
        Ok(Some(admitted.map_err(Fault::from)? as u32))
    }

    /// When the last request of each lane arrives or, if it waits, starts.
    pub fn ends(&self) -> Vec<u64> {
        let lanes = 0..self.report.lanes().len();
        lanes.map(|lane| self.report.end(lane).unwrap_or(0)).collect()
    }

    /// The whole budget of a lane's limiter, in requests.
    pub fn limit(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<u32, JsValue> {
        Ok(self.lane(&lane)?.policy().limit())
    }

    /// All arrivals and decisions as one number, the same on every machine.
    pub fn hash(&self) -> u64 {
        self.report.hash()
    }

    /// Bytes of state that a lane's limiter takes for this many clients, at worst.
    #[wasm_bindgen(js_name = stateBytes)]
    pub fn state_bytes(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] clients: JsValue,
    ) -> Result<f64, JsValue> {
        let (lane, clients) = (self.lane_number(&lane)?, given::whole(&clients, "clients", 0, u32::MAX)?);
        let policy = self.report.lanes()[lane].policy();
        Ok(measures::state_bytes_for(policy, clients.into()) as f64)
    }

    /// The most that one client of a lane got between two instants so far apart, for each
    /// of so many lengths that grow evenly in ratio from the shortest to the longest.
    /// Three numbers for each: the length in nanoseconds, the most, and the most that could be
    /// admitted, which is infinite if there is no such bound.
    pub fn envelope(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] shortest: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] longest: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] lengths: JsValue,
    ) -> Result<Vec<f64>, JsValue> {
        let lane = self.lane_number(&lane)?;
        let (shortest, longest) =
            (given::nanoseconds(&shortest, "shortest")?, given::nanoseconds(&longest, "longest")?);
        let lengths = given::whole(&lengths, "lengths", 1, MOST_LENGTHS)?;
        if longest < shortest {
            return Err(Fault::new("out_of_range", "longest must not be below shortest")
                .at("longest")
                .into());
        }
        let intervals = measures::intervals(shortest, longest, lengths);
        let numbers = |reach: &Reach| {
            [
                reach.interval as f64,
                reach.most.cost as f64,
                reach.bound.map_or(f64::INFINITY, |bound| bound as f64),
            ]
        };
        Ok(self.report.envelope(lane, &intervals).iter().flat_map(numbers).collect())
    }
}

fn listed(measures: measures::Measures, most_by: Option<String>) -> Measures {
    let measures::Disagreement { over, under, total: all } = measures.disagreement;
    Measures {
        allowed: measures.counts.allowed,
        denied: measures.counts.denied,
        delayed: measures.counts.delayed,
        first_denial: measures.first_denial.map(|(request, _)| request as u32),
        first_denial_at: measures.first_denial.map(|(_, time)| time),
        longest_denial: measures.longest_denial as u32,
        most: measures.most.into(),
        most_by,
        limit: rate(measures.limit),
        bound: measures.bound.map(|bound| bound as f64),
        is_over: measures.is_over,
        wait_median: measures.waits.median,
        wait_p95: measures.waits.p95,
        wait_longest: measures.waits.longest,
        over: over as f64,
        under: under as f64,
        disagreement: if all == 0 { 0.0 } else { 100.0 * (over + under) as f64 / all as f64 },
        state_bytes: measures.state_bytes as f64,
        requests: measures.goodput.requests as f64,
        attempts: measures.goodput.attempts as f64,
        succeeded: measures.goodput.succeeded as f64,
        abandoned: measures.goodput.abandoned as f64,
    }
}
