//! Reads groups of clients and their names.

use super::super::{error::Mistake, expected::Expected, reader::Reader, reading::Reading};
use crate::scenario::{Clients, Group, MOST_CLIENTS, MOST_GROUPS, Name, Pattern, Shares, Tier};

impl Reader<'_> {
    /// `mobile 1000 zipf 1.1 limit 10/10s burst 20, cron limit 100/m`.
    pub(crate) fn groups(&mut self, reading: &mut Reading) {
        let groups = &mut reading.scenario.groups;
        groups.clear();
        while groups.is_empty() || !self.is_done() {
            if groups.len() == MOST_GROUPS {
                self.too_many("groups", MOST_GROUPS);
            }
            let span = self.token();
            let Some(name) = self.name() else { break };
            if groups.iter().any(|other| other.name == name) {
                self.repeated(span);
            }
            groups.push(self.group(name));
            if !self.is_done() && !self.accept(",") {
                self.unexpected(Expected::Phrase("\"limit\", \"burst\", \",\" or nothing"));
            }
        }
    }

    /// Reads the settings of a group after its name.
    fn group(&mut self, name: Name) -> Group {
        let clients = if self.is_at_number() { self.some_clients() } else { Clients::default() };
        let mut tier = Tier::default();
        loop {
            let word = self.token();
            let is_repeated = if self.accept("limit") {
                tier.limit.replace(self.rate()).is_some()
            } else if self.accept("burst") {
                tier.burst.replace(self.count()).is_some()
            } else {
                break;
            };
            if is_repeated {
                self.repeated(word);
            }
        }
        Group { name, clients, tier }
    }

    fn some_clients(&mut self) -> Clients {
        let count = self.small(1, MOST_CLIENTS);
        let shares = if self.peek() == "zipf" { self.shares() } else { Shares::Equal };
        Clients { count, shares }
    }

    /// Reads `mobile` after `by`, and returns whether a group was given before.
    pub(crate) fn sender(&mut self, pattern: &mut Pattern) -> bool {
        let is_repeated = pattern.by.is_some();
        pattern.by = self.name();
        is_repeated
    }

    /// Reads the name of a group or a layer.
    pub(super) fn name(&mut self) -> Option<Name> {
        let span = self.token();
        let name = Name::new(span.slice(self.text));
        if self.field == Some("traffic") {
            self.example = "15@0s by mobile";
        }
        if name.is_some() {
            self.at = span.end;
        } else {
            let mistake = if self.is_at_word() { Mistake::OutOfRange } else { Mistake::Unexpected };
            let most = Name::LONGEST;
            self.refuse(mistake, span, Expected::composed(format!("a name of at most {most} letters")));
        }
        name
    }
}
