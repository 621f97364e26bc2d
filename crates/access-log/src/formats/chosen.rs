//! The fields or columns that a user chose: `time=ts client=ip status=code path=url duration=took:ms`.
//!
//! What is chosen: `time`, when the line was written; `arrival` instead, if it is when the request came;
//! `client`, `user`, `host`, `path` (or the whole request), `status`; and `duration`, which is taken off `time`.
//! Its unit, after a colon, is `s`, `ms`, `us` or `ns`; it may also stand in the value or end the name, as in
//! `took_ms`. Otherwise a number with a point is seconds and one without is milliseconds. A name with spaces
//! stands in quotes. Without any pattern, the usual names are tried.
//!
//! Where there is no duration, a line with a status was written when the status was known, so at the end of the
//! request; a line without one is taken to be of its arrival.

use super::parts::Parts;
use super::{durations, timestamps};
use crate::time::Unit;
use crate::{Entry, Fault, Line, Text, Unread};

/// The parts of an entry that others ask for, as places in all arrays here.
pub(super) const TIME: usize = 0;
const CLIENT: usize = 1;
const STATUS: usize = 5;
const DURATION: usize = 6;
/// How many there are.
pub(super) const ROLES: usize = 7;
const NAMES: [&str; ROLES] = ["time", "client", "user", "host", "path", "status", "duration"];

/// What fields are usually called, the likeliest first.
pub(super) const USUAL: [&[&str]; ROLES] = [
    &[
        "time",
        "timestamp",
        "@timestamp",
        "ts",
        "time_iso8601",
        "msec",
        "time_local",
        "start_time",
        "datetime",
        "date",
    ],
    &[
        "client_ip",
        "clientip",
        "clientIp",
        "client",
        "remote_addr",
        "remote_ip",
        "remoteAddr",
        "remoteIp",
        "ip",
        "ip_address",
        "client.ip",
        "source.ip",
        "source_ip",
        "src_ip",
        "req.remoteAddress",
        "x_forwarded_for",
    ],
    &["user", "user_id", "userId", "username", "remote_user", "user.id", "user.name"],
    &["host", "http_host", "vhost", "server_name", "domain", "url.domain"],
    &["path", "uri", "request_uri", "url", "request", "request_path", "url.path", "req.url"],
    &[
        "status",
        "status_code",
        "statusCode",
        "http_status",
        "code",
        "http.response.status_code",
        "res.statusCode",
    ],
    &[
        "request_time",
        "duration_ms",
        "latency_ms",
        "elapsed_ms",
        "response_time_ms",
        "took_ms",
        "responseTime",
    ],
];

/// What was chosen.
pub(super) struct Chosen {
    /// The name of each part, empty if it was not chosen.
    pub(super) names: [String; ROLES],
    /// Whether nothing was chosen, and usual names are to be found.
    pub(super) guessing: bool,
    arrival: bool,
    unit: Option<Unit>,
}

impl Chosen {
    /// Reads a pattern.
    pub(super) fn parse(pattern: &str) -> Result<Self, Fault> {
        let guessing = pattern.trim().is_empty();
        let mut chosen = Self { names: Default::default(), guessing, arrival: false, unit: None };
        for word in words(pattern) {
            chosen.choose(&word).ok_or_else(|| Fault::pattern(&word, ALLOWED))?;
        }
        if guessing || !chosen.names[TIME].is_empty() {
            Ok(chosen)
        } else {
            Err(Fault::pattern(pattern, "with a time, as in time=ts"))
        }
    }

    /// Takes a word of the pattern; `None` if it cannot be one.
    fn choose(&mut self, word: &str) -> Option<()> {
        let (role, name) = word.split_once('=')?;
        self.arrival |= role == "arrival";
        let role = if role == "arrival" { "time" } else { role };
        let role = NAMES.iter().position(|known| *known == role)?;
        if name.is_empty() || !self.names[role].is_empty() {
            return None;
        }
        self.take(role, name);
        Some(())
    }

    /// Takes the name of a part.
    pub(super) fn take(&mut self, role: usize, name: &str) {
        let mut name = name;
        if role == DURATION {
            let said = |(letters, unit): &(&str, Unit)| {
                let before = name.strip_suffix(letters)?;
                Some((before.strip_suffix(':').unwrap_or(name), *unit))
                    .filter(|_| before.ends_with([':', '_']))
            };
            let found = UNITS.iter().find_map(said);
            self.unit = found.map(|(_, unit)| unit);
            name = found.map_or(name, |(name, _)| name);
        }
        name.clone_into(&mut self.names[role]);
    }

    /// Takes those usual names that are there, if the name of a time is among them.
    pub(super) fn guess(&mut self, there: &dyn Fn(&str) -> bool) -> bool {
        let names = USUAL.map(|usual| usual.iter().find(|name| there(name)).copied().unwrap_or_default());
        if names[TIME].is_empty() {
            return false;
        }
        for (role, name) in names.iter().enumerate() {
            self.take(role, name);
        }
        self.arrival = names[TIME].starts_with("start");
        true
    }

    /// Fills in an entry from the texts of the parts; where each of them stands is asked for what is wrong.
    pub(super) fn fill<'line>(
        &self,
        texts: [Text<'line>; ROLES],
        entry: &mut Entry<'line>,
        place: &dyn Fn(usize) -> usize,
    ) -> Result<Line, Unread> {
        let [time, client, user, host, request, status, duration] = texts;
        let timed = !self.names[DURATION].is_empty();
        let parts = Parts {
            time: timestamps::any(&time),
            arrival: self.arrival || !timed && matches!(&*status, b"" | b"-"),
            took: durations::read(&duration, self.unit_for(&duration)),
            client,
            user,
            host,
            request,
            status,
        };
        parts.fill(entry, [place(TIME), place(STATUS)])?;
        let nobody = [&entry.client, &entry.user, &entry.request].iter().all(|text| text.is_empty());
        if self.guessing && nobody && entry.status == 0 {
            return Err(Unread { expected: "a client, a path or a status", at: place(CLIENT) });
        }
        Ok(Line::Request)
    }

    fn unit_for(&self, text: &[u8]) -> Unit {
        let point = text.iter().any(|byte| b".eE".contains(byte));
        self.unit.unwrap_or(if point { Unit::Seconds } else { Unit::Millis })
    }
}

const ALLOWED: &str =
    "time=NAME, and perhaps client, user, host, path, status or duration=NAME:ms, or arrival for time";

/// How a unit is written at the end of a name, after a colon or as part of the name.
const UNITS: [(&str, Unit); 4] =
    [("ms", Unit::Millis), ("us", Unit::Micros), ("ns", Unit::Nanos), ("s", Unit::Seconds)];

/// The words of a pattern; white space in quotes is part of a word, and the quotes are not.
fn words(pattern: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for letter in pattern.chars() {
        match letter {
            '"' => quoted = !quoted,
            white if white.is_whitespace() && !quoted => words.push(String::new()),
            letter => words.last_mut().into_iter().for_each(|word| word.push(letter)),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
