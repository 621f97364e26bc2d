//! Which limiter would have answered as the log says: for people who face somebody else's limit.
//!
//! Each client has a limiter of its own. Tried are fixed windows, aligned or from a client's first
//! request, the sliding log, the sliding counter with either rounding, each also counting what it denies,
//! and the token bucket, which stands for all buckets. Limits follow from the answers ([`track`]), so only
//! lengths and rates are tried. What was before the log is not known: an answer that only this could
//! explain is left out, and how many there are is told.

mod check;
mod finding;
mod sample;
mod score;
mod search;
mod shape;
mod track;
pub(crate) mod words;

pub use self::finding::Finding;
use self::{
    check::Check,
    sample::{Census, Part},
    score::{Fit, fit},
    search::Buckets,
    shape::Shape,
};
use crate::{Answer, Traffic, ranges::client_bounds};

/// Answers that are looked at while many limiters are tried.
const SAMPLE: usize = 200_000;

/// Answers by which limiters are compared that do not explain all.
const FEW: usize = 3_000;

/// Fewer answers of 429 than this tell nothing.
const FEWEST: u64 = 3;

/// So many are told if not more explain all answers.
const REPORTED: usize = 8;

/// At most so many that explain all answers are told.
const MOST_REPORTED: usize = 256;

/// At most so many buckets are compared where none explains all.
const TRIED: usize = 150;

const NONE: &str = "No limiter that we know gives most of the answers of 429 in this log.";
const VAGUE: &str = "No limiter can be seen: those that could have given the answers of 429 in this log need not have given them, as far as its stamps say.";

/// The search for a limiter, in slices.
#[derive(Clone, Debug)]
pub struct Inference {
    stage: Stage,
    census: Census,
    /// Answers that show which limiters explain all, and those by which the others are compared.
    sample: Vec<Part>,
    few: Vec<Part>,
    windows: Vec<Shape>,
    buckets: Buckets,
    /// Those that explain all of the sample, but for what is left out of it, and the others.
    agreeing: Vec<(Shape, Fit)>,
    others: Vec<(Shape, Fit)>,
    check: Option<Check>,
    findings: Vec<Finding>,
    /// Whether more than can be told may explain all.
    more: bool,
    /// Whether one could have given the answers that need not have.
    vague: bool,
    reason: Option<String>,
}

/// What is done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The answers of the next client are counted.
    Count,
    /// The next window is held against the sample.
    Windows,
    /// Rates of buckets are made up, and held against the sample one by one.
    Rates,
    Buckets,
    /// Buckets are compared of which none explains all.
    Rough,
    /// The next limiter that agrees with the sample is held against all answers, client by client.
    Agreeing,
    /// And so are the best of the others, if only few explain all.
    Others,
    Done,
}

impl Inference {
    /// Begins a search.
    pub fn new(traffic: &Traffic) -> Self {
        Self {
            stage: Stage::Count,
            census: Census::default(),
            sample: Vec::new(),
            few: Vec::new(),
            windows: search::windows(traffic),
            buckets: Buckets::default(),
            agreeing: Vec::new(),
            others: Vec::new(),
            check: None,
            findings: Vec::new(),
            more: false,
            vague: false,
            reason: None,
        }
    }

    /// Goes on with about so much work, in answers looked at, and says whether that was all. Each call must be
    /// given the same traffic.
    pub fn advance(&mut self, traffic: &Traffic, budget: u64) -> bool {
        let mut spent = 0;
        while spent < budget && !self.is_complete() {
            spent += 1 + self.next(traffic);
        }
        self.is_complete()
    }

    /// Whether the search is over.
    pub fn is_complete(&self) -> bool {
        self.stage == Stage::Done
    }

    /// The limiters that explain the answers, the best first, when the search is over. All that explain every
    /// answer are among them, up to 256.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Why nothing was found, in a sentence.
    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// One step. Says how many answers were looked at.
    fn next(&mut self, traffic: &Traffic) -> u64 {
        match self.stage {
            Stage::Count => self.count(traffic),
            Stage::Windows => self.next_window(traffic),
            Stage::Rates => {
                self.buckets = Buckets::new(traffic, &self.sample);
                self.stage = Stage::Buckets;
                self.sample_size(traffic)
            }
            Stage::Buckets => self.next_bucket(traffic),
            Stage::Rough => self.next_rough(traffic),
            Stage::Agreeing | Stage::Others => self.next_check(traffic),
            Stage::Done => 0,
        }
    }

    fn count(&mut self, traffic: &Traffic) -> u64 {
        let counted = self.census.next(traffic);
        if counted == 0 {
            self.reason = why_not(self.census.served, self.census.limited);
            self.stage = if self.reason.is_some() { Stage::Done } else { Stage::Windows };
            self.sample = self.census.parts(traffic, SAMPLE, usize::MAX);
            self.few = self.census.parts(traffic, FEW, FEW / 3);
        }
        counted
    }

    fn next_window(&mut self, traffic: &Traffic) -> u64 {
        let Some(shape) = self.windows.pop() else {
            self.stage = Stage::Rates;
            return 0;
        };
        match self.agreeing_fit(traffic, &shape) {
            Some(fit) => self.agreeing.push((shape, fit)),
            None => self.others.extend(fit(traffic, &self.few, &shape, false).map(|fit| (shape, fit))),
        }
        self.sample_size(traffic)
    }

    fn next_bucket(&mut self, traffic: &Traffic) -> u64 {
        let is_enough = self.agreeing.len() >= MOST_REPORTED;
        let Some((shape, is_above)) = self.buckets.next().filter(|_| !is_enough) else {
            self.more = is_enough;
            let has_buckets = self.agreeing.iter().any(|(shape, _)| shape.is_bucket());
            self.stage = if has_buckets { Stage::Agreeing } else { Stage::Rough };
            self.buckets.again();
            return 0;
        };
        if !is_above {
            return 0;
        }
        self.agreeing.extend(self.agreeing_fit(traffic, &shape).map(|fit| (shape, fit)));
        self.sample_size(traffic)
    }

    fn next_rough(&mut self, traffic: &Traffic) -> u64 {
        let tried = self.others.iter().filter(|(shape, _)| shape.is_bucket()).count();
        match self.buckets.next() {
            Some((shape, _)) if tried < TRIED => {
                self.others.extend(fit(traffic, &self.few, &shape, false).map(|fit| (shape, fit)));
            }
            _ => self.stage = Stage::Agreeing,
        }
        FEW as u64
    }

    /// What the sample says about a shape, if some limit agrees with it; what contradicts few answers
    /// contradicts all.
    fn agreeing_fit(&self, traffic: &Traffic, shape: &Shape) -> Option<Fit> {
        fit(traffic, &self.few, shape, true).and_then(|_| fit(traffic, &self.sample, shape, true))
    }

    fn sample_size(&self, traffic: &Traffic) -> u64 {
        self.sample.iter().map(|part| part.client(traffic).times.len() as u64).sum()
    }

    /// Goes on with holding a limiter against all answers, or takes the next.
    fn next_check(&mut self, traffic: &Traffic) -> u64 {
        let Some(check) = &mut self.check else {
            self.take_next();
            return 0;
        };
        let looked = check.next(traffic, &self.census);
        if check.failed() {
            // It may still be among those that explain most.
            self.others.push(check.tried);
            self.check = None;
        } else if let Some(finding) = check.finding(traffic, &self.census) {
            match evidence(traffic, &self.census, &check.tried.0, &finding) {
                Evidence::Enough => self.findings.push(finding),
                Evidence::Little => self.vague = true,
                Evidence::Against => {}
            }
            self.check = None;
        }
        looked
    }

    fn take_next(&mut self) {
        let has_to_agree = self.stage == Stage::Agreeing;
        if has_to_agree {
            self.check = self.agreeing.pop().map(|tried| Check::new(tried, true));
        } else if self.findings.len() < REPORTED {
            self.check = self.others.pop().map(|tried| Check::new(tried, false));
        }
        if self.check.is_none() && has_to_agree {
            self.stage = Stage::Others;
            // What was left out of too much is not worth a sentence, unless nothing is better.
            self.findings.retain(|finding| finding.is_worth_reporting(&self.census));
            let ranks = self.others.iter().map(|(shape, fit)| rank(shape, fit));
            self.others = in_order(ranks, &self.others);
            self.others.truncate(REPORTED);
            self.others.reverse();
        } else if self.check.is_none() {
            self.tell();
        }
    }

    /// Puts the findings in order.
    fn tell(&mut self) {
        self.stage = Stage::Done;
        self.findings.retain(|finding| finding.is_worth_reporting(&self.census));
        let exact = self.findings.iter().filter(|finding| finding.exact).count();
        self.findings = in_order(self.findings.iter().map(Finding::rank), &self.findings);
        // One that was followed in two ways is told once, as the better of them.
        let mut seen: Vec<String> = Vec::new();
        self.findings.retain(|finding| {
            let is_new = !seen.contains(&finding.kind);
            seen.extend(is_new.then(|| finding.kind.clone()));
            is_new
        });
        self.findings.truncate(exact.max(REPORTED));
        let ranks: Vec<u64> = self.findings.iter().map(Finding::explained).collect();
        for (finding, mine) in self.findings.iter_mut().zip(&ranks) {
            finding.ties = ranks.iter().filter(|other| *other == mine).count() as u32 - 1;
            finding.more = self.more;
        }
        if self.findings.is_empty() {
            self.reason = Some(if self.vague { VAGUE } else { NONE }.into());
        }
    }
}

/// What the stamps say for a limiter.
enum Evidence {
    Enough,
    /// Most of the answers of 429 it might have given or not: they say nothing.
    Little,
    /// It gives too few or too many, whenever requests came.
    Against,
}

/// What stamps that leave something open say for a limiter beyond that each answer by itself is possible. Some of what
/// was denied it has to deny whenever requests came, and most of it if other answers contradict it: otherwise anything
/// that denies now and then would be said to be a limiter. If it is said to explain all, some order of arrival has to
/// come to as many denials of each client as the log has. What a client had used before the log may have denied it as
/// much as the limiter holds.
fn evidence(traffic: &Traffic, census: &Census, shape: &Shape, finding: &Finding) -> Evidence {
    if traffic.slack() == 0 || !shape.is_usual() {
        return Evidence::Enough;
    }
    let is_whole = finding.matches == finding.answers;
    let mut has_to = 0;
    let limited = (0..).map_while(|index| census.client(index)).take_while(|(_, was_limited)| *was_limited);
    for (number, _) in limited {
        let client = traffic.client(number as usize);
        let counts = |answer: Answer| {
            client.charges.iter().filter(|charge| charge.cost() > 0 && charge.answer() == answer).count()
                as u64
        };
        let (limited, unknown) = (counts(Answer::Limited), counts(Answer::Unknown));
        let range = client_bounds(traffic, number as usize, &finding.limit, finding.algorithm);
        let before = u64::from(finding.limit.burst);
        if is_whole && (range.least > limited + unknown || limited > range.most + before) {
            return Evidence::Against;
        }
        has_to += range.least.min(limited);
    }
    let is_enough = if is_whole { has_to > 0 } else { has_to * 2 >= census.limited };
    if is_enough { Evidence::Enough } else { Evidence::Little }
}

/// Things by their ranks, the least first. Ranks have room for 16 more bits.
fn in_order<T: Clone>(ranks: impl Iterator<Item = u64>, things: &[T]) -> Vec<T> {
    let mut order: Vec<u64> = (0..).zip(ranks).map(|(index, rank)| rank << 16 | index).collect();
    order.sort_unstable();
    order.into_iter().map(|rank| things[rank as usize % (1 << 16)].clone()).collect()
}

/// What makes one limiter better than another: it explains more, and it is simpler.
fn rank(shape: &Shape, fit: &Fit) -> u64 {
    let wrong = fit.score.contradicted + fit.score.left_out;
    (wrong << 5) + (u64::from(shape.tells_denied) << 4) + 10 - zeros(fit.limit())
}

/// Zeros at the end of a number.
fn zeros(mut number: u64) -> u64 {
    let mut zeros = 0;
    while number > 0 && number.is_multiple_of(10) && zeros < 10 {
        (number, zeros) = (number / 10, zeros + 1);
    }
    zeros
}

/// Why the answers cannot tell anything.
fn why_not(served: u64, limited: u64) -> Option<String> {
    if served + limited == 0 {
        return Some("This log has no answers: a status with each request is needed.".into());
    }
    if limited == 0 {
        return Some("No answer in this log is 429: nobody met a limit.".into());
    }
    if served == 0 {
        return Some("Every answer in this log is 429: some that were served are needed.".into());
    }
    (limited < FEWEST).then(|| {
        let answers = words::count(limited, "answer");
        let few = if limited == 1 { " of 429 is" } else { " of 429 are" };
        [&answers, few, " too few to tell; a client that goes on when it is limited gives more."].concat()
    })
}
