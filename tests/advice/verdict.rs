//! The verdict equals a plain enumeration.

use std::collections::BTreeSet;

use proptest::{prelude::*, test_runner::Config};
use ratelab_advice::{Advice, Advise, JudgedLimiter};
use ratelab_limiter::{Algorithm, Limiter, Outcome};
use ratelab_report::Report;
use ratelab_scenario::scenario::{Lane, Needs, Scenario, Servers, Store, Weight};
use ratelab_simulation::run::{Kind, Simulation};

use crate::advice::{advice, run, scenario};

/// A limiter judged by counting.
#[derive(Debug)]
pub(crate) struct Plain {
    algorithm: Algorithm,
    pub(crate) failed: Vec<&'static str>,
    /// The largest factor by which a need is missed, in thousandths.
    missed: u128,
    denied: u64,
    bytes: u64,
    lasting: u64,
    wait: u64,
}

/// Judges one limiter alone on the traffic: the best of all settings tried.
fn plain(algorithm: Algorithm, row: &JudgedLimiter, asked: &Scenario) -> Plain {
    let with_servers = with_servers(asked);
    let tried = row.tried.iter().cloned();
    let best = tried.map(|lane| judged(lane, &with_servers).expect("a policy"));
    let best = best.min_by_key(|plain| rank(plain, asked)).expect("settings");
    Plain { algorithm, ..best }
}

fn with_servers(asked: &Scenario) -> Scenario {
    let servers = match asked.needs.servers {
        None => asked.servers.clone(),
        Some(spread) => Servers {
            count: spread.count,
            store: spread.sync.map_or(Store::Local, |every| Store::Sync { every }),
            ..asked.servers.clone()
        },
    };
    Scenario { servers, ..asked.clone() }
}

/// Less is better: needs that fail and by how much, unbounded waits, then the criterion, then the rest.
pub(crate) fn rank(row: &Plain, asked: &Scenario) -> (usize, u128, u64, u64, (u64, u64, u64, u64)) {
    let first = match asked.needs.by {
        Weight::Denied => row.denied,
        Weight::Memory => row.bytes,
        Weight::Rate => u64::MAX - row.lasting,
    };
    let period = asked.needs.never.unwrap_or(asked.limit).period;
    let endless = if asked.needs.delay.is_none() && row.wait > period { row.wait } else { 0 };
    (row.failed.len(), row.missed, endless, first, (row.denied, u64::MAX - row.lasting, row.wait, row.bytes))
}

/// Judges one limiter with its settings, need by need.
pub(crate) fn judged(lane: Lane, with_servers: &Scenario) -> Option<Plain> {
    let (needs, servers, algorithm) = (with_servers.needs, &with_servers.servers, lane.algorithm);
    let (states, is_apart) = (u64::from(servers.count), servers.store != Store::Shared && servers.count > 1);
    let run = Report::complete(Scenario { lanes: vec![lane], ..with_servers.clone() }).ok()?;
    let policy = run.lanes()[0].policy();
    let (requests, outcomes) = (run.traffic()?.len(), run.lanes()[0].record().outcomes());
    let through = (0..outcomes.len()).filter(|index| outcomes.get(*index) != Kind::Denied).count();
    let (denied, bytes) = ((requests - through) as u64, policy.state_bytes());
    // A rested client that sends until it is refused, and the longest wait of its requests.
    let (mut state, mut at_once, mut wait) = (policy.fresh(), 0u64, 0);
    let start = with_servers.start;
    while let admitted @ (Outcome::Allowed | Outcome::Delayed(_)) = policy.take(&mut state, start, 1) {
        (at_once, wait) = (at_once + 1, admitted.delay().max(wait));
    }
    // The longest wait is reached at some nanosecond, if not by simultaneous requests.
    let most =
        policy.settings().get("max_wait").map(|wait| wait.to_string().parse::<u64>().expect("a number"));
    let most = most.unwrap_or(u64::MAX);
    let wait = if most < u64::MAX { full_wait(policy.limit(), &run).min(most) } else { wait };
    let is_window = policy.settings().get("window").is_some();
    let [amount, length] = if is_window { ["limit", "window"] } else { ["amount", "period"] }
        .map(|name| policy.settings().get(name).expect("set").to_string().parse::<u128>().expect("a number"));
    let period = needs.never.unwrap_or(with_servers.limit).period;
    let lasting = u64::try_from(amount * u128::from(period) / length).ok()?;
    let lasting = lasting.saturating_mul(if servers.store == Store::Local { states } else { 1 });
    let lasting = lasting.min(needs.never.map_or(u64::MAX, |rate| rate.amount.into()));
    let millionths = (denied * 1_000_000).div_ceil(requests.max(1) as u64);
    let times = |more: u64, less: u64| u128::from(more) * 1000 / u128::from(less.max(1));
    let cost = u64::from(with_servers.greatest_cost());
    let failed = [
        (
            "cost",
            Some(u64::from(policy.limit())).filter(|limit| *limit < cost).map(|limit| times(cost, limit)),
        ),
        ("starved", is_starved(&run).then_some(1000)),
        (
            "burst",
            needs.burst.map(u64::from).filter(|burst| at_once < *burst).map(|burst| times(burst, at_once)),
        ),
        ("delay", needs.delay.filter(|delay| wait > *delay).map(|delay| times(wait, delay))),
        (
            "memory",
            needs.memory.filter(|memory| bytes > memory.bytes).map(|memory| times(bytes, memory.bytes)),
        ),
        (
            "deny",
            needs.deny.map(u64::from).filter(|deny| millionths > *deny).map(|deny| times(millionths, deny)),
        ),
        ("honest", (needs.honest && is_apart).then_some(1000)),
    ];
    let missed = failed.iter().filter_map(|(_, missed)| *missed).max().unwrap_or(0);
    let failed = failed.into_iter().filter(|(_, missed)| missed.is_some()).map(|(name, _)| name).collect();
    Some(Plain { algorithm, failed, missed, denied, bytes, lasting, wait })
}

/// Returns whether three or more requests of one cost were all denied, though that cost is within the limit.
fn is_starved(run: &Report) -> bool {
    let (traffic, attempts) = (run.traffic().expect("it is done"), run.arrivals(0).expect("it is done"));
    let outcomes = run.lanes()[0].record().outcomes();
    let sent = |cost: u32| (0..traffic.len()).filter(|index| traffic.cost(*index) == cost).count();
    let is_admitted = |cost: u32| {
        (0..outcomes.len()).any(|index| attempts.cost(index) == cost && outcomes.get(index) != Kind::Denied)
    };
    let limit = run.lanes()[0].policy().limit();
    let costs: BTreeSet<u32> = traffic.costs().iter().copied().filter(|cost| *cost <= limit).collect();
    run.scenario().greatest_cost() > 1 && costs.into_iter().any(|cost| sent(cost) > 2 && !is_admitted(cost))
}

/// Returns the wait in a queue that has one free slot, whatever its bound on waits is.
fn full_wait(capacity: u32, run: &Report) -> u64 {
    let settings = run.lanes()[0].policy().settings();
    let number = |name: &str| settings.get(name).expect("set").to_string().parse::<u128>().expect("a number");
    (u128::from(capacity - 1).saturating_sub(number("undelayed")) * number("period"))
        .div_ceil(number("amount")) as u64
}

/// Returns the recommendation, by sorting the results.
fn enumerated(asked: &Scenario, advice: &Advice) -> Vec<Plain> {
    let row = |algorithm: Algorithm| advice.rows.iter().find(|row| row.algorithms.contains(&algorithm));
    let mut all: Vec<_> = Algorithm::ALL
        .into_iter()
        .filter_map(|algorithm| Some(plain(algorithm, row(algorithm)?, asked)))
        .collect();
    all.sort_by_key(|plain| rank(plain, asked));
    all
}

fn same_as_enumerated(asked: &Scenario, advice: &Advice) {
    let plain = enumerated(asked, advice);
    let listed: Vec<_> =
        advice.rows.iter().flat_map(|row| row.algorithms.iter().map(move |each| (each, row))).collect();
    let refused: usize = advice.refused.iter().map(|refused| refused.algorithms.len()).sum();
    assert_eq!(listed.len() + refused, Algorithm::ALL.len(), "{asked}");
    // The first of each row, in the order of the list: equivalent limiters are adjacent.
    let is_first = |plain: &&Plain| advice.rows.iter().any(|row| row.algorithms[0] == plain.algorithm);
    let first: Vec<_> = plain.iter().filter(is_first).map(|plain| plain.algorithm).collect();
    let rows: Vec<_> = advice.rows.iter().map(|row| row.algorithms[0]).collect();
    assert_eq!(rows, first, "{asked}: {plain:?}");
    for (algorithm, row) in listed {
        let plain = plain.iter().find(|plain| plain.algorithm == *algorithm).expect("it exists");
        let failed: Vec<_> = row.failed().map(|judged| judged.need.name).collect();
        assert_eq!(failed, plain.failed, "{asked}: {algorithm}");
        let numbers = row.numbers;
        assert_eq!(
            (numbers.denied, numbers.state_bytes, numbers.lasting, numbers.delay),
            (plain.denied, plain.bytes, plain.lasting.into(), plain.wait),
            "{asked}: {algorithm}"
        );
    }
    assert_eq!(advice.best().is_some(), plain.first().is_some_and(|first| first.failed.is_empty()));
}

pub(crate) fn any_asked() -> impl Strategy<Value = String> {
    let traffic = prop_oneof![
        Just("poisson 4/s for 60s"),
        Just("burst 30 every 9s x9; 2/s for 60s from 1s"),
        Just("25@9.5s by app; 25@10.1s by app; 1/s for 60s by cron"),
        Just("2/s for 60s; 1/5s for 60s cost 6"),
    ];
    let rest = prop_oneof![
        Just(""),
        Just("&clients=3"),
        Just("&retry=told attempts 3"),
        Just("&retry=backoff 100ms jitter attempts 3"),
        Just("&servers=2 local"),
    ];
    let part = |texts: &'static [&'static str]| proptest::sample::select(texts);
    let needs = (
        (5u32..60, 1u32..30).prop_map(|(amount, seconds)| format!("never {amount}/{seconds}s")),
        part(&["", "; burst 5", "; burst 20"]),
        part(&["", "; delay 0s", "; delay 2s"]),
        part(&["", "; memory 64 for 1000", "; memory 20 for 7"]),
        part(&["", "; deny 0%", "; deny 12.5%"]),
        part(&["", "; honest", "; servers 3", "; servers 2 sync 1s; honest"]),
        part(&["", "; by memory", "; by rate"]),
    );
    (traffic, rest, needs, 0u64..9).prop_map(|(traffic, rest, (never, b, d, m, y, s, by), seed)| {
        format!("traffic={traffic}{rest}&seed={seed}&needs={never}{b}{d}{m}{y}{s}{by}")
    })
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(150), failure_persistence: None, ..Config::default() })]

    #[test]
    fn the_verdict_equals_an_enumeration(text in any_asked()) {
        let asked = scenario(&text);
        let advice = advice(&text);
        same_as_enumerated(&asked, &advice);
        // The scenario of a row has the same limiter and the same decisions.
        for row in &advice.rows {
            let opened = run(&row.scenario.to_string());
            prop_assert_eq!(opened.lanes()[0].policy(), &row.policy);
            let admitted = u64::from(opened.lanes()[0].record().counts().admitted());
            prop_assert_eq!(row.numbers.requests - admitted, row.numbers.denied);
            prop_assert_eq!(opened.longest_wait(0), row.numbers.waited);
            prop_assert!(row.numbers.waited <= row.numbers.delay);
        }
        // If no limiter meets all needs, the nearest meets the relaxed ones.
        if let Some(nearest) = advice.nearest {
            let relaxed = nearest.relaxed.expect("there is a bound");
            let again = run(&text).advice(relaxed).expect("it is done");
            let does_all = again
                .rows
                .iter()
                .find(|row| row.failed().next().is_none() && row.algorithms.contains(&nearest.algorithm));
            prop_assert!(does_all.is_some(), "{:?}", relaxed);
        }
    }
}

/// Without a guarantee, all have the scenario's own limit.
#[test]
fn without_a_guarantee_the_scenarios_own_limit_is_used() {
    let text = "limit=10/10s&burst=5&traffic=10@9.5s; 10@10.1s&needs=delay 0s";
    let advice = advice(text);
    same_as_enumerated(&scenario(text), &advice);
    assert_eq!(
        advice.rows[0].algorithms,
        [Algorithm::FixedWindow],
        "it denies nothing, and may let 20 through"
    );
    assert_eq!(advice.rows[0].numbers.bound, Some(20));
}

/// Token bucket, meter, and GCRA share a row; a queue does not, unless no request waits in it.
#[test]
fn equivalent_limiters_share_a_row() {
    let tied = |needs: &str| {
        let rows = advice(&format!("traffic=30@0s; 5/s for 60s&needs={needs}")).rows;
        rows.into_iter().map(|row| row.algorithms.len()).max()
    };
    assert_eq!(tied("never 100/m; burst 20"), Some(3));
    // With a guarantee, a queue is tried with other sizes than a bucket.
    assert_eq!(tied("never 100/m; burst 1"), Some(3));
    assert_eq!(tied("burst 1"), Some(4));
}

/// A run that is not done has no advice, and empty traffic has some.
#[test]
fn there_is_advice_for_any_traffic() {
    let waiting = Report::new(Simulation::new(scenario("needs=never 10/s")).expect("policies"));
    assert!(waiting.advice(Needs::default()).is_none());
    let none = advice("traffic=0/s..0/s".replace("0/s..0/s", "poisson 1/h for 1ns").as_str());
    assert_eq!(none.rows.len(), 5);
}
