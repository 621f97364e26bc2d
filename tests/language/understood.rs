//! The description of a script in words matches its traffic, and suggestions are valid.

use proptest::prelude::*;
use ratelab_report::understood::{Facts, understood};
use ratelab_scenario::{
    language::{parse, print, shapes::SHAPES, suggest::suggest},
    scenario::{Pattern, Scenario, Shape},
    scenarios::BUILT_IN,
    traffic::{arrivals, expected},
};

use super::scenarios;

fn described(traffic: &str) -> String {
    let scenario = parse(&format!("traffic={traffic}")).expect(traffic);
    understood(&scenario, Facts::from_arrivals(&arrivals(&scenario)))
}

#[test]
fn scripts_are_described_in_words() {
    for (traffic, words) in [
        ("10@9.5s; 10@10.1s", "20 requests from 9.5 s to 10.1 s: 10 at once, and 0.6 s later 10 more."),
        ("300 every 60s", "300 requests from 0 s to 4 h 59 min, 60 s apart."),
        ("1 every 5s", "1 request, at 0 s."),
        ("10@9.5s", "10 requests at once, at 9.5 s."),
        ("15 every 100ms", "15 requests from 0 s to 1.4 s, 0.1 s apart."),
        ("burst 300 every 60s x5", "1,500 requests from 0 s to 4 min: 300 at once, every 60 s, 5 times."),
        ("at 1s 1.5s 2s", "3 requests from 1 s to 2 s: 3 at the times listed."),
        ("5/s for 30s", "150 requests from 0 s to 29.8 s: 5 a second, evenly, for 30 s."),
        (
            "100/h for 2h cost 3",
            "200 requests from 0 s to 1 h 59 min 24 s: 100 an hour, evenly, for 2 h, at a cost of 3 each.",
        ),
        (
            "ramp 1/s..50/s for 60s",
            "1,530 requests from 0 s to 59.98 s: from 1 a second to 50 a second, over 60 s.",
        ),
        ("poisson 1/d for 1ns", "No requests arrive."),
        (
            "5@1s; 10@1s; 3@2s",
            "18 requests from 1 s to 2 s, at most 15 at once: 5 at once at 1 s; 10 at once at 1 s; 3 at once at 2 s.",
        ),
        ("1@1s; 1@2s; 1@3s; 1@4s; 2 every 1us", "6 requests from 0 s to 4 s, in 5 parts."),
        (
            "15@0s by mobile; burst 300 every 60s x5 by cron",
            "1,515 requests from 0 s to 4 min, at most 315 at once: 15 at once at 0 s, by mobile; \
             300 at once, every 60 s, 5 times, by cron.",
        ),
        ("15@0s by mobile", "15 requests at once by mobile, at 0 s."),
        (
            "3@0s by mobile; 2@1s by mobile",
            "5 requests by mobile from 0 s to 1 s: 3 at once, and 1 s later 2 more.",
        ),
        ("2@0s by mobile; 3@0s by cron", "5 requests at once, at 0 s, by mobile and cron."),
        ("2@0s by mobile; 3@0s", "5 requests at once, at 0 s, by mobile and others."),
        (
            "1@1s; 1@2s by a; 1@3s by b; 1@4s by a; 1@5s",
            "5 requests from 1 s to 5 s, in 5 parts, by a, b and others.",
        ),
    ] {
        assert_eq!(described(traffic), words, "{traffic}");
    }
}

#[test]
fn unlikely_scripts_have_a_likelier_suggestion() {
    for (traffic, likelier) in [
        ("300 every 60s", Some("burst 300 every 1m x5")),
        ("1 every 5s", Some("1/5s for 50s")),
        ("burst 10 every 5s x1", Some("burst 10 every 5s x5")),
        ("1/m for 30s", Some("1/m for 10m")),
        ("10@1s; 300 every 60s from 5s cost 2", Some("10@1s; burst 300 every 1m x5 from 5s cost 2")),
        ("15 every 100ms", None),
        ("120 every 1s", None),
        ("5 every 60s", None),
        ("300 every 60s by cron", Some("burst 300 every 1m x5 by cron")),
        ("5/s for 30s", None),
    ] {
        let scenario = parse(&format!("traffic={traffic}")).expect(traffic);
        assert_eq!(suggest(&scenario).map(|it| it.text).as_deref(), likelier, "{traffic}");
    }
    for built_in in BUILT_IN {
        assert_eq!(suggest(&parse(built_in.text).expect("built in")), None, "{}", built_in.name);
    }
}

/// The help lists every shape of the language, with a valid example.
#[test]
fn help_has_every_shape() {
    let kind = |shape: &Shape| match shape {
        Shape::Burst { .. } => 0,
        Shape::Every { .. } => 1,
        Shape::Bursts { .. } => 2,
        Shape::At { .. } => 3,
        Shape::Constant { .. } => 4,
        Shape::Poisson { .. } => 5,
        Shape::Ramp { .. } => 6,
        Shape::OnOff { .. } => 7,
        Shape::Sine { .. } => 8,
        Shape::Pareto { .. } => 9,
    };
    let mut kinds = Vec::new();
    for help in SHAPES {
        let scenario = parse(&format!("traffic={}", help.example)).expect(help.example);
        assert_eq!(suggest(&scenario), None, "{}", help.example);
        kinds.extend(scenario.traffic.iter().map(|pattern| kind(&pattern.shape)));
    }
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds, (0..10).collect::<Vec<_>>());
}

/// Parses a time in words as nanoseconds.
fn nanoseconds(words: &str) -> u64 {
    let part = |pair: &[&str]| {
        let unit: u64 = match pair[1] {
            "ns" => 1,
            "µs" => 1_000,
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            "min" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            "day" | "days" => 86_400_000_000_000,
            other => panic!("{other} is not a unit"),
        };
        let (whole, part) = pair[0].split_once('.').unwrap_or((pair[0], "0"));
        let number = |digits: &str| digits.replace(',', "").parse::<u64>().expect("digits");
        number(whole) * unit + number(part) * unit / 10u64.pow(part.len() as u32)
    };
    words.split(' ').collect::<Vec<_>>().chunks(2).map(part).sum()
}

/// Returns whether two times are equal to three decimals of their unit.
fn is_close(stated: u64, time: u64) -> bool {
    let thousandth = match time {
        0..1_000_000 => 1,
        1_000_000..100_000_000 => 1_000,
        _ => 1_000_000,
    };
    stated.abs_diff(time) <= thousandth / 2
}

/// Returns how many requests a sentence states, and the times of the first and the last.
fn claims(words: &str) -> (usize, (u64, u64)) {
    let (requests, rest) = words.split_once(" request").expect("how many");
    // A thousands separator has no space after it.
    let ended = rest.trim_end_matches('.').replace(", ", "; ");
    let clause = |after: &str| {
        ended.split_once(after).map(|(_, clause)| clause.split([';', ':']).next().unwrap_or_default())
    };
    let when = match clause(" from ").and_then(|clause| clause.split_once(" to ")) {
        Some((first, last)) => (nanoseconds(first), nanoseconds(last)),
        None => clause("; at ").map(|at| (nanoseconds(at), nanoseconds(at))).expect("when"),
    };
    (requests.replace(',', "").parse().expect("a number"), when)
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(ratelab_tests::draws(400))
    })]

    /// Only the words are parsed, and compared with the traffic.
    #[test]
    fn descriptions_match_the_traffic(scenario in scenarios::scenarios()) {
        let is_short = |pattern: &Pattern| expected(&pattern.shape) < 20_000;
        let traffic = scenario.traffic.into_iter().filter(is_short).collect();
        let scenario = Scenario { traffic, clients: Scenario::default().clients, ..scenario };
        let all = arrivals(&scenario);
        let times = all.times();
        let words = understood(&scenario, Facts::from_arrivals(&all));
        let Some((first, last)) = times.first().zip(times.last()) else {
            prop_assert_eq!(words, "No requests arrive.");
            return Ok(());
        };
        let (requests, when) = claims(&words);
        prop_assert_eq!(requests, times.len(), "{}", words);
        prop_assert!(is_close(when.0, *first) && is_close(when.1, *last), "{}", words);
        let most_at_once = times.chunk_by(|one, other| one == other).map(<[u64]>::len).max().unwrap_or(0);
        let plain = words.replace(',', "");
        let phrases = [format!("{most_at_once} at once"), format!("{most_at_once} requests at once")];
        prop_assert_eq!(most_at_once > 1, phrases.iter().any(|phrase| plain.contains(phrase)), "{}", words);
    }

    #[test]
    fn suggestions_are_valid_and_final(scenario in scenarios::scenarios()) {
        if let Some(suggestion) = suggest(&scenario) {
            let pattern = &suggestion.instead;
            let mut expected = scenario.clone();
            expected.traffic[suggestion.pattern] = pattern.clone();
            let text = print(&expected);
            let field = format!("traffic={}", suggestion.text);
            prop_assert!(text.contains(&field), "{} in {}", field, text);
            prop_assert_eq!(parse(&text), Ok(expected));
            let alone = Scenario { traffic: vec![pattern.clone()], ..Scenario::default() };
            prop_assert_eq!(suggest(&alone), None, "{}", print(&alone));
        }
    }
}
