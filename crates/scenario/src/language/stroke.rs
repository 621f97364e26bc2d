//! Edits of the traffic by hand: requests are added, moved and removed, one by one or in whole bursts.
//!
//! The rest of the traffic stays as it was written, as far as possible. Three rules decide how:
//!
//! - A pattern draws its times and its senders from random streams that depend on its index. Random patterns
//!   therefore stay where they are, and new ones go to the end.
//! - Requests of different groups are different patterns.
//! - Requests at the same instant are a burst, `4@1.2s`, and others a list, `at 1s 1.5s 2s`.

mod together;

use core::ops::Range;

use super::{
    amend::amend_text,
    error::{LanguageError, Mistake},
    expected::Expected,
    parse::{checked, read},
    print::print,
    rare::WHOLE_LANGUAGE,
    reader::MOST_TEXT,
    reading::Reading,
    traffic::print_traffic,
};
use crate::{
    scenario::{MOST_REQUESTS, Name, Pattern, Rate, Scenario, Shape},
    traffic::{Origin, origin, sorted, times_of},
};

/// The maximum number of requests of a pattern in which a single one is edited: all of them are then listed.
pub const MOST_LISTED: usize = 1_000;

/// The length of the shortest time in a list, with the space before it.
const SHORTEST_TIME: usize = " 1s".len();

/// Returns an empty pattern of a group. It takes the index of a removed one, so that the patterns after it keep
/// theirs.
fn nothing(by: Option<Name>) -> Pattern {
    let rate = Rate { amount: 1, period: 86_400_000_000_000 };
    Pattern { by, ..Pattern::new(Shape::Poisson { rate, duration: 1 }) }
}

/// An edit of the traffic. A request is identified by its index in the traffic, in time order; at the same
/// instant, in the order of the patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
// Exhaustive: the naive model of the tests must apply every edit.
pub enum Stroke {
    /// Adds one request of cost 1 at each of these times: without a group if some of the traffic has none,
    /// otherwise in the first group that the traffic names.
    Add(Vec<u64>),
    /// Moves a request.
    Move {
        /// Its index.
        request: usize,
        /// Its new time.
        to: u64,
    },
    /// Removes a request.
    Remove(usize),
    /// Moves all requests of a time range by the same distance.
    MoveAll {
        /// The time range.
        range: Range<u64>,
        /// The new start of the range.
        to: u64,
    },
    /// Removes all requests of a time range.
    RemoveAll(Range<u64>),
}

/// Returns the scenario after a stroke. The position of a mistake is relative to the printed text of the given
/// scenario.
///
/// ```
/// use ratelab_scenario::language::{Stroke, paint, parse, print};
///
/// let scenario = parse("traffic=3@1.2s; poisson 5/s for 9s")?;
/// let added = paint(&scenario, &Stroke::Add(vec![1_200_000_000]))?;
/// assert_eq!(print(&added), "v=1&traffic=4@1.2s; poisson 5/s for 9s");
/// let moved = paint(&parse("traffic=4 every 1s")?, &Stroke::Move { request: 3, to: 5_000_000_000 })?;
/// assert_eq!(print(&moved), "v=1&traffic=at 0s 1s 2s 5s");
/// # Ok::<(), ratelab_scenario::language::LanguageError>(())
/// ```
///
/// # Errors
///
/// Returns a [`LanguageError`] if the traffic has no such request or time range, or if the result is not a valid
/// scenario.
pub fn paint(scenario: &Scenario, stroke: &Stroke) -> Result<Scenario, LanguageError> {
    let mut canvas = Canvas { scenario, patterns: scenario.traffic.clone() };
    match stroke {
        Stroke::Add(times) => canvas.add_all(times)?,
        Stroke::Move { request, to } => canvas.move_one(*request, *to)?,
        Stroke::Remove(request) => canvas.remove_one(*request)?,
        Stroke::MoveAll { range, to } => canvas.move_all(range, *to)?,
        Stroke::RemoveAll(range) => canvas.remove_all(range)?,
    }
    let painted = Scenario { traffic: canvas.patterns.clone(), ..scenario.clone() };
    checked(painted).map_or_else(|| canvas.explain(), Ok)
}

/// The traffic during an edit.
struct Canvas<'a> {
    /// The original scenario.
    scenario: &'a Scenario,
    patterns: Vec<Pattern>,
}

impl Canvas<'_> {
    fn add_all(&mut self, times: &[u64]) -> Result<(), LanguageError> {
        if times.len() as u64 > MOST_REQUESTS {
            let expected = Expected::composed(format!(
                "at most {MOST_REQUESTS} requests in all, not {} more",
                times.len()
            ));
            return Err(self.mistake(Mistake::TooManyRequests, None, expected));
        }
        let times = sorted(times);
        let groups: Vec<_> = times.chunk_by(|one, other| one == other).collect();
        if groups.len() * SHORTEST_TIME > MOST_TEXT {
            let expected = Expected::composed(format!(
                "at most {MOST_TEXT} characters, not {} more times",
                groups.len()
            ));
            return Err(self.mistake(Mistake::TooLong, None, expected));
        }
        let by = if self.scenario.has_others() {
            None
        } else {
            self.scenario.traffic.first().and_then(|first| first.by)
        };
        for group in groups {
            self.add(group[0], group.len() as u32, (1, by));
        }
        Ok(())
    }

    fn remove_one(&mut self, request: usize) -> Result<(), LanguageError> {
        let Origin { pattern: number, index, time } = self.origin(request)?;
        let Pattern { shape, from, .. } = &mut self.patterns[number];
        match shape {
            Shape::Burst { count: 1 } => self.replace(number, Vec::new()),
            Shape::Burst { count } => *count -= 1,
            Shape::At { times } if times.len() > 2 => drop_first(times, time - *from),
            _ => {
                let mut times = self.listed(number)?;
                times.remove(index);
                self.replace(number, self.explicit(number, &times));
            }
        }
        Ok(())
    }

    fn move_one(&mut self, request: usize, to: u64) -> Result<(), LanguageError> {
        let Origin { pattern: number, index, time } = self.origin(request)?;
        let Pattern { shape, from, cost, by } = &mut self.patterns[number];
        let kind = (*cost, *by);
        match shape {
            Shape::Burst { count: 1 } => self.move_alone(number, to),
            Shape::Burst { count } => {
                *count -= 1;
                self.add(to, 1, kind);
            }
            Shape::At { times } => {
                drop_first(times, time - *from);
                if to < *from {
                    times.iter_mut().for_each(|time| *time += *from);
                    *from = 0;
                }
                insert(times, to - *from);
            }
            _ => {
                let mut times = self.listed(number)?;
                times.remove(index);
                insert(&mut times, to);
                self.replace(number, self.explicit(number, &times));
            }
        }
        Ok(())
    }

    /// Returns the origin of a request.
    fn origin(&self, request: usize) -> Result<Origin, LanguageError> {
        origin(self.scenario, request).map_err(|count| {
            let expected = match count.checked_sub(1) {
                Some(last) => format!("a request from 0 to {last}, not {request}"),
                None => format!("traffic that is not empty: there is no request {request}"),
            };
            self.mistake(Mistake::OutOfRange, None, Expected::composed(expected))
        })
    }

    /// Returns the times of a pattern's requests, if there are not too many.
    fn listed(&self, number: usize) -> Result<Vec<u64>, LanguageError> {
        let times: Vec<_> = times_of(self.scenario, number).take(MOST_LISTED + 1).collect();
        if times.len() > MOST_LISTED {
            let expected = Expected::Fewer(MOST_LISTED as u32, "requests in a pattern to edit one of them");
            return Err(self.mistake(Mistake::TooManyRequests, Some(number), expected));
        }
        Ok(times)
    }

    /// Adds requests at a time, with a cost and a group: to a burst at that time, to a list, or at the end.
    fn add(&mut self, time: u64, count: u32, kind: (u32, Option<Name>)) {
        let several = self.has_clients(kind.1);
        let mut alike = self.patterns.iter_mut().filter(|pattern| kind_of(pattern) == kind);
        let burst = alike.find_map(|pattern| match &mut pattern.shape {
            Shape::Burst { count } if pattern.from == time => Some(count),
            _ => None,
        });
        if let Some(burst) = burst {
            *burst += count;
            return;
        }
        let mut alike =
            self.patterns.iter_mut().rev().filter(|pattern| kind_of(pattern) == kind && count == 1);
        if alike.any(|pattern| join(pattern, time, several)) {
            return;
        }
        let (cost, by) = kind;
        let burst = Pattern { shape: Shape::Burst { count }, from: time, cost, by };
        match self.patterns.iter_mut().find(|pattern| **pattern == nothing(by)) {
            Some(nothing) => *nothing = burst,
            None => self.patterns.push(burst),
        }
    }

    /// Moves a request that is a whole pattern: into a burst at that time, if it may be removed.
    fn move_alone(&mut self, number: usize, to: u64) {
        let kind = kind_of(&self.patterns[number]);
        let is_target = |(other, pattern): (usize, &Pattern)| {
            let is_burst = matches!(pattern.shape, Shape::Burst { .. });
            other != number && is_burst && (pattern.from, kind_of(pattern)) == (to, kind)
        };
        if self.is_free(number) && self.patterns.iter().enumerate().any(is_target) {
            self.replace(number, Vec::new());
            self.add(to, 1, kind);
        } else {
            self.patterns[number].from = to;
        }
    }

    /// Returns times as bursts and a list. With several clients they form one list, so that each request keeps
    /// its sender.
    fn explicit(&self, number: usize, times: &[u64]) -> Vec<Pattern> {
        let Pattern { cost, by, .. } = self.patterns[number];
        let from = 0;
        let list = |times: Vec<u64>| match times[..] {
            [] => None,
            [from] => Some(Pattern { shape: Shape::Burst { count: 1 }, from, cost, by }),
            _ => Some(Pattern { shape: Shape::At { times }, from, cost, by }),
        };
        if self.has_clients(by) {
            return list(times.to_vec()).into_iter().collect();
        }
        let groups = || times.chunk_by(|one, other| one == other);
        let bursts = groups().filter(|group| group.len() > 1).map(|group| Pattern {
            shape: Shape::Burst { count: group.len() as u32 },
            from: group[0],
            cost,
            by,
        });
        let alone = groups().filter(|group| group.len() == 1).map(|group| group[0]).collect();
        bursts.chain(list(alone)).collect()
    }

    /// Replaces a pattern. Patterns after it keep their indices if they depend on them.
    fn replace(&mut self, number: usize, others: Vec<Pattern>) {
        let is_free = self.is_free(number);
        let is_last_free = self.patterns.last().is_some_and(|last| !last.shape.is_random());
        let by = self.patterns[number].by;
        let mut others = others.into_iter();
        match others.next() {
            Some(other) => self.patterns[number] = other,
            None if is_free => drop(self.patterns.remove(number)),
            None if is_last_free => drop(self.patterns.swap_remove(number)),
            None => self.patterns[number] = nothing(by),
        }
        let at = if is_free { number + 1 } else { self.patterns.len() };
        others.rev().for_each(|other| self.patterns.insert(at, other));
        if self.patterns.is_empty() {
            self.patterns.push(nothing(by));
        }
    }

    /// Returns whether no pattern after this one depends on its index.
    fn is_free(&self, number: usize) -> bool {
        let is_drawn = |pattern: &Pattern| self.has_clients(pattern.by) || pattern.shape.is_random();
        !self.patterns.iter().skip(number + 1).any(is_drawn)
    }

    /// Returns whether the senders within a group are random.
    fn has_clients(&self, by: Option<Name>) -> bool {
        self.scenario.clients_of(by).count > 1
    }

    /// Returns an error at an original pattern, or at the whole traffic.
    fn mistake(&self, mistake: Mistake, pattern: Option<usize>, expected: Expected) -> LanguageError {
        let (text, mut reading) = (print(self.scenario), Reading::default());
        read(WHOLE_LANGUAGE, &text, &mut reading);
        let span = pattern.and_then(|number| reading.patterns.get(number).copied());
        let span = span.unwrap_or_else(|| reading.value("traffic"));
        let error = LanguageError::new(mistake, &text, span, expected);
        LanguageError { field: Some("traffic"), example: "10@9.5s; 15 every 100ms", ..error }
    }

    /// Returns the error in the edited traffic, at the position of the original.
    fn explain(&self) -> Result<Scenario, LanguageError> {
        let painted = print_traffic(&self.patterns);
        amend_text(&print(self.scenario), "traffic", &painted).map_err(|error| {
            let at_traffic = self.mistake(error.mistake, None, error.expected);
            LanguageError { found: error.found, ..at_traffic }
        })
    }
}

/// Returns what requests must have in common to share a pattern.
const fn kind_of(pattern: &Pattern) -> (u32, Option<Name>) {
    (pattern.cost, pattern.by)
}

/// Adds a time to a list, or to a single request, which then becomes a list, and returns whether that was
/// possible. A time that is listed already is better as a burst. With `is_last`, only a time after all others
/// is added: an earlier one would change the senders of later ones.
fn join(pattern: &mut Pattern, time: u64, is_last: bool) -> bool {
    let Pattern { shape, from, .. } = pattern;
    if let Shape::Burst { count: 1 } = shape {
        let mut list = Pattern { shape: Shape::At { times: vec![*from] }, from: 0, ..*pattern };
        let joined = join(&mut list, time, is_last);
        if joined {
            *pattern = list;
        }
        return joined;
    }
    let Shape::At { times } = shape else { return false };
    let fits = |offset: &u64| times.iter().all(|other| other < offset || !is_last && other != offset);
    let offset = time.checked_sub(*from).filter(fits);
    offset.map(|offset| insert(times, offset)).is_some()
}

/// Inserts a time in order.
fn insert(times: &mut Vec<u64>, time: u64) {
    times.insert(times.partition_point(|other| *other <= time), time);
}

fn drop_first(times: &mut Vec<u64>, time: u64) {
    if let Some(index) = times.iter().position(|other| *other == time) {
        times.remove(index);
    }
}
