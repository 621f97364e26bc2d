//! A lane, request by request.

use ratelab_limiter::{Limiter, Policy, Value};
use ratelab_simulation::run::{Kind, Simulation};

/// What became of a request.
pub(super) struct Step {
    pub(super) client: u32,
    pub(super) time: u64,
    pub(super) cost: u64,
    pub(super) kind: Kind,
    pub(super) started: Option<u64>,
}

/// A lane, walked through.
pub(super) struct Walked<'run> {
    pub(super) run: &'run Simulation,
    pub(super) lane: usize,
    pub(super) steps: Vec<Step>,
}

/// So much within an interval, and how long it took at each of the places that have as much.
pub(super) struct Most {
    pub(super) cost: u64,
    pub(super) spans: Vec<(u64, u64)>,
}

impl<'run> Walked<'run> {
    pub(super) fn new(run: &'run Simulation, lane: usize) -> Self {
        let arrivals = run.arrivals(lane).expect("it is done");
        let step = |index: usize| {
            let mark = run.mark(lane, index);
            let (client, cost) = (arrivals.client(index), arrivals.cost(index).into());
            Step { client, time: mark.time, cost, kind: mark.kind, started: mark.started }
        };
        Self { run, lane, steps: (0..arrivals.len()).map(step).collect() }
    }

    pub(super) fn policy(&self) -> &'run Policy {
        self.run.lanes()[self.lane].policy()
    }

    pub(super) fn count(&self, kind: Kind) -> u64 {
        self.steps.iter().filter(|step| step.kind == kind).count() as u64
    }

    pub(super) fn admitted(&self) -> u64 {
        self.steps.iter().filter(|step| step.started.is_some()).count() as u64
    }

    pub(super) fn longest_wait(&self) -> u64 {
        self.steps.iter().filter_map(|step| Some(step.started? - step.time)).max().unwrap_or(0)
    }

    /// The most of one client in any window of this length, by beginning at every start.
    pub(super) fn most_in_any(&self, window: u64) -> Most {
        let mut starts: Vec<_> = self.steps.iter().filter(|step| step.cost > 0).collect();
        starts.retain(|step| step.started.is_some());
        starts.sort_by_key(|step| (step.client, step.started));
        let mut most = Most { cost: 0, spans: Vec::new() };
        for (place, first) in starts.iter().enumerate() {
            let from = first.started.unwrap_or(0);
            let within = |step: &&&Step| {
                step.client == first.client && step.started.is_some_and(|at| at - from < window)
            };
            let inside: Vec<_> = starts[place..].iter().take_while(within).collect();
            let cost = inside.iter().map(|step| step.cost).sum();
            let to = inside.last().and_then(|step| step.started).unwrap_or(from);
            if cost > most.cost {
                most = Most { cost, spans: Vec::new() };
            }
            if cost == most.cost {
                most.spans.push((from, to));
            }
        }
        most
    }

    /// Whether more got through than one of its own limits, in a window of that limit's length.
    pub(super) fn exceeds_its_own_limit(&self) -> bool {
        self.limits().iter().any(|limit| self.most_in_any(limit.window).cost > limit.amount)
    }

    /// The limits of its windows: its own, or those of its members.
    pub(super) fn limits(&self) -> Vec<Limit> {
        match self.policy() {
            Policy::AllOf(all) => all.members().iter().filter_map(Limit::of).collect(),
            policy => Limit::of(policy).into_iter().collect(),
        }
    }
}

/// A limit of a window.
#[derive(Clone)]
pub(super) struct Limit {
    pub(super) policy: Policy,
    pub(super) amount: u64,
    pub(super) window: u64,
}

impl Limit {
    fn of(policy: &Policy) -> Option<Self> {
        let (amount, window) = (setting(policy, "limit")?, setting(policy, "window")?);
        Some(Self { policy: policy.clone(), amount, window })
    }
}

/// A number that a policy was configured with.
pub(super) fn setting(policy: &Policy, name: &str) -> Option<u64> {
    match policy.settings().get(name)? {
        Value::Number(number) => u64::try_from(*number).ok(),
        Value::Word(_) => None,
    }
}
