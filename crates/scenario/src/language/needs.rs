//! Prints requirements as text. Only the full grammar reads them.

use super::{
    quantities::print_rate,
    topology::word_for,
    units::{Decimal, Time},
};
use crate::scenario::{Memory, Needs, Spread, Weight};

pub(super) const WEIGHTS: [(&str, Weight); 3] =
    [("denied", Weight::Denied), ("memory", Weight::Memory), ("rate", Weight::Rate)];

/// Millionths per percent.
pub(super) const PERCENT: u64 = 10_000;

/// Returns requirements as text: `never 100/m; burst 20; deny 1%`. Empty if there are none.
pub fn print_needs(needs: &Needs) -> String {
    let Needs { never, burst, delay, memory, deny, servers, honest, by } = *needs;
    let stated = [
        never.map(|rate| format!("never {}", print_rate(rate))),
        burst.map(|burst| format!("burst {burst}")),
        delay.map(|delay| format!("delay {}", Time(delay))),
        memory.map(print_memory),
        deny.map(|deny| format!("deny {}%", Decimal(deny.into(), PERCENT))),
        servers.map(print_spread),
        honest.then(|| "honest".to_owned()),
        (by != Weight::default()).then(|| format!("by {}", word_for(&WEIGHTS, by))),
    ];
    stated.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn print_memory(Memory { bytes, clients }: Memory) -> String {
    format!("memory {bytes} for {clients}")
}

fn print_spread(Spread { count, sync }: Spread) -> String {
    let sync = sync.map(|every| format!(" sync {}", Time(every))).unwrap_or_default();
    format!("servers {count}{sync}")
}
