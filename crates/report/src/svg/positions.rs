//! Positions of what is drawn: columns, levels, and widths. The canvas of the page follows the same rules in
//! `web/src/plot`, and `tests/figure/places.json` holds both to them.

use super::constants::{CROSSES_APART, EDGES_APART, RARE_DENIALS, WIDENED};
use ratelab_scenario::scenario::Windows;
use ratelab_simulation::view::Span;

/// Returns the level of each mark in its column, the lowest being 0. Marks in one column are stacked in their order.
///
/// For columns `[3, 3, 7]` the levels are `[0, 1, 0]`.
pub fn levels(columns: &[u64]) -> Vec<u64> {
    let mut levels: Vec<u64> = Vec::with_capacity(columns.len());
    for (at, column) in columns.iter().enumerate() {
        let is_same = at > 0 && columns[at - 1] == *column;
        levels.push(if is_same { levels[at - 1] + 1 } else { 0 });
    }
    levels
}

/// Returns how many columns each occupied column covers on both sides. An isolated one is wider, so that it is
/// visible.
///
/// A single occupied column in the middle of nine covers two more on each side.
pub fn widened(empty: &[bool]) -> Vec<usize> {
    let free = |columns: &mut dyn Iterator<Item = &bool>| {
        columns.take(2 * WIDENED).take_while(|is_empty| **is_empty).count()
    };
    let at = |column: usize| {
        // Columns outside the picture count as empty.
        let before = free(&mut empty[..column].iter().rev().chain([&true; 2 * WIDENED]));
        let after = free(&mut empty[column + 1..].iter().chain([&true; 2 * WIDENED]));
        WIDENED.min(before / 2).min(after / 2)
    };
    (0..empty.len()).map(|column| if empty[column] { 0 } else { at(column) }).collect()
}

/// Returns the columns with a cross above them, because a few denials among many requests are hard to see. If many
/// columns have denials, none has a cross.
pub fn crossed(denied: impl Iterator<Item = bool>) -> Vec<usize> {
    let denied: Vec<_> = denied.enumerate().filter(|(_, is_denied)| *is_denied).map(|(at, _)| at).collect();
    let mut free = 0;
    let mut is_apart = |column: &usize| {
        let is_free = *column >= free;
        free = if is_free { column + CROSSES_APART } else { free };
        is_free
    };
    let few = Some(denied).filter(|denied| denied.len() <= RARE_DENIALS).unwrap_or_default();
    few.into_iter().filter(|column| is_apart(column)).collect()
}

/// Returns the columns in which windows begin, if windows are wide enough to see.
pub fn edges(windows: Windows, span: Span) -> impl Iterator<Item = u32> {
    let length = u128::from(span.to - span.from);
    let is_wide = u128::from(windows.length) * u128::from(span.width) >= u128::from(EDGES_APART) * length;
    let edges = windows.edges(span.from).take_while(move |edge| *edge < span.to);
    is_wide.then_some(edges).into_iter().flatten().map(move |edge| span.column(edge))
}
