//! The memory of a key, as `MEMORY USAGE` of Redis 7 reports it.

use ratelab_limiter::{
    Algorithm,
    bounds::{ALIGN, AMOUNT, BURST, CAPACITY, COUNT_DENIED, LIMIT, Parameter, WINDOW},
};

use crate::plan::{END_OF_TIME, Member};

/// A name's entry in the table of keys.
const ENTRY: u64 = 24;
/// What every value has; a number has nothing else.
const OBJECT: u64 = 16;
/// The digits of the latest time at the end of a state.
const TIME: u64 = 16;
/// Longer texts are allocated apart from their objects.
const LONGEST_EMBEDDED: u64 = 44;
/// A denied request that counts adds to a count up to this.
const MOST_COUNTED: u64 = u32::MAX as u64;

/// The head of a list, and that of each of its nodes.
const LIST: u64 = 40;
const NODE: u64 = 40;
/// What a node has besides its entries.
const NODE_ENDS: u64 = 7;
/// A time and an amount in a list, each a whole number of 64 bits. An amount is all that was used since a client was
/// last idle for a window, so after a long history it needs them.
const PAIR: u64 = 20;
/// A node up to this size takes another entry.
const NODE_WITH_SPACE: u64 = 8_168;
/// What a full node takes.
const FULL_NODE: u64 = 8_192;

impl Member {
    /// Returns the most bytes that a key takes by `MEMORY USAGE` of Redis 7, if its name has this many bytes. The
    /// tables in which the server finds keys and their expiries are extra.
    ///
    /// ```
    /// use ratelab_limiter::{FixedWindow, Policy, SECOND};
    /// use ratelab_redis::Plan;
    ///
    /// let bytes = |limit| {
    ///     let policy = Policy::from(FixedWindow::new(limit, 60 * SECOND).expect("a limit"));
    ///     Plan::new(&policy).expect("a plan").members()[0].most_bytes("api:k3f9x2:{ada}".len())
    /// };
    /// assert_eq!(bytes(921), 72); // the state is a number, which Redis stores in its object
    /// assert_eq!(bytes(922), 104); // and from here on a text, because it is beyond 2^63
    /// ```
    pub fn most_bytes(&self, name: usize) -> u64 {
        let name = name as u64;
        let head = if name < 32 { 2 } else { 4 };
        allocated(name + head) + ENTRY + OBJECT + self.most_of_state()
    }

    /// Reports whether keys expire, which they do once the whole budget is back. If none comes back, a key is stored
    /// until it is deleted.
    pub fn expires(&self) -> bool {
        self.number(&AMOUNT) != Some(0)
    }

    /// The most bytes of a state, without the object that holds it.
    fn most_of_state(&self) -> u64 {
        match self.algorithm {
            Algorithm::FixedWindow if self.is(&ALIGN, "first") => {
                of_text(digits(self.count()) + 1 + self.digits_of_age() + TIME)
            }
            Algorithm::FixedWindow => of_number(self.count()),
            Algorithm::SlidingWindowLog => of_list(PAIR * (self.number(&LIMIT).unwrap_or(0) + 1)),
            Algorithm::SlidingWindowCounter => {
                let age = if self.is(&ALIGN, "first") { 1 + self.digits_of_age() } else { 0 };
                of_text(2 * digits(self.count()) + 1 + age + TIME)
            }
            _ => {
                let size = self.number(&CAPACITY).or(self.number(&BURST)).unwrap_or(0);
                of_number(size * self.named("unit").unwrap_or(1))
            }
        }
    }

    /// The greatest count of a window.
    fn count(&self) -> u64 {
        if self.is(&COUNT_DENIED, "yes") { MOST_COUNTED } else { self.number(&LIMIT).unwrap_or(0) }
    }

    /// The digits of the time since a window began.
    fn digits_of_age(&self) -> u64 {
        digits(self.number(&WINDOW).unwrap_or(1) - 1)
    }

    fn is(&self, parameter: &Parameter, word: &str) -> bool {
        self.arguments.iter().any(|argument| argument.name == parameter.name && argument.value == word)
    }

    fn number(&self, parameter: &Parameter) -> Option<u64> {
        self.named(parameter.name)
    }

    fn named(&self, name: &str) -> Option<u64> {
        self.arguments.iter().find(|argument| argument.name == name)?.value.parse().ok()
    }
}

/// A count up to this with a time behind it. Up to 2^63, a text of digits is stored as a number.
fn of_number(count: u64) -> u64 {
    let most = u128::from(count) * 10_u128.pow(TIME as u32) + u128::from(END_OF_TIME);
    if most < 1 << 63 { 0 } else { of_text(digits(count) + TIME) }
}

/// A short text is behind its object in one allocation.
fn of_text(length: u64) -> u64 {
    if length <= LONGEST_EMBEDDED { allocated(OBJECT + 4 + length) - OBJECT } else { allocated(4 + length) }
}

/// A list of entries with this many bytes. A long one has full nodes between two that may be shorter, and an allocation
/// of such a size is up to 1,023 bytes larger than what it holds.
fn of_list(bytes: u64) -> u64 {
    if bytes + NODE_ENDS <= NODE_WITH_SPACE {
        return LIST + NODE + allocated(NODE_ENDS + bytes);
    }
    let least_of_full = NODE_WITH_SPACE + 1 - NODE_ENDS;
    let (full, rest) = (bytes / least_of_full, bytes % least_of_full);
    LIST + (full + 2) * NODE + full * FULL_NODE + rest + 2 * (NODE_ENDS + 1_023)
}

/// The size that an allocation of this many bytes gets from jemalloc: multiples of 16 up to 128, then four sizes up to
/// each power of two.
fn allocated(bytes: u64) -> u64 {
    let space = if bytes <= 128 { 16 } else { 1 << ((bytes - 1).ilog2() - 2) };
    bytes.next_multiple_of(space)
}

fn digits(number: u64) -> u64 {
    u64::from(number.max(1).ilog10()) + 1
}
