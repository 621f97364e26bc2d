//! The requests of a log, client by client.

/// What a request costs and how it was answered, in one word: a log has many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge(u32);

/// How a request was answered when it was logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is not known.
    Unknown,
    /// By the service, well or not.
    Served,
    /// With 429.
    Limited,
}

impl Charge {
    /// The greatest cost: two bits of the word are the answer's.
    pub const MOST: u32 = (1 << 30) - 1;

    /// A cost of 1, and no answer known.
    const PLAIN: u32 = 1;

    /// A cost, at most [`Self::MOST`], and an answer.
    pub const fn new(cost: u32, answer: Answer) -> Self {
        let cost = if cost > Self::MOST { Self::MOST } else { cost };
        Self(cost | (answer as u32) << 30)
    }

    /// The charge that is stored in a column as this word.
    pub const fn from_word(word: u32) -> Self {
        Self(word)
    }

    /// The word that a column stores: the cost in the low 30 bits, the answer in the others.
    pub const fn word(self) -> u32 {
        self.0
    }

    /// What the request costs.
    pub const fn cost(self) -> u32 {
        self.0 & Self::MOST
    }

    /// How it was answered.
    pub const fn answer(self) -> Answer {
        match self.0 >> 30 {
            1 => Answer::Served,
            2 => Answer::Limited,
            _ => Answer::Unknown,
        }
    }
}

/// Some rows of a log, as they were read: three columns of one length.
#[derive(Clone, Copy, Debug)]
pub struct Block<'rows> {
    /// When each request arrived, in microseconds since 1970.
    pub times: &'rows [i64],
    /// The number of each request's client.
    pub keys: &'rows [u32],
    /// The word of each request's [`Charge`]; empty if each is a cost of 1 with no answer known.
    pub charges: &'rows [u32],
}

/// The requests of a log in order of their client, and of arrival for each: 12 bytes a request, or 8
/// if nothing but the times is known of any.
#[derive(Clone, Debug)]
pub struct Traffic {
    /// Microseconds since the first request of all.
    times: Vec<u64>,
    /// Empty if each request costs 1 and its answer is not known.
    charges: Vec<Charge>,
    /// Where the requests of each client begin, and at last where those of all end.
    begins: Vec<usize>,
    /// What to add to the times, in microseconds since 1970: windows are aligned to it.
    start: u64,
    /// How much later than its time a request may have arrived, in microseconds.
    slack: u32,
    /// Whether some request costs other than 1.
    uneven: bool,
}

/// The requests of one client.
#[derive(Clone, Copy, Debug)]
pub struct Client<'traffic> {
    /// Microseconds since the first request of all, never going back.
    pub times: &'traffic [u64],
    /// What each costs and how it was answered; empty if each costs 1 and the answers are not known.
    pub charges: &'traffic [Charge],
    /// What each costs, by its charge; empty if each costs 1, also where answers are known.
    pub costs: &'traffic [Charge],
}

impl Client<'_> {
    /// What a request costs.
    pub fn cost(&self, request: usize) -> u32 {
        self.costs.get(request).map_or(1, |charge| charge.cost())
    }

    /// How a request was answered.
    pub fn answer(&self, request: usize) -> Answer {
        self.charges.get(request).map_or(Answer::Unknown, |charge| charge.answer())
    }

    /// What all requests cost together.
    pub fn total(&self) -> u64 {
        if self.costs.is_empty() {
            return self.times.len() as u64;
        }
        self.costs.iter().map(|charge| u64::from(charge.cost())).sum()
    }
}

impl Traffic {
    /// The last microsecond at which a request may come. Its nanoseconds still fit in 64 bits, with
    /// any slack on top.
    pub const LAST: u64 = u64::MAX / 1000 - u32::MAX as u64;

    /// The rows of all blocks, put in order of their client and of time. Rows of a client at the same
    /// time stay in the order in which they were given. Clients are numbered from 0 and may have no
    /// rows; a stamp leaves open where in `slack` microseconds after it the request came.
    ///
    /// The limiters count time from 1970 and in nanoseconds of 64 bits: what came earlier counts as the
    /// first instant of 1970, and what came after [`Self::LAST`], in the year 2554, as that.
    ///
    /// Beside the result it needs 8 bytes a client, and as much as the requests of a client take if they are
    /// not in order of time, one client after the other.
    ///
    /// # Panics
    /// If columns of a block differ in length or a key is not below `clients`.
    pub fn group(blocks: &[Block<'_>], clients: usize, slack: u32) -> Self {
        let mut begins = vec![0; clients + 1];
        let (mut first, mut plain, mut uneven) = (Self::LAST, true, false);
        for block in blocks {
            assert!(block.keys.len() == block.times.len(), "a key for each time");
            assert!([0, block.times.len()].contains(&block.charges.len()), "a charge for each time, or none");
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

    /// Puts each row of a block where the next one of its client belongs.
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

    /// Puts the requests of a client in order of time, if they are not.
    fn sort(&mut self, client: usize) {
        let range = self.begins[client]..self.begins[client + 1];
        let times = &mut self.times[range.clone()];
        if times.is_sorted() {
            return;
        }
        let charges = if self.charges.is_empty() { &mut [][..] } else { &mut self.charges[range] };
        sort(times, charges);
    }

    /// The requests from one instant to before another, in microseconds since 1970, as traffic of its
    /// own: clients keep their numbers, and a limiter knows nothing of what was before.
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

    /// What to add to each time, in microseconds since 1970.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// How much later than its time a request may have arrived, in microseconds.
    pub fn slack(&self) -> u32 {
        self.slack
    }

    /// Whether some request costs other than 1.
    pub fn has_costs(&self) -> bool {
        self.uneven
    }

    /// Whether the answers to some requests may be known.
    pub fn has_answers(&self) -> bool {
        !self.charges.is_empty()
    }

    /// A time of a client in nanoseconds since 1970, the clock of the limiters.
    pub fn instant(&self, time: u64) -> u64 {
        (self.start + time) * 1000
    }

    /// A client by its number.
    pub fn client(&self, number: usize) -> Client<'_> {
        let range = self.begins[number]..self.begins[number + 1];
        let charges = if self.charges.is_empty() { &[][..] } else { &self.charges[range.clone()] };
        let costs = if self.uneven { charges } else { &[] };
        Client { times: &self.times[range], charges, costs }
    }
}

/// Puts times in order, with their charges if there are any. Those that are in order already are merged, two
/// such runs at a time: a log has few, one for each file it is made of and for each line that is late.
fn sort(times: &mut [u64], charges: &mut [Charge]) {
    let (mut other_times, mut other_charges) = (times.to_vec(), charges.to_vec());
    while !times.is_sorted() {
        let mut index = 0;
        while index < times.len() {
            let (first, second) = (run(times, index), run(times, run(times, index)));
            let (mut left, mut right) = (index, first);
            for target in index..second {
                // Of equal times the one that came first.
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

/// Where times that are in order, from this place on, end.
fn run(times: &[u64], index: usize) -> usize {
    let rest = &times[index..];
    let steps = rest.windows(2).position(|pair| pair[0] > pair[1]);
    index + steps.map_or(rest.len(), |step| step + 1)
}

/// A time in microseconds, within what limiters can count.
fn since_1970(time: i64) -> u64 {
    u64::try_from(time).unwrap_or(0).min(Traffic::LAST)
}

/// Makes of counts the places where each begins, and returns where the last one ends.
fn running_sum(counts: &mut [usize]) -> usize {
    let mut sum = 0;
    for count in counts {
        (*count, sum) = (sum, sum + *count);
    }
    sum
}
