//! The units of times and amounts of memory. The page has them, and the units of the scenario language, in
//! `web/src/words/units.ts`, which [`typescript`] generates: after a change, run `RATELAB_DRAW=1 cargo test -p
//! ratelab-tests simulation` to update that file.

use ratelab_limiter::SECOND;
use ratelab_scenario::language;

use super::decimal;

/// A unit and the amounts that are formatted in it.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// The smallest amount that is formatted in this unit.
    pub least: u64,
    /// The length of the unit.
    pub length: u64,
    /// The name of the unit.
    pub name: &'static str,
}

/// Units of time in nanoseconds. Seconds begin at a tenth of a second, and minutes at two minutes.
pub const TIMES: [Unit; 7] = [
    Unit { least: 172_800 * SECOND, length: 86_400 * SECOND, name: "days" },
    Unit { least: 7_200 * SECOND, length: 3_600 * SECOND, name: "h" },
    Unit { least: 120 * SECOND, length: 60 * SECOND, name: "min" },
    Unit { least: SECOND / 10, length: SECOND, name: "s" },
    Unit { least: 1_000_000, length: 1_000_000, name: "ms" },
    Unit { least: 1_000, length: 1_000, name: "µs" },
    Unit { least: 1, length: 1, name: "ns" },
];

/// Units of memory in bytes. An amount that would round to a thousand of a unit is formatted in the next one.
pub const BYTES: [Unit; 5] = [
    Unit { least: 999_500_000_000_000, length: 1_000_000_000_000_000, name: "PB" },
    Unit { least: 999_500_000_000, length: 1_000_000_000_000, name: "TB" },
    Unit { least: 999_500_000, length: 1_000_000_000, name: "GB" },
    Unit { least: 999_500, length: 1_000_000, name: "MB" },
    Unit { least: 1_000, length: 1_000, name: "kB" },
];

impl Unit {
    /// Returns the unit in which an amount is formatted, if one is small enough.
    pub fn for_amount(units: &[Self], amount: u64) -> Option<&Self> {
        units.iter().find(|unit| amount >= unit.least)
    }

    /// Formats an amount to three digits: `1.5 ms`.
    pub fn print(&self, amount: u64) -> String {
        [&decimal(amount, self.length), " ", self.name].concat()
    }
}

/// Generates a TypeScript file with the units.
pub fn typescript() -> String {
    let head = "// The units of times and amounts of memory, from large to small. Generated from `words/units.rs` of \
                the crate that\n\
                // writes sentences: change them there.\n";
    let type_of = "\n/** The smallest amount formatted in a unit, the length of the unit, and its name. */\n\
                   export type Unit = readonly [least: bigint, length: bigint, name: string];\n";
    let table = |meaning: &str, name: &str, units: &[Unit]| {
        let row = |unit: &Unit| format!("  [{}n, {}n, '{}'],\n", unit.least, unit.length, unit.name);
        let rows: String = units.iter().map(row).collect();
        format!("\n/** {meaning} */\nexport const {name}: readonly Unit[] = [\n{rows}];\n")
    };
    let times = table("Units of time, in nanoseconds.", "TIMES", &TIMES);
    let bytes = table("Units of memory, in bytes.", "BYTES", &BYTES);
    let rows = language::UNITS.iter().rev();
    let rows: String =
        rows.map(|(name, length)| format!("  {{ name: '{name}', length: {length}n }},\n")).collect();
    let scenario = format!(
        "\n/** Units of time in the scenario language, from small to large, in nanoseconds. */\n\
         export const SCENARIO_TIMES = [\n{rows}] as const;\n"
    );
    [head, type_of, &times, &bytes, &scenario].concat()
}
