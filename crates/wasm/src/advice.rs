//! Advice on which limiter to use.

use ratelab_advice::{self as advice, Advise, Judged, Worst};
use ratelab_report::Report;
use ratelab_scenario::language::{amend, print_lane, print_needs};
use ratelab_simulation::run::Simulation;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{
    draft::Draft,
    fault::Fault,
    given,
    needs::{Needs, needs},
    object::object,
    rate::{Rate, rate},
    run::{Run, not_done},
    summary::Most,
};

/// Advice for given needs.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Advice {
    /// The needs, as they were understood.
    pub needs: Needs,
    /// The recommendation, or that there is none.
    pub headline: String,
    /// The reason, or what would have to change.
    pub reason: String,
    /// The limiters that can keep the guarantee, best first.
    pub rows: Vec<Row>,
    /// The limiters that cannot.
    pub refused: Vec<Refused>,
    /// If no limiter meets all needs: the nearest.
    pub nearest: Option<Nearest>,
    /// The text of a scenario with all rows side by side.
    pub scenario: Option<String>,
    /// The rows as a Markdown table.
    pub markdown: String,
    /// The complete advice as plain text.
    pub document: String,
}

/// A limiter, or several equivalent ones, with the best of the settings tried that keep the guarantee.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Row {
    /// Their names in texts.
    pub algorithms: Vec<&'static str>,
    /// Their display name: `Token bucket = leaky meter = GCRA`.
    pub title: String,
    /// The settings in a few words.
    pub settings: String,
    /// The first of them with its settings, as the language writes it.
    pub lane: String,
    /// The text of the scenario with that one alone.
    pub scenario: String,
    /// Whether it meets all needs.
    pub meets: bool,
    /// A short verdict: take it, how it fails, or what the first does better.
    pub verdict: String,
    /// Its strengths and weaknesses.
    pub sentence: String,
    /// The guarantee, or else the scenario's own limit, that the numbers below refer to.
    pub promise: Rate,
    /// The most that a client can be admitted in that period, if there is a bound.
    pub bound: Option<f64>,
    /// How many requests a rested client may send at once.
    pub burst: u32,
    /// The longest possible wait of a request, in nanoseconds.
    pub delay: u64,
    /// The longest wait of a request of this traffic.
    pub waited: u64,
    /// Bytes of state per client, in the worst case.
    pub state_bytes: f64,
    /// The same for all `clients`.
    pub memory: f64,
    /// The number of clients.
    pub clients: f64,
    /// The number of requests that did not get through.
    pub denied: f64,
    /// The number of requests.
    pub requests: f64,
    /// What a client that never stops gets in the period of the guarantee.
    pub lasting: f64,
    /// The part of the guarantee that this leaves unused.
    pub unused: f64,
    /// Whether a client that waits for Retry-After gets through.
    pub honest: bool,
    /// Its result for each given need.
    pub needs: Vec<Met>,
}

/// The result of a limiter for a need, or for the highest cost of a request: in requests, nanoseconds, bytes per
/// client, or millionths.
#[derive(Serialize, Tsify)]
pub struct Met {
    /// The word of the need.
    #[tsify(type = "'never' | 'cost' | 'burst' | 'delay' | 'memory' | 'deny' | 'honest'")]
    pub need: &'static str,
    /// The amount wanted.
    pub wanted: f64,
    /// The amount that the limiter achieves.
    pub got: f64,
    /// Whether that is enough.
    pub met: bool,
    /// How it fails, in a few words; undefined if it does not.
    pub fails: Option<String>,
}

/// Limiters that cannot keep the guarantee.
#[derive(Serialize, Tsify)]
pub struct Refused {
    /// Their names in texts.
    pub algorithms: Vec<&'static str>,
    /// The reason.
    pub sentence: String,
}

/// The limiter that comes nearest to the needs.
#[derive(Serialize, Tsify)]
pub struct Nearest {
    /// Its name in texts.
    pub algorithm: &'static str,
    /// The field `needs` that it would meet; undefined if nothing is enough.
    pub needs: Option<String>,
}

/// The shift of the traffic that gets the most out of a lane.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Shift {
    /// The delay of the traffic.
    pub shift: u64,
    /// The most that one client then gets in any window.
    pub most: Most,
    /// The most that it gets without a shift.
    pub now: Most,
    /// The number of shifts tried.
    pub tried: u32,
    /// Whether no other shift can get more.
    pub exact: bool,
    /// The text of the scenario with that shift and that lane alone.
    pub scenario: String,
}

/// A scenario with the worst known traffic for its first lane.
#[derive(Serialize, Tsify)]
pub struct WorstScenario {
    /// Its text.
    pub text: String,
    /// The most that starts in a window of its limit.
    pub reached: f64,
    /// The upper bound on that, if there is one.
    pub bound: Option<f64>,
}

#[wasm_bindgen]
impl Run {
    /// Returns advice for this traffic, for these needs or else for the scenario's own. A fault has its position in
    /// the needs.
    pub fn advice(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] needs: JsValue,
    ) -> Result<Ts<Advice>, JsValue> {
        let scenario = self.report.scenario();
        let needs = if needs.is_undefined() {
            scenario.needs
        } else {
            let text = given::text(&needs, "needs")?;
            amend(scenario, "needs", &text).map_err(|error| Fault::in_text(&error, &text))?.needs
        };
        object(&advised(&self.report.advice(needs).ok_or_else(not_done)?))
    }

    /// Returns the smallest shift of the traffic against the clock that gets the most out of a lane.
    pub fn shift(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<Ts<Shift>, JsValue> {
        let found = self.report.worst_shift(self.lane_number(&lane)?).ok_or_else(not_done)?;
        object(&shifted(found))
    }
}

#[wasm_bindgen]
impl Draft {
    /// Returns the scenario in which the first limiter meets the worst known traffic for it; undefined if that
    /// is too large to show.
    pub fn worst(&self) -> Result<Option<Ts<WorstScenario>>, JsValue> {
        let run = Simulation::new(self.scenario.clone()).map_err(Fault::from)?;
        let shown = |worst: Worst| WorstScenario {
            text: worst.scenario.to_string(),
            reached: worst.started.cost as f64,
            bound: worst.started_bound.map(|bound| bound as f64),
        };
        Report::new(run).worst(0).map(|worst| object(&shown(worst))).transpose()
    }
}

fn advised(advice: &advice::Advice) -> Advice {
    let refused = |refused: &advice::Refused| Refused {
        algorithms: refused.algorithms.iter().map(|algorithm| algorithm.name()).collect(),
        sentence: refused.sentence(),
    };
    let nearest = |nearest: advice::Nearest| Nearest {
        algorithm: nearest.algorithm.name(),
        needs: nearest.relaxed.map(|needs| print_needs(&needs)),
    };
    Advice {
        needs: needs(&advice.needs),
        headline: advice.headline(),
        reason: advice.reason(),
        rows: advice.rows.iter().map(|row| listed(advice, row)).collect(),
        refused: advice.refused.iter().map(refused).collect(),
        nearest: advice.nearest.map(nearest),
        scenario: advice.scenario().map(|scenario| scenario.to_string()),
        markdown: advice.markdown(),
        document: advice.text(),
    }
}

fn listed(advice: &advice::Advice, row: &advice::JudgedLimiter) -> Row {
    let numbers = row.numbers;
    Row {
        algorithms: row.algorithms.iter().map(|algorithm| algorithm.name()).collect(),
        title: row.title(),
        settings: row.settings(),
        lane: row.scenario.lanes.first().map(print_lane).unwrap_or_default(),
        scenario: row.scenario.to_string(),
        meets: row.failed().next().is_none(),
        verdict: advice.verdict(row),
        sentence: row.sentence(),
        promise: rate(numbers.promise),
        bound: numbers.bound.map(|bound| bound as f64),
        burst: numbers.burst,
        delay: numbers.delay,
        waited: numbers.waited,
        state_bytes: numbers.state_bytes as f64,
        memory: numbers.memory as f64,
        clients: numbers.clients as f64,
        denied: numbers.denied as f64,
        requests: numbers.requests as f64,
        lasting: numbers.lasting as f64,
        unused: numbers.unused as f64,
        honest: numbers.is_honest,
        needs: row.judged.iter().copied().map(met).collect(),
    }
}

fn met(judged: Judged) -> Met {
    Met {
        need: judged.need.name,
        wanted: judged.wanted as f64,
        got: judged.got as f64,
        met: judged.is_met,
        fails: (!judged.is_met).then(|| judged.short()),
    }
}

fn shifted(found: advice::Shift) -> Shift {
    Shift {
        shift: found.shift,
        most: found.most.into(),
        now: found.now.into(),
        tried: found.tried as u32,
        exact: found.is_exact,
        scenario: found.scenario.to_string(),
    }
}
