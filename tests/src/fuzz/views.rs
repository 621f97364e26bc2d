//! Any time range of any small run: what is shown of it, in progress and when it is done, equals a recount.

use ratelab_report::Report;
use ratelab_scenario::{language::parse, scenario::Scenario};
use ratelab_simulation::{
    run::{Counts, Kind, Simulation},
    view::{Mark, Shown, Span},
};

use super::{
    bands::assert_band,
    walk::{Step, assert_conserved, walk},
};
use crate::cases::Tape;

/// Every shape; requests without cost and with more; gaps, bursts, the end of the clock, and more requests of
/// one client than there are between two states of a band.
const TRAFFIC: [&str; 8] = [
    "10@9.5s; 10@10.1s",
    "burst 30 every 2s x4; 7/s for 9s from 1s cost 2",
    "poisson 20/s for 10s",
    "ramp 1/s..40/s for 8s; 5@3s cost 3",
    "onoff 50/s on 1s off 2s for 7s; pareto 9/s shape 1.4 for 7s; 3@2s cost 0",
    "sine 1/s..30/s period 3s for 8s; at 0s 1ns 2ns 1us",
    "at 0s 18446744070s 18446744070.7s 18446744070.709551615s; 3@18446744070.709551614s",
    "600@1s; 600 every 1ms from 1s",
];

const LANES: [&str; 14] = [
    "fixed_window",
    "fixed_window align=first count_denied=yes",
    "sliding_window_log",
    "sliding_window_log count_denied=yes",
    "sliding_window_counter",
    "sliding_window_counter rounding=exact align=first",
    "token_bucket",
    "token_bucket capacity=4 initial=1 refill=interval created_at=2s",
    "leaky_bucket_meter",
    "leaky_bucket_queue",
    "leaky_bucket_queue capacity=8 undelayed=2 max_wait=2s",
    "gcra",
    "all_of(gcra + fixed_window limit=9 + leaky_bucket_queue)",
    "all_of(sliding_window_log + token_bucket)",
];

const CLIENTS: [&str; 3] = ["1", "4", "30 zipf 1.2"];

/// Including retries past the end of the clock, at once or step by step.
const RETRIES: [&str; 7] = [
    "never",
    "never",
    "after 1500ms attempts 3",
    "at_once attempts 3",
    "after 18446744073s attempts 2",
    "backoff 70ms max 2s jitter attempts 4",
    "told attempts 3",
];

/// The approximate maximum number of columns per tape: one wide view, or some narrow ones.
const MOST_COLUMNS: u64 = 4_000;
/// How often one tape looks at a run in progress: each look costs as much as a view.
const MOST_LOOKS: usize = 6;

/// Draws a scenario and views of it from these bytes: whatever the range and the width, a view equals a
/// recount, and the slices of a run do not change it.
///
/// # Panics
///
/// If that is not the case.
pub fn views(bytes: &[u8]) {
    let mut tape = Tape::new(bytes);
    let scenario = draw_scenario(&mut tape);
    let run = Report::complete(scenario.clone()).expect("every lane has a policy");
    let lanes: Vec<_> = (0..run.lanes().len()).map(|lane| walk(&run, lane)).collect();
    for (lane, steps) in lanes.iter().enumerate() {
        assert_conserved(&run, lane, steps);
    }
    let marks: Vec<Vec<Mark>> = lanes.iter().map(|steps| steps.iter().map(Step::mark).collect()).collect();
    if tape.flip() {
        assert_slices(&mut tape, &run, scenario, &marks);
    }
    let mut columns = 0;
    while !tape.is_empty() && columns < MOST_COLUMNS {
        let lane = tape.below(marks.len() as u64) as usize;
        let span = draw_span(&mut tape, &marks[lane]);
        columns += 400 + u64::from(span.width);
        assert_view(&mut tape, &run, lane, span, &marks[lane]);
        assert_traffic(&run, span);
        assert_band(&mut tape, &run, lane, span);
        assert_disagreements(&mut tape, &run, span, &marks);
    }
}

fn draw_scenario(tape: &mut Tape) -> Scenario {
    let (first, second) = (tape.pick(&LANES), tape.pick(&LANES));
    let (traffic, clients, retry) = (tape.pick(&TRAFFIC), tape.pick(&CLIENTS), tape.pick(&RETRIES));
    let (limit, seconds) = (1 + tape.below(40), 1 + tape.below(10));
    let (start, seed) = (tape.pick(&["0s", "1ns", "3s"]), tape.byte());
    let text = format!(
        "limit={limit}/{seconds}s&lanes={first}, {second}&traffic={traffic}&clients={clients}\
         &retry={retry}&start={start}&seed={seed}"
    );
    parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Draws a time range with arbitrary ends, preferably near requests.
fn draw_span(tape: &mut Tape, marks: &[Mark]) -> Span {
    let (from, to) = (draw_time(tape, marks), draw_time(tape, marks));
    let width = match tape.below(16) {
        0 => 0,
        1 => u32::MAX,
        2 => (tape.number() % 1024) as u32,
        3..6 => 1,
        _ => u32::from(tape.byte()),
    };
    Span::new(from..to, width)
}

fn draw_time(tape: &mut Tape, marks: &[Mark]) -> u64 {
    match tape.below(8) {
        0 => 0,
        1 => u64::MAX,
        2 => tape.number(),
        3..6 => {
            let mark = marks[tape.number() as usize % marks.len()];
            let (later, earlier) = (tape.below(4), tape.below(4));
            mark.time.saturating_add(later).saturating_sub(earlier)
        }
        _ => tape.below(200) * 50_000_000,
    }
}

/// Runs in random slices, and looks at the run in between.
fn assert_slices(tape: &mut Tape, whole: &Report, scenario: Scenario, marks: &[Vec<Mark>]) {
    let mut run = Report::new(Simulation::new(scenario).expect("every lane has a policy"));
    let (mut last, mut looks) = (run.progress(), 0);
    // Nothing, a little and much at a time; all of it once the tape is exhausted.
    while !run.advance(if tape.is_empty() { usize::MAX } else { 3 * usize::from(tape.byte()) }) {
        let progress = run.progress();
        assert!(last.done <= progress.done && progress.done <= progress.total, "{last:?}, then {progress:?}");
        last = progress;
        if looks < MOST_LOOKS {
            assert_look(tape, whole, &run, marks);
            looks += 1;
        }
    }
    for (lane, marks) in marks.iter().enumerate() {
        assert_eq!(run.arrivals(lane), whole.arrivals(lane));
        let sliced = (0..run.lanes()[lane].record().outcomes().len()).map(|index| run.mark(lane, index));
        assert!(sliced.eq(marks.iter().copied()), "slices change lane {lane}");
    }
}

/// Asserts that a run in progress shows and explains what has been decided, and nothing else.
fn assert_look(tape: &mut Tape, whole: &Report, run: &Report, marks: &[Vec<Mark>]) {
    let lane = tape.below(marks.len() as u64) as usize;
    let decided = run.lanes()[lane].record().outcomes().len();
    let span = draw_span(tape, &marks[lane]);
    assert_view(tape, run, lane, span, &marks[lane][..decided]);
    let index = usize::from(tape.byte());
    let explanation = whole.explain(lane, index).filter(|_| index < decided);
    assert_eq!(run.explain(lane, index), explanation, "only decided requests are explained");
    let _ = (run.sentence(lane), run.measures(lane), run.to_csv());
}

/// Asserts that a view of these marks shows each of them in its column.
fn assert_view(tape: &mut Tape, run: &Report, lane: usize, span: Span, marks: &[Mark]) {
    let inside: Vec<_> =
        marks.iter().filter(|mark| span.from <= mark.time && mark.time < span.to).copied().collect();
    let most = match tape.below(8) {
        0 => usize::MAX,
        1 => inside.len(),
        2 => tape.byte().into(),
        3..6 => inside.len().saturating_sub(1),
        _ => 0,
    };
    let expected = if inside.len() <= most {
        Shown::Marks(inside)
    } else {
        let mut columns = vec![Counts::default(); span.width as usize];
        for mark in inside {
            let counts = &mut columns[column_of(span, mark.time)];
            *match mark.kind {
                Kind::Allowed => &mut counts.allowed,
                Kind::Denied => &mut counts.denied,
                Kind::Delayed => &mut counts.delayed,
            } += 1;
        }
        Shown::Columns(columns)
    };
    assert_eq!(run.view(span).shown(lane, most), expected, "{span:?}, {most} marks, {}", run.scenario());
}

fn assert_traffic(run: &Report, span: Span) {
    let mut columns = vec![0; span.width as usize];
    for time in run.traffic().expect("the run is done").times() {
        if span.from <= *time && *time < span.to {
            columns[column_of(span, *time)] += 1;
        }
    }
    assert_eq!(run.view(span).traffic(), columns, "{span:?}");
}

/// Returns the column of a time: the last that begins no later. It is computed from the time, whereas
/// [`Span::edge`] computes times from columns.
pub(super) fn column_of(span: Span, time: u64) -> usize {
    let (length, after) = (u128::from(span.to - span.from), u128::from(time - span.from) + 1);
    ((after * u128::from(span.width) - 1) / length) as usize
}

/// Asserts that the next and the last difference between two lanes are found, and that they are counted.
fn assert_disagreements(tape: &mut Tape, run: &Report, span: Span, marks: &[Vec<Mark>]) {
    let at = tape.pick(&[0, 1, 31, 32, 33, 64, 511, 512, 700, usize::MAX]);
    let is_denied = |lane: usize, index: usize| marks[lane][index].kind == Kind::Denied;
    let are_shared = run.lanes().iter().all(|lane| lane.attempts().is_none());
    let differs = |index: &usize| are_shared && is_denied(0, *index) != is_denied(1, *index);
    let all = marks[0].len().min(marks[1].len());
    assert_eq!(run.next_disagreement(&[0, 1], at), (at..all).find(differs));
    assert_eq!(run.previous_disagreement(&[0, 1], at), (0..all.min(at)).rev().find(differs));
    let mut columns = vec![0; span.width as usize];
    let times = (0..all).filter(differs).map(|index| marks[0][index].time);
    times
        .filter(|time| span.from <= *time && *time < span.to)
        .for_each(|time| columns[column_of(span, time)] += 1);
    assert_eq!(
        run.disagreements(&run.view(span)),
        are_shared.then_some(columns),
        "{span:?}, {}",
        run.scenario()
    );
}
