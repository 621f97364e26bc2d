//! The figures of [`speed`](crate::speed): our scripts beside a bare one, and our store beside the rivals.

use crate::{
    Outcome,
    contender::Kind,
    drive::Pace,
    measured::Speed,
    report::Row,
    rival,
    speed::{Bench, Comparison, Load, Side},
};

/// How much longer a decision may take than one GET and one SET in a script.
const BAR_OF_BARE: f64 = 1.3;
const BARE: &str = "EVALSHA of one GET, one SET";

/// The rival of each script that is measured against one.
pub(crate) const RIVALS: [(Kind, rival::Kind); 4] = [
    (Kind::FixedWindowFromFirst, rival::Kind::Flexible),
    (Kind::FixedWindowFromFirst, rival::Kind::LimitsFixed),
    (Kind::SlidingWindowLog, rival::Kind::LimitsMoving),
    (Kind::SlidingWindowCounterFromFirst, rival::Kind::LimitsCounter),
];

/// All rows, and the figures for the page.
pub(crate) fn rows(bench: &mut Bench) -> Outcome<(Vec<Row>, Vec<Speed>)> {
    let (mut rows, mut speeds) = (Vec::new(), Vec::new());
    for load in Load::ALL {
        for kind in Kind::ALL {
            let [single, pipelined] = Pace::ALL.map(|pace| beside_bare(bench, kind, pace, load));
            let (single, pipelined) = (single?, pipelined?);
            if load == Load::Allowed {
                speeds.push(Speed::new(kind, &single, &pipelined));
            }
            rows.extend(script_rows(kind, Pace::Single, load, &single));
            rows.extend(script_rows(kind, Pace::Pipelined, load, &pipelined));
        }
    }
    rows.extend(store_rows(bench)?);
    rows.extend(rival_rows(bench)?);
    Ok((rows, speeds))
}

fn beside_bare(bench: &mut Bench, kind: Kind, pace: Pace, load: Load) -> Outcome<Comparison> {
    let (ours, bare) = (bench.script(kind, load)?, bench.bare()?);
    bench.compare(&ours, &bare, pace, load)
}

fn script_rows(kind: Kind, pace: Pace, load: Load, compared: &Comparison) -> Vec<Row> {
    let (place, name) = (place(pace, load), kind.name());
    let Comparison { seen, commands, core } = compared;
    let row = |what: &str, stated: &str, turns, bar| {
        Row::of_turns(format!("redis/{what}{place}/{name}"), stated, BARE, turns, bar)
    };
    vec![
        row("", "one decision, 8 connections", seen, Some(BAR_OF_BARE)),
        row("script_", "one decision, time in the script", commands, None),
        row("core_", "one decision, time of the server's core", core, None),
    ]
}

/// Our own client, where everything is allowed. What it adds is no work of the server's.
fn store_rows(bench: &mut Bench) -> Outcome<Vec<Row>> {
    let mut rows = Vec::new();
    for kind in Kind::ALL {
        for pace in Pace::ALL {
            let (ours, bare) = (bench.store(kind, Load::Allowed)?, bench.bare()?);
            let seen = bench.compare(&ours, &bare, pace, Load::Allowed)?.seen;
            let id = format!("redis/store_{}/{}", pace.name(), kind.name());
            rows.push(Row::of_turns(id, "one decision of AsyncStore, 8 connections", BARE, &seen, None));
        }
    }
    Ok(rows)
}

fn rival_rows(bench: &mut Bench) -> Outcome<Vec<Row>> {
    let mut rows = Vec::new();
    for load in Load::ALL {
        for (kind, rival) in RIVALS {
            for pace in Pace::ALL {
                let ours = bench.store(kind, load)?;
                let theirs = Side::Rival(rival, load.limit());
                let compared = bench.compare(&ours, &theirs, pace, load)?;
                rows.extend(beside_rival(kind, rival, &place(pace, load), &compared));
            }
        }
    }
    Ok(rows)
}

/// The time that clients see has a bar. The server's part of it does not depend on a client's language.
fn beside_rival(kind: Kind, rival: rival::Kind, place: &str, compared: &Comparison) -> [Row; 3] {
    let name = format!("{place}/{}_beside_{}", kind.name(), rival.id());
    let Comparison { seen, commands, core } = compared;
    [
        ("", "one decision of AsyncStore, 8 connections", seen, Some(1.0)),
        ("commands_", "one decision, the server's time in commands", commands, None),
        ("core_", "one decision, time of the server's core", core, None),
    ]
    .map(|(by, what, turns, bar)| Row::of_turns(format!("redis/{by}{name}"), what, rival.name(), turns, bar))
}

fn place(pace: Pace, load: Load) -> String {
    let denied = if load == Load::Denied { "_denied" } else { "" };
    format!("{}{denied}", pace.name())
}
