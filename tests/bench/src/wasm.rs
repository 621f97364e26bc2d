//! The same loop as WebAssembly under Node, beside native governor.
//!
//! Node stays up and is asked for one turn at a time, so that it takes turns with
//! the rival like everything else here does.

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use ratelab_portable::{Driven, Pace};

use crate::{
    Outcome,
    decisions::{DECISIONS, RIVAL, tolerance},
    report::Row,
    rival,
    turns::{Turn, summary, take_turns, timed},
};

const ROUNDS: usize = 25;
/// Turns after which the optimising compiler has long replaced the first code. It
/// works in the background, and a loop that is running is not replaced.
const WARM_UP: u32 = 12;
const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/wasm.mjs");

pub(crate) fn rows(module: &Path) -> Outcome<Vec<Row>> {
    let mut node = Node::start(module)?;
    Driven::ALL.into_iter().enumerate().map(|(number, driven)| row(&mut node, number, driven)).collect()
}

fn row(node: &mut Node, number: usize, driven: Driven) -> Outcome<Row> {
    for _ in 0..WARM_UP {
        node.turn(number, DECISIONS / 10)?;
    }
    must_decide_as_native(node, number, driven)?;
    let pairs = take_turns(
        ROUNDS,
        tolerance(driven),
        |_| node.turn(number, DECISIONS),
        |_| Ok(timed(DECISIONS, || rival::drive(Pace::BATCHES, DECISIONS))),
    )?;
    let id = format!("wasm/{}", driven.name());
    Ok(Row::of_turns(
        id,
        "one take, as WebAssembly",
        &format!("{RIVAL}, native"),
        &summary(&pairs),
        bar(driven),
    ))
}

fn must_decide_as_native(node: &mut Node, number: usize, driven: Driven) -> Outcome<()> {
    let (here, there) = (driven.run(Pace::BATCHES, DECISIONS), node.turn(number, DECISIONS)?.admitted);
    if here == there {
        return Ok(());
    }
    let name = driven.name();
    Err(format!("{name} admitted {here} requests natively and {there} as WebAssembly: is the module old?")
        .into())
}

const fn bar(driven: Driven) -> Option<f64> {
    match driven {
        Driven::LeakyBucketQueue | Driven::Policy => None,
        _ => Some(1.0),
    }
}

/// Node, running the module.
struct Node {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Node {
    fn start(module: &Path) -> Outcome<Self> {
        let mut command = Command::new("node");
        command.arg(PROGRAM).arg(module).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().map_err(|error| format!("Could not start `node`: {error}."))?;
        let questions = process.stdin.take().ok_or("Node has no input.")?;
        let answers = BufReader::new(process.stdout.take().ok_or("Node has no output.")?);
        Ok(Self { process, questions, answers })
    }

    /// One turn of a limiter. Node reads the clock, so that the round trip
    /// is not timed.
    fn turn(&mut self, number: usize, decisions: u32) -> Outcome<Turn> {
        writeln!(self.questions, "{number} {decisions}")?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        let (nanoseconds, admitted) =
            answer.trim().split_once(' ').ok_or_else(|| format!("{PROGRAM} answered {answer:?}."))?;
        let nanoseconds = nanoseconds.parse::<f64>()? / f64::from(decisions);
        Ok(Turn { nanoseconds, admitted: admitted.parse()? })
    }
}

impl Drop for Node {
    /// It has nothing to lose; waiting for it only takes it off the list of
    /// processes.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
