//! What a limit would have done.

use ratelab_calibration::{
    Bounds, Columns, Effect, Effects, Limit, Range, Ranges, loudest, over_time, thinned, thresholds,
};
use ratelab_limiter::Algorithm;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::{
    reader::{Held, Log},
    trial::{Trial, Work},
    values::{algorithm, instant, limit, list, period, record, refused, whole},
};
use crate::given;

/// The most columns and rows that are asked for.
const MOST: u32 = 10_000;

#[wasm_bindgen]
impl Log {
    /// Clients by their busiest period: `{ ranks, peaks }`, at most so many points.
    pub fn peaks(
        &self,
        #[wasm_bindgen(unchecked_param_type = "bigint")] of: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] points: JsValue,
    ) -> Result<Trial, JsValue> {
        let (period, points) = (period(&of)?, given::whole(&points, "points", 2, MOST)? as usize);
        Ok(Trial::on(&self.held, period, Peaks { period, points }))
    }

    /// For each limiter, `{ algorithm, least }`: by client the least amount that would not have limited it, the
    /// greatest first.
    pub fn thresholds(
        &self,
        #[wasm_bindgen(unchecked_param_type = "bigint")] of: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] burst: JsValue,
    ) -> Result<Trial, JsValue> {
        let limit = limit(&1.into(), &of, &burst)?;
        Ok(Trial::on(&self.held, limit.period, Thresholds(limit)))
    }

    /// What each limiter would have done by the stamps as they are: `{ algorithm, clients, denied, longestWait }`.
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

    /// What each limiter would have done at best and at worst, whenever requests came within what their stamps leave
    /// open: `{ algorithm, clients, denied }`.
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

    /// What a limiter would have allowed and denied in columns of time: `{ allowed, denied }`.
    #[wasm_bindgen(js_name = overTime)]
    #[allow(clippy::too_many_arguments, reason = "a limit is three numbers, a stretch of time two")]
    pub fn over_time(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] amount: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint")] period: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] burst: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] of: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] columns: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint")] to: JsValue,
    ) -> Result<Trial, JsValue> {
        let (limit, algorithm) = (limit(&amount, &period, &burst)?, algorithm(&of)?);
        let columns = given::whole(&columns, "columns", 1, MOST)? as usize;
        let columns = Columns { columns, from: instant(&from, "from")?, to: instant(&to, "to")? };
        Ok(Trial::on(&self.held, limit.period, OverTime { limit, algorithm, columns }))
    }

    /// The clients with the greatest peaks: `{ client, name, requests, peak, denied }`.
    pub fn loudest(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] amount: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint")] period: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] burst: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] of: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] count: JsValue,
    ) -> Result<Trial, JsValue> {
        let (limit, algorithm) = (limit(&amount, &period, &burst)?, algorithm(&of)?);
        let count = given::whole(&count, "count", 1, MOST)? as usize;
        Ok(Trial::on(&self.held, limit.period, Loudest { limit, algorithm, count }))
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
        let places = thinned(all.len(), self.points);
        let peaks: Vec<u32> = places.iter().map(|place| all[*place as usize]).collect();
        let ranks: Vec<u32> = places.iter().map(|place| place + 1).collect();
        Ok(record(&[("ranks", whole(&ranks)), ("peaks", whole(&peaks))]))
    }
}

struct Thresholds(Limit);

impl Work for Thresholds {
    fn answer(&self, held: &Held) -> Result<JsValue, JsValue> {
        let Some(basis) = held.basis(self.0.period) else { return Ok(JsValue::UNDEFINED) };
        let all = thresholds(&held.traffic, &basis, self.0.burst);
        let one = |(algorithm, least): &(Algorithm, Vec<u32>)| {
            record(&[("algorithm", algorithm.name().into()), ("least", whole(least))])
        };
        Ok(list(&all, one))
    }
}

/// Effects by the stamps as they are.
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
        Ok(effects(self.answer.iter().flatten()))
    }
}

/// Effects over all that the stamps leave open.
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
        Ok(bounds(self.answer.iter().flatten()))
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
        Ok(record(&[("allowed", whole(&columns.allowed)), ("denied", whole(&columns.denied))]))
    }
}

struct Loudest {
    limit: Limit,
    algorithm: Algorithm,
    count: usize,
}

impl Work for Loudest {
    fn answer(&self, held: &Held) -> Result<JsValue, JsValue> {
        let Some(basis) = held.basis(self.limit.period) else { return Ok(JsValue::UNDEFINED) };
        let loud =
            loudest(&held.traffic, &basis, &self.limit, self.algorithm, self.count).map_err(refused)?;
        Ok(list(&loud, |loud| {
            record(&[
                ("client", (loud.client as u32).into()),
                ("name", held.keys.name(loud.client as u32).into()),
                ("requests", (loud.requests as u32).into()),
                ("peak", loud.peak.into()),
                ("denied", range(loud.denied)),
            ])
        }))
    }
}

/// What limiters would have done at best and at worst.
pub(super) fn bounds<'a>(bounds: impl Iterator<Item = &'a Bounds>) -> JsValue {
    let one = |bounds: &Bounds| {
        let of = bounds.algorithm.name().into();
        record(&[("algorithm", of), ("clients", range(bounds.clients)), ("denied", range(bounds.denied))])
    };
    list(bounds, one)
}

/// What limiters would have done.
fn effects<'a>(effects: impl Iterator<Item = &'a Effect>) -> JsValue {
    let one = |effect: &Effect| {
        let exactly = |number: u64| range(Range { least: number, most: number });
        let mut fields = vec![
            ("algorithm", effect.algorithm.name().into()),
            ("clients", exactly(effect.clients)),
            ("denied", exactly(effect.denied)),
        ];
        if effect.longest_wait > 0 {
            fields.push(("longestWait", effect.longest_wait.into()));
        }
        record(&fields)
    };
    list(effects, one)
}

fn range(of: Range) -> JsValue {
    record(&[("least", (of.least as f64).into()), ("most", (of.most as f64).into())])
}
