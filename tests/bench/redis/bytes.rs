//! The bytes of a client in Redis: its keys alone, and the total for a million clients.

use ratelab_limiter::Limiter;
use redis::Value;

use crate::{
    Outcome,
    contender::{Call, HOUR, Kind},
    drive::Pace,
    report::{Row, Unit},
    rival,
    speed::Bench,
    speed_rows::RIVALS,
};

const MILLION: u32 = 1_000_000;
const CLIENT: u32 = 123_456;
/// Requests an hour, for which keys are measured.
const LIMITS: [u64; 2] = [10, 100];
/// A time of 16 digits, as they are now, in microseconds.
const NOW: u64 = 1_800_000_000_000_000;
const HOUR_IN_MICROSECONDS: u64 = HOUR / 1_000;

/// Bytes of a client's keys.
struct Keys {
    after_one: f64,
    after_all: f64,
}

/// All rows, and the bytes of the tables in which the server finds a key and its expiry.
pub(crate) fn rows(bench: &mut Bench) -> Outcome<(Vec<Row>, f64)> {
    let mut rows = Vec::new();
    for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::AllOf) {
        rows.push(in_process_row(kind, &keys_of(bench, kind, LIMITS[1])?)?);
    }
    for (kind, rival) in RIVALS {
        rows.extend(rival_rows(bench, kind, rival)?);
    }
    rows.push(both_windows_row(bench)?);
    let (millions, tables) = million_rows(bench)?;
    rows.extend(millions);
    Ok((rows, tables))
}

fn keys_of(bench: &mut Bench, kind: Kind, limit: u64) -> Outcome<Keys> {
    let connection = &mut bench.threads.connections[0];
    let call = Call::ours(connection, &kind.policy(limit)?)?;
    bench.server.clear()?;
    let mut ask = || call.command(CLIENT, "").query::<Value>(&mut bench.threads.connections[0]);
    ask()?;
    let after_one = bench.server.bytes_of_keys()?;
    for _ in 1..limit {
        ask()?;
    }
    Ok(Keys { after_one, after_all: bench.server.bytes_of_keys()? })
}

fn keys_of_rival(bench: &mut Bench, rival: rival::Kind, limit: u64) -> Outcome<Keys> {
    bench.server.clear()?;
    let mut ask = || bench.rivals.turn(rival, Pace::Single, limit, &(CLIENT..CLIENT + 1));
    ask()?;
    let after_one = bench.server.bytes_of_keys()?;
    for _ in 1..limit {
        ask()?;
    }
    Ok(Keys { after_one, after_all: bench.server.bytes_of_keys()? })
}

/// Beside what the simulation says of a state, which is without the client's name.
fn in_process_row(kind: Kind, keys: &Keys) -> Outcome<Row> {
    let state = kind.policy(LIMITS[1])?.state_bytes() as f64;
    let id = format!("redis/bytes_in_process/{}", kind.name());
    Ok(row(
        id,
        "MEMORY USAGE of a client, 100 of 100 used",
        "its state in process",
        keys.after_all,
        state,
        None,
    ))
}

fn rival_rows(bench: &mut Bench, kind: Kind, rival: rival::Kind) -> Outcome<Vec<Row>> {
    let mut rows = Vec::new();
    for limit in LIMITS {
        let (ours, theirs) = (keys_of(bench, kind, limit)?, keys_of_rival(bench, rival, limit)?);
        let mut add = |used: u64, ours, theirs| {
            let id = format!("redis/bytes_{used}_of_{limit}/{}_beside_{}", kind.name(), rival.id());
            let what = format!("MEMORY USAGE of a client, {used} of {limit} used");
            rows.push(row(id, &what, rival.name(), ours, theirs, Some(1.0)));
        };
        add(1, ours.after_one, theirs.after_one);
        add(limit, ours.after_all, theirs.after_all);
    }
    Ok(rows)
}

/// A counter with something in both windows. The rival believes its key's time to live, so that is moved.
fn both_windows_row(bench: &mut Bench) -> Outcome<Row> {
    let (kind, rival, limit) = (Kind::SlidingWindowCounterFromFirst, rival::Kind::LimitsCounter, LIMITS[0]);
    keys_of_rival(bench, rival, limit)?;
    let keys: Vec<String> = bench.server.ask(&["KEYS", "*"])?;
    for key in &keys {
        bench.server.ask::<()>(&["PEXPIRE", key, "1800000"])?;
    }
    bench.rivals.turn(rival, Pace::Single, limit, &(CLIENT..CLIENT + 1))?;
    let theirs = bench.server.bytes_of_keys()?;
    let ours = both_windows_of(bench, kind, limit)?;
    let id = format!("redis/bytes_both_windows/{}_beside_{}", kind.name(), rival.id());
    Ok(row(id, "MEMORY USAGE of a client, both windows used", rival.name(), ours, theirs, Some(1.0)))
}

/// Ours with as much as fits in one window, and one request in the next. The time is passed in.
fn both_windows_of(bench: &mut Bench, kind: Kind, limit: u64) -> Outcome<f64> {
    bench.server.clear()?;
    let connection = &mut bench.threads.connections[0];
    let call = Call::ours(connection, &kind.policy(limit)?)?;
    let later = NOW + 3 * HOUR_IN_MICROSECONDS / 2;
    for now in [vec![NOW; limit as usize], vec![later]].concat() {
        call.command(CLIENT, &now.to_string()).query::<Value>(connection)?;
    }
    bench.server.bytes_of_keys()
}

/// Memory per client for a million clients after one request, and how much of it is not the key itself.
fn million_rows(bench: &mut Bench) -> Outcome<(Vec<Row>, f64)> {
    let limit = LIMITS[0];
    let theirs = growth(bench, |bench| {
        bench.rivals.turn(rival::Kind::Flexible, Pace::Pipelined, limit, &(0..MILLION)).map(drop)
    })?;
    let (mut rows, mut tables) = (Vec::new(), Vec::new());
    for kind in [Kind::FixedWindow, Kind::FixedWindowFromFirst, Kind::SlidingWindowCounter, Kind::Gcra] {
        let call = Call::ours(&mut bench.threads.connections[0], &kind.policy(limit)?)?;
        let ours =
            growth(bench, |bench| bench.threads.turn(&call, Pace::Pipelined, &(0..MILLION)).map(drop))?;
        let by_itself = keys_of(bench, kind, limit)?.after_one;
        tables.push(ours - by_itself);
        let bar = (kind == Kind::FixedWindowFromFirst).then_some(1.0);
        let id = format!("redis/bytes_of_million/{}", kind.name());
        let what = "memory for each of 1,000,000 clients";
        rows.push(row(id, what, rival::Kind::Flexible.name(), ours, theirs, bar));
    }
    bench.server.clear()?;
    Ok((rows, tables.iter().sum::<f64>() / tables.len() as f64))
}

/// By how much the server's memory grows for each of a million clients.
fn growth(bench: &mut Bench, fill: impl FnOnce(&mut Bench) -> Outcome<()>) -> Outcome<f64> {
    bench.server.clear()?;
    let before = bench.server.used_memory()?;
    fill(bench)?;
    let keys: u32 = bench.server.ask(&["DBSIZE"])?;
    if keys != MILLION {
        return Err(format!("There are {keys} keys and not 1,000,000.").into());
    }
    Ok((bench.server.used_memory()? - before) / f64::from(MILLION))
}

fn row(id: String, what: &str, against: &str, ours: f64, theirs: f64, bar: Option<f64>) -> Row {
    let (ratio, what, against) = (ours / theirs, what.to_owned(), against.to_owned());
    Row { id, what, against, unit: Unit::Bytes, ours, theirs, ratio, spread: (ratio, ratio), bar }
}
