//! Two sides that take turns.
//!
//! A round is a few milliseconds of one side and then of the other, short enough
//! that the machine treats both alike. The figure is the median of the rounds'
//! ratios, so that a round which something else interrupted does not count.

use std::time::Instant;

use crate::Outcome;

/// What both sides came to.
pub(crate) struct Turns {
    /// Nanoseconds for each decision, the median of all rounds.
    pub(crate) ours: f64,
    pub(crate) theirs: f64,
    /// Ours divided by theirs, round by round: the median, the least and the most.
    pub(crate) ratio: f64,
    pub(crate) least: f64,
    pub(crate) most: f64,
}

/// How long a side took in one round, for each decision, and what it admitted.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    pub(crate) nanoseconds: f64,
    pub(crate) admitted: u32,
}

/// A round: ours and theirs.
pub(crate) type Pair = (Turn, Turn);

/// Times this many decisions, which tell how many they admitted.
pub(crate) fn timed(decisions: u32, work: impl FnOnce() -> u32) -> Turn {
    let start = Instant::now();
    let admitted = work();
    let nanoseconds = start.elapsed().as_nanos() as f64 / f64::from(decisions);
    Turn { nanoseconds, admitted }
}

/// Lets both sides take turns. Who begins changes with each round, so that what
/// the first leaves behind in the caches weighs on both.
pub(crate) fn take_turns(
    rounds: usize,
    tolerance: f64,
    mut ours: impl FnMut(usize) -> Outcome<Turn>,
    mut theirs: impl FnMut(usize) -> Outcome<Turn>,
) -> Outcome<Vec<Pair>> {
    let mut pairs = Vec::with_capacity(rounds);
    for round in 0..rounds {
        let pair = if round % 2 == 0 {
            let first = ours(round)?;
            (first, theirs(round)?)
        } else {
            let first = theirs(round)?;
            (ours(round)?, first)
        };
        must_decide_alike(pair, tolerance)?;
        pairs.push(pair);
    }
    Ok(pairs)
}

/// A side that admits more or less does other work, and its time says nothing.
fn must_decide_alike((ours, theirs): Pair, tolerance: f64) -> Outcome<()> {
    let difference = f64::from(ours.admitted.abs_diff(theirs.admitted));
    if difference <= tolerance * f64::from(theirs.admitted) {
        return Ok(());
    }
    let (ours, theirs) = (ours.admitted, theirs.admitted);
    Err(format!("We admitted {ours} requests and the rival {theirs}: the two cannot be compared.").into())
}

/// The figure that rounds come to.
pub(crate) fn summary(pairs: &[Pair]) -> Turns {
    let ratios = sorted(pairs.iter().map(|(ours, theirs)| ours.nanoseconds / theirs.nanoseconds));
    Turns {
        ours: median(&sorted(pairs.iter().map(|(ours, _)| ours.nanoseconds))),
        theirs: median(&sorted(pairs.iter().map(|(_, theirs)| theirs.nanoseconds))),
        ratio: median(&ratios),
        least: ratios[0],
        most: ratios[ratios.len() - 1],
    }
}

fn sorted(figures: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures
}

/// The middle one; all numbers of rounds here are odd.
fn median(sorted: &[f64]) -> f64 {
    sorted[sorted.len() / 2]
}
