//! The contents of a state when it decided an attempt, according to an independent ledger that follows each
//! request forward in time.

use proptest::prelude::*;
use ratelab_limiter::{Limiter, Rule};
use ratelab_report::Report;
use ratelab_scenario::scenario::Store;
use ratelab_simulation::{explain::Explanation, run::Kind};

use crate::topology::ledger;

/// Returns whether a layer admitted an attempt; none if the attempt did not reach it.
pub(crate) fn passed(run: &Report, lane: usize, layer: usize, index: usize) -> Option<bool> {
    let is_in_order = run.scenario().lanes[lane].algorithm.name() == "layers";
    match run.lanes()[lane].record().refused_by(index) {
        _ if run.lanes()[lane].layers() == 1 => Some(run.mark(lane, index).kind != Kind::Denied),
        None => Some(true),
        Some(_) if !is_in_order => None,
        Some(by) if by < layer => None,
        Some(by) => Some(by != layer),
    }
}

/// Returns what the state that decided an attempt contained, from the attempts before it.
fn ledger(run: &Report, lane: usize, explanation: &Explanation) -> (Vec<usize>, Vec<usize>) {
    let arrivals = run.arrivals(lane).expect("it is done");
    let key = |index: usize| run.senders().key(explanation.key, arrivals.client(index));
    let at = |index: usize| {
        let (time, cost) = (arrivals.time(index), arrivals.cost(index));
        let passed = passed(run, lane, explanation.layer, index);
        ledger::At {
            index,
            time,
            clock: run.scenario().start + time,
            server: run.lanes()[lane].server(index, arrivals.client(index)),
            is_charged: cost > 0 && passed.is_some_and(|passed| passed || explanation.policy.counts_denied()),
        }
    };
    let same: Vec<_> =
        (0..=explanation.index).filter(|index| key(*index) == key(explanation.index)).map(at).collect();
    let known = ledger::known(run.lanes()[lane].store(), &same).into_iter().collect();
    let through = same.iter().filter(|at| at.index < explanation.index && arrivals.cost(at.index) > 0);
    let through = through.filter(|at| passed(run, lane, explanation.layer, at.index) == Some(true));
    (known, through.map(|at| at.index).collect())
}

/// Asserts that the explanation of what was known matches the ledger.
pub(crate) fn hold_known(run: &Report, lane: usize, explanation: &Explanation) -> Result<(), TestCaseError> {
    let Some(known) = explanation.known_to_server else { return Ok(()) };
    let arrivals = run.arrivals(lane).expect("it is done");
    let (state, through) = ledger(run, lane, explanation);
    let through: Vec<usize> =
        through.into_iter().filter(|index| arrivals.time(*index) >= known.since).collect();
    let had = through.iter().filter(|index| state.contains(index)).count();
    prop_assert_eq!(
        (known.admitted, known.counted),
        (through.len(), had),
        "{:?} {}",
        explanation,
        run.scenario()
    );
    if let Some(reach) = known.reach {
        prop_assert_eq!(known.since, (explanation.time + 1).saturating_sub(reach));
    }
    let missing = known.not_synced + known.not_written + known.overwritten + known.during_outage;
    prop_assert!(known.counted + missing <= known.admitted);
    let words = run.known_to_server(lane, explanation).unwrap_or_default();
    let were = |number: usize| if number == 1 { "was" } else { "were" };
    if 0 < had && had < through.len() && (known.not_synced > 0 || !words.contains("did not answer")) {
        let counts = format!("{had} of the {} that were let through", through.len());
        prop_assert!(words.contains(&counts), "{} is not in {}", counts, words);
    }
    for (number, what) in [(known.not_written, "not written yet"), (known.overwritten, "overwritten")] {
        let stated = format!("{number} {} {what}", were(number));
        prop_assert_eq!(words.contains(&stated), number > 0, "{}", words);
    }
    let is_reported = format!("{} {} admitted by others since", known.not_synced, were(known.not_synced));
    let syncs = run.lanes()[lane].store() != Store::Local;
    prop_assert!(
        known.not_synced == 0 || !syncs || words.contains(&is_reported) || words.contains("own count")
    );
    Ok(())
}

/// Asserts that the counted requests are in the state, and add up to the number in the rule.
pub(crate) fn hold_counted(
    run: &Report,
    lane: usize,
    explanation: &Explanation,
) -> Result<(), TestCaseError> {
    let counted = run.counted(lane, explanation);
    let arrivals = run.arrivals(lane).expect("it is done");
    let expected = match explanation.decision.why.rule {
        Rule::Window { used, .. } | Rule::Log { used, .. } => used,
        Rule::Counter { previous, current, .. } => previous + current,
        _ => 0,
    };
    let has_one_clock = run.scenario().servers.clocks.is_empty();
    if counted.is_empty() && (expected == 0 || explanation.is_unasked || !has_one_clock) {
        return Ok(());
    }
    let sum = |indices: &[usize]| indices.iter().map(|index| arrivals.cost(*index)).sum::<u32>();
    // A log keeps only as many denied requests as fill it, maybe only a part of the oldest.
    let is_enough =
        explanation.policy.counts_denied() && sum(&counted) > expected && sum(&counted[1..]) < expected;
    prop_assert!(
        sum(&counted) == expected || is_enough,
        "{:?} {:?} {}",
        counted,
        explanation,
        run.scenario()
    );
    let (state, _) = ledger(run, lane, explanation);
    prop_assert!(counted.iter().all(|index| state.contains(index)), "{:?} {}", explanation, run.scenario());
    Ok(())
}
