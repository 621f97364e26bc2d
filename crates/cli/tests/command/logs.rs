//! Generated logs, and the effects of limiters on them, computed naively.

use std::{collections::BTreeMap, io::Write};

use flate2::{Compression, write::GzEncoder};
use ratelab_limiter::{Algorithm, Limiter, Settings};

/// The start of the logs, in microseconds since 1970.
pub(crate) const START: u64 = 1_773_100_800_000_000;

#[derive(Clone, Copy)]
pub(crate) struct Request {
    /// Microseconds since 1970.
    pub time: u64,
    pub client: u32,
    pub cost: u32,
}

/// Requests of clients that send in bursts, from a seed, in chronological order.
pub(crate) fn requests(seed: u64, count: usize) -> Vec<Request> {
    let mut state = seed;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut time = START;
    let mut request = || {
        let pause = if random(4) == 0 { 3_000_000 } else { 90_000 };
        time += random(pause);
        // Lower numbers are busier clients.
        let bound = random(30) + 1;
        Request { time, client: random(bound) as u32, cost: random(3) as u32 + 1 }
    };
    (0..count).map(|_| request()).collect()
}

/// Columns of seconds with six decimals, address, cost and status: timestamps are exact.
pub(crate) fn csv(requests: &[Request]) -> Vec<u8> {
    let line = |request: &Request| {
        let (seconds, micros) = (request.time / 1_000_000, request.time % 1_000_000);
        format!("{seconds}.{micros:06},192.0.2.{},{},200\n", request.client, request.cost)
    };
    format!("time,ip,cost,status\n{}", requests.iter().map(line).collect::<String>()).into_bytes()
}

/// The same log as written by a server with timestamps in whole seconds.
pub(crate) fn combined(requests: &[Request]) -> Vec<u8> {
    let line = |request: &Request| {
        // All logs are of 10 March.
        let second = request.time / 1_000_000 % 86_400;
        let (hours, minutes, seconds) = (second / 3_600, second / 60 % 60, second % 60);
        format!(
            "192.0.2.{} - - [10/Mar/2026:{hours:02}:{minutes:02}:{seconds:02} +0000] \
             \"GET / HTTP/1.1\" 200 1 \"-\" \"-\"\n",
            request.client
        )
    };
    requests.iter().map(line).collect::<String>().into_bytes()
}

pub(crate) fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory takes all");
    encoder.finish().expect("memory takes all")
}

/// The number of limited clients and denied requests, by deciding each request on the state of its client.
pub(crate) fn denied(
    requests: &[Request],
    algorithm: Algorithm,
    limit: (u32, u64, u32),
    costs: bool,
) -> (u64, u64) {
    let mut settings = Settings::for_algorithm(algorithm);
    for parameter in algorithm.parameters() {
        let value: u64 = match parameter.name {
            "limit" | "amount" | "drain" => limit.0.into(),
            "window" | "period" => limit.1,
            "capacity" | "burst" => limit.2.into(),
            _ => continue,
        };
        settings = settings.set(parameter.name, value).expect("a parameter of the limiter");
    }
    let policy = settings.policy().expect("a valid limit");
    let mut clients = BTreeMap::new();
    for request in requests {
        let (state, denied) = clients.entry(request.client).or_insert_with(|| (policy.fresh(), 0));
        let cost = if costs { request.cost } else { 1 };
        *denied += u64::from(!policy.check(state, request.time * 1_000, cost).outcome.admits());
    }
    let limited = clients.values().filter(|(_, denied)| *denied > 0).count() as u64;
    (limited, clients.values().map(|(_, denied)| denied).sum())
}
