//! governor, as its documentation recommends it: the direct limiter for one state
//! and the default store for many, with its own fake clock and no middleware.

use std::{hint::black_box, num::NonZeroU32, time::Duration};

use governor::{
    Quota, RateLimiter,
    clock::{Clock, FakeRelativeClock},
    middleware::NoOpMiddleware,
    nanos::Nanos,
    state::keyed::DefaultKeyedStateStore,
};
use ratelab_portable::Pace;

const HUNDRED: NonZeroU32 = NonZeroU32::new(100).expect("a hundred is not zero");
const ONE: NonZeroU32 = NonZeroU32::MIN;

/// The same decisions as `ratelab_portable::drive` makes.
pub(crate) fn drive(pace: Pace, decisions: u32) -> u32 {
    let clock = FakeRelativeClock::default();
    let limiter = RateLimiter::direct_with_clock(Quota::per_second(HUNDRED), clock.clone());
    let limiter = black_box(&limiter);
    let step = Duration::from_nanos(pace.step);
    let mut admitted = 0;
    for _ in 0..decisions / pace.batch {
        for _ in 0..pace.batch {
            admitted += u32::from(black_box(limiter.check().is_ok()));
        }
        clock.advance(step);
    }
    admitted
}

/// A store that admits one request a second for each key.
pub(crate) struct Store {
    limiter: RateLimiter<u64, DefaultKeyedStateStore<u64>, FakeRelativeClock, NoOpMiddleware<Nanos>>,
    clock: FakeRelativeClock,
}

impl Store {
    pub(crate) fn new() -> Self {
        let (state, clock) = (DefaultKeyedStateStore::default(), FakeRelativeClock::default());
        Self { limiter: RateLimiter::new(Quota::per_second(ONE), state, clock.clone()), clock }
    }

    /// Moves its clock, which only goes forward.
    pub(crate) fn advance_to(&self, instant: u64) {
        let ahead = instant - self.clock.now().as_u64();
        self.clock.advance(Duration::from_nanos(ahead));
    }

    /// Whether a request of this key is admitted now.
    #[inline]
    pub(crate) fn admits(&self, key: u64) -> bool {
        self.limiter.check_key(&key).is_ok()
    }
}
