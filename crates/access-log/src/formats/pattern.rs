//! Lines that follow a pattern of literals and variables.
//!
//! The value of a variable ends where the literal after it begins, and the search only moves forward, so a line is
//! parsed in time linear in its length, whatever it contains.

use super::literal::Literal;
use super::quick::Quick;
use super::roles::{Part, Role, status};
use super::step::Step;
use super::{durations, lead};
use crate::address::{client, first_address, without_port};
use crate::entry::put;
use crate::escape::unescape;
use crate::time::{self, Memo};
use crate::{Entry, Format, Line, Stamp, Text, Unparsed, Wanted};

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// The literal before the first variable.
    pub(crate) before: Literal,
    pub(crate) steps: Vec<Step>,
    /// Whether values are escaped.
    pub(crate) escaped: bool,
    /// Whether the time is that of the response.
    pub(crate) completion: bool,
    /// Whether a line may have more than the pattern.
    pub(crate) open: bool,
    wanted: Wanted,
    /// The number of steps up to the last value that is needed.
    reach: usize,
    memo: Memo,
}

/// The parts of a time.
#[derive(Default)]
struct Moment {
    stamp: Option<Stamp>,
    year: i64,
    month: i64,
    day: i64,
    seconds: i64,
    afternoon: bool,
    ahead: i64,
    fraction: Option<(i64, usize)>,
    duration: Option<(i64, u32)>,
}

impl Pattern {
    pub(crate) fn new(before: Vec<u8>, steps: Vec<Step>, escaped: bool, completion: bool) -> Self {
        let reach = steps.len();
        let (wanted, memo) = (Wanted::ALL, Memo::default());
        Self { before: Literal::new(before), steps, escaped, completion, open: false, wanted, reach, memo }
    }

    /// Whether a value of this role is needed.
    fn wants(&self, role: Role) -> bool {
        match role {
            Role::Client | Role::Forwarded => self.wanted.client,
            Role::User => self.wanted.user,
            Role::Host => self.wanted.host,
            Role::Request => self.wanted.request,
            Role::Skip | Role::Number => false,
            Role::Status | Role::Duration { .. } | Role::Whole(_) | Role::Part(_) => true,
        }
    }

    fn text<'line>(&self, value: &'line [u8]) -> Text<'line> {
        match value {
            b"-" => Text::default(),
            _ if self.escaped => unescape(value),
            _ => Text::Borrowed(value),
        }
    }

    /// Uses the cached time if only the time of day differs from the previous line, and returns the position of the
    /// next variable.
    #[inline(always)]
    fn same_time(&self, step: usize, rest: &[u8], moment: &mut Moment) -> Option<usize> {
        let Step { role: Role::Whole(_), after, .. } = &self.steps[step] else { return None };
        let (stamp, length) = self.memo.again(rest)?;
        moment.stamp = Some(stamp);
        (after.ends_any_time() && after.is_at(rest, length)).then_some(length + after.text().len())
    }

    /// Executes one step: finds the value, stores it, and returns the position of the next.
    #[inline(always)]
    fn step<'line>(
        &mut self,
        step: usize,
        line: &'line [u8],
        at: usize,
        entry: &mut Entry<'line>,
        moment: &mut Moment,
    ) -> Option<usize> {
        let (end, next) = self.steps[step].value(line, at, self.open)?;
        let value = &line[at..end];
        if self.open && self.steps[step].role == Role::User && value.len() > 1 && value.contains(&b' ') {
            self.take_lead(&line[..end], value, entry)?;
        } else {
            self.take(step, value, entry, moment)?;
        }
        Some(next)
    }

    /// Removes the padding around a value in columns. Quoted values are kept as they are.
    fn bare<'line>(&self, step: usize, value: &'line [u8]) -> &'line [u8] {
        let quoted = self.steps[step].after.text().starts_with(b"\"");
        if quoted { value } else { value.trim_ascii() }
    }

    /// Reads the user of a line that has more words before its time than the pattern.
    #[cold]
    fn take_lead<'line>(&self, head: &'line [u8], user: &'line [u8], entry: &mut Entry<'line>) -> Option<()> {
        let more = self.steps[0].role == Role::Client;
        let Some(lead) = lead::read(head).filter(|_| more) else {
            entry.user = self.text(user.trim_ascii());
            return Some(());
        };
        let (client, user, host) = lead?;
        entry.client = self.text(client);
        (entry.user, entry.host) = (self.text(user), self.text(host));
        Some(())
    }

    /// Stores the value of one step.
    #[inline(always)]
    fn take<'line>(
        &mut self,
        step: usize,
        value: &'line [u8],
        entry: &mut Entry<'line>,
        moment: &mut Moment,
    ) -> Option<()> {
        match self.steps[step].role {
            Role::Skip => {}
            Role::Number => drop(time::number(value)?),
            // Host names are stored verbatim: they contain nothing to decode.
            Role::Client if value == b"-" => {}
            Role::Client => put(&mut entry.client, client(value)),
            Role::Forwarded => entry.client = self.text(first_address(value)),
            Role::User if self.wanted.user => entry.user = self.text(self.bare(step, value)),
            Role::Host if self.wanted.host => entry.host = self.text(without_port(value)),
            Role::Request if self.wanted.request => entry.request = self.text(self.bare(step, value)),
            Role::User | Role::Host | Role::Request => {}
            Role::Status => entry.status = status(value)?,
            Role::Whole(form) => moment.stamp = Some(self.memo.read(value, |text| form.read(text))?),
            Role::Duration { unit, slack } => {
                let took = time::duration(value, unit).or_else(|| durations::read(value.trim_ascii(), unit));
                moment.duration = took.map(|(duration, _)| (duration, slack));
            }
            Role::Part(part) => moment.take(part, value)?,
        }
        Some(())
    }

    /// Checks that the line ends with the pattern, unless more is allowed.
    fn check_end(&self, line: &[u8], at: usize) -> Result<(), Unparsed> {
        let whole = at == line.len() || self.open && line[at] == b' ';
        if whole || self.reach < self.steps.len() {
            return Ok(());
        }
        Err(Unparsed { expected: "the end of the line", at })
    }
}

impl Format for Pattern {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
        if !self.before.is_at(line, 0) {
            return Err(Unparsed { expected: "the text at the start of the pattern", at: 0 });
        }
        let mut at = self.before.text().len();
        let mut moment = Moment::default();
        for step in 0..self.reach {
            if let Some(next) = self.same_time(step, &line[at..], &mut moment) {
                at += next;
                continue;
            }
            let next = self.step(step, line, at, entry, &mut moment);
            at = next.ok_or_else(|| Unparsed { expected: self.steps[step].role.expected(), at })?;
        }
        self.check_end(line, at)?;
        entry.time = moment.arrival(self.completion).ok_or(Unparsed { expected: "a valid date", at: 0 })?;
        Ok(Line::Request)
    }

    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>> {
        let name = name.trim_start_matches(['$', '%']);
        let mut at = self.before.text().len();
        for step in &self.steps {
            let (end, next) = step.value(line, at, self.open)?;
            if step.name.eq_ignore_ascii_case(name) {
                return Some(self.text(&line[at..end]));
            }
            at = next;
        }
        None
    }

    fn fields(&self) -> Vec<String> {
        self.steps.iter().map(|step| step.name.clone()).filter(|name| !name.is_empty()).collect()
    }

    fn fixed(&self) -> bool {
        true
    }

    fn want(&mut self, wanted: Wanted) {
        self.wanted = wanted;
        let last = self.steps.iter().rposition(|step| self.wants(step.role));
        self.reach = last.map_or(0, |last| last + 1);
    }

    fn quick(&self) -> Option<Quick> {
        Quick::new(&self.before, &self.steps, self.wanted, self.completion).filter(|_| self.reach == 6)
    }
}

impl Moment {
    fn take(&mut self, part: Part, value: &[u8]) -> Option<()> {
        let number = || time::number(value.trim_ascii());
        match part {
            Part::Year => self.year = number()?,
            Part::ShortYear => self.year = number().map(|year| year + if year < 69 { 2000 } else { 1900 })?,
            Part::Month => self.month = number()?,
            Part::MonthName => self.month = time::month(value.get(..3)?)?,
            Part::Day => self.day = number()?,
            Part::Hour => self.seconds += number().filter(|&hour| hour < 24)? * 3600,
            Part::HalfHour => self.seconds += number().filter(|&hour| hour < 13)? % 12 * 3600,
            Part::Afternoon => self.afternoon = value.eq_ignore_ascii_case(b"pm"),
            Part::Minute => self.seconds += number().filter(|&minute| minute < 60)? * 60,
            Part::Second => self.seconds += number().filter(|&second| second < 61)?,
            Part::Zone => self.ahead = time::zone(value)?,
            Part::Fraction => self.fraction = Some(time::fraction(value)?),
        }
        Some(())
    }

    fn stamp(&self) -> Option<Stamp> {
        let mut stamp = match self.stamp {
            Some(stamp) => stamp,
            None => {
                let half = if self.afternoon { 12 * 3600 } else { 0 };
                let seconds = time::days(self.year, self.month, self.day)? * 86_400 + self.seconds + half;
                time::stamp(seconds * time::SECOND - self.ahead, 0)
            }
        };
        if let Some((micros, digits)) = self.fraction {
            stamp = time::stamp(stamp.at + micros, digits);
        }
        Some(stamp)
    }

    /// Returns the arrival of the request, as far as the line has it.
    #[inline(always)]
    fn arrival(&self, completion: bool) -> Option<Stamp> {
        let stamp = self.stamp()?;
        Some(match self.duration {
            _ if !completion => stamp,
            Some((duration, slack)) => stamp.began(duration, slack),
            None => stamp.completed(),
        })
    }
}
