//! The records that answers about a log consist of. Each is declared once: the declaration makes the Rust struct, its
//! conversion to a JavaScript object and its TypeScript interface, so that the three cannot differ.
//!
//! The records of the playground are made by `tsify` and serde instead, for which this module's budget of bytes has no
//! room.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::values::{Float64Array, Uint32Array, list, object};

/// What TypeScript's own types are in Rust.
#[allow(non_camel_case_types, reason = "declarations of records name types as TypeScript does")]
mod typescript {
    pub(super) type number = f64;
    pub(super) type bigint = u64;
    pub(super) type boolean = bool;
    pub(super) type string = String;
}
use typescript::{bigint, boolean, number, string};

/// Declares records. A field has a type of TypeScript or another record, `[T]` for an array of them, `(T)` if it may
/// be absent, or a quoted type of TypeScript if it is one of the program's own strings.
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
    ([$item:ident]) => { Vec<$item> };
    (($item:ident)) => { Option<$item> };
    ($quoted:literal) => { &'static str };
    ($item:ident) => { $item };
}

/// The TypeScript type of a field.
#[allow(unused_macros, reason = "declarations for TypeScript exist only in builds for WebAssembly")]
macro_rules! types {
    ([$item:ident]) => {
        concat!(stringify!($item), "[]")
    };
    (($item:ident)) => {
        stringify!($item)
    };
    ($quoted:literal) => {
        $quoted
    };
    ($item:ident) => {
        stringify!($item)
    };
}

/// What marks a field in TypeScript that may be absent.
#[allow(unused_macros, reason = "declarations for TypeScript exist only in builds for WebAssembly")]
macro_rules! mark {
    (($item:ident)) => {
        "?"
    };
    ($other:tt) => {
        ""
    };
}

/// The value of a field for JavaScript.
macro_rules! value {
    ([$item:ident], $value:expr) => {
        list($value)
    };
    (($item:ident), $value:expr) => {
        $value.map_or(JsValue::UNDEFINED, Into::into)
    };
    ($other:tt, $value:expr) => {
        $value.into()
    };
}

records! {
    /// A format that can be chosen: its name in options, its title, and a line of it.
    FormatRow {
        name: "string",
        title: "string",
        example: "string",
    }

    /// The format of a log: its name in options and its title.
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
        /// How many microseconds the furthest went back.
        most: number,
    }

    /// What a log is. Times are in nanoseconds since 1970.
    Overview {
        format: FormatName,
        /// The bytes that were read, after unpacking.
        bytes: number,
        lines: number,
        /// The requests that count.
        requests: number,
        /// The clients that sent them.
        clients: number,
        /// When the first came.
        from: bigint,
        /// When the last came.
        to: bigint,
        /// Lines that could not be read.
        unread: number,
        /// Some of them.
        samples: [Sample],
        /// Headers, comments, empty lines.
        other: number,
        /// Microseconds that a stamp leaves open.
        slack: number,
        /// What the stamps mean.
        timing: "'arrival' | 'corrected' | 'completion' | 'mixed'",
        disorder: Disorder,
        /// Requests that were answered with 429.
        limited: number,
        /// Requests that were left out for it.
        leftOut: number,
        /// Whether some request costs other than 1.
        costs: boolean,
        /// Costs cut to the greatest that is kept.
        capped: number,
        /// Requests whose line lacks a part of the key: `-` stands for it.
        withoutKey: number,
        /// Requests whose line does not have the cost: they cost 1.
        withoutCost: number,
        /// Whether all of it was read.
        complete: boolean,
    }

    /// A limit: an amount in a period of nanoseconds, and how many at once.
    Limit {
        amount: number,
        period: bigint,
        burst: number,
    }

    /// `least` and `most` are equal where stamps leave nothing open.
    Range {
        least: number,
        most: number,
    }

    /// What a limiter would have done.
    Effect {
        algorithm: "string",
        clients: Range,
        denied: Range,
        /// In nanoseconds, of a queue.
        longestWait: (bigint),
    }

    /// Clients by their busiest period, in descending order: some of the ranks, the first and the last among them.
    Peaks {
        ranks: Uint32Array,
        peaks: Uint32Array,
    }

    /// For each client the least amount that would not have limited it, in descending order; the greatest number if
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

    /// A client with a great peak.
    Loud {
        client: number,
        name: string,
        requests: number,
        peak: number,
        denied: Range,
    }

    /// The least burst for each rate, in requests per period; not finite if there is none.
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

    /// A limiter that could have given the log's own answers; or a sentence that says why there is none.
    Inference {
        sentence: string,
        matches: number,
        of: number,
        exact: boolean,
        algorithm: (string),
        /// Where it says all about the limiter.
        limit: (Limit),
    }

    /// What would have happened in a time range.
    Part {
        requests: number,
        clients: number,
        effects: [Effect],
    }
}
