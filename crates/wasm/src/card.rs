//! The reasons for one decision: the contents of a decision card.

use js_sys::Uint32Array;
use ratelab_limiter::{Limiter, Outcome, Policy, PolicyState};
use ratelab_report::{explain::applied_limit, words::owner};
use ratelab_scenario::scenario::{Key, Senders};
use ratelab_simulation::{
    explain::{self, Explanation},
    run::Kind,
};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{fault::Fault, given, object::object, run::Run};

/// A decision with all its reasons. Times are nanoseconds of the scenario.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Card {
    /// The request's number in the lane.
    pub request: u32,
    /// The number of the request in the traffic. If clients retry, several attempts at it have their own numbers in
    /// the lane.
    pub traffic_request: u32,
    /// The number of the attempt, from 1.
    pub attempt: u32,
    /// The time of arrival.
    pub time: u64,
    /// The sender, if there are several: `pro`, `client 13 of free`.
    pub sender: Option<String>,
    /// Whose requests were counted together with it, if there are more than its sender's: `all of free`, `everybody`.
    pub counted_with: Option<String>,
    /// The limit that applied to its group, if groups have their own limits.
    pub tier: Option<String>,
    /// Its cost.
    pub cost: u32,
    /// The server that decided, from 0, if there are several.
    pub server: Option<u32>,
    /// The number of servers.
    pub servers: u32,
    /// The layer that decided, from 0, if there are several.
    pub layer: Option<u32>,
    /// The answer of each layer, outermost first, if there are several.
    pub layers: Vec<CardLayer>,
    /// What the server had seen when it decided, and what it had not.
    pub known_to_server: Option<String>,
    /// The outcome.
    #[tsify(type = "'allowed' | 'denied' | 'delayed'")]
    pub outcome: &'static str,
    /// When it started, if it was admitted.
    pub started: Option<u64>,
    /// When the same request would pass, if it was refused and ever would.
    pub would_pass: Option<u64>,
    /// The rule in the scenario's own numbers.
    pub rule: String,
    /// The whole budget, in requests.
    pub limit: u32,
    /// Requests that would still pass after it.
    pub remaining: u32,
    /// The time until the whole budget is available again, if it ever is.
    pub reset_after: Option<u64>,
    /// Requests in use just before it.
    pub before: f64,
    /// Requests in use just after it.
    pub after: f64,
    /// The requests that were counted against it, the newest thousand at most.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    #[tsify(type = "Uint32Array")]
    pub counted: Uint32Array,
    /// The status of the response.
    pub status: u16,
    /// The header fields of the response.
    pub headers: Vec<(&'static str, String)>,
}

/// The answer of one of several layers.
#[derive(Serialize, Tsify)]
pub struct CardLayer {
    /// Its name.
    pub name: String,
    /// Whether it was asked.
    pub asked: bool,
    /// Whether it admitted the request.
    pub admitted: bool,
}

/// One of several requests.
#[derive(Serialize, Tsify)]
pub struct Nth {
    /// Its number in the lane.
    pub request: u32,
    /// The number of these requests.
    pub total: u32,
}

/// The outcomes of a request, as in a `Mark`.
const KINDS: [Kind; 3] = [Kind::Allowed, Kind::Denied, Kind::Delayed];

#[wasm_bindgen]
impl Run {
    /// Returns the n-th request of a lane, from 0, with this outcome (0 allowed, 1 denied, 2 delayed) between two
    /// instants, the second one exclusive; undefined if there are fewer.
    #[wasm_bindgen(js_name = nthOfKind)]
    pub fn nth_of_kind(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] outcome: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] to: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] n: JsValue,
    ) -> Result<Option<Ts<Nth>>, JsValue> {
        let (lane, kind) = (self.lane_number(&lane)?, given::index(&outcome, "outcome", KINDS.len())?);
        let [from, to] = [given::nanoseconds(&from, "from")?, given::nanoseconds(&to, "to")?];
        let n = given::whole(&n, "n", 0, u32::MAX)?;
        let found = self.report.nth_of_kind(lane, KINDS[kind], from, to, n as usize);
        let nth =
            |found: explain::Nth| object(&Nth { request: found.request as u32, total: found.total as u32 });
        found.map(nth).transpose()
    }

    /// Returns the number of the first request of a lane at or after an instant, or else of the last one; undefined
    /// if there is none.
    #[wasm_bindgen(js_name = requestAt)]
    pub fn request_at(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] instant: JsValue,
    ) -> Result<Option<u32>, JsValue> {
        let (lane, instant) = (self.lane_number(&lane)?, given::nanoseconds(&instant, "instant")?);
        Ok(self.report.request_at(lane, instant).map(|request| request as u32))
    }

    /// Explains a request of a lane.
    pub fn explain(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] request: JsValue,
    ) -> Result<Ts<Card>, JsValue> {
        let lane = self.lane_number(&lane)?;
        let decided = self.report.lanes()[lane].record().outcomes().len();
        let request = given::index(&request, "request", decided)?;
        let explanation = self.report.explain(lane, request);
        object(&self.card(lane, &explanation.ok_or_else(|| nothing("request"))?))
    }
}

impl Run {
    fn layers(&self, lane: usize, explanation: &Explanation) -> Vec<CardLayer> {
        let layer = |(number, answer): (usize, &explain::Answer)| CardLayer {
            name: self.report.layer_name(lane, number),
            asked: answer.asked,
            admitted: answer.admitted,
        };
        explanation.layers.iter().enumerate().map(layer).collect()
    }

    fn card(&self, lane: usize, explanation: &Explanation) -> Card {
        let at = &self.report.lanes()[lane];
        let (decision, attempts) = (&explanation.decision, at.attempts());
        let headers = self.report.headers(explanation);
        let counted: Vec<u32> =
            self.report.counted(lane, explanation).into_iter().map(|request| request as u32).collect();
        let (scenario, senders) = (self.report.scenario(), self.report.senders());
        let has_tier = senders.has_tiers() && explanation.key != Key::Everybody;
        let servers = scenario.servers.count;
        let (outcome, started) = match decision.outcome {
            Outcome::Allowed => ("allowed", Some(explanation.time)),
            Outcome::Denied => ("denied", None),
            Outcome::Delayed(wait) => ("delayed", Some(explanation.time.saturating_add(wait))),
        };
        Card {
            request: explanation.index as u32,
            traffic_request: attempts
                .map_or(explanation.index as u32, |attempts| attempts.requests[explanation.index]),
            attempt: attempts.map_or(1, |attempts| attempts.numbers[explanation.index]),
            time: explanation.time,
            sender: owner(senders, Key::Client, explanation.client),
            counted_with: counted_with(senders, explanation),
            tier: has_tier.then(|| applied_limit(explanation)),
            cost: explanation.cost,
            server: (servers > 1).then_some(explanation.server),
            servers,
            layer: (!explanation.layers.is_empty()).then_some(explanation.layer as u32),
            layers: self.layers(lane, explanation),
            known_to_server: self.report.known_to_server(lane, explanation),
            outcome,
            started,
            would_pass: explanation.would_pass,
            rule: self.report.rule(lane, explanation),
            limit: decision.limit,
            remaining: decision.remaining,
            reset_after: decision.reset_after,
            before: in_use(&explanation.policy, &explanation.before, decision.at),
            after: in_use(&explanation.policy, &explanation.after, decision.at),
            counted: Uint32Array::from(counted.as_slice()),
            status: headers
                .as_ref()
                .map_or(if decision.outcome.admits() { 200 } else { 429 }, |headers| headers.status),
            headers: headers.map_or(Vec::new(), |headers| headers.fields()),
        }
    }
}

/// Describes the senders that the limiter counts together with this one, if there are any.
fn counted_with(senders: &Senders, explanation: &Explanation) -> Option<String> {
    let is_several = match explanation.key {
        Key::Client => false,
        Key::Group => senders.groups()[explanation.group].clients.count > 1,
        Key::Everybody => senders.clients() > 1,
    };
    let group =
        owner(senders, explanation.key, explanation.group as u32).map(|group| format!("all of {group}"));
    is_several.then(|| group.unwrap_or("everybody".to_owned()))
}

/// Returns the amount in use in a state at an instant of the limiter's clock, in requests.
fn in_use(policy: &Policy, state: &PolicyState, now: u64) -> f64 {
    policy.level(&policy.advance(state, now)) as f64 / policy.level_unit() as f64
}

fn nothing(field: &str) -> Fault {
    Fault::new("out_of_range", "there is no such request").at(field)
}
