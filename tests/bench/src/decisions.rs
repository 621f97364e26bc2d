//! Repeated decisions on one state: the native cost of a decision.

use ratelab_portable::{Driven, Pace};

use crate::{
    Outcome,
    report::Row,
    rival,
    turns::{Turns, summary, take_turns, timed},
};

const ROUNDS: usize = 25;
/// Some milliseconds of either side.
pub(crate) const DECISIONS: u32 = 1_000_000;
pub(crate) const RIVAL: &str = "governor, direct";

/// The share by which the number of admitted requests may differ. The buckets and
/// governor agree request for request; windows admit at other instants, and the
/// counter, which estimates, admits nine in ten of those under constant overload.
pub(crate) fn tolerance(driven: Driven) -> f64 {
    match driven {
        Driven::FixedWindow | Driven::SlidingWindowLog | Driven::SlidingWindowCounter => 0.1,
        _ => 0.0,
    }
}

pub(crate) fn rows() -> Outcome<Vec<Row>> {
    let mut rows: Vec<Row> = Driven::ALL.into_iter().map(batches).collect::<Outcome<_>>()?;
    rows.push(singles()?);
    Ok(rows)
}

fn batches(driven: Driven) -> Outcome<Row> {
    let turns = beside_the_rival(driven, Pace::BATCHES)?;
    let id = format!("decision/{}", driven.name());
    Ok(Row::of_turns(id, "one take", RIVAL, &turns, bar(driven)))
}

/// The log when no two requests share an instant. The rival's clock is then moved
/// for each decision, which is not its own cost, so there is no bar.
fn singles() -> Outcome<Row> {
    let turns = beside_the_rival(Driven::SlidingWindowLog, Pace::SINGLES)?;
    let id = "decision/sliding_window_log_singles".to_owned();
    Ok(Row::of_turns(id, "one take, all instants differ", "governor, moving its clock", &turns, None))
}

/// The promised maximum relative to governor. The queue divides to compute a delay, and
/// a policy chosen at run time is a convenience: both are reported without a bar.
const fn bar(driven: Driven) -> Option<f64> {
    match driven {
        Driven::SlidingWindowLog => Some(2.0),
        Driven::LeakyBucketQueue | Driven::Policy => None,
        _ => Some(0.5),
    }
}

fn beside_the_rival(driven: Driven, pace: Pace) -> Outcome<Turns> {
    let pairs = take_turns(
        ROUNDS,
        tolerance(driven),
        |_| Ok(timed(DECISIONS, || driven.run(pace, DECISIONS))),
        |_| Ok(timed(DECISIONS, || rival::drive(pace, DECISIONS))),
    )?;
    Ok(summary(&pairs))
}
