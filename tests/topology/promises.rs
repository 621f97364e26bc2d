//! Properties that hold for any traffic.

use proptest::{prelude::*, test_runner::Config};
use ratelab_limiter::Limiter;
use ratelab_scenario::language::amend;
use ratelab_simulation::{
    measures::{Starts, most_in_any},
    run::{Kind, Simulation},
};

use ratelab_tests::naive::{hold, hold_routes};

use crate::topology::{admitted, run};

pub(crate) const STORES: [&str; 11] = [
    "shared",
    "local",
    "race 0s set",
    "race 30ms set",
    "race 30ms increment",
    "race 2s increment",
    "sync 1s",
    "sync 1ns",
    "down 2s..6s open",
    "down 2s..6s closed",
    "down 2s..6s local",
];

const LANES: [&str; 10] = [
    "fixed_window",
    "fixed_window align=first count_denied=yes",
    "sliding_window_log",
    "sliding_window_log count_denied=yes",
    "sliding_window_counter",
    "sliding_window_counter rounding=exact",
    "token_bucket initial=1",
    "token_bucket initial=0 refill=interval",
    "leaky_bucket_queue max_wait=2s",
    "gcra",
];

fn traffic() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("poisson 12/s for 9s by app; burst 9 every 2s x5 by cron"),
        Just("40 every 250ms; 9@3s by app; 3@4s cost 3 by cron"),
        Just("burst 7 every 1s x9 by cron; 5/s for 8s by app; 6@2s cost 2"),
        Just("pareto 9/s shape 1.4 for 9s by app; 4@6s cost 0 by cron; 20@6s by cron"),
        Just("30@3s by cron; 12@7s by cron"),
    ]
}

fn groups() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("app, cron"),
        Just("app 3, cron limit 20/10s"),
        Just("app 5 zipf 1.1 limit 3/s burst 6, cron 2 burst 4"),
        Just("cron limit 4/2s, app"),
    ]
}

fn servers() -> impl Strategy<Value = String> {
    let routing = prop_oneof![Just("round_robin"), Just("random"), Just("sticky")];
    let clocks = prop_oneof![
        3 => Just(""),
        1 => Just(" server 1 ahead 700ms"),
        1 => Just(" server 1 behind 400ms"),
        1 => Just(" server 1 behind 20s"),
    ];
    (1u32..5, routing, clocks).prop_map(|(count, routing, clocks)| format!("{count} {routing}{clocks}"))
}

fn retry() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        3 => Just("never"),
        1 => Just("after 300ms attempts 3"),
        1 => Just("told attempts 3"),
        1 => Just("at_once attempts 2"),
    ]
}

pub(crate) fn layered() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just(
            "layers(cdn: fixed_window limit=30 window=2s key=everybody then gateway: gcra key=group then token_bucket)"
        ),
        Just(
            "layers(sliding_window_log count_denied=yes then leaky_bucket_queue key=everybody then fixed_window \
             key=group)"
        ),
        Just("all_of(fixed_window key=group + token_bucket + gcra burst=15 key=everybody)"),
        Just("all_of(fixed_window + token_bucket)"),
    ]
}

/// Everything except the lanes.
pub(crate) fn surroundings() -> impl Strategy<Value = String> {
    let limit = prop_oneof![Just("10/10s"), Just("4/s"), Just("7/3s&burst=12")];
    let start = prop_oneof![Just("0s"), Just("3s")];
    (limit, traffic(), groups(), servers(), retry(), start, 0u64..99).prop_map(
        |(limit, traffic, groups, servers, retry, start, seed)| {
            format!(
                "limit={limit}&traffic={traffic}&groups={groups}&servers={servers}&retry={retry}&start={start}\
                 &seed={seed}"
            )
        },
    )
}

pub(crate) fn key() -> impl Strategy<Value = &'static str> {
    prop_oneof![2 => Just("client"), 1 => Just("group"), 1 => Just("everybody")]
}

/// A lane of each limiter, with its state in this store.
pub(crate) fn lanes(store: &str, key: &str) -> String {
    LANES.map(|lane| format!("{lane} key={key} state={store}")).join(", ")
}

fn counts(run: &Simulation, lane: usize) -> (u32, u32) {
    let record = run.lanes()[lane].record();
    let counts = record.counts();
    (counts.admitted(), counts.denied)
}

/// A window that begins with a request may begin with one that another server admitted.
#[test]
fn windows_that_others_begin_are_within_the_bound() {
    let run =
        run("limit=4/s&traffic=poisson 12/s for 9s by app; burst 9 every 2s x5 by cron&groups=app, cron\
        &servers=2 round_robin&retry=told attempts 3&start=0s&seed=0\
        &lanes=fixed_window align=first count_denied=yes key=everybody state=sync 1s");
    let reach = run.envelope(0, &[999_999_999])[0];
    assert_eq!((reach.most.cost, reach.bound), (15, Some(16)));
}

proptest! {
    #![proptest_config(Config { cases: ratelab_tests::draws(250), failure_persistence: None, ..Config::default() })]

    #[test]
    fn stores_agree_with_the_slow_implementation(rest in surroundings(), store in 0..STORES.len(), key in key()) {
        let run = run(&format!("{rest}&lanes={}", lanes(STORES[store], key)));
        for lane in 0..run.lanes().len() {
            prop_assert_eq!(hold(&run, lane), Ok(()), "{}", run.scenario());
            prop_assert_eq!(hold_routes(&run, lane), Ok(()));
        }
    }

    #[test]
    fn layers_agree_with_the_slow_implementation(
        rest in surroundings(), store in 0..STORES.len(), layers in layered()
    ) {
        let run = run(&format!("{rest}&lanes={layers} state={}", STORES[store]));
        prop_assert_eq!(hold(&run, 0), Ok(()), "{}", run.scenario());
    }

    /// The number of requests admitted in another scenario equals that of running it.
    #[test]
    fn trying_another_store_equals_running_it(
        rest in surroundings(), store in 0..STORES.len(), lane in 0..LANES.len(), jitter in any::<bool>()
    ) {
        let rest = if jitter { rest.replace("told", "backoff 100ms jitter") } else { rest };
        let run = run(&format!("{rest}&lanes={}", LANES.join(", ")));
        let other = amend(run.scenario(), "servers", &format!("3 random {}", STORES[store])).expect("servers");
        let tried = run.admitted_in(other.clone(), lane).expect("policies");
        let whole = Simulation::complete(other).expect("policies");
        prop_assert_eq!(tried, u64::from(counts(&whole, lane).0));
    }

    /// Neither slices nor earlier runs affect the result.
    #[test]
    fn slices_do_not_matter(
        rest in surroundings(), store in 0..STORES.len(), layers in layered(), slice in 1usize..90
    ) {
        let text = format!("{rest}&lanes={}, {layers} state={}", lanes(STORES[store], "client"), STORES[store]);
        let whole = run(&text);
        let mut sliced = Simulation::new(whole.scenario().clone()).expect("policies");
        while !sliced.advance(slice) {}
        prop_assert_eq!(sliced.hash(), whole.hash());
    }

    /// Servers do not matter with a shared state and right clocks.
    #[test]
    fn a_shared_state_equals_one_server(rest in surroundings(), count in 2u32..9) {
        let rest = rest.split("&servers=").next().expect("a beginning").to_owned();
        let one = run(&format!("{rest}&lanes={}", lanes("shared", "client")));
        let many = run(&format!("{rest}&servers={count}&lanes={}", lanes("shared", "client")));
        prop_assert_eq!(one.hash(), many.hash());
        let race = run(&format!("{rest}&servers={count}&lanes={}", lanes("race 0s increment", "client")));
        prop_assert_eq!(one.hash(), race.hash());
        let race = run(&format!("{rest}&servers={count}&lanes={}", lanes("race 0s set", "client")));
        prop_assert_eq!(one.hash(), race.hash());
    }

    /// If no two requests share an instant, servers that sync continuously equal one server, and servers that
    /// never sync are independent.
    #[test]
    fn sync_goes_from_shared_to_local(servers in servers(), every in 1u64..400, seed in 0u64..99) {
        let servers = servers.split(" server").next().expect("a beginning").to_owned();
        let rest = format!(
            "limit=10/3s&traffic=90 every {every}ms; 90 every {every}ms from 1us by app&seed={seed}\
             &servers={servers}"
        );
        let hash = |store: &str| run(&format!("{rest}&lanes={}", lanes(store, "everybody"))).hash();
        prop_assert_eq!(hash("sync 1ns"), hash("shared"));
        prop_assert_eq!(hash("sync 1d"), hash("local"));
    }

    /// No key ever gets more than the reported bound, whatever the store is.
    #[test]
    fn no_key_gets_more_than_the_bound(rest in surroundings(), store in 0..STORES.len(), key in key()) {
        let run = run(&format!("{rest}&lanes={}", lanes(STORES[store], key)));
        for lane in 0..run.lanes().len() {
            for interval in [0, 999_999_999, 9_999_999_999] {
                let reach = run.envelope(lane, &[interval])[0];
                let Some(bound) = reach.bound else { continue };
                prop_assert!(u128::from(reach.most.cost) <= bound, "lane {lane}: {reach:?} {}", run.scenario());
            }
        }
    }

    /// Every attempt is decided once, and no request exceeds its attempts.
    #[test]
    fn attempts_are_conserved(rest in surroundings(), store in 0..STORES.len()) {
        let run = run(&format!("{rest}&lanes={}", lanes(STORES[store], "client")));
        let requests = run.traffic().expect("it is done").len();
        for lane in 0..run.lanes().len() {
            let arrivals = run.arrivals(lane).expect("it is done");
            let (admitted, denied) = counts(&run, lane);
            prop_assert_eq!((admitted + denied) as usize, arrivals.len());
            prop_assert!(arrivals.times().is_sorted());
            let Some(attempts) = run.lanes()[lane].attempts() else {
                prop_assert_eq!(arrivals.len(), requests);
                continue;
            };
            let mut made = vec![0; requests];
            let mut is_settled = vec![false; requests];
            for index in 0..arrivals.len() {
                let request = attempts.requests[index] as usize;
                made[request] += 1;
                prop_assert!(!is_settled[request] && attempts.numbers[index] == made[request]);
                is_settled[request] = run.mark(lane, index).kind != Kind::Denied;
            }
            prop_assert!(made.iter().all(|made| (1..=run.scenario().retry.attempts).contains(made)));
        }
    }
}

/// Several servers with local states reach the same multiple of the bound of one.
#[test]
fn local_reaches_its_bound() {
    for servers in 1..=8u32 {
        let run = run(&format!(
            "limit=10/10s&traffic=400@9.999999999s; 400@10s&servers={servers} round_robin local&lanes=fixed_window, \
             sliding_window_log, token_bucket, leaky_bucket_meter, gcra"
        ));
        for lane in 0..run.lanes().len() {
            let policy = run.lanes()[lane].policy();
            let interval = if lane == 0 { 1 } else { 0 };
            let starts = Starts::new(&run, lane).expect("it is done");
            let most = most_in_any(starts.iter(), interval);
            assert_eq!(u128::from(most.cost), u128::from(servers) * policy.most_in(interval), "lane {lane}");
        }
        assert_eq!(admitted(&run)[1], 10 * servers);
    }
}
