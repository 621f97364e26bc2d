//! Columns over time and the busiest clients, compared with naive counts.

use std::cmp::Reverse;

use ratelab_calibration::{Basis, Columns as Picture, busiest, effects, over_time};
use ratelab_limiter::Algorithm;

use crate::effects::common::{Columns, Random, decided, limit};

#[test]
fn columns_match_the_decisions_within_them() {
    let mut random = Random(31);
    for _ in 0..400 {
        let gap = random.one_of(&[1, 5, 1000]);
        let columns = Columns::random(&mut random, 40, 3, gap, true);
        let traffic = columns.traffic(3, 0);
        let limit = limit(&mut random, gap);
        let basis = Basis::new(&traffic, limit.period);
        let from = traffic.start() + random.below(gap * 5);
        let to = from + 1 + random.below(gap * 20);
        let width = 1 + random.below(9);
        for algorithm in Algorithm::ALL {
            let (mut allowed, mut denied) = (vec![0; width as usize], vec![0; width as usize]);
            for client in 0..3 {
                let rows = columns.client(client);
                for ((time, _), outcome) in rows.iter().zip(decided(&limit, algorithm, &rows)) {
                    let side = if outcome.admits() { &mut allowed } else { &mut denied };
                    // The first column that ends after the request.
                    let column = (0..width)
                        .find(|column| (time - from.min(*time)) * width < (column + 1) * (to - from));
                    if (from..to).contains(time) {
                        side[column.expect("a column") as usize] += 1;
                    }
                }
            }
            let picture = Picture { columns: width as usize, from, to };
            let found = over_time(&traffic, &basis, &limit, algorithm, picture).unwrap();
            assert_eq!((found.allowed, found.denied), (allowed, denied), "{algorithm} {limit:?} {columns:?}");
        }
    }
}

#[test]
fn columns_over_the_whole_time_add_up() {
    let mut random = Random(32);
    let columns = Columns::random(&mut random, 5000, 20, 100_000, false);
    let traffic = columns.traffic(20, 0);
    let limit = limit(&mut random, 1_000_000);
    let basis = Basis::new(&traffic, limit.period);
    for effect in effects(&traffic, &basis, limit).unwrap() {
        let picture = Picture { columns: 640, from: 0, to: u64::MAX / 2 };
        let found = over_time(&traffic, &basis, &limit, effect.algorithm, picture).unwrap();
        assert_eq!(found.denied.iter().map(|count| u64::from(*count)).sum::<u64>(), effect.denied);
        assert_eq!(found.denied.iter().chain(&found.allowed).sum::<u32>(), 5000);
    }
}

#[test]
fn the_busiest_are_ordered_by_denials_and_then_by_peaks() {
    let mut random = Random(33);
    for count in [0, 1, 5, 19, 20, 100] {
        let columns = Columns::random(&mut random, 300, 20, 1000, false);
        let traffic = columns.traffic(21, 0);
        let limit = limit(&mut random, 1000);
        let basis = Basis::new(&traffic, limit.period);
        let denied = |client: u32| {
            let decided = decided(&limit, Algorithm::Gcra, &columns.client(client));
            decided.iter().filter(|outcome| !outcome.admits()).count()
        };
        // The last client has no requests.
        let mut all: Vec<u32> = (0..20).collect();
        all.sort_by_key(|client| {
            let (denied, peak) = (denied(*client), basis.peak(*client as usize));
            Reverse((denied, if denied == 0 { peak } else { 0 }, Reverse(*client)))
        });
        let busy = busiest(&traffic, &basis, &limit, Algorithm::Gcra, count).unwrap();
        let clients: Vec<u32> = busy.iter().map(|busy| busy.client as u32).collect();
        assert_eq!(clients, all[..count.min(20)]);
        for busy in busy {
            let denied = denied(busy.client as u32) as u64;
            assert_eq!((busy.denied.least, busy.denied.most), (denied, denied));
            let requests = columns.client(busy.client as u32).len();
            assert_eq!((busy.requests, busy.peak), (requests, basis.peak(busy.client)));
        }
    }
}
