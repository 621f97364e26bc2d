//! What a server knew and did not know, in words.

use crate::Report;
use crate::words::{count, duration, instant};
use ratelab_scenario::scenario::{Fallback, Store};
use ratelab_simulation::explain::{Explanation, Known};

impl Report {
    /// `Server 2 had seen 9 of the 10 that were let through in the last 10 s.`
    pub fn known_to_server(&self, lane: usize, of: &Explanation) -> Option<String> {
        let server = (self.scenario().servers.count > 1).then(|| count(u64::from(of.server) + 1));
        let who = server.as_ref().map_or("It".to_owned(), |number| format!("Server {number}"));
        let known = of.known.as_ref();
        let told = match self.lanes()[lane].store() {
            Store::Shared => None,
            Store::Local => known.and_then(|known| Some(format!("{who} had seen {}.", some(known)?))),
            Store::Sync { every } => known.and_then(|known| {
                Some(format!("{who} knew {}{}.", some(known)?, self.untold(of.time, every, known)))
            }),
            Store::Race { .. } => {
                known.and_then(|known| Some(format!("{who} had read {}{}.", some(known)?, unwritten(known))))
            }
            Store::Down { from, to, fallback } if (from..to).contains(&of.time) => {
                Some(format!("The store did not answer: {}.", instead(fallback, &who, known)))
            }
            Store::Down { .. } => known.filter(|known| known.uncounted > 0).and_then(|known| {
                let uncounted = count(known.uncounted as u64);
                Some(format!(
                    "The store had counted {}: {uncounted} passed while it did not answer.",
                    some(known)?
                ))
            }),
        };
        let said: Vec<String> = told.into_iter().chain(self.clock_of(of, server.as_deref())).collect();
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// What others admitted and did not tell yet.
    fn untold(&self, time: u64, every: u64, known: &Known) -> String {
        if known.untold == 0 {
            return String::new();
        }
        let start = self.scenario().start;
        let clock = start.saturating_add(time);
        let told = clock - clock % every;
        let [since, next] =
            [told, told.saturating_add(every)].map(|clock| instant(clock.saturating_sub(start)));
        let (untold, were) = (count(known.untold as u64), were(known.untold));
        format!(": {untold} {were} admitted by others since {since}, which it is told at {next}")
    }

    /// What the clock shows, if it is not right.
    fn clock_of(&self, of: &Explanation, server: Option<&str>) -> Option<String> {
        let clock = server.map_or("Its clock".to_owned(), |number| format!("Server {number}\u{2019}s clock"));
        let word = if of.ahead > 0 { "ahead" } else { "behind" };
        let apart = duration(of.ahead.unsigned_abs());
        let shows = of.time.checked_add_signed(of.ahead).map(|time| format!(": it shows {}", instant(time)));
        (of.ahead != 0).then(|| format!("{clock} is {apart} {word}{}.", shows.unwrap_or_default()))
    }
}

/// What a server does while the store does not answer.
fn instead(fallback: Fallback, who: &str, known: Option<&Known>) -> String {
    match fallback {
        Fallback::Open => "admitted without a count".to_owned(),
        Fallback::Closed => "denied without a count".to_owned(),
        Fallback::Local => {
            let some = known.and_then(some).map(|some| format!(", which had {some}"));
            format!("{} decided on its own count{}", who.to_lowercase(), some.unwrap_or_default())
        }
    }
}

/// What a store did not have yet, or no more.
fn unwritten(known: &Known) -> String {
    let some = |number: usize, what: &str| {
        (number > 0).then(|| format!("{} {} {what}", count(number as u64), were(number)))
    };
    let parts = [some(known.unwritten, "not written yet"), some(known.overwritten, "overwritten")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) }
}

/// How many of those that were let through, if any were.
fn some(of: &Known) -> Option<String> {
    let all = count(of.admitted as u64);
    let some = match (of.known, of.admitted) {
        (_, 0) => return None,
        (1, 1) => "the one that was".to_owned(),
        (0, 1) => "nothing of the one that was".to_owned(),
        (0, _) => format!("none of the {all} that were"),
        (known, admitted) if known == admitted => format!("all {all} that were"),
        (known, _) => format!("{} of the {all} that were", count(known as u64)),
    };
    let when = of.reach.map_or("this window".to_owned(), |reach| format!("the last {}", duration(reach)));
    Some(format!("{some} let through in {when}"))
}

const fn were(number: usize) -> &'static str {
    if number == 1 { "was" } else { "were" }
}
