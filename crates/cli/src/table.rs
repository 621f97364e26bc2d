//! Tables as text.

use crate::printable::shortened;

/// Spaces between two columns.
const APART: &str = "  ";

/// The most characters of a cell. Longer names leave no space for numbers; JSON has the full text.
const LONGEST: usize = 48;

/// A table: names aligned left, numbers aligned right.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
    /// The number of columns, from the left, that hold names.
    names: usize,
}

impl Table {
    /// A table with a name in the first column of each row.
    pub(crate) fn new<const COLUMNS: usize>(titles: [&str; COLUMNS]) -> Self {
        Self { rows: vec![titles.map(str::to_owned).into()], names: 1 }
    }

    pub(crate) fn row<const COLUMNS: usize>(&mut self, cells: [String; COLUMNS]) {
        self.rows.push(cells.map(|cell| shortened(&cell, LONGEST)).into());
    }

    /// Removes the columns in which every row equals `nothing`.
    pub(crate) fn without_empty(mut self, nothing: &str) -> Self {
        let has_values = |column: usize| self.rows.iter().skip(1).any(|row| row[column] != nothing);
        let shown: Vec<bool> =
            (0..self.rows[0].len()).map(|column| column == 0 || has_values(column)).collect();
        for row in &mut self.rows {
            let mut column = shown.iter();
            row.retain(|_| *column.next().unwrap_or(&true));
        }
        self
    }

    /// The table as text, one line per row.
    pub(crate) fn text(&self) -> String {
        let columns = 0..self.rows[0].len();
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<usize> = columns.map(|column| width(column).unwrap_or(0)).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                if column < self.names { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            cells.collect::<Vec<_>>().join(APART).trim_end().to_owned() + "\n"
        };
        self.rows.iter().map(line).collect()
    }
}
