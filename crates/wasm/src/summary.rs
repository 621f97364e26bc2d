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

/// The largest number of lengths in one envelope.
const MOST_LENGTHS: u32 = 1_000;

/// The largest number of requests for which another scenario is run only to show one of its numbers.
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
    /// The time of that request.
    pub first_denial_at: Option<u64>,
    /// The longest series of denials.
    pub longest_denial: u32,
    /// The most that one client got in any window of its limit, and when. If limits differ, relative to the limit.
    pub most: Most,
    /// The client that got it, if there are several: `pro`, `client 13 of free`.
    pub most_by: Option<String>,
    /// The limit that applied.
    pub limit: Rate,
    /// The worst case in such a window, if there is a bound.
    pub bound: Option<f64>,
    /// Whether more got through in such a window than the limiter should allow.
    pub is_over: bool,
    /// The median wait of admitted requests.
    pub wait_median: u64,
    /// The 95th percentile of the waits of admitted requests.
    pub wait_p95: u64,
    /// The longest wait.
    pub wait_longest: u64,
    /// Admitted here, but denied by an exact log of the scenario's limit.
    pub over: f64,
    /// Denied here, but admitted by such a log.
    pub under: f64,
    /// Both together, as a share of all requests in percent.
    pub disagreement: f64,
    /// Bytes of state per client, in the worst case.
    pub state_bytes: f64,
    /// Requests of the traffic.
    pub requests: f64,
    /// Attempts at them, first ones included.
    pub attempts: f64,
    /// Requests that were admitted in the end.
    pub succeeded: f64,
    /// Attempts that were due but not made, because there were too many.
    pub abandoned: f64,
}

/// The most that one client got through, and when.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Most {
    /// The amount, in requests of cost 1.
    pub cost: f64,
    /// The time at which its first request started.
    pub from: u64,
    /// The time at which its last request started.
    pub to: u64,
}

impl From<measures::Most> for Most {
    fn from(measures::Most { cost, from, to, .. }: measures::Most) -> Self {
        Self { cost: cost as f64, from, to }
    }
}

/// The traffic as it was understood. Times are in nanoseconds.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Understood {
    /// A description in words.
    pub words: String,
    /// The number of requests, without retries.
    pub requests: u32,
    /// The time of the first request.
    pub first: u64,
    /// The time of the last request.
    pub last: u64,
    /// The largest number of requests at one instant.
    pub most_at_once: u32,
}

#[wasm_bindgen]
impl Run {
    /// Returns the traffic in words, with its totals.
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

    /// Returns the measures of a lane.
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

    /// Returns how many requests a lane would let through with another value of a field of the scenario. Undefined if
    /// there are too many requests to run it quickly.
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

    /// Returns when the last request of each lane arrives or, if it waits, starts.
    pub fn ends(&self) -> Vec<u64> {
        let lanes = 0..self.report.lanes().len();
        lanes.map(|lane| self.report.end(lane).unwrap_or(0)).collect()
    }

    /// Returns the whole budget of a lane's limiter, in requests.
    pub fn limit(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<u32, JsValue> {
        Ok(self.lane(&lane)?.policy().limit())
    }

    /// Returns a hash of all arrivals and decisions, the same on every machine.
    pub fn hash(&self) -> u64 {
        self.report.hash()
    }

    /// Returns the bytes of state that a lane's limiter takes for this many clients, in the worst case.
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

    /// Returns the most that one client of a lane got between two instants, for each of several distances that grow
    /// evenly in ratio from the shortest to the longest. Three numbers per distance: the distance in nanoseconds, the
    /// most, and the worst case, which is infinite if there is no bound.
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
        let intervals = measures::intervals(shortest..=longest, lengths);
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
