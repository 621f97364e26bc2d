//! The traffic changed by hand. Each function gives the value of the field `traffic` as it
//! is after that; requests are told by their number in the traffic, from 0.

use ratelab_simulation::language::{Stroke, paint};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{fault::Fault, given};

/// One request more at each of these times.
#[wasm_bindgen(js_name = addRequests)]
pub fn add_requests(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    #[wasm_bindgen(unchecked_param_type = "BigUint64Array")] times: JsValue,
) -> Result<String, JsValue> {
    painted(&text, &Stroke::Add(given::instants(&times, "times")?))
}

/// A request at another time.
#[wasm_bindgen(js_name = moveRequest)]
pub fn move_request(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] request: JsValue,
    #[wasm_bindgen(unchecked_param_type = "bigint | number")] to: JsValue,
) -> Result<String, JsValue> {
    let (request, to) = (number(&request)?, given::nanoseconds(&to, "to")?);
    painted(&text, &Stroke::Move { request, to })
}

/// A request less.
#[wasm_bindgen(js_name = removeRequest)]
pub fn remove_request(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] request: JsValue,
) -> Result<String, JsValue> {
    painted(&text, &Stroke::Remove(number(&request)?))
}

fn number(request: &JsValue) -> Result<usize, Fault> {
    given::whole(request, "request", 0, u32::MAX).map(|request| request as usize)
}

fn painted(text: &JsValue, stroke: &Stroke) -> Result<String, JsValue> {
    let text = given::text(text, "text")?;
    Ok(paint(&text, stroke).map_err(|error| Fault::in_text(&error, &text))?)
}
