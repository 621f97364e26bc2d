//! Two sides that take turns.
//!
//! A round is a few milliseconds of one side and then of the other, short enough
//! that the machine treats both alike. The figure is the median of the rounds'
//! ratios, so that a round which something else interrupted does not count.

use std::time::Instant;

use crate::Outcome;

/// The figures of both sides.
pub struct Turns {
    /// Nanoseconds for each decision, the median of all rounds.
    pub ours: f64,
    /// The same for the other side.
    pub theirs: f64,
    /// Ours divided by theirs, round by round: the median.
    pub ratio: f64,
    /// The least of these ratios.
    pub least: f64,
    /// The greatest of them.
    pub most: f64,
}

/// One side of one round.
#[derive(Clone, Copy)]
pub struct Turn {
    /// How long each decision took.
    pub nanoseconds: f64,
    /// How many requests were admitted.
    pub admitted: u32,
}

/// A round: ours and theirs.
pub type Pair = (Turn, Turn);

/// Times this many decisions; `work` returns how many requests it admitted.
pub fn timed(decisions: u32, work: impl FnOnce() -> u32) -> Turn {
    let start = Instant::now();
    let admitted = work();
    let nanoseconds = start.elapsed().as_nanos() as f64 / f64::from(decisions);
    Turn { nanoseconds, admitted }
}

/// Lets both sides take turns. The first side alternates, so that both suffer equally from what the other leaves in the
/// caches.
pub fn take_turns(
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

/// The figures of all rounds.
pub fn summary(pairs: &[Pair]) -> Turns {
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
