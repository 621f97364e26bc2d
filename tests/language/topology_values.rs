//! Arbitrary groups, servers, keys and stores.

use proptest::{collection::vec, option, prelude::*, sample::select};
use ratelab_scenario::scenario::{
    Clients, Clock, Fallback, Group, Key, MOST_SERVERS, Name, Routing, Servers, Shares, Store, Tier, Write,
};

use super::scenarios::{clients, rate, small, up_to};

/// A quarter of the limit for the sum of four times.
const FAR: u64 = 1 << 60;

/// Names that resemble words of the grammar, and others.
pub(crate) fn names() -> impl Strategy<Value = Name> {
    let words =
        select(vec!["mobile", "cron", "by", "limit", "burst", "then", "key", "gcra", "s", "zipf", "x"]);
    let any = "[a-zA-Z_]{1,20}";
    prop_oneof![words.prop_map(str::to_owned), any].prop_map(|word| Name::new(&word).expect("a name"))
}

fn tiers() -> impl Strategy<Value = Tier> {
    (option::of(rate()), option::of(small(1, u32::MAX))).prop_map(|(limit, burst)| Tier { limit, burst })
}

/// Groups within the limit on clients.
pub(crate) fn groups() -> impl Strategy<Value = Vec<Group>> {
    let alone = Just(Clients { count: 1, shares: Shares::Equal });
    let clients = prop_oneof![alone, clients(10_000)];
    let one =
        (names(), clients, tiers()).prop_map(|(name, clients, tier)| Group { name, clients, tier }).boxed();
    let number = prop_oneof![8 => 1..=4usize, 1 => Just(32)];
    let some = number.prop_flat_map(move |number| vec(one.clone(), number)).prop_map(|mut groups| {
        let all = groups.clone();
        let mut number = 0;
        groups.retain(|group| {
            number += 1;
            all[..number - 1].iter().all(|other| other.name != group.name)
        });
        groups
    });
    prop_oneof![Just(Vec::new()), some]
}

pub(crate) fn keys() -> impl Strategy<Value = Key> {
    select(vec![Key::Client, Key::Client, Key::Group, Key::Everybody])
}

pub(crate) fn stores() -> impl Strategy<Value = Store> {
    let write = select(vec![Write::Set, Write::Increment]);
    let fallback = select(vec![Fallback::Open, Fallback::Closed, Fallback::Local]);
    prop_oneof![
        Just(Store::Shared),
        Just(Store::Local),
        (up_to(0, FAR), write).prop_map(|(latency, write)| Store::Race { latency, write }),
        up_to(1, u64::MAX).prop_map(|every| Store::Sync { every }),
        (up_to(0, u64::MAX - 1), up_to(1, u64::MAX), fallback)
            .prop_map(|(from, to, fallback)| { Store::Down { from, to: to.max(from + 1), fallback } }),
    ]
}

pub(crate) fn servers() -> impl Strategy<Value = Servers> {
    let routing = select(vec![Routing::RoundRobin, Routing::Random, Routing::Sticky]);
    let clocks = vec((0..MOST_SERVERS, up_to(1, FAR), any::<bool>()), 0..5);
    let some = (1..=MOST_SERVERS, routing, stores(), clocks).prop_map(|(count, routing, store, clocks)| {
        let mut clocks: Vec<_> = clocks
            .into_iter()
            .filter(|(server, ..)| *server < count)
            .map(|(server, distance, is_behind)| {
                let distance = i64::try_from(distance).expect("within 63 bits");
                Clock { server, ahead: if is_behind { -distance } else { distance } }
            })
            .collect();
        clocks.sort_by_key(|clock| clock.server);
        clocks.dedup_by_key(|clock| clock.server);
        Servers { count, routing, store, clocks }
    });
    prop_oneof![Just(Servers::default()), some]
}
