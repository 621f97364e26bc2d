//! The messages of faults.

use core::fmt;

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::fault::Fault;

// Declared here for the same reason as in `fault`.
#[wasm_bindgen]
extern "C" {
    /// Formats a number or a bigint as JavaScript does.
    #[wasm_bindgen(js_name = String)]
    fn written(value: &JsValue) -> String;
}

/// Creates the fault of an invalid value.
pub(crate) fn refused(code: &'static str, field: &str, given: &JsValue, must: fmt::Arguments<'_>) -> Fault {
    // Joined rather than formatted: the formatting code would enlarge the first picture.
    Fault::new(code, [field, " is ", &shown(given), ", but must be ", &must.to_string()].concat()).at(field)
}

/// Describes a value in a few words.
fn shown(given: &JsValue) -> String {
    let kind = given.js_typeof().as_string().unwrap_or_default();
    shortened(match &*kind {
        "string" => ["\"", &given.as_string().unwrap_or_default(), "\""].concat(),
        "number" | "bigint" => written(given),
        _ => kind,
    })
}

/// A message stays a sentence, however long the value is.
fn shortened(mut text: String) -> String {
    const MOST: usize = 40;
    if text.len() > MOST {
        text.truncate(text.floor_char_boundary(MOST));
        text.push_str("...");
    }
    text
}
