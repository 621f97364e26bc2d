//! Explains a proposed limit.

use ratelab_limiter::Algorithm;

use super::{Proposal, Wish};
use crate::{frontier::Tolerance, infer::words, ranges::Range};

impl Wish<'_> {
    /// Explains the numbers of a proposal.
    pub(super) fn why(&self, proposal: &Proposal) -> String {
        let mut text = self.seen(proposal);
        let (margin, amount) = (words::number(self.margin.into()), words::number(proposal.amount.into()));
        text += &["; with a margin of ", &margin, " % that is ", &amount].concat();
        if proposal.limit.amount != proposal.amount {
            text += &[", rounded up to ", &words::number(proposal.limit.amount.into())].concat();
        }
        text += ".";
        if let Some(at_once) = proposal.at_once {
            let (needed, burst) = (words::number(at_once.into()), words::number(proposal.limit.burst.into()));
            let (before, after) = match self.tolerance {
                Tolerance::Requests(_) => (" At that rate a burst of ", " denies no more"),
                _ if self.may_limit_all(proposal) => (" The smallest burst is ", ""),
                _ => (" At that rate they need a burst of ", ""),
            };
            let stamped = if self.traffic.slack() > 0 { " at the logged times" } else { "" };
            text += &[before, &needed, stamped, after, "; the proposal is ", &burst, "."].concat();
        }
        text += &self.result(proposal);
        text
    }

    /// The observation that the proposal is based on.
    fn seen(&self, proposal: &Proposal) -> String {
        let noun = if self.traffic.has_costs() { "unit" } else { "request" };
        let length = self.basis.period();
        let (peak, period) = (words::count(proposal.peak.into(), noun), words::period(length));
        let clients = words::count(self.clients, "client");
        match self.tolerance {
            Tolerance::Requests(_) => {
                let enough = words::count(self.enough(), "request");
                let subject = if self.is_window() { "A limit of " } else { "A sliding window of " };
                let rate = words::rate(proposal.peak.into(), length);
                [subject, &rate, " would have denied at most ", &enough].concat()
            }
            _ if self.may_limit_all(proposal) => [
                if self.clients == 1 { "The only client may" } else { "Every client may" },
                " be limited, so the smallest limit will do: ",
                &peak,
                " in any ",
                &period,
            ]
            .concat(),
            Tolerance::Clients(_) | Tolerance::Count(_) if !proposal.excepted.is_empty() => {
                let but = words::number(proposal.excepted.len() as u64);
                ["All but ", &but, " of ", &clients, " had at most ", &peak, " in any ", &period].concat()
            }
            Tolerance::Clients(share) => {
                let share = words::share(share);
                let why = [&share, " of ", &clients, " is less than one, so none may be limited. "].concat();
                [&why, "The busiest ", &period, " of any had ", &peak].concat()
            }
            Tolerance::None | Tolerance::Count(_) => match self.algorithm {
                // The need of a counter is not a number of requests in a period.
                Algorithm::SlidingWindowCounter => {
                    let rate = words::rate(proposal.peak.into(), length);
                    ["The smallest limit that denies nothing is ", &rate].concat()
                }
                Algorithm::FixedWindow => {
                    ["The busiest ", &period, " by the clock of any client had ", &peak].concat()
                }
                _ => ["The busiest ", &period, " of any client had ", &peak].concat(),
            },
        }
    }

    /// Whether there are clients, and all of them may be limited.
    fn may_limit_all(&self, proposal: &Proposal) -> bool {
        self.clients > 0 && proposal.excepted.len() as u64 == self.clients
    }

    /// The effect of the limit on the log.
    fn result(&self, proposal: &Proposal) -> String {
        let mut text = if proposal.denied.most == 0 {
            " Run over this log, it limits no client.".into()
        } else {
            let requests = words::count(self.traffic.requests() as u64, "request");
            let (denied, limited) = (ends(proposal.denied), ends(proposal.limited));
            let noun = if proposal.limited.most == 1 { " client." } else { " clients." };
            [" Run over this log, it denies ", &denied, " of ", &requests, ", of ", &limited, noun].concat()
        };
        if proposal.refused > 0 {
            let refused = words::count(proposal.refused, "request");
            text += &[" That includes ", &refused, " rate limited in the log."].concat();
        }
        text
    }
}

/// A number, or a range such as "2 to 5".
fn ends(range: Range) -> String {
    let (least, most) = (words::number(range.least), words::number(range.most));
    if least == most { most } else { [&least, " to ", &most].concat() }
}
