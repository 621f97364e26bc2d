//! The records in answers about a log. Each is declared once: the declaration generates the Rust struct, its
//! conversion to a JavaScript object, and its TypeScript interface, so that the three cannot differ.
//!
//! The records of the playground use `tsify` and serde instead, which would exceed this module's size budget.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::values::{Float64Array, Uint32Array, list, object};

/// TypeScript's own types in Rust.
#[allow(non_camel_case_types, reason = "declarations of records name types as TypeScript does")]
mod typescript {
    pub(super) type number = f64;
    pub(super) type bigint = u64;
    pub(super) type boolean = bool;
    pub(super) type string = String;
}
use typescript::{bigint, boolean, number, string};

/// Declares records. A field has a TypeScript type or another record, `[T]` for an array, `(T)` if it may be absent,
/// or a quoted TypeScript type if it is one of the program's own strings.
macro_rules! records {
    ($($(#[doc = $doc:literal])* $name:ident { $($(#[doc = $note:literal])* $field:ident: $kind:tt,)+ })+) => {
        $(
            $(#[doc = $doc])*
            #[allow(non_snake_case, reason = "fields have the names that JavaScript gets")]
            pub(super) struct $name {
                $($(#[doc = $note])* pub(super) $field: rust!($kind),)+
            }

            impl From<$name> for JsValue {
                fn from(record: $name) -> Self {
                    object(&[$((stringify!($field), value!($kind, record.$field))),+])
                }
            }
        )+

        #[wasm_bindgen(typescript_custom_section)]
        const TYPES: &str = concat!($(
            "/**\n", $(" *", $doc, "\n",)* " */\nexport interface ", stringify!($name), " {\n",
            $($("    /**", $note, " */\n",)* "    ", stringify!($field), mark!($kind), ": ", types!($kind), ";\n",)+
            "}\n",
        )+);
    };
}

/// The Rust type of a field.
macro_rules! rust {
    ([$type:ident]) => { Vec<$type> };
    (($type:ident)) => { Option<$type> };
    ($quoted:literal) => { &'static str };
    ($type:ident) => { $type };
}

/// The TypeScript type of a field.
#[allow(unused_macros, reason = "declarations for TypeScript exist only in builds for WebAssembly")]
macro_rules! types {
    ([$type:ident]) => {
        concat!(stringify!($type), "[]")
    };
    (($type:ident)) => {
        stringify!($type)
    };
    ($quoted:literal) => {
        $quoted
    };
    ($type:ident) => {
        stringify!($type)
    };
}

/// The mark of an optional field in TypeScript.
#[allow(unused_macros, reason = "declarations for TypeScript exist only in builds for WebAssembly")]
macro_rules! mark {
    (($type:ident)) => {
        "?"
    };
    ($other:tt) => {
        ""
    };
}

/// Converts the value of a field for JavaScript.
macro_rules! value {
    ([$type:ident], $value:expr) => {
        list($value)
    };
    (($type:ident), $value:expr) => {
        $value.map_or(JsValue::UNDEFINED, Into::into)
    };
    ($other:tt, $value:expr) => {
        $value.into()
    };
}

records! {
    /// An available format: its name in options, its title, and an example line.
    FormatRow {
        name: "string",
        title: "string",
        example: "string",
    }

    /// The format of a log: its name in options, and its title.
    FormatName {
        name: "string",
        title: "string",
    }

    /// A line that could not be read.
    Sample {
        /// Its number, from 1.
        line: number,
        /// Its beginning.
        text: string,
        /// What was expected instead.
        expected: "string",
        /// At which byte.
        at: number,
    }

    /// Lines that came after a later one and were put in order.
    Disorder {
        lines: number,
        /// How many microseconds the furthest one went back.
        most: number,
    }

    /// An overview of a log. Times are in nanoseconds since 1970.
    Overview {
        format: FormatName,
        /// The bytes that were read, after decompression.
        bytes: number,
        lines: number,
        /// The requests that are counted.
        requests: number,
        /// The clients that sent them.
        clients: number,
        /// The time of the first request.
        from: bigint,
        /// The time of the last request.
        to: bigint,
        /// Lines that could not be read.
        unread: number,
        /// Some of them.
        samples: [Sample],
        /// Headers, comments, empty lines.
        other: number,
        /// The precision of the timestamps in microseconds.
        slack: number,
        /// The meaning of the timestamps.
        timing: "'arrival' | 'corrected' | 'completion' | 'mixed'",
        disorder: Disorder,
        /// Requests with a response of 429.
        limited: number,
        /// Requests that were left out because of that.
        leftOut: number,
        /// Whether a request has a cost other than 1.
        costs: boolean,
        /// Costs that were reduced to the largest supported one.
        capped: number,
        /// Requests whose line lacks a part of the key, which is then `-`.
        withoutKey: number,
        /// Requests whose line lacks the cost, which is then 1.
        withoutCost: number,
        /// Whether the whole log was read.
        complete: boolean,
    }

    /// A limit: an amount per period in nanoseconds, and a burst.
    Limit {
        amount: number,
        period: bigint,
        burst: number,
    }

    /// `least` and `most` are equal if the timestamps are exact.
    Range {
        least: number,
        most: number,
    }

    /// The effect of a limiter.
    Effect {
        algorithm: "string",
        clients: Range,
        denied: Range,
        /// In nanoseconds, for a queue.
        longestWait: (bigint),
    }

    /// Clients by their busiest period, in descending order: a selection of ranks, including the first and the last.
    Peaks {
        ranks: Uint32Array,
        peaks: Uint32Array,
    }

    /// For each client the smallest amount that would not have limited it, in descending order; the largest number if
    /// none would.
    Thresholds {
        algorithm: "string",
        least: Uint32Array,
    }

    /// What a limiter would have allowed and denied, by column of time.
    OverTime {
        allowed: Uint32Array,
        denied: Uint32Array,
    }

    /// A client with a high peak.
    Loud {
        client: number,
        name: string,
        requests: number,
        peak: number,
        denied: Range,
    }

    /// The smallest burst for each rate, in requests per period; not finite if there is none.
    Frontier {
        algorithm: "string",
        rates: Float64Array,
        bursts: Float64Array,
    }

    /// A limit, and why it is proposed.
    Proposal {
        limit: Limit,
        why: string,
    }

    /// A limiter that could have produced the log's responses; or a sentence that says why there is none.
    Inference {
        sentence: string,
        matches: number,
        total: number,
        exact: boolean,
        algorithm: (string),
        /// The limit, if it describes the limiter completely.
        limit: (Limit),
    }

    /// What would have happened in a time range.
    Part {
        requests: number,
        clients: number,
        effects: [Effect],
    }
}
