//! Which limit would have done what is wanted, and which limiter gave the answers of a log.

use ratelab_calibration::{Frontier, Inference, Limit, propose};
use ratelab_limiter::Algorithm;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::{
    reader::{Held, Log},
    trial::{Trial, Work},
    values::{algorithm, finite, list, period, record, spare},
};
use crate::given;

/// Ten times as much as was seen is no margin any more.
const MOST_MARGIN: u32 = 1_000;

#[wasm_bindgen]
impl Log {
    /// For each limiter the least bursts by rate that would have spared enough: `{ algorithm, rates, bursts }`. Rates
    /// are amounts per period, the one that is given among them; a burst that is not finite is none.
    pub fn frontier(
        &self,
        #[wasm_bindgen(unchecked_param_type = "bigint")] of: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] kind: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] but: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] amount: JsValue,
    ) -> Result<Trial, JsValue> {
        let (period, spare) = (period(&of)?, spare(&kind, &but)?);
        let amount = given::whole(&amount, "amount", 1, u32::MAX)?;
        Ok(Trial::new(&self.held, Frontier::new(&self.held.traffic, period, spare, Some(amount))))
    }

    /// A limit of a limiter with a margin in per cent, and why: `{ limit, why }`.
    pub fn propose(
        &self,
        #[wasm_bindgen(unchecked_param_type = "bigint")] of: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] kind: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] but: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] margin: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] by: JsValue,
    ) -> Result<JsValue, JsValue> {
        let (period, spare, algorithm) = (period(&of)?, spare(&kind, &but)?, algorithm(&by)?);
        let margin = given::whole(&margin, "margin", 0, MOST_MARGIN)?;
        let proposal = propose(&self.held.traffic, period, spare, margin, algorithm);
        Ok(record(&[("limit", shown(proposal.limit)), ("why", proposal.why.into())]))
    }

    /// Which limiters would have answered as the log says, the best first: `{ sentence, matches, of, exact,
    /// algorithm, limit }`, the limit where it tells all; or one sentence that says why there is none.
    pub fn infer(&self) -> Trial {
        Trial::new(&self.held, Inference::new(&self.held.traffic))
    }
}

impl Work for Frontier {
    fn advance(&mut self, held: &Held, requests: usize) -> bool {
        Frontier::advance(self, &held.traffic, requests as u64)
    }

    fn answer(&self, _: &Held) -> Result<JsValue, JsValue> {
        let rates = finite(&self.amounts());
        let one = |algorithm: &Algorithm| {
            let bursts = finite(&self.bursts(*algorithm));
            record(&[("algorithm", algorithm.name().into()), ("rates", rates.clone()), ("bursts", bursts)])
        };
        Ok(list(&Algorithm::ALL, one))
    }
}

impl Work for Inference {
    fn advance(&mut self, held: &Held, requests: usize) -> bool {
        Inference::advance(self, &held.traffic, requests as u64)
    }

    fn answer(&self, held: &Held) -> Result<JsValue, JsValue> {
        if let Some(reason) = self.reason() {
            let none = [
                ("sentence", reason.into()),
                ("matches", 0.into()),
                ("of", 0.into()),
                ("exact", false.into()),
            ];
            return Ok(list(&[none], |none| record(none)));
        }
        Ok(list(self.findings(), |finding| {
            let client = finding.first.map_or_else(String::new, |(client, _)| held.keys.name(client));
            let mut fields = vec![
                ("sentence", finding.sentence(&client).into()),
                ("matches", (finding.matches as f64).into()),
                ("of", (finding.of as f64).into()),
                ("exact", finding.exact.into()),
                ("algorithm", finding.algorithm.name().into()),
            ];
            // A limit alone says it only if no option is other than usual.
            let usual = finding.limit.policy(finding.algorithm);
            if usual.is_ok_and(|usual| finding.settings.policy() == Ok(usual)) {
                fields.push(("limit", shown(finding.limit)));
            }
            record(&fields)
        }))
    }
}

fn shown(limit: Limit) -> JsValue {
    let Limit { amount, period, burst } = limit;
    record(&[("amount", amount.into()), ("period", period.into()), ("burst", burst.into())])
}
