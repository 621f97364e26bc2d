//! What faults say.

use core::fmt;

use js_sys::{BigInt, Number};
use wasm_bindgen::{JsCast, prelude::JsValue};

use crate::fault::Fault;

/// The fault of a value that is not what it must be.
pub(crate) fn refused(code: &'static str, field: &str, given: &JsValue, must: fmt::Arguments<'_>) -> Fault {
    Fault::new(code, format!("{field} is {}, but must be {must}", shown(given))).at(field)
}

/// A value in a few words.
fn shown(given: &JsValue) -> String {
    let text = given.as_string().map(|text| format!("\"{text}\""));
    let number = given.as_f64().and_then(|number| Number::from(number).to_string_with_radix(10).ok());
    let big = given.dyn_ref::<BigInt>().and_then(|big| big.to_string(10).ok());
    let shown = text.or_else(|| number.or(big).map(String::from));
    shortened(shown.or_else(|| given.js_typeof().as_string()).unwrap_or_default())
}

/// A message is a sentence, however long the value is.
fn shortened(mut text: String) -> String {
    const MOST: usize = 40;
    if text.len() > MOST {
        text.truncate(text.floor_char_boundary(MOST));
        text.push_str("...");
    }
    text
}
