//! Whole runs in headless Chromium, beside the same in JavaScript, and the built page in use.
//!
//! A program for Node starts the browser; what it measures there and how is described in
//! `browser/measure.mjs`, `browser/logs.mjs` and `browser/page.mjs`.

use std::{path::Path, process::Command};

use serde_json::Value;

use crate::{
    Outcome,
    report::{Row, Unit},
};

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/browser/run.mjs");

/// The figures of the generated packages, the whole one and that for logs, and of the page, each in its folder.
pub(crate) fn rows(folders: [&Path; 3]) -> Outcome<Vec<Row>> {
    let mut command = Command::new("node");
    let output = command.arg(PROGRAM).args(folders).output();
    let output = output.map_err(|error| format!("Could not start `node`: {error}."))?;
    if !output.status.success() {
        return Err(format!("{PROGRAM} failed: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    let rows: Vec<Value> = serde_json::from_slice(&output.stdout)?;
    rows.iter().map(row).collect()
}

fn row(printed: &Value) -> Outcome<Row> {
    let number =
        |name: &str| printed[name].as_f64().ok_or_else(|| format!("{PROGRAM} printed no {name}: {printed}"));
    let text = |name: &str| printed[name].as_str().unwrap_or_default().to_owned();
    Ok(Row {
        id: text("id"),
        what: text("what"),
        against: text("against"),
        unit: match printed["unit"].as_str() {
            Some("bytes") => Unit::Bytes,
            Some("count") => Unit::Count,
            _ => Unit::Nanoseconds,
        },
        ours: number("ours")?,
        theirs: number("theirs")?,
        ratio: number("ratio")?,
        spread: (number("least")?, number("most")?),
        bar: printed["bar"].as_f64(),
    })
}
