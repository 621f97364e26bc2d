//! A wrong text that a few edits make right: the fix to click.
//!
//! Each edit is tried at the place of the mistake. What can be read then is the fix, and what
//! brings the next mistake nearer to the end is a step on the way.

use super::{
    super::{
        error::{LanguageError, Mistake},
        grammar::parse_strictly,
        lanes::print_lanes,
        needs::print_needs,
        quantities::print_rate,
        retry::print_retry,
        topology::{print_groups, print_servers},
        traffic::print_traffic,
    },
    Field, Written,
    tokens::{Token, tokens_at},
};
use crate::scenario::Scenario;

/// The most edits of one fix: more would be a guess.
const MOST_EDITS: usize = 4;
/// The longest text that is repaired, for every edit is read.
const MOST_REPAIRED: usize = 4_000;
/// The most letters in which a word may differ from one that is known.
const MOST_SLIPS: usize = 2;

/// What may be missing, in the order in which it is tried, and the words of each field.
struct Help {
    key: &'static str,
    missing: &'static [&'static str],
    words: &'static [&'static str],
}

const HELP: [Help; 7] = [
    Help {
        key: "traffic",
        missing: &[
            "s",
            "x5",
            "for 10s",
            "@0s",
            "/s",
            "1",
            "10",
            "1s",
            "every 1s",
            ";",
            "shape 1.5",
            "period 1m",
            "on 2s",
            "off 3s",
            "..50/s",
            "5/s for 10s",
        ],
        words: &[
            "every", "burst", "at", "poisson", "ramp", "onoff", "sine", "pareto", "from", "cost", "for",
            "shape", "period", "on", "off", "by", "s", "ms", "us", "ns", "m", "h", "d",
        ],
    },
    Help {
        key: "groups",
        missing: &["/s", "s", "limit", "1", "10/s", ",", "zipf"],
        words: &["limit", "burst", "zipf", "s", "ms", "us", "ns", "m", "h", "d"],
    },
    Help {
        key: "servers",
        missing: &["s", "ms", "1s", "5ms", "set", "open", "..", "2", "server", "ahead"],
        words: &[
            "round_robin",
            "random",
            "sticky",
            "shared",
            "local",
            "race",
            "sync",
            "down",
            "server",
            "ahead",
            "behind",
            "set",
            "increment",
            "open",
            "closed",
            "s",
            "ms",
            "us",
            "ns",
            "m",
            "h",
            "d",
        ],
    },
    Help {
        key: "needs",
        missing: &["/s", "s", "%", ";", "never"],
        words: &[
            "never", "burst", "delay", "memory", "deny", "servers", "honest", "by", "for", "sync", "denied",
            "rate", "s", "ms", "us", "ns", "m", "h", "d",
        ],
    },
    Help { key: "limit", missing: &["/s", "s", "10/"], words: &["s", "ms", "us", "ns", "m", "h", "d"] },
    Help {
        key: "retry",
        missing: &["s", "1s", "3", "attempts"],
        words: &[
            "never", "at_once", "after", "backoff", "told", "max", "jitter", "attempts", "s", "ms", "m", "h",
        ],
    },
    Help {
        key: "lanes",
        missing: &[")", "(", "+", "then", ",", "=", "s", "1s", "10", "gcra", "..", "set", "open"],
        words: &[
            "fixed_window",
            "sliding_window_log",
            "sliding_window_counter",
            "token_bucket",
            "leaky_bucket_meter",
            "leaky_bucket_queue",
            "gcra",
            "all_of",
            "layers",
            "then",
            "key",
            "client",
            "group",
            "everybody",
            "state",
            "shared",
            "local",
            "race",
            "sync",
            "down",
            "set",
            "increment",
            "open",
            "closed",
            "limit",
            "window",
            "capacity",
            "burst",
            "amount",
            "period",
            "initial",
        ],
    },
];

/// What the values of an option of lanes say also without it.
const BARE: [(&str, &[&str]); 2] =
    [("state=", &["shared", "local", "race", "sync", "down"]), ("key=", &["client", "group", "everybody"])];

/// The value of the wrong field as it could be, if a few edits make it right.
pub(super) fn repaired(fields: &[Field]) -> Option<String> {
    let mut now = Attempt::new(fields.to_vec());
    for _ in 0..MOST_EDITS {
        let (index, key) = now.wrong()?;
        let mut best: Option<Attempt> = None;
        for edited in edits(&now, index) {
            let next = Attempt::new(edited);
            if let Ok(scenario) = &next.read {
                return printed(scenario, key);
            }
            if next.is_nearer(best.as_ref().unwrap_or(&now), index) {
                best = Some(next);
            }
        }
        now = best?;
    }
    None
}

/// A field as its one canonical text.
fn printed(scenario: &Scenario, key: &str) -> Option<String> {
    match key {
        "traffic" => Some(print_traffic(&scenario.traffic)),
        "limit" => Some(print_rate(scenario.limit)),
        "retry" => Some(print_retry(scenario.retry)),
        "lanes" => Some(print_lanes(&scenario.lanes, ", ")),
        "groups" => Some(print_groups(&scenario.groups)),
        "servers" => Some(print_servers(&scenario.servers)),
        "needs" => Some(print_needs(&scenario.needs)),
        _ => None,
    }
}

/// Fields, and what reading them gave.
struct Attempt {
    fields: Vec<Field>,
    written: Written,
    read: Result<Scenario, LanguageError>,
}

impl Attempt {
    fn new(fields: Vec<Field>) -> Self {
        let written = Written::new(&fields);
        let read = parse_strictly(&written.text);
        Self { fields, written, read }
    }

    /// The number of the field that is wrong and its key, if it can be repaired.
    fn wrong(&self) -> Option<(usize, &'static str)> {
        let error = self.read.as_ref().err()?;
        let can = matches!(
            error.mistake,
            Mistake::Unexpected
                | Mistake::UnknownWord
                | Mistake::NotWhole
                | Mistake::OutOfRange
                | Mistake::NotAscii
        );
        let name = HELP.iter().find(|help| Some(help.key) == error.field).map(|help| help.key);
        let name = name.filter(|_| can && self.written.text.len() <= MOST_REPAIRED)?;
        Some((self.fields.iter().position(|field| field.name() == name)?, name))
    }

    /// Whether a number of groups, servers or needs is too small or too large: any other would be a guess.
    fn is_too_much(&self) -> bool {
        let is_it = |error: &LanguageError| {
            error.mistake == Mistake::OutOfRange
                && matches!(error.field, Some("groups" | "servers" | "needs"))
        };
        self.read.as_ref().is_err_and(is_it)
    }

    /// How many tokens of a field are before the mistake.
    fn reached(&self, index: usize) -> usize {
        let Err(error) = &self.read else { return usize::MAX };
        let before: usize =
            self.fields[..index].iter().map(|field| field.key.len() + field.value.len()).sum();
        let first = before + self.fields[index].key.len();
        let places = self.written.places.iter().skip(first).take(self.fields[index].value.len());
        places.filter(|(place, _)| place.end <= error.position).count()
    }

    /// Whether less is left to read than in another attempt, or as much after more was read.
    fn is_nearer(&self, other: &Self, index: usize) -> bool {
        let Ok(()) = self.read.as_ref().map(drop).or_else(|error| {
            // A mistake of another kind is no progress.
            if error.field == other.read.as_ref().err().and_then(|other| other.field) {
                Ok(())
            } else {
                Err(())
            }
        }) else {
            return false;
        };
        let left = |attempt: &Self| {
            attempt.fields[index].value.len() - attempt.reached(index).min(attempt.fields[index].value.len())
        };
        let (mine, others) = (left(self), left(other));
        mine < others || mine == others && self.reached(index) > other.reached(index)
    }
}

/// The fields after each edit that is worth a try.
fn edits(attempt: &Attempt, index: usize) -> Vec<Vec<Field>> {
    let value = &attempt.fields[index].value;
    let at = attempt.reached(index);
    let Some(help) = HELP.iter().find(|help| help.key == attempt.fields[index].name()) else {
        return Vec::new();
    };
    let source = value.get(at).or(value.last()).map(|token| token.source).unwrap_or_default();
    let names = group_names(&attempt.fields);
    let is_after = |word: &str| at.checked_sub(1).is_some_and(|before| value[before].is(word));
    // What somebody is called cannot be guessed.
    let is_name = is_after("by") || help.key == "groups" && (at == 0 || is_after(","));
    let mut values: Vec<Vec<Token>> = Vec::new();
    let mut edit = |remove: usize, place: usize, text: &str| {
        let mut edited = value.clone();
        edited.splice(place..place + remove, tokens_at(text, source));
        values.push(edited);
    };
    if let Some(wrong) = value.get(at) {
        for word in alike(wrong, help.words.iter().copied().filter(|_| !is_name)) {
            edit(1, at, word);
        }
        for name in alike(wrong, names.iter().copied().filter(|_| is_name)) {
            edit(1, at, name);
        }
        if help.key == "traffic" && wrong.is_word() && at > 0 && value[at - 1].is("from") {
            let near = alike(wrong, names.iter().copied());
            edit(2, at - 1, &format!("by {}", near.first().unwrap_or(&wrong.text.as_str())));
        } else if help.key == "traffic" && names.contains(&wrong.text.as_str()) {
            edit(0, at, "by");
        }
        if let Some((option, _)) = BARE.iter().find(|(_, words)| words.contains(&wrong.text.as_str()))
            && help.key == "lanes"
        {
            edit(0, at, option);
        }
        if help.key == "lanes" && wrong.is_word() && value.get(at + 1).is_some_and(Token::is_word) {
            // `layers(cdn gcra)`: the layer has a name.
            edit(0, at + 1, ":");
        }
        let is_comma = at > 0 && wrong.is(",") && value[at - 1].is_number();
        if let Some(after) = value.get(at + 1).filter(|after| is_comma && after.is_number()) {
            edit(3, at - 1, &format!("{}.{}", value[at - 1].text, after.text));
        }
        if wrong.text.starts_with('0') && wrong.is_number() {
            edit(1, at, "1");
        }
    }
    if help.key == "traffic" {
        // `15 every 100ms for 5s`: fifteen at once, again and again.
        let begin =
            value[..at.min(value.len())].iter().rposition(|token| token.is(";")).map_or(0, |place| place + 1);
        edit(0, begin, "burst");
    }
    if !is_name && !attempt.is_too_much() {
        for text in help.missing {
            edit(0, at, text);
        }
        if at < value.len() {
            edit(1, at, "");
        }
    }
    let changed = |value: Vec<Token>| {
        let mut fields = attempt.fields.clone();
        fields[index] = Field { value, ..fields[index].clone() }.rewritten();
        fields
    };
    values.into_iter().map(changed).collect()
}

/// The names of the groups that are described.
fn group_names(fields: &[Field]) -> Vec<&str> {
    let groups = fields.iter().find(|field| field.name() == "groups");
    let parts = groups.iter().flat_map(|field| field.value.split(|token| token.is(",")));
    parts.filter_map(|part| Some(part.first()?.text.as_str())).collect()
}

/// The known words that a wrong one could be, the nearest first.
fn alike<'a>(wrong: &Token, words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    if !wrong.is_word() {
        return Vec::new();
    }
    let most = MOST_SLIPS.min(wrong.text.len() / 2);
    let mut near: Vec<_> =
        words.map(|word| (slips(&wrong.text, word), word)).filter(|(slips, _)| *slips <= most).collect();
    near.sort_by_key(|(slips, _)| *slips);
    near.into_iter().map(|(_, word)| word).collect()
}

/// How many letters must be added, dropped or changed to make one word of another.
fn slips(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (place, with) in other.bytes().enumerate() {
            let change = diagonal + usize::from(letter != with);
            diagonal = row[place + 1];
            row[place + 1] = change.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[other.len()]
}
