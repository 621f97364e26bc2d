//! Decides which step runs when. It starts nothing itself.
//!
//! It is our own because steps need different parts of the machine ([`Load`]): two that build in `target/` would only
//! wait for each other, and one that downloads needs no core. `cargo` and `make` count jobs, not what a job occupies.

use crate::steps::{Load, STEPS, Step};

/// The steps of a run: waiting, running and done.
pub(crate) struct Schedule {
    waiting: Vec<&'static Step>,
    running: Vec<&'static Step>,
    /// Steps that have passed, or that this run leaves out.
    done: Vec<&'static str>,
    /// How many steps may compute at the same time.
    cores: usize,
    keep_going: bool,
}

impl Schedule {
    pub(crate) fn new(steps: &[&'static Step], cores: usize, keep_going: bool) -> Self {
        let left_out = STEPS.iter().filter(|step| !steps.contains(step)).map(|step| step.name);
        Self { waiting: steps.to_vec(), running: Vec::new(), done: left_out.collect(), cores, keep_going }
    }

    /// The next step to start now, if there is one. It counts as running until `end`.
    pub(crate) fn start(&mut self) -> Option<&'static Step> {
        let at = self.waiting.iter().position(|step| self.can_start(step))?;
        let step = self.waiting.remove(at);
        self.running.push(step);
        Some(step)
    }

    /// Steps that depend on a failed step never start; without `--keep-going`, no other step starts either.
    pub(crate) fn end(&mut self, step: &'static Step, failed: bool) {
        self.running.retain(|other| *other != step);
        if !failed {
            self.done.push(step.name);
        } else if !self.keep_going {
            self.waiting.clear();
        }
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    fn can_start(&self, step: &Step) -> bool {
        step.needs.iter().all(|need| self.done.contains(need)) && self.has_capacity_for(step.load)
    }

    fn has_capacity_for(&self, load: Load) -> bool {
        let computing = self.running.iter().filter(|step| step.load != Load::Network).count();
        let building = self.running.iter().any(|step| step.load == Load::Target);
        match load {
            Load::Network => true,
            Load::Core => computing < self.cores,
            Load::Target => computing < self.cores && !building,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs every step of the table, the one that has run longest ending first; calls `look` at each start.
    fn rehearse(
        cores: usize,
        keep_going: bool,
        failing: &str,
        look: impl Fn(&Schedule),
    ) -> Vec<&'static str> {
        let mut schedule = Schedule::new(&STEPS.iter().collect::<Vec<_>>(), cores, keep_going);
        let mut started = Vec::new();
        loop {
            while let Some(step) = schedule.start() {
                started.push(step.name);
                look(&schedule);
            }
            match schedule.running.first().copied() {
                Some(step) => schedule.end(step, step.name == failing),
                None => return started,
            }
        }
    }

    #[test]
    fn every_step_starts_once_and_after_what_it_needs() {
        for cores in [1, 2, 4] {
            let started = rehearse(cores, false, "", |schedule| {
                let step = schedule.running.last().expect("it has just started");
                assert!(step.needs.iter().all(|need| schedule.done.contains(need)), "{step:?}");
            });
            assert_eq!(started.len(), STEPS.len());
        }
    }

    #[test]
    fn two_cores_have_two_steps_that_compute_and_one_that_builds() {
        rehearse(2, false, "", |schedule| {
            let count = |load| schedule.running.iter().filter(|step| step.load == load).count();
            assert!(count(Load::Target) <= 1 && count(Load::Target) + count(Load::Core) <= 2);
        });
    }

    #[test]
    fn nothing_starts_after_a_failure() {
        let started = rehearse(1, false, "format", |_| ());
        assert_eq!(started.last(), Some(&"format"));
    }

    #[test]
    fn keeping_going_leaves_out_only_what_needs_the_step_that_failed() {
        let started = rehearse(2, true, "site", |_| ());
        let page = STEPS.iter().filter(|step| step.needs.contains(&"site")).count();
        assert_eq!(started.len(), STEPS.len() - page);
        assert!(started.contains(&"wasm tests, WebKit"));
    }
}
