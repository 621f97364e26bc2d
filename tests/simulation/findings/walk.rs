//! A lane, request by request.

use std::collections::{BTreeMap, BTreeSet};

use ratelab_limiter::{Limiter, Policy, Value};
use ratelab_scenario::scenario::{Key, Lane, Rate, Routing, Scenario, Servers, Store};
use ratelab_simulation::run::{Kind, Simulation};

/// The result of a request.
pub(super) struct Step {
    pub(super) client: u32,
    pub(super) time: u64,
    pub(super) cost: u64,
    pub(super) kind: Kind,
    pub(super) started: Option<u64>,
    pub(super) refused_by: Option<usize>,
    /// The answer of each layer that was asked, if there are several.
    pub(super) answers: Vec<Option<bool>>,
}

/// A lane, walked through.
pub(super) struct Walked<'run> {
    pub(super) run: &'run Simulation,
    pub(super) lane: usize,
    pub(super) steps: Vec<Step>,
    /// For each step, the limiters within the lane that refuse it, if there are several.
    pub(super) refusing: Vec<Vec<bool>>,
}

/// The highest amount within an interval, and the duration and the key of each occurrence.
pub(super) struct Most {
    pub(super) cost: u64,
    pub(super) spans: Vec<(u64, u64)>,
    pub(super) keys: Vec<u32>,
}

impl<'run> Walked<'run> {
    pub(super) fn new(run: &'run Simulation, lane: usize) -> Self {
        let arrivals = run.arrivals(lane).expect("it is done");
        let step = |index: usize| {
            let mark = run.mark(lane, index);
            let (client, cost) = (arrivals.client(index), arrivals.cost(index).into());
            let refused_by = run.lanes()[lane].record().refused_by(index);
            let answers = match run.lanes()[lane].layers() {
                1 => Vec::new(),
                _ => run.explain(lane, index).expect("it is done").layers,
            };
            let answers = answers.iter().map(|answer| answer.asked.then_some(answer.admitted)).collect();
            Step {
                client,
                time: mark.time,
                cost,
                kind: mark.kind,
                started: mark.started,
                refused_by,
                answers,
            }
        };
        let steps: Vec<_> = (0..arrivals.len()).map(step).collect();
        let mut walked = Self { run, lane, steps, refusing: Vec::new() };
        walked.refusing = walked.refusing();
        walked
    }

    fn refusing(&self) -> Vec<Vec<bool>> {
        let limiter = &self.run.lanes()[self.lane];
        if limiter.layers() > 1 {
            let refuses = |step: &Step| step.answers.iter().map(|answer| *answer == Some(false)).collect();
            return self.steps.iter().map(refuses).collect();
        }
        if !matches!(limiter.policy(), Policy::AllOf(_)) || !limiter.is_plain() {
            return Vec::new();
        }
        // The members of an all-of with one state per key are asked again, each with its own state.
        let mut states = BTreeMap::new();
        let ask = |(index, step): (usize, &Step)| {
            let policy = limiter.policy_of(self.run.senders().group(step.client));
            let server = if self.store() == Store::Local { limiter.server(index, step.client) } else { 0 };
            let ahead = if self.store() == Store::Local { self.scenario().servers.ahead(server) } else { 0 };
            let now = (self.scenario().start + step.time).saturating_add_signed(ahead);
            let key = (self.run.senders().key(limiter.key(), step.client), server);
            let cost = u32::try_from(step.cost).expect("a cost");
            let each = policy.members().iter().enumerate();
            let mut answers = each.map(|(member, policy)| {
                let state = states.entry((key, member)).or_insert_with(|| policy.fresh());
                let admits = policy.peek(state, now, cost).outcome.admits();
                if step.kind != Kind::Denied {
                    assert!(admits && policy.take(state, now, cost).admits(), "all of them admit it");
                }
                !admits
            });
            answers.by_ref().collect()
        };
        self.steps.iter().enumerate().map(ask).collect()
    }

    pub(super) fn scenario(&self) -> &'run Scenario {
        self.run.scenario()
    }

    /// Returns the lane of the scenario.
    pub(super) fn lane(&self) -> &'run Lane {
        &self.scenario().lanes[self.lane]
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

    /// Returns the most of one key in any window of this length.
    pub(super) fn most_in_any(&self, window: u64) -> Most {
        self.most_by(self.lane().key, None, window)
    }

    /// Returns the same for a key of another kind, or for one group, by beginning at every start.
    pub(super) fn most_by(&self, kind: Key, group: Option<usize>, window: u64) -> Most {
        let senders = self.run.senders();
        let mut starts: Vec<_> = self.steps.iter().filter(|step| step.cost > 0).collect();
        starts.retain(|step| step.started.is_some());
        starts.retain(|step| group.is_none_or(|group| senders.group(step.client) == group));
        let key = |step: &Step| senders.key(kind, step.client);
        starts.sort_by_key(|step| (key(step), step.started));
        let mut most = Most { cost: 0, spans: Vec::new(), keys: Vec::new() };
        for (index, first) in starts.iter().enumerate() {
            let from = first.started.unwrap_or(0);
            let within =
                |step: &&&Step| key(step) == key(first) && step.started.is_some_and(|at| at - from < window);
            let inside: Vec<_> = starts[index..].iter().take_while(within).collect();
            let cost = inside.iter().map(|step| step.cost).sum();
            let to = inside.last().and_then(|step| step.started).unwrap_or(from);
            if cost > most.cost {
                most = Most { cost, spans: Vec::new(), keys: Vec::new() };
            }
            if cost == most.cost {
                most.spans.push((from, to));
                most.keys.push(key(first));
            }
        }
        most
    }

    /// Returns the most under one of its limits, by the keys that have it.
    pub(super) fn most_under(&self, limit: &Limit) -> Most {
        self.most_by(limit.key, limit.group, limit.window)
    }

    /// Returns whether more got through than one of its own limits, in a window of that limit's length.
    pub(super) fn exceeds_its_own_limit(&self) -> bool {
        self.limits().iter().any(|limit| self.most_under(limit).cost > limit.amount)
    }

    /// Returns the limiters of the lane, one per group if they differ.
    pub(super) fn applied(&self) -> Vec<Applied> {
        let own = core::slice::from_ref(self.lane());
        let is_made = matches!(self.policy(), Policy::AllOf(_));
        let parts = if is_made { &self.lane().members[..] } else { own };
        let groups = self.run.senders().groups();
        let each = |(member, part): (usize, &Lane)| {
            let policy = |tier| part.policy_of(self.scenario(), tier).expect("within bounds");
            let applied = |(group, policy): (usize, Policy)| Applied {
                policy,
                key: part.key,
                group: Some(group),
                member: is_made.then_some(member),
            };
            let policies = groups.iter().map(|group| policy(&group.tier));
            let mut all: Vec<_> = policies.enumerate().map(applied).collect();
            if all.iter().all(|other| other.policy == all[0].policy) {
                all.truncate(1);
                all[0].group = None;
            }
            all
        };
        parts.iter().enumerate().flat_map(each).collect()
    }

    /// Returns the limits of its windows: its own, or those of its members.
    pub(super) fn limits(&self) -> Vec<Limit> {
        self.applied().into_iter().filter_map(Limit::from_applied).collect()
    }

    /// Returns the periods that a window may mean: its own, the groups', and the scenario's.
    pub(super) fn windows(&self) -> Vec<u64> {
        let tiers = self.run.senders().groups().iter().filter_map(|group| group.tier.limit);
        let periods = tiers.chain([self.scenario().limit]).map(|Rate { period, .. }| period);
        self.limits().into_iter().map(|limit| limit.window).chain(periods).collect()
    }

    /// Returns where its state is stored.
    pub(super) fn store(&self) -> Store {
        self.lane().store.unwrap_or(self.scenario().servers.store)
    }

    /// Returns whether each request depends on one state, with a correct clock.
    pub(super) fn is_central(&self) -> bool {
        let Servers { count, routing, .. } = &self.scenario().servers;
        let has_clocks = (0..*count).any(|server| self.scenario().servers.ahead(server) != 0);
        let by_client = |lane: &Lane| lane.key == Key::Client;
        let is_kept = *routing == Routing::Sticky
            && by_client(self.lane())
            && self.lane().members.iter().all(by_client);
        !has_clocks
            && match self.store() {
                Store::Shared | Store::Race { latency: 0, .. } => true,
                Store::Local | Store::Sync { .. } => *count == 1 || is_kept,
                Store::Race { .. } | Store::Down { .. } => false,
            }
    }

    /// Returns how many get through with a shared state on one server.
    pub(super) fn meant(&self) -> u64 {
        let mut scenario = self.scenario().clone();
        scenario.servers = Servers::default();
        scenario.lanes.iter_mut().for_each(|lane| lane.store = Some(Store::Shared));
        let run = Simulation::complete(scenario).expect("policies");
        Walked::new(&run, self.lane).admitted()
    }

    /// Returns what each group was denied in the end, and what it sent.
    pub(super) fn denied_by_group(&self) -> Vec<(u64, u64)> {
        let (senders, traffic) = (self.run.senders(), self.run.traffic().expect("it is done"));
        let is_of = |group: usize, client: u32| senders.group(client) == group;
        let sent = |group: usize| {
            (0..traffic.len()).filter(|index| is_of(group, traffic.client(*index))).count() as u64
        };
        let admitted = |group: usize| {
            let is_own = |step: &&Step| is_of(group, step.client) && step.started.is_some();
            self.steps.iter().filter(is_own).count() as u64
        };
        (0..senders.groups().len()).map(|group| (sent(group) - admitted(group), sent(group))).collect()
    }

    /// Returns the refusals of each layer.
    pub(super) fn refused_by_layer(&self) -> Vec<u64> {
        let by = |layer: usize| self.refusing.iter().filter(|refusing| refusing[layer]).count() as u64;
        (0..self.refusing.first().map_or(0, Vec::len)).map(by).collect()
    }

    /// Returns how far the clocks are ahead that decide the requests of a key, if they agree.
    pub(super) fn clock_of(&self, kind: Key, key: u32) -> Option<i64> {
        let own = self.steps.iter().enumerate();
        let own = own.filter(|(_, step)| self.run.senders().key(kind, step.client) == key);
        let server = |(index, step): (usize, &Step)| self.run.lanes()[self.lane].server(index, step.client);
        let clocks: BTreeSet<i64> = own.map(|step| self.scenario().servers.ahead(server(step))).collect();
        clocks.first().copied().filter(|_| clocks.len() == 1)
    }
}

/// A limiter of a lane.
pub(super) struct Applied {
    pub(super) policy: Policy,
    key: Key,
    group: Option<usize>,
    member: Option<usize>,
}

/// The limit of a window.
#[derive(Clone)]
pub(super) struct Limit {
    pub(super) policy: Policy,
    pub(super) amount: u64,
    pub(super) window: u64,
    /// Its key, and the group that it is for.
    pub(super) key: Key,
    pub(super) group: Option<usize>,
    /// The index of the limiter, if there are several.
    pub(super) member: Option<usize>,
}

impl Limit {
    fn from_applied(Applied { policy, key, group, member }: Applied) -> Option<Self> {
        let (amount, window) = (setting(&policy, "limit")?, setting(&policy, "window")?);
        Some(Self { policy, amount, window, key, group, member })
    }
}

/// Returns a configured number of a policy.
pub(super) fn setting(policy: &Policy, name: &str) -> Option<u64> {
    match policy.settings().get(name)? {
        Value::Number(number) => u64::try_from(*number).ok(),
        Value::Word(_) => None,
    }
}
