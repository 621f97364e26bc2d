//! Limiters side by side, each with its own options.

use ratelab_limiter::{
    Algorithm, Value,
    bounds::{Parameter, Unit},
};

use super::{
    error::{LanguageError, Mistake},
    quantities::duration,
    reader::{Read, Reader, Span},
};
use crate::scenario::{Lane, MOST_LANES};

/// The most members of an all-of are in the bounds table, but a text should not
/// have to be read to its end to find that there are too many.
const MOST_MEMBERS: usize = Algorithm::AllOf.parameters()[0].maximum as usize;

/// Where a lane stands in the text.
#[derive(Default)]
pub(super) struct LanePlaces {
    pub(super) name: Span,
    /// Where the values of its options are, in the order of the options.
    pub(super) values: Vec<Span>,
    pub(super) members: Vec<LanePlaces>,
}

type Placed = (Lane, LanePlaces);

impl Reader<'_> {
    /// Lanes with commas between them.
    pub(super) fn lanes(&mut self) -> Read<(Vec<Lane>, Vec<LanePlaces>)> {
        let (mut lanes, mut places) = (Vec::new(), Vec::new());
        while lanes.is_empty() || !self.is_done() {
            if lanes.len() == MOST_LANES {
                return Err(self.too_many("lanes", MOST_LANES));
            }
            let (lane, place) = self.lane()?;
            lanes.push(lane);
            places.push(place);
            if !self.is_done() && !self.accept(",") {
                return Err(self.unexpected("an option, \",\" or the end".into()));
            }
        }
        Ok((lanes, places))
    }

    fn too_many(&self, what: &str, most: usize) -> Box<LanguageError> {
        self.mistake(Mistake::OutOfRange, self.token(), format!("at most {most} {what}"))
    }

    /// One of the seven, or an all-of.
    fn lane(&mut self) -> Read<Placed> {
        self.example = "fixed_window, token_bucket capacity=20";
        let name = self.token();
        if self.accept(Algorithm::AllOf.name()) {
            return self.all_of(name);
        }
        self.simple_lane(&[Algorithm::AllOf.name()])
    }

    /// `all_of(fixed_window limit=2 window=1s + gcra burst=5)`.
    fn all_of(&mut self, name: Span) -> Read<Placed> {
        let mut lane = Lane::new(Algorithm::AllOf);
        let mut place = LanePlaces { name, ..LanePlaces::default() };
        self.example = "all_of(fixed_window limit=2 window=1s + gcra burst=5)";
        self.expect("(")?;
        while lane.members.is_empty() || self.accept("+") {
            if lane.members.len() == MOST_MEMBERS {
                return Err(self.too_many("limiters in one all_of", MOST_MEMBERS));
            }
            let (member, member_place) = self.simple_lane(&[])?;
            lane.members.push(member);
            place.members.push(member_place);
        }
        if !self.accept(")") {
            return Err(self.unexpected("an option, \"+\" or \")\"".into()));
        }
        Ok((lane, place))
    }

    /// The name of one of the seven, and its options. What else could stand there
    /// is for the message.
    fn simple_lane(&mut self, others: &[&'static str]) -> Read<Placed> {
        let name = self.token();
        let names = [&Algorithm::ALL.map(Algorithm::name), others].concat();
        let word = self.one_of(&names)?;
        let found = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == word);
        let lane = Lane::new(found.unwrap_or(Algorithm::AllOf));
        self.options((lane, LanePlaces { name, ..LanePlaces::default() }))
    }

    fn options(&mut self, (mut lane, mut place): Placed) -> Read<Placed> {
        while self.is_at_word() {
            self.option(&mut lane, &mut place.values)?;
        }
        Ok((lane, place))
    }

    /// Reads an option of a lane to where the bounds table has it.
    fn option(&mut self, lane: &mut Lane, values: &mut Vec<Span>) -> Read<()> {
        let parameters = lane.algorithm.parameters();
        let row = |name: &str| parameters.iter().position(|parameter| parameter.name == name).unwrap_or(0);
        let names: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
        let word = self.token();
        let name = self.one_of(&names)?;
        let index = lane.options.partition_point(|(before, _)| row(before) < row(name));
        if lane.options.get(index).is_some_and(|(before, _)| *before == name) {
            return Err(self.repeated(word));
        }
        self.expect("=")?;
        let start = self.token().start;
        lane.options.insert(index, (name, self.value(&parameters[row(name)])?));
        values.insert(index, Span { start, end: self.at });
        Ok(())
    }

    /// The value of an option, by itself in range.
    fn value(&mut self, parameter: &Parameter) -> Read<Value> {
        Ok(match parameter.unit {
            Unit::Nanoseconds => self.time_within(parameter.minimum, parameter.maximum)?.into(),
            Unit::Word => self.one_of(parameter.words)?.into(),
            Unit::Requests | Unit::Limiters => self.whole(parameter.minimum, parameter.maximum)?.into(),
        })
    }
}

/// Lanes as text.
pub(super) fn print_lanes(lanes: &[Lane], separator: &str) -> String {
    lanes.iter().map(print_lane).collect::<Vec<_>>().join(separator)
}

fn print_lane(lane: &Lane) -> String {
    if lane.algorithm == Algorithm::AllOf {
        return format!("{}({})", lane.algorithm, print_lanes(&lane.members, " + "));
    }
    let mut text = lane.algorithm.name().to_owned();
    for parameter in lane.algorithm.parameters() {
        let given = lane.options.iter().find(|(name, _)| *name == parameter.name);
        if let Some((name, value)) = given {
            text.push_str(&format!(" {name}={}", print_value(parameter.unit, value)));
        }
    }
    text
}

fn print_value(unit: Unit, value: &Value) -> String {
    match value {
        Value::Word(word) => word.clone(),
        Value::Number(number) => print_number(unit, *number),
    }
}

/// A number of this unit as people write it.
pub(super) fn print_number(unit: Unit, number: i128) -> String {
    match u64::try_from(number) {
        Ok(time) if unit == Unit::Nanoseconds => duration(time),
        _ => number.to_string(),
    }
}
