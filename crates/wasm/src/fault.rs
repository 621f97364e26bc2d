//! What every function throws: a JavaScript `Error` with what a page needs to show it at
//! the right place.

use ratelab_limiter::PolicyError;
use ratelab_scenario::language::LanguageError;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What every function here throws: an `Error` that says where and why. */
export interface Fault extends Error {
    /** A stable word for the kind of error, such as `out_of_range`. */
    code: string;
    /** The field, parameter or argument. */
    field?: string;
    /** Where in the text it is, in UTF-16 units as strings have them. */
    position?: number;
    /** How much of the text is wrong; 0 where something is missing. */
    length?: number;
    /** The line, from 1, and the character in it, from 1. */
    line?: number;
    column?: number;
    /** What could be there, and an example of it. */
    expected?: string;
    example?: string;
    /** The whole value of the field as it could be; it can be read. */
    fix?: string;
}
"#;

// Two of JavaScript's own, declared here because js-sys, which has them too, brings code
// along that the small module would carry in vain: 0.7 KB after gzip.
#[wasm_bindgen]
extern "C" {
    type Error;

    #[wasm_bindgen(constructor)]
    fn new(message: &str) -> Error;

    #[wasm_bindgen(js_namespace = Reflect, js_name = set)]
    fn set_field(error: &Error, name: &str, value: &JsValue) -> bool;
}

/// An error on its way out.
#[derive(Debug)]
pub struct Fault {
    code: &'static str,
    message: String,
    more: Vec<(&'static str, JsValue)>,
}

impl Fault {
    /// An error with a code and a message.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), more: Vec::new() }
    }

    /// With the field it is at.
    pub fn at(self, field: &str) -> Self {
        self.with("field", field.into())
    }

    pub(crate) fn with(mut self, name: &'static str, value: JsValue) -> Self {
        self.more.push((name, value));
        self
    }

    /// A mistake in a text. JavaScript counts in UTF-16 units.
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
            // It fails only for objects that refuse new fields, and this one is ours.
            let _ = set_field(&error, name, &value);
        }
        error.into()
    }
}
