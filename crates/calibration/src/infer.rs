//! Finds the limiter that produced the answers in a log, for users of a service with an unknown limit.
//!
//! Each client has its own limiter. The candidates are fixed windows, aligned or started by a client's first request,
//! the sliding log, and the sliding counter with either rounding, each also with denials counted; and the token bucket,
//! which represents all buckets. Limits follow from the answers ([`track`]), so only periods and rates are searched.
//! Requests before the log are unknown: answers that only they could explain are left out and counted.

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

/// Answers examined while many limiters are tried.
const SAMPLE: usize = 200_000;

/// Answers used to compare limiters that do not explain all.
const FEW: usize = 3_000;

/// The fewest answers of 429 that allow a conclusion.
const FEWEST: u64 = 3;

/// The number of findings, unless more explain all answers.
const REPORTED: usize = 8;

/// The most findings that explain all answers.
const MOST_REPORTED: usize = 256;

/// The most buckets compared if none explains all answers.
const TRIED: usize = 150;

const NONE: &str = "No known limiter gives most of the 429 answers in this log.";
const VAGUE: &str = "No limiter can be identified: at this resolution of timestamps, the candidates could also have \
given other answers than the 429s in this log.";

/// The search for a limiter, in slices.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::{Answer, Block, Charge, Inference, Traffic};
///
/// // Every second one request, for twenty minutes: the first five of each minute were served.
/// let times: Vec<i64> = (0..1_200).map(|second| 1_773_100_800_000_000 + second * 1_000_000).collect();
/// let answer = |second: u32| if second % 60 < 5 { Answer::Served } else { Answer::Limited };
/// let charges: Vec<u32> = (0..1_200).map(|second| Charge::new(1, answer(second)).word()).collect();
/// let traffic = Traffic::group(&[Block { times: &times, keys: &[0; 1_200], charges: &charges }], 1, 0);
///
/// let mut inference = Inference::new(&traffic);
/// while !inference.advance(&traffic, 100_000) {}
/// assert!(inference.is_complete() && inference.reason().is_none());
/// let sentence = inference.findings()[0].sentence("192.0.2.7");
/// assert!(sentence.starts_with("Fixed window, 5 a minute, aligned to the minute: all 1,200 answers match."));
/// ```
#[derive(Clone, Debug)]
pub struct Inference {
    stage: Stage,
    census: Census,
    /// Answers that show which limiters explain all, and those used to compare the others.
    sample: Vec<Part>,
    few: Vec<Part>,
    windows: Vec<Shape>,
    buckets: Buckets,
    /// Limiters that explain the whole sample, apart from answers left out, and the others.
    agreeing: Vec<(Shape, Fit)>,
    others: Vec<(Shape, Fit)>,
    check: Option<Check>,
    findings: Vec<Finding>,
    /// Whether more limiters may explain all answers than are reported.
    more: bool,
    /// Whether a limiter could have given the answers, but need not have.
    vague: bool,
    reason: Option<String>,
}

/// The next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Count the answers of the next client.
    Count,
    /// Check the next window against the sample.
    Windows,
    /// Generate rates of buckets, and check them against the sample one at a time.
    Rates,
    Buckets,
    /// Compare buckets if none explains all answers.
    Rough,
    /// Check the next limiter that agrees with the sample against all answers, client by client.
    Agreeing,
    /// Check the best of the others too, if only a few explain all answers.
    Others,
    Done,
}

impl Inference {
    /// Starts a search.
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

    /// Processes about `budget` answers, and returns whether the search is complete. Every call must receive the same
    /// traffic.
    pub fn advance(&mut self, traffic: &Traffic, budget: u64) -> bool {
        let mut spent = 0;
        while spent < budget && !self.is_complete() {
            spent += 1 + self.next(traffic);
        }
        self.is_complete()
    }

    /// Whether the search is complete.
    pub fn is_complete(&self) -> bool {
        self.stage == Stage::Done
    }

    /// The limiters that explain the answers, best first, once the search is complete. They include all that explain
    /// every answer, up to 256.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Why nothing was found, as a sentence.
    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// Executes one step, and returns the number of answers examined.
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

    /// The fit of a shape to the sample, if some limit agrees with it. A shape that contradicts a few answers
    /// contradicts all.
    fn agreeing_fit(&self, traffic: &Traffic, shape: &Shape) -> Option<Fit> {
        fit(traffic, &self.few, shape, true).and_then(|_| fit(traffic, &self.sample, shape, true))
    }

    fn sample_size(&self, traffic: &Traffic) -> u64 {
        self.sample.iter().map(|part| part.client(traffic).times.len() as u64).sum()
    }

    /// Continues to check a limiter against all answers, or starts with the next.
    fn next_check(&mut self, traffic: &Traffic) -> u64 {
        let Some(check) = &mut self.check else {
            self.take_next();
            return 0;
        };
        let looked = check.next(traffic, &self.census);
        if check.failed() {
            // It may still be among those that explain most answers.
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
            // Findings with too many answers left out are dropped, unless nothing is better.
            self.findings.retain(|finding| finding.is_worth_reporting(&self.census));
            let ranks = self.others.iter().map(|(shape, fit)| rank(shape, fit));
            self.others = in_order(ranks, &self.others);
            self.others.truncate(REPORTED);
            self.others.reverse();
        } else if self.check.is_none() {
            self.rank_findings();
        }
    }

    /// Ranks the findings.
    fn rank_findings(&mut self) {
        self.stage = Stage::Done;
        self.findings.retain(|finding| finding.is_worth_reporting(&self.census));
        let exact = self.findings.iter().filter(|finding| finding.exact).count();
        self.findings = in_order(self.findings.iter().map(Finding::rank), &self.findings);
        // A limiter that was tracked in two ways is reported once, as the better of them.
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

/// How the timestamps support a limiter.
enum Evidence {
    Enough,
    /// It may or may not have given most of the 429 answers: they are no evidence.
    Little,
    /// It gives too few or too many denials, whenever requests arrived.
    Against,
}

/// Evidence for a limiter beyond each answer being possible, given the slack of timestamps. It must deny some of the
/// denied requests whenever they arrived, and most of them if other answers contradict it; otherwise anything that
/// denies occasionally would pass for a limiter. If it explains all answers, some order of arrival must give as many
/// denials of each client as the log has. Usage before the log may account for as many denials as the limiter holds.
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

/// Items in ascending order of their ranks, which must leave 16 bits free.
fn in_order<T: Clone>(ranks: impl Iterator<Item = u64>, things: &[T]) -> Vec<T> {
    let mut order: Vec<u64> = (0..).zip(ranks).map(|(index, rank)| rank << 16 | index).collect();
    order.sort_unstable();
    order.into_iter().map(|rank| things[rank as usize % (1 << 16)].clone()).collect()
}

/// Orders limiters: those that explain more first, then simpler ones.
fn rank(shape: &Shape, fit: &Fit) -> u64 {
    let wrong = fit.score.contradicted + fit.score.left_out;
    (wrong << 5) + (u64::from(shape.reports_denied) << 4) + 10 - zeros(fit.limit())
}

/// The number of trailing zeros.
fn zeros(mut number: u64) -> u64 {
    let mut zeros = 0;
    while number > 0 && number.is_multiple_of(10) && zeros < 10 {
        (number, zeros) = (number / 10, zeros + 1);
    }
    zeros
}

/// Why the answers do not allow a conclusion.
fn why_not(served: u64, limited: u64) -> Option<String> {
    if served + limited == 0 {
        return Some("This log has no answers: a status with each request is needed.".into());
    }
    if limited == 0 {
        return Some("No answer in this log is 429: no client was limited.".into());
    }
    if served == 0 {
        return Some("Every answer in this log is 429: some served requests are needed.".into());
    }
    (limited < FEWEST).then(|| {
        let answers = words::count(limited, "answer");
        let few = if limited == 1 { " of 429 is" } else { " of 429 are" };
        [&answers, few, " too few; a client that keeps sending while it is limited gives more."].concat()
    })
}
