//! Edits that may correct a wrong text.
//!
//! Each heuristic is a function that returns edits, none if it does not apply. The table of each field lists
//! its heuristics.

use super::{
    super::{
        lanes::print_lanes,
        needs::print_needs,
        quantities::print_rate,
        retry::print_retry,
        topology::{print_groups, print_servers},
        traffic::print_traffic,
    },
    Field,
    tokens::{Token, tokens_at},
};
use crate::scenario::Scenario;

/// The maximum edit distance between a word and a known one.
const MOST_TYPING_ERRORS: usize = 2;

/// A field that can be repaired.
pub(super) struct Repairable {
    /// The key of the field.
    pub(super) key: &'static str,
    /// Prints the field of a scenario in canonical form.
    pub(super) print: fn(&Scenario) -> String,
    /// The heuristics, in the order in which they are tried.
    heuristics: &'static [Heuristic],
    /// Texts that may be missing, in the order in which they are tried.
    missing: &'static [&'static str],
    /// The words of the field.
    words: &'static [&'static str],
}

impl Repairable {
    /// The field with this key, if it can be repaired.
    pub(super) fn find(key: &str) -> Option<&'static Self> {
        FIELDS.iter().find(|field| field.key == key)
    }
}

static FIELDS: [Repairable; 7] = [
    Repairable {
        key: "traffic",
        print: |scenario| print_traffic(&scenario.traffic),
        heuristics: &TRAFFIC,
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
    Repairable {
        key: "groups",
        print: |scenario| print_groups(&scenario.groups),
        heuristics: &COMMON,
        missing: &["/s", "s", "limit", "1", "10/s", ",", "zipf"],
        words: &["limit", "burst", "zipf", "s", "ms", "us", "ns", "m", "h", "d"],
    },
    Repairable {
        key: "servers",
        print: |scenario| print_servers(&scenario.servers),
        heuristics: &COMMON,
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
    Repairable {
        key: "needs",
        print: |scenario| print_needs(&scenario.needs),
        heuristics: &COMMON,
        missing: &["/s", "s", "%", ";", "never"],
        words: &[
            "never", "burst", "delay", "memory", "deny", "servers", "honest", "by", "for", "sync", "denied",
            "rate", "s", "ms", "us", "ns", "m", "h", "d",
        ],
    },
    Repairable {
        key: "limit",
        print: |scenario| print_rate(scenario.limit),
        heuristics: &COMMON,
        missing: &["/s", "s", "10/"],
        words: &["s", "ms", "us", "ns", "m", "h", "d"],
    },
    Repairable {
        key: "retry",
        print: |scenario| print_retry(scenario.retry),
        heuristics: &COMMON,
        missing: &["s", "1s", "3", "attempts"],
        words: &[
            "never", "at_once", "after", "backoff", "told", "max", "jitter", "attempts", "s", "ms", "m", "h",
        ],
    },
    Repairable {
        key: "lanes",
        print: |scenario| print_lanes(&scenario.lanes, ", "),
        heuristics: &LANES,
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

/// Lane options whose values are unambiguous without the name of the option.
const OPTIONS_OF_VALUES: [(&str, &[&str]); 2] =
    [("state=", &["shared", "local", "race", "sync", "down"]), ("key=", &["client", "group", "everybody"])];

/// Finds edits for a mistake.
type Heuristic = fn(&Context) -> Vec<Edit>;

const COMMON: [Heuristic; 6] = [known_word, group_name, decimal_comma, zero, missing_text, unwanted_token];

const TRAFFIC: [Heuristic; 8] =
    [known_word, group_name, group_of_pattern, decimal_comma, zero, burst, missing_text, unwanted_token];

const LANES: [Heuristic; 8] =
    [known_word, group_name, option_of_value, layer_name, decimal_comma, zero, missing_text, unwanted_token];

/// Replaces some tokens by a text.
struct Edit {
    first: usize,
    removed: usize,
    text: String,
}

impl Edit {
    fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::replace(at, 0, text)
    }

    fn replace(first: usize, removed: usize, text: impl Into<String>) -> Self {
        Self { first, removed, text: text.into() }
    }
}

/// The surroundings of a mistake.
struct Context<'a> {
    field: &'static Repairable,
    tokens: &'a [Token],
    /// The index of the first token that cannot be read.
    at: usize,
    group_names: Vec<&'a str>,
    /// Whether a number is out of range and any other would be a guess.
    is_number_wrong: bool,
}

impl<'a> Context<'a> {
    /// Returns the first token that cannot be read, unless the value ends before it.
    fn wrong(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    fn before(&self) -> Option<&'a Token> {
        self.tokens.get(self.at.checked_sub(1)?)
    }

    fn after(&self) -> Option<&'a Token> {
        self.tokens.get(self.at + 1)
    }

    fn is_after(&self, word: &str) -> bool {
        self.before().is_some_and(|before| before.is(word))
    }

    /// Returns whether the name of a group is expected here. A new name cannot be guessed.
    fn is_name(&self) -> bool {
        let begins_group = self.field.key == "groups" && (self.at == 0 || self.is_after(","));
        begins_group || self.is_after("by")
    }

    /// Returns whether inserting a missing text is worth a try.
    fn may_guess(&self) -> bool {
        !self.is_name() && !self.is_number_wrong
    }
}

/// Returns the fields after each edit worth trying, where the field at `index` is wrong at its token `at`.
pub(super) fn edited(fields: &[Field], index: usize, at: usize, is_number_wrong: bool) -> Vec<Vec<Field>> {
    let tokens = &fields[index].value;
    let Some(field) = Repairable::find(fields[index].name()) else { return Vec::new() };
    let context = Context { field, tokens, at, group_names: group_names(fields), is_number_wrong };
    let source = context.wrong().or(tokens.last()).map(|token| token.source).unwrap_or_default();
    let apply = |Edit { first, removed, text }| {
        let mut value = tokens.clone();
        value.splice(first..first + removed, tokens_at(&text, source));
        let mut fields = fields.to_vec();
        fields[index] = Field { value, ..fields[index].clone() }.rewritten();
        fields
    };
    field.heuristics.iter().flat_map(|heuristic| heuristic(&context)).map(apply).collect()
}

/// `brust 5`: a word similar to one of the field.
fn known_word(context: &Context) -> Vec<Edit> {
    let Some(wrong) = context.wrong().filter(|_| !context.is_name()) else { return Vec::new() };
    let words = alike(wrong, context.field.words.iter().copied());
    words.into_iter().map(|word| Edit::replace(context.at, 1, word)).collect()
}

/// `15@0s by mobil`: a name similar to that of a group.
fn group_name(context: &Context) -> Vec<Edit> {
    let Some(wrong) = context.wrong().filter(|_| context.is_name()) else { return Vec::new() };
    let names = alike(wrong, context.group_names.iter().copied());
    names.into_iter().map(|name| Edit::replace(context.at, 1, name)).collect()
}

/// `15@0s from mobile` and `15@0s mobile`: the group of a pattern comes after `by`.
fn group_of_pattern(context: &Context) -> Vec<Edit> {
    let Some(wrong) = context.wrong() else { return Vec::new() };
    if wrong.is_word() && context.is_after("from") {
        let near = alike(wrong, context.group_names.iter().copied());
        let name = near.first().unwrap_or(&wrong.text.as_str()).to_owned();
        return vec![Edit::replace(context.at - 1, 2, format!("by {name}"))];
    }
    let is_group = context.group_names.contains(&wrong.text.as_str());
    is_group.then(|| Edit::insert(context.at, "by")).into_iter().collect()
}

/// `gcra local`: a value without the name of its option.
fn option_of_value(context: &Context) -> Vec<Edit> {
    let Some(wrong) = context.wrong() else { return Vec::new() };
    let option = OPTIONS_OF_VALUES.iter().find(|(_, values)| values.contains(&wrong.text.as_str()));
    option.map(|(option, _)| Edit::insert(context.at, *option)).into_iter().collect()
}

/// `layers(cdn gcra)`: a layer name without its colon.
fn layer_name(context: &Context) -> Vec<Edit> {
    let are_words = [context.wrong(), context.after()].iter().all(|token| token.is_some_and(Token::is_word));
    are_words.then(|| Edit::insert(context.at + 1, ":")).into_iter().collect()
}

/// `1,5s`: a comma instead of a decimal point.
fn decimal_comma(context: &Context) -> Vec<Edit> {
    let (Some(before), Some(wrong), Some(after)) = (context.before(), context.wrong(), context.after())
    else {
        return Vec::new();
    };
    let is_decimal = wrong.is(",") && before.is_number() && after.is_number();
    let number = || format!("{}.{}", before.text, after.text);
    is_decimal.then(|| Edit::replace(context.at - 1, 3, number())).into_iter().collect()
}

/// A zero where the minimum is one.
fn zero(context: &Context) -> Vec<Edit> {
    let wrong = context.wrong().filter(|wrong| wrong.is_number() && wrong.text.starts_with('0'));
    wrong.map(|_| Edit::replace(context.at, 1, "1")).into_iter().collect()
}

/// `15 every 100ms for 5s`: bursts of fifteen.
fn burst(context: &Context) -> Vec<Edit> {
    let before = &context.tokens[..context.at.min(context.tokens.len())];
    let first_of_pattern = before.iter().rposition(|token| token.is(";")).map_or(0, |end| end + 1);
    vec![Edit::insert(first_of_pattern, "burst")]
}

/// `10@9.5`: a text that is often omitted.
fn missing_text(context: &Context) -> Vec<Edit> {
    let missing = context.field.missing.iter().filter(|_| context.may_guess());
    missing.map(|text| Edit::insert(context.at, *text)).collect()
}

/// `10@9.5s!`: an extra token.
fn unwanted_token(context: &Context) -> Vec<Edit> {
    let wrong = context.wrong().filter(|_| context.may_guess());
    wrong.map(|_| Edit::replace(context.at, 1, "")).into_iter().collect()
}

/// Returns the names of the groups that are defined.
fn group_names(fields: &[Field]) -> Vec<&str> {
    let groups = fields.iter().find(|field| field.name() == "groups");
    let parts = groups.iter().flat_map(|field| field.value.split(|token| token.is(",")));
    parts.filter_map(|part| Some(part.first()?.text.as_str())).collect()
}

/// Returns the known words similar to a wrong one, the closest first.
fn alike<'a>(wrong: &Token, words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    if !wrong.is_word() {
        return Vec::new();
    }
    let most = MOST_TYPING_ERRORS.min(wrong.text.len() / 2);
    let with_distance = words.map(|word| (edit_distance(&wrong.text, word), word));
    let mut near: Vec<_> = with_distance.filter(|(distance, _)| *distance <= most).collect();
    near.sort_by_key(|(distance, _)| *distance);
    near.into_iter().map(|(_, word)| word).collect()
}

/// Returns how many letters must be added, dropped or changed to turn one word into another: the Levenshtein
/// distance, with one row of the table at a time. It is short enough that a dependency would cost more than it
/// saves.
fn edit_distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, with) in other.bytes().enumerate() {
            let change = diagonal + usize::from(letter != with);
            diagonal = row[column + 1];
            row[column + 1] = change.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}
