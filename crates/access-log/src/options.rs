//! How a log is to be read.

use crate::formats::{KINDS, Kind, kind};
use crate::{CostRule, Fault, Format, KeyRule, Statuses, Wanted};

/// How a log is to be read: in which format, and what is a key and a cost of it.
#[derive(Clone, Debug)]
pub struct Options {
    /// The format; `None` finds it by the first lines.
    pub format: Option<&'static Kind>,
    /// What the format is told: fields, columns or a line of a server's configuration.
    pub pattern: String,
    /// What requests are counted by.
    pub key: KeyRule,
    /// What a request costs.
    pub cost: CostRule,
    /// The answers that mean that a limit was met.
    pub limited: Statuses,
    /// Whether requests that were answered so are left out.
    pub leave_out_limited: bool,
}

impl Options {
    /// Reads options as people type them. An empty text is what is usual: `auto`, no pattern, `client`, `1`.
    pub fn parse(format: &str, pattern: &str, key: &str, cost: &str) -> Result<Self, Fault> {
        let format = match format.trim() {
            "" | "auto" => None,
            name => Some(kind(name).ok_or_else(|| unknown(name))?),
        };
        check_pattern(format, pattern)?;
        let (key, cost) = (KeyRule::parse(key)?, CostRule::parse(cost)?);
        if let Some(kind) = format {
            let fields =
                key.fields().map(|name| ("key", name)).chain(cost.field().map(|name| ("cost", name)));
            check_fields(&*(kind.make)(pattern)?, fields)?;
        }
        Ok(Self { format, pattern: pattern.to_owned(), key, cost, ..Self::default() })
    }

    /// The formats that a log may be in, and what reads each.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = (&'static Kind, Box<dyn Format>)> {
        let tried = |kind: &&Kind| match self.format {
            Some(given) => kind.name == given.name,
            None => kind.recognised || !self.pattern.trim().is_empty(),
        };
        KINDS.iter().filter(tried).filter_map(|kind| Some((kind, (kind.make)(&self.pattern).ok()?)))
    }

    /// The only format that takes the pattern, if there is a pattern: it can tell what it expected.
    pub(crate) fn sole(&self) -> Option<Box<dyn Format>> {
        let mut candidates = self.candidates().filter(|_| !self.pattern.trim().is_empty());
        let (_, format) = candidates.next()?;
        candidates.next().is_none().then_some(format)
    }

    /// What of an entry will be looked at.
    pub(crate) fn wanted(&self) -> Wanted {
        let wanted = self.key.wanted();
        Wanted { request: wanted.request || matches!(self.cost, CostRule::Paths(..)), ..wanted }
    }
}

impl Default for Options {
    fn default() -> Self {
        let (key, cost) = (KeyRule::default(), CostRule::default());
        let limited = Statuses::default();
        Self { format: None, pattern: String::new(), key, cost, limited, leave_out_limited: false }
    }
}

/// Whether the format takes the pattern; or, if none is chosen, whether any does.
fn check_pattern(format: Option<&Kind>, pattern: &str) -> Result<(), Fault> {
    if let Some(kind) = format {
        return (kind.make)(pattern).map(drop);
    }
    if pattern.trim().is_empty() || KINDS.iter().any(|kind| (kind.make)(pattern).is_ok()) {
        return Ok(());
    }
    // Whose words these are tells whose fault it is.
    let likely = if pattern.contains('$') { "nginx" } else { "apache" };
    match kind(likely) {
        Some(kind) if pattern.contains(['$', '%']) => (kind.make)(pattern).map(drop),
        _ => Err(Fault::pattern(
            pattern,
            "an nginx log_format, an Apache LogFormat, or fields: time=NAME client=NAME",
        )),
    }
}

/// Whether a format has the fields of rules, as far as it can be known before there is a line.
fn check_fields<'a>(
    format: &dyn Format,
    mut rules: impl Iterator<Item = (&'static str, &'a str)>,
) -> Result<(), Fault> {
    let fields = format.fields();
    let same = |field: &String, name: &str| field.eq_ignore_ascii_case(name.trim_start_matches(['$', '%']));
    let missing = rules.find(|(_, name)| format.fixed() && !fields.iter().any(|field| same(field, name)));
    let Some((rule, name)) = missing else { return Ok(()) };
    let allowed = "a field of the format: ".to_owned() + &fields.join(", ");
    Err(Fault { field: rule, given: "field:".to_owned() + name, allowed })
}

fn unknown(name: &str) -> Fault {
    let mut allowed = "auto or one of ".to_owned();
    for (index, kind) in KINDS.iter().enumerate() {
        allowed.extend([if index > 0 { ", " } else { "" }, kind.name]);
    }
    Fault { field: "format", given: name.to_owned(), allowed }
}
