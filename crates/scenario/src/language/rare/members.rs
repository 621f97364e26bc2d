//! Reads lanes of several limiters, and the options that every limiter has: which requests it counts together,
//! and where its state is stored.

use ratelab_limiter::Algorithm;

use super::super::{
    expected::Expected, lanes::MORE_OPTIONS, reader::Reader, reading::LaneSpan, span::Span, topology::KEYS,
};
use crate::scenario::{Lane, Name};

/// The maximum number of members of an all-of is in the bounds table, but a text with too many should not have
/// to be read to its end.
const MOST_MEMBERS: usize = Algorithm::AllOf.parameters()[0].maximum as usize;

impl Reader<'_> {
    /// Reads `all_of(fixed_window limit=2 window=1s + gcra burst=5)` and `layers(cdn: fixed_window
    /// key=everybody then gcra)`, from the parenthesis on.
    pub(crate) fn members(&mut self, lane: &mut Lane, number: usize, spans: &mut Vec<LaneSpan>) {
        let is_layers = lane.algorithm == Algorithm::Layers;
        let (example, between, what) = if is_layers {
            ("layers(cdn: fixed_window key=everybody then gcra)", "then", "layers in one lane")
        } else {
            ("all_of(fixed_window limit=2 window=1s + gcra burst=5)", "+", "limiters in one all_of")
        };
        self.example = example;
        self.expect("(");
        while lane.members.is_empty() || self.accept(between) {
            if lane.members.len() == MOST_MEMBERS {
                self.too_many(what, MOST_MEMBERS);
            }
            let name = if is_layers { self.layer_name(&lane.members) } else { None };
            let member = self.lane((number, lane.members.len() + 1), spans);
            lane.members.push(Lane { name, ..member });
        }
        if !self.accept(")") {
            self.unexpected(Expected::composed(format!("an option, \"{between}\" or \")\"")));
        }
        while self.is_at_word() {
            self.one_of("no option except", &|index| MORE_OPTIONS.get(index + 1).copied());
            self.more_option(1, lane, (number, 0), spans);
        }
    }

    /// Reads `cdn:`, if a layer begins with its name.
    fn layer_name(&mut self, before: &[Lane]) -> Option<Name> {
        let (at, span) = (self.at, self.token());
        self.take();
        if self.peek() != ":" {
            self.at = at;
            return None;
        }
        self.at = at;
        let name = self.name()?;
        self.expect(":");
        if before.iter().any(|other| other.name == Some(name)) {
            self.repeated(span);
        }
        Some(name)
    }

    /// Reads `key=group` or `state=local` after the word, which is given by its index.
    pub(crate) fn more_option(
        &mut self,
        index: usize,
        lane: &mut Lane,
        at: (usize, usize),
        spans: &mut Vec<LaneSpan>,
    ) {
        let option = MORE_OPTIONS[index];
        if spans.iter().any(|span| span.at == at && span.option == option) {
            self.repeated(Span { start: self.at - option.len(), end: self.at });
        }
        self.example = "token_bucket key=group state=local";
        self.expect("=");
        let start = self.token().start;
        if index == 0 {
            lane.key = self.word_of(&KEYS);
        } else {
            lane.store = Some(self.store());
        }
        spans.push(LaneSpan { at, option, span: Span { start, end: self.at } });
    }

    /// Reads a word of a table and returns its value.
    pub(super) fn word_of<T: Copy>(&mut self, table: &[(&'static str, T)]) -> T {
        table[self.one_of("one of", &|index| Some(table.get(index)?.0))].1
    }
}
