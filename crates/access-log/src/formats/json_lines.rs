//! A JSON object per line, with fields chosen by the user, or with usual names.
//!
//! A nested field is named with a dot: `client=http.client_ip`. Fields and the meaning of times are the same as for
//! columns; see `chosen.rs`.

use super::chosen::{CLIENT, Chosen, ROLES, TIME};
use super::json;
use super::parts::offset;
use crate::{Entry, Fault, Format, Line, Text, Unparsed};

pub(super) struct JsonLines {
    chosen: Chosen,
}

impl JsonLines {
    /// The format for a pattern such as `time=ts client=ip`.
    pub(super) fn make(pattern: &str) -> Result<Box<dyn Format>, Fault> {
        Ok(Box::new(Self { chosen: Chosen::parse(pattern)? }))
    }

    fn find<'line>(&self, line: &'line [u8]) -> Result<[json::Value<'line>; json::MOST], Unparsed> {
        let names: [&str; ROLES] = std::array::from_fn(|role| self.chosen.names[role].as_str());
        json::find(line, &names)
    }

    /// Searches a line for usual names. They are kept until a line has no such time.
    fn guess(&mut self, line: &[u8]) -> Result<(), Unparsed> {
        let enough = self.chosen.guess(&json::leaves(line)?);
        json::needed(line, &[(enough.then_some(line), "a time, in a field such as time, timestamp or ts")])
    }
}

impl Format for JsonLines {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
        if line.trim_ascii().is_empty() {
            return Ok(Line::Other);
        }
        let mut found = self.find(line)?;
        if self.chosen.unsure(found[TIME].is_some(), !json::text(found[CLIENT]).is_empty()) {
            self.guess(line)?;
            found = self.find(line)?;
        }
        let texts = std::array::from_fn(|role| json::text(found[role]));
        self.chosen.fill(texts, entry, &|role| offset(line, found[role]))
    }

    fn remembers(&self) -> bool {
        true
    }

    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>> {
        json::field(line, name)
    }

    fn fields(&self) -> Vec<String> {
        self.chosen.names.iter().filter(|name| !name.is_empty()).cloned().collect()
    }
}
