//! The rows and parts of a lane, compared with its record.

use proptest::{prelude::*, test_runner::Config};
use ratelab_report::Report;
use ratelab_simulation::{
    rows::RowKind,
    run::{Counts, Kind},
    view::{Mark, Span},
};

use crate::topology::{
    promises::{STORES, lanes, layered, surroundings},
    run,
};

/// Returns the attempts of a row, with the decisions made there.
fn listed(run: &Report, lane: usize, row: usize) -> Vec<Mark> {
    let (limiter, arrivals) = (&run.lanes()[lane], run.arrivals(lane).expect("it is done"));
    let (kind, rows) = run.rows(lane).expect("it has rows");
    let marks = (0..arrivals.len()).map(|index| run.mark(lane, index));
    let in_row = marks.filter_map(|mark| {
        let attempt = mark.index as usize;
        match kind {
            RowKind::Servers => {
                (limiter.server(attempt, arrivals.client(attempt)) as usize == row).then_some(mark)
            }
            RowKind::Layers => {
                // Members of an all-of decide about every request; layers only if those before them admit it.
                let answer = *run.explain(lane, attempt)?.layers.get(row)?;
                let kind = match (answer.admitted, mark.kind) {
                    (false, _) => Kind::Denied,
                    (true, Kind::Delayed) if row == rows - 1 => Kind::Delayed,
                    _ => Kind::Allowed,
                };
                answer.asked.then_some(Mark { kind, ..mark })
            }
        }
    });
    in_row.collect()
}

fn counted<'a>(marks: impl Iterator<Item = &'a Mark> + Clone) -> Counts {
    let count = |kind| marks.clone().filter(|mark| mark.kind == kind).count() as u32;
    Counts { allowed: count(Kind::Allowed), denied: count(Kind::Denied), delayed: count(Kind::Delayed) }
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(60), failure_persistence: None, ..Config::default() })]

    #[test]
    fn rows_equal_a_list(
        rest in surroundings(), store in 0..STORES.len(), layers in layered(), from in 0u64..9_000_000_000,
        length in 1u64..9_000_000_000, width in 1u32..80
    ) {
        let run = run(&format!("{rest}&lanes={}, {layers}", lanes(STORES[store], "client")));
        let span = Span::new(from..from + length, width);
        for lane in 0..run.lanes().len() {
            let Some((_, rows)) = run.rows(lane) else { continue };
            for row in 0..rows {
                let all = listed(&run, lane, row);
                prop_assert_eq!(run.row_counts(lane, row), Some(counted(all.iter())));
                let inside: Vec<Mark> =
                    all.iter().filter(|mark| (span.from..span.to).contains(&mark.time)).copied().collect();
                prop_assert_eq!(run.row_marks(lane, row, span, usize::MAX), Some(inside.clone()));
                let columns = run.row_columns(lane, row, &run.view(span)).expect("it is done");
                for (column, counts) in (0..width).zip(columns) {
                    let here = span.edge(column)..span.edge(column + 1);
                    let expected = counted(inside.iter().filter(|mark| here.contains(&mark.time)));
                    prop_assert_eq!(counts, expected);
                }
            }
        }
    }

    #[test]
    fn parts_add_up_to_the_whole(rest in surroundings(), store in 0..STORES.len(), layers in layered()) {
        let run = run(&format!("{rest}&lanes={}, {layers}", lanes(STORES[store], "client")));
        for lane in 0..run.lanes().len() {
            let arrivals = run.arrivals(lane).expect("it is done");
            let marks: Vec<Mark> = (0..arrivals.len()).map(|index| run.mark(lane, index)).collect();
            for (group, part) in run.by_group(lane).into_iter().enumerate() {
                let of_group = |mark: &&Mark| run.senders().group(arrivals.client(mark.index as usize)) == group;
                prop_assert_eq!(part.counts, counted(marks.iter().filter(of_group)));
                let traffic = run.traffic().expect("it is done");
                let sent = (0..traffic.len())
                    .filter(|index| run.senders().group(traffic.client(*index)) == group)
                    .count();
                prop_assert_eq!(part.requests as usize, sent);
            }
            for (server, part) in run.by_server(lane).into_iter().enumerate() {
                let at = |mark: &&Mark| {
                    let attempt = mark.index as usize;
                    run.lanes()[lane].server(attempt, arrivals.client(attempt)) as usize == server
                };
                prop_assert_eq!(part.counts, counted(marks.iter().filter(at)));
            }
            let answers = |layer: usize| {
                let run = &run;
                let answer = move |attempt| run.explain(lane, attempt).expect("it is done").layers[layer];
                (0..arrivals.len()).map(answer).filter(|answer| answer.asked)
            };
            for (layer, part) in run.by_layer(lane).into_iter().enumerate() {
                let refused = answers(layer).filter(|answer| !answer.admitted).count();
                let reached = answers(layer).count();
                prop_assert_eq!(
                    (part.counts.denied as usize, part.counts.allowed as usize),
                    (refused, reached - refused)
                );
            }
        }
    }
}
