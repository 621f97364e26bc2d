//! The summary of a log, as far as it was read.

use ratelab_access_log::{Timing, formats::KINDS};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::{
    built_ins::list,
    reader::{Held, Log},
    records::{Disorder, FormatName, FormatRow, Overview, Sample},
};

/// The available formats, in the order in which they are tried.
#[wasm_bindgen(unchecked_return_type = "FormatRow[]")]
pub fn formats() -> JsValue {
    list(KINDS.iter().map(|kind| FormatRow { name: kind.name, title: kind.title, example: kind.example }))
}

#[wasm_bindgen]
impl Log {
    /// The summary of the log.
    #[wasm_bindgen(unchecked_return_type = "Overview")]
    pub fn overview(&self) -> JsValue {
        overview(&self.held).into()
    }
}

fn overview(held: &Held) -> Overview {
    let Held { kind, report, traffic, complete, .. } = held;
    let (name, title) = kind.map_or(("", ""), |kind| (kind.name, kind.title));
    let (from, to) = report.span.map_or((0, 0), |(from, to)| (nanoseconds(from), nanoseconds(to)));
    Overview {
        format: FormatName { name, title },
        bytes: report.bytes as f64,
        lines: report.lines as f64,
        requests: traffic.requests() as f64,
        clients: traffic.clients() as f64,
        from,
        to,
        unparsed: report.unparsed as f64,
        samples: report.samples.iter().map(unparsed_line).collect(),
        other: report.other as f64,
        slack: report.slack.into(),
        timing: timing(report.timing()),
        disorder: Disorder { lines: report.disordered as f64, most: report.furthest_back as f64 },
        limited: report.limited as f64,
        leftOut: report.left_out as f64,
        costs: report.uneven,
        capped: report.capped as f64,
        withoutKey: report.without_key as f64,
        withoutCost: report.without_cost as f64,
        complete: *complete,
    }
}

fn unparsed_line(sample: &ratelab_access_log::Sample) -> Sample {
    let ratelab_access_log::Sample { line, text, expected, at } = sample;
    Sample { line: *line as f64, text: text.clone(), expected, at: *at as f64 }
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
