//! A limiter that was found, and what is said about it.

use ratelab_limiter::{Algorithm, Settings};

use super::{sample::Census, words};
use crate::Limit;

/// A limiter that may have given the answers.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The limiter; a token bucket stands for meter, queue and GCRA too, which admit alike.
    pub algorithm: Algorithm,
    /// Its limit, the roundest of those that explain as much.
    pub limit: Limit,
    /// The limiter with all its options.
    pub settings: Settings,
    /// The least limit that explains as much: of a bucket, the least burst.
    pub least: u32,
    /// The greatest that does; `u32::MAX` if no answer says that there is one.
    pub most: u32,
    /// Answers that it would have given.
    pub matches: u64,
    /// Answers in all, but for those left out.
    pub answers: u64,
    /// Answers left out, because what was before the log may explain them.
    pub left_out: u64,
    /// Whether it explains all that is not left out, and most answers of 429 among it. Where stamps leave open
    /// when requests came, or the log begins in the middle, it does so for each answer by itself, which is
    /// hardly ever less than for all at once.
    pub exact: bool,
    /// How many others explain just as much.
    pub ties: u32,
    /// The client and the time, in microseconds since 1970, of the first answer it would not have given.
    pub first: Option<(u32, u64)>,
    /// Simpler limiters come first of those that explain as much.
    pub(super) simplicity: u64,
    /// Answers of 429 that it would have given.
    pub(super) refusals: u64,
    /// Whether there may be others than those that were tried.
    pub(super) more: bool,
    /// Whether stamps leave open what it would have answered: answers then fit it, each by itself.
    pub(super) fits: bool,
    /// What it is but for the limit of a window, and with it.
    pub(super) kind: String,
    pub(super) text: String,
}

impl Finding {
    /// What was found, in a sentence or two. `client` is the name of the client that [`Self::first`] names.
    pub fn sentence(&self, client: &str) -> String {
        let (fit, fits) = if self.fits { (" fit", " fits") } else { (" match", " matches") };
        let mut text = [&self.text, ": "].concat();
        if self.matches == self.answers {
            text += &["all ", &words::count(self.answers, "answer"), fit, "."].concat();
        } else {
            text +=
                &[&words::number(self.matches), " of ", &words::count(self.answers, "answer"), fit].concat();
            if let Some((_, time)) = self.first {
                text += &["; the first that does not: ", client, " at ", &words::time_of_day(time)].concat();
            }
            text += ".";
        }
        if self.least < self.most && self.exact {
            let noun = if self.algorithm == Algorithm::TokenBucket { " A burst of " } else { " A limit of " };
            let most = if self.most == u32::MAX { "more".into() } else { words::number(self.most.into()) };
            let to = if self.most == u32::MAX { " or " } else { " to " };
            // A bucket that holds more may have held as much when the log began.
            let before = match self.algorithm {
                Algorithm::TokenBucket if self.most == u32::MAX => {
                    ", if clients had used the rest before the log began"
                }
                _ => "",
            };
            text +=
                &[noun, &words::number(self.least.into()), to, &most, fits, " as well", before, "."].concat();
        }
        if self.left_out > 0 {
            let more = words::count(self.left_out, "more answer");
            let them = if self.left_out == 1 { "it" } else { "them" };
            text +=
                &[" Left out: ", &more, "; what was before the log may have decided ", them, "."].concat();
        }
        if self.ties > 0 {
            let least = if self.more { "at least " } else { "" };
            text +=
                &[" As many", fit, " with ", least, &words::count(self.ties.into(), "other"), "."].concat();
        }
        text
    }

    /// Whether it gives most answers of 429, or some and contradicts none; and is wrong about far fewer answers than
    /// there are of 429, as many as it would be to say that there is no limit.
    pub(super) fn is_worth_reporting(&self, census: &Census) -> bool {
        let times = if self.matches == self.answers { 4 } else { 2 };
        let wrong = self.answers - self.matches;
        self.exact || self.refusals * times >= census.refusals && wrong * 2 <= census.limited
    }

    /// How little it explains.
    pub(super) fn explained(&self) -> u64 {
        let wrong = self.answers - self.matches + self.left_out;
        u64::from(!self.exact) << 31 | wrong.min((1 << 31) - 1)
    }

    /// How little it explains, and then how simple it is.
    pub(super) fn rank(&self) -> u64 {
        self.explained() << 12 | self.simplicity
    }
}
