//! The figures, as a table for people and as JSON for programs.

use serde_json::{Value, json};

use crate::turns::Turns;

/// One figure: what was measured, and what it is compared with.
pub struct Row {
    /// Its name in the report, such as `keys/insert/gcra`.
    pub id: String,
    /// The thing that was measured.
    pub what: String,
    /// The thing that it is compared with.
    pub against: String,
    /// The unit of both figures.
    pub unit: Unit,
    /// Our figure.
    pub ours: f64,
    /// The figure of the other side.
    pub theirs: f64,
    /// Ours divided by theirs.
    pub ratio: f64,
    /// The least and the most that the ratio was while measuring.
    pub spread: (f64, f64),
    /// The promised maximum of the ratio, if there is one.
    pub bar: Option<f64>,
}

/// The unit of a figure.
#[derive(Clone, Copy)]
pub enum Unit {
    /// Nanoseconds for each decision.
    Nanoseconds,
    /// Bytes.
    Bytes,
    /// A plain number.
    Count,
}

impl Unit {
    const fn short(self) -> &'static str {
        match self {
            Self::Nanoseconds => "ns",
            Self::Bytes => "bytes",
            Self::Count => "times",
        }
    }
}

impl Row {
    /// The row of two sides that took turns.
    pub fn of_turns(id: String, what: &str, against: &str, turns: &Turns, bar: Option<f64>) -> Self {
        let Turns { ours, theirs, ratio, least, most } = *turns;
        let (unit, what, against) = (Unit::Nanoseconds, what.to_owned(), against.to_owned());
        Self { id, what, against, unit, ours, theirs, ratio, spread: (least, most), bar }
    }

    fn holds(&self) -> Option<bool> {
        self.bar.map(|bar| self.ratio <= bar)
    }

    fn cells(&self) -> [String; 9] {
        let unit = self.unit.short();
        [
            self.id.clone(),
            self.what.clone(),
            self.against.clone(),
            format!("{:.2} {unit}", self.ours),
            format!("{:.2} {unit}", self.theirs),
            format!("{:.3}", self.ratio),
            format!("{:.2}..{:.2}", self.spread.0, self.spread.1),
            self.bar.map_or("-".to_owned(), |bar| format!("{bar:.2}")),
            self.holds().map_or("-", |holds| if holds { "yes" } else { "NO" }).to_owned(),
        ]
    }

    fn json(&self) -> Value {
        let unit = self.unit.short();
        let mut row = json!({
            "id": self.id, "what": self.what, "against": self.against, "ratio": self.ratio,
            "bar": self.bar, "holds": self.holds(), "least": self.spread.0, "most": self.spread.1,
        });
        row[format!("ours_{unit}")] = self.ours.into();
        row[format!("theirs_{unit}")] = self.theirs.into();
        row
    }
}

const HEADINGS: [&str; 9] = ["id", "what", "against", "ours", "theirs", "ratio", "min..max", "bar", "holds"];
/// The columns from here on are numbers, which are aligned to the right.
const FIRST_NUMBER: usize = 3;

/// The rows as lines with aligned columns.
pub fn table(rows: &[Row]) -> String {
    let mut lines = vec![HEADINGS.map(str::to_owned)];
    lines.extend(rows.iter().map(Row::cells));
    let widths: [usize; 9] =
        std::array::from_fn(|column| lines.iter().map(|cells| cells[column].len()).max().unwrap_or(0));
    lines.iter().map(|cells| line(cells, &widths)).collect()
}

fn line(cells: &[String; 9], widths: &[usize; 9]) -> String {
    let padded = cells.iter().zip(widths).enumerate().map(|(column, (cell, &width))| {
        if column < FIRST_NUMBER { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
    });
    padded.collect::<Vec<_>>().join("  ") + "\n"
}

/// The rows as a JSON array.
pub fn json(rows: &[Row]) -> String {
    let rows: Value = rows.iter().map(Row::json).collect();
    format!("{rows:#}\n")
}
