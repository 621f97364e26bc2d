//! Clients that retry behave like a slow and simple model, attempt by attempt.

use std::collections::HashMap;

use proptest::{prelude::*, test_runner::Config};
use ratelab_limiter::{Limiter, SECOND};
use ratelab_scenario::{scenario::RetryAfter, traffic::Random};
use ratelab_simulation::run::{Kind, Simulation};

use crate::simulation::run;

/// An attempt: its time, the number of attempts scheduled before it, its request, and its due time.
type Attempt = (u64, usize, usize, u32);

/// Returns all attempts of a lane, each with its outcome. A first attempt precedes others of its instant.
fn slowly(run: &Simulation, lane: usize) -> Vec<(u64, u32, u32, Kind)> {
    let (scenario, traffic) = (run.scenario(), run.traffic().expect("it is done"));
    let (policy, mut states) = (run.lanes()[lane].policy(), HashMap::new());
    let mut random = Random::stream(scenario.seed, (1 << 32) + lane as u64);
    let mut pending: Vec<Attempt> =
        (0..traffic.len()).map(|request| (traffic.time(request), request, request, 1)).collect();
    let (mut scheduled, mut made) = (pending.len(), Vec::new());
    while let Some(next) = (0..pending.len()).min_by_key(|index| pending[*index]) {
        let (time, _, request, number) = pending.swap_remove(next);
        let state = states.entry(traffic.client(request)).or_insert_with(|| policy.fresh());
        let decision = policy.check(state, scenario.start + time, traffic.cost(request));
        made.push((time, request as u32, number, Kind::from(decision.outcome)));
        if decision.outcome.admits() || number == scenario.retry.attempts {
            continue;
        }
        let wait = match scenario.retry.after {
            RetryAfter::Never => None,
            RetryAfter::AtOnce => Some(0),
            RetryAfter::Fixed(wait) => Some(wait),
            RetryAfter::ServerHint => decision.retry_after.map(|wait| wait.div_ceil(SECOND).max(1) * SECOND),
            RetryAfter::Backoff { first, longest, jitter } => {
                let wait = (first << (number - 1)).min(longest);
                Some(if jitter { random.up_to(wait) } else { wait })
            }
        };
        if let Some(wait) = wait {
            pending.push((time + wait, scheduled, request, number + 1));
            scheduled += 1;
        }
    }
    made
}

fn scenario() -> impl Strategy<Value = String> {
    let traffic = prop_oneof![
        Just("poisson 40/s for 9s"),
        Just("burst 90 every 2s x4; 7/s for 8s from 1s"),
        Just("30/s for 6s; 5@3s cost 3; 400@4s"),
    ];
    let retry = prop_oneof![
        Just("at_once attempts 3"),
        Just("after 1s attempts 6"),
        Just("backoff 100ms max 1s attempts 9"),
        Just("backoff 300ms max 3s jitter attempts 7"),
        Just("told attempts 4"),
    ];
    let clients = prop_oneof![Just("1"), Just("7"), Just("30 zipf 1.2")];
    let limit = prop_oneof![Just("4/s"), Just("20/s&burst=30"), Just("10/10s")];
    (limit, traffic, clients, retry, 0u64..99).prop_map(|(limit, traffic, clients, retry, seed)| {
        format!("limit={limit}&traffic={traffic}&clients={clients}&retry={retry}&seed={seed}&start=3s")
    })
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(40), failure_persistence: None, ..Config::default() })]

    /// This includes lanes that reuse the attempts of an equivalent lane.
    #[test]
    fn attempts_match_the_slow_model(text in scenario()) {
        let run = run(&text);
        for (number, lane) in run.lanes().iter().enumerate() {
            let attempts = lane.attempts().expect("clients retry");
            let outcomes = lane.record().outcomes();
            let made: Vec<_> = (0..outcomes.len())
                .map(|index| {
                    let time = attempts.arrivals.time(index);
                    (time, attempts.requests[index], attempts.numbers[index], outcomes.get(index))
                })
                .collect();
            prop_assert_eq!(made, slowly(&run, number), "{}, {}", text, lane.policy());
        }
    }
}

/// A lane that runs alone has the waits that it has among others, even if they are random.
#[test]
fn a_lane_alone_waits_as_among_others() {
    let lanes = "lanes=fixed_window, token_bucket, sliding_window_log";
    let text = format!("{lanes}&traffic=poisson 5/s for 20s&retry=backoff 300ms max 3s jitter attempts 7");
    let run = run(&text);
    for lane in 0..3 {
        let alone = run.completed_alone(run.scenario().clone(), lane).expect("policies");
        assert_eq!(alone.lanes().len(), 1);
        let times = |run: &Simulation, lane: usize| run.arrivals(lane).expect("it is done").times().to_vec();
        assert_eq!(times(&alone, 0), times(&run, lane));
        assert_eq!(alone.lanes()[0].record().counts(), run.lanes()[lane].record().counts());
    }
    let times = |lane: usize| run.arrivals(lane).expect("it is done").times();
    assert_ne!(times(0), times(1), "each lane has its own waits");
}
