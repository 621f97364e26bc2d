//! Summaries as plain JavaScript objects.

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::JsValue;

use crate::fault::Fault;

/// Converts a value to a JavaScript object.
pub(crate) fn object<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, JsValue> {
    value.into_ts().map_err(|error| Fault::new("defect", error.to_string()).into())
}
