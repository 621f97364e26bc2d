//! How well a limiter explains the answers, and its best limit.

use super::{
    FEWEST,
    sample::Part,
    shape::Shape,
    track::{Seen, follow},
};
use crate::Traffic;

/// How many answers agree with a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Score {
    /// Answers that the limiter would not have given.
    pub(super) contradicted: u64,
    /// Answers that depend on requests before the log.
    pub(super) left_out: u64,
    /// Limited answers that the limiter would have given.
    pub(super) refusals: u64,
    /// Limited answers that do not depend on requests before the log.
    pub(super) certain: u64,
    /// Clients with limited answers that may depend on requests before the log.
    pub(super) unknown: u64,
}

impl Score {
    /// Whether it explains all answers that are not left out, and enough of them. Nothing is known about 429 answers
    /// left out of a window, so no more may be left out than are certain. A bucket explains those left out too, but
    /// with one free number per client, so there must be several for each such number.
    pub(super) fn is_exact(&self, shape: &Shape) -> bool {
        let is_enough = if shape.is_bucket() {
            self.refusals + self.left_out >= FEWEST + 2 * self.unknown
        } else {
            self.certain >= FEWEST && self.left_out <= self.certain
        };
        self.contradicted == 0 && is_enough
    }
}

/// The limits that explain most answers: all from `least` to `most` explain equally many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    pub(super) score: Score,
    pub(super) least: u64,
    pub(super) most: u64,
}

impl Fit {
    /// The roundest of the limits.
    pub(super) fn limit(&self) -> u64 {
        roundest(self.least, self.most)
    }
}

/// Bounds up to this are counted in cells; greater ones are rare, and stored individually.
const CELLS: u64 = 1 << 20;

/// No limit has bounds above this.
const GREATEST: u64 = 1 << 60;

/// The bounds on a limit that many answers imply.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    /// How many answers have each bound, by [`kind`].
    cells: Vec<[u32; 4]>,
    /// Greater bounds, with their kind in the two lowest bits.
    greater: Vec<u64>,
    /// The range implied by the certain answers; the end is exclusive.
    pub(super) least: u64,
    pub(super) below: u64,
    /// Clients with uncertain limited answers, and whether the last one is included.
    unknown: u64,
    is_unknown: bool,
}

/// The kind of an answer, one of four.
fn kind(limited: bool, uncertain: bool) -> usize {
    usize::from(limited) * 2 + usize::from(uncertain)
}

impl Bounds {
    pub(super) fn new() -> Self {
        Self {
            cells: Vec::new(),
            greater: Vec::new(),
            least: 1,
            below: u64::MAX,
            unknown: 0,
            is_unknown: false,
        }
    }

    /// Starts with the answers of another client.
    pub(super) fn next_client(&mut self) {
        self.is_unknown = false;
    }

    pub(super) fn add(&mut self, seen: &Seen) {
        let kind = kind(seen.limited, seen.uncertain);
        match (seen.limited, seen.uncertain) {
            (true, true) => {
                self.unknown += u64::from(!self.is_unknown);
                self.is_unknown = true;
            }
            (false, true) => {}
            (true, _) => self.below = self.below.min(seen.bound),
            (false, _) => self.least = self.least.max(seen.bound),
        }
        if seen.bound >= CELLS {
            return self.greater.push(seen.bound.min(GREATEST) * 4 + kind as u64);
        }
        let index = seen.bound as usize;
        if self.cells.len() <= index {
            self.cells.resize(index + 1, [0; 4]);
        }
        self.cells[index][kind] += 1;
    }

    /// Whether some limit agrees with all certain answers.
    pub(super) fn agree(&self) -> bool {
        self.least < self.below
    }

    /// Raises the limit from 0 over the sorted bounds, and counts agreement. A served request agrees from its bound on,
    /// and a limited one up to it.
    pub(super) fn best(mut self) -> Fit {
        self.greater.sort_unstable();
        let mut sums = [0u64; 4];
        for cell in &self.cells {
            (0..4).for_each(|kind| sums[kind] += u64::from(cell[kind]));
        }
        for bound in &self.greater {
            sums[(bound % 4) as usize] += 1;
        }
        let (refusals, unknown) = (sums[2] + sums[3], self.unknown);
        let (contradicted, left_out, certain) = (sums[0], sums[1], sums[2]);
        let score = Score { contradicted, left_out, refusals, certain, unknown };
        let mut climb = Climb { score, bound: 0, best: None };
        for (bound, cell) in (0..).zip(&self.cells) {
            if *cell != [0; 4] {
                climb.to(bound, cell.map(u64::from));
            }
        }
        for bound in &self.greater {
            let mut counts = [0; 4];
            counts[(bound % 4) as usize] = 1;
            climb.to(bound / 4, counts);
        }
        climb.to(u64::MAX, [0; 4]);
        let fit = climb.best.unwrap_or(Fit { score, least: 1, most: u64::MAX });
        Fit { most: fit.most.min(u32::MAX.into()), ..fit }
    }
}

/// A limit that is raised, and the best one so far.
struct Climb {
    score: Score,
    bound: u64,
    best: Option<Fit>,
}

impl Climb {
    /// Moves to the next bound, with the number of answers of each kind.
    fn to(&mut self, bound: u64, counts: [u64; 4]) {
        let better = self.best.is_none_or(|best| {
            (self.score.contradicted, self.score.left_out) < (best.score.contradicted, best.score.left_out)
        });
        // A limit of 0 is not valid.
        if bound > self.bound.max(1) && better {
            self.best = Some(Fit { score: self.score, least: self.bound.max(1), most: bound - 1 });
        }
        let [served, served_uncertain, limited, limited_uncertain] = counts;
        self.bound = bound;
        self.score.contradicted = self.score.contradicted + limited - served;
        self.score.left_out = self.score.left_out + limited_uncertain - served_uncertain;
        self.score.refusals -= limited + limited_uncertain;
    }
}

/// Fits the limit of a shape to the answers of some clients. If they have to agree, as far as they are certain, it
/// stops at the first contradiction.
pub(super) fn fit(traffic: &Traffic, parts: &[Part], shape: &Shape, have_to_agree: bool) -> Option<Fit> {
    let mut bounds = Bounds::new();
    for part in parts {
        bounds.next_client();
        follow(traffic, part.client(traffic), shape, &mut |seen: Seen| {
            bounds.add(&seen);
            bounds.agree() || !have_to_agree
        });
        if have_to_agree && !bounds.agree() {
            return None;
        }
    }
    Some(bounds.best())
}

/// The roundest number in a range.
pub(super) fn roundest(least: u64, most: u64) -> u64 {
    if most >= u32::MAX.into() {
        return least;
    }
    let mut step = 10u64.pow(18);
    loop {
        for part in [1, 2, 4] {
            let multiple = least.next_multiple_of((step / part).max(1));
            if multiple <= most {
                return multiple;
            }
        }
        step /= 10;
    }
}
