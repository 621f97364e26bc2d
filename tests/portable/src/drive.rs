//! The benchmark loop, native and as WebAssembly.
//!
//! It runs 100 requests a second, 100 at once, against twice that load: half of the requests are denied, so that both
//! paths through a limiter are timed.

use std::hint::black_box;

use ratelab_limiter::{
    FixedWindow, Gcra, LeakyBucketMeter, LeakyBucketQueue, Limiter, Policy, PolicyError, SECOND,
    SlidingWindowCounter, SlidingWindowLog, TokenBucket,
};

const LIMIT: u64 = 100;

/// The arrival of requests: bursts at regular steps.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Requests at one instant.
    pub batch: u32,
    /// Nanoseconds from one instant to the next.
    pub step: u64,
}

impl Pace {
    /// Twenty at a time. A competitor whose clock is costly to move pays for it once in twenty decisions, and a
    /// window is a whole number of steps, so that windows admit as many as buckets do.
    pub const BATCHES: Self = Self { batch: 20, step: 10 * SECOND / LIMIT };
    /// One at a time, which is the worst case for a log of instants.
    pub const SINGLES: Self = Self { batch: 1, step: SECOND / LIMIT / 2 };
}

/// Makes this many decisions, rounded down to whole batches, and returns how many were admitted.
///
/// Values that the compiler could otherwise optimise away (the policy's numbers, the state between two decisions,
/// each outcome) are hidden from it.
pub fn drive<L: Limiter>(limiter: &L, pace: Pace, decisions: u32) -> u32 {
    let limiter = black_box(limiter);
    let mut state = limiter.fresh();
    let (mut admitted, mut now) = (0, 0);
    for _ in 0..decisions / pace.batch {
        for _ in 0..pace.batch {
            let outcome = limiter.take(black_box(&mut state), now, 1);
            admitted += u32::from(black_box(outcome.admits()));
        }
        now += pace.step;
    }
    admitted
}

/// The limiters in the benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are named like the limiters")]
pub enum Driven {
    FixedWindow,
    SlidingWindowLog,
    SlidingWindowCounter,
    TokenBucket,
    LeakyBucketMeter,
    LeakyBucketQueue,
    Gcra,
    /// GCRA again, as a policy that is chosen at run time.
    Policy,
}

impl Driven {
    /// All of them. The index of a limiter is its number at the WebAssembly boundary.
    pub const ALL: [Self; 8] = [
        Self::FixedWindow,
        Self::SlidingWindowLog,
        Self::SlidingWindowCounter,
        Self::TokenBucket,
        Self::LeakyBucketMeter,
        Self::LeakyBucketQueue,
        Self::Gcra,
        Self::Policy,
    ];

    /// The name in a report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FixedWindow => "fixed_window",
            Self::SlidingWindowLog => "sliding_window_log",
            Self::SlidingWindowCounter => "sliding_window_counter",
            Self::TokenBucket => "token_bucket",
            Self::LeakyBucketMeter => "leaky_bucket_meter",
            Self::LeakyBucketQueue => "leaky_bucket_queue",
            Self::Gcra => "gcra",
            Self::Policy => "policy",
        }
    }

    /// [`drive`] for this limiter.
    pub fn run(self, pace: Pace, decisions: u32) -> u32 {
        self.try_run(pace, decisions).expect("these policies are accepted")
    }

    fn try_run(self, pace: Pace, decisions: u32) -> Result<u32, PolicyError> {
        Ok(match self {
            Self::FixedWindow => drive(&FixedWindow::new(LIMIT, SECOND)?, pace, decisions),
            Self::SlidingWindowLog => drive(&SlidingWindowLog::new(LIMIT, SECOND)?, pace, decisions),
            Self::SlidingWindowCounter => drive(&SlidingWindowCounter::new(LIMIT, SECOND)?, pace, decisions),
            Self::TokenBucket => drive(&TokenBucket::new(LIMIT, LIMIT, SECOND)?, pace, decisions),
            Self::LeakyBucketMeter => drive(&LeakyBucketMeter::new(LIMIT, LIMIT, SECOND)?, pace, decisions),
            Self::LeakyBucketQueue => drive(&LeakyBucketQueue::new(LIMIT, LIMIT, SECOND)?, pace, decisions),
            Self::Gcra => drive(&Gcra::new(LIMIT, LIMIT, SECOND)?, pace, decisions),
            Self::Policy => drive(&Policy::from(Gcra::new(LIMIT, LIMIT, SECOND)?), pace, decisions),
        })
    }
}
