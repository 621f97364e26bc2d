//! A limiter at an instant, to be drawn and described.

use js_sys::Float64Array;
use ratelab_advice::Advise;
use ratelab_limiter::{Align, Limiter, Outcome, Rounding};
use ratelab_report::{
    anatomy::{self, AnatomyText, equivalents, pace, rule},
    words::title,
};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{
    given,
    object::object,
    run::{Run, not_done},
    summary::Most,
};

/// A lane's limiter at an instant, as seen by one client on one server. Instants are nanoseconds of the scenario, as
/// bigints; durations are numbers, for a drawing.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Anatomy {
    /// The instant.
    pub time: u64,
    /// The client's requests at this instant that were allowed.
    pub allowed: u32,
    /// Those that were denied.
    pub denied: u32,
    /// Those that were admitted and had to wait.
    pub delayed: u32,
    /// The state just before them.
    pub before: Mechanism,
    /// The state after them.
    pub now: Mechanism,
    /// The decision about one more request of cost 1.
    #[tsify(type = "'allowed' | 'denied' | 'delayed'")]
    pub outcome: &'static str,
    /// Requests of cost 1 that would pass at this instant.
    pub remaining: u32,
    /// When that request would pass, if it is refused and ever would.
    pub would_pass: Option<u64>,
    /// When it would start, if it would have to wait.
    pub would_start: Option<u64>,
    /// The member of an all-of that decides, or 0.
    pub member: u32,
    /// The state in words.
    pub state: String,
    /// What one more request would need, in words.
    pub rule: String,
    /// The comparison and its outcome.
    pub verdict: String,
    /// When the request would pass, or how many would.
    pub then: String,
    /// The time of the client's last request before this instant.
    pub earlier: Option<u64>,
    /// The time of the client's next request.
    pub later: Option<u64>,
    /// Recent requests, three numbers per instant: the age, the amount admitted in requests of cost 1, and the number
    /// denied.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    #[tsify(type = "Float64Array")]
    pub recent: Float64Array,
    /// For a queue: the remaining wait of each request, the next to start first; a few hundred at most.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    #[tsify(type = "Float64Array")]
    pub waiting: Float64Array,
    /// The total number of waiting requests.
    pub waiting_count: u32,
}

/// The state of a limiter. Durations are nanoseconds, relative to the instant.
#[derive(Serialize, Tsify)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are those of the simulation's mechanisms")]
pub enum Mechanism {
    /// `closed` if no window is open, because the next request opens one.
    Window {
        elapsed: f64,
        window: f64,
        used: u32,
        limit: u32,
        closed: bool,
    },
    /// Two numbers for each entry: its age and its cost.
    Log {
        window: f64,
        used: u32,
        limit: u32,
        #[serde(with = "serde_wasm_bindgen::preserve")]
        #[tsify(type = "Float64Array")]
        entries: Float64Array,
    },
    /// `share` of the previous count still counts, which is `weighted`, rounded by the rule. A `first` window, opened
    /// by a request, follows none.
    Counter {
        elapsed: f64,
        window: f64,
        previous: u32,
        current: u32,
        limit: u32,
        share: f64,
        weighted: f64,
        rounded: bool,
        closed: bool,
        first: bool,
    },
    /// In requests: `used` and `left` with their fractions, `rate` per second.
    Bucket {
        used: f64,
        left: f64,
        capacity: u32,
        rate: f64,
        empty_after: Option<f64>,
        longest: Option<f64>,
        refill_after: Option<f64>,
    },
    Members {
        members: Vec<Member>,
    },
}

/// A limiter of an all-of.
#[derive(Serialize, Tsify)]
pub struct Member {
    /// Its name in texts.
    pub algorithm: &'static str,
    /// Its display name.
    pub title: &'static str,
    /// Its refill rate, if it is a bucket.
    pub pace: Option<String>,
    /// Its state.
    pub mechanism: Mechanism,
    /// Its own decision about one more request of cost 1.
    #[tsify(type = "'allowed' | 'denied' | 'delayed'")]
    pub outcome: &'static str,
}

/// Facts about a lane's limiter that hold at any time.
#[derive(Serialize, Tsify)]
pub struct About {
    /// Its name in texts.
    pub algorithm: &'static str,
    /// Its rule, in the scenario's own numbers.
    pub rule: String,
    /// The refill rate of a bucket, as in `one each second`.
    pub pace: Option<String>,
    /// The limiters that admit the same requests if they have its numbers.
    pub equivalents: Vec<EquivalentLimiter>,
    /// Bytes of state per client, in the worst case.
    pub state_bytes: f64,
}

/// A limiter that admits the same requests as another.
#[derive(Serialize, Tsify)]
pub struct EquivalentLimiter {
    /// Its name in texts.
    pub algorithm: &'static str,
    /// Its display name.
    pub title: &'static str,
    /// Whether only one of the two delays requests.
    pub differs_in_delay: bool,
}

/// The worst case of a lane's limiter in a window of the scenario's length.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Worst {
    /// The upper bound on what is admitted in one, at any cost.
    pub bound: f64,
    /// The upper bound on what starts in one on the scenario's servers, at the costs of this traffic, if there is one.
    pub started_bound: Option<f64>,
    /// The highest cost of a request of this traffic, if it is more than the scenario's.
    pub cost: Option<u32>,
    /// The most that the traffic below had admitted in one, by arrival.
    pub admitted: Most,
    /// The most of it that started in one.
    pub started: Most,
    /// The traffic, sent by one client that does not retry.
    pub traffic: String,
}

#[wasm_bindgen]
impl Run {
    /// Returns a lane's limiter at an instant as a client sees it on a server, the first by default; undefined if
    /// there is no single state to show.
    pub fn anatomy(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] client: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] instant: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] server: JsValue,
    ) -> Result<Option<Ts<Anatomy>>, JsValue> {
        let (lane, client) = (self.lane_number(&lane)?, self.client(&client)?);
        let (instant, server) = (given::nanoseconds(&instant, "instant")?, self.server(&server)?);
        if !self.report.is_done() {
            return Err(not_done().into());
        }
        let anatomy = self.report.anatomy(lane, client, server, instant);
        anatomy.map(|anatomy| object(&listed(&anatomy, anatomy.text()))).transpose()
    }

    /// Returns facts about a lane's limiter that hold at any time.
    pub fn about(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<Ts<About>, JsValue> {
        let policy = self.lane(&lane)?.policy();
        let equivalent = |anatomy::Equivalent { algorithm, differs_in_delay }| EquivalentLimiter {
            algorithm: algorithm.name(),
            title: title(algorithm),
            differs_in_delay,
        };
        object(&About {
            algorithm: policy.algorithm().name(),
            rule: rule(policy),
            pace: pace(policy),
            equivalents: equivalents(policy).into_iter().map(equivalent).collect(),
            state_bytes: policy.state_bytes() as f64,
        })
    }

    /// Returns the worst case of a lane; undefined if it needs too many requests to show.
    pub fn worst(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<Option<Ts<Worst>>, JsValue> {
        let worst = self.report.worst(self.lane_number(&lane)?);
        let own = self.report.scenario().greatest_cost();
        let shown = |worst: ratelab_advice::Worst| Worst {
            bound: worst.bound as f64,
            started_bound: worst.started_bound.map(|bound| bound as f64),
            cost: Some(worst.scenario.greatest_cost()).filter(|cost| *cost > own),
            traffic: worst.traffic(),
            admitted: worst.admitted.into(),
            started: worst.started.into(),
        };
        worst.map(|worst| object(&shown(worst))).transpose()
    }
}

fn listed(anatomy: &anatomy::Anatomy, AnatomyText { state, rule, verdict, then }: AnatomyText) -> Anatomy {
    let recent: Vec<f64> = anatomy
        .recent
        .iter()
        .flat_map(|at| [at.age as f64, at.admitted as f64, f64::from(at.denied)])
        .collect();
    let waiting: Vec<f64> = anatomy.waiting.iter().map(|wait| *wait as f64).collect();
    let would_start = match anatomy.decision.outcome {
        Outcome::Delayed(wait) => anatomy.time.checked_add(wait),
        _ => None,
    };
    Anatomy {
        time: anatomy.time,
        allowed: anatomy.came.allowed,
        denied: anatomy.came.denied,
        delayed: anatomy.came.delayed,
        before: drawn(&anatomy.before),
        now: drawn(&anatomy.now),
        outcome: word(anatomy.decision.outcome),
        remaining: anatomy.decision.remaining,
        would_pass: anatomy.would_pass,
        would_start,
        member: anatomy.decider().unwrap_or(0) as u32,
        state,
        rule,
        verdict,
        then,
        earlier: anatomy.earlier,
        later: anatomy.later,
        recent: Float64Array::from(recent.as_slice()),
        waiting: Float64Array::from(waiting.as_slice()),
        waiting_count: anatomy.waiting_count as u32,
    }
}

const fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Allowed => "allowed",
        Outcome::Denied => "denied",
        Outcome::Delayed(_) => "delayed",
    }
}

fn drawn(mechanism: &anatomy::Mechanism) -> Mechanism {
    use anatomy::Mechanism as From;
    let closed = mechanism.is_closed();
    match mechanism {
        &From::Window { elapsed, window, used, limit, .. } => {
            Mechanism::Window { elapsed: elapsed as f64, window: window as f64, used, limit, closed }
        }
        &From::Log { window, used, limit, ref entries } => {
            let entries: Vec<f64> =
                entries.iter().flat_map(|entry| [entry.age as f64, f64::from(entry.cost)]).collect();
            Mechanism::Log {
                window: window as f64,
                used,
                limit,
                entries: Float64Array::from(entries.as_slice()),
            }
        }
        &From::Counter { elapsed, window, previous, current, limit, rounding, align } => {
            let share = (window - elapsed) as f64 / window as f64;
            let exact = u128::from(previous) * u128::from(window - elapsed);
            let rounded = rounding == Rounding::Floor;
            let weighted =
                if rounded { (exact / u128::from(window)) as f64 } else { exact as f64 / window as f64 };
            let (elapsed, window) = (elapsed as f64, window as f64);
            let first = align == Align::First && previous == 0;
            Mechanism::Counter {
                elapsed,
                window,
                previous,
                current,
                limit,
                share,
                weighted,
                rounded,
                closed,
                first,
            }
        }
        From::Bucket(bucket) => bucket_of(bucket),
        From::Members(members) => {
            let member = |member: &anatomy::Member| Member {
                algorithm: member.algorithm.name(),
                title: title(member.algorithm),
                pace: pace(&member.policy),
                mechanism: drawn(&member.mechanism),
                outcome: word(member.decision.outcome),
            };
            Mechanism::Members { members: members.iter().map(member).collect() }
        }
    }
}

fn bucket_of(bucket: &anatomy::Bucket) -> Mechanism {
    let unit = bucket.unit as f64;
    let long = |time: Option<u64>| time.map(|time| time as f64);
    Mechanism::Bucket {
        used: bucket.backlog as f64 / unit,
        left: bucket.left() as f64 / unit,
        capacity: bucket.capacity,
        rate: bucket.amount as f64 / unit * 1e9,
        empty_after: long(bucket.empty_after),
        longest: long(bucket.longest),
        refill_after: long(bucket.refill_after),
    }
}
