//! The positions of marks, columns, and window edges, which equal those on the canvas of the page.

use ratelab_report::svg::positions::{crossed, edges, levels, widened};
use ratelab_scenario::scenario::Windows;
use ratelab_simulation::view::Span;
use serde_json::{Value, from_value};

/// The table that TypeScript is also held to: inputs and expected results.
const TABLE: &str = include_str!("../figure/places.json");

fn table(name: &str) -> Value {
    let tables: Value = serde_json::from_str(TABLE).expect("it is JSON");
    tables[name].clone()
}

#[test]
fn marks_of_one_column_are_stacked() {
    let rows: Vec<(Vec<u64>, Vec<u64>)> = from_value(table("levels")).expect("rows");
    for (columns, expected) in rows {
        assert_eq!(levels(&columns), expected, "{columns:?}");
    }
}

/// In the table, `#` is a column that is not empty, and a digit is the number of columns it covers on each side.
#[test]
fn isolated_columns_are_wider() {
    let rows: Vec<(String, String)> = from_value(table("widened")).expect("rows");
    for (columns, expected) in rows {
        let empty: Vec<_> = columns.chars().map(|column| column == '.').collect();
        let found = widened(&empty).into_iter().zip(&empty);
        let found: String =
            found.map(|(by, is_empty)| if *is_empty { ".".into() } else { by.to_string() }).collect();
        assert_eq!(found, expected, "{columns}");
    }
}

/// In the table, `x` is a column with denials.
#[test]
fn rare_denials_have_crosses_with_space_between_them() {
    let rows: Vec<(String, Vec<usize>)> = from_value(table("crossed")).expect("rows");
    for (columns, expected) in rows {
        assert_eq!(crossed(columns.chars().map(|column| column == 'x')), expected, "{columns}");
    }
}

#[test]
fn windows_that_are_wide_enough_have_edges() {
    type Row = (String, String, u32, String, String, Vec<u32>);
    let rows: Vec<Row> = from_value(table("edges")).expect("rows");
    for (from, to, width, length, origin, expected) in rows {
        let [from, to, length, origin] =
            [from, to, length, origin].map(|number| number.parse().expect("a number"));
        let found: Vec<_> = edges(Windows { length, origin }, Span::new(from..to, width)).collect();
        assert_eq!(found, expected, "{length} from {origin} in {from}..{to}");
    }
}
