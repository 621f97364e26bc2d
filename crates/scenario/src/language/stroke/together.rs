//! Edits of all requests in a time range at once, so that bursts are moved or removed as a whole.
//!
//! A pattern that lies completely within the range keeps its text, except for its start.

use core::ops::Range;

use super::{Canvas, insert};
use crate::{
    language::{
        error::{LanguageError, Mistake},
        expected::Expected,
    },
    scenario::{Pattern, Shape},
    traffic::times_of,
};

/// How much of a pattern lies in a time range.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    None,
    Some,
    All,
}

impl Canvas<'_> {
    pub(super) fn move_all(&mut self, range: &Range<u64>, to: u64) -> Result<(), LanguageError> {
        let touched = self.touched(range)?;
        let Some(end) = to.checked_add(range.end - range.start) else {
            let expected = Expected::composed(format!("an earlier time than {to}ns"));
            return Err(self.mistake(Mistake::OutOfRange, None, expected));
        };
        for (number, part) in touched {
            let begin = shifted(self.patterns[number].from, range.start, to);
            match begin.filter(|_| part == Part::All) {
                Some(begin) => self.patterns[number].from = begin,
                None => self.move_some(number, range, to)?,
            }
        }
        self.join_bursts(&(to..end));
        Ok(())
    }

    pub(super) fn remove_all(&mut self, range: &Range<u64>) -> Result<(), LanguageError> {
        for (number, part) in self.touched(range)? {
            let mut left = if part == Part::All { Vec::new() } else { self.all_times(number)? };
            left.retain(|time| !range.contains(time));
            let Pattern { shape, from, .. } = &mut self.patterns[number];
            match shape {
                Shape::At { times } if left.len() > 1 => {
                    times.retain(|time| !range.contains(&(*from + time)));
                }
                _ => self.replace(number, self.explicit(number, &left)),
            }
        }
        Ok(())
    }

    fn move_some(&mut self, number: usize, range: &Range<u64>, to: u64) -> Result<(), LanguageError> {
        let all = self.all_times(number)?;
        let (moved, mut times): (Vec<_>, Vec<_>) = all.into_iter().partition(|time| range.contains(time));
        moved.into_iter().for_each(|time| insert(&mut times, time - range.start + to));
        let Pattern { shape, from, .. } = &mut self.patterns[number];
        match shape {
            Shape::At { times: list } => {
                *from = times.iter().fold(*from, |from, time| if *time < from { 0 } else { from });
                *list = times.into_iter().map(|time| time - *from).collect();
            }
            _ => self.replace(number, self.explicit(number, &times)),
        }
        Ok(())
    }

    /// Returns the times of a pattern's requests; those of a list as they are written.
    fn all_times(&self, number: usize) -> Result<Vec<u64>, LanguageError> {
        match &self.patterns[number] {
            Pattern { shape: Shape::At { times }, from, .. } => {
                Ok(times.iter().map(|time| from + time).collect())
            }
            _ => self.listed(number),
        }
    }

    /// Returns the patterns with requests in a time range, the last first, so that editing one does not change
    /// the indices of the others.
    fn touched(&self, range: &Range<u64>) -> Result<Vec<(usize, Part)>, LanguageError> {
        let numbers = (0..self.patterns.len()).rev();
        let parts = numbers.map(|number| (number, self.part(number, range)));
        let touched: Vec<_> = parts.filter(|(_, part)| *part != Part::None).collect();
        if touched.is_empty() {
            let expected = Expected::Phrase("a time range with requests");
            return Err(self.mistake(Mistake::OutOfRange, None, expected));
        }
        Ok(touched)
    }

    fn part(&self, number: usize, range: &Range<u64>) -> Part {
        let is_in = |time: u64| range.contains(&time);
        let mut times = times_of(self.scenario, number);
        let Some(first) = times.next() else { return Part::None };
        if is_in(first) {
            return if times.all(is_in) { Part::All } else { Part::Some };
        }
        let mut before_its_end = times.take_while(|time| *time < range.end);
        if before_its_end.any(is_in) { Part::Some } else { Part::None }
    }

    /// Joins requests at the same instant into one burst, if they may be removed.
    fn join_bursts(&mut self, range: &Range<u64>) {
        for number in (1..self.patterns.len()).rev() {
            let Pattern { shape: Shape::Burst { count: more }, from, cost, by } = self.patterns[number]
            else {
                continue;
            };
            if !range.contains(&from) || !self.is_free(number) {
                continue;
            }
            let mut alike = self.patterns[..number]
                .iter_mut()
                .filter(|other| (other.from, other.cost, other.by) == (from, cost, by));
            let burst = alike.find_map(|other| match &mut other.shape {
                Shape::Burst { count } => Some(count),
                _ => None,
            });
            if let Some(count) = burst {
                *count += more;
                self.replace(number, Vec::new());
            }
        }
    }
}

/// Shifts a time by the distance between two others, unless the result is negative.
fn shifted(time: u64, from: u64, to: u64) -> Option<u64> {
    if time < from { to.checked_sub(from - time) } else { Some(time - from + to) }
}
