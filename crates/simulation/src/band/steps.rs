//! Steps from request to request: the usage before and after each.

use core::marker::PhantomData;

use ratelab_limiter::Limiter;

use super::{Requests, pyramid::Level};
use crate::run::Kind;

/// A way to step from one request to the next.
pub(super) trait Steps {
    /// The state between two requests.
    type State: Clone;
    /// The type of usage levels.
    type Level: Level;

    /// Returns the state before all requests.
    fn first(&self) -> Self::State;

    /// Returns the usage at a time, just before the request at this position.
    fn level(
        &self,
        requests: &Requests<'_>,
        state: &mut Self::State,
        position: usize,
        time: u64,
    ) -> Self::Level;

    /// Makes the request at this position, and returns the usage just before and just after it.
    fn step(
        &self,
        requests: &Requests<'_>,
        state: &mut Self::State,
        position: usize,
    ) -> (Self::Level, Self::Level);
}

/// Steps by deciding again. The limiter's levels must fit into `N`.
pub(super) struct Decided<L, N> {
    limiter: L,
    level: PhantomData<N>,
}

impl<L: Limiter, N> Decided<L, N> {
    pub(super) fn by(limiter: &L) -> Self {
        Self { limiter: limiter.clone(), level: PhantomData }
    }
}

impl<L: Limiter, N: Level> Steps for Decided<L, N> {
    type State = L::State;
    type Level = N;

    fn first(&self) -> L::State {
        self.limiter.fresh()
    }

    #[inline]
    fn level(&self, requests: &Requests<'_>, state: &mut L::State, _position: usize, time: u64) -> N {
        N::from_wide(self.limiter.level(&self.limiter.advance(state, requests.clock(time))))
    }

    #[inline]
    fn step(&self, requests: &Requests<'_>, state: &mut L::State, position: usize) -> (N, N) {
        let Self { limiter, .. } = self;
        let (now, cost) = (requests.clock(requests.time(position)), requests.cost(position));
        let moment = limiter.advance(state, now);
        let before = N::from_wide(limiter.level(&moment));
        let charge = limiter.charge(limiter.outcome(&moment, cost), cost);
        limiter.settle(state, moment, charge);
        let after =
            if charge > 0 { N::from_wide(limiter.level(&limiter.advance(state, now))) } else { before };
        (before, after)
    }
}

/// Steps by the record, because a log is too large to keep: the usage is what was admitted from the oldest
/// request on that has not expired.
pub(super) struct Recorded {
    /// How long an admitted request counts.
    pub(super) window: u64,
}

#[derive(Clone, Copy)]
pub(super) struct Counted {
    oldest: u32,
    used: u32,
}

impl Steps for Recorded {
    type State = Counted;
    type Level = u32;

    fn first(&self) -> Counted {
        Counted { oldest: 0, used: 0 }
    }

    #[inline]
    fn level(&self, requests: &Requests<'_>, state: &mut Counted, position: usize, time: u64) -> u32 {
        // An entry counts while it is younger than the window.
        let left = requests.clock(time).checked_sub(self.window);
        if let Some(left) = left.and_then(|left| left.checked_sub(requests.start)) {
            self.forget(requests, state, position, left);
        }
        state.used
    }

    #[inline]
    fn step(&self, requests: &Requests<'_>, state: &mut Counted, position: usize) -> (u32, u32) {
        let before = self.level(requests, state, position, requests.time(position));
        state.used += admitted(requests, position);
        (before, state.used)
    }
}

impl Recorded {
    /// Removes what was admitted up to a time and before a position.
    #[inline]
    fn forget(&self, requests: &Requests<'_>, state: &mut Counted, position: usize, left: u64) {
        let has_left = |other: u32| (other as usize) < position && requests.time(other as usize) <= left;
        if !has_left(state.oldest) {
            return;
        }
        // After a pause, everything has expired at once, and nothing has to be counted.
        if has_left(position as u32 - 1) {
            *state = Counted { oldest: position as u32, used: 0 };
        }
        while has_left(state.oldest) {
            state.used -= admitted(requests, state.oldest as usize);
            state.oldest += 1;
        }
    }
}

/// Returns what the request at this position was charged.
#[inline]
fn admitted(requests: &Requests<'_>, position: usize) -> u32 {
    let is_denied = requests.outcomes.get(requests.index(position)) == Kind::Denied;
    if is_denied { 0 } else { requests.cost(position) }
}
