//! What happened: a sentence for each lane, and one that compares them. The page, screen
//! readers, tables and pictures all use these.

use ratelab_limiter::Limiter;

use crate::{
    measures::{Most, Starts, most_in_any},
    run::{Counts, Simulation},
    words::{duration, times, title},
};

/// The numbers that sentences are made of.
#[derive(Clone, Copy)]
pub(crate) struct Gist {
    counts: Counts,
    most: Most,
    longest_wait: u64,
}

impl Simulation {
    /// What a lane did.
    pub fn sentence(&self, lane: usize) -> Option<String> {
        Some(self.sentence_of(lane, &self.gist(lane)?))
    }

    /// The lane that let the most through in a short time, compared with the others.
    pub fn comparison(&self) -> Option<String> {
        self.summary().map(|(comparison, _)| comparison)
    }

    /// The comparison, and what each lane did.
    pub fn summary(&self) -> Option<(String, Vec<String>)> {
        let gists = (0..self.lanes().len()).map(|lane| self.gist(lane)).collect::<Option<Vec<_>>>()?;
        let sentences = gists.iter().enumerate().map(|(lane, gist)| self.sentence_of(lane, gist));
        Some((self.compared_with(&gists)?, sentences.collect()))
    }

    fn gist(&self, lane: usize) -> Option<Gist> {
        if !self.is_done() {
            return None;
        }
        let record = self.lanes()[lane].record();
        let gist = || Gist {
            counts: record.count(0..record.outcomes().len()),
            most: self.most(lane),
            longest_wait: self.longest_wait(lane),
        };
        Some(*self.lanes()[lane].gist.get_or_init(gist))
    }

    fn sentence_of(&self, lane: usize, gist: &Gist) -> String {
        let name = title(self.lanes()[lane].policy().algorithm());
        format!("{name} {}{}.", self.verdict(gist), delays(gist))
    }

    fn compared_with(&self, gists: &[Gist]) -> Option<String> {
        let worst = (0..gists.len()).rev().max_by_key(|lane| gists[*lane].most.cost)?;
        let most = gists[worst].most;
        let sentence = self.sentence_of(worst, &gists[worst]);
        if most.cost <= u64::from(self.scenario().limit.amount) {
            return Some(sentence);
        }
        let others = (0..gists.len()).filter(|lane| *lane != worst);
        let reach = |lane| most_in_any(Starts::new(self, lane)?.iter(), most.to - most.from).cost.into();
        match others.filter_map(reach).max() {
            Some(next) if next < most.cost => {
                Some(format!("{sentence} No other limiter let more than {next} through in that time."))
            }
            _ => Some(sentence),
        }
    }

    fn verdict(&self, gist: &Gist) -> String {
        let (most, counts) = (gist.most, gist.counts);
        let limit = u64::from(self.scenario().limit.amount);
        let (all, admitted) = (counts.admitted() + counts.denied, counts.admitted());
        if most.cost > limit {
            let within = match most.to - most.from {
                0 => "at once".to_owned(),
                span => format!("in {}", duration(span)),
            };
            return format!("let {} through {within}, {} its limit", most.cost, times(most.cost, limit));
        }
        let window = duration(self.scenario().limit.period);
        match counts.denied {
            0 => format!("let all {all} through"),
            _ => format!("let {admitted} of {all} through, never more than {} in any {window}", most.cost),
        }
    }
}

/// How long a queue made requests wait.
fn delays(gist: &Gist) -> String {
    match gist.counts.delayed {
        0 => String::new(),
        delayed => format!(", {delayed} of them later, after up to {}", duration(gist.longest_wait)),
    }
}
