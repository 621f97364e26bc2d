//! The requests of a log, by client.

/// The cost and the answer of a request, in one word.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::{Answer, Charge};
///
/// let charge = Charge::new(5, Answer::Limited);
/// assert_eq!((charge.cost(), charge.answer()), (5, Answer::Limited));
/// assert_eq!(Charge::from_word(charge.word()), charge);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge(u32);

/// How a request was answered when it was logged.
// Exhaustive, so that callers have to handle every kind of answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Not known.
    Unknown,
    /// By the service, successfully or not.
    Served,
    /// With 429, or another status that means rate limited.
    Limited,
}

impl Charge {
    /// The maximum cost: two bits of the word are reserved for the answer.
    pub const MOST: u32 = (1 << 30) - 1;

    /// A cost of 1 and an unknown answer.
    const PLAIN: u32 = 1;

    /// Creates a charge of a cost, at most [`Self::MOST`], and an answer.
    pub const fn new(cost: u32, answer: Answer) -> Self {
        let cost = if cost > Self::MOST { Self::MOST } else { cost };
        Self(cost | (answer as u32) << 30)
    }

    /// Decodes a word of a column.
    pub const fn from_word(word: u32) -> Self {
        Self(word)
    }

    /// Encodes the charge for a column: the cost in the low 30 bits, the answer in the others.
    pub const fn word(self) -> u32 {
        self.0
    }

    /// The cost of the request.
    pub const fn cost(self) -> u32 {
        self.0 & Self::MOST
    }

    /// The answer to the request.
    pub const fn answer(self) -> Answer {
        match self.0 >> 30 {
            1 => Answer::Served,
            2 => Answer::Limited,
            _ => Answer::Unknown,
        }
    }
}

/// Rows of a log: three columns of equal length.
#[derive(Clone, Copy, Debug)]
pub struct Block<'rows> {
    /// When each request arrived, in microseconds since 1970.
    pub times: &'rows [i64],
    /// The number of each request's client.
    pub keys: &'rows [u32],
    /// The word of each request's [`Charge`]; empty if all cost 1 and no answer is known.
    pub charges: &'rows [u32],
}

/// The requests of a log, sorted by client and time: 12 bytes per request, or 8 if only times are known.
///
/// # Examples
///
/// ```
/// use ratelab_calibration::{Answer, Block, Charge, Traffic};
///
/// let charges = [5, 1, 1].map(|cost| Charge::new(cost, Answer::Served).word());
/// let rows = Block { times: &[3_000_000, 1_000_000, 2_000_000], keys: &[0, 1, 0], charges: &charges };
/// let traffic = Traffic::group(&[rows], 2, 999_999);
/// assert_eq!((traffic.clients(), traffic.requests()), (2, 3));
/// assert_eq!((traffic.start(), traffic.slack()), (1_000_000, 999_999));
/// assert!(traffic.has_costs() && traffic.has_answers());
///
/// let client = traffic.client(0);
/// assert_eq!(client.times, [1_000_000, 2_000_000]); // since the first request of the traffic
/// assert_eq!((client.cost(1), client.answer(1), client.total()), (5, Answer::Served, 6));
/// assert_eq!(traffic.instant(client.times[1]), 3_000_000_000);
/// assert_eq!(client.busiest_part(1_000_000, 10), 0..2);
///
/// assert_eq!(traffic.between(2_000_000, 3_000_000).requests(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Traffic {
    /// Microseconds since the first request.
    times: Vec<u64>,
    /// Empty if all requests cost 1 and no answer is known.
    charges: Vec<Charge>,
    /// The start of each client's requests, and finally the end of all.
    begins: Vec<usize>,
    /// The time of the first request, in microseconds since 1970, to which windows are aligned.
    start: u64,
    /// How much later than its time a request may have arrived, in microseconds.
    slack: u32,
    /// Whether some request has a cost other than 1.
    uneven: bool,
}

/// The requests of one client.
#[derive(Clone, Copy, Debug)]
pub struct Client<'traffic> {
    /// Microseconds since the first request of the traffic, in ascending order.
    pub times: &'traffic [u64],
    /// The cost and answer of each request; empty if all cost 1 and no answer is known.
    pub charges: &'traffic [Charge],
    /// The cost of each request; empty if all cost 1, even if answers are known.
    pub costs: &'traffic [Charge],
}

impl Client<'_> {
    /// Returns the cost of a request; 1 if the client has no such request.
    pub fn cost(&self, request: usize) -> u32 {
        self.costs.get(request).map_or(1, |charge| charge.cost())
    }

    /// Returns the answer to a request; unknown if the client has no such request.
    pub fn answer(&self, request: usize) -> Answer {
        self.charges.get(request).map_or(Answer::Unknown, |charge| charge.answer())
    }

    /// The total cost of all requests.
    pub fn total(&self) -> u64 {
        if self.costs.is_empty() {
            return self.times.len() as u64;
        }
        self.costs.iter().map(|charge| u64::from(charge.cost())).sum()
    }
}

impl Traffic {
    /// The last microsecond at which a request may arrive. In nanoseconds it fits in 64 bits, with any slack added.
    pub const LAST: u64 = u64::MAX / 1000 - u32::MAX as u64;

    /// Sorts the rows of all blocks by client and time. Rows of a client at the same time keep their order. Clients are
    /// numbered from 0 and may have no rows; a request arrived up to `slack` microseconds after its time.
    ///
    /// Limiters count nanoseconds since 1970 in 64 bits: earlier requests count as the first instant of 1970, and those
    /// after [`Self::LAST`], in the year 2554, as that.
    ///
    /// In addition to the result it needs 8 bytes per client, and the size of one client's requests if they are not
    /// sorted.
    ///
    /// # Panics
    ///
    /// If columns of a block differ in length or a key is not below `clients`.
    pub fn group(blocks: &[Block<'_>], clients: usize, slack: u32) -> Self {
        let mut begins = vec![0; clients + 1];
        let (mut first, mut plain, mut uneven) = (Self::LAST, true, false);
        for block in blocks {
            assert!(block.keys.len() == block.times.len(), "one key per time");
            assert!([0, block.times.len()].contains(&block.charges.len()), "one charge per time, or none");
            for key in block.keys {
                begins[*key as usize] += 1;
            }
            first = block.times.iter().fold(first, |first, time| first.min(since_1970(*time)));
            plain &= block.charges.iter().all(|word| *word == Charge::PLAIN);
            uneven |= block.charges.iter().any(|word| Charge(*word).cost() != 1);
        }
        let rows = running_sum(&mut begins);
        let start = if rows == 0 { 0 } else { first };
        let charges = vec![Charge(Charge::PLAIN); if plain { 0 } else { rows }];
        let mut traffic = Self { times: vec![0; rows], charges, begins, start, slack, uneven };
        let mut nexts = traffic.begins.clone();
        for block in blocks {
            traffic.put(block, &mut nexts);
        }
        drop(nexts);
        for client in 0..clients {
            traffic.sort(client);
        }
        traffic
    }

    /// Stores each row of a block after the previous one of its client.
    fn put(&mut self, block: &Block<'_>, nexts: &mut [usize]) {
        for (row, (time, key)) in block.times.iter().zip(block.keys).enumerate() {
            let next = &mut nexts[*key as usize];
            self.times[*next] = since_1970(*time) - self.start;
            if let (Some(charge), Some(word)) = (self.charges.get_mut(*next), block.charges.get(row)) {
                *charge = Charge(*word);
            }
            *next += 1;
        }
    }

    /// Sorts the requests of a client by time, if necessary.
    fn sort(&mut self, client: usize) {
        let range = self.begins[client]..self.begins[client + 1];
        let times = &mut self.times[range.clone()];
        if times.is_sorted() {
            return;
        }
        let charges = if self.charges.is_empty() { &mut [][..] } else { &mut self.charges[range] };
        sort(times, charges);
    }

    /// Returns the requests in a time range, in microseconds since 1970 with an exclusive end. Clients keep their
    /// numbers, and limiters start without a history.
    #[must_use]
    pub fn between(&self, from: u64, to: u64) -> Self {
        let index = |times: &[u64], instant: u64| {
            times.partition_point(|time| *time < instant.saturating_sub(self.start))
        };
        let mut part = Self {
            times: Vec::new(),
            charges: Vec::new(),
            begins: vec![0],
            start: self.start,
            slack: self.slack,
            uneven: self.uneven,
        };
        for number in 0..self.clients() {
            let client = self.client(number);
            let end = index(client.times, to);
            let begin = index(client.times, from).min(end);
            part.times.extend_from_slice(&client.times[begin..end]);
            if !self.charges.is_empty() {
                part.charges.extend_from_slice(&client.charges[begin..end]);
            }
            part.begins.push(part.times.len());
        }
        part
    }

    /// The number of clients.
    pub fn clients(&self) -> usize {
        self.begins.len() - 1
    }

    /// The number of requests.
    pub fn requests(&self) -> usize {
        self.times.len()
    }

    /// The time of the first request, in microseconds since 1970.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// How much later than its time a request may have arrived, in microseconds.
    pub fn slack(&self) -> u32 {
        self.slack
    }

    /// Whether some request has a cost other than 1.
    pub fn has_costs(&self) -> bool {
        self.uneven
    }

    /// Whether answers may be known.
    pub fn has_answers(&self) -> bool {
        !self.charges.is_empty()
    }

    /// Converts a time of a client to nanoseconds since 1970, the clock of the limiters.
    pub fn instant(&self, time: u64) -> u64 {
        (self.start + time) * 1000
    }

    /// Returns a client by its number.
    ///
    /// # Panics
    ///
    /// If there is no such client.
    pub fn client(&self, number: usize) -> Client<'_> {
        let range = self.begins[number]..self.begins[number + 1];
        let charges = if self.charges.is_empty() { &[][..] } else { &self.charges[range.clone()] };
        let costs = if self.uneven { charges } else { &[] };
        Client { times: &self.times[range], charges, costs }
    }
}

/// Sorts times, with their charges if there are any, by merging sorted runs in pairs. A log has few runs: one per file
/// it consists of, and one per late line.
fn sort(times: &mut [u64], charges: &mut [Charge]) {
    let (mut other_times, mut other_charges) = (times.to_vec(), charges.to_vec());
    while !times.is_sorted() {
        let mut index = 0;
        while index < times.len() {
            let (first, second) = (run(times, index), run(times, run(times, index)));
            let (mut left, mut right) = (index, first);
            for target in index..second {
                // The sort is stable.
                let is_left = right == second || left < first && times[left] <= times[right];
                let from = if is_left { &mut left } else { &mut right };
                other_times[target] = times[*from];
                if let Some(charge) = charges.get(*from) {
                    other_charges[target] = *charge;
                }
                *from += 1;
            }
            index = second;
        }
        times.copy_from_slice(&other_times);
        charges.copy_from_slice(&other_charges);
    }
}

/// The end of the sorted run that starts at an index.
fn run(times: &[u64], index: usize) -> usize {
    let rest = &times[index..];
    let steps = rest.windows(2).position(|pair| pair[0] > pair[1]);
    index + steps.map_or(rest.len(), |step| step + 1)
}

/// A time in microseconds, clamped to the range of the limiters.
fn since_1970(time: i64) -> u64 {
    u64::try_from(time).unwrap_or(0).min(Traffic::LAST)
}

/// Converts counts to start indices, and returns the end of the last.
fn running_sum(counts: &mut [usize]) -> usize {
    let mut sum = 0;
    for count in counts {
        (*count, sum) = (sum, sum + *count);
    }
    sum
}
