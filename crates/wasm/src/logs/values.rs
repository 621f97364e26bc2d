//! Arguments and results that several questions share.

use ratelab_calibration::{Limit, Range, Tolerance};
use ratelab_limiter::{Algorithm, PolicyError};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::records;
use crate::{fault::Fault, given};

// JavaScript built-ins, declared here because those of js-sys add code that is not needed.
#[wasm_bindgen]
extern "C" {
    type Object;

    #[wasm_bindgen(constructor)]
    fn new() -> Object;

    #[wasm_bindgen(js_namespace = Reflect, js_name = set)]
    fn set_field(object: &Object, name: &str, value: &JsValue) -> bool;

    type Array;

    #[wasm_bindgen(constructor)]
    fn new() -> Array;

    #[wasm_bindgen(method)]
    fn push(this: &Array, value: &JsValue) -> u32;

    pub(super) type Uint32Array;

    #[wasm_bindgen(constructor)]
    fn new(numbers: &[u32]) -> Uint32Array;

    #[derive(Clone)]
    pub(super) type Float64Array;

    #[wasm_bindgen(constructor)]
    fn new(numbers: &[f64]) -> Float64Array;
}

/// Shares are in parts per million.
const WHOLE: f64 = 1_000_000.0;

/// A limit: amount, period and burst.
pub(super) fn limit(amount: &JsValue, period: &JsValue, burst: &JsValue) -> Result<Limit, Fault> {
    let limit = Limit {
        amount: given::whole(amount, "amount", 1, u32::MAX)?,
        period: given::nanoseconds(period, "period")?,
        burst: given::whole(burst, "burst", 1, u32::MAX)?,
    };
    limit.check().map_err(refused)?;
    Ok(limit)
}

/// Reads the length of a window.
pub(super) fn period(period: &JsValue) -> Result<u64, Fault> {
    limit(&1.into(), period, &1.into()).map(|limit| limit.period)
}

/// The error for a limit that a limiter rejects.
pub(super) fn refused(error: PolicyError) -> Fault {
    Fault::new(error.code(), error.to_string()).at(error.field())
}

/// Reads the name of a limiter.
pub(super) fn algorithm(name: &JsValue) -> Result<Algorithm, Fault> {
    Algorithm::from_name(&given::text(name, "algorithm")?).map_err(refused)
}

/// The clients that a limit may affect: `none`, a share of `clients` or `requests` in percent, or a `count` of
/// clients.
pub(super) fn tolerance(kind: &JsValue, but: &JsValue) -> Result<Tolerance, Fault> {
    let share = but.as_f64().filter(|percent| (0.0..=100.0).contains(percent));
    let share = share.map(|percent| (percent / 100.0 * WHOLE).round() as u32);
    let wrong = |field, must: &str| Fault::new("out_of_range", [field, " must be ", must].concat()).at(field);
    match given::text(kind, "tolerance")?.as_str() {
        "none" => Ok(Tolerance::None),
        "clients" => share.map(Tolerance::Clients).ok_or_else(|| wrong("percent", "from 0 to 100")),
        "requests" => share.map(Tolerance::Requests).ok_or_else(|| wrong("percent", "from 0 to 100")),
        "count" => given::whole(but, "count", 0, u32::MAX).map(Tolerance::Count),
        _ => Err(wrong("tolerance", "none, clients, requests or count")),
    }
}

/// Reads an instant in nanoseconds, and converts it to microseconds since 1970.
pub(super) fn instant(given: &JsValue, field: &str) -> Result<u64, Fault> {
    Ok(given::nanoseconds(given, field)? / 1000)
}

/// Creates an object with these fields, except those that are absent.
pub(super) fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_undefined()) {
        // This fails only for objects that are not extensible.
        let _ = set_field(&object, name, value);
    }
    object.into()
}

/// An array of these items.
pub(super) fn list<T: Into<JsValue>>(items: impl IntoIterator<Item = T>) -> JsValue {
    let array = Array::new();
    for item in items {
        array.push(&item.into());
    }
    array.into()
}

/// Creates a range of one number.
pub(super) const fn exactly(number: u64) -> records::Range {
    range(Range { least: number, most: number })
}

/// Converts a range for JavaScript.
pub(super) const fn range(Range { least, most }: Range) -> records::Range {
    records::Range { least: least as f64, most: most as f64 }
}

/// Integers, as a typed array.
pub(super) fn whole(numbers: &[u32]) -> Uint32Array {
    Uint32Array::new(numbers)
}

/// Integers as JavaScript numbers; infinity for the maximum, which means none.
pub(super) fn finite(numbers: &[u32]) -> Float64Array {
    let number = |number: &u32| if *number == u32::MAX { f64::INFINITY } else { f64::from(*number) };
    Float64Array::new(&numbers.iter().map(number).collect::<Vec<_>>())
}
