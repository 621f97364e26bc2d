//! What happened, in a sentence for each lane and one for the comparison. The page,
//! screen readers, tables and pictures all use these.

use ratelab_limiter::Limiter;

use crate::{
    measures::{Measures, most_in_any, starts},
    run::Simulation,
    words::{duration, times, title},
};

impl Simulation {
    /// What a lane did.
    pub fn sentence(&self, lane: usize) -> Option<String> {
        Some(self.told(lane, &self.measures(lane)?))
    }

    /// The lane that let the most through at once, beside the others.
    pub fn comparison(&self) -> Option<String> {
        self.compared_with(&self.all_measures()?)
    }

    /// The comparison, and what each lane did.
    pub(crate) fn summary(&self) -> Option<(String, Vec<String>)> {
        let measures = self.all_measures()?;
        let sentences = measures.iter().enumerate().map(|(lane, measures)| self.told(lane, measures));
        Some((self.compared_with(&measures)?, sentences.collect()))
    }

    fn all_measures(&self) -> Option<Vec<Measures>> {
        (0..self.lanes().len()).map(|lane| self.measures(lane)).collect()
    }

    fn told(&self, lane: usize, measures: &Measures) -> String {
        let name = title(self.lanes()[lane].policy().algorithm());
        format!("{name} {}{}.", self.verdict(measures), delays(measures))
    }

    fn compared_with(&self, measures: &[Measures]) -> Option<String> {
        let worst = (0..measures.len()).rev().max_by_key(|lane| measures[*lane].most.cost)?;
        let most = measures[worst].most;
        let others = (0..measures.len()).filter(|lane| *lane != worst);
        let next = others.map(|lane| most_in_any(&starts(self, lane), most.to - most.from).cost).max();
        let sentence = self.told(worst, &measures[worst]);
        match next {
            Some(next) if most.cost > u64::from(self.scenario().limit.amount) && next < most.cost => {
                Some(format!("{sentence} No other limiter let more than {next} through in that time."))
            }
            _ => Some(sentence),
        }
    }

    fn verdict(&self, measures: &Measures) -> String {
        let (most, counts) = (measures.most, measures.counts);
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

/// What a queue did to those it admitted.
fn delays(measures: &Measures) -> String {
    match measures.counts.delayed {
        0 => String::new(),
        delayed => format!(", {delayed} of them later, after up to {}", duration(measures.waits.longest)),
    }
}
