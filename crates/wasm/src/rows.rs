//! A lane in rows and in parts: by server, by layer, by group.

use ratelab_simulation::{
    measures::{Part, Peak},
    rows::RowsOf,
};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{
    given,
    object::object,
    picture::span,
    rate::{Rate, rate},
    run::{Run, not_done},
    summary::Most,
};

/// The rows that a lane is drawn in.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Rows {
    /// What they are.
    #[tsify(type = "'servers' | 'layers'")]
    pub kind: &'static str,
    /// What is written beside each.
    pub words: Vec<String>,
}

/// A lane in parts. Each list has at least one; of one there is nothing to tell.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Parts {
    /// By who sent it.
    pub groups: Vec<GroupPart>,
    /// By the server that decided.
    pub servers: Vec<ServerPart>,
    /// By layer, if the lane has several: what came as far as each.
    pub layers: Vec<LayerPart>,
}

/// What became of a group's attempts.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct GroupPart {
    /// What it is called; nothing for the clients of no group.
    pub name: Option<String>,
    /// How many clients it has.
    pub clients: u32,
    /// Requests that it sent, retries not counted.
    pub requests: u32,
    /// Attempts that were allowed, denied and delayed.
    pub counts: Counts,
    /// The limit that applied to it: its tier, or the scenario's.
    pub limit: Rate,
    /// What the lane's limiter holds for it.
    pub budget: u32,
    /// The most that one of its clients got in any window of that limit, and where; all of its clients, where they
    /// are counted together.
    pub most: Most,
    /// The most that was possible, if there is such a bound.
    pub bound: Option<f64>,
    /// Whether more got through in such a window than the limiter should allow.
    pub is_over: bool,
}

/// What became of the attempts at a server.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct ServerPart {
    /// Attempts that were allowed, denied and delayed.
    pub counts: Counts,
    /// How far its clock is ahead, in nanoseconds.
    pub ahead: f64,
}

/// What became of the attempts that came as far as a layer.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct LayerPart {
    /// What it is called: by its name, or by its limiter.
    pub name: String,
    /// Attempts that came to it.
    pub asked: u32,
    /// Those of them that it refused.
    pub refused: u32,
}

/// How many of each outcome.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
#[allow(missing_docs, reason = "the fields are the outcomes")]
pub struct Counts {
    pub allowed: u32,
    pub denied: u32,
    pub delayed: u32,
}

#[wasm_bindgen]
impl Run {
    /// The rows that a lane is drawn in, if it has several.
    pub fn rows(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<Option<Ts<Rows>>, JsValue> {
        let lane = self.lane_number(&lane)?;
        let Some((kind, count)) = self.report.rows(lane) else { return Ok(None) };
        let words = (0..count).map(|row| self.report.row_words(lane, row));
        let words = words.collect::<Option<Vec<_>>>().ok_or_else(not_done)?;
        let kind = match kind {
            RowsOf::Servers => "servers",
            RowsOf::Layers => "layers",
        };
        object(&Rows { kind, words }).map(Some)
    }

    /// How many attempts of a row were allowed, denied and delayed in each of so many columns:
    /// three numbers for each.
    #[wasm_bindgen(js_name = rowColumns)]
    pub fn row_columns(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] row: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] to: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] width: JsValue,
    ) -> Result<Vec<u32>, JsValue> {
        let lane = self.lane_number(&lane)?;
        let rows = self.report.rows(lane).map_or(0, |(_, rows)| rows);
        let row = given::index(&row, "row", rows)?;
        let view = self.columns.view(&self.report, span(&from, &to, &width)?);
        let columns = self.report.row_columns(lane, row, &view).ok_or_else(not_done)?;
        Ok(columns.iter().flat_map(|counts| [counts.allowed, counts.denied, counts.delayed]).collect())
    }

    /// A lane in parts: by group, by server, by layer.
    pub fn parts(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<Ts<Parts>, JsValue> {
        let lane = self.lane_number(&lane)?;
        if !self.report.is_done() {
            return Err(not_done().into());
        }
        let layer = |(layer, part): (usize, &Part)| LayerPart {
            name: self.report.layer_name(lane, layer),
            asked: part.counts.admitted() + part.counts.denied,
            refused: part.counts.denied,
        };
        let servers = self.report.by_server(lane);
        let ahead = |server: usize| self.report.scenario().servers.ahead(server as u32) as f64;
        let server =
            |(server, part): (usize, &Part)| ServerPart { counts: counts(part), ahead: ahead(server) };
        object(&Parts {
            groups: self.group_parts(lane),
            servers: servers.iter().enumerate().map(server).collect(),
            layers: self.report.by_layer(lane).iter().enumerate().map(layer).collect(),
        })
    }
}

impl Run {
    fn group_parts(&self, lane: usize) -> Vec<GroupPart> {
        let parts = self.report.by_group(lane);
        let groups = self.report.senders().groups().iter().zip(&parts).enumerate();
        let part = |(number, (group, part)): (usize, (&ratelab_scenario::scenario::SenderGroup, &Part))| {
            let Peak { most, limit, bound, is_over } = self.report.peak_of_group(lane, number);
            GroupPart {
                name: group.name.map(|name| name.to_string()),
                clients: group.clients.count,
                requests: part.requests,
                counts: counts(part),
                limit: rate(self.report.rate_of(lane, number)),
                budget: limit.amount,
                most: most.into(),
                bound: bound.map(|bound| bound as f64),
                is_over,
            }
        };
        groups.map(part).collect()
    }
}

const fn counts(Part { counts, .. }: &Part) -> Counts {
    Counts { allowed: counts.allowed, denied: counts.denied, delayed: counts.delayed }
}
