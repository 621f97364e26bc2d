//! Lanes of limiters, each with its own options.

use ratelab_limiter::{
    Algorithm, Value,
    bounds::{Parameter, Unit},
};

use super::{
    error::Mistake,
    expected::Expected,
    reader::Reader,
    reading::{LaneSpan, Reading},
    span::Span,
    topology::{KEYS, print_store, word_for},
    units::Quantity,
};
use crate::scenario::{Key, Lane, MOST_LANES};

/// Options of every limiter that are not in the bounds table. A member only has the first: the other belongs to
/// the whole lane.
pub(super) const MORE_OPTIONS: [&str; 2] = ["key", "state"];

/// The seven algorithms, then those that combine several.
const LIMITERS: [Algorithm; 9] = {
    let [a, b, c, d, e, f, g] = Algorithm::ALL;
    [a, b, c, d, e, f, g, Algorithm::AllOf, Algorithm::Layers]
};

impl Reader<'_> {
    /// Reads lanes, separated by commas.
    pub(super) fn lanes(&mut self, reading: &mut Reading) {
        let mut lanes = Vec::new();
        while lanes.is_empty() || !self.is_done() {
            self.example = "fixed_window, token_bucket capacity=20";
            let at = (lanes.len(), 0);
            if lanes.len() == MOST_LANES {
                self.too_many("lanes", MOST_LANES);
            }
            lanes.push(self.lane(at, &mut reading.lanes));
            if !self.is_done() && !self.accept(",") {
                self.unexpected(Expected::Phrase("an option, \",\" or nothing"));
            }
        }
        reading.scenario.lanes = lanes;
    }

    pub(super) fn too_many(&mut self, what: &'static str, most: usize) {
        self.refuse(Mistake::OutOfRange, self.token(), Expected::Fewer(most as u32, what));
    }

    /// Reads a limiter with its options, or a combination of several, which cannot be nested.
    pub(super) fn lane(&mut self, at: (usize, usize), spans: &mut Vec<LaneSpan>) -> Lane {
        let known = if at.1 == 0 { &LIMITERS[..] } else { &Algorithm::ALL };
        spans.push(LaneSpan { at, option: "", span: self.token() });
        let index = self.one_of("one of", &|index| Some(known.get(index)?.name()));
        let mut lane = Lane::new(known[index]);
        if index >= Algorithm::ALL.len() {
            self.rarely((), |reader, rare| (rare.members)(reader, &mut lane, at.0, spans));
        } else {
            // The word between two layers is not an option.
            while self.is_at_word() && self.peek() != "then" {
                self.option(&mut lane, at, spans);
            }
        }
        lane
    }

    /// Reads an option of a lane, as defined in the bounds table.
    fn option(&mut self, lane: &mut Lane, at: (usize, usize), spans: &mut Vec<LaneSpan>) {
        let parameters = lane.algorithm.parameters();
        let word = self.token();
        let row = self.one_of("one of", &|index| match index.checked_sub(parameters.len()) {
            None => Some(parameters[index].name),
            Some(more) => MORE_OPTIONS.get(more).filter(|_| more == 0 || at.1 == 0).copied(),
        });
        let Some(parameter) = parameters.get(row) else {
            let option = row - parameters.len();
            return self.rarely((), |reader, rare| (rare.option)(reader, option, lane, at, spans));
        };
        let (before, name) = (&parameters[..row], parameter.name);
        if lane.options.iter().any(|(other, _)| *other == name) {
            self.repeated(word);
        }
        self.expect("=");
        let start = self.token().start;
        let is_before = |option: &&(&str, Value)| before.iter().any(|parameter| parameter.name == option.0);
        let index = lane.options.iter().filter(is_before).count();
        lane.options.insert(index, (name, self.value(parameter)));
        spans.push(LaneSpan { at, option: name, span: Span { start, end: self.at } });
    }

    /// Reads the value of an option and checks its range.
    fn value(&mut self, parameter: &Parameter) -> Value {
        match parameter.unit {
            Unit::Nanoseconds => self.time_within(parameter.minimum, parameter.maximum).into(),
            Unit::Word => {
                let index = self.one_of("one of", &|index| parameter.words.get(index).copied());
                parameter.words[index].into()
            }
            Unit::Requests | Unit::Limiters => self.whole(parameter.minimum, parameter.maximum).into(),
        }
    }
}

/// Returns lanes as text.
pub(super) fn print_lanes(lanes: &[Lane], separator: &str) -> String {
    lanes.iter().map(print_lane).collect::<Vec<_>>().join(separator)
}

/// Returns a lane as text.
pub fn print_lane(lane: &Lane) -> String {
    let mut text = lane.name.map(|name| format!("{name}: ")).unwrap_or_default();
    text.push_str(lane.algorithm.name());
    if matches!(lane.algorithm, Algorithm::AllOf | Algorithm::Layers) {
        let between = if lane.algorithm == Algorithm::Layers { " then " } else { " + " };
        text.push_str(&format!("({})", print_lanes(&lane.members, between)));
    }
    for parameter in lane.algorithm.parameters() {
        let given = lane.options.iter().find(|(name, _)| *name == parameter.name);
        if let Some((name, value)) = given {
            text.push_str(&format!(" {name}={}", print_value(parameter.unit, value)));
        }
    }
    if lane.key != Key::Client {
        text.push_str(&format!(" key={}", word_for(&KEYS, lane.key)));
    }
    if let Some(store) = lane.store {
        text.push_str(&format!(" state={}", print_store(store)));
    }
    text
}

fn print_value(unit: Unit, value: &Value) -> String {
    match value {
        Value::Word(word) => word.clone(),
        Value::Number(number) => Quantity(unit, *number).to_string(),
    }
}
