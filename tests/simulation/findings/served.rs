//! The lessons about servers, layers, and groups, counted again.

use ratelab_limiter::SECOND as SECONDS;
use ratelab_report::words::count;
use ratelab_simulation::run::{Kind, Simulation};

use super::{
    lessons::{assert_numbers, time},
    walk::Walked,
};
use crate::simulation::{built_in, run};

fn walked(run: &Simulation) -> Vec<Walked<'_>> {
    (0..run.lanes().len()).map(|lane| Walked::new(run, lane)).collect()
}

fn admitted(run: &Simulation) -> Vec<u64> {
    walked(run).iter().map(Walked::admitted).collect()
}

/// The intended result of other lanes is that of the first of these, which has a shared state.
#[test]
fn the_intended_number_is_that_of_one_state() {
    for name in ["two-servers", "the-101st-request", "sync-lag", "store-down"] {
        let run = built_in(name);
        let lanes = walked(&run);
        assert!(lanes[0].is_central() && !lanes[1].is_central());
        assert_eq!(lanes[1].meant(), lanes[0].admitted(), "{name}");
    }
}

#[test]
fn servers_are_counted_again() {
    let run = built_in("two-servers");
    assert_eq!(admitted(&run), [20, 40, 29, 58], "the contract");
    assert_numbers("two-servers", &[40, 20, 58, 29].map(count));
    let run = built_in("the-101st-request");
    assert_eq!(admitted(&run), [100, 101, 101], "the contract");
    let racing = &walked(&run)[1];
    let at_once: Vec<_> = racing.steps.iter().filter(|step| step.time == 30 * SECONDS).collect();
    assert!(
        at_once.len() == 2 && at_once.iter().all(|step| step.kind == Kind::Allowed),
        "two, and both got in"
    );
    let before =
        racing.steps.iter().filter(|step| step.time < 30 * SECONDS && step.started.is_some()).count();
    let expected = [5, 101, 100, 30, before as u64, 101].map(count);
    assert_numbers("the-101st-request", &expected);
    let run = built_in("sync-lag");
    let all = admitted(&run);
    assert_eq!(all, [20, 24, 40, 40], "the contract");
    assert_numbers("sync-lag", &[all[1], 5, all[2], all[0], 5, all[3]].map(count));
}

#[test]
fn clocks_and_outages_are_counted_again() {
    let clock = built_in("clock-ahead");
    let lane = &walked(&clock)[0];
    let right = run(&clock.scenario().to_string().replace(" server 2 ahead 600ms", ""));
    let of_server = |server: usize| {
        let own = lane.steps.iter().enumerate().filter(|(index, _)| index % 2 == server);
        count(own.filter(|(_, step)| step.started.is_some()).count() as u64)
    };
    assert_eq!((lane.admitted(), admitted(&right)[0]), (30, 40), "the contract");
    let ahead = 6 * SECONDS / 10;
    let edge = 10 * SECONDS - ahead;
    assert!(lane.steps.iter().all(|step| step.time > edge), "before both bursts");
    let [first, second] = [0, 1].map(of_server);
    let shared = &walked(&clock)[1];
    assert!(
        shared.steps.iter().all(|step| step.started.is_none_or(|at| at == 95 * SECONDS / 10)),
        "none later"
    );
    let at_once = [count(shared.admitted()), time(95 * SECONDS / 10)];
    let numbers = [time(ahead), count(30), count(40), "2".into(), time(edge), second, "1".into(), first];
    let numbers = [&numbers[..], &at_once].concat();
    assert_numbers("clock-ahead", &numbers);
    let run = built_in("store-down");
    let all = admitted(&run);
    let lanes = walked(&run);
    let is_down = |time: u64| (9 * SECONDS..13 * SECONDS).contains(&time);
    let came = |lane: &Walked<'_>, kind| {
        lane.steps.iter().filter(|step| is_down(step.time) && step.kind == kind).count()
    };
    let open = came(&lanes[1], Kind::Allowed) as u64;
    assert_eq!((came(&lanes[1], Kind::Denied), came(&lanes[2], Kind::Allowed)), (0, 0), "all, and none");
    assert_numbers("store-down", &[9, 13, all[1], all[0], open, all[2], all[3]].map(count));
    assert!(
        all[2] < all[0] && all[0] < all[3] && all[3] < all[1],
        "failing closed costs, failing open costs more"
    );
}

#[test]
fn layers_are_counted_again() {
    let run = built_in("four-layers");
    let lanes = walked(&run);
    let refused = lanes[0].refused_by_layer();
    let [cdn, gateway, application, database] = refused[..] else { panic!("four layers") };
    assert_eq!(cdn, 0);
    let all = lanes[0].steps.len() as u64;
    let inner = [gateway + application + database, application + database, database];
    let expected =
        [&[gateway, all, application, database][..], &inner, &[lanes[1].admitted(), lanes[0].admitted()]];
    assert_numbers("four-layers", &expected.concat().into_iter().map(count).collect::<Vec<_>>());
    assert!(lanes[1].admitted() > lanes[0].admitted(), "what was charged in vain was missing later");
}

#[test]
fn groups_are_counted_again() {
    let run = built_in("free-and-pro");
    let [(free, all), (pro, others)] = walked(&run)[0].denied_by_group()[..] else { panic!("two groups") };
    assert_eq!((all, pro), (others, 0));
    assert_numbers("free-and-pro", &[all, free, 10, 1, 50, 5].map(count));
    let run = built_in("app-and-cron");
    let by_group: Vec<_> = walked(&run).iter().map(Walked::denied_by_group).collect();
    let [together, apart] = [&by_group[2], &by_group[3]];
    assert_eq!((apart[0].0, by_group[0][0].0), (0, 0), "the app is spared");
    let expected = [together[0].0, together[0].1, apart[1].0, apart[1].1].map(count);
    assert_numbers("app-and-cron", &expected);
}
