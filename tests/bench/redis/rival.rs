//! rate-limiter-flexible under Node and limits under Python, against the same server.
//!
//! Their processes keep running between turns. A turn uses the number of processes that was fastest on two cores: two
//! of Node with four connections each; eight of Python with one connection each if every request waits for its reply,
//! and two with four each if many requests are in flight.

use std::{
    ffi::OsStr,
    io::{BufRead, BufReader, Write},
    ops::Range,
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use crate::{
    Outcome,
    drive::{CONNECTIONS, Pace},
};

const FLEXIBLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/redis/flexible.mjs");
const LIMITS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/redis/limits_rival.py");

/// A kind of limiter of a rival.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Flexible,
    LimitsFixed,
    LimitsMoving,
    LimitsCounter,
}

impl Kind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Flexible => "rate-limiter-flexible",
            Self::LimitsFixed => "limits, fixed window",
            Self::LimitsMoving => "limits, moving window",
            Self::LimitsCounter => "limits, sliding window counter",
        }
    }

    /// In the names of figures.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Flexible => "rate_limiter_flexible",
            Self::LimitsFixed | Self::LimitsMoving | Self::LimitsCounter => "limits",
        }
    }

    /// The first words of a question to its program.
    fn words(self, pace: Pace, limit: u64) -> String {
        let pace = pace.name();
        match self {
            Self::Flexible => format!("{pace} {limit}"),
            Self::LimitsFixed => format!("{pace} fixed {limit}"),
            Self::LimitsMoving => format!("{pace} moving {limit}"),
            Self::LimitsCounter => format!("{pace} counter {limit}"),
        }
    }
}

/// All programs of rivals.
pub(crate) struct Rivals {
    flexible: Vec<Process>,
    limits_waiting: Vec<Process>,
    limits_at_once: Vec<Process>,
}

impl Rivals {
    pub(crate) fn start(port: u16, python: &Path) -> Outcome<Self> {
        let start = |count: usize, program: &OsStr, script: &str| -> Outcome<Vec<Process>> {
            (0..count).map(|_| Process::start(program, script, port, CONNECTIONS / count)).collect()
        };
        Ok(Self {
            flexible: start(2, OsStr::new("node"), FLEXIBLE)?,
            limits_waiting: start(CONNECTIONS, python.as_os_str(), LIMITS)?,
            limits_at_once: start(2, python.as_os_str(), LIMITS)?,
        })
    }

    fn processes(&mut self, kind: Kind, pace: Pace) -> &mut [Process] {
        match (kind, pace) {
            (Kind::Flexible, _) => &mut self.flexible,
            (_, Pace::Single) => &mut self.limits_waiting,
            (_, Pace::Pipelined) => &mut self.limits_at_once,
        }
    }

    /// How many requests of these clients are admitted. Each process has every so manieth of them.
    pub(crate) fn turn(&mut self, kind: Kind, pace: Pace, limit: u64, clients: &Range<u32>) -> Outcome<u32> {
        let processes = self.processes(kind, pace);
        let step = processes.len();
        for (place, process) in processes.iter_mut().enumerate() {
            let count = (clients.len() + step - 1 - place) / step;
            let first = clients.start as usize + place;
            process.ask(&format!("{} {first} {step} {count}", kind.words(pace, limit)))?;
        }
        processes.iter_mut().map(Process::answer).sum()
    }
}

struct Process {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Process {
    fn start(program: &OsStr, script: &str, port: u16, connections: usize) -> Outcome<Self> {
        let mut command = Command::new(program);
        command.arg(script).args([port.to_string(), connections.to_string()]);
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("Could not start {}: {error}.", program.display()))?;
        let questions = process.stdin.take().ok_or("A rival has no input.")?;
        let answers = BufReader::new(process.stdout.take().ok_or("A rival has no output.")?);
        Ok(Self { process, questions, answers })
    }

    fn ask(&mut self, question: &str) -> Outcome<()> {
        Ok(writeln!(self.questions, "{question}")?)
    }

    fn answer(&mut self) -> Outcome<u32> {
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        Ok(answer.trim().parse().map_err(|_| format!("A rival answered {answer:?}."))?)
    }
}

impl Drop for Process {
    /// It has nothing to lose.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
