//! The lessons of the built-in scenarios, word for word, with every number counted again.

use ratelab_limiter::SECOND as SECONDS;
use ratelab_report::Report;
use ratelab_report::words::{count, decimal, duration};
use ratelab_scenario::{
    scenario::{Retry, Scenario},
    scenarios::BUILT_IN,
};
use ratelab_simulation::run::Kind;

use super::{sentences, walk::Walked};
use crate::simulation::{built_in, run};

/// The headline and the reason of each scenario.
const LESSONS: [(&str, &str, &str); 30] = [
    (
        "edge-burst",
        "The fixed window let 20 through in 0.6 s, twice its limit of 10.",
        "Each window has its own budget. One ends at 10 s, between the two bursts, and the next begins with a full \
         budget.",
    ),
    (
        "steady",
        "Only the sliding window counter denied any: 6 of 120 requests.",
        "At a window's edge it still counts all 10 of the previous window, though the first of them is 10 s old and \
         has expired.",
    ),
    (
        "gps-dump",
        "The queue and the bucket let the same 14,000 of 15,700 requests through.",
        "The bucket started up to 4,300 in 1 s, the queue never more than 3,000: it made 13,999 wait, up to 1.67 s. \
         The log let 11,500 through.",
    ),
    (
        "retry-storm",
        "With the fixed window, retries turned 603 requests into 2,378 attempts, 3.94 per request.",
        "Retries mostly add load: 440 got through, 400 would have without them, and 163 requests gave up all the \
         same. With the token bucket it was 1,881 attempts, and 154 requests gave up.",
    ),
    (
        "partner-sla",
        "Only the sliding window log and the leaky bucket queue keep the contract of 100 in any 60 s.",
        "To keep it, the log denied 200 of 500 requests; the queue denied 14 and made 485 wait, up to 59.4 s. A bucket \
         allows up to 199 in any 60 s: here 196 in 58 s.",
    ),
    (
        "three-of-a-kind",
        "The token bucket, the leaky bucket meter and GCRA agree on all 472 requests.",
        "They are one limiter under 3 names: it holds up to 20 and refills 10 a second. Each denied the same 155.",
    ),
    (
        "fifteen",
        "The buckets let 11 of 15 requests through, the windows 10.",
        "10 saved tokens and 1 refill: a bucket holds up to 10 and refills 1 a second, and the requests take 1.4 s.",
    ),
    (
        "app-open",
        "The buckets let all 8 requests through, the windows 5.",
        "A bucket holds up to 10 and refills 5 a second: enough for the moment when an app opens. A window of 1 s \
         allows no more than its 5.",
    ),
    (
        "five-in-parallel",
        "Five calls in parallel pass every bucket of five: all 30 got through.",
        "Only the queue makes them wait, up to 4 s: it serves 1 a second. The log allows 1 in any 1 s, and let 6 \
         through.",
    ),
    (
        "begins-empty",
        "The token bucket that begins empty denied the first 5 requests; the token bucket that begins full denied \
         none of 10.",
        "It refills 1 a second: after 5 s it holds 5, and admits 5 at once.",
    ),
    (
        "boundary-attack",
        "The fixed window let 200 through in 2 s, twice its limit of 100.",
        "A client that knows where windows end spends one budget just before 60 s and the next just after it. The log \
         let 100 through, the token bucket 103.",
    ),
    (
        "shorter-windows",
        "In the worst minute, 100 a minute let 200 through, 10 every 6 s 110.",
        "Both allow 100 a minute in the long run. Two budgets meet at the edge between two windows, and those of \
         short windows are small. They also take less of a burst: 120 of 1,200 requests got through, with the long \
         window 300.",
    ),
    (
        "dashboard-poll",
        "The fixed window let 20 through in 19 s, twice its limit of 10.",
        "No burst is needed: the polling continues across the edge at 60 s, and spends two budgets. The log let 10 \
         through.",
    ),
    (
        "late-poll",
        "One late poll costs a request in the fixed window and in the log; the buckets deny none.",
        "60 polls, 6 s apart, are exactly 10 in 60 s: on time, all of these admit them. With one 6.5 s late, 11 come \
         within 60 s. The counter denies 3, late or not.",
    ),
    (
        "forty-nine-and-a-half",
        "The count is 49.5 of 50. One more makes 50.5: rounded down it fits, exactly it does not.",
        "The 42 of the previous window count as 31.5, and 18 are new. Compared before the request is counted, 49.5 is \
         below 50. The sliding window log let all 61 through.",
    ),
    (
        "poisson-90",
        "Traffic stays below the limit on average, and the sliding window log still denied 89 of 532 requests.",
        "Chance makes bursts: the busiest 1 s had 19 requests under a limit of 10. The token bucket denied 7.",
    ),
    (
        "poisson-110",
        "Of 638 requests, the sliding window log let 488 through, the fixed window 58 more, GCRA 104 more.",
        "A log loses what a quiet moment leaves unused. GCRA and the buckets save it, up to 10. The fixed window \
         forgets at each edge what came just before.",
    ),
    (
        "overload",
        "A queue of 500 refused 46,501 of 50,000 requests, 93 %.",
        "A queue absorbs a burst, not an overload. In 10 s it served 2,999, and its 500 places were full; they wait up \
         to 1.66 s. The token bucket admitted the same 3,499, without a wait.",
    ),
    (
        "heavy-and-light",
        "The token bucket denied 18 of 20 heavy requests, and 51 of 180 light ones.",
        "A heavy request needs 5 tokens at once. Light ones take each token as it comes back, so 5 are rarely \
         available.",
    ),
    (
        "flash-crowd",
        "With the token bucket, 787 of 873 clients never saw a denial.",
        "Each client has its own budget. The busiest sent 2,114 of the 12,050 requests and was denied 2,090 times; no \
         other client paid for it.",
    ),
    (
        "riders",
        "The counter decides 93 % of 59,760 requests as the log does, with 24 bytes instead of up to 1,008 bytes.",
        "They disagree on 4,184: the log let 53,728 through, the counter 54,492. For 2,000,000 riders, counters take \
         48 MB, and logs up to 2.02 GB.",
    ),
    (
        "three-retries",
        "With the token bucket, waiting for Retry-After gets 465 of 603 requests through, a backoff 449, retrying at \
         once 418.",
        "That takes 1,725, 1,881 and 1,528 attempts. Without retries, 418 get through.",
    ),
    (
        "two-servers",
        "With the fixed window, two servers that share no state let 40 through where 20 were intended.",
        "Each keeps its own count, and every other request goes to the other. Share the state, or divide the limit by \
         two. Token buckets let 58 through instead of 29.",
    ),
    (
        "the-101st-request",
        "With writes 5 ms after reads, the fixed window let 101 through where 100 were intended.",
        "Two requests came at 30 s on a count of 99, and read it before either had written. Incrementing it later \
         gives the same 101; deciding and counting in one step does not.",
    ),
    (
        "sync-lag",
        "Servers that sync every second let 24 through, every 5 s 40, where 20 were intended.",
        "Until the next sync, a server does not know what the other admitted. Every 5 s is as good as never: servers \
         that share no state also let 40 through.",
    ),
    (
        "clock-ahead",
        "With a clock 0.6 s ahead, two servers let 30 through. With correct clocks it is 40.",
        "For server 2 the next window begins at 9.4 s, before both bursts, so it has one budget for them and let 10 \
         through. Server 1 has two, and let 20 through. With a shared state, that clock starts the window for both: \
         11 get through at 9.5 s, none later.",
    ),
    (
        "store-down",
        "With the store down from 9 s to 13 s, servers that fail open let 57 through where 20 were intended.",
        "Meanwhile all 40 requests that came were admitted, and nothing was charged. Servers that fail closed let 17 \
         through: they also deny clients that still have budget. Those that decide alone let 39 through, each up to \
         the limit.",
    ),
    (
        "four-layers",
        "The gateway refused 15 of 55 requests, the application 5, the database 2; the CDN none.",
        "The CDN was charged for 22 requests that an inner layer refused, the gateway for 7, the application for 2. \
         If no layer is charged for what another refuses, 36 get through instead of 33.",
    ),
    (
        "free-and-pro",
        "Both send 120 requests: the token bucket denied free 81, pro none.",
        "The token bucket has a limit for each group: for the group free it holds up to 10 and refills 1 a second; for \
         the group pro it holds up to 50 and refills 5 a second.",
    ),
    (
        "app-and-cron",
        "Sharing one fixed window, app was denied 12 of its 15; with its own window, none.",
        "Cron uses up the rest of the shared window. With its own budget it is denied 280 of its 300. A shared token \
         bucket refills all the time, and denied app none.",
    ),
];

#[test]
fn each_lesson_word_for_word() {
    let names: Vec<_> = BUILT_IN.iter().map(|built_in| built_in.name).collect();
    assert_eq!(names, LESSONS.map(|(name, ..)| name));
    for (name, headline, reason) in LESSONS {
        let run = built_in(name);
        let finding = run.finding().expect("it is done");
        assert_eq!([&*finding.headline, &*finding.reason], [headline, reason], "{name}");
        for lane in 0..run.lanes().len() {
            let sentence = run.sentence(lane).expect("it is done");
            assert_eq!(sentences::check(&run, lane, &sentence), Ok(()), "{sentence}");
        }
    }
}

/// The time range shown makes no difference to the lesson; any other change makes it another scenario.
#[test]
fn a_lesson_applies_only_to_its_scenario() {
    let (_, headline, reason) = LESSONS[1];
    let text = BUILT_IN[1].text;
    let shown = run(&format!("{text}&show=3s..40s"));
    assert_eq!(shown.finding().map(|finding| &*finding.reason), Some(reason));
    let changed = run(&format!("{text}; 1@3s"));
    assert_ne!(changed.finding().map(|finding| &*finding.headline), Some(headline));
}

/// Returns the numbers in a text, as they are written.
fn numbers(text: &str) -> Vec<&str> {
    let apart = |letter: char| !letter.is_ascii_digit() && letter != '.' && letter != ',';
    let trimmed = text.split(apart).map(|number| number.trim_matches(['.', ',']));
    trimmed.filter(|number| !number.is_empty()).collect()
}

/// A duration without its unit.
pub(super) fn time(nanoseconds: u64) -> String {
    duration(nanoseconds).split(' ').next().unwrap_or_default().to_owned()
}

/// Checks that the numbers of a scenario's lesson are these, in this order.
pub(super) fn assert_numbers(name: &str, expected: &[String]) {
    let (_, headline, reason) = LESSONS.into_iter().find(|(scenario, ..)| *scenario == name).expect(name);
    let text = [headline, reason].join(" ");
    assert_eq!(numbers(&text), expected, "{name}");
}

#[test]
fn counters_are_counted_again() {
    let run = built_in("steady");
    let denied: Vec<_> = (0..7).map(|lane| Walked::new(&run, lane).count(Kind::Denied)).collect();
    assert_eq!(
        denied
            .iter()
            .enumerate()
            .filter(|(_, denied)| **denied > 0)
            .map(|(lane, _)| lane)
            .collect::<Vec<_>>(),
        [2]
    );
    assert_numbers("steady", &[count(denied[2]), "120".into(), "10".into(), time(10 * SECONDS)]);
    // 42 of the previous minute, of which three quarters still count at 75 s, and 8 and 10 since.
    let run = built_in("forty-nine-and-a-half");
    let admitted: Vec<_> = (0..3).map(|lane| Walked::new(&run, lane).admitted()).collect();
    assert_eq!(admitted, [61, 60, 61], "only the rounding differs");
    let weighted = decimal(42 * 45, 60);
    let estimate = decimal(42 * 45 + 18 * 60, 60);
    assert_numbers(
        "forty-nine-and-a-half",
        &[
            estimate.clone(),
            "50".into(),
            decimal(42 * 45 + 19 * 60, 60),
            "42".into(),
            weighted,
            "18".into(),
            estimate,
            "50".into(),
            count(admitted[2]),
        ],
    );
}

#[test]
fn buckets_are_counted_again() {
    let run = built_in("fifteen");
    let [log, bucket] = [1, 3].map(|lane| Walked::new(&run, lane));
    let last = bucket.steps.last().expect("requests").time;
    let refills = last / SECONDS;
    assert_eq!(bucket.admitted(), 10 + refills, "as many as there were tokens");
    assert_numbers(
        "fifteen",
        &[
            count(bucket.admitted()),
            count(bucket.steps.len() as u64),
            count(log.admitted()),
            "10".into(),
            count(refills),
            "10".into(),
            "1".into(),
            time(last),
        ],
    );
    let run = built_in("app-open");
    let admitted: Vec<_> = (0..7).map(|lane| Walked::new(&run, lane).admitted()).collect();
    assert_eq!(admitted, [5, 5, 5, 8, 8, 8, 8]);
    assert_numbers("app-open", &["8", "5", "10", "5", "1", "5"].map(str::to_owned));
    let run = built_in("gps-dump");
    let [queue, bucket, log] = [0, 1, 2].map(|lane| Walked::new(&run, lane));
    assert!(
        queue
            .steps
            .iter()
            .zip(&bucket.steps)
            .all(|(one, other)| one.started.is_some() == other.started.is_some())
    );
    assert_numbers(
        "gps-dump",
        &[
            count(queue.admitted()),
            count(queue.steps.len() as u64),
            count(bucket.most_in_any(SECONDS).cost),
            "1".into(),
            count(queue.most_in_any(SECONDS).cost),
            count(queue.count(Kind::Delayed)),
            time(queue.longest_wait()),
            count(log.admitted()),
        ],
    );
    let run = built_in("three-of-a-kind");
    let lanes = [0, 1, 2].map(|lane| Walked::new(&run, lane));
    assert!(
        (0..lanes[0].steps.len())
            .all(|index| lanes.iter().all(|lane| lane.steps[index].kind == lanes[0].steps[index].kind))
    );
    let [all, denied] = [lanes[0].steps.len() as u64, lanes[0].count(Kind::Denied)].map(count);
    assert_numbers("three-of-a-kind", &[all, "3".into(), "20".into(), "10".into(), denied]);
}

#[test]
fn many_clients_are_counted_again() {
    let run = built_in("retry-storm");
    let requests = run.traffic().expect("it is done").len() as u64;
    let [fixed, bucket] = [0, 3].map(|lane| Walked::new(&run, lane));
    let attempts = [&fixed, &bucket].map(|lane| lane.steps.len() as u64);
    let gave_up = [&fixed, &bucket].map(|lane| count(requests - lane.admitted()));
    let [most, least] = attempts.map(count);
    let each = decimal(attempts[0], requests);
    let [lost, fewer] = gave_up;
    let through = count(fixed.admitted());
    let once = Report::complete(Scenario { retry: Retry::default(), ..run.scenario().clone() });
    let once = count(Walked::new(&once.expect("policies"), 0).admitted());
    assert_numbers("retry-storm", &[count(requests), most, each, through, once, lost, least, fewer]);
    let run = built_in("poisson-90");
    let [log, bucket] = [1, 3].map(|lane| Walked::new(&run, lane));
    let all = log.steps.len() as u64;
    assert!(all < 600, "below ten a second for a minute");
    let within =
        |first: u64| log.steps.iter().filter(|step| (first..first + SECONDS).contains(&step.time)).count();
    let busiest = log.steps.iter().map(|step| within(step.time)).max().unwrap_or(0);
    let [refused, fewer] = [&log, &bucket].map(|lane| count(lane.count(Kind::Denied)));
    assert_numbers(
        "poisson-90",
        &[refused, count(all), "1".into(), count(busiest as u64), "10".into(), fewer],
    );
    let run = built_in("poisson-110");
    let admitted: Vec<_> = (0..7).map(|lane| Walked::new(&run, lane).admitted()).collect();
    let more = |lane: usize| count(admitted[lane] - admitted[1]);
    let all = count(run.traffic().expect("it is done").len() as u64);
    assert_numbers("poisson-110", &[all, count(admitted[1]), more(0), more(6), "10".into()]);
    let run = built_in("heavy-and-light");
    let bucket = Walked::new(&run, 3);
    let number = |cost: u64, kinds: &[Kind]| {
        count(
            bucket.steps.iter().filter(|step| step.cost == cost && kinds.contains(&step.kind)).count() as u64
        )
    };
    let (denied, any) = ([Kind::Denied], [Kind::Denied, Kind::Allowed]);
    let expected =
        [number(5, &denied), number(5, &any), number(1, &denied), number(1, &any), "5".into(), "5".into()];
    assert_numbers("heavy-and-light", &expected);
    let run = built_in("flash-crowd");
    let bucket = Walked::new(&run, 3);
    let mut clients = vec![(0u64, 0u64); 1000];
    for step in &bucket.steps {
        let (sent, denied) = &mut clients[step.client as usize];
        (*sent, *denied) = (*sent + 1, *denied + u64::from(step.kind == Kind::Denied));
    }
    clients.retain(|(sent, _)| *sent > 0);
    let spared = clients.iter().filter(|(_, denied)| *denied == 0).count() as u64;
    let (sent, denied) = clients.iter().max().copied().unwrap_or_default();
    let all = bucket.steps.len() as u64;
    assert_numbers("flash-crowd", &[spared, clients.len() as u64, sent, all, denied].map(count));
}
