//! The errors that functions throw: a JavaScript `Error` with the position and the reason, for a page to show.

use ratelab_limiter::PolicyError;
use ratelab_scenario::language::LanguageError;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The errors of all functions here: an `Error` with a position and a reason. */
export interface Fault extends Error {
    /** A stable word for the kind of error, such as `out_of_range`. */
    code: string;
    /** The field, parameter or argument. */
    field?: string;
    /** Its position in the text, in UTF-16 units. */
    position?: number;
    /** The length of the wrong part; 0 if something is missing. */
    length?: number;
    /** The line, from 1, and the character in it, from 1. */
    line?: number;
    column?: number;
    /** What is expected there, and an example of it. */
    expected?: string;
    example?: string;
    /** A corrected value of the whole field, which is valid. */
    fix?: string;
}
"#;

// Two of JavaScript's own, declared here because js-sys, which also has them, brings code that the small module does
// not need: 0.7 KB after gzip.
#[wasm_bindgen]
extern "C" {
    type Error;

    #[wasm_bindgen(constructor)]
    fn new(message: &str) -> Error;

    #[wasm_bindgen(js_namespace = Reflect, js_name = set)]
    fn set_field(error: &Error, name: &str, value: &JsValue) -> bool;
}

/// An error to be thrown.
#[derive(Debug)]
pub struct Fault {
    code: &'static str,
    message: String,
    more: Vec<(&'static str, JsValue)>,
}

impl Fault {
    /// Creates an error with a code and a message.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), more: Vec::new() }
    }

    /// Adds the field that it is about.
    pub fn at(self, field: &str) -> Self {
        self.with("field", field.into())
    }

    pub(crate) fn with(mut self, name: &'static str, value: JsValue) -> Self {
        self.more.push((name, value));
        self
    }

    /// Converts a mistake in a text. JavaScript counts in UTF-16 units.
    pub fn in_text(error: &LanguageError, text: &str) -> Self {
        let units = |range: core::ops::Range<usize>| {
            text.get(range).map_or(0, |part| part.encode_utf16().count()) as u32
        };
        let (start, end) = (error.position, error.position + error.length);
        let fault = Self::new(error.code(), error.to_string())
            .with("position", units(0..start).into())
            .with("length", units(start..end).into())
            .with("line", error.line.into())
            .with("column", error.column.into())
            .with("expected", error.expected.to_string().into())
            .with("example", error.example.into());
        let fault = match &error.fix {
            Some(fix) => fault.with("fix", fix.text.as_str().into()),
            None => fault,
        };
        match error.field {
            Some(field) => fault.at(field),
            None => fault,
        }
    }
}

impl From<PolicyError> for Fault {
    fn from(error: PolicyError) -> Self {
        Self::new(error.code(), error.to_string()).at(error.field())
    }
}

impl From<Fault> for JsValue {
    fn from(fault: Fault) -> Self {
        let error = Error::new(&fault.message);
        let code = ("code", fault.code.into());
        for (name, value) in [code].into_iter().chain(fault.more) {
            // This only fails for objects that refuse new fields, and this one is our own.
            let _ = set_field(&error, name, &value);
        }
        error.into()
    }
}
