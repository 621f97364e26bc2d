//! A lane in rows and in parts: by server, by layer, by group.

use ratelab_simulation::{
    measures::{Part, Peak},
    rows::RowKind,
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

/// The rows within a lane.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Rows {
    /// The kind of rows.
    #[tsify(type = "'servers' | 'layers'")]
    pub kind: &'static str,
    /// The caption of each row.
    pub words: Vec<String>,
}

/// A lane in parts. Each list has at least one part; a single part is the whole lane.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct Parts {
    /// The parts by group.
    pub groups: Vec<GroupPart>,
    /// The parts by server.
    pub servers: Vec<ServerPart>,
    /// The parts by layer, if the lane has several, with the attempts that reached each.
    pub layers: Vec<LayerPart>,
}

/// The results of a group.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct GroupPart {
    /// Its name; undefined for clients without a group.
    pub name: Option<String>,
    /// The number of its clients.
    pub clients: u32,
    /// Requests that it sent, without retries.
    pub requests: u32,
    /// Attempts that were allowed, denied, and delayed.
    pub counts: Counts,
    /// The limit that applied to it: its tier's, or the scenario's.
    pub limit: Rate,
    /// The budget of the lane's limiter for it.
    pub budget: u32,
    /// The most that one of its clients got in any window of that limit, and when; or all of its clients, if they are
    /// counted together.
    pub most: Most,
    /// The worst case, if there is a bound.
    pub bound: Option<f64>,
    /// Whether more got through in such a window than the limiter should allow.
    pub is_over: bool,
}

/// The results of a server.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct ServerPart {
    /// Attempts that were allowed, denied, and delayed.
    pub counts: Counts,
    /// How far its clock is ahead, in nanoseconds.
    pub ahead: f64,
}

/// The results of the attempts that reached a layer.
#[derive(Serialize, Tsify)]
#[tsify(large_number_types_as_bigints)]
pub struct LayerPart {
    /// Its own name, or that of its limiter.
    pub name: String,
    /// Attempts that reached it.
    pub asked: u32,
    /// Attempts that it refused.
    pub refused: u32,
}

/// The number of each outcome.
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
    /// Returns the rows within a lane, if it has several.
    pub fn rows(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
    ) -> Result<Option<Ts<Rows>>, JsValue> {
        let lane = self.lane_number(&lane)?;
        let Some((kind, count)) = self.report.rows(lane) else { return Ok(None) };
        let words = (0..count).map(|row| self.report.row_words(lane, row));
        let words = words.collect::<Option<Vec<_>>>().ok_or_else(not_done)?;
        let kind = match kind {
            RowKind::Servers => "servers",
            RowKind::Layers => "layers",
        };
        object(&Rows { kind, words }).map(Some)
    }

    /// Returns how many attempts of a row were allowed, denied, and delayed in each column: three numbers per column.
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

    /// Returns a lane in parts: by group, by server, by layer.
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
