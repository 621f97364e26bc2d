//! Summaries as plain objects of JavaScript.

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::JsValue;

use crate::fault::Fault;

/// A value as an object of JavaScript.
pub(crate) fn object<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, JsValue> {
    value.into_ts().map_err(|error| Fault::new("defect", error.to_string()).into())
}
