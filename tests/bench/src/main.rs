//! Measures the limiters' speed and the memory of a key, compared with governor; whole runs in a browser, compared with
//! JavaScript; the page in use; and reading a log, compared with `wc`.
//!
//! `ratelab-bench layer` measures the layer alone, and
//! `ratelab-bench <module.wasm> <package> <logs> <site> <report.json>` measures, prints a table, and
//! writes the same figures as JSON. A figure that misses its bar is reported, not
//! a failure: the reader decides whether it matters.
//!
//! The machine is shared and its speed changes from one second to the next, so
//! both sides take turns within one process and only figures of the same turn are
//! compared (see [`turns`]). Criterion measures one side to its end and then the
//! other, which is why it is not used here.

mod allocator;
mod browser;
mod decisions;
mod keys;
mod layer;
mod logs;
mod rival;
mod wasm;

use std::{env, ffi::OsString, fs, path::Path};

use ratelab_bench::{
    Outcome,
    report::{self, Row},
    turns,
};

fn main() -> Outcome<()> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    if let [word, log] = arguments.as_slice()
        && word == logs::READ
    {
        return logs::read(Path::new(log));
    }
    if arguments == [layer::WORD] {
        print!("{}", report::table(&layer::rows()?));
        return Ok(());
    }
    let [module, package, logs, site, json] = arguments.as_slice() else {
        return Err("usage: ratelab-bench <module.wasm> <package> <logs> <site> <report.json>".into());
    };
    let rows = measure(Path::new(module), [package, logs, site].map(Path::new))?;
    print!("{}", report::table(&rows));
    fs::write(json, report::json(&rows))
        .map_err(|error| format!("Could not write {}: {error}.", json.display()))?;
    Ok(())
}

fn measure(module: &Path, in_browser: [&Path; 3]) -> Outcome<Vec<Row>> {
    let mut rows = browser::rows(in_browser)?;
    rows.extend(decisions::rows()?);
    rows.extend(wasm::rows(module)?);
    rows.extend(keys::rows()?);
    rows.extend(layer::rows()?);
    rows.extend(logs::rows()?);
    Ok(rows)
}
