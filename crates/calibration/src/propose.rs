//! A limit to begin with: what was seen, and a margin.
//!
//! The amount follows from the busiest period of the clients that are to be spared, as the limiter itself
//! counts it; for a bucket as a sliding log does. The burst of a bucket is the least that spares the same
//! clients at that amount. Both get the margin and are rounded up to numbers that people choose. What comes
//! out is run over the log, and raised until it holds also in the worst order that the stamps leave open.

mod words;

use ratelab_limiter::Algorithm;

use crate::{
    basis::Basis,
    effects::effects,
    frontier::{NONE, Rate, Spare, capacity},
    limit::Limit,
    ranges::{Range, client_bounds, client_range},
    traffic::{Answer, Traffic},
};

/// A limit, and the numbers it was made of.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// The limit.
    pub limit: Limit,
    /// The least amount in the period that would have done, without margin and rounding.
    pub peak: u32,
    /// The peak with the margin, before it was rounded.
    pub amount: u32,
    /// The least burst that would have done at the limit's amount, for a bucket.
    pub at_once: Option<u32>,
    /// Clients that need not be spared, by number: those with the greatest peaks.
    pub excepted: Vec<u32>,
    /// Requests that the limit denies, run over the log.
    pub denied: Range,
    /// Clients that it limits.
    pub limited: Range,
    /// Requests that met a limit in the log. They are counted as the others are.
    pub refused: u64,
    /// Why, in a few sentences.
    pub why: String,
}

/// What is asked of a proposal.
struct Wish<'traffic> {
    traffic: &'traffic Traffic,
    basis: Basis,
    /// Clients that have requests.
    clients: u64,
    spare: Spare,
    margin: u32,
    algorithm: Algorithm,
}

/// A limit is raised so often until it does what is wanted.
const ATTEMPTS: u32 = 64;

/// Proposes a limit of a limiter in a period of nanoseconds, with a margin in percent.
pub fn propose(traffic: &Traffic, period: u64, spare: Spare, margin: u32, algorithm: Algorithm) -> Proposal {
    let clients = (0..traffic.clients()).filter(|number| !traffic.client(*number).times.is_empty()).count();
    let basis = Basis::new(traffic, period);
    let wish = Wish { traffic, basis, clients: clients as u64, spare, margin, algorithm };
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

/// The least number that people choose which is not below another: any up to 20, then multiples of 5 up to 100,
/// then those with two digits that are not 0.
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

    /// A number with the margin, rounded up.
    fn with_margin(&self, number: u32) -> u32 {
        let percent = u128::from(number) * (100 + u128::from(self.margin));
        u32::try_from(percent.div_ceil(100)).unwrap_or(NONE - 1)
    }

    /// The least amount with which few enough are denied, and the clients that may be.
    fn peak(&self) -> (u32, Vec<u32>) {
        if let Spare::Requests(_) = self.spare {
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
        let but = self.spare.clients(ranks.len());
        let peak = ranks.get(but).map_or(1, |rank| !((rank >> 32) as u32));
        (peak.clamp(1, NONE - 1), ranks[..but].iter().map(|rank| *rank as u32).collect())
    }

    /// What a bucket has to hold at the limit's amount.
    fn at_once(&self, limit: Limit, excepted: &[u32]) -> u32 {
        if let Spare::Requests(_) = self.spare {
            let enough = self.enough();
            let most = (0..self.traffic.clients()).map(|client| self.traffic.client(client).total()).max();
            let most = u32::try_from(most.unwrap_or(1)).unwrap_or(NONE - 1);
            return least(most, |burst| self.denied(Limit { burst, ..limit }, self.algorithm) <= enough);
        }
        let rate = Rate::new(limit.amount, limit.period);
        let spared = self.are_spared(excepted);
        let spared = (0..self.traffic.clients()).filter(|client| spared[*client]);
        spared.map(|client| capacity(self.traffic.client(client), rate)).max().unwrap_or(1).max(1)
    }

    /// What a limiter denies, by the stamps as they are; everything, if it refuses the limit.
    fn denied(&self, limit: Limit, algorithm: Algorithm) -> u64 {
        let Ok(effects) = effects(self.traffic, &self.basis, limit) else { return u64::MAX };
        effects.iter().find(|effect| effect.algorithm == algorithm).map_or(0, |effect| effect.denied)
    }

    /// For each client, whether it is to be spared.
    fn are_spared(&self, excepted: &[u32]) -> Vec<bool> {
        let mut spared = vec![true; self.traffic.clients()];
        excepted.iter().for_each(|client| spared[*client as usize] = false);
        spared
    }

    /// Requests that may be denied.
    fn enough(&self) -> u64 {
        self.spare.requests(self.traffic.requests())
    }

    /// The requests that a limit denies, the clients that it limits, and whether that is what is wanted also
    /// in the worst order.
    fn run(&self, limit: Limit, excepted: &[u32]) -> (Range, Range, bool) {
        let (mut denied, mut limited) = (Range::default(), Range::default());
        let (mut most, mut kept, costs) = (0, true, self.traffic.has_costs());
        for (client, is_spared) in self.are_spared(excepted).into_iter().enumerate() {
            let bounds = client_bounds(self.traffic, client, &limit, self.algorithm);
            let range =
                if costs { client_range(self.traffic, client, &limit, self.algorithm) } else { bounds };
            denied.add(range);
            limited.add(range.some());
            most += bounds.most;
            kept &= bounds.most == 0 || !is_spared;
        }
        let met = match self.spare {
            Spare::Requests(_) => most <= self.enough(),
            _ => kept,
        };
        (denied, limited, met)
    }

    /// A limit of an eighth more: of the burst, and of the amount for those that have none.
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

/// The least number up to another for which something holds, if it holds for all above; that other if for none.
fn least(most: u32, holds: impl Fn(u32) -> bool) -> u32 {
    let (mut from, mut to) = (1, most.max(1));
    while from < to {
        let middle = from + (to - from) / 2;
        if holds(middle) { to = middle } else { from = middle + 1 }
    }
    from
}
