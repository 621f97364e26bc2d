//! Reads and prints traffic: patterns of requests.

use super::{
    error::Mistake,
    expected::Expected,
    quantities::{print_hundredths, print_rate},
    reader::Reader,
    reading::Reading,
    span::Span,
    units::Time,
};
use crate::scenario::{Pattern, Rate, Shape};

/// The maximum duration of a pattern, about 292 years: a rate that oscillates may reach twice its mean, which
/// is counted in nanoseconds too.
const LONGEST: u64 = u64::MAX / 2;

/// The result of a pattern that was refused.
const NOTHING: Shape = Shape::At { times: Vec::new() };

/// The first word of a pattern, an example, and the function that reads the rest.
struct Word(&'static str, &'static str, fn(&mut Reader<'_>) -> Shape);

#[allow(clippy::redundant_closure_for_method_calls, reason = "the methods alone have a single lifetime")]
const WORDS: [Word; 7] = [
    Word("burst", "burst 10 every 5s x6", |reader| reader.bursts()),
    Word("at", "at 1s 1.5s 2s", |reader| reader.times()),
    Word("poisson", "poisson 20/s for 30s", |reader| Shape::Poisson {
        rate: reader.rate(),
        duration: reader.length(),
    }),
    Word("ramp", "ramp 1/s..50/s for 60s", |reader| {
        reader.rarely(NOTHING, |reader, rare| (rare.ramp)(reader))
    }),
    Word("onoff", "onoff 10/s on 2s off 3s for 30s", |reader| Shape::OnOff {
        rate: reader.rate(),
        on: reader.after("on"),
        off: reader.after("off"),
        duration: reader.length(),
    }),
    Word("sine", "sine 1/s..20/s period 1d for 2d", |reader| {
        reader.rarely(NOTHING, |reader, rare| (rare.sine)(reader))
    }),
    Word("pareto", "pareto 5/s shape 1.5 for 60s", |reader| {
        reader.rarely(NOTHING, |reader, rare| (rare.pareto)(reader))
    }),
];

impl Reader<'_> {
    /// Reads patterns, separated by semicolons.
    pub(super) fn traffic(&mut self, reading: &mut Reading) {
        let patterns = &mut reading.scenario.traffic;
        patterns.clear();
        while patterns.is_empty() || !self.is_done() {
            let start = self.token().start;
            patterns.push(self.pattern());
            reading.patterns.push(Span { start, end: self.at });
            if !self.is_done() && !self.accept(";") {
                self.unexpected(Expected::Phrase("\"from\", \"cost\", \"by\", \";\" or nothing"));
            }
        }
    }

    fn pattern(&mut self) -> Pattern {
        let mut pattern = if self.is_at_number() { self.counted() } else { Pattern::new(self.named()) };
        let (mut from, mut cost) = (None, None);
        loop {
            let word = self.token();
            let is_repeated = if self.accept("from") {
                from.replace(self.later(pattern.from)).is_some()
            } else if self.accept("cost") {
                cost.replace(self.small(0, u32::MAX)).is_some()
            } else if self.accept("by") {
                self.rarely(false, |reader, rare| (rare.sender)(reader, &mut pattern))
            } else {
                break;
            };
            if is_repeated {
                self.repeated(word);
            }
        }
        pattern.from = from.unwrap_or(pattern.from);
        pattern.cost = cost.unwrap_or(pattern.cost);
        pattern
    }

    /// Reads `5s` after `from`: a later start.
    fn later(&mut self, from: u64) -> u64 {
        let start = self.token().start;
        let time = self.time(0);
        let most = u64::MAX - from;
        if time > most {
            let span = Span { start, end: self.at };
            self.refuse(Mistake::OutOfRange, span, Expected::AtMost(most));
        }
        from.saturating_add(time)
    }

    /// Reads a pattern that begins with a number.
    fn counted(&mut self) -> Pattern {
        self.example = "15 every 100ms";
        let count = self.count();
        let mut pattern = Pattern::new(Shape::Burst { count });
        if self.accept("@") {
            self.example = "10@9.5s";
            pattern.from = self.time(0);
        } else if self.accept("every") {
            pattern.shape = Shape::Every { count, delay: self.time(1) };
        } else if self.peek() == "/" {
            self.example = "5/s for 30s";
            let rate = self.rate_of(count);
            pattern.shape = Shape::Constant { rate, duration: self.length() };
        } else {
            self.unexpected(Expected::Phrase("\"@\", \"every\" or \"/\""));
        }
        pattern
    }

    /// Reads a pattern that begins with a word.
    fn named(&mut self) -> Shape {
        let index = self.one_of("a number, or one of", &|index| Some(WORDS.get(index)?.0));
        let Word(_, example, read) = WORDS[index];
        self.example = example;
        read(self)
    }

    /// Reads a word and the time after it.
    #[inline(never)]
    pub(super) fn after(&mut self, word: &'static str) -> u64 {
        self.expect(word);
        self.time(1)
    }

    /// Reads `for 30s`.
    #[inline(never)]
    pub(super) fn length(&mut self) -> u64 {
        self.expect("for");
        self.time_within(1, LONGEST)
    }

    fn bursts(&mut self) -> Shape {
        let (count, every) = (self.count(), self.after("every"));
        self.expect("x");
        Shape::Bursts { count, every, times: self.count() }
    }

    fn times(&mut self) -> Shape {
        let mut times = Vec::new();
        while times.is_empty() || self.is_at_number() {
            times.push(self.time(0));
        }
        Shape::At { times }
    }
}

/// Returns traffic as text.
pub(super) fn print_traffic(patterns: &[Pattern]) -> String {
    patterns.iter().map(print_pattern).collect::<Vec<_>>().join("; ")
}

/// Returns a pattern as text.
pub fn print_pattern(pattern: &Pattern) -> String {
    let mut text = print_shape(&pattern.shape);
    match pattern.shape {
        Shape::Burst { .. } => text.push_str(&Time(pattern.from).to_string()),
        _ if pattern.from > 0 => text.push_str(&format!(" from {}", Time(pattern.from))),
        _ => {}
    }
    if pattern.cost != 1 {
        text.push_str(&format!(" cost {}", pattern.cost));
    }
    if let Some(name) = pattern.by {
        text.push_str(&format!(" by {name}"));
    }
    text
}

/// Returns a shape as text; for a burst without its time.
fn print_shape(shape: &Shape) -> String {
    let (head, length) = match shape {
        Shape::Burst { count } => return format!("{count}@"),
        Shape::Every { count, delay } => return format!("{count} every {}", Time(*delay)),
        Shape::Bursts { count, every, times } => {
            return format!("burst {count} every {} x{times}", Time(*every));
        }
        Shape::At { times } => {
            return times.iter().fold("at".into(), |text, time| text + " " + &Time(*time).to_string());
        }
        Shape::Constant { rate, duration } => (print_rate(*rate), duration),
        Shape::Poisson { rate, duration } => (format!("poisson {}", print_rate(*rate)), duration),
        Shape::Ramp { low, high, duration } => (format!("ramp {}", print_rates(*low, *high)), duration),
        Shape::OnOff { rate, on, off, duration: length } => {
            (format!("onoff {} on {} off {}", print_rate(*rate), Time(*on), Time(*off)), length)
        }
        Shape::Sine { low, high, period, duration: length } => {
            (format!("sine {} period {}", print_rates(*low, *high), Time(*period)), length)
        }
        Shape::Pareto { rate, shape, duration } => {
            (format!("pareto {} shape {}", print_rate(*rate), print_hundredths(*shape)), duration)
        }
    };
    format!("{head} for {}", Time(*length))
}

fn print_rates(low: Rate, high: Rate) -> String {
    format!("{}..{}", print_rate(low), print_rate(high))
}
