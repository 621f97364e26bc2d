//! What a log is, as far as it was read.

use ratelab_access_log::{Sample, Timing, formats::KINDS};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::{
    reader::{Held, Log},
    values::{list, record},
};

// Objects are made here field by field: what makes them of declarations elsewhere is more than a page should load for
// two of them.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What a log is. Times are in nanoseconds since 1970. */
export interface Overview {
    /** The format it is in: what it is called in options, and what people call it. */
    format: { name: string; title: string };
    /** The bytes that were read, after unpacking. */
    bytes: number;
    /** The lines. */
    lines: number;
    /** The requests that count. */
    requests: number;
    /** Who sent them. */
    clients: number;
    /** When the first came. */
    from: bigint;
    /** When the last came. */
    to: bigint;
    /** Lines that were not understood. */
    unread: number;
    /** Some of them: the number from 1, the beginning, what was expected and at which byte. */
    samples: { line: number; text: string; expected: string; at: number }[];
    /** Headers, comments, empty lines. */
    other: number;
    /** Microseconds that a stamp leaves open. */
    slack: number;
    /** What the stamps mean. */
    timing: 'arrival' | 'corrected' | 'completion' | 'mixed';
    /** Lines that came after a later one and were put in order, and how many microseconds the furthest went back. */
    disorder: { lines: number; most: number };
    /** Requests that were answered with 429. */
    limited: number;
    /** Requests that were left out for it. */
    leftOut: number;
    /** Whether some request costs other than 1. */
    costs: boolean;
    /** Costs cut to the greatest that is kept. */
    capped: number;
    /** Requests whose line lacks a part of the key: `-` stands for it. */
    withoutKey: number;
    /** Requests whose line does not say the cost: they cost 1. */
    withoutCost: number;
    /** Whether all of it was read. */
    complete: boolean;
}

/** A format that can be chosen: what it is called in options, what people call it, and a line of it. */
export interface FormatRow {
    name: string;
    title: string;
    example: string;
}
"#;

/// The formats that can be chosen, in the order in which they are tried.
#[wasm_bindgen(unchecked_return_type = "FormatRow[]")]
pub fn formats() -> JsValue {
    let row = |kind: &ratelab_access_log::formats::Kind| {
        record(&[("name", kind.name.into()), ("title", kind.title.into()), ("example", kind.example.into())])
    };
    list(KINDS, row)
}

#[wasm_bindgen]
impl Log {
    /// What the log is.
    #[wasm_bindgen(unchecked_return_type = "Overview")]
    pub fn overview(&self) -> JsValue {
        overview(&self.held)
    }
}

fn overview(held: &Held) -> JsValue {
    let Held { kind, report, traffic, complete, .. } = held;
    let (name, title) = kind.map_or(("", ""), |kind| (kind.name, kind.title));
    let (from, to) = report.span.map_or((0, 0), |(from, to)| (nanoseconds(from), nanoseconds(to)));
    let count = |number: u64| JsValue::from(number as f64);
    let disorder = [("lines", count(report.disordered)), ("most", (report.furthest_back as f64).into())];
    record(&[
        ("format", record(&[("name", name.into()), ("title", title.into())])),
        ("bytes", count(report.bytes)),
        ("lines", count(report.lines)),
        ("requests", count(traffic.requests() as u64)),
        ("clients", count(traffic.clients() as u64)),
        ("from", from.into()),
        ("to", to.into()),
        ("unread", count(report.unread)),
        ("samples", list(&report.samples, unread_line)),
        ("other", count(report.other)),
        ("slack", report.slack.into()),
        ("timing", timing(report.timing()).into()),
        ("disorder", record(&disorder)),
        ("limited", count(report.limited)),
        ("leftOut", count(report.left_out)),
        ("costs", report.uneven.into()),
        ("capped", count(report.capped)),
        ("withoutKey", count(report.without_key)),
        ("withoutCost", count(report.without_cost)),
        ("complete", (*complete).into()),
    ])
}

fn unread_line(sample: &Sample) -> JsValue {
    let Sample { line, text, expected, at } = sample;
    record(&[
        ("line", (*line as f64).into()),
        ("text", text.as_str().into()),
        ("expected", (*expected).into()),
        ("at", (*at as f64).into()),
    ])
}

fn nanoseconds(micros: i64) -> u64 {
    u64::try_from(micros).unwrap_or(0).saturating_mul(1000)
}

const fn timing(timing: Option<Timing>) -> &'static str {
    match timing {
        Some(Timing::Arrival) => "arrival",
        Some(Timing::Corrected) => "corrected",
        Some(Timing::Completion) => "completion",
        None => "mixed",
    }
}
