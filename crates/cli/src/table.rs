//! Rows of text below each other.

/// Blanks between two columns.
const APART: &str = "  ";

/// The most characters of a cell: a name that is longer leaves no room for numbers. JSON has all of it.
const LONGEST: usize = 48;

/// A text of a log as one line of a terminal: whatever would move its cursor is shown as a question mark, and what is
/// longer than so many characters is cut.
pub(crate) fn printable(text: &str, longest: usize) -> String {
    let shown: String = text.chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect();
    match shown.char_indices().nth(longest) {
        Some(_) => shown.chars().take(longest - 3).collect::<String>() + "...",
        None => shown,
    }
}

/// A table: names to the left, numbers to the right of their columns.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
    /// How many columns, from the left, hold names.
    names: usize,
}

impl Table {
    /// A table with a name in the first column of each row.
    pub(crate) fn new<const COLUMNS: usize>(titles: [&str; COLUMNS]) -> Self {
        Self { rows: vec![titles.map(str::to_owned).into()], names: 1 }
    }

    pub(crate) fn row<const COLUMNS: usize>(&mut self, cells: [String; COLUMNS]) {
        self.rows.push(cells.map(|cell| printable(&cell, LONGEST)).into());
    }

    /// The table without columns in which every row has the same as nothing.
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

    /// The table as text, a line for each row.
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
