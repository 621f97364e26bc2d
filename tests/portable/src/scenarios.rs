//! Every built-in scenario and a large one with everything random in it: the arrivals, the decisions of each lane,
//! and the sentences.

use ratelab_report::Report;
use ratelab_scenario::{language::parse, sample::SampleDay, scenarios::BUILT_IN};

use crate::digest::Digest;

/// Every random shape, many unequal clients, and clients that retry.
const LARGE: &str = "limit=50/s&burst=80&seed=2024&start=1000000s&clients=300 zipf 1.3\
    &traffic=poisson 400/s for 20s; pareto 90/s shape 1.3 for 20s; sine 1/s..200/s period 7s for 20s; \
    ramp 1/s..300/s for 20s from 3s cost 2; onoff 500/s on 300ms off 1.7s for 20s\
    &retry=backoff 50ms max 2s jitter attempts 5\
    &lanes=fixed_window align=first, sliding_window_log, sliding_window_counter rounding=exact, \
    token_bucket refill=interval, leaky_bucket_meter, leaky_bucket_queue undelayed=20 max_wait=300ms, gcra, \
    all_of(gcra + fixed_window limit=60)";

/// Groups, tiers, keys, servers, every kind of store, and layers.
const SPREAD: &str = "limit=10/2s&seed=99&start=3s&groups=app 40 zipf 1.1, cron limit 30/2s burst 9, pro 3 burst 25\
    &traffic=poisson 60/s for 20s by app; burst 40 every 3s x6 by cron; pareto 20/s shape 1.5 for 20s by pro; \
    5/s for 20s cost 2\
    &servers=5 random local server 2 ahead 700ms server 4 behind 5s&retry=backoff 100ms max 1s jitter attempts 3\
    &lanes=fixed_window, sliding_window_log key=group state=sync 500ms, sliding_window_counter state=race 40ms set, \
    token_bucket key=everybody state=race 40ms increment, leaky_bucket_queue state=shared, \
    gcra state=down 4s..9s local, \
    layers(edge: gcra burst=60 key=everybody then fixed_window key=group then token_bucket) state=sync 1s, \
    all_of(fixed_window key=group + gcra) state=down 4s..9s open";

/// Returns the arrivals, decisions, and sentences of all of them, as one number.
pub fn scenario_hash() -> u64 {
    hash(digest_run)
}

/// Returns the pictures of all of them, as one number.
pub fn picture_hash() -> u64 {
    hash(|run, digest| {
        let picture = run.to_svg().unwrap_or_default();
        picture.bytes().for_each(|byte| digest.word(byte.into()));
    })
}

/// Returns the bytes of two days of the sample log, as one number.
pub fn sample_hash() -> u64 {
    let mut digest = Digest::new();
    let hours = SampleDay::new(SampleDay::SEED).scaled(2);
    hours.flatten().for_each(|byte| digest.word(byte.into()));
    digest.finish()
}

fn hash(digest_run: impl Fn(&Report, &mut Digest)) -> u64 {
    let mut digest = Digest::new();
    for text in BUILT_IN.iter().map(|built_in| built_in.text).chain([LARGE, SPREAD]) {
        let scenario = parse(text).expect("a scenario");
        let run = Report::complete(scenario).expect("policies within bounds");
        digest_run(&run, &mut digest);
    }
    digest.finish()
}

fn digest_run(run: &Report, digest: &mut Digest) {
    for lane in 0..run.lanes().len() {
        let Some(arrivals) = run.arrivals(lane) else { continue };
        for index in 0..arrivals.len() {
            let mark = run.mark(lane, index);
            digest.word(mark.time);
            digest.word(u64::from(arrivals.client(index)) << 32 | u64::from(arrivals.cost(index)));
            digest.word(mark.kind as u64);
            digest.optional(mark.started);
            digest.optional(run.lanes()[lane].record().refused_by(index).map(|layer| layer as u64));
        }
        digest_text(&run.sentence(lane).unwrap_or_default(), digest);
    }
    let Some(finding) = run.finding() else { return };
    digest_text(&finding.headline, digest);
    digest_text(&finding.reason, digest);
}

fn digest_text(text: &str, digest: &mut Digest) {
    text.bytes().for_each(|byte| digest.word(byte.into()));
}
