//! The settings to try: those that keep a guarantee, with every option that can help.
//!
//! - Windows are whole parts of the guarantee's period, with limits from the smallest useful one to the largest.
//! - Buckets have sizes from the smallest useful one to the largest, each with the highest rate: a lower one denies
//!   no fewer if all requests have one cost.
//! - A queue has sizes up to the allowed wait, or else the guarantee's period. Longer ones, up to one that holds all
//!   of the traffic, are tried unless waits are bounded.
//! - Each is tried with all combinations of its options. Left out are options that only deny more (`count_denied`) and
//!   those that describe a fresh bucket (`initial`, `created_at`).
//!
//! For small needs, [`Grid::settings`] returns all of them. Otherwise it selects sizes evenly, adds bursts that
//! occur in the traffic and the largest that fits the memory, and [`Grid::closer`] returns sizes next to the best.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};

use ratelab_limiter::{Algorithm, Limiter, bounds::COUNT_DENIED};
use ratelab_scenario::{
    scenario::{Lane, Rate, Scenario, Store},
    traffic::Arrivals,
};

use super::guarantee::{Extra, Search, Unable, greatest, tuned, waits};

/// The total number of requests decided to try the settings of a limiter, and the divisor of that number for limiters
/// that are slow to run.
const WORK: u64 = 2_000_000;
const SLOWER: u64 = 16;

/// The smallest and the largest number of steps between the smallest and the largest size.
const STEPS: [u32; 2] = [2, 128];
/// The largest number of settings of a limiter that are tried completely.
const ALL: u64 = 256;
/// The largest number of windows in the guarantee's period.
const MOST_PARTS: u32 = 60;
/// How many of the bursts in the traffic are tried as sizes.
const MOST_BURSTS: usize = 8;
/// How many sizes are tried on each side of the best at a time.
const CLOSER: u32 = 3;

/// What the traffic asks of a limiter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// The number of requests.
    pub requests: u64,
    /// The cost of all requests.
    pub cost: u64,
    /// The costs of what one client sends at one instant: each that occurs, or an even selection.
    pub bursts: Vec<u32>,
}

impl Demand {
    /// Returns what this traffic asks.
    pub fn new(traffic: &Arrivals) -> Self {
        let mut bursts = BTreeSet::new();
        let mut from = 0;
        for same in traffic.times().chunk_by(|one, next| one == next) {
            let mut sums = BTreeMap::new();
            for index in from..from + same.len() {
                let sum: &mut u32 = sums.entry(traffic.client(index)).or_default();
                *sum = sum.saturating_add(traffic.cost(index));
            }
            bursts.extend(sums.into_values());
            from += same.len();
        }
        let cost = (0..traffic.len()).map(|index| u64::from(traffic.cost(index))).sum();
        let bursts = evenly(bursts.into_iter().rev().collect(), MOST_BURSTS);
        Self { requests: traffic.len() as u64, cost, bursts }
    }

    /// Returns the size of a queue that holds all requests.
    fn whole(&self) -> u32 {
        u32::try_from(self.cost).unwrap_or(u32::MAX)
    }
}

/// The settings of a limiter: options, a size, and a refill or the number of windows in the guarantee's period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    extra: Extra,
    size: u32,
    speed: u32,
}

/// Sizes to try with the same options, and with a speed or else with the highest for each.
struct Sizes {
    extra: Extra,
    speed: Option<u32>,
    sizes: RangeInclusive<u32>,
}

impl Sizes {
    fn len(&self) -> u64 {
        u64::from(*self.sizes.end()) + 1 - u64::from(*self.sizes.start())
    }
}

/// All settings of a limiter.
pub struct Grid<'a> {
    /// The limiter.
    pub algorithm: Algorithm,
    /// The scenario with its needs.
    pub scenario: &'a Scenario,
    /// What its traffic asks.
    pub demand: &'a Demand,
}

/// Returns a limiter with each of the settings that are tried first. The first is that of [`tuned`], if that keeps the
/// guarantee.
///
/// # Errors
///
/// Returns [`Unable`] if no settings of the limiter keep the guarantee.
pub fn candidates(algorithm: Algorithm, scenario: &Scenario, demand: &Demand) -> Result<Vec<Lane>, Unable> {
    let grid = Grid { algorithm, scenario, demand };
    Ok(match scenario.needs.never {
        Some(promise) => grid.settings(promise)?.iter().map(|setting| grid.lane(promise, setting)).collect(),
        None => vec![tuned(algorithm, scenario)?],
    })
}

impl Grid<'_> {
    fn search(&self, promise: Rate, extra: Extra) -> Search<'_> {
        Search { algorithm: self.algorithm, scenario: self.scenario, promise, extra }
    }

    /// Returns the limiter with these settings.
    pub fn lane(&self, promise: Rate, setting: &Setting) -> Lane {
        self.search(promise, setting.extra.clone()).lane(setting.size, setting.speed)
    }

    /// Returns the settings to try first: all, if they are few.
    ///
    /// # Errors
    ///
    /// Returns [`Unable`] if no settings of the limiter keep the guarantee.
    pub fn settings(&self, promise: Rate) -> Result<Vec<Setting>, Unable> {
        let first = self.search(promise, Extra::default()).tuned();
        let every = self.sizes(promise, u64::from(promise.amount) <= ALL);
        let total: u64 = every.iter().map(Sizes::len).sum();
        let is_small = total <= ALL && total * self.demand.requests <= self.work();
        let others: Vec<Setting> = if is_small {
            every.into_iter().flat_map(|sizes| self.each(promise, &sizes, sizes.sizes.clone())).collect()
        } else {
            self.sizes(promise, false).into_iter().flat_map(|sizes| self.some(promise, &sizes)).collect()
        };
        let first = first.map(|(size, speed)| Setting { extra: Extra::default(), size, speed });
        let others = others.into_iter().filter(|setting| first.as_ref() != Ok(setting));
        let all: Vec<_> = first.iter().cloned().chain(others).collect();
        if all.is_empty() { first.map(|_| all) } else { Ok(all) }
    }

    /// Returns how many times [`Self::closer`] is worth the time: a limiter with windows has no sizes in between.
    pub fn rounds(&self) -> u32 {
        if self.algorithm.is_bucket() { (self.steps() / 8).min(8) } else { 0 }
    }

    /// Returns sizes between the best and those next to it.
    pub fn closer(&self, promise: Rate, best: &Setting, tried: &[Setting]) -> Vec<Setting> {
        let sizes = tried.iter().filter(|setting| setting.extra == best.extra).map(|setting| setting.size);
        let below = sizes.clone().filter(|size| *size < best.size).max();
        let above = sizes.filter(|size| *size > best.size).min();
        let search = self.search(promise, best.extra.clone());
        let between = |from: u32, to: u32| {
            let steps = (to - from).min(CLOSER + 1);
            (1..steps).map(move |step| from + part(to - from, step, steps))
        };
        let sizes = below.map(|below| between(below, best.size)).into_iter().flatten();
        let sizes = sizes.chain(above.map(|above| between(best.size, above)).into_iter().flatten());
        let setting = |size| Setting { extra: best.extra.clone(), size, speed: search.fastest(size) };
        sizes.map(setting).collect()
    }

    /// Returns the ranges of sizes with each combination of options.
    fn sizes(&self, promise: Rate, is_every: bool) -> Vec<Sizes> {
        let parts = (1..=MOST_PARTS).filter(|parts| promise.period.is_multiple_of((*parts).into()));
        let parts: Vec<_> = parts.map(Some).collect();
        let mut all: Vec<Sizes> = Vec::new();
        for extra in self.extras(promise, is_every) {
            if is_every && all.iter().map(Sizes::len).sum::<u64>() > ALL {
                break;
            }
            let search = self.search(promise, extra.clone());
            let Some(least) = search.least() else { continue };
            let most = if is_every { parts.len() } else { self.steps_with(&extra) as usize };
            let speeds = if self.algorithm.is_bucket() { vec![None] } else { evenly(parts.clone(), most) };
            let speeds = speeds.into_iter().take_while(|speed| search.keeps(least, speed.unwrap_or(1)));
            all.extend(speeds.map(|speed| {
                let most = match speed {
                    None if waits(self.algorithm) => self.longest(&search, least, is_every),
                    _ => search.largest(speed.unwrap_or(1)),
                };
                Sizes { extra: extra.clone(), speed, sizes: least..=most.max(least) }
            }));
        }
        all
    }

    /// Returns the combinations of options, the defaults first.
    fn extras(&self, promise: Rate, is_every: bool) -> Vec<Extra> {
        let mut all = vec![Extra::default()];
        let is_tried = |name| name != COUNT_DENIED.name;
        for parameter in self.algorithm.parameters().iter().filter(|parameter| is_tried(parameter.name)) {
            for word in parameter.words.iter().skip(1) {
                let with = |extra: &Extra| {
                    let words = [extra.words.clone(), vec![(parameter.name, *word)]].concat();
                    Extra { words, ..extra.clone() }
                };
                all.extend(all.iter().map(with).collect::<Vec<_>>());
            }
        }
        if waits(self.algorithm) {
            let some = [promise.amount / 4, promise.amount / 2, u32::MAX];
            let every = (1..promise.amount).chain([u32::MAX]).collect();
            let undelayed: BTreeSet<u32> = if is_every { every } else { some.into() };
            all.extend(
                undelayed.range(1..).map(|undelayed| Extra { undelayed: *undelayed, words: Vec::new() }),
            );
        }
        all
    }

    /// Returns the largest size of a queue in which no request waits longer than allowed, or else than the guarantee
    /// is long. If waits are not bounded and all sizes are wanted, it holds the whole traffic.
    fn longest(&self, search: &Search<'_>, least: u32, is_every: bool) -> u32 {
        let (delay, period) = (self.scenario.needs.delay, search.promise.period);
        if is_every && delay.is_none() {
            return self.demand.whole();
        }
        // With a bound on the wait, the last request may cost anything, and the last place need not be free entirely.
        let bounded = delay.filter(|delay| *delay > 0);
        let (last, part) = bounded.map_or((1, 0), |_| (self.scenario.greatest_cost(), period - 1));
        let is_short = |size: u32| {
            let ahead = size.saturating_sub(search.extra.undelayed.saturating_add(last));
            let wait = u128::from(bounded.unwrap_or(period)) * u128::from(search.fastest(size));
            search.keeps(size, 1) && u128::from(ahead) * u128::from(period) <= wait + u128::from(part)
        };
        greatest(self.demand.whole().max(least), is_short)
    }

    /// Returns settings with each of these sizes that keeps the guarantee.
    fn each(&self, promise: Rate, range: &Sizes, sizes: impl Iterator<Item = u32>) -> Vec<Setting> {
        let search = self.search(promise, range.extra.clone());
        let sizes = sizes.filter(|size| search.keeps(*size, range.speed.unwrap_or(1)));
        let speed = |size| range.speed.unwrap_or_else(|| search.fastest(size));
        sizes.map(|size| Setting { extra: range.extra.clone(), size, speed: speed(size) }).collect()
    }

    /// Returns settings with some of the sizes: most of them with the default options.
    fn some(&self, promise: Rate, range: &Sizes) -> Vec<Setting> {
        let (least, most) = (*range.sizes.start(), *range.sizes.end());
        let is_default = range.extra == Extra::default();
        let mut sizes: BTreeSet<u32> = self.fitting(promise, range).into_iter().chain([most]).collect();
        // With windows, the largest limit of each length denies the fewest.
        if range.speed.is_none() {
            let steps = self.steps_with(&range.extra).min((most - least).max(1));
            sizes.extend((0..=steps).map(|step| least + part(most - least, step, steps)));
            sizes.extend(self.demand.bursts.iter().copied().filter(|size| range.sizes.contains(size)));
        }
        if waits(self.algorithm) && is_default {
            sizes.extend(self.longer(most));
        }
        self.each(promise, range, sizes.into_iter())
    }

    /// Returns sizes of longer queues, if waits are not bounded: the scenario's own, and up to one for all requests.
    fn longer(&self, most: u32) -> impl Iterator<Item = u32> {
        let whole = self.demand.whole();
        let doubled = std::iter::successors(Some(most), |size| size.checked_mul(2)).skip(1);
        let own = self.scenario.burst.into_iter().filter(move |own| (most..whole).contains(own));
        let longer = own.chain(doubled.take_while(move |size| *size < whole)).chain([whole.max(most)]);
        longer.filter(|_| self.scenario.needs.delay.is_none())
    }

    /// Returns the largest size that fits the memory that is needed, if sizes differ in that.
    fn fitting(&self, promise: Rate, range: &Sizes) -> Option<u32> {
        let memory = self.scenario.needs.memory?;
        let search = self.search(promise, range.extra.clone());
        let policy = |size| search.lane(size, range.speed.unwrap_or(1)).policy(self.scenario);
        let fits = |size| policy(size).is_ok_and(|policy| policy.state_bytes() <= memory.bytes);
        let largest = greatest(*range.sizes.end(), fits);
        (range.sizes.contains(&largest) && fits(largest)).then_some(largest)
    }

    /// Returns how many requests may be decided.
    fn work(&self) -> u64 {
        let Scenario { servers, .. } = self.scenario;
        let is_slow = !self.scenario.has_same_requests() || matches!(servers.store, Store::Sync { .. });
        if is_slow { WORK / SLOWER } else { WORK }
    }

    /// Returns how many sizes are worth the time.
    fn steps(&self) -> u32 {
        let steps = u32::try_from(self.work() / self.demand.requests.max(1)).unwrap_or(u32::MAX);
        steps.clamp(STEPS[0], STEPS[1])
    }

    /// Returns the same with these options: fewer, if they are not the defaults.
    fn steps_with(&self, extra: &Extra) -> u32 {
        if *extra == Extra::default() { self.steps() } else { (self.steps() / 4).max(1) }
    }
}

/// Returns a part of a number, rounded down: this many steps of all.
fn part(whole: u32, step: u32, steps: u32) -> u32 {
    (u64::from(whole) * u64::from(step) / u64::from(steps)) as u32
}

/// Returns an even selection of this many, including the first.
pub fn evenly<Item: Copy>(all: Vec<Item>, most: usize) -> Vec<Item> {
    if all.len() <= most {
        return all;
    }
    (0..most).map(|number| all[number * all.len() / most]).collect()
}
