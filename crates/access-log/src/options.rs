//! Options for reading a log.

use crate::formats::{KINDS, Kind, kind};
use crate::{CostRule, Fault, Format, KeyRule, Statuses, Wanted};

/// Options for reading a log: its format, and the rules for keys and costs.
///
/// # Examples
///
/// ```
/// use ratelab_access_log::{Options, Statuses};
///
/// let mut options = Options::parse("nginx", "$remote_addr [$time_local] $status", "prefix", "1")?;
/// options.limited = Statuses::parse("429 503")?;
/// assert_eq!(options.format.map(|kind| kind.title), Some("nginx log_format"));
///
/// let fault = Options::parse("nginks", "", "", "").unwrap_err();
/// assert_eq!((fault.field, fault.given.as_str()), ("format", "nginks"));
/// # Ok::<(), ratelab_access_log::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The format; `None` detects it from the first lines.
    pub format: Option<&'static Kind>,
    /// The pattern for the format: fields, columns or a directive of a server's configuration.
    pub pattern: String,
    /// The key by which requests are counted.
    pub key: KeyRule,
    /// The cost of a request.
    pub cost: CostRule,
    /// The statuses that mean rate limited.
    pub limited: Statuses,
    /// Whether rate-limited requests are left out.
    pub leave_out_limited: bool,
}

impl Options {
    /// Parses options as users type them. Empty texts are the defaults: `auto`, no pattern, `client`, `1`.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] if an option is invalid, or if the format does not accept the pattern or lacks a field of
    /// the rules.
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

    /// The formats a log may be in, each with its parser.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = (&'static Kind, Box<dyn Format>)> {
        let tried = |kind: &&Kind| match self.format {
            Some(given) => kind.name == given.name,
            None => kind.recognised || !self.pattern.trim().is_empty(),
        };
        KINDS.iter().filter(tried).filter_map(|kind| Some((kind, (kind.make)(&self.pattern).ok()?)))
    }

    /// The only format that accepts the pattern, if there is one: it gives better error messages.
    pub(crate) fn sole(&self) -> Option<Box<dyn Format>> {
        let mut candidates = self.candidates().filter(|_| !self.pattern.trim().is_empty());
        let (_, format) = candidates.next()?;
        candidates.next().is_none().then_some(format)
    }

    /// The parts of an entry that are needed.
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

/// Checks that the format accepts the pattern or, if none is chosen, that any format does.
fn check_pattern(format: Option<&Kind>, pattern: &str) -> Result<(), Fault> {
    if let Some(kind) = format {
        return (kind.make)(pattern).map(drop);
    }
    if pattern.trim().is_empty() || KINDS.iter().any(|kind| (kind.make)(pattern).is_ok()) {
        return Ok(());
    }
    // The syntax shows which server the pattern is for, and so which error to report.
    let likely = if pattern.contains('$') { "nginx" } else { "apache" };
    match kind(likely) {
        Some(kind) if pattern.contains(['$', '%']) => (kind.make)(pattern).map(drop),
        _ => Err(Fault::pattern(
            pattern,
            "an nginx log_format, an Apache LogFormat, or fields: time=NAME client=NAME",
        )),
    }
}

/// Checks that a format has the fields of the rules, as far as they are known before the first line.
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
