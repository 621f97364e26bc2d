//! Checks a limiter against all answers of a log, client by client.

use super::{
    Finding,
    sample::Census,
    score::{Bounds, Fit},
    shape::Shape,
    track::{Seen, follow},
    words, zeros,
};
use crate::Traffic;

/// The state of a check. The answers first determine the limit; then, if some contradict it, the first of those is
/// searched.
#[derive(Clone, Debug)]
pub(super) struct Check {
    pub(super) tried: (Shape, Fit),
    /// Whether the check stops at the first contradiction.
    has_to_agree: bool,
    bounds: Bounds,
    /// The fit to all answers, once they are examined, and the limits implied by the certain ones.
    fit: Option<Fit>,
    certain: (u64, u64),
    /// The time and the client of the first contradiction.
    first: Option<(u64, u32)>,
    /// Whether contradictions are counted again, now that the limit is known: a bucket never holds more than its
    /// capacity, even if timestamps leave open how much was refilled.
    counts: bool,
    /// The index of the next client.
    next: usize,
    is_over: bool,
}

impl Check {
    pub(super) fn new(tried: (Shape, Fit), has_to_agree: bool) -> Self {
        Self {
            tried,
            has_to_agree,
            bounds: Bounds::new(),
            fit: None,
            certain: (1, u64::MAX),
            first: None,
            counts: false,
            next: 0,
            is_over: false,
        }
    }

    /// Whether an answer contradicts the limiter although none should.
    pub(super) fn failed(&self) -> bool {
        self.has_to_agree && !self.bounds.agree()
    }

    /// Processes one client, and returns the number of answers.
    pub(super) fn next(&mut self, traffic: &Traffic, census: &Census) -> u64 {
        let Some((number, was_limited)) = census.client(self.next) else {
            self.end_of_clients(traffic.slack() > 0);
            return 0;
        };
        self.next += 1;
        let client = traffic.client(number as usize);
        let shape = self.tried.0;
        if let Some(fit) = &mut self.fit {
            let (limit, first, counts) = (fit.limit(), &mut self.first, self.counts);
            let shape = Shape { ceiling: if counts { limit } else { u64::MAX }, ..shape };
            follow(traffic, client, &shape, &mut |seen: Seen| {
                let position = (client.times[seen.request], number);
                let is_later = first.is_some_and(|first| first <= position);
                let contradicts = (seen.bound > limit) != seen.limited && !seen.uncertain;
                if contradicts && !is_later {
                    *first = Some(position);
                }
                fit.score.contradicted += u64::from(contradicts && counts);
                counts || !contradicts && !is_later
            });
        } else {
            // Answers to a client that was never limited imply no limit above its total cost.
            if self.has_to_agree && !was_limited && client.total() <= self.bounds.least {
                return 1;
            }
            let (bounds, has_to_agree) = (&mut self.bounds, self.has_to_agree);
            bounds.next_client();
            follow(traffic, client, &shape, &mut |seen: Seen| {
                bounds.add(&seen);
                bounds.agree() || !has_to_agree
            });
        }
        client.times.len() as u64
    }

    fn end_of_clients(&mut self, has_slack: bool) {
        if self.fit.is_some() {
            self.is_over = true;
            return;
        }
        let bounds = std::mem::replace(&mut self.bounds, Bounds::new());
        self.certain = (bounds.least, bounds.below - 1);
        let fit = bounds.best();
        self.counts = has_slack && fit.score.contradicted == 0 && self.tried.0.is_bucket();
        self.is_over = fit.score.contradicted == 0 && !self.counts;
        (self.fit, self.next) = (Some(fit), 0);
    }

    /// The result, once the check is complete.
    pub(super) fn finding(&self, traffic: &Traffic, census: &Census) -> Option<Finding> {
        let (fit, shape) = (self.fit.filter(|_| self.is_over)?, &self.tried.0);
        let (least, most) = if fit.score.contradicted == 0 { self.certain } else { (fit.least, fit.most) };
        let answers = census.answers - fit.score.left_out;
        let whole = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let limit = fit.limit();
        Some(Finding {
            algorithm: shape.algorithm(),
            limit: shape.limit(whole(limit)),
            settings: shape.settings(whole(limit)),
            least: whole(least),
            most: whole(most),
            matches: answers - fit.score.contradicted,
            answers,
            left_out: fit.score.left_out,
            exact: fit.score.is_exact(shape),
            ties: 0,
            first: self.first.map(|(time, number)| (number, traffic.start() + time)),
            simplicity: simplicity(shape, limit),
            refusals: fit.score.refusals,
            more: false,
            fits: !shape.is_determined_at(traffic.slack()),
            kind: words::limiter(shape, if shape.is_bucket() { limit } else { 0 }),
            text: words::limiter(shape, limit),
        })
    }
}

/// The complexity of a limiter, below 4,096: those that do not count denials are simplest, then rates with few digits,
/// then limits with many trailing zeros.
fn simplicity(shape: &Shape, limit: u64) -> u64 {
    let rate = u64::from(shape.rate.amount);
    let digits = if shape.is_bucket() { u64::from(rate.max(1).ilog10()) + 1 } else { 0 };
    let significant = digits - zeros(rate).min(digits);
    (u64::from(shape.reports_denied) << 11) + (significant << 7) + (digits.min(7) << 4) + 10 - zeros(limit)
}
