//! Searches for limits, and for the limiter that produced the answers of a log.

use ratelab_calibration::{Frontier, Inference, Limit, propose};
use ratelab_limiter::Algorithm;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::{
    built_ins::list,
    reader::{Held, Log},
    records::{self, Proposal},
    trial::{Trial, Work},
    values::{algorithm, finite, period, tolerance},
};
use crate::given;

/// The maximum margin, in percent.
const MOST_MARGIN: u32 = 1_000;

/// Returns the maximum margin of a proposal, in percent.
#[wasm_bindgen(js_name = mostMargin)]
pub fn most_margin() -> u32 {
    MOST_MARGIN
}

#[wasm_bindgen]
impl Log {
    /// For each limiter, the smallest sufficient bursts by rate. Rates are amounts per period, including the given one;
    /// a burst that is not finite means none.
    #[wasm_bindgen(unchecked_return_type = "Trial<Frontier[]>")]
    pub fn frontier(
        &self,
        #[wasm_bindgen(unchecked_param_type = "bigint")] period_ns: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] kind: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] but: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] amount: JsValue,
    ) -> Result<Trial, JsValue> {
        let (period, tolerance) = (period(&period_ns)?, tolerance(&kind, &but)?);
        let amount = given::whole(&amount, "amount", 1, u32::MAX)?;
        Ok(Trial::new(&self.held, Frontier::new(&self.held.traffic, period, tolerance, Some(amount))))
    }

    /// Proposes a limit for a limiter with a margin in percent, and explains it.
    #[wasm_bindgen(unchecked_return_type = "Proposal")]
    pub fn propose(
        &self,
        #[wasm_bindgen(unchecked_param_type = "bigint")] period_ns: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] kind: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] but: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] margin: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] by: JsValue,
    ) -> Result<JsValue, JsValue> {
        let (period, tolerance, algorithm) = (period(&period_ns)?, tolerance(&kind, &but)?, algorithm(&by)?);
        let margin = given::whole(&margin, "margin", 0, MOST_MARGIN)?;
        let proposal = propose(&self.held.traffic, period, tolerance, margin, algorithm);
        Ok(Proposal { limit: shown(proposal.limit), why: proposal.why }.into())
    }

    /// The limiters that could have produced the answers of the log, best first; or one sentence that explains why
    /// there are none.
    #[wasm_bindgen(unchecked_return_type = "Trial<Inference[]>")]
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
        Ok(list(Algorithm::ALL.iter().map(|algorithm| records::Frontier {
            algorithm: algorithm.name(),
            rates: rates.clone(),
            bursts: finite(&self.bursts(*algorithm)),
        })))
    }
}

impl Work for Inference {
    fn advance(&mut self, held: &Held, requests: usize) -> bool {
        Inference::advance(self, &held.traffic, requests as u64)
    }

    fn answer(&self, held: &Held) -> Result<JsValue, JsValue> {
        if let Some(reason) = self.reason() {
            return Ok(list([nothing(reason)]));
        }
        Ok(list(self.findings().iter().map(|finding| {
            let client = finding.first.map_or_else(String::new, |(client, _)| held.keys.name(client));
            // A limit alone is a complete description only if all options have their defaults.
            let usual = finding.limit.policy(finding.algorithm);
            let is_usual = usual.is_ok_and(|usual| finding.settings.policy() == Ok(usual));
            records::Inference {
                sentence: finding.sentence(&client),
                matches: finding.matches as f64,
                total: finding.answers as f64,
                exact: finding.exact,
                algorithm: Some(finding.algorithm.name().to_owned()),
                limit: is_usual.then(|| shown(finding.limit)),
            }
        })))
    }
}

/// Returns the reason why no limiter matches.
fn nothing(reason: &str) -> records::Inference {
    records::Inference {
        sentence: reason.to_owned(),
        matches: 0.0,
        total: 0.0,
        exact: false,
        algorithm: None,
        limit: None,
    }
}

fn shown(Limit { amount, period, burst }: Limit) -> records::Limit {
    records::Limit { amount: amount.into(), period, burst: burst.into() }
}
