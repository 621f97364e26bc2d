//! Every need that a limiter can fail to meet, one row each: how it is judged, what relaxes it, and how that is
//! worded.

use super::numbers::Numbers;
use ratelab_report::words::{count, counted, decimal, duration, fraction, percent};
use ratelab_scenario::scenario::{Memory, Needs, Rate};

/// A need and how it is judged.
#[derive(Debug)]
pub struct Need {
    /// Its word in the language.
    pub name: &'static str,
    /// The amount wanted, if it is needed: by the needs, and for requests of a cost.
    wanted: fn(&Needs, u32) -> Option<u64>,
    /// The amount that a limiter achieves.
    got: fn(&Numbers) -> u64,
    /// Whether more is better than less.
    is_least: bool,
    /// Returns the same needs with this one relaxed to what is achieved.
    relax: fn(Needs, Judged) -> Needs,
    /// Describes how a limiter fails to meet it, in a few words.
    short: fn(Judged) -> String,
    /// Describes the same in numbers, as the end of a sentence about the limiter.
    fails: fn(Judged) -> String,
    /// Describes how a limiter meets it, if that is worth mentioning.
    meets: fn(Judged) -> Option<String>,
    /// Describes the condition under which an amount would be enough.
    would_do: fn(u64) -> String,
}

/// All needs, in the order in which they are reported.
pub static NEEDS: [Need; 8] = [
    Need {
        name: "never",
        wanted: |needs, _| Some(needs.never?.amount.into()),
        got: |numbers| small(numbers.bound.unwrap_or(u128::MAX)),
        is_least: false,
        relax: |needs, it| at_most(needs, it.got),
        short: |_| "breaks the guarantee".to_owned(),
        fails: |it| format!("lets {} through in the worst case, not {}", count(it.got), count(it.wanted)),
        meets: |_| Some("keeps your guarantee in the worst case".to_owned()),
        would_do: |amount| format!("{} in that time were acceptable", count(amount)),
    },
    Need {
        name: "cost",
        wanted: |_, cost| (cost > 1).then_some(cost.into()),
        got: |numbers| numbers.limit.into(),
        is_least: true,
        // Only a higher guarantee admits it.
        relax: |needs, it| {
            let amount = needs.never.map_or(0, |rate| u64::from(rate.amount));
            at_most(needs, it.wanted.max(amount + it.wanted - it.got))
        },
        short: |it| format!("never admits a cost of {}", count(it.wanted)),
        fails: |it| format!("can never admit a request of cost {}", count(it.wanted)),
        meets: |_| None,
        would_do: |cost| format!("no request had a cost above {}", count(cost)),
    },
    Need {
        name: "starved",
        // Requests of one cost are never denied because of others.
        wanted: |_, cost| (cost > 1).then_some(0),
        got: |numbers| numbers.starved.is_some().into(),
        is_least: false,
        // Only a higher guarantee leaves more for them.
        relax: |needs, _| at_most(needs, needs.never.map_or(0, |rate| 2 * u64::from(rate.amount))),
        short: |it| starves(&it.numbers),
        fails: |it| starves(&it.numbers),
        meets: |_| None,
        would_do: |_| "requests of one cost may all be denied".to_owned(),
    },
    Need {
        name: "burst",
        wanted: |needs, _| needs.burst.map(u64::from),
        got: |numbers| numbers.burst.into(),
        is_least: true,
        relax: |needs, it| Needs { burst: u32::try_from(it.got).ok().filter(|burst| *burst > 0), ..needs },
        short: |it| format!("takes {} of a burst of {}", count(it.got), count(it.wanted)),
        fails: |it| format!("takes {} of a burst of {}", count(it.got), count(it.wanted)),
        meets: |it| Some(format!("takes a burst of {}", count(it.wanted))),
        would_do: |burst| format!("bursts of {} were enough", count(burst)),
    },
    Need {
        name: "delay",
        wanted: |needs, _| needs.delay,
        got: |numbers| numbers.delay,
        is_least: false,
        relax: |needs, it| Needs { delay: Some(it.got), ..needs },
        short: |it| match it.wanted {
            0 => "fails \u{201c}no delay\u{201d}".to_owned(),
            _ => format!("fails delay by {}", duration(it.got - it.wanted)),
        },
        fails: |it| match it.wanted {
            0 => format!("makes requests wait up to {}", duration(it.got)),
            _ => format!("makes requests wait up to {}, not {}", duration(it.got), duration(it.wanted)),
        },
        meets: |it| {
            Some(match it.got {
                0 => "adds no delay".to_owned(),
                _ => format!("makes no request wait longer than {}", waits(&it.numbers)),
            })
        },
        would_do: |delay| format!("waits of {} were acceptable", duration(delay)),
    },
    Need {
        name: "memory",
        wanted: |needs, _| Some(needs.memory?.bytes),
        got: |numbers| numbers.state_bytes,
        is_least: false,
        relax: |needs, it| Needs {
            memory: needs.memory.map(|memory| Memory { bytes: it.got, ..memory }),
            ..needs
        },
        short: |it| match decimal(it.got, it.wanted).as_str() {
            "1" => format!("fails memory by {}", counted(it.got - it.wanted, "byte")),
            times => format!("takes {times} times the memory"),
        },
        fails: |it| format!("takes up to {} per client, not {}", counted(it.got, "byte"), count(it.wanted)),
        meets: |it| Some(format!("takes {} per client", counted(it.got, "byte"))),
        would_do: |bytes| format!("{} per client were acceptable", counted(bytes, "byte")),
    },
    Need {
        name: "deny",
        wanted: |needs, _| needs.deny.map(u64::from),
        got: Numbers::denied_millionths,
        is_least: false,
        // A share that a person would ask for.
        relax: |needs, it| Needs { deny: u32::try_from(it.got.next_multiple_of(HUNDREDTH)).ok(), ..needs },
        short: |it| format!("denies {}, not {}", above(it), exact_per_cent(it.wanted)),
        fails: |it| format!("denies {} of this traffic, not {}", above(it), exact_per_cent(it.wanted)),
        // The share of denied requests is reported for every limiter.
        meets: |_| None,
        would_do: |millionths| format!("denying {} were acceptable", exact_per_cent(millionths)),
    },
    Need {
        name: "honest",
        wanted: |needs, _| needs.honest.then_some(1),
        got: |numbers| numbers.is_honest.into(),
        is_least: true,
        relax: |needs, _| Needs { honest: false, ..needs },
        short: |_| "sends no accurate Retry-After".to_owned(),
        fails: |_| "may deny a client that waited for Retry-After".to_owned(),
        meets: |_| Some("sends an accurate Retry-After".to_owned()),
        would_do: |_| "no client relied on Retry-After".to_owned(),
    },
];

/// The result of a limiter for a need.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    /// The need.
    pub need: &'static Need,
    /// The amount wanted: requests, nanoseconds, bytes per client, or millionths. 1 for a need without an amount.
    pub wanted: u64,
    /// The amount that the limiter achieves.
    pub got: u64,
    /// Whether that is enough.
    pub is_met: bool,
    /// All numbers of the limiter. A share is rounded once, from the requests that it counts.
    numbers: Numbers,
}

impl Judged {
    /// Describes how it is not met, in a few words.
    pub fn short(self) -> String {
        (self.need.short)(self)
    }

    /// Describes how it is not met, as the end of a sentence about the limiter.
    pub fn fails(self) -> String {
        (self.need.fails)(self)
    }

    /// Describes how it is met, if that is worth mentioning.
    pub fn meets(self) -> Option<String> {
        (self.need.meets)(self)
    }

    /// Returns the ratio of the amounts wanted and achieved, in thousandths.
    pub(super) fn missed(self) -> u128 {
        let (more, less) = if self.need.is_least { (self.wanted, self.got) } else { (self.got, self.wanted) };
        u128::from(more) * 1000 / u128::from(less.max(1))
    }

    /// Returns the same needs with as much of this one as the limiter achieves.
    pub fn relaxed(self, needs: Needs) -> Needs {
        (self.need.relax)(needs, self)
    }
}

/// Returns the results of a limiter with these numbers for every need.
pub(super) fn judged(needs: &Needs, numbers: &Numbers) -> Vec<Judged> {
    let judge = |need: &'static Need| {
        let (wanted, got) = ((need.wanted)(needs, numbers.cost)?, (need.got)(numbers));
        let is_met = if need.is_least { got >= wanted } else { got <= wanted };
        Some(Judged { need, wanted, got, is_met, numbers: *numbers })
    };
    NEEDS.iter().filter_map(judge).collect()
}

/// Describes the differences between two sets of needs.
pub(super) fn changes(from: &Needs, to: &Needs) -> Vec<String> {
    let differs = |need: &&Need| (need.wanted)(from, 1) != (need.wanted)(to, 1);
    let phrase = |need: &Need| (need.would_do)((need.wanted)(to, 1).unwrap_or(0));
    NEEDS.iter().filter(differs).map(phrase).collect()
}

/// Returns the same needs with another amount guaranteed.
fn at_most(needs: Needs, amount: u64) -> Needs {
    let amount = u32::try_from(amount).unwrap_or(u32::MAX);
    Needs { never: needs.never.map(|rate| Rate { amount, ..rate }), ..needs }
}

/// Names the requests of one cost that are all denied.
fn starves(numbers: &Numbers) -> String {
    let (cost, requests) = numbers.starved.unwrap_or_default();
    format!("denies all {} of cost {cost}", counted(requests, "request"))
}

/// Formats the longest possible wait, with that of this traffic: `30 s (here up to 22 s)`.
pub(super) fn waits(numbers: &Numbers) -> String {
    let [delay, waited] = [numbers.delay, numbers.waited].map(duration);
    match numbers.waited {
        0 => format!("{delay} (here none waits)"),
        _ if waited == delay => delay,
        _ => format!("{delay} (here up to {waited})"),
    }
}

/// Millionths in a hundredth of one per cent.
const HUNDREDTH: u64 = 100;

/// Formats a share of denied requests above the one that is wanted: rounded, unless both would then look the same.
fn above(it: Judged) -> String {
    let Numbers { denied, requests, .. } = it.numbers;
    let (rounded, wanted) = (share(denied, requests), exact_per_cent(it.wanted));
    if rounded == wanted { exact_per_cent(it.got) } else { rounded }
}

/// Formats millionths exactly: `3.125 %`.
fn exact_per_cent(millionths: u64) -> String {
    format!("{} %", fraction(millionths.into(), 10_000))
}

/// Rounds a number to one that a person would ask for.
pub(super) fn small(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// Formats a share: `3.1 %`. A positive share is never formatted as zero.
pub(super) fn share(part: u64, whole: u64) -> String {
    percent(part, whole).replace('<', "less than").replace('>', "more than") + " %"
}
