//! Proposals, checked with `ratelab-limiter`.

use crate::infer_logs::{PERIODS, Random, clusters, denials, traffic};
use ratelab_calibration::{Answer, Limit, Proposal, Range, Tolerance, Traffic, friendly, propose, ranges};
use ratelab_limiter::{Algorithm, SECOND};

fn limited_and_denied(traffic: &Traffic, limit: Limit, algorithm: Algorithm) -> (u64, u64) {
    let denied = denials(traffic, &limit.policy(algorithm).unwrap());
    (denied.iter().filter(|denied| **denied > 0).count() as u64, denied.iter().sum())
}

fn is_window(algorithm: Algorithm) -> bool {
    matches!(
        algorithm,
        Algorithm::FixedWindow | Algorithm::SlidingWindowLog | Algorithm::SlidingWindowCounter
    )
}

/// Whether a limit affects no more than allowed.
fn keeps_to(traffic: &Traffic, limit: Limit, algorithm: Algorithm, tolerance: Tolerance) -> bool {
    let (limited, denied) = limited_and_denied(traffic, limit, algorithm);
    let part = |count: usize, share: u32| count as u64 * u64::from(share) / 1_000_000;
    match tolerance {
        Tolerance::None => limited == 0,
        Tolerance::Clients(share) => limited <= part(traffic.clients(), share),
        Tolerance::Count(count) => limited <= u64::from(count),
        Tolerance::Requests(share) => denied <= part(traffic.requests(), share),
    }
}

/// Whether all clients except these are denied nothing, or all together no more than allowed.
fn keeps_to_it_except(
    traffic: &Traffic,
    limit: Limit,
    algorithm: Algorithm,
    tolerance: Tolerance,
    but: &[u32],
) -> bool {
    if let Tolerance::Requests(_) = tolerance {
        return keeps_to(traffic, limit, algorithm, tolerance);
    }
    let denied = denials(traffic, &limit.policy(algorithm).unwrap());
    denied.iter().zip(0..).all(|(denied, client)| *denied == 0 || but.contains(&client))
}

#[test]
fn a_proposal_is_sufficient_and_its_numbers_are_minimal() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let clients = random.within(1, 6) as u32;
        let costs = seed % 4 == 0;
        let rows = clusters(&mut random, clients, 60, 30_000_000, costs);
        let traffic = traffic(&rows, clients as usize, 0);
        let period = random.one_of(&PERIODS);
        let share = random.one_of(&[50_000, 200_000, 400_000]);
        let tolerance = random.one_of(&[
            Tolerance::None,
            Tolerance::Clients(share),
            Tolerance::Requests(share),
            Tolerance::Count(2),
        ]);
        let margin = random.one_of(&[0, 10, 25, 100]);
        for algorithm in Algorithm::ALL {
            let proposal = propose(&traffic, period, tolerance, margin, algorithm);
            let Proposal { limit, peak, amount, at_once, denied, limited, excepted, .. } = proposal.clone();
            let context = format!("seed {seed} {algorithm} {tolerance:?} {proposal:?}");
            let exactly = |number| Range { least: number, most: number };
            let (clients, requests) = limited_and_denied(&traffic, limit, algorithm);
            assert_eq!((limited, denied), (exactly(clients), exactly(requests)), "{context}");
            assert!(keeps_to(&traffic, limit, algorithm, tolerance), "{context}");
            assert!(keeps_to_it_except(&traffic, limit, algorithm, tolerance, &excepted), "{context}");
            let with_margin = |number: u32| (u64::from(number) * u64::from(100 + margin)).div_ceil(100);
            assert_eq!(u64::from(amount), with_margin(peak), "{context}");
            assert!(limit.amount >= amount && limit.period == period, "{context}");
            // The peak is the smallest limit for this window, or for a sliding log in case of a bucket.
            let counted = if is_window(algorithm) { algorithm } else { Algorithm::SlidingWindowLog };
            let with_amount = |amount| Limit { amount, period, burst: 1 };
            assert!(
                keeps_to_it_except(&traffic, with_amount(peak), counted, tolerance, &excepted),
                "{context}"
            );
            assert!(peak == 1 || !keeps_to(&traffic, with_amount(peak - 1), counted, tolerance), "{context}");
            assert_eq!(at_once.is_none(), is_window(algorithm));
            if let Some(at_once) = at_once {
                let kept = |burst| {
                    keeps_to_it_except(&traffic, Limit { burst, ..limit }, algorithm, tolerance, &excepted)
                };
                assert!(kept(at_once) && (at_once == 1 || !kept(at_once - 1)), "{context}");
                assert!(u64::from(limit.burst) >= with_margin(at_once), "{context}");
            }
        }
    }
}

/// Timestamps in whole seconds leave the order open: the proposal holds in the worst one.
#[test]
fn a_proposal_is_sufficient_in_any_order() {
    for seed in 0..30 {
        let mut random = Random(seed);
        let rows = clusters(&mut random, 5, 60, 30_000_000, false);
        let rows: Vec<_> =
            rows.into_iter().map(|row| (row.0 / 1_000_000 * 1_000_000, row.1, row.2, row.3)).collect();
        let traffic = traffic(&rows, 5, 999_999);
        let wishes =
            [Tolerance::None, Tolerance::Clients(200_000), Tolerance::Requests(100_000), Tolerance::Count(1)];
        let tolerance = random.one_of(&wishes);
        for algorithm in Algorithm::ALL {
            let proposal = propose(&traffic, 10 * SECOND, tolerance, 0, algorithm);
            let bounds = ranges(&traffic, proposal.limit).unwrap();
            let bounds = bounds.iter().find(|bounds| bounds.algorithm == algorithm).unwrap();
            assert_eq!((bounds.clients, bounds.denied), (proposal.limited, proposal.denied));
            match tolerance {
                Tolerance::None => assert_eq!(bounds.denied.most, 0),
                Tolerance::Clients(_) | Tolerance::Count(_) => assert!(bounds.clients.most <= 1),
                Tolerance::Requests(_) => assert!(bounds.denied.most <= rows.len() as u64 / 10),
            }
        }
    }
}

#[test]
fn friendly_numbers_are_few_and_never_smaller() {
    let all: Vec<u32> = (1..200_000).map(friendly).collect();
    assert!(
        all.iter().zip(1..).all(|(friendly, number)| *friendly >= number && friendly * 20 <= number * 24)
    );
    let mut different = all;
    different.dedup();
    assert_eq!(different[..20], std::array::from_fn::<u32, 20, _>(|index| index as u32 + 1));
    let next = [25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100, 110, 120];
    assert_eq!(different[20..38], next);
    assert!(different.contains(&990) && different.contains(&1_100) && !different.contains(&1_010));
    assert_eq!(friendly(u32::MAX), u32::MAX);
}

#[test]
fn a_proposal_is_explained() {
    let minute = 1_700_000_040_000_000;
    let mut rows: Vec<_> =
        (0..1072).map(|request| (minute + request * 700_000, 0, 1, Answer::Served)).collect();
    rows.extend((0..16).map(|_| (minute + 300_000_000, 0, 1, Answer::Served)));
    rows.push((minute, 1, 1, Answer::Limited));
    let traffic = traffic(&rows, 2, 0);
    let why = |tolerance, margin, algorithm| propose(&traffic, 60 * SECOND, tolerance, margin, algorithm).why;
    assert_eq!(
        why(Tolerance::None, 25, Algorithm::TokenBucket),
        "The busiest minute of any client had 102 requests; with a margin of 25 % that is 128, rounded up to 130. \
         At that rate they need a burst of 17; the proposal is 25. Run over this log, it limits no client. \
         That includes 1 request rate limited in the log."
    );
    assert_eq!(
        why(Tolerance::Clients(500_000), 0, Algorithm::FixedWindow),
        "All but 1 of 2 clients had at most 1 request in any minute; with a margin of 0 % that is 1. \
         Run over this log, it denies 1,075 of 1,089 requests, of 1 client. \
         That includes 1 request rate limited in the log."
    );
    assert_eq!(
        why(Tolerance::Count(1), 0, Algorithm::FixedWindow),
        why(Tolerance::Clients(500_000), 0, Algorithm::FixedWindow)
    );
    assert_eq!(
        why(Tolerance::Clients(1_000_000), 20, Algorithm::TokenBucket),
        "Every client may be limited, so the smallest limit will do: 1 request in any minute; \
         with a margin of 20 % that is 2. The smallest burst is 1; the proposal is 2. Run over this log, it denies \
         1,062 of 1,089 requests, of 1 client. That includes 1 request rate limited in the log."
    );
    assert_eq!(
        why(Tolerance::Clients(1_000), 0, Algorithm::SlidingWindowLog),
        "0.1 % of 2 clients is less than one, so none may be limited. The busiest minute of any had 102 requests; \
         with a margin of 0 % that is 102, rounded up to 110. Run over this log, it limits no client. \
         That includes 1 request rate limited in the log."
    );
}

#[test]
fn an_empty_log_gets_the_smallest_limit() {
    let traffic = traffic(&[], 0, 0);
    for algorithm in Algorithm::ALL {
        let limit = propose(&traffic, SECOND, Tolerance::Requests(1000), 50, algorithm).limit;
        assert_eq!((limit.amount, limit.burst), (2, 2));
    }
}
