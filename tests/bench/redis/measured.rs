//! The figures for the page: `web/src/views/production/measured.json`.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::{Outcome, contender::Kind, server::Server, speed::Comparison};

/// How fast a script is.
pub(crate) struct Speed {
    kind: Kind,
    /// Decisions a second on eight connections, one request under way on each.
    single: f64,
    /// The same with a hundred under way.
    pipelined: f64,
    /// The decisions per second of the server's core, pipelined, if clients kept it busy.
    one_core: f64,
    /// Microseconds in the script.
    script: f64,
}

impl Speed {
    pub(crate) fn new(kind: Kind, single: &Comparison, pipelined: &Comparison) -> Self {
        let in_a_second = |nanoseconds: f64| 1e9 / nanoseconds;
        Self {
            kind,
            single: in_a_second(single.seen.ours),
            pipelined: in_a_second(pipelined.seen.ours),
            one_core: in_a_second(pipelined.core.ours),
            script: pipelined.commands.ours / 1e3,
        }
    }
}

/// Writes what was measured, and keeps what others have written there. `tables` are the bytes in which the server
/// finds a key and its expiry; what the key itself takes is in `ratelab-redis`.
pub(crate) fn write(file: &Path, server: &mut Server, speeds: &[Speed], tables: f64) -> Outcome<()> {
    let mut measured: Value =
        fs::read_to_string(file).map_or(Ok(json!({})), |text| serde_json::from_str(&text))?;
    measured["placeholder"] = false.into();
    measured["redis"] = server.info("server", "redis_version")?.into();
    measured["machine"] = machine().into();
    measured["client_bytes"] = 16.into();
    measured["decisions_per_second"] =
        speeds.iter().filter(|speed| is_shown(speed.kind)).map(speed_entry).collect();
    measured["table_bytes"] = rounded(tables, 1.0).into();
    Ok(fs::write(file, format!("{measured:#}\n"))?)
}

/// The page has figures for limiters, not for their options.
fn is_shown(kind: Kind) -> bool {
    !matches!(kind, Kind::FixedWindowFromFirst | Kind::SlidingWindowCounterFromFirst)
}

fn speed_entry(speed: &Speed) -> (String, Value) {
    let Speed { kind, single, pipelined, one_core, script } = speed;
    let mut entry = json!({
        "single": rounded(*single, 100.0), "pipelined": rounded(*pipelined, 100.0),
        "one_core": rounded(*one_core, 100.0), "script_microseconds": (script * 100.0).round() / 100.0,
    });
    if *kind == Kind::AllOf {
        entry["members"] = Kind::MEMBERS.into();
    }
    (kind.name().to_owned(), entry)
}

fn rounded(number: f64, to: f64) -> u64 {
    ((number / to).round() * to) as u64
}

/// The processor, as Linux calls it.
fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or("one core".to_owned(), |(_, model)| format!("one core ({model})"))
}
