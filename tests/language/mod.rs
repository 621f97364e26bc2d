//! The scenario language: what it reads, what it prints, and its errors.

mod needs;
mod plain;
mod scenarios;
mod strokes;
mod topology;
mod topology_values;
mod understood;

use proptest::{collection::vec, prelude::*, sample::Index};
use ratelab_limiter::{Algorithm, SECOND, Value};
use ratelab_scenario::{
    language::{MOST_TEXT, amend, from_link, parse, print, to_link},
    scenario::{Clients, Lane, Pattern, Rate, Retry, RetryAfter, Scenario, Shape, Shares},
};

const MILLISECOND: u64 = 1_000_000;
const DAY: u64 = 86_400 * SECOND;

/// Returns the default scenario with a change.
fn with(change: impl FnOnce(&mut Scenario)) -> Scenario {
    let mut scenario = Scenario::default();
    change(&mut scenario);
    scenario
}

fn rate(amount: u32, period: u64) -> Rate {
    Rate { amount, period }
}

fn lane(algorithm: Algorithm, options: &[(&'static str, Value)]) -> Lane {
    Lane { options: options.to_vec(), ..Lane::new(algorithm) }
}

/// Asserts that a text, and the canonical text printed for it, have this meaning.
#[track_caller]
fn means(text: &str, canonical: &str, change: impl FnOnce(&mut Scenario)) {
    let expected = with(change);
    assert_eq!(parse(text).as_ref(), Ok(&expected), "{text}");
    assert_eq!(parse(canonical).as_ref(), Ok(&expected), "{canonical}");
    assert_eq!(print(&expected), canonical);
}

/// As [`means`], for a pattern.
#[track_caller]
fn pattern(text: &str, canonical: &str, shape: Shape, from: u64, cost: u32) {
    let traffic = vec![Pattern { from, cost, ..Pattern::new(shape) }];
    means(&format!("traffic={text}"), &format!("v=1&traffic={canonical}"), |it| it.traffic = traffic);
}

const USUAL: &str = "v=1&traffic=10@9.5s; 10@10.1s";

#[test]
fn missing_fields_have_default_values() {
    for text in
        ["", "v=1", " & \r\n\n&\t", "limit=10/10s & clients=1 & seed=1 & start=0s & retry=never", USUAL]
    {
        means(text, USUAL, |_| {});
    }
    let lanes = Algorithm::ALL.map(Algorithm::name).join(",");
    means(&format!("lanes={lanes},"), USUAL, |_| {});
    assert_eq!("seed = 5".parse(), Ok(with(|it| it.seed = 5)));
    assert_eq!(Scenario::default().to_string(), USUAL);
}

#[test]
fn fields_have_their_values() {
    let usual = |fields: &str| format!("v=1&{fields}&traffic=10@9.5s; 10@10.1s");
    let before = |text: &str, canonical: &str, amount, period| {
        means(text, &usual(canonical), |it| it.limit = rate(amount, period));
    };
    before("limit=5/s", "limit=5/s", 5, SECOND);
    before("limit = 100 / 1m", "limit=100/m", 100, 60 * SECOND);
    before("limit=1000/60m", "limit=1000/h", 1000, 3600 * SECOND);
    before("limit=3/90m", "limit=3/90m", 3, 5400 * SECOND);
    before("limit=4294967295/1.5us", "limit=4294967295/1.5us", u32::MAX, 1500);
    means("burst=20", &usual("burst=20"), |it| it.burst = Some(20));

    let after = |text: &str, canonical: &str, change: &dyn Fn(&mut Scenario)| {
        means(text, &format!("{USUAL}&{canonical}"), change);
    };
    let clients = |count, shares| Clients { count, shares };
    after("clients=1000", "clients=1000", &|it| it.clients = clients(1000, Shares::Equal));
    let zipf = Shares::Zipf { exponent: 110 };
    after("clients=1000 zipf 1.10", "clients=1000 zipf 1.1", &|it| it.clients = clients(1000, zipf));
    let retry = |after, attempts| move |it: &mut Scenario| it.retry = Retry { after, attempts };
    after("retry=at_once", "retry=at_once attempts 3", &retry(RetryAfter::AtOnce, 3));
    after("retry=told attempts 100", "retry=told attempts 100", &retry(RetryAfter::ServerHint, 100));
    after("retry=after 1s attempts 5", "retry=after 1s attempts 5", &retry(RetryAfter::Fixed(SECOND), 5));
    let backoff = |first, longest, jitter| RetryAfter::Backoff { first, longest, jitter };
    let canonical = "retry=backoff 1s max 8s jitter attempts 6";
    after(
        "retry=backoff 1s attempts 6 jitter max 8s",
        canonical,
        &retry(backoff(SECOND, 8 * SECOND, true), 6),
    );
    let usual_longest = backoff(SECOND, 30 * SECOND, false);
    after("retry=backoff 1s", "retry=backoff 1s max 30s attempts 3", &retry(usual_longest, 3));
    let long = backoff(DAY, DAY, false);
    after("retry=backoff 24h", "retry=backoff 1d max 1d attempts 3", &retry(long, 3));
    after("seed=18446744073709551615", "seed=18446744073709551615", &|it| it.seed = u64::MAX);
    after("start=1000000s", "start=1000000s", &|it| it.start = 1_000_000 * SECOND);
    after("show=9s..21s", "show=9s..21s", &|it| it.show = Some((9 * SECOND, 21 * SECOND)));
    after("show = 0s .. 0.5ms", "show=0s..500us", &|it| it.show = Some((0, 500_000)));
}

#[test]
fn lanes_have_their_options_in_the_order_of_the_table() {
    let bucket =
        [("capacity", 20u32.into()), ("initial", 0u32.into()), ("created_at", Value::from(90 * SECOND))];
    let members = vec![
        lane(Algorithm::FixedWindow, &[("limit", 2u32.into()), ("window", SECOND.into())]),
        lane(Algorithm::Gcra, &[("burst", 5u32.into())]),
    ];
    let lanes = vec![
        lane(Algorithm::SlidingWindowCounter, &[("rounding", "exact".into())]),
        lane(Algorithm::TokenBucket, &bucket),
        Lane { members, ..Lane::new(Algorithm::AllOf) },
    ];
    means(
        "lanes=sliding_window_counter rounding = exact,token_bucket created_at=1.5m initial=0 capacity=20,\
         all_of(fixed_window window=1000ms limit=2+gcra burst=5)",
        "v=1&lanes=sliding_window_counter rounding=exact, token_bucket capacity=20 initial=0 created_at=90s, \
         all_of(fixed_window limit=2 window=1s + gcra burst=5)&traffic=10@9.5s; 10@10.1s",
        |it| it.lanes = lanes,
    );
}

#[test]
fn patterns_have_their_shapes() {
    let (one, five, ten, twenty) = (rate(1, SECOND), rate(5, SECOND), rate(10, SECOND), rate(20, SECOND));
    let minute = 60 * SECOND;
    pattern("10@9.5s", "10@9.5s", Shape::Burst { count: 10 }, 9_500 * MILLISECOND, 1);
    pattern("10 @ 1s cost 0 from 2s", "10@3s cost 0", Shape::Burst { count: 10 }, 3 * SECOND, 0);
    let every = Shape::Every { count: 15, delay: 100 * MILLISECOND };
    pattern("15 every 0.1s;", "15 every 100ms", every.clone(), 0, 1);
    pattern("15 every 100ms cost 5 from 5s", "15 every 100ms from 5s cost 5", every, 5 * SECOND, 5);
    let bursts = Shape::Bursts { count: 10, every: 5 * SECOND, times: 6 };
    pattern("burst 10 every 5s x6", "burst 10 every 5s x6", bursts, 0, 1);
    let at = Shape::At { times: vec![0, 1500 * MILLISECOND, SECOND] };
    pattern("at 0s 1.5s 1s from 1d", "at 0s 1.5s 1s from 1d", at, DAY, 1);
    let half_minute = 30 * SECOND;
    pattern("5/s for 30s", "5/s for 30s", Shape::Constant { rate: five, duration: half_minute }, 0, 1);
    let poisson = Shape::Poisson { rate: twenty, duration: half_minute };
    pattern("poisson 20/s for 30s", "poisson 20/s for 30s", poisson, 0, 1);
    let ramp = Shape::Ramp { low: ten, high: rate(0, DAY), duration: minute };
    pattern("ramp 10/s..0/d for 60s", "ramp 10/s..0/d for 1m", ramp, 0, 1);
    let ramp = Shape::Ramp { low: one, high: rate(50, SECOND), duration: minute };
    pattern("ramp 1/s..50/s for 60s", "ramp 1/s..50/s for 1m", ramp, 0, 1);
    let onoff = Shape::OnOff { rate: ten, on: 2 * SECOND, off: 3 * SECOND, duration: half_minute };
    pattern("onoff 10/s on 2s off 3s for 30s", "onoff 10/s on 2s off 3s for 30s", onoff, 0, 1);
    let sine = Shape::Sine { low: one, high: twenty, period: DAY, duration: 2 * DAY };
    pattern("sine 1/s..20/s period 1d for 2d", "sine 1/s..20/s period 1d for 2d", sine, 0, 1);
    let pareto = Shape::Pareto { rate: five, shape: 150, duration: minute };
    pattern("pareto 5/s shape 1.5 for 60s", "pareto 5/s shape 1.5 for 1m", pareto, 0, 1);
}

#[test]
fn times_are_exact_and_have_one_text() {
    let texts = [
        ("0ns", "0s", 0),
        ("0.001us", "1ns", 1),
        ("1.000001ms", "1.000001ms", 1_000_001),
        ("9.500s", "9.5s", 9_500_000_000),
        ("0.0000152587890625d", "1.318359375s", 1_318_359_375),
        ("90m", "90m", 5_400 * SECOND),
        ("48h", "2d", 2 * DAY),
        ("61s", "61s", 61 * SECOND),
        ("018446744073.709551615000s", "18446744073.709551615s", u64::MAX),
    ];
    for (text, canonical, time) in texts {
        pattern(&format!("1@{text}"), &format!("1@{canonical}"), Shape::Burst { count: 1 }, time, 1);
    }
}

/// The maximum number of requests, and one more; and the last instant of the clock.
#[test]
fn bounds_are_as_documented() {
    let most = [
        "10000000@1s",
        "burst 1000 every 1ns x10000",
        "1000/ms for 10s",
        "sine 1/s..3/s period 8s for 5000000s",
    ];
    for text in most.map(|traffic| format!("traffic={traffic}")) {
        assert!(parse(&text).is_ok(), "{text}");
        let error = parse(&format!("{text}; 2@1s")).expect_err(&text);
        assert_eq!(error.code(), "too_many_requests", "{text}: {error}");
    }
    let last = "start=18446744072.709551615s & traffic=2 every 1s";
    assert!(parse(last).is_ok());
    assert!(parse(&last.replace("1s", "1.000000001s")).is_err());
    let longest = format!("seed=7{}", " ".repeat(MOST_TEXT - 6));
    assert!(parse(&longest).is_ok());
    let error = parse(&format!("{longest} ")).expect_err("too long");
    assert_eq!((error.code(), error.position), ("too_long", MOST_TEXT));
}

/// Wrong texts, each with its message on the line below.
const WRONG: &str = include_str!("wrong.txt");

#[test]
fn wrong_texts_have_positions_and_messages() {
    let lines: Vec<_> = WRONG.lines().collect();
    for pair in lines.chunks(2) {
        let error = parse(pair[0]).expect_err(pair[0]);
        assert_eq!(error.to_string(), pair[1].trim(), "{}", pair[0]);
    }
    assert!(lines.len() >= 80, "enough wrong texts are tested");
}

#[test]
fn mistakes_are_found_on_later_lines_and_beyond_ascii() {
    let error = parse("v=1\nlimit=5/s\n\n traffic = 15 every").expect_err("no time");
    assert_eq!((error.line, error.column, error.position, error.length), (4, 20, 34, 0));
    assert!(error.to_string().starts_with("at line 4, character 20, in traffic: add a time"));
    let error = parse("limit=10/10s&traffic=10@9.5s\u{2013}").expect_err("a dash");
    assert_eq!((error.code(), error.position, error.found.as_str()), ("not_ascii", 28, "\u{2013}"));
}

#[test]
fn links_escape_reserved_characters() {
    let text = "lanes=all_of(gcra + gcra)&traffic=10@9.5s; 5/s for 1s\n%~\u{e9}";
    let link = "lanes=all_of(gcra+%2B+gcra)&traffic=10@9.5s;+5/s+for+1s%0A%25~%C3%A9";
    assert_eq!(to_link(text), link);
    assert_eq!(from_link(link).as_deref(), Ok(text));
    assert_eq!(from_link("a%20b%2bc\u{e9}").as_deref(), Ok("a b+c\u{e9}"));
    for (link, position, found) in [
        ("ab%", 2, "%"),
        ("%4", 0, "%4"),
        ("a+%zz1", 2, "%zz"),
        ("%\u{e9}ab", 0, "%\u{e9}a"),
        ("a%FFb", 1, "%FF"),
    ] {
        let error = from_link(link).expect_err(link);
        assert_eq!((error.code(), error.position, error.found.as_str()), ("bad_escape", position, found));
    }
}

/// Asserts that a text either has a meaning and one canonical text, or has a mistake within it.
fn is_read_or_refused(text: &str) -> Result<(), TestCaseError> {
    match parse(text) {
        Ok(scenario) => prop_assert_eq!(parse(&print(&scenario)), Ok(scenario)),
        Err(error) => {
            prop_assert!(text.get(error.position..error.position + error.length).is_some(), "{}", error);
            prop_assert!(!error.expected.to_string().is_empty() && !error.example.is_empty(), "{}", error);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(ratelab_tests::draws(1000))
    })]

    #[test]
    fn printed_scenarios_are_read_back(scenario in scenarios::scenarios()) {
        let text = print(&scenario);
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b" =&;,@/.():+_".contains(&byte)));
        prop_assert_eq!(parse(&text), Ok(scenario), "{}", text);
        prop_assert_eq!(from_link(&to_link(&text)), Ok(text));
    }

    /// Amending every field of a text to its own value reproduces the scenario.
    #[test]
    fn fields_amended_one_by_one_give_the_scenario(scenario in scenarios::scenarios()) {
        for field in print(&scenario).split('&').skip(1) {
            let (key, value) = field.split_once('=').expect("a field");
            let amended = amend(&scenario, key, value);
            prop_assert_eq!(amended.as_ref(), Ok(&scenario), "{}", field);
            if key == "servers" {
                let capitals = amend(&scenario, key, &value.replace('_', " ").to_ascii_uppercase());
                prop_assert_eq!(capitals.as_ref(), Ok(&scenario), "{}", field);
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(
        text in any::<String>(),
        key in prop::sample::select(vec!["", "lanes=", "traffic=", "groups=", "servers=", "retry="])
    ) {
        is_read_or_refused(&format!("{key}{text}"))?;
        prop_assert_eq!(from_link(&to_link(&text)), Ok(text.clone()));
        let position = from_link(&text).map_or_else(|error| error.position + error.length, |_| 0);
        prop_assert!(text.is_char_boundary(position));
    }

    #[test]
    fn any_number_is_read_or_refused(pattern in scenarios::extremes()) {
        is_read_or_refused(&format!("traffic={pattern}"))?;
    }
}

proptest! {
    // Repairs read the text again after every edit, so there are fewer cases.
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(ratelab_tests::draws(400))
    })]

    #[test]
    fn any_typing_error_is_read_or_refused(
        scenario in scenarios::scenarios(),
        slips in vec((any::<Index>(), 0..2usize, "[-=&;,@/.():+_ \n0159xsmdé]{0,2}"), 1..4),
    ) {
        let mut text = print(&scenario);
        for (index, removed, inserted) in slips {
            let start = text.floor_char_boundary(index.index(text.len() + 1));
            let end = text.ceil_char_boundary((start + removed).min(text.len()));
            text.replace_range(start..end, &inserted);
        }
        is_read_or_refused(&text)?;
    }
}
