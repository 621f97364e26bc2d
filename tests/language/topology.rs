//! Groups, servers and layers: reading, printing, and errors.

use ratelab_limiter::{Algorithm, Limiter, SECOND};
use ratelab_scenario::{
    language::{amend, parse, print},
    scenario::{
        Clients, Clock, Fallback, Group, Key, Lane, Name, Pattern, Routing, Scenario, Servers, Shape, Shares,
        Store, Tier, Write,
    },
};

use super::{MILLISECOND, USUAL, lane, means, rate};

fn name(word: &str) -> Name {
    Name::new(word).expect("a name")
}

fn burst(count: u32, by: Option<&str>) -> Pattern {
    Pattern { by: by.map(name), ..Pattern::new(Shape::Burst { count }) }
}

#[test]
fn groups_have_names_clients_and_tiers() {
    let group = |word, count, shares, limit, burst| Group {
        name: name(word),
        clients: Clients { count, shares },
        tier: Tier { limit, burst },
    };
    let groups = vec![
        group("mobile", 1000, Shares::Zipf { exponent: 110 }, Some(rate(10, 10 * SECOND)), Some(20)),
        group("cron", 1, Shares::Equal, Some(rate(100, 60 * SECOND)), None),
        group("pro", 5, Shares::Equal, None, None),
        group("limit", 1, Shares::Equal, None, Some(7)),
    ];
    means(
        "groups=Mobile 1000 zipf 1.10 burst 20 limit 10/10s,cron 1 limit 100/60s , PRO 5, limit burst 7,",
        &format!(
            "{USUAL}&groups=mobile 1000 zipf 1.1 limit 10/10s burst 20, cron limit 100/m, pro 5, limit burst 7"
        ),
        |it| it.groups = groups,
    );
}

#[test]
fn traffic_names_its_groups() {
    means("traffic=15@0s by Mobile; 3@0s", "v=1&traffic=15@0s by mobile; 3@0s", |it| {
        it.traffic = vec![burst(15, Some("mobile")), burst(3, None)];
    });
    means("traffic=5@0s by x cost 2 from 3s&groups=x", "v=1&traffic=5@3s cost 2 by x&groups=x", |it| {
        it.traffic = vec![Pattern { from: 3 * SECOND, cost: 2, ..burst(5, Some("x")) }];
        it.groups = vec![Group::new(name("x"))];
    });
    let named = parse("traffic=1@0s by b; 1@0s; 1@0s by a; 1@0s by b").expect("names").named_groups();
    assert_eq!(
        named,
        vec![Group::new(name("b")), Group::new(name("a"))],
        "each once, in order of appearance"
    );
    let described = parse("groups=a 3, b&traffic=1@0s by b").expect("groups");
    assert_eq!(described.named_groups(), described.groups);
}

#[test]
fn lanes_have_keys_stores_and_layers() {
    let window = lane(Algorithm::FixedWindow, &[("limit", 100u32.into()), ("window", SECOND.into())]);
    let members = vec![
        Lane { key: Key::Everybody, name: Some(name("cdn")), ..window },
        Lane { key: Key::Group, name: Some(name("gateway")), ..Lane::new(Algorithm::Gcra) },
        Lane::new(Algorithm::TokenBucket),
    ];
    let pair = vec![Lane { key: Key::Group, ..Lane::new(Algorithm::Gcra) }, Lane::new(Algorithm::Gcra)];
    let race = Store::Race { latency: 5 * MILLISECOND, write: Write::Set };
    let down = Store::Down { from: 5 * SECOND, to: 8 * SECOND, fallback: Fallback::Local };
    let lanes = vec![
        Lane { members, store: Some(Store::Local), ..Lane::new(Algorithm::Layers) },
        Lane { members: pair, store: Some(Store::Sync { every: 1 }), ..Lane::new(Algorithm::AllOf) },
        Lane { store: Some(race), key: Key::Group, ..lane(Algorithm::Gcra, &[("burst", 5u32.into())]) },
        Lane { store: Some(down), ..Lane::new(Algorithm::TokenBucket) },
        Lane { store: Some(Store::Shared), ..Lane::new(Algorithm::TokenBucket) },
    ];
    means(
        "lanes=layers(CDN: fixed_window key=everybody limit=100 window=1s then gateway:gcra key=group then \
         token_bucket key=client) state=local, all_of(gcra key=group+gcra) state=sync 1ns, \
         gcra state=race 5ms set key=group burst=5, token_bucket state=down 5s..8s local, \
         token_bucket state=shared",
        "v=1&lanes=layers(cdn: fixed_window limit=100 window=1s key=everybody then gateway: gcra key=group then \
         token_bucket) state=local, all_of(gcra key=group + gcra) state=sync 1ns, \
         gcra burst=5 key=group state=race 5ms set, token_bucket state=down 5s..8s local, \
         token_bucket state=shared&traffic=10@9.5s; 10@10.1s",
        |it| it.lanes = lanes,
    );
}

#[test]
fn servers_have_routes_stores_and_clocks() {
    let servers = |text: &str, canonical: &str, servers: Servers| {
        let canonical =
            if canonical.is_empty() { USUAL.into() } else { format!("{USUAL}&servers={canonical}") };
        means(&format!("servers={text}"), &canonical, |it| it.servers = servers);
    };
    servers("1", "", Servers::default());
    servers("1 shared round_robin", "", Servers::default());
    servers("3", "3 round_robin shared", Servers { count: 3, ..Servers::default() });
    let clocks = vec![
        Clock { server: 1, ahead: 600 * MILLISECOND as i64 },
        Clock { server: 2, ahead: -(SECOND as i64) },
    ];
    servers(
        "3 server 3 behind 1s local server 2 ahead 600ms sticky",
        "3 sticky local server 2 ahead 600ms server 3 behind 1s",
        Servers { count: 3, routing: Routing::Sticky, store: Store::Local, clocks },
    );
    let race = Store::Race { latency: 0, write: Write::Increment };
    servers(
        "64 race 0s increment random",
        "64 random race 0s increment",
        Servers { count: 64, routing: Routing::Random, store: race, clocks: Vec::new() },
    );
}

/// Lanes without their own limit use that of the tier; their own options are kept.
#[test]
fn tiers_have_policies() {
    let settings = |lane: &str, group: &str| {
        let scenario = parse(&format!("limit=10/10s&burst=15&lanes={lane}&groups=g {group}")).expect(lane);
        let policy = scenario.lanes[0].policy_of(&scenario, &scenario.groups[0].tier).expect("a policy");
        policy.settings().to_string()
    };
    let bucket = |capacity: u32, amount: u32, period: &str| {
        let rest = "initial={} refill=greedy created_at=0".replace("{}", &capacity.to_string());
        format!("token_bucket capacity={capacity} amount={amount} period={period}000000000 {rest}")
    };
    assert_eq!(settings("token_bucket", ""), bucket(15, 10, "10"));
    assert_eq!(settings("token_bucket", "limit 20/s"), bucket(20, 20, "1"));
    assert_eq!(settings("token_bucket", "burst 30"), bucket(30, 10, "10"));
    assert_eq!(settings("token_bucket", "burst 30 limit 20/s"), bucket(30, 20, "1"));
    assert_eq!(settings("token_bucket capacity=3", "burst 30 limit 20/s"), bucket(3, 20, "1"));
    assert_eq!(settings("token_bucket key=group", "burst 30"), bucket(30, 10, "10"));
    assert_eq!(settings("token_bucket key=everybody", "burst 30 limit 20/s"), bucket(15, 10, "10"));
    let layers = parse("lanes=layers(gcra key=everybody then gcra)&groups=g burst 3").expect("layers");
    let policy = layers.lanes[0].policy_of(&layers, &layers.groups[0].tier).expect("a policy");
    assert_eq!((policy.algorithm(), policy.limit()), (Algorithm::Layers, 3));
    let own = layers.lanes[0].policy(&layers).expect("a policy");
    assert_eq!(own.limit(), 10);
}

/// A group that the traffic names cannot be removed, and the mistake is where it is named.
#[test]
fn amended_groups_are_checked_against_the_traffic() {
    let scenario = parse("groups=mobile, cron&traffic=15@0s by mobile; 3@1s by cron").expect("two groups");
    let amended = amend(&scenario, "groups", "cron limit 5/s\nmobile 7").expect("both are defined");
    assert_eq!(print(&amended), "v=1&traffic=15@0s by mobile; 3@1s by cron&groups=cron limit 5/s, mobile 7");
    let error = amend(&scenario, "groups", "mobile").expect_err("cron is named");
    let text = "v=1&traffic=15@0s by mobile; 3@1s by cron";
    assert_eq!((error.code(), error.field, error.found.as_str()), ("unknown_word", Some("traffic"), "cron"));
    assert_eq!(text.get(error.position..error.position + error.length), Some("cron"), "{error}");
    assert_eq!(error.expected.to_string(), "one of the groups mobile");
    let none = amend(&scenario, "groups", "").expect("names are enough");
    assert_eq!(print(&none), text);
    let error = amend(&scenario, "traffic", "15@0s by mobil").expect_err("a typing error");
    assert_eq!(
        (error.position, error.expected.to_string().as_str()),
        (9, "one of the groups mobile or cron")
    );
    assert_eq!(error.fix.map(|fix| fix.text).as_deref(), Some("15@0s by mobile"));
    let servers = amend(&scenario, "servers", "3 local").expect("servers");
    assert_eq!(amend(&servers, "servers", ""), Ok(scenario));
}

#[test]
fn groups_and_clients_are_limited() {
    let many = |count: u8| {
        (0..count)
            .map(|number| {
                format!("g{}", char::from(b"abcdefghijklmnopqrstuvwxyz_"[usize::from(number) % 27]))
                    + &"_".repeat(number as usize / 27)
            })
            .collect::<Vec<_>>()
    };
    let text = |before: &str, between, count| before.to_owned() + &many(count).join(between);
    let groups = |count| text("groups=", ",", count);
    for (before, between) in [("groups=", ","), ("traffic=1@0s by ", "; 1@0s by ")] {
        assert!(parse(&text(before, between, 32)).is_ok());
        let error = parse(&text(before, between, 33)).expect_err("too many groups");
        assert_eq!(
            (error.code(), error.expected.to_string().as_str()),
            ("out_of_range", "at most 32 groups"),
            "{error}"
        );
        assert_eq!(error.found, "gf_");
    }
    let error = parse(&format!("{}&traffic=1@0s by other", groups(32))).expect_err("not defined");
    assert_eq!(error.expected.to_string(), "one of the groups ga, gb, gc, gd, ge, gf, gg, gh and 24 more");
    for text in [
        "groups=a 999999, b&traffic=1@0s by a",
        "clients=999998&groups=a, b",
        "clients=9999999&groups=a 1000000&traffic=1@0s by a",
    ] {
        let is_over = text.contains("9999999");
        assert_eq!(parse(text).is_err(), is_over, "{text}");
    }
    let widest = Scenario { servers: Servers { count: 64, ..Servers::default() }, ..Scenario::default() };
    assert_eq!(parse("servers=64"), Ok(widest));
}

/// Typed texts, and how they are printed.
const PLAIN: &[(&str, &str, &str)] = &[
    ("groups", "Mobile 1000 clients\ncron\n", "groups=mobile 1000, cron"),
    (
        "groups",
        "1000 mobile clients limited to 10 per 10 seconds; cron: 100/m",
        "groups=mobile 1000 limit 10/10s, cron limit 100/m",
    ),
    (
        "groups",
        "free 1k limit of 5 a second with bursts of 20 and pro limit 0.5/s",
        "groups=free 1000 limit 5/s burst 20, pro limit 1/2s",
    ),
    ("groups", "requests, min 5 zipf 1.1, of", "groups=requests, min 5 zipf 1.1, of"),
    (
        "traffic",
        "15 requests at 0s by the Mobile, then 5 per second for 9s by cron",
        "traffic=15@0s by mobile; 5/s for 9s by cron",
    ),
    ("traffic", "10 at 1s by minutes from 2s", "traffic=10@3s by minutes"),
    ("traffic", "10 at 1s by then\n5/s until 2s by every", "traffic=10@1s by then; 5/s for 2s by every"),
    (
        "lanes",
        "GCRA per group, token bucket by user, fixed window key=global",
        "lanes=gcra key=group, token_bucket, fixed_window key=everybody",
    ),
    ("lanes", "gcra key=IP store=own; gcra state=atomic", "lanes=gcra state=local, gcra state=shared"),
    (
        "lanes",
        "gcra state=down from 5s to 8s fail open, gcra state=sync every 1 second",
        "lanes=gcra state=down 5s..8s open, gcra state=sync 1s",
    ),
    (
        "lanes",
        "Layers (cdn: fixed window per everyone, own: gcra; token bucket) state=race 5 ms incr",
        "lanes=layers(cdn: fixed_window key=everybody then own: gcra then token_bucket) state=race 5ms increment",
    ),
    ("lanes", "layers(cdn: gcra -> gcra)", "lanes=layers(cdn: gcra then gcra)"),
    ("groups", "free tier: 5/s, pro tier: 50/s", "groups=free limit 5/s, pro limit 50/s"),
    ("servers", "3 servers", "servers=3 round_robin shared"),
    ("servers", "3, each with its own state", "servers=3 round_robin local"),
    ("servers", "3, shared, sticky", "servers=3 sticky shared"),
    ("servers", "Two servers, round-robin, independent", "servers=2 round_robin local"),
    (
        "servers",
        "3 round robin own state; server 2 is 600 ms ahead and server 3 is behind by 1 second",
        "servers=3 round_robin local server 2 ahead 600ms server 3 behind 1s",
    ),
    ("servers", "2 race 5 ms increment", "servers=2 round_robin race 5ms increment"),
    ("servers", "2\nsync every second", "servers=2 round_robin sync 1s"),
    (
        "servers",
        "2 servers, store down from 5s until 8s, fail closed",
        "servers=2 round_robin down 5s..8s closed",
    ),
];

/// Wrong texts, and the suggested fix.
const FIXED: &[(&str, &str, &str)] = &[
    ("traffic", "15@0s by mobil; 3@0s", "15@0s by mobile; 3@0s"),
    ("traffic", "15@0s from mobile", "15@0s by mobile"),
    ("traffic", "15@0s from crn", "15@0s by cron"),
    ("traffic", "15@0s cron", "15@0s by cron"),
    ("groups", "mobile limt 5/s, cron", "mobile limit 5/s, cron"),
    ("groups", "mobile limit 5, cron", "mobile limit 5/s, cron"),
    ("lanes", "gcra kee=group", "gcra key=group"),
    ("lanes", "gcra state=lokal", "gcra state=local"),
    ("lanes", "gcra state=race 5ms", "gcra state=race 5ms set"),
    ("lanes", "gcra state=down 5s 8s closed", "gcra state=down 5s..8s closed"),
    ("lanes", "layers(cdn gcra then token_bucket", "layers(cdn: gcra then token_bucket)"),
    ("lanes", "gcra local, gcra group", "gcra state=local, gcra key=group"),
    ("servers", "3 lokal", "3 round_robin local"),
    ("servers", "3 server 2 1s", "3 round_robin shared server 2 ahead 1s"),
];

/// A name may be any word: rewriting plain words elsewhere does not change it.
#[test]
fn names_are_kept_even_if_they_resemble_keywords() {
    let names =
        "lanes=layers(min: gcra then then: gcra key=group)&traffic=1@0s by requests&groups=requests, one";
    let scenario = parse(&format!("{names}&limit=5 per second")).expect("a limit in words");
    assert_eq!(scenario, parse(&format!("{names}&limit=5/s")).expect("the same"));
    let lanes = "layers(day: gcra then and: gcra per group)";
    let scenario = amend(&Scenario::default(), "lanes", lanes).expect("a key in words");
    assert!(print(&scenario).contains("lanes=layers(day: gcra then and: gcra key=group)"), "{scenario}");
}

#[test]
fn plain_words_are_read_or_fixed() {
    for (key, text, canonical) in PLAIN {
        let scenario =
            amend(&Scenario::default(), key, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(print(&scenario).split('&').any(|field| field == *canonical), "{text}: {scenario}");
    }
    let scenario = parse("groups=mobile, cron").expect("groups");
    for (key, text, fixed) in FIXED {
        let error = amend(&scenario, key, text).expect_err(text);
        assert_eq!(error.fix.as_ref().map(|fix| fix.text.as_str()), Some(*fixed), "{text}: {error}");
        assert!(amend(&scenario, key, fixed).is_ok(), "{fixed}");
    }
    for name in ["groups=", "groups=a, 7", "groups=a_name_that_is_much_too_long", "traffic=1@0s by"] {
        assert_eq!(parse(name).expect_err(name).fix, None, "a group cannot be guessed from {name}");
    }
}
