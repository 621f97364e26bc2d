//! The twin of `extras` in the small build. It refuses what few scenarios say, and gives
//! mistakes no words. The whole build has both.

use std::fmt;

use super::{error::Mistake, lanes::Place, parse::Reading, reader::Reader};
use crate::scenario::{Lane, Pattern, Retry, RetryAfter, Shape, Shares};

pub(super) const fn worded(_: fmt::Arguments<'_>) -> String {
    String::new()
}

pub(super) const fn line_and_column(_: &str, _: usize) -> (u32, u32) {
    (1, 1)
}

pub(super) const fn shortened(_: &str) -> String {
    String::new()
}

/// The small build prints nothing, and has nobody but the clients.
pub(super) const fn check_more(_: &mut Reader<'_>, _: &Reading) {}

impl Reader<'_> {
    /// The mistake of a text that only the whole build reads.
    #[inline(never)]
    fn not_here(&mut self) {
        self.refuse(Mistake::NotHere, self.token(), format_args!(""));
    }

    pub(super) fn members(&mut self, _: &mut Lane, _: usize, _: &mut Vec<Place>) {
        self.not_here();
    }

    pub(super) fn more_option(&mut self, _: usize, _: &mut Lane, _: (usize, usize), _: &mut Vec<Place>) {
        self.not_here();
    }

    pub(super) fn sender(&mut self, _: &mut Pattern) -> bool {
        self.not_here();
        false
    }

    pub(super) fn groups(&mut self, _: &mut Reading) {
        self.not_here();
    }

    pub(super) fn servers(&mut self, _: &mut Reading) {
        self.not_here();
    }

    pub(super) fn needs(&mut self, _: &mut Reading) {
        self.not_here();
    }

    pub(super) fn ramp(&mut self) -> Shape {
        self.not_here();
        Shape::At { times: Vec::new() }
    }

    pub(super) fn sine(&mut self) -> Shape {
        self.ramp()
    }

    pub(super) fn pareto(&mut self) -> Shape {
        self.ramp()
    }

    pub(super) fn shares(&mut self) -> Shares {
        self.not_here();
        Shares::Equal
    }

    pub(super) fn retry_after(&mut self, _: RetryAfter) -> Retry {
        self.not_here();
        Retry::default()
    }
}

/// The small build reads the grammar alone. The page then asks the whole build.
pub(super) mod plain {
    use super::super::{error::LanguageError, parse::parse_strictly};
    use crate::scenario::Scenario;

    /// Mistakes get no fix.
    pub(in super::super) type Fix = ();

    /// Reads a scenario in the words of the grammar.
    pub fn parse(text: &str) -> Result<Scenario, LanguageError> {
        parse_strictly(text)
    }

    pub(in super::super) fn one_line(_: &str, value: &str) -> String {
        value.to_owned()
    }
}

/// What users of the language see.
pub(super) mod open {
    pub use super::plain::parse;
}
