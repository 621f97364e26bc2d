//! Arguments from JavaScript, checked before anything is done with them.
//!
//! They arrive unconverted, because a conversion would silently turn `NaN` into 0 and 2^32 + 5 into 5.

use wasm_bindgen::prelude::JsValue;

use crate::{fault::Fault, words::refused};

/// The largest number up to which a `number` represents every whole number exactly.
const MOST_EXACT: u64 = (1 << 53) - 1;

/// Reads a text.
pub fn text(given: &JsValue, field: &str) -> Result<String, Fault> {
    given.as_string().ok_or_else(|| refused("not_a_text", field, given, format_args!("a string")))
}

/// Reads a whole number within a range.
pub fn whole(given: &JsValue, field: &str, least: u32, most: u32) -> Result<u32, Fault> {
    let must = |code| refused(code, field, given, format_args!("a whole number from {least} to {most}"));
    let number = given.as_f64().filter(|number| number.fract() == 0.0);
    let number = number.ok_or_else(|| must("not_a_number"))?;
    if number < f64::from(least) || number > f64::from(most) {
        return Err(must("out_of_range"));
    }
    Ok(number as u32)
}

/// Reads an index from 0, below `count`.
pub fn index(given: &JsValue, field: &str, count: usize) -> Result<usize, Fault> {
    let Some(last) = count.checked_sub(1) else {
        return Err(refused("out_of_range", field, given, format_args!("a valid index")));
    };
    whole(given, field, 0, last.min(u32::MAX as usize) as u32).map(|number| number as usize)
}

/// Reads an instant or a duration in nanoseconds: a `bigint`, or an exact `number`.
pub fn nanoseconds(given: &JsValue, field: &str) -> Result<u64, Fault> {
    let exact = |number: &f64| number.fract() == 0.0 && (0.0..=MOST_EXACT as f64).contains(number);
    let number = given.as_f64().filter(exact).map(|number| number as u64);
    number.or_else(|| u64::try_from(given.clone()).ok().filter(|_| given.is_bigint())).ok_or_else(|| {
        let most = u64::MAX;
        let must =
            format_args!("whole nanoseconds: a bigint from 0 to {most}, or a number from 0 to {MOST_EXACT}");
        refused("out_of_range", field, given, must)
    })
}
