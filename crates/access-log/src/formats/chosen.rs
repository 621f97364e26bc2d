//! Fields or columns chosen by a pattern: `time=ts client=ip status=code path=url duration=took:ms`.
//!
//! The roles are `time`, when the line was written, or `arrival` instead, when the request arrived; `client`, `user`,
//! `host`, `path` (or the whole request), `status`; and `duration`, which is subtracted from `time`. Its unit follows a
//! colon: `s`, `ms`, `us` or `ns`; it may also be part of the value or end the name, as in `took_ms`. Otherwise a
//! number with a point is seconds, and one without is milliseconds. Names with spaces are quoted. Without a pattern,
//! the usual names are tried.
//!
//! Without a duration, a line with a status was written when the status was known, at the end of the request; a line
//! without one is taken as the arrival.

use super::parts::Parts;
use super::{durations, timestamps};
use crate::time::Unit;
use crate::{Entry, Fault, Line, Text, Unparsed};

/// The roles that other modules use, as indices of all arrays here.
pub(super) const TIME: usize = 0;
pub(super) const CLIENT: usize = 1;
const STATUS: usize = 5;
const DURATION: usize = 6;
/// The number of roles.
pub(super) const ROLES: usize = 7;
const NAMES: [&str; ROLES] = ["time", "client", "user", "host", "path", "status", "duration"];

/// The name of a time at the start of a line of pairs.
pub(super) const LEADING: &str = "@";

/// The usual names of fields, most likely first. [`same`] defines which spellings match.
const USUAL: [&[&str]; ROLES] = [
    &[
        "time",
        "timestamp",
        "@timestamp",
        "ts",
        "time_iso8601",
        "msec",
        "time_local",
        "start_time",
        "started_at",
        "requestTimeEpoch",
        "requestTime",
        "EdgeStartTimestamp",
        "access_time",
        "event_time",
        "log_time",
        "datetime",
        "epoch",
        "epoch_ms",
        "timestamp_ms",
        "ts_ms",
        "unix_time",
        "date",
        "t",
        LEADING,
    ],
    &[
        "client_ip",
        "client",
        "client_address",
        "client_addr",
        "remote_addr",
        "remote_address",
        "remote_ip",
        "ip",
        "ip_address",
        "ip_addr",
        "source.ip",
        "source.address",
        "src_ip",
        "src_addr",
        "req.remoteAddress",
        "httpRequest.clientIp",
        "properties.clientIP",
        "x_forwarded_for",
        "x_real_ip",
        "downstream_remote_address",
        "fwd",
        "caller.ip",
        "caller.addr",
        "peer.ip",
        "peer.address",
        "peer.addr",
        "remote_host",
        "client_id",
        "peer",
        "src",
    ],
    &["user", "user_id", "username", "remote_user"],
    &[
        "host",
        "http_host",
        "vhost",
        "server_name",
        "domain",
        "url.domain",
        "ClientRequestHost",
        "authority",
        "request.headers.host",
    ],
    &[
        "path",
        "uri",
        "request_uri",
        "url",
        "request",
        "request_path",
        "url.path",
        "req.url",
        "ClientRequestURI",
        "httpRequest.uri",
        "properties.requestUri",
    ],
    &[
        "status",
        "status_code",
        "http_status",
        "http_status_code",
        "code",
        "response_code",
        "response.status",
        "response.status_code",
        "http.response.status_code",
        "res.statusCode",
        "EdgeResponseStatus",
        "properties.httpStatus",
        "http_code",
    ],
    &[
        "request_time",
        "duration_ms",
        "latency_ms",
        "elapsed_ms",
        "response_time_ms",
        "took_ms",
        "responseTime",
        "duration",
        "service",
    ],
];

/// The prefixes of those times that are arrivals.
const ARRIVALS: [&str; 3] = ["start", "requestTime", "EdgeStart"];
/// Microseconds of 1973: a smaller number is a duration, not a time.
const OUR_DAYS: i64 = 100_000_000_000_000;

/// Whether two names are equal, ignoring case and word separators.
pub(super) fn same(one: &str, other: &str) -> bool {
    letters(one).eq(letters(other))
}

fn letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|byte| !b" _-.".contains(byte)).map(|byte| byte.to_ascii_lowercase())
}

/// Whether a field with a usual name can have that role. A duration must have a unit unless its name has one; and of
/// two names that differ only in separators, one is a time and the other a duration.
fn usable(usual: &str, name: &str, text: &[u8]) -> bool {
    match usual {
        "duration" | "service" => text.ends_with(b"s"),
        "request_time" | "responseTime" => usual.eq_ignore_ascii_case(name),
        "requestTime" => {
            usual.eq_ignore_ascii_case(name) || timestamps::any(text).is_some_and(|time| time.at > OUR_DAYS)
        }
        _ => true,
    }
}

/// Finds a field with a usual name, and that name. Fields with a value are preferred.
fn find_usual<'a>(
    usual: &[&'static str],
    fields: &'a [(String, Text<'_>)],
    sure: bool,
) -> Option<(&'static str, &'a str)> {
    usual.iter().find_map(|usual| {
        let fits = |(name, text): &&(String, Text<'_>)| {
            same(usual, name) && usable(usual, name, text) && !(sure && matches!(&**text, b"" | b"-"))
        };
        fields.iter().find(fits).map(|(name, _)| (*usual, name.as_str()))
    })
}

/// A parsed pattern.
pub(super) struct Chosen {
    /// The field name of each role; empty if not chosen.
    pub(super) names: [String; ROLES],
    /// Whether nothing was chosen, so that usual names are searched.
    pub(super) guessing: bool,
    arrival: bool,
    unit: Option<Unit>,
    /// How often names may still be searched in a line that has a time but no client.
    again: u8,
}

impl Chosen {
    /// Parses a pattern.
    pub(super) fn parse(pattern: &str) -> Result<Self, Fault> {
        let guessing = pattern.trim().is_empty();
        let mut chosen = Self { names: Default::default(), guessing, arrival: false, unit: None, again: 100 };
        for word in words(pattern) {
            chosen.choose(&word).ok_or_else(|| Fault::pattern(&word, ALLOWED))?;
        }
        if guessing || !chosen.names[TIME].is_empty() {
            Ok(chosen)
        } else {
            Err(Fault::pattern(pattern, "a list of fields with a time, as in time=ts"))
        }
    }

    /// Adds a word of the pattern; `None` if it is invalid.
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

    /// Sets the name of a role.
    pub(super) fn take(&mut self, role: usize, name: &str) {
        let mut name = name;
        if role == DURATION {
            let stated = |(letters, unit): &(&str, Unit)| {
                let before = name.strip_suffix(letters)?;
                Some((before.strip_suffix(':').unwrap_or(name), *unit))
                    .filter(|_| before.ends_with([':', '_']))
            };
            let found = UNITS.iter().find_map(stated);
            self.unit = found.map(|(_, unit)| unit);
            name = found.map_or(name, |(name, _)| name);
        }
        name.clone_into(&mut self.names[role]);
    }

    /// Whether usual names should be searched again, given which of the known fields a line has.
    pub(super) fn unsure(&mut self, time: bool, client: bool) -> bool {
        let again = time && !client && self.again > 0;
        self.again -= u8::from(self.guessing && again);
        self.guessing && (again || !time)
    }

    /// Chooses fields with usual names, if one of them is a time.
    pub(super) fn guess(&mut self, fields: &[(String, Text<'_>)]) -> bool {
        let found =
            USUAL.map(|usual| find_usual(usual, fields, true).or_else(|| find_usual(usual, fields, false)));
        let Some((time, _)) = found[TIME] else { return false };
        for (role, found) in found.into_iter().enumerate() {
            let Some((usual, name)) = found else { continue };
            // The usual name determines the unit, however its words are separated here.
            self.take(role, usual);
            name.clone_into(&mut self.names[role]);
        }
        self.arrival = ARRIVALS.iter().any(|start| time.starts_with(start));
        true
    }

    /// Fills in an entry from the texts of the roles; `offset` locates a text for error messages.
    pub(super) fn fill<'line>(
        &self,
        texts: [Text<'line>; ROLES],
        entry: &mut Entry<'line>,
        offset: &dyn Fn(usize) -> usize,
    ) -> Result<Line, Unparsed> {
        let [time, client, user, host, request, status, duration] = texts;
        let timed = !self.names[DURATION].is_empty();
        let parts = Parts {
            time: timestamps::any(&time),
            arrival: self.arrival || !timed && matches!(&*status, b"" | b"-"),
            took: durations::read(&duration, self.unit_for(&duration)),
            client,
            // The number 0 means no user.
            user: if self.guessing && *user == *b"0" { Text::default() } else { user },
            host,
            request,
            status,
        };
        parts.fill(entry, [offset(TIME), offset(STATUS)])?;
        let is_empty = [&entry.client, &entry.user, &entry.request].iter().all(|text| text.is_empty());
        if self.guessing && is_empty && entry.status == 0 {
            return Err(Unparsed { expected: "a client, a path or a status", at: offset(CLIENT) });
        }
        Ok(Line::Request)
    }

    fn unit_for(&self, text: &[u8]) -> Unit {
        let point = text.iter().any(|byte| b".eE".contains(byte));
        self.unit.unwrap_or(if point { Unit::Seconds } else { Unit::Millis })
    }
}

const ALLOWED: &str =
    "time=NAME or arrival=NAME, optionally with client, user, host, path, status or duration=NAME:ms";

/// The units, as written at the end of a name, after a colon or as part of the name.
const UNITS: [(&str, Unit); 4] =
    [("ms", Unit::Millis), ("us", Unit::Micros), ("ns", Unit::Nanos), ("s", Unit::Seconds)];

/// The words of a pattern. Quotes enclose white space, and are not part of a word.
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
