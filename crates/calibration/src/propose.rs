//! Proposes a limit from observed traffic and a margin.
//!
//! The amount follows from the busiest period of the clients that must not be limited, as counted by the limiter, or by
//! a sliding log for buckets. The burst of a bucket is the smallest that does not limit these clients at that amount.
//! Both get the margin, and are rounded up to convenient numbers. The result is tried on the log, and raised until it
//! also holds in the worst order that the timestamps leave open.

mod words;

use ratelab_limiter::{Algorithm, Nanoseconds};

use crate::{
    basis::Basis,
    effects::effects,
    frontier::{NONE, Rate, Tolerance, capacity},
    limit::Limit,
    ranges::{Range, client_bounds, client_range},
    traffic::{Answer, Traffic},
};

/// A proposed limit, and how it was derived.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// The limit.
    pub limit: Limit,
    /// The smallest sufficient amount per period, without margin and rounding.
    pub peak: u32,
    /// The peak with the margin, before rounding.
    pub amount: u32,
    /// The smallest sufficient burst at the limit's amount, for a bucket.
    pub at_once: Option<u32>,
    /// The numbers of clients that may be limited: those with the greatest peaks.
    pub excepted: Vec<u32>,
    /// Requests of the log that the limit denies.
    pub denied: Range,
    /// Clients that the limit affects.
    pub limited: Range,
    /// Requests that were rate limited in the log. They are counted like the others.
    pub refused: u64,
    /// The explanation, in a few sentences.
    pub why: String,
}

/// The parameters of a proposal.
struct Wish<'traffic> {
    traffic: &'traffic Traffic,
    basis: Basis,
    /// Clients with requests.
    clients: u64,
    tolerance: Tolerance,
    margin: u32,
    algorithm: Algorithm,
}

/// How often a limit is raised at most until it is sufficient.
const ATTEMPTS: u32 = 64;

/// Proposes a limit for a limiter, with a period, in nanoseconds or a `Duration`, and a margin in percent.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::{Block, Tolerance, Traffic, propose};
/// use ratelab_limiter::Algorithm;
///
/// let times: Vec<i64> = (0..100).map(|second| second * 1_000_000).collect();
/// let traffic = Traffic::group(&[Block { times: &times, keys: &[0; 100], charges: &[] }], 1, 0);
/// let minute = std::time::Duration::from_secs(60);
/// let proposal = propose(&traffic, minute, Tolerance::None, 20, Algorithm::FixedWindow);
/// assert_eq!((proposal.peak, proposal.amount, proposal.limit.amount), (60, 72, 75));
/// assert_eq!(
///     proposal.why,
///     "The busiest minute by the clock of any client had 60 requests; with a margin of 20 % that is 72, \
///      rounded up to 75. Run over this log, it limits no client.",
/// );
/// ```
pub fn propose(
    traffic: &Traffic,
    period: impl Into<Nanoseconds>,
    tolerance: Tolerance,
    margin: u32,
    algorithm: Algorithm,
) -> Proposal {
    let period = period.into().saturated();
    let clients = (0..traffic.clients()).filter(|number| !traffic.client(*number).times.is_empty()).count();
    let basis = Basis::new(traffic, period);
    let wish = Wish { traffic, basis, clients: clients as u64, tolerance, margin, algorithm };
    let (peak, excepted) = wish.peak();
    let amount = wish.with_margin(peak);
    let mut limit = Limit { amount: friendly(amount), period, burst: friendly(amount) };
    let at_once = (!wish.is_window()).then(|| wish.at_once(limit, &excepted));
    if let Some(at_once) = at_once {
        limit.burst = friendly(wish.with_margin(at_once));
    }
    let (mut denied, mut limited, mut met) = wish.run(limit, &excepted);
    for _ in 0..ATTEMPTS {
        if met {
            break;
        }
        limit = wish.raised(limit);
        (denied, limited, met) = wish.run(limit, &excepted);
    }
    let refused = wish.refused();
    let mut proposal =
        Proposal { limit, peak, amount, at_once, excepted, denied, limited, refused, why: String::new() };
    proposal.why = wish.why(&proposal);
    proposal
}

/// Rounds up to a convenient number: any number up to 20, then multiples of 5 up to 100, then numbers with two
/// significant digits.
///
/// # Examples
///
/// ```
/// assert_eq!([17, 21, 101, 1_234].map(ratelab_calibration::friendly), [17, 25, 110, 1_300]);
/// ```
pub fn friendly(number: u32) -> u32 {
    let mut step = match number {
        0..=20 => 1,
        21..=100 => 5,
        _ => 10,
    };
    while u64::from(number) > 100 * step {
        step *= 10;
    }
    u32::try_from(u64::from(number.max(1)).next_multiple_of(step)).unwrap_or(NONE)
}

impl Wish<'_> {
    fn is_window(&self) -> bool {
        matches!(
            self.algorithm,
            Algorithm::FixedWindow | Algorithm::SlidingWindowLog | Algorithm::SlidingWindowCounter
        )
    }

    /// Adds the margin, rounded up.
    fn with_margin(&self, number: u32) -> u32 {
        let percent = u128::from(number) * (100 + u128::from(self.margin));
        u32::try_from(percent.div_ceil(100)).unwrap_or(NONE - 1)
    }

    /// The smallest amount with few enough denials, and the clients that may be limited.
    fn peak(&self) -> (u32, Vec<u32>) {
        if let Tolerance::Requests(_) = self.tolerance {
            let limit = |amount| Limit { amount, period: self.basis.period(), burst: 1 };
            let counted = if self.is_window() { self.algorithm } else { Algorithm::SlidingWindowLog };
            let most = (0..self.traffic.clients()).map(|client| self.basis.need(client, counted)).max();
            let enough = self.enough();
            return (
                least(most.unwrap_or(1), |amount| self.denied(limit(amount), counted) <= enough),
                Vec::new(),
            );
        }
        let asked =
            (0..self.traffic.clients()).filter(|client| !self.traffic.client(*client).times.is_empty());
        let need = |client: usize| u64::from(!self.basis.need(client, self.algorithm)) << 32 | client as u64;
        let mut ranks: Vec<u64> = asked.map(need).collect();
        ranks.sort_unstable();
        let but = self.tolerance.clients(ranks.len());
        let peak = ranks.get(but).map_or(1, |rank| !((rank >> 32) as u32));
        (peak.clamp(1, NONE - 1), ranks[..but].iter().map(|rank| *rank as u32).collect())
    }

    /// The capacity that a bucket needs at the limit's amount.
    fn at_once(&self, limit: Limit, excepted: &[u32]) -> u32 {
        if let Tolerance::Requests(_) = self.tolerance {
            let enough = self.enough();
            let most = (0..self.traffic.clients()).map(|client| self.traffic.client(client).total()).max();
            let most = u32::try_from(most.unwrap_or(1)).unwrap_or(NONE - 1);
            return least(most, |burst| self.denied(Limit { burst, ..limit }, self.algorithm) <= enough);
        }
        let rate = Rate::new(limit.amount, limit.period);
        let protected = self.protected(excepted);
        let protected = (0..self.traffic.clients()).filter(|client| protected[*client]);
        protected.map(|client| capacity(self.traffic.client(client), rate)).max().unwrap_or(1).max(1)
    }

    /// The denials of a limiter at the times of the log; `u64::MAX` if it rejects the limit.
    fn denied(&self, limit: Limit, algorithm: Algorithm) -> u64 {
        let Ok(effects) = effects(self.traffic, &self.basis, limit) else { return u64::MAX };
        effects.iter().find(|effect| effect.algorithm == algorithm).map_or(0, |effect| effect.denied)
    }

    /// For each client, whether it must not be limited.
    fn protected(&self, excepted: &[u32]) -> Vec<bool> {
        let mut protected = vec![true; self.traffic.clients()];
        excepted.iter().for_each(|client| protected[*client as usize] = false);
        protected
    }

    /// The number of requests that may be denied.
    fn enough(&self) -> u64 {
        self.tolerance.requests(self.traffic.requests())
    }

    /// The denied requests and the limited clients, and whether the limit is sufficient even in the worst order.
    fn run(&self, limit: Limit, excepted: &[u32]) -> (Range, Range, bool) {
        let (mut denied, mut limited) = (Range::default(), Range::default());
        let (mut most, mut kept, costs) = (0, true, self.traffic.has_costs());
        for (client, is_protected) in self.protected(excepted).into_iter().enumerate() {
            let bounds = client_bounds(self.traffic, client, &limit, self.algorithm);
            let range =
                if costs { client_range(self.traffic, client, &limit, self.algorithm) } else { bounds };
            denied.add(range);
            limited.add(range.some());
            most += bounds.most;
            kept &= bounds.most == 0 || !is_protected;
        }
        let met = match self.tolerance {
            Tolerance::Requests(_) => most <= self.enough(),
            _ => kept,
        };
        (denied, limited, met)
    }

    /// Raises a limit by an eighth: the burst, or the amount of limiters without one.
    fn raised(&self, limit: Limit) -> Limit {
        let more = |number: u32| friendly(number.saturating_add((number / 8).max(1)));
        if self.is_window() {
            let amount = more(limit.amount);
            return Limit { amount, burst: amount, ..limit };
        }
        Limit { burst: more(limit.burst), ..limit }
    }

    fn refused(&self) -> u64 {
        let clients = (0..self.traffic.clients()).flat_map(|number| self.traffic.client(number).charges);
        clients.filter(|charge| charge.answer() == Answer::Limited).count() as u64
    }
}

/// The smallest number up to `most` for which `holds` is true, given that it is monotone; `most` if there is none.
fn least(most: u32, holds: impl Fn(u32) -> bool) -> u32 {
    let (mut from, mut to) = (1, most.max(1));
    while from < to {
        let middle = from + (to - from) / 2;
        if holds(middle) { to = middle } else { from = middle + 1 }
    }
    from
}
