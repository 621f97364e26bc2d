//! Traffic: patterns of requests.

use super::{
    error::Mistake,
    quantities::{duration, print_hundredths, print_rate},
    reader::{Read, Reader, Span, listed},
};
use crate::scenario::{Pattern, Rate, Shape};

/// The shapes of a Pareto distribution, in hundredths. At 1 and below, waits have no
/// mean, so that there would be no rate.
const SHAPES: (u32, u32) = (101, 1000);

/// The longest that a pattern lasts, about 292 years: a rate that swings makes as
/// much as twice its mean, which is counted in nanoseconds as well.
const LONGEST: u64 = u64::MAX / 2;

/// The words that begin a pattern, each with an example.
const WORDS: [(&str, &str); 7] = [
    ("burst", "burst 10 every 5s x6"),
    ("at", "at 1s 1.5s 2s"),
    ("poisson", "poisson 20/s for 30s"),
    ("ramp", "ramp 1/s..50/s for 60s"),
    ("onoff", "onoff 10/s on 2s off 3s for 30s"),
    ("sine", "sine 1/s..20/s period 1d for 2d"),
    ("pareto", "pareto 5/s shape 1.5 for 60s"),
];

impl Reader<'_> {
    /// Patterns with semicolons between them.
    pub(super) fn traffic(&mut self) -> Read<(Vec<Pattern>, Vec<Span>)> {
        let (mut patterns, mut places) = (Vec::new(), Vec::new());
        while patterns.is_empty() || !self.is_done() {
            let start = self.token().start;
            patterns.push(self.pattern()?);
            places.push(Span { start, end: self.at });
            if !self.is_done() && !self.accept(";") {
                return Err(self.unexpected("\"from\", \"cost\", \";\" or the end".into()));
            }
        }
        Ok((patterns, places))
    }

    fn pattern(&mut self) -> Read<Pattern> {
        let mut pattern = if self.is_at_number() { self.counted()? } else { Pattern::new(self.named()?) };
        let (mut from, mut cost) = (None, None);
        loop {
            let word = self.token();
            let again = match word.of(self.text) {
                "from" => from.replace(self.later(pattern.from)?).is_some(),
                "cost" => cost.replace(self.cost()?).is_some(),
                _ => break,
            };
            if again {
                return Err(self.repeated(word));
            }
        }
        pattern.from = from.unwrap_or(pattern.from);
        pattern.cost = cost.unwrap_or(pattern.cost);
        Ok(pattern)
    }

    /// `from 5s`: later by that much.
    fn later(&mut self, from: u64) -> Read<u64> {
        self.take();
        let mut span = self.token();
        let time = self.time(0)?;
        span.end = self.at;
        let most = || format!("at most {}", duration(u64::MAX - from));
        from.checked_add(time).ok_or_else(|| self.mistake(Mistake::OutOfRange, span, most()))
    }

    fn cost(&mut self) -> Read<u32> {
        self.take();
        self.small(0, u32::MAX)
    }

    /// What begins with a number.
    fn counted(&mut self) -> Read<Pattern> {
        self.example = "15 every 100ms";
        let count = self.count()?;
        match self.peek() {
            "@" => {
                self.example = "10@9.5s";
                self.take();
                let from = self.time(0)?;
                Ok(Pattern { from, ..Pattern::new(Shape::Burst { count }) })
            }
            "every" => Ok(Pattern::new(Shape::Every { count, delay: self.after("every")? })),
            "/" => {
                self.example = "5/s for 30s";
                let rate = self.rate_of(count)?;
                Ok(Pattern::new(Shape::Constant { rate, duration: self.length()? }))
            }
            _ => Err(self.unexpected("\"@\", \"every\" or \"/\"".into())),
        }
    }

    /// What begins with a word.
    fn named(&mut self) -> Read<Shape> {
        let Some((word, example)) = WORDS.iter().find(|(word, _)| *word == self.peek()) else {
            let words = listed(&WORDS.map(|(word, _)| word));
            let mistake = if self.is_at_word() { Mistake::UnknownWord } else { Mistake::Unexpected };
            return Err(self.mistake(mistake, self.token(), format!("a number, or one of {words}")));
        };
        self.example = example;
        self.take();
        self.shape(word)
    }

    /// The rest of what begins with this word.
    fn shape(&mut self, word: &str) -> Read<Shape> {
        Ok(match word {
            "burst" => self.bursts()?,
            "at" => Shape::At { times: self.times()? },
            "poisson" => Shape::Poisson { rate: self.rate()?, duration: self.length()? },
            "ramp" => {
                let (low, high) = self.rates()?;
                Shape::Ramp { low, high, duration: self.length()? }
            }
            "onoff" => Shape::OnOff {
                rate: self.rate()?,
                on: self.after("on")?,
                off: self.after("off")?,
                duration: self.length()?,
            },
            "sine" => self.sine()?,
            _ => self.pareto()?,
        })
    }

    /// A word and the time after it.
    fn after(&mut self, word: &str) -> Read<u64> {
        self.expect(word)?;
        self.time(1)
    }

    /// `for 30s`.
    fn length(&mut self) -> Read<u64> {
        self.expect("for")?;
        self.time_within(1, LONGEST)
    }

    fn bursts(&mut self) -> Read<Shape> {
        let (count, every) = (self.count()?, self.after("every")?);
        self.expect("x")?;
        Ok(Shape::Bursts { count, every, times: self.count()? })
    }

    fn times(&mut self) -> Read<Vec<u64>> {
        let mut times = vec![self.time(0)?];
        while self.is_at_number() {
            times.push(self.time(0)?);
        }
        Ok(times)
    }

    fn sine(&mut self) -> Read<Shape> {
        let mut span = self.token();
        let (low, high) = self.rates()?;
        span.end = self.at;
        if faster(low, high) {
            return Err(self.mistake(Mistake::OutOfRange, span, "the lower rate first".into()));
        }
        Ok(Shape::Sine { low, high, period: self.after("period")?, duration: self.length()? })
    }

    fn pareto(&mut self) -> Read<Shape> {
        let rate = self.rate()?;
        self.expect("shape")?;
        let shape = self.hundredths(SHAPES.0, SHAPES.1)?;
        Ok(Shape::Pareto { rate, shape, duration: self.length()? })
    }
}

/// Whether a rate is higher than another.
fn faster(rate: Rate, other: Rate) -> bool {
    let cross = |left: Rate, right: Rate| u128::from(left.amount) * u128::from(right.period);
    cross(rate, other) > cross(other, rate)
}

/// Traffic as text.
pub(super) fn print_traffic(patterns: &[Pattern]) -> String {
    patterns.iter().map(print_pattern).collect::<Vec<_>>().join("; ")
}

fn print_pattern(pattern: &Pattern) -> String {
    let mut text = print_shape(&pattern.shape);
    match pattern.shape {
        Shape::Burst { .. } => text.push_str(&duration(pattern.from)),
        _ if pattern.from > 0 => text.push_str(&format!(" from {}", duration(pattern.from))),
        _ => {}
    }
    if pattern.cost != 1 {
        text.push_str(&format!(" cost {}", pattern.cost));
    }
    text
}

/// A shape as text; after that of a burst comes its time.
fn print_shape(shape: &Shape) -> String {
    let (head, length) = match shape {
        Shape::Burst { count } => return format!("{count}@"),
        Shape::Every { count, delay } => return format!("{count} every {}", duration(*delay)),
        Shape::Bursts { count, every, times } => {
            return format!("burst {count} every {} x{times}", duration(*every));
        }
        Shape::At { times } => {
            return times.iter().fold("at".into(), |text, time| text + " " + &duration(*time));
        }
        Shape::Constant { rate, duration } => (print_rate(*rate), duration),
        Shape::Poisson { rate, duration } => (format!("poisson {}", print_rate(*rate)), duration),
        Shape::Ramp { low, high, duration } => (format!("ramp {}", print_rates(*low, *high)), duration),
        Shape::OnOff { rate, on, off, duration: length } => {
            (format!("onoff {} on {} off {}", print_rate(*rate), duration(*on), duration(*off)), length)
        }
        Shape::Sine { low, high, period, duration: length } => {
            (format!("sine {} period {}", print_rates(*low, *high), duration(*period)), length)
        }
        Shape::Pareto { rate, shape, duration } => {
            (format!("pareto {} shape {}", print_rate(*rate), print_hundredths(*shape)), duration)
        }
    };
    format!("{head} for {}", duration(*length))
}

fn print_rates(low: Rate, high: Rate) -> String {
    format!("{}..{}", print_rate(low), print_rate(high))
}
