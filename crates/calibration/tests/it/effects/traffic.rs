//! Rows in any number of blocks, sorted.

use ratelab_calibration::{Answer, Block, Charge, Traffic};

use crate::effects::common::{Columns, Random};

/// The requests of a client: microseconds since 1970, cost, answer.
fn rows(traffic: &Traffic, client: usize) -> Vec<(u64, u32, Answer)> {
    let client = traffic.client(client);
    (0..client.times.len())
        .map(|request| {
            (client.times[request] + traffic.start(), client.cost(request), client.answer(request))
        })
        .collect()
}

#[test]
fn blocks_are_sorted_by_client_and_time_and_ties_keep_their_order() {
    let mut random = Random(41);
    for round in 0..300 {
        let columns = Columns::random(&mut random, round, 4, 3, round % 2 == 0);
        let size = 1 + random.below(50) as usize;
        let blocks: Vec<Block<'_>> = (0..columns.times.len())
            .step_by(size)
            .map(|begin| {
                let end = columns.times.len().min(begin + size);
                Block {
                    times: &columns.times[begin..end],
                    keys: &columns.keys[begin..end],
                    charges: &columns.charges[begin..end],
                }
            })
            .collect();
        let traffic = Traffic::group(&blocks, 5, 7);
        assert_eq!((traffic.clients(), traffic.requests(), traffic.slack()), (5, columns.times.len(), 7));
        for client in 0..5 {
            let mut expected: Vec<(u64, u32, Answer)> = (0..columns.times.len())
                .filter(|row| columns.keys[*row] == client)
                .map(|row| (columns.times[row] as u64, Charge::from_word(columns.charges[row])))
                .map(|(time, charge)| (time, charge.cost(), charge.answer()))
                .collect();
            expected.sort_by_key(|(time, ..)| *time);
            assert_eq!(rows(&traffic, client as usize), expected);
            let total: u64 = expected.iter().map(|(_, cost, _)| u64::from(*cost)).sum();
            assert_eq!(traffic.client(client as usize).total(), total);
        }
    }
}

#[test]
fn uniform_costs_and_answers_are_not_stored() {
    let block = Block { times: &[5, 3, 4], keys: &[0, 0, 1], charges: &[] };
    let served = Charge::new(1, Answer::Served).word();
    let answered = Traffic::group(&[block, Block { charges: &[served; 3], ..block }], 2, 0);
    assert!(answered.has_answers() && !answered.has_costs());
    assert!(answered.client(0).costs.is_empty());
    let answers: Vec<Answer> = (0..4).map(|request| answered.client(0).answer(request)).collect();
    assert_eq!(answers, [Answer::Unknown, Answer::Served, Answer::Unknown, Answer::Served]);
    let plain = Traffic::group(&[block, Block { charges: &[1; 3], ..block }], 2, 0);
    assert!(!plain.has_answers() && plain.client(0).charges.is_empty());
    assert_eq!(plain.client(0).times, [0, 0, 2, 2]);
}

#[test]
fn times_out_of_range_are_clamped() {
    let block = Block { times: &[i64::MIN, -1, 0, 1, i64::MAX], keys: &[0; 5], charges: &[] };
    let traffic = Traffic::group(&[block], 1, u32::MAX);
    assert_eq!((traffic.start(), traffic.client(0).times), (0, &[0, 0, 0, 1, Traffic::LAST][..]));
    assert!(traffic.instant(Traffic::LAST).checked_add(u64::from(u32::MAX) * 1000).is_some());
}

#[test]
fn a_time_range_has_the_requests_within_it() {
    let mut random = Random(42);
    for _ in 0..200 {
        let columns = Columns::random(&mut random, 60, 3, 5, true);
        let traffic = columns.traffic(3, 9);
        let from = traffic.start() + random.below(150) - 10.min(traffic.start());
        let to = from + random.below(100);
        let part = traffic.between(from, to);
        assert_eq!((part.clients(), part.slack()), (3, 9));
        for client in 0..3 {
            let within = |(time, ..): &(u64, u32, Answer)| (from..to).contains(time);
            let expected: Vec<_> = rows(&traffic, client).into_iter().filter(within).collect();
            assert_eq!(rows(&part, client), expected);
        }
    }
    assert_eq!(Traffic::group(&[], 0, 0).between(0, 9).requests(), 0);
}
