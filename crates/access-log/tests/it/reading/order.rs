//! Rows are in the order of a stable sort by time.

use ratelab_access_log::{Options, Reader};

use crate::reading::random::Random;
use crate::reading::{names, read, times};

/// A line whose client is its number.
fn line(number: usize, seconds: u64) -> String {
    format!("{} client{number}\n", 1_600_000_000 + seconds)
}

const PATTERN: [&str; 4] = ["nginx", "$msec $remote_addr", "", ""];

/// The keys and times in the order of a stable sort, the number of late rows, and the largest delay.
fn expected(seconds: &[u64]) -> (Vec<String>, Vec<i64>, u64, i64) {
    let mut sorted: Vec<(u64, usize)> = seconds.iter().copied().zip(0..).collect();
    sorted.sort_by_key(|&(second, _)| second);
    let keys = sorted.iter().map(|(_, number)| format!("client{number}")).collect();
    let times = sorted.iter().map(|(second, _)| (1_600_000_000 + *second as i64) * 1_000_000).collect();
    let latest = |index: usize| seconds[..index].iter().copied().max().unwrap_or(0);
    let back = (0..seconds.len()).map(|index| latest(index).saturating_sub(seconds[index]));
    let late = back.clone().filter(|&back| back > 0).count() as u64;
    (keys, times, late, back.max().unwrap_or(0) as i64 * 1_000_000)
}

#[test]
fn rows_are_sorted_and_their_disorder_is_reported() {
    let mut random = Random(7);
    for length in [0, 1, 2, 3, 10, 100, 1000] {
        for spread in [1, 3, 30, 3000] {
            let seconds: Vec<u64> = (0..length).map(|index| index / 3 + random.below(spread)).collect();
            let text: String =
                seconds.iter().enumerate().map(|(number, &second)| line(number, second)).collect();
            let log = read(text, PATTERN);
            let found = (names(&log), times(&log), log.report.disordered, log.report.furthest_back);
            assert_eq!(found, expected(&seconds));
        }
    }
}

#[test]
fn a_reversed_log_of_many_blocks_is_sorted() {
    let length = 300_000;
    let mut random = Random(14);
    // Backwards, or random; with five lines per second, whose order must not change.
    for second in [|number: u64, _: u64| (300_000 - number) / 5, |_, any| any % 60_000] {
        let mut lines: Vec<(u64, u64)> = (0..length).map(|at| (second(at, random.next()), at % 10)).collect();
        let text: String = lines.iter().map(|&(second, client)| line(client as usize, second)).collect();
        let log = read(text, PATTERN);
        lines.sort_by_key(|&(second, _)| second);
        let expected: Vec<String> = lines.iter().map(|(_, client)| format!("client{client}")).collect();
        assert!(times(&log).is_sorted() && names(&log) == expected);
        assert!(log.report.disordered > length / 2);
        let blocks = log.rows.blocks();
        assert!(
            blocks[..blocks.len() - 1].iter().all(|block| block.times.len() == 65_536) && blocks.len() > 1
        );
        assert!(blocks.iter().all(|block| block.keys.len() == block.times.len()));
        assert!(blocks.iter().all(|block| block.charges.len() == block.times.len()));
    }
}

#[test]
fn intermediate_rows_are_sorted_and_do_not_affect_the_result() {
    let mut random = Random(8);
    let seconds: Vec<u64> = (0..2000).map(|index| index / 3 + random.below(50)).collect();
    let options = || Options::parse(PATTERN[0], PATTERN[1], "", "").expect("options");
    let mut reader = Reader::new(options());
    for (number, &second) in seconds.iter().enumerate() {
        reader.push(line(number, second).as_bytes());
        if number % 100 == 0 {
            let rows: Vec<i64> = reader.rows().iter().map(|row| row.time).collect();
            assert_eq!(rows, expected(&seconds[..=number]).1);
            assert_eq!((reader.report().requests, reader.keys().len()), (number as u64 + 1, number + 1));
        }
    }
    let log = reader.finish();
    assert_eq!((names(&log), times(&log)), (expected(&seconds).0, expected(&seconds).1));
}
