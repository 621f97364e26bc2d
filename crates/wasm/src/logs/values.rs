//! Arguments and results that several questions share.

use ratelab_calibration::{Limit, Range, Tolerance};
use ratelab_limiter::{Algorithm, PolicyError};
use wasm_bindgen::prelude::JsValue;

use super::{
    built_ins::{Float64Array, Uint32Array},
    records,
};
use crate::{fault::Fault, given};

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
