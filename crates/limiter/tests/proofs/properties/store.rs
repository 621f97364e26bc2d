//! Many keys, and policies that change: P9, P10, P11.

use std::{collections::BTreeMap, slice::from_ref};

use ratelab_limiter::{Keyed, Limiter, Policy, PolicyState, SECOND};
use ratelab_oracle::cases::{Operation, Recipe, Tape, Traffic};

use super::{Run, bounds_waits, perform, promise};

type Store = Keyed<Policy, u64>;

/// A store, and a plain state for each key that is never dropped.
struct Pair {
    store: Store,
    states: BTreeMap<u64, PolicyState>,
    traffic: Traffic,
    clock: u64,
}

impl Pair {
    fn draw(tape: &mut Tape) -> Self {
        let recipe = Recipe::draw(tape);
        let policy = recipe.policy().expect("recipes are accepted");
        let (states, traffic) = (BTreeMap::new(), Traffic::new(&recipe));
        Self { store: Store::new(policy), states, traffic, clock: 0 }
    }

    /// Does the same to both; the answers must be the same.
    fn step(&mut self, tape: &mut Tape) {
        let key = tape.below(4);
        let operation = self.traffic.draw(tape, None);
        let policy = self.store.limiter().clone();
        let state = self.states.entry(key).or_insert_with(|| policy.fresh());
        let now = operation.now();
        let shown = self.clock.max(now);
        if !matches!(operation, Operation::Peek { .. }) {
            self.clock = shown;
        }
        let expected = perform(&policy, state, operation.at(shown));
        let reported = match operation {
            Operation::Check { cost, .. } => self.store.check_cost(&key, now, cost),
            Operation::Peek { cost, .. } => self.store.peek(&key, now, cost),
            Operation::Refund { amount, .. } => {
                self.store.refund(&key, now, amount);
                self.store.peek(&key, now, 0)
            }
            Operation::ChargeAnyway { cost, .. } => {
                self.store.charge_anyway(&key, now, cost);
                self.store.peek(&key, now, 0)
            }
        };
        assert_eq!(reported, expected, "{policy}, key {key}, {operation:?}");
    }

    /// How many keys differ from ones never seen.
    fn live(&self) -> usize {
        let policy = self.store.limiter();
        self.states.values().filter(|state| !policy.is_fresh(state, self.clock)).count()
    }
}

/// P9. Evicting idle keys, or exporting and importing, at any point changes no
/// decision. P10. After an eviction only live keys are stored.
#[test]
fn eviction_and_snapshots_change_no_decision() {
    promise(6000, |tape| {
        let mut pair = Pair::draw(tape);
        while !tape.is_empty() {
            pair.step(tape);
            match tape.below(4) {
                0 => {
                    pair.store.evict_idle(pair.clock);
                    assert_eq!(pair.store.stored_keys(), pair.live(), "{}", pair.store.limiter());
                }
                1 => {
                    let snapshot = pair.store.export();
                    pair.store = Store::new(pair.store.limiter().clone());
                    pair.store.import(&snapshot).unwrap_or_else(|error| panic!("{error}"));
                    assert_eq!(pair.store.export(), snapshot);
                }
                _ => {}
            }
        }
    });
}

/// P10. A store holds no key that was only denied or looked at, and a log has no
/// more entries than its limit or than instants it was shown.
#[test]
fn memory_is_bounded_by_use() {
    promise(4000, |tape| {
        let mut run = Run::new(Recipe::draw_kind(1, tape), false);
        let mut store = Store::new(run.policy.clone());
        let mut instants = std::collections::BTreeSet::new();
        while !tape.is_empty() {
            // Charges without a decision make a log longer than its limit.
            let operation = match run.draw_operation(tape) {
                Operation::ChargeAnyway { now, cost } => Operation::Check { now, cost },
                other => other,
            };
            let decision = run.perform(operation);
            instants.insert(decision.at);
            let PolicyState::Log(log) = &run.state else { unreachable!("a log") };
            assert!(log.instants() as u64 <= run.recipe.size().min(instants.len() as u64), "{}", run.policy);
            if let Operation::Check { now, .. } = operation {
                let _ = store.check_cost(&instants.len().try_into().unwrap_or(0), now, 0);
            }
        }
        assert_eq!(store.stored_keys(), 0);
    });
}

/// P11. Raising a rate or a capacity never lowers what remains.
#[test]
fn a_more_generous_policy_never_takes_away() {
    promise(8000, |tape| {
        let mut run = Run::draw(tape);
        while !tape.is_empty() {
            let (_, decision) = run.step(tape);
            let Ok(generous) = raised(&run.recipe, tape).policy() else { continue };
            let carried = generous.carry(&run.policy, &run.state, decision.at);
            let before = run.policy.peek(&run.state, decision.at, 0).remaining;
            let after = generous.peek(&carried, decision.at, 0).remaining;
            assert!(after >= before, "{after} of {generous}, {before} of {}", run.policy);
        }
    });
}

/// The same policy with a higher limit, capacity or rate.
fn raised(recipe: &Recipe, tape: &mut Tape) -> Recipe {
    let mut raised = recipe.clone();
    let more = tape.below(20);
    match &mut raised {
        Recipe::FixedWindow { limit, .. }
        | Recipe::SlidingWindowLog { limit, .. }
        | Recipe::SlidingWindowCounter { limit, .. } => *limit += more,
        Recipe::TokenBucket { capacity, amount, .. }
        | Recipe::LeakyBucketMeter { capacity, amount, .. }
        | Recipe::LeakyBucketQueue { capacity, amount, .. }
        | Recipe::Gcra { burst: capacity, amount, .. } => {
            *(if tape.flip() { capacity } else { amount }) += more;
        }
        Recipe::AllOf(members) | Recipe::Layers(members) => {
            members.iter_mut().for_each(|member| *member = raised_or_same(member, tape));
        }
    }
    raised
}

fn raised_or_same(recipe: &Recipe, tape: &mut Tape) -> Recipe {
    if tape.flip() { raised(recipe, tape) } else { recipe.clone() }
}

/// The settings that a policy gives make the same policy again.
#[test]
fn settings_make_the_policy_that_gave_them() {
    promise(4000, |tape| {
        let policy = Recipe::draw(tape).policy().expect("recipes are accepted");
        let members = if let Policy::AllOf(all) = &policy { all.members() } else { from_ref(&policy) };
        for policy in members {
            assert_eq!(policy.settings().policy().as_ref(), Ok(policy));
            assert_eq!(policy.settings().to_string(), policy.to_string());
        }
    });
}

/// A store whose policy is replaced by any other keeps each key's debt, up to the
/// new limit; it can read what it writes, and its hints stay honest.
#[test]
fn reconfiguring_keeps_debts_and_honesty() {
    promise(4000, |tape| {
        let mut run = Run::draw(tape);
        let (mut store, mut counted) = (Store::new(run.policy.clone()), run.policy.counts_denied());
        for _ in 0..tape.below(12) {
            match run.draw_operation(tape) {
                Operation::Check { now, cost } | Operation::Peek { now, cost } => {
                    let _ = store.check_cost(&1, now, cost);
                }
                Operation::Refund { now, amount } => store.refund(&1, now, amount),
                Operation::ChargeAnyway { now, cost } => {
                    store.charge_anyway(&1, now, cost);
                    counted = true;
                }
            }
        }
        let stored = store.stored_keys() > 0;
        let now = tape.pick(&[0, SECOND, u64::MAX, 50]);
        let before = store.peek(&1, now, 0);
        let recipe = Recipe::draw(tape);
        store.reconfigure(recipe.policy().expect("recipes are accepted"), now);
        let after = store.peek(&1, now, 0);
        // With an all-of, a bounded wait, counted denials or charges without a decision, limit minus
        // remaining is not the debt; a log uses the times of its requests.
        let plain = |recipe: &Recipe| !bounds_waits(recipe) && recipe.members() == from_ref(recipe);
        let logs =
            [&run.recipe, &recipe].iter().all(|recipe| matches!(recipe, Recipe::SlidingWindowLog { .. }));
        if stored && !counted && plain(&run.recipe) && plain(&recipe) && !logs && after.at == before.at {
            let debt = (before.limit - before.remaining).min(after.limit);
            assert_eq!(after.remaining, after.limit - debt, "{} from {}", store.limiter(), run.policy);
        }
        let exported = store.export();
        assert_eq!(store.import(&exported), Ok(()));
        let denied = store.check_cost(&1, now, after.remaining.saturating_add(1));
        if let Some(at) =
            denied.retry_after.filter(|wait| *wait > 0).and_then(|wait| denied.at.checked_add(wait))
        {
            assert!(
                store.peek(&1, at, after.remaining.saturating_add(1)).outcome.admits(),
                "{}",
                store.limiter()
            );
        }
    });
}

/// A policy of any algorithm takes over the debt of any other, in requests and up
/// to its own limit, and a state that makes sense: taking decides on it as checking does.
#[test]
fn debt_is_carried_between_algorithms() {
    promise(6000, |tape| {
        let (mut run, recipe) = (Run::draw(tape), Recipe::draw(tape));
        let policy = recipe.policy().expect("recipes are accepted");
        while !tape.is_empty() {
            let (_, decision) = run.step(tape);
            let mut carried = policy.carry(&run.policy, &run.state, decision.at);
            let numbers = policy.save(&carried);
            assert_eq!(policy.load(&numbers).as_ref(), Ok(&carried), "{policy} from {}", run.policy);
            let wait = if tape.flip() { 0 } else { tape.number() >> tape.below(64) };
            let now = decision.at.saturating_add(wait);
            let mut taken = carried.clone();
            let outcome = policy.take(&mut taken, now, 1);
            assert_eq!(outcome, policy.check(&mut carried, now, 1).outcome, "{policy} from {}", run.policy);
            assert_eq!(taken, carried, "{policy} from {}", run.policy);
        }
    });
}
