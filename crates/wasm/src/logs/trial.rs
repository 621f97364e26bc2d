//! Long computations about a log, done in slices.

use std::rc::Rc;

use ratelab_calibration::Basis;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::reader::Held;
use crate::{fault::Fault, given};

// Declared by hand, because wasm-bindgen does not support type parameters.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A question about a log that takes some time. `free` cancels it. */
export class Trial<Answer> {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /** Continues for about this many requests, and returns whether it is done. */
    advance(requests: number): boolean;
    /** The answer, once `advance` has returned true. */
    answer(): Answer;
}
"#;

/// A long computation about a log. `free` cancels it. In TypeScript it has the type of its answer as a parameter.
#[wasm_bindgen(skip_typescript)]
pub struct Trial {
    held: Rc<Held>,
    /// The period whose basis the computation needs, and the basis as far as it is computed.
    ground: Option<(u64, Option<Basis>)>,
    work: Box<dyn Work>,
    done: bool,
}

/// The work after the basis is complete.
pub(crate) trait Work {
    /// Processes about `requests` requests, and returns whether the work is complete.
    fn advance(&mut self, _: &Held, _: usize) -> bool {
        true
    }

    /// The answer, once the work is complete.
    fn answer(&self, held: &Held) -> Result<JsValue, JsValue>;
}

#[wasm_bindgen]
impl Trial {
    /// Processes about `requests` requests, and returns whether the answer is complete.
    pub fn advance(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] requests: JsValue,
    ) -> Result<bool, JsValue> {
        let requests = given::whole(&requests, "requests", 1, u32::MAX)? as usize;
        self.done = self.is_grounded(requests) && (self.done || self.work.advance(&self.held, requests));
        Ok(self.done)
    }

    /// The answer, once `advance` has returned `true`.
    pub fn answer(&self) -> Result<JsValue, JsValue> {
        if !self.done {
            return Err(Fault::new("not_done", "the answer is not complete yet").into());
        }
        self.work.answer(&self.held)
    }
}

impl Trial {
    /// A computation that needs no basis.
    pub(crate) fn new(held: &Rc<Held>, work: impl Work + 'static) -> Self {
        Self { held: Rc::clone(held), ground: None, work: Box::new(work), done: false }
    }

    /// A computation that needs the basis of a period.
    pub(crate) fn on(held: &Rc<Held>, period: u64, work: impl Work + 'static) -> Self {
        Self { ground: Some((period, None)), ..Self::new(held, work) }
    }

    /// Continues with the basis, and returns whether it is complete.
    fn is_grounded(&mut self, requests: usize) -> bool {
        let Some((period, building)) = &mut self.ground else { return true };
        if self.held.basis(*period).is_some() {
            return true;
        }
        let basis = building.get_or_insert_with(|| Basis::begin(*period));
        let is_complete = basis.advance(&self.held.traffic, requests);
        if is_complete && let Some(basis) = building.take() {
            self.held.keep(basis);
        }
        is_complete
    }
}
