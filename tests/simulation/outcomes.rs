//! A column of outcomes behaves like a plain list of them.

use ratelab_limiter::batch::OUTCOMES_PER_WORD as IN_WORD;
use ratelab_simulation::run::{Counts, Kind, Outcomes};

fn column(length: usize) -> (Outcomes, Vec<Kind>) {
    let kinds = [Kind::Allowed, Kind::Denied, Kind::Delayed];
    let mut random = 7u64;
    let mut draw = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        kinds[(random >> 60) as usize % 3]
    };
    let plain: Vec<_> = (0..length).map(|_| draw()).collect();
    let mut column = Outcomes::default();
    for piece in 1.. {
        let from = column.len();
        let count = (length - from).min(piece);
        let pairs = |kinds: &[Kind]| kinds.iter().rev().fold(0, |word, kind| word << 2 | *kind as u64);
        let words = plain[from..from + count].chunks(IN_WORD).map(pairs);
        column.extend(count, |written| written.extend(words));
        if column.len() == length {
            break;
        }
    }
    (column, plain)
}

/// A count over any range equals a walk through it, even at the edges of words and blocks.
#[test]
fn counts_equal_a_walk() {
    for length in [0, 1, 31, 32, 33, 511, 512, 513, 1500] {
        let (column, plain) = column(length);
        let edges = [0, 1, 31, 32, 33, 64, 500, 511, 512, 513, 1024, 1025, 1499, 1500];
        for from in edges.into_iter().filter(|edge| *edge <= length) {
            for to in edges.into_iter().filter(|edge| (from..=length).contains(edge)) {
                let number = |kind| plain[from..to].iter().filter(|other| **other == kind).count() as u32;
                let walked = Counts {
                    allowed: number(Kind::Allowed),
                    denied: number(Kind::Denied),
                    delayed: number(Kind::Delayed),
                };
                assert_eq!(column.count(from..to), walked, "{from}..{to} of {length}");
            }
        }
    }
}

#[test]
fn differences_are_found_both_ways() {
    let (column, plain) = column(1000);
    let mut other = Outcomes::default();
    let turned: Vec<_> = plain
        .iter()
        .enumerate()
        .map(|(index, kind)| if index % 97 == 5 { Kind::Denied } else { *kind })
        .collect();
    turned.iter().for_each(|kind| other.extend(1, |words| words.push(*kind as u64)));
    let differs = |index: &usize| (plain[*index] == Kind::Denied) != (turned[*index] == Kind::Denied);
    for from in 0..=1000 {
        assert_eq!(column.next_difference(&other, from), (from..1000).find(differs), "from {from}");
        assert_eq!(column.previous_difference(&other, from), (0..from).rev().find(differs), "before {from}");
    }
}

#[test]
fn pushed_outcomes_are_stored_and_found() {
    let (column, plain) = column(1000);
    for kind in [Kind::Allowed, Kind::Denied, Kind::Delayed] {
        for from in 0..=1000 {
            let found = (from..1000).find(|index| plain[*index] == kind);
            assert_eq!(column.next(kind, from), found, "{kind:?} from {from}");
            let admitted = (from..1000).find(|index| plain[*index] != Kind::Denied);
            assert_eq!(column.next_admitted(from), admitted, "from {from}");
        }
    }
    assert!((0..1000).all(|index| column.get(index) == plain[index]));
}
