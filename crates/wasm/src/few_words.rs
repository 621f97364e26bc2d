//! The twin of `words` in the small module. A fault has its code, its field and its place;
//! the other module says the rest.

use core::fmt;

use ratelab_scenario::language::LanguageError;
use wasm_bindgen::prelude::JsValue;

use crate::fault::Fault;

pub(crate) fn message(of: &str, _: &impl fmt::Display) -> String {
    [of, " is not right"].concat()
}

pub(crate) const fn explained(fault: Fault, _: &LanguageError) -> Fault {
    fault
}

pub(crate) fn refused(code: &'static str, field: &str, _: &JsValue, _: fmt::Arguments<'_>) -> Fault {
    Fault::new(code, [field, " is not right"].concat()).at(field)
}
