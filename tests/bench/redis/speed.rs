//! Decisions a second, seen by the client and by the server.
//!
//! Two sides take turns on the same server, and only figures of the same round are divided.

use std::{ops::Range, path::Path};

use ratelab_redis::AsyncStore;

use crate::{
    Outcome,
    contender::{Call, Kind},
    drive::{Pace, Stores, Threads},
    rival::{self, Rivals},
    server::{Server, Work},
    turns::{Pair, Turn, Turns, summary, timed},
};

const ROUNDS: usize = 15;
const CLIENTS: u32 = 10_000;
/// A part of the clients takes about as long without a pipeline as all of them do with one.
const CLIENTS_OF_A_SINGLE_TURN: u32 = 2_000;

/// The outcome of most requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Load {
    Allowed,
    Denied,
}

impl Load {
    pub(crate) const ALL: [Self; 2] = [Self::Allowed, Self::Denied];

    /// Requests in an hour: more than anybody sends here, or what is used up before anything is timed.
    pub(crate) const fn limit(self) -> u64 {
        match self {
            Self::Allowed => 1_000,
            Self::Denied => 1,
        }
    }
}

/// One side of a comparison: it decides requests.
pub(crate) enum Side {
    Script(Call),
    Store(Vec<AsyncStore>),
    Rival(rival::Kind, u64),
}

/// The measured times of two sides: for the client, in the server's commands, and of the server's core.
pub(crate) struct Comparison {
    pub(crate) seen: Turns,
    pub(crate) commands: Turns,
    pub(crate) core: Turns,
}

/// Everything that takes part.
pub(crate) struct Bench {
    pub(crate) server: Server,
    pub(crate) threads: Threads,
    pub(crate) rivals: Rivals,
    stores: Stores,
}

/// One turn of one side, measured by the client's clock and the server's, per decision.
type Sample = (Turn, Work);

impl Bench {
    pub(crate) fn start(python: &Path) -> Outcome<Self> {
        let server = Server::start()?;
        let (threads, rivals) = (Threads::new(&server)?, Rivals::start(server.port(), python)?);
        Ok(Self { server, threads, rivals, stores: Stores::new()? })
    }

    pub(crate) fn bare(&mut self) -> Outcome<Side> {
        Ok(Side::Script(Call::bare(&mut self.threads.connections[0])?))
    }

    pub(crate) fn script(&mut self, kind: Kind, load: Load) -> Outcome<Side> {
        let policy = kind.policy(load.limit())?;
        Ok(Side::Script(Call::ours(&mut self.threads.connections[0], &policy)?))
    }

    pub(crate) fn store(&self, kind: Kind, load: Load) -> Outcome<Side> {
        Ok(Side::Store(Stores::connect(&self.server, &kind.policy(load.limit())?)?))
    }

    /// Lets both sides take turns. Who begins changes with each round.
    pub(crate) fn compare(
        &mut self,
        ours: &Side,
        theirs: &Side,
        pace: Pace,
        load: Load,
    ) -> Outcome<Comparison> {
        for side in [ours, theirs] {
            self.decide(side, Pace::Pipelined, &(0..CLIENTS))?;
        }
        let mut samples = Vec::with_capacity(ROUNDS);
        for round in 0..ROUNDS {
            let clients = clients_of(pace, round);
            samples.push(if round % 2 == 0 {
                let first = self.sample(ours, pace, load, &clients)?;
                (first, self.sample(theirs, pace, load, &clients)?)
            } else {
                let first = self.sample(theirs, pace, load, &clients)?;
                (self.sample(ours, pace, load, &clients)?, first)
            });
        }
        Ok(compared(&samples))
    }

    /// One turn. If it decides otherwise than is meant, a window has just ended: then once more.
    fn sample(&mut self, side: &Side, pace: Pace, load: Load, clients: &Range<u32>) -> Outcome<Sample> {
        let is_bare = matches!(side, Side::Script(Call::Bare { .. }));
        let expected = if load == Load::Allowed || is_bare { clients.len() as u32 } else { 0 };
        for _ in 0..2 {
            let sample = self.turn(side, pace, clients)?;
            if sample.0.admitted == expected {
                return Ok(sample);
            }
            self.decide(side, Pace::Pipelined, &(0..CLIENTS))?;
        }
        Err(format!("{pace:?} {load:?}: a side does not admit {expected} requests.").into())
    }

    fn turn(&mut self, side: &Side, pace: Pace, clients: &Range<u32>) -> Outcome<Sample> {
        let Self { server, threads, rivals, stores } = self;
        let count = clients.len() as f64;
        let mut decided = Ok(0);
        let (mut turn, work) = server.watch(|| {
            Ok(timed(clients.len() as u32, || {
                decided = decide(threads, rivals, stores, side, pace, clients);
                0
            }))
        })?;
        turn.admitted = decided?;
        Ok((turn, Work { commands: work.commands / count, core: work.core / count }))
    }

    fn decide(&mut self, side: &Side, pace: Pace, clients: &Range<u32>) -> Outcome<u32> {
        decide(&mut self.threads, &mut self.rivals, &self.stores, side, pace, clients)
    }
}

fn decide(
    threads: &mut Threads,
    rivals: &mut Rivals,
    stores: &Stores,
    side: &Side,
    pace: Pace,
    clients: &Range<u32>,
) -> Outcome<u32> {
    match side {
        Side::Script(call) => threads.turn(call, pace, clients),
        Side::Store(each) => stores.turn(each, pace, clients),
        Side::Rival(kind, limit) => rivals.turn(*kind, pace, *limit, clients),
    }
}

fn clients_of(pace: Pace, round: usize) -> Range<u32> {
    if pace == Pace::Pipelined {
        return 0..CLIENTS;
    }
    let turns = CLIENTS / CLIENTS_OF_A_SINGLE_TURN;
    let first = round as u32 % turns * CLIENTS_OF_A_SINGLE_TURN;
    first..first + CLIENTS_OF_A_SINGLE_TURN
}

fn compared(samples: &[(Sample, Sample)]) -> Comparison {
    let by = |clock: fn(&Sample) -> f64| {
        let turn = |sample: &Sample| Turn { nanoseconds: clock(sample), ..sample.0 };
        let pairs: Vec<Pair> = samples.iter().map(|(ours, theirs)| (turn(ours), turn(theirs))).collect();
        summary(&pairs)
    };
    Comparison {
        seen: by(|(turn, _)| turn.nanoseconds),
        commands: by(|(_, work)| work.commands),
        core: by(|(_, work)| work.core),
    }
}
