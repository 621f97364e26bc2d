//! Long questions about a log, answered in slices.

use std::rc::Rc;

use ratelab_calibration::Basis;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::reader::Held;
use crate::{fault::Fault, given};

// Declared by hand, because the binding generator knows no type parameters.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A question about a log that takes its time. `free` gives it up. */
export class Trial<Answer> {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /** Goes on with about this many requests, and returns whether that was all. */
    advance(requests: number): boolean;
    /** The answer, once `advance` has returned true. */
    answer(): Answer;
}
"#;

/// A question about a log that takes its time. `free` gives it up. In TypeScript it has the type of its answer, which
/// the question declares.
#[wasm_bindgen(skip_typescript)]
pub struct Trial {
    held: Rc<Held>,
    /// The period whose basis the question needs, and as much of it as there is.
    ground: Option<(u64, Option<Basis>)>,
    work: Box<dyn Work>,
    done: bool,
}

/// What is left to do once the basis is there.
pub(crate) trait Work {
    /// Goes on with about so many requests, and says whether that was all.
    fn advance(&mut self, _: &Held, _: usize) -> bool {
        true
    }

    /// The answer, when all is done.
    fn answer(&self, held: &Held) -> Result<JsValue, JsValue>;
}

#[wasm_bindgen]
impl Trial {
    /// Goes on with about so many requests, and says whether that was all.
    pub fn advance(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] requests: JsValue,
    ) -> Result<bool, JsValue> {
        let requests = given::whole(&requests, "requests", 1, u32::MAX)? as usize;
        self.done = self.is_grounded(requests) && (self.done || self.work.advance(&self.held, requests));
        Ok(self.done)
    }

    /// The answer, once `advance` has said that there is one.
    pub fn answer(&self) -> Result<JsValue, JsValue> {
        if !self.done {
            return Err(Fault::new("not_done", "the answer is not there yet").into());
        }
        self.work.answer(&self.held)
    }
}

impl Trial {
    /// A question that needs no basis.
    pub(crate) fn new(held: &Rc<Held>, work: impl Work + 'static) -> Self {
        Self { held: Rc::clone(held), ground: None, work: Box::new(work), done: false }
    }

    /// A question that needs the basis of a period.
    pub(crate) fn on(held: &Rc<Held>, period: u64, work: impl Work + 'static) -> Self {
        Self { ground: Some((period, None)), ..Self::new(held, work) }
    }

    /// Whether the basis is there, after going on with it.
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
