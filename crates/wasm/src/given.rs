//! What JavaScript gave, checked before anything is done with it.
//!
//! Arguments arrive as they are, because a conversion on the way would turn `NaN` into
//! 0 and 2^32 + 5 into 5 without a word.

use core::fmt;

use wasm_bindgen::prelude::JsValue;

use crate::fault::Fault;

/// The greatest number below which every whole number is a `number` of its own.
const MOST_EXACT: u64 = (1 << 53) - 1;

/// A text.
pub fn text(given: &JsValue, field: &str) -> Result<String, Fault> {
    given.as_string().ok_or_else(|| refused("not_a_text", field, given, format_args!("a string")))
}

/// A whole number within a range.
pub fn whole(given: &JsValue, field: &str, least: u32, most: u32) -> Result<u32, Fault> {
    let must = |code| refused(code, field, given, format_args!("a whole number from {least} to {most}"));
    let number = given.as_f64().filter(|number| number.fract() == 0.0);
    let number = number.ok_or_else(|| must("not_a_number"))?;
    if number < f64::from(least) || number > f64::from(most) {
        return Err(must("out_of_range"));
    }
    Ok(number as u32)
}

/// The number of something, of which there are so many, counted from 0.
pub fn index(given: &JsValue, field: &str, count: usize) -> Result<usize, Fault> {
    let Some(last) = count.checked_sub(1) else {
        return Err(refused("out_of_range", field, given, format_args!("the number of one that is there")));
    };
    whole(given, field, 0, last.min(u32::MAX as usize) as u32).map(|number| number as usize)
}

/// An instant or a duration in nanoseconds: a `bigint`, or a `number` that is exact.
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

/// Instants in nanoseconds.
#[cfg(feature = "everything")]
pub fn instants(given: &JsValue, field: &str) -> Result<Vec<u64>, Fault> {
    use js_sys::{ArrayBuffer, BigUint64Array};
    use wasm_bindgen::JsCast;
    if !ArrayBuffer::is_view(given) || !given.is_instance_of::<BigUint64Array>() {
        return Err(refused("not_a_list", field, given, format_args!("a BigUint64Array of nanoseconds")));
    }
    // A copy has as many as it says, whatever somebody made of the array that was given.
    Ok(BigUint64Array::new(given).to_vec())
}

/// The error for a value that is not what it must be.
#[cfg(feature = "everything")]
fn refused(code: &'static str, field: &str, given: &JsValue, must: fmt::Arguments<'_>) -> Fault {
    Fault::new(code, format!("{field} is {}, but must be {must}", told(given))).at(field)
}

/// The same, for whoever would rather have the picture at once than know why there is none.
#[cfg(not(feature = "everything"))]
fn refused(code: &'static str, field: &str, _given: &JsValue, _must: fmt::Arguments<'_>) -> Fault {
    Fault::new(code, [field, " is not right"].concat()).at(field)
}

/// What was given, in a few words.
#[cfg(feature = "everything")]
fn told(given: &JsValue) -> String {
    use wasm_bindgen::JsCast;
    let text = given.as_string().map(|text| format!("\"{text}\""));
    let number = given.as_f64().and_then(|number| js_sys::Number::from(number).to_string_with_radix(10).ok());
    let big = given.dyn_ref::<js_sys::BigInt>().and_then(|big| big.to_string(10).ok());
    let told = text.or_else(|| number.or(big).map(String::from));
    shortened(told.or_else(|| given.js_typeof().as_string()).unwrap_or_default())
}

/// A message is a sentence, however long the value is.
#[cfg(feature = "everything")]
fn shortened(mut text: String) -> String {
    const MOST: usize = 40;
    if text.len() > MOST {
        text.truncate(text.floor_char_boundary(MOST));
        text.push_str("...");
    }
    text
}
