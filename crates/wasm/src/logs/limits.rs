//! The effects of a limit.

use ratelab_calibration::{
    Bounds, Columns, Effect, Effects, Limit, Ranges, busiest, over_time, thinned, thresholds,
};
use ratelab_limiter::Algorithm;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::{
    built_ins::list,
    reader::{Held, Log},
    records,
    trial::{Trial, Work},
    values::{algorithm, exactly, instant, limit, period, range, refused, whole},
};
use crate::given;

/// The most columns and rows of a question.
const MOST: u32 = 10_000;

#[wasm_bindgen]
impl Log {
    /// Clients by their busiest period, with at most this many points.
    #[wasm_bindgen(unchecked_return_type = "Trial<Peaks>")]
    pub fn peaks(
        &self,
        #[wasm_bindgen(unchecked_param_type = "bigint")] period_ns: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] points: JsValue,
    ) -> Result<Trial, JsValue> {
        let (period, points) = (period(&period_ns)?, given::whole(&points, "points", 2, MOST)? as usize);
        Ok(Trial::on(&self.held, period, Peaks { period, points }))
    }

    /// For each limiter and client, the smallest amount that does not limit the client, in descending order.
    #[wasm_bindgen(unchecked_return_type = "Trial<Thresholds[]>")]
    pub fn thresholds(
        &self,
        #[wasm_bindgen(unchecked_param_type = "bigint")] period_ns: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] burst: JsValue,
    ) -> Result<Trial, JsValue> {
        let limit = limit(&1.into(), &period_ns, &burst)?;
        Ok(Trial::on(&self.held, limit.period, Thresholds(limit)))
    }

    /// The effect of each limiter at the times of the log.
    #[wasm_bindgen(unchecked_return_type = "Trial<Effect[]>")]
    pub fn effects(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] amount: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint")] period: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] burst: JsValue,
    ) -> Result<Trial, JsValue> {
        let limit = limit(&amount, &period, &burst)?;
        let effects = Effects::new(limit).map_err(refused)?;
        Ok(Trial::on(&self.held, limit.period, Whole { limit, effects, answer: None }))
    }

    /// The range of each limiter's effects, over all instants that the timestamps leave open. Without waits.
    #[wasm_bindgen(unchecked_return_type = "Trial<Effect[]>")]
    pub fn ranges(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] amount: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint")] period: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] burst: JsValue,
    ) -> Result<Trial, JsValue> {
        let limit = limit(&amount, &period, &burst)?;
        let ranges = Ranges::new(limit).map_err(refused)?;
        Ok(Trial::new(&self.held, Open { ranges, answer: None }))
    }

    /// The allowed and denied requests of a limiter, in columns of time.
    #[wasm_bindgen(js_name = overTime, unchecked_return_type = "Trial<OverTime>")]
    #[allow(clippy::too_many_arguments, reason = "a limit is three numbers, a time range two")]
    pub fn over_time(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] amount: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint")] period: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] burst: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] by: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] columns: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint")] to: JsValue,
    ) -> Result<Trial, JsValue> {
        let (limit, algorithm) = (limit(&amount, &period, &burst)?, algorithm(&by)?);
        let columns = given::whole(&columns, "columns", 1, MOST)? as usize;
        let columns = Columns { columns, from: instant(&from, "from")?, to: instant(&to, "to")? };
        Ok(Trial::on(&self.held, limit.period, OverTime { limit, algorithm, columns }))
    }

    /// The clients with the most denials, then those with the greatest peaks.
    #[wasm_bindgen(unchecked_return_type = "Trial<BusyClient[]>")]
    pub fn busiest(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] amount: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint")] period: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] burst: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] by: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] count: JsValue,
    ) -> Result<Trial, JsValue> {
        let (limit, algorithm) = (limit(&amount, &period, &burst)?, algorithm(&by)?);
        let count = given::whole(&count, "count", 1, MOST)? as usize;
        Ok(Trial::on(&self.held, limit.period, Busiest { limit, algorithm, count }))
    }
}

struct Peaks {
    period: u64,
    points: usize,
}

impl Work for Peaks {
    fn answer(&self, held: &Held) -> Result<JsValue, JsValue> {
        let Some(basis) = held.basis(self.period) else { return Ok(JsValue::UNDEFINED) };
        let all = basis.peaks();
        let indices = thinned(all.len(), self.points);
        let peaks: Vec<u32> = indices.iter().map(|index| all[*index as usize]).collect();
        let ranks: Vec<u32> = indices.iter().map(|index| index + 1).collect();
        Ok(records::Peaks { ranks: whole(&ranks), peaks: whole(&peaks) }.into())
    }
}

struct Thresholds(Limit);

impl Work for Thresholds {
    fn answer(&self, held: &Held) -> Result<JsValue, JsValue> {
        let Some(basis) = held.basis(self.0.period) else { return Ok(JsValue::UNDEFINED) };
        let all = thresholds(&held.traffic, &basis, self.0.burst);
        Ok(list(all.iter().map(|(algorithm, least)| records::Thresholds {
            algorithm: algorithm.name(),
            least: whole(least),
        })))
    }
}

/// Effects at the times of the log.
struct Whole {
    limit: Limit,
    effects: Effects,
    answer: Option<[Effect; 7]>,
}

impl Work for Whole {
    fn advance(&mut self, held: &Held, requests: usize) -> bool {
        if let Some(basis) = held.basis(self.limit.period) {
            self.answer = self.effects.advance(&held.traffic, &basis, requests);
        }
        self.answer.is_some()
    }

    fn answer(&self, _: &Held) -> Result<JsValue, JsValue> {
        Ok(list(self.answer.iter().flatten().map(exact)))
    }
}

/// Effects over all instants that the timestamps leave open.
struct Open {
    ranges: Ranges,
    answer: Option<[Bounds; 7]>,
}

impl Work for Open {
    fn advance(&mut self, held: &Held, requests: usize) -> bool {
        self.answer = self.ranges.advance(&held.traffic, requests);
        self.answer.is_some()
    }

    fn answer(&self, _: &Held) -> Result<JsValue, JsValue> {
        Ok(list(self.answer.iter().flatten().map(bounded)))
    }
}

struct OverTime {
    limit: Limit,
    algorithm: Algorithm,
    columns: Columns,
}

impl Work for OverTime {
    fn answer(&self, held: &Held) -> Result<JsValue, JsValue> {
        let Some(basis) = held.basis(self.limit.period) else { return Ok(JsValue::UNDEFINED) };
        let columns = over_time(&held.traffic, &basis, &self.limit, self.algorithm, self.columns);
        let columns = columns.map_err(refused)?;
        Ok(records::OverTime { allowed: whole(&columns.allowed), denied: whole(&columns.denied) }.into())
    }
}

struct Busiest {
    limit: Limit,
    algorithm: Algorithm,
    count: usize,
}

impl Work for Busiest {
    fn answer(&self, held: &Held) -> Result<JsValue, JsValue> {
        let Some(basis) = held.basis(self.limit.period) else { return Ok(JsValue::UNDEFINED) };
        let busy =
            busiest(&held.traffic, &basis, &self.limit, self.algorithm, self.count).map_err(refused)?;
        Ok(list(busy.iter().map(|busy| records::BusyClient {
            client: busy.client as f64,
            name: held.keys.name(busy.client as u32),
            requests: busy.requests as f64,
            peak: busy.peak.into(),
            denied: range(busy.denied),
        })))
    }
}

/// The range of a limiter's effects.
pub(super) fn bounded(bounds: &Bounds) -> records::Effect {
    records::Effect {
        algorithm: bounds.algorithm.name(),
        clients: range(bounds.clients),
        denied: range(bounds.denied),
        longestWait: None,
    }
}

/// The effect of a limiter.
fn exact(effect: &Effect) -> records::Effect {
    records::Effect {
        algorithm: effect.algorithm.name(),
        clients: exactly(effect.clients),
        denied: exactly(effect.denied),
        longestWait: Some(effect.longest_wait).filter(|wait| *wait > 0),
    }
}
