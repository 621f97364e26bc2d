//! A limiter that was found, and its description.

use ratelab_limiter::{Algorithm, Settings};

use super::{sample::Census, words};
use crate::Limit;

/// A limiter that may have given the answers.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The limiter; a token bucket represents meter, queue and GCRA too, which admit the same requests.
    pub algorithm: Algorithm,
    /// Its limit, the roundest of those that explain as many answers.
    pub limit: Limit,
    /// The limiter with all its options.
    pub settings: Settings,
    /// The smallest limit that explains as many answers; for a bucket, the smallest burst.
    pub least: u32,
    /// The greatest such limit; `u32::MAX` if no answer implies an upper bound.
    pub most: u32,
    /// Answers that it would have given.
    pub matches: u64,
    /// All answers, apart from those left out.
    pub answers: u64,
    /// Answers left out because requests before the log may explain them.
    pub left_out: u64,
    /// Whether it explains all answers that are not left out, including most of the 429s. If timestamps have slack, or
    /// the log begins in the middle, each answer is explained individually, which is nearly always equivalent to all at
    /// once.
    pub exact: bool,
    /// The number of others that explain as many answers.
    pub ties: u32,
    /// The client and the time, in microseconds since 1970, of the first answer it would not have given.
    pub first: Option<(u32, u64)>,
    /// Of limiters that explain as many answers, those with lower numbers come first.
    pub(super) simplicity: u64,
    /// Answers of 429 that it would have given.
    pub(super) refusals: u64,
    /// Whether there may be other limiters than those that were tried.
    pub(super) more: bool,
    /// Whether timestamps leave open what it would have answered: each answer then fits individually.
    pub(super) fits: bool,
    /// Its description without the limit of a window, and with it.
    pub(super) kind: String,
    pub(super) text: String,
}

impl Finding {
    /// Describes the finding in a sentence or two. `client` is the name of the client in [`Self::first`].
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
            // A larger bucket may have been partly used when the log began.
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
                &[" Left out: ", &more, "; requests before the log may have decided ", them, "."].concat();
        }
        if self.ties > 0 {
            let least = if self.more { "at least " } else { "" };
            text +=
                &[" As many", fit, " with ", least, &words::count(self.ties.into(), "other"), "."].concat();
        }
        text
    }

    /// Whether it gives most 429 answers, or some without a contradiction; and is wrong about far fewer answers than
    /// there are 429s, which is how many "no limit" would be wrong about.
    pub(super) fn is_worth_reporting(&self, census: &Census) -> bool {
        let times = if self.matches == self.answers { 4 } else { 2 };
        let wrong = self.answers - self.matches;
        self.exact || self.refusals * times >= census.refusals && wrong * 2 <= census.limited
    }

    /// The number of answers it does not explain, as a rank.
    pub(super) fn explained(&self) -> u64 {
        let wrong = self.answers - self.matches + self.left_out;
        u64::from(!self.exact) << 31 | wrong.min((1 << 31) - 1)
    }

    /// The rank: unexplained answers, then complexity.
    pub(super) fn rank(&self) -> u64 {
        self.explained() << 12 | self.simplicity
    }
}
