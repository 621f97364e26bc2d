//! The information that the deciding server had, in words.

use crate::Report;
use crate::words::{count, duration, instant};
use ratelab_scenario::scenario::{Fallback, Store};
use ratelab_simulation::explain::{Explanation, KnownToServer};

impl Report {
    /// `Server 2 had seen 9 of the 10 that were let through in the last 10 s.`
    pub fn known_to_server(&self, lane: usize, explanation: &Explanation) -> Option<String> {
        let server = (self.scenario().servers.count > 1).then(|| count(u64::from(explanation.server) + 1));
        let who = server.as_ref().map_or("It".to_owned(), |number| format!("Server {number}"));
        let known = explanation.known_to_server.as_ref();
        let state = match self.lanes()[lane].store() {
            Store::Shared => None,
            Store::Local => known.and_then(|known| Some(format!("{who} had seen {}.", some(known)?))),
            Store::Sync { every } => known.and_then(|known| {
                Some(format!(
                    "{who} had seen {}{}.",
                    some(known)?,
                    self.not_synced(explanation.time, every, known)
                ))
            }),
            Store::Race { .. } => known
                .and_then(|known| Some(format!("{who} had read {}{}.", some(known)?, not_written(known)))),
            Store::Down { from, to, fallback } if (from..to).contains(&explanation.time) => {
                Some(format!("The store did not answer: {}.", instead(fallback, &who, known)))
            }
            Store::Down { .. } => known.filter(|known| known.during_outage > 0).and_then(|known| {
                let uncounted = count(known.during_outage as u64);
                Some(format!(
                    "The store had counted {}: {uncounted} passed while it did not answer.",
                    some(known)?
                ))
            }),
        };
        let stated: Vec<String> =
            state.into_iter().chain(self.clock_of(explanation, server.as_deref())).collect();
        (!stated.is_empty()).then(|| stated.join(" "))
    }

    /// Describes the requests that others admitted since servers last synced.
    fn not_synced(&self, time: u64, every: u64, known: &KnownToServer) -> String {
        if known.not_synced == 0 {
            return String::new();
        }
        let start = self.scenario().start;
        let clock = start.saturating_add(time);
        let last_sync = clock - clock % every;
        let [since, next] =
            [last_sync, last_sync.saturating_add(every)].map(|clock| instant(clock.saturating_sub(start)));
        let (others, were) = (count(known.not_synced as u64), were(known.not_synced));
        format!(": {others} {were} admitted by others since {since}, which it learns at {next}")
    }

    /// Describes the clock, if it is wrong.
    fn clock_of(&self, explanation: &Explanation, server: Option<&str>) -> Option<String> {
        let clock = server.map_or("Its clock".to_owned(), |number| format!("Server {number}\u{2019}s clock"));
        let word = if explanation.ahead > 0 { "ahead" } else { "behind" };
        let apart = duration(explanation.ahead.unsigned_abs());
        let shows = explanation
            .time
            .checked_add_signed(explanation.ahead)
            .map(|time| format!(": it shows {}", instant(time)));
        (explanation.ahead != 0).then(|| format!("{clock} is {apart} {word}{}.", shows.unwrap_or_default()))
    }
}

/// Describes what a server does while the store is down.
fn instead(fallback: Fallback, who: &str, known: Option<&KnownToServer>) -> String {
    match fallback {
        Fallback::Open => "admitted without a count".to_owned(),
        Fallback::Closed => "denied without a count".to_owned(),
        Fallback::Local => {
            let some = known.and_then(some).map(|some| format!(", which had {some}"));
            format!("{} decided on its own count{}", who.to_lowercase(), some.unwrap_or_default())
        }
    }
}

/// Describes the requests that a store had not yet received, or had lost.
fn not_written(known: &KnownToServer) -> String {
    let some = |number: usize, what: &str| {
        (number > 0).then(|| format!("{} {} {what}", count(number as u64), were(number)))
    };
    let parts = [some(known.not_written, "not written yet"), some(known.overwritten, "overwritten")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) }
}

/// Counts the requests that were let through, if any were.
fn some(known: &KnownToServer) -> Option<String> {
    let all = count(known.admitted as u64);
    let some = match (known.counted, known.admitted) {
        (_, 0) => return None,
        (1, 1) => "the one that was".to_owned(),
        (0, 1) => "none of the 1 that was".to_owned(),
        (0, _) => format!("none of the {all} that were"),
        (counted, admitted) if counted == admitted => format!("all {all} that were"),
        (counted, _) => format!("{} of the {all} that were", count(counted as u64)),
    };
    let when = known.reach.map_or("this window".to_owned(), |reach| format!("the last {}", duration(reach)));
    Some(format!("{some} let through in {when}"))
}

const fn were(number: usize) -> &'static str {
    if number == 1 { "was" } else { "were" }
}
