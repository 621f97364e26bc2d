//! Plain words outside of the grammar: unambiguous texts are read, and wrong ones get a valid fix.

use proptest::{prelude::*, sample::Index};
use ratelab_scenario::language::{LanguageError, amend, parse, print};
use ratelab_scenario::scenario::Scenario;

use super::scenarios;

/// Typed texts, and the canonical text printed for each.
const PLAIN: &[(&str, &str)] = &[
    ("10 at 9.5s", "10@9.5s"),
    ("10 @ 9.5 s", "10@9.5s"),
    ("10 requests at 9.5 seconds", "10@9.5s"),
    ("10 at once at 9.5s", "10@9.5s"),
    ("10 requests, at 9.5s.", "10@9.5s"),
    ("Ten at 2 min", "10@2m"),
    ("10 after 5s", "10@5s"),
    ("10@.5s", "10@500ms"),
    ("10@1h30m", "10@90m"),
    ("10 at 1 min 30 s", "10@90s"),
    ("1,000@1s", "1000@1s"),
    ("1_000@1s", "1000@1s"),
    ("1k at 1s", "1000@1s"),
    ("1.5k@1s", "1500@1s"),
    ("1M at 1s", "1000000@1s"),
    ("10@5M", "10@5m"),
    ("3@1s cost 5,100@2s", "3@1s cost 5; 100@2s"),
    ("3@1s cost 1,000", "3@1s cost 1000"),
    ("5 per second for 30s", "5/s for 30s"),
    ("5 a second for a minute", "5/s for 1m"),
    ("5 req/s for 1 min", "5/s for 1m"),
    ("5/sec for 30 secs", "5/s for 30s"),
    ("100 rps for 10 seconds", "100/s for 10s"),
    ("100 RPM for 2 hours", "100/m for 2h"),
    ("1k rps for 1s", "1000/s for 1s"),
    ("5 requests per 10 seconds for 1 day", "5/10s for 1d"),
    ("0.5/s for 10s", "1/2s for 10s"),
    ("2.5 per 10s for 1m", "5/20s for 1m"),
    ("steady 5/s for 10s", "5/s for 10s"),
    ("5/s from 5s to 15s", "5/s for 10s from 5s"),
    ("5/s until 15s", "5/s for 15s"),
    ("5/s for 10s starting at 5s", "5/s for 10s from 5s"),
    ("every 100ms for 5s", "1/100ms for 5s"),
    ("one request every 100 millis for 5s", "1/100ms for 5s"),
    ("1k every 1s", "1000 every 1s"),
    ("15 EVERY 100MS", "15 every 100ms"),
    ("15 every 100µs", "15 every 100us"),
    ("burst of 10 every 5s x6", "burst 10 every 5s x6"),
    ("bursts of 10 every 5 seconds, 6 times", "burst 10 every 5s x6"),
    ("burst 10 every second ×6", "burst 10 every 1s x6"),
    ("burst 10 every 5s 6x", "burst 10 every 5s x6"),
    ("burst 10 every 5s for 30s", "burst 10 every 5s x6"),
    ("burst 10 every 5s for 31s", "burst 10 every 5s x7"),
    ("burst of 10 at 5s", "10@5s"),
    ("Poisson 20 per second for 30s", "poisson 20/s for 30s"),
    ("random 20 rps for 30s", "poisson 20/s for 30s"),
    ("ramp from 1/s to 50/s for 60s", "ramp 1/s..50/s for 1m"),
    ("ramp 1 to 50 per second for 60s", "ramp 1/s..50/s for 1m"),
    ("ramp 1/s - 50/s for 60s", "ramp 1/s..50/s for 1m"),
    ("on/off 10/s on for 2s off for 3s for 30s", "onoff 10/s on 2s off 3s for 30s"),
    ("at 1s, 1.5s and 2s", "at 1s 1.5s 2s"),
    ("10@9.5s, 10@10.1s", "10@9.5s; 10@10.1s"),
    ("10@9.5s\n10@10.1s\n", "10@9.5s; 10@10.1s"),
    ("10@9.5s;\r\n10@10.1s;", "10@9.5s; 10@10.1s"),
    (";; 10@9.5s ;; 10@10.1s", "10@9.5s; 10@10.1s"),
    ("10@9.5s & 10@10.1s", "10@9.5s; 10@10.1s"),
    ("10 at 9.5s then 10 at 10.1s", "10@9.5s; 10@10.1s"),
    ("5/s\nfor 30s", "5/s for 30s"),
    ("at 1s\n2s", "at 1s 2s"),
];

/// The same for other fields.
const FIELDS: &[(&str, &str, &str)] = &[
    ("limit", "100 per minute", "limit=100/m"),
    ("limit", "10 in 20 s", "limit=10/20s"),
    ("limit", "5 a second", "limit=5/s"),
    ("limit", "100 RPS", "limit=100/s"),
    ("limit", "1k / min", "limit=1000/m"),
    ("limit", "0.5/s", "limit=1/2s"),
    ("burst", "1,000", "burst=1000"),
    ("clients", "1k", "clients=1000"),
    ("retry", "after 1 second, 5 attempts", "retry=after 1s attempts 5"),
    ("retry", "at once", "retry=at_once attempts 3"),
    ("retry", "Immediately", "retry=at_once attempts 3"),
    ("retry", "Retry-After", "retry=told attempts 3"),
    ("retry", "exponential backoff 1s up to 30s with jitter", "retry=backoff 1s max 30s jitter attempts 3"),
    ("lanes", "Token bucket, GCRA burst=5", "lanes=token_bucket, gcra burst=5"),
    ("lanes", "fixed-window\nsliding window log", "lanes=fixed_window, sliding_window_log"),
    ("lanes", "all of (fixed window, gcra)", "lanes=all_of(fixed_window + gcra)"),
    ("show", "9s to 21s", "show=9s..21s"),
    ("start", "2 hours", "start=2h"),
];

/// Wrong texts, and the suggested fix.
const WRONG: &[(&str, &str)] = &[
    ("10@9.5", "10@9.5s"),
    ("10 at 9.5", "10@9.5s"),
    ("10@9.5; 10@10.1", "10@9.5s; 10@10.1s"),
    ("5/s", "5/s for 10s"),
    ("100 rps", "100/s for 10s"),
    ("5 per second", "5/s for 10s"),
    ("every 100ms", "1/100ms for 10s"),
    ("poisson 20", "poisson 20/s for 10s"),
    ("burst of 10", "10@0s"),
    ("burst 10 every 5s", "burst 10 every 5s x5"),
    ("10", "10@0s"),
    ("10 requests", "10@0s"),
    ("15 evry 100ms", "15 every 100ms"),
    ("15 every 100ms for 5s", "burst 15 every 100ms x50"),
    ("5 every second", "5 every 1s"),
    ("posson 20/s for 10s", "poisson 20/s for 10s"),
    ("10@9,5s", "10@9.5s"),
    ("-1@0s", "1@0s"),
    ("0@1s", "1@1s"),
    ("at", "at 1s"),
    ("pareto 5/s for 60s", "pareto 5/s shape 1.5 for 1m"),
    ("sine 1/s..20/s for 5m", "sine 1/s..20/s period 1m for 5m"),
    ("10@1s foo 5@2s", "10@1s; 5@2s"),
    (";", "5/s for 10s"),
];

/// Returns the fix of a mistake.
fn fix_of(error: &LanguageError) -> Option<&str> {
    error.fix.as_ref().map(|fix| fix.text.as_str())
}

fn typed(text: &str) -> Result<Scenario, LanguageError> {
    amend(&Scenario::default(), "traffic", text)
}

#[test]
fn plain_words_are_read_and_printed_in_canonical_form() {
    for (text, canonical) in PLAIN {
        let scenario = typed(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(print(&scenario), format!("v=1&traffic={canonical}"), "{text}");
        if !text.contains('&') {
            assert_eq!(parse(&format!("traffic={text}")), Ok(scenario), "{text} in a whole text");
        }
    }
    for (key, text, canonical) in FIELDS {
        let scenario =
            amend(&Scenario::default(), key, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(print(&scenario).contains(canonical), "{text}: {scenario}");
    }
    let whole = parse("Limit = 100 per minute\nTraffic = 10 at 9.5s\n10 at 10.1s\nseed = 4").expect("lines");
    assert_eq!(print(&whole), "v=1&limit=100/m&traffic=10@9.5s; 10@10.1s&seed=4");
}

/// Texts of the fuzz corpus that 0.1.0 could read, each with its meaning on the line below.
const MEANINGS: &str = include_str!("meanings.txt");

#[test]
fn old_texts_keep_their_meaning() {
    let lines: Vec<_> = MEANINGS.lines().collect();
    for pair in lines.chunks(2) {
        let text = pair[0].replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "\r");
        let read = parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(print(&read), pair[1].trim(), "{text}");
    }
    assert!(lines.len() >= 200, "enough old texts are tested");
}

#[test]
fn mistakes_have_fixes() {
    for (text, fix) in WRONG {
        let error = typed(text).expect_err(text);
        assert_eq!(fix_of(&error), Some(*fix), "{text}: {error}");
        assert!(typed(fix).is_ok(), "{fix}");
    }
    let error = amend(&Scenario::default(), "limit", "10").expect_err("no period");
    assert_eq!(fix_of(&error), Some("10/s"));
    let error = amend(&Scenario::default(), "retry", "backof 1s").expect_err("a typing error");
    assert_eq!(fix_of(&error), Some("backoff 1s max 30s attempts 3"));
    let error = amend(&Scenario::default(), "retry", "after -1s").expect_err("a negative time");
    assert_eq!((error.position, error.found.as_str()), (6, "-"));
    let error = amend(&Scenario::default(), "lanes", "fixed_windw").expect_err("a typing error");
    assert_eq!(fix_of(&error), Some("fixed_window"));
}

/// An ambiguous text is refused rather than guessed.
#[test]
fn ambiguous_texts_are_refused() {
    for text in [
        "5 every second",
        "15 every 100ms for 5s",
        "10 in 5s",
        "10 clients at 5s",
        "5/s for 1m, 30s",
        "10 over 5s",
        "5m every 1s",
        "leaky 5/s for 1s",
    ] {
        let error = typed(text).expect_err(text);
        assert!(error.position + error.length <= text.len(), "{text}: {error}");
    }
    // Two lanes, or one that needs both?
    assert!(amend(&Scenario::default(), "lanes", "fixed_window + gcra").is_err());
}

#[test]
fn mistakes_in_plain_words_point_at_the_typed_text() {
    for (text, position, length, found) in [
        ("10 requests at 9.5", 18, 0, ""),
        ("10 at 9.5s, 5 per fortnight for 1s", 18, 9, "fortnight"),
        ("10 at 9.5s\n1k evry 1s", 14, 4, "evry"),
        ("1,000 at 99999999999 seconds", 9, 19, "99999999999 seconds"),
    ] {
        let error = typed(text).expect_err(text);
        assert_eq!(
            (error.position, error.length, error.found.as_str()),
            (position, length, found),
            "{text}: {error}"
        );
        assert_eq!(error.field, Some("traffic"));
    }
}

/// Asserts that a fix is for the wrong field, and that the scenario with it is valid.
fn is_fixed(text: &str) -> Result<(), TestCaseError> {
    let Err(error) = amend(&Scenario::default(), "traffic", text) else { return Ok(()) };
    if let Some(fix) = fix_of(&error) {
        let fixed = amend(&Scenario::default(), "traffic", fix);
        prop_assert!(fixed.is_ok(), "{} for {}", fix, text);
        prop_assert_eq!(print(&fixed.unwrap()), format!("v=1&traffic={fix}"), "{} is not canonical", fix);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(ratelab_tests::draws(300))
    })]

    #[test]
    fn every_fix_can_be_read(scenario in scenarios::scenarios(), cut in any::<Index>(), slip in "[ a-z@/;,0-9]{0,3}") {
        let text = print(&Scenario { traffic: scenario.traffic, ..Scenario::default() });
        let traffic = text.strip_prefix("v=1&traffic=").expect("the traffic is always printed");
        let start = cut.index(traffic.len() + 1);
        let end = (start + slip.len() / 2).min(traffic.len());
        is_fixed(&format!("{}{slip}{}", &traffic[..start], &traffic[end..]))?;
        is_fixed(&traffic[..start])?;
    }

    #[test]
    fn words_in_any_order_are_read_or_refused(
        words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..12)
    ) {
        let text = words.join(" ");
        is_fixed(&text)?;
        if let Ok(scenario) = typed(&text) {
            prop_assert_eq!(parse(&print(&scenario)), Ok(scenario));
        }
    }
}

/// Words of the grammar and others.
const WORDS: &[&str] = &[
    "10", "1", "0.5", "1,000", "9.5s", "2 min", "1k", "M", "at", "@", "every", "second", "per", "/", "a",
    "rps", "for", "from", "to", "until", "burst", "of", "x6", "6 times", "poisson", "ramp", "..", "1/s",
    "and", "then", ",", ";", "\n", "cost", "5", "on", "off", "onoff", "sine", "period", "pareto", "shape",
    "1.5", "requests", "once", "each", "-", ".",
];
