//! Every need that a limiter can fail to meet, one row each: how it is judged, what relaxes it, and how that is
//! worded.

use super::{judge::Numbers, words::share};
use crate::words::{count, counted, decimal, duration, fraction};
use ratelab_scenario::scenario::{Memory, Needs, Rate};

/// A need and how it is judged.
#[derive(Debug)]
pub struct Need {
    /// Its word in the language.
    pub name: &'static str,
    /// The amount wanted, if it is needed.
    wanted: fn(&Needs) -> Option<u64>,
    /// The amount that a limiter achieves.
    got: fn(&Numbers) -> u64,
    /// Whether more is better than less.
    is_least: bool,
    /// Returns the same needs with this one relaxed to an amount.
    relax: fn(Needs, u64) -> Needs,
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
pub static NEEDS: [Need; 6] = [
    Need {
        name: "never",
        wanted: |needs| Some(needs.never?.amount.into()),
        got: |numbers| small(numbers.bound.unwrap_or(u128::MAX)),
        is_least: false,
        relax: |needs, got| {
            let amount = u32::try_from(got).unwrap_or(u32::MAX);
            Needs { never: needs.never.map(|rate| Rate { amount, ..rate }), ..needs }
        },
        short: |_| "breaks the guarantee".to_owned(),
        fails: |it| format!("lets {} through in the worst case, not {}", count(it.got), count(it.wanted)),
        meets: |_| Some("keeps your guarantee in the worst case".to_owned()),
        would_do: |amount| format!("{} in that time were acceptable", count(amount)),
    },
    Need {
        name: "burst",
        wanted: |needs| needs.burst.map(u64::from),
        got: |numbers| numbers.burst.into(),
        is_least: true,
        relax: |needs, got| Needs { burst: u32::try_from(got).ok().filter(|burst| *burst > 0), ..needs },
        short: |it| format!("takes {} of a burst of {}", count(it.got), count(it.wanted)),
        fails: |it| format!("takes {} of a burst of {}", count(it.got), count(it.wanted)),
        meets: |it| Some(format!("takes a burst of {}", count(it.wanted))),
        would_do: |burst| format!("bursts of {} were enough", count(burst)),
    },
    Need {
        name: "delay",
        wanted: |needs| needs.delay,
        got: |numbers| numbers.delay,
        is_least: false,
        relax: |needs, got| Needs { delay: Some(got), ..needs },
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
                _ => format!("makes no request wait longer than {}", duration(it.got)),
            })
        },
        would_do: |delay| format!("waits of {} were acceptable", duration(delay)),
    },
    Need {
        name: "memory",
        wanted: |needs| Some(needs.memory?.bytes),
        got: |numbers| numbers.state_bytes,
        is_least: false,
        relax: |needs, bytes| Needs {
            memory: needs.memory.map(|memory| Memory { bytes, ..memory }),
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
        wanted: |needs| needs.deny.map(u64::from),
        got: Numbers::denied_millionths,
        is_least: false,
        // A share that a person would ask for.
        relax: |needs, got| Needs { deny: u32::try_from(got.next_multiple_of(HUNDREDTH)).ok(), ..needs },
        short: |it| format!("denies {}, not {}", above(it), exact_per_cent(it.wanted)),
        fails: |it| format!("denies {} of this traffic, not {}", above(it), exact_per_cent(it.wanted)),
        // The share of denied requests is reported for every limiter.
        meets: |_| None,
        would_do: |millionths| format!("denying {} were acceptable", exact_per_cent(millionths)),
    },
    Need {
        name: "honest",
        wanted: |needs| needs.honest.then_some(1),
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
        (self.need.relax)(needs, self.got)
    }
}

/// Returns the results of a limiter with these numbers for every need.
pub(super) fn judged(needs: &Needs, numbers: &Numbers) -> Vec<Judged> {
    let judge = |need: &'static Need| {
        let (wanted, got) = ((need.wanted)(needs)?, (need.got)(numbers));
        let is_met = if need.is_least { got >= wanted } else { got <= wanted };
        Some(Judged { need, wanted, got, is_met, numbers: *numbers })
    };
    NEEDS.iter().filter_map(judge).collect()
}

/// Describes the differences between two sets of needs.
pub(super) fn changes(from: &Needs, to: &Needs) -> Vec<String> {
    let differs = |need: &&Need| (need.wanted)(from) != (need.wanted)(to);
    let phrase = |need: &Need| (need.would_do)((need.wanted)(to).unwrap_or(0));
    NEEDS.iter().filter(differs).map(phrase).collect()
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
