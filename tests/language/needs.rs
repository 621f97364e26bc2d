//! Requirements for choosing a limiter: reading, printing, and errors.

use proptest::{option, prelude::*};
use ratelab_limiter::SECOND;
use ratelab_report::Report;
use ratelab_scenario::{
    language::{amend, from_link, parse, print, print_needs, to_link},
    scenario::{MOST_SERVERS, Memory, Needs, Scenario, Spread, Weight},
};

use super::{USUAL, means, rate};

#[test]
fn needs_are_read_and_written() {
    let all = Needs {
        never: Some(rate(100, 60 * SECOND)),
        burst: Some(20),
        delay: Some(0),
        memory: Some(Memory { bytes: 64, clients: 1_000_000 }),
        deny: Some(10_000),
        servers: Some(Spread { count: 3, sync: Some(SECOND) }),
        honest: true,
        by: Weight::Memory,
    };
    let canonical = "never 100/m; burst 20; delay 0s; memory 64 for 1000000; deny 1%; servers 3 sync 1s; honest; by \
                     memory";
    means(
        "needs=by memory;honest ; servers 3 sync 1000ms; deny 1.0%; memory 64 for 1000000; delay 0s; burst 20; never \
         100/60s;",
        &format!("{USUAL}&needs={canonical}"),
        |it| it.needs = all,
    );
    means("needs=memory 64; servers 2", &format!("{USUAL}&needs=memory 64 for 1; servers 2"), |it| {
        it.needs.memory = Some(Memory { bytes: 64, clients: 1 });
        it.needs.servers = Some(Spread { count: 2, sync: None });
    });
    means("needs=deny 0.0001%", &format!("{USUAL}&needs=deny 0.0001%"), |it| it.needs.deny = Some(1));
    // The default ranking is not printed.
    means("needs=by denied", USUAL, |_| {});
}

#[test]
fn plain_words_are_read_as_needs() {
    let plainly = [
        (
            "Never more than 100 in any 60 seconds, burst 20 and deny at most 1 percent",
            "never 100/m; burst 20; deny 1%",
        ),
        ("never 5 per second\nmemory 64 bytes for 1k clients", "never 5/s; memory 64 for 1000"),
        ("servers 3 sync every 1 sec", "servers 3 sync 1s"),
    ];
    for (typed, canonical) in plainly {
        let read =
            amend(&Scenario::default(), "needs", typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        assert_eq!(print_needs(&read.needs), canonical, "{typed}");
    }
}

/// The position, what was found, and what is allowed; and a fix where a word is similar to a known one.
#[test]
fn mistakes_have_positions_and_messages() {
    let error = |value: &str| parse(&format!("needs={value}")).expect_err(value);
    let expected = [
        (
            "",
            "at character 7, in needs: add one of never, burst, delay, memory, deny, servers, honest or by, as in \
             \"never 100/60s; burst 20; delay 0s\"",
        ),
        (
            "cheap",
            "at character 7, in needs: instead of \"cheap\", use one of never, burst, delay, memory, deny, servers, \
             honest or by, as in \"never 100/60s; burst 20; delay 0s\"",
        ),
        ("never 100", "at character 16, in needs: per what period? Add \"/\", as in \"never 100/60s\""),
        (
            "burst 0",
            "at character 13, in needs: instead of \"0\", use a whole number from 1 to 4294967295, as in \"burst 20\"",
        ),
        (
            "deny 101%",
            "at character 12, in needs: instead of \"101\", use a number from 0 to 100 with at most four decimals, as \
             in \"deny 1%\"",
        ),
        (
            "deny 0.00001%",
            "at character 12, in needs: instead of \"0.00001\", use a number from 0 to 100 with at most four \
             decimals, as in \"deny 1%\"",
        ),
        ("deny 1", "at character 13, in needs: add \"%\", as in \"deny 1%\""),
        (
            "servers 65",
            "at character 15, in needs: instead of \"65\", use a whole number from 1 to 64, as in \"servers 3 sync \
             1s\"",
        ),
        ("burst 2; burst 3", "at character 16, in needs: use \"burst\" only once, as in \"burst 20\""),
        (
            "burst 2 3",
            "at character 15, in needs: instead of \"3\", use \";\" or nothing, as in \"burst 20\"",
        ),
        (
            "by price",
            "at character 10, in needs: instead of \"price\", use one of denied, memory or rate, as in \"by denied\"",
        ),
    ];
    for (value, message) in expected {
        assert_eq!(error(value).to_string(), message, "{value}");
    }
    let fixes = [
        ("nevr 100/m", Some("never 100/m")),
        ("memry 64", Some("memory 64 for 1")),
        ("by denid", None),
        ("deny 1", Some("deny 1%")),
        ("never 100", Some("never 100/s")),
        ("burst 0", Some("burst 1")),
    ];
    for (value, fix) in fixes {
        let found = error(value).fix.map(|fix| fix.text);
        // A requirement without effect is printed as nothing.
        assert_eq!(found.as_deref().filter(|text| !text.is_empty()), fix, "{value}");
    }
}

fn any_needs() -> impl Strategy<Value = Needs> {
    let never = option::of((1..=u32::MAX, 1..=u64::MAX).prop_map(|(amount, period)| rate(amount, period)));
    let memory =
        option::of((1..=u64::MAX, 1..=u64::MAX).prop_map(|(bytes, clients)| Memory { bytes, clients }));
    let spread =
        (1..=MOST_SERVERS, option::of(1..=u64::MAX)).prop_map(|(count, sync)| Spread { count, sync });
    let by = prop_oneof![Just(Weight::Denied), Just(Weight::Memory), Just(Weight::Rate)];
    let first = (never, option::of(1..=u32::MAX), option::of(any::<u64>()), memory);
    (first, option::of(0..=1_000_000u32), option::of(spread), any::<bool>(), by).prop_map(
        |((never, burst, delay, memory), deny, servers, honest, by)| Needs {
            never,
            burst,
            delay,
            memory,
            deny,
            servers,
            honest,
            by,
        },
    )
}

proptest! {
    /// Printed requirements are read back, from a text, from a link and as one field.
    #[test]
    fn needs_are_read_back(needs in any_needs()) {
        let scenario = Scenario { needs, ..Scenario::default() };
        let text = print(&scenario);
        prop_assert_eq!(parse(&text), Ok(scenario.clone()));
        prop_assert_eq!(parse(&from_link(&to_link(&text)).expect("a link")), Ok(scenario.clone()));
        prop_assert_eq!(amend(&Scenario::default(), "needs", &print_needs(&needs)), Ok(scenario));
    }
}

/// Neither a run nor its report depends on requirements.
#[test]
fn needs_do_not_change_a_run() {
    let run = |text: &str| Report::complete(parse(text).expect("a scenario")).expect("policies");
    let (plain, needing) = (run(USUAL), run(&format!("{USUAL}&needs=never 5/s; burst 2")));
    assert_eq!(plain.hash(), needing.hash());
    assert_eq!(plain.finding(), needing.finding());
}
