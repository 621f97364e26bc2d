//! Policies and operations drawn from a tape of bytes.
//!
//! Property tests, the long random run and the fuzz target all read the same tapes, so that a case found by one
//! of them can be replayed by the others. An exhausted tape reads as zeros.

use ratelab_limiter::{
    Align, AllOf, FixedWindow, Gcra, LeakyBucketMeter, LeakyBucketQueue, Policy, PolicyError, Refill,
    Rounding, SECOND, SlidingWindowCounter, SlidingWindowLog, TokenBucket,
};

/// Bytes to draw from.
#[derive(Clone, Debug)]
pub struct Tape<'a> {
    bytes: &'a [u8],
}

impl<'a> Tape<'a> {
    /// Returns a tape of these bytes.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Returns whether the tape is exhausted.
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Reads the next byte.
    pub fn byte(&mut self) -> u8 {
        let (first, rest) = self.bytes.split_first().map_or((0, self.bytes), |(first, rest)| (*first, rest));
        self.bytes = rest;
        first
    }

    /// Reads the next eight bytes as a number.
    pub fn number(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// Draws a number below a bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound <= 256 { u64::from(self.byte()) % bound } else { self.number() % bound }
    }

    /// Draws one of these.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    /// Draws a boolean.
    pub fn flip(&mut self) -> bool {
        self.below(2) == 1
    }
}

/// Returns the bytes of a tape for a seed.
pub fn bytes_from(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed;
    let words = std::iter::repeat_with(|| split_mix(&mut state).to_le_bytes());
    words.flatten().take(length).collect()
}

/// Returns the next number of the SplitMix64 sequence.
pub fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// A policy as plain values, from which both a limiter and its oracle are constructed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are the parameters of the bounds table")]
pub enum Recipe {
    FixedWindow { limit: u64, window: u64, align: Align, count_denied: bool },
    SlidingWindowLog { limit: u64, window: u64, count_denied: bool },
    SlidingWindowCounter { limit: u64, window: u64, align: Align, rounding: Rounding, count_denied: bool },
    TokenBucket { capacity: u64, amount: u64, period: u64, initial: u64, refill: Refill, created_at: u64 },
    LeakyBucketMeter { capacity: u64, amount: u64, period: u64 },
    LeakyBucketQueue { capacity: u64, amount: u64, period: u64, undelayed: u64, max_wait: Option<u64> },
    Gcra { burst: u64, amount: u64, period: u64 },
    AllOf(Vec<Recipe>),
    Layers(Vec<Recipe>),
}

impl Recipe {
    /// Draws any valid policy, including all-of and layers.
    pub fn draw(tape: &mut Tape) -> Self {
        let kind = tape.below(16);
        if kind % 8 < 7 {
            return Self::draw_single(tape);
        }
        let members = 1 + tape.below(3);
        let members = (0..members).map(|_| Self::draw_single(tape)).collect();
        if kind == 7 { Self::AllOf(members) } else { Self::Layers(members) }
    }

    /// Draws any valid policy of one of the seven algorithms.
    pub fn draw_single(tape: &mut Tape) -> Self {
        let kind = tape.below(7);
        Self::draw_kind(kind, tape)
    }

    /// Draws a valid policy of the algorithm with this index, in the order of `Algorithm::ALL`.
    pub fn draw_kind(kind: u64, tape: &mut Tape) -> Self {
        // If a combination of values is refused, it is drawn again with smaller choices, so that a tape always
        // yields a policy.
        (0..64)
            .map(|smaller| Self::draw_any(kind, tape, smaller))
            .find(|recipe| recipe.policy().is_ok())
            .unwrap_or(Self::Gcra { burst: 1, amount: 1, period: 1 })
    }

    fn draw_any(kind: u64, tape: &mut Tape, smaller: u32) -> Self {
        let size = (draw_size(tape) >> smaller).max(1);
        let (amount, period) = draw_rate(tape);
        let window = draw_window(tape);
        let (align, count_denied) = (tape.pick(&[Align::Epoch, Align::First]), tape.below(4) == 3);
        match kind {
            0 => Self::FixedWindow { limit: size, window, align, count_denied },
            1 => Self::SlidingWindowLog { limit: size, window, count_denied },
            2 => {
                let rounding = tape.pick(&[Rounding::Floor, Rounding::Exact]);
                Self::SlidingWindowCounter { limit: size, window, align, rounding, count_denied }
            }
            3 => Self::TokenBucket {
                capacity: size,
                amount,
                period,
                initial: if tape.flip() { size } else { tape.below(size + 1) },
                refill: tape.pick(&[Refill::Greedy, Refill::Interval]),
                created_at: tape.pick(&[0, 0, 1, 10_000, 3 * SECOND]),
            },
            4 => Self::LeakyBucketMeter { capacity: size, amount, period },
            5 => Self::LeakyBucketQueue {
                capacity: size,
                amount: amount.max(1),
                period,
                undelayed: if tape.flip() { 0 } else { tape.below(size + 1) },
                max_wait: draw_wait(tape, period),
            },
            _ => Self::Gcra { burst: size, amount, period },
        }
    }

    /// Returns the limiter.
    pub fn policy(&self) -> Result<Policy, PolicyError> {
        Ok(match *self {
            Self::FixedWindow { limit, window, align, count_denied } => {
                FixedWindow::new(limit, window)?.align(align).count_denied(count_denied).into()
            }
            Self::SlidingWindowLog { limit, window, count_denied } => {
                SlidingWindowLog::new(limit, window)?.count_denied(count_denied).into()
            }
            Self::SlidingWindowCounter { limit, window, align, rounding, count_denied } => {
                let policy = SlidingWindowCounter::new(limit, window)?.align(align);
                policy.rounding(rounding).count_denied(count_denied).into()
            }
            Self::TokenBucket { capacity, amount, period, initial, refill, created_at } => {
                let policy = TokenBucket::with_refill(refill, capacity, amount, period)?;
                policy.initial(initial)?.created_at(created_at).into()
            }
            Self::LeakyBucketMeter { capacity, amount, period } => {
                LeakyBucketMeter::new(capacity, amount, period)?.into()
            }
            Self::LeakyBucketQueue { capacity, amount, period, undelayed, max_wait } => {
                let policy = LeakyBucketQueue::new(capacity, amount, period)?;
                policy.undelayed(undelayed)?.max_wait(max_wait)?.into()
            }
            Self::Gcra { burst, amount, period } => Gcra::new(burst, amount, period)?.into(),
            Self::AllOf(ref members) => Self::together(members)?.into(),
            Self::Layers(ref members) => Self::together(members)?.in_order().into(),
        })
    }

    fn together(members: &[Self]) -> Result<AllOf, PolicyError> {
        let members: Result<_, _> = members.iter().map(Self::policy).collect();
        AllOf::new(members?)
    }

    /// Returns the recipes of the members; for a single limiter, itself.
    pub fn members(&self) -> &[Self] {
        match self {
            Self::AllOf(members) | Self::Layers(members) => members,
            single => std::slice::from_ref(single),
        }
    }

    /// Returns whether it counts denied requests. Members of an all-of do not count those that the all-of
    /// denies.
    pub const fn counts_denied(&self) -> bool {
        match *self {
            Self::FixedWindow { count_denied, .. }
            | Self::SlidingWindowLog { count_denied, .. }
            | Self::SlidingWindowCounter { count_denied, .. } => count_denied,
            _ => false,
        }
    }

    /// Returns the time scale on which this policy's decisions change.
    pub fn scale(&self) -> u64 {
        match *self {
            Self::FixedWindow { window, .. }
            | Self::SlidingWindowLog { window, .. }
            | Self::SlidingWindowCounter { window, .. } => window,
            Self::TokenBucket { amount, period, .. }
            | Self::LeakyBucketMeter { amount, period, .. }
            | Self::LeakyBucketQueue { amount, period, .. }
            | Self::Gcra { amount, period, .. } => (period / amount.max(1)).max(1),
            Self::AllOf(ref members) | Self::Layers(ref members) => {
                members.iter().map(Self::scale).min().unwrap_or(1)
            }
        }
    }

    /// Returns the limit, capacity or burst; the smallest of them for an all-of.
    pub fn size(&self) -> u64 {
        match *self {
            Self::FixedWindow { limit, .. }
            | Self::SlidingWindowLog { limit, .. }
            | Self::SlidingWindowCounter { limit, .. } => limit,
            Self::TokenBucket { capacity, .. }
            | Self::LeakyBucketMeter { capacity, .. }
            | Self::LeakyBucketQueue { capacity, .. } => capacity,
            Self::Gcra { burst, .. } => burst,
            Self::AllOf(ref members) | Self::Layers(ref members) => {
                members.iter().map(Self::size).min().unwrap_or(1)
            }
        }
    }
}

/// Draws a limit or capacity: mostly small, some as large as possible.
fn draw_size(tape: &mut Tape) -> u64 {
    match tape.below(8) {
        0..=4 => 1 + tape.below(6),
        5 => 1 + tape.below(200),
        6 => tape.pick(&[1_000, 65_536, 1_000_000, u64::from(u32::MAX)]),
        _ => 1 + tape.below(u64::from(u32::MAX)),
    }
}

/// Draws a rate: some are not exact as floats, some are at the ends of their range.
fn draw_rate(tape: &mut Tape) -> (u64, u64) {
    const NAMED: [(u64, u64); 10] = [
        (1, SECOND),
        (5, SECOND),
        (10, 13 * SECOND),
        (7, 60 * SECOND),
        (1, 3 * SECOND),
        (SECOND, SECOND),
        (1_000, 1),
        (u32::MAX as u64, 7),
        (0, SECOND),
        (1, 10_000_000_000_000_000_000),
    ];
    match tape.below(3) {
        0 => (1 + tape.below(12), 1 + tape.below(40)),
        1 => tape.pick(&NAMED),
        _ => (tape.below(1 << 32), 1 + (tape.number() >> tape.below(64))),
    }
}

/// Draws a window: mostly a few nanoseconds, so that every instant within it is tried.
fn draw_window(tape: &mut Tape) -> u64 {
    match tape.below(6) {
        0..=2 => 1 + tape.below(12),
        3 => tape.pick(&[SECOND, 10 * SECOND, 60 * SECOND, 1_000_003]),
        4 => 1 + (tape.number() >> (1 + tape.below(63))),
        _ => u64::MAX / 2,
    }
    .min(u64::MAX / 2)
}

fn draw_wait(tape: &mut Tape, period: u64) -> Option<u64> {
    match tape.below(6) {
        0..=2 => None,
        3 => Some(0),
        4 => Some(tape.below(period.saturating_mul(3).max(1))),
        _ => Some(tape.number()),
    }
}

/// An operation on one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "an instant, and a cost or an amount")]
pub enum Operation {
    Check { now: u64, cost: u32 },
    Peek { now: u64, cost: u32 },
    Refund { now: u64, amount: u64 },
    ChargeAnyway { now: u64, cost: u32 },
}

impl Operation {
    /// Returns the time of the operation.
    pub const fn now(self) -> u64 {
        match self {
            Self::Check { now, .. }
            | Self::Peek { now, .. }
            | Self::Refund { now, .. }
            | Self::ChargeAnyway { now, .. } => now,
        }
    }

    /// Returns the same operation at another time.
    #[must_use]
    pub const fn at(self, now: u64) -> Self {
        match self {
            Self::Check { cost, .. } => Self::Check { now, cost },
            Self::Peek { cost, .. } => Self::Peek { now, cost },
            Self::Refund { amount, .. } => Self::Refund { now, amount },
            Self::ChargeAnyway { cost, .. } => Self::ChargeAnyway { now, cost },
        }
    }
}

/// A sequence of operations, each near the one before.
#[derive(Clone, Debug)]
pub struct Traffic {
    scale: u64,
    size: u64,
    now: u64,
    steady: bool,
}

impl Traffic {
    /// Returns traffic on the scale of a policy, whose clock may go back and leap.
    pub fn new(recipe: &Recipe) -> Self {
        Self { scale: recipe.scale(), size: recipe.size(), now: 0, steady: false }
    }

    /// Returns traffic whose clock only goes forward.
    pub fn steady(recipe: &Recipe) -> Self {
        Self { steady: true, ..Self::new(recipe) }
    }

    /// Draws the next operation. `hint` is the last reported wait, which is where decisions change.
    pub fn draw(&mut self, tape: &mut Tape, hint: Option<u64>) -> Operation {
        self.now = self.draw_time(tape, hint);
        let now = self.now;
        match tape.below(32) {
            0..=2 | 16..=18 => Operation::Peek { now, cost: self.draw_cost(tape) },
            3 | 19 => Operation::Refund { now, amount: self.draw_amount(tape) },
            30 | 31 => Operation::ChargeAnyway { now, cost: self.draw_cost(tape) },
            _ => Operation::Check { now, cost: self.draw_cost(tape) },
        }
    }

    fn draw_time(&self, tape: &mut Tape, hint: Option<u64>) -> u64 {
        let ahead = |wait: u64| self.now.saturating_add(wait);
        match tape.below(16) {
            0..=4 => self.now,
            5..=7 => ahead(1 + tape.below(3)),
            8 | 9 => ahead(tape.below(self.scale.saturating_mul(3))),
            10 => ahead(hint.unwrap_or(0)),
            11 => ahead(hint.unwrap_or(0).saturating_sub(1)),
            12 => ahead(tape.below(self.scale.saturating_mul(self.size.saturating_mul(2)))),
            13 => ahead(tape.number() >> tape.below(64)),
            _ if self.steady => ahead(1),
            14 => self.now.saturating_sub(tape.below(self.scale.saturating_mul(3))),
            _ => tape.pick(&[0, 1, self.now / 2, u64::MAX - 1, u64::MAX]),
        }
    }

    fn draw_cost(&self, tape: &mut Tape) -> u32 {
        let cost = match tape.below(16) {
            0..=9 => 1,
            10 => 0,
            11 | 12 => tape.below(self.size + 2),
            13 => self.size,
            14 => self.size + 1,
            _ => tape.pick(&[2, u64::from(u32::MAX), tape.clone().below(1 << 32)]),
        };
        u32::try_from(cost).unwrap_or(u32::MAX)
    }

    fn draw_amount(&self, tape: &mut Tape) -> u64 {
        match tape.below(4) {
            0 | 1 => 1,
            2 => tape.below(self.size + 2),
            _ => tape.number(),
        }
    }
}
