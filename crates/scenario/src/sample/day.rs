//! The requests of all clients on one day.

use super::{
    DAY, HOUR,
    clients::{BUSY_CLIENTS, Client, FIRST_BUSY, PEOPLE, PHONES, Role},
};
use crate::traffic::Random;

const SECOND: u32 = 1000;
const MINUTE: u32 = 60 * SECOND;

/// The share of the day's visits that begin in each hour, from midnight.
const CURVE: [u32; 24] =
    [10, 6, 4, 3, 3, 5, 12, 24, 36, 44, 48, 50, 54, 50, 46, 46, 50, 58, 70, 80, 84, 70, 44, 22];

/// The target of a request. Searching, logging in and exporting cost the shop more than the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Path {
    Home,
    Login,
    Account,
    Search,
    Product,
    Picture,
    Cart,
    Order,
    Feed,
    Sync,
    Export,
    Metrics,
    Robots,
    /// A page that no longer exists.
    Old,
    /// A connection that sent nothing.
    Nothing,
    /// A connection that started a TLS handshake.
    Hello,
    /// A truncated line.
    Cut,
}

/// A request with the contents of its line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    /// Milliseconds since midnight.
    pub(super) at: u32,
    pub(super) client: Client,
    pub(super) path: Path,
    /// The number of the product or page in the path.
    pub(super) number: u32,
    pub(super) status: u16,
    pub(super) size: u32,
}

/// Returns all requests of a day, in order. Days are counted from the first.
pub(super) fn requests(seed: u64, day: u32) -> Vec<Request> {
    let mut requests = Vec::with_capacity(120_000);
    for number in 0..FIRST_BUSY + BUSY_CLIENTS.len() as u32 {
        // Streams from 2^32 on do not overlap with those of scenario patterns.
        let random = Random::stream(seed, (1 << 32) + (u64::from(day) << 16) + u64::from(number));
        Person { client: Client(number), random, requests: &mut requests }.live(number);
    }
    if day == 0 {
        requests.push(Request { path: Path::Cut, ..plain(4 * HOUR + 12 * MINUTE, Client(2)) });
    }
    in_order(&requests)
}

const fn plain(at: u32, client: Client) -> Request {
    Request { at, client, path: Path::Home, number: 0, status: 200, size: 0 }
}

/// Sorts by millisecond, then by second: each pass keeps the order of the one before. Counting takes a fraction
/// of the code and the time of a general sort.
fn in_order(requests: &[Request]) -> Vec<Request> {
    let by_millisecond = distributed(requests, SECOND, |request| request.at % SECOND);
    distributed(&by_millisecond, DAY / SECOND, |request| request.at / SECOND)
}

fn distributed(requests: &[Request], kinds: u32, kind: impl Fn(&Request) -> u32) -> Vec<Request> {
    let mut offsets = vec![0_u32; kinds as usize + 1];
    requests.iter().for_each(|request| offsets[kind(request) as usize + 1] += 1);
    for index in 1..offsets.len() {
        offsets[index] += offsets[index - 1];
    }
    let mut sorted = vec![plain(0, Client(0)); requests.len()];
    for request in requests {
        let offset = &mut offsets[kind(request) as usize];
        sorted[*offset as usize] = *request;
        *offset += 1;
    }
    sorted
}

/// One client and its random numbers, on its way through the day.
struct Person<'day> {
    client: Client,
    random: Random,
    requests: &'day mut Vec<Request>,
}

impl Person<'_> {
    fn live(&mut self, number: u32) {
        if number < PEOPLE {
            return self.visit_or_two();
        }
        if number < PEOPLE + PHONES {
            return self.sync_all_day();
        }
        match BUSY_CLIENTS[(number - FIRST_BUSY) as usize].role {
            Role::Office => self.work(),
            Role::Dashboard { every } => self.poll(every * SECOND),
            Role::Cron => self.run_every_hour(),
            Role::Crawler => self.crawl(),
            Role::Scraper => self.scrape(),
            Role::Guesser => self.guess(),
            Role::Broken => self.insist(),
            Role::Scanner => self.scan(),
        }
    }

    /// Returns a random number below a bound, which is not zero.
    fn below(&mut self, bound: u32) -> u32 {
        self.random.below(bound.into()) as u32
    }

    fn between(&mut self, least: u32, most: u32) -> u32 {
        least + self.below(most - least + 1)
    }

    /// Returns how often a coin lands on the same side in a row: usually few times, rarely many.
    fn coin_run(&mut self) -> u32 {
        self.random.bits().trailing_ones()
    }

    /// Adds a request for a random item of its kind.
    fn ask(&mut self, at: u32, path: Path, status: u16) {
        let number = self.between(100, 4_999);
        self.ask_for(at, path, number, status);
    }

    /// Adds a request, unless the day is over.
    fn ask_for(&mut self, at: u32, path: Path, number: u32, status: u16) {
        if at >= DAY {
            return;
        }
        let size = match (path, status) {
            (Path::Nothing, _) | (_, 304) => 0,
            (_, 400..) => self.between(120, 180),
            (Path::Picture, _) => self.between(8_000, 90_000),
            (Path::Export, _) => self.between(100_000, 400_000),
            _ => self.between(300, 9_000),
        };
        self.requests.push(Request { at, client: self.client, path, number, status, size });
    }

    /// Returns a random instant of the day, distributed according to the curve.
    fn moment(&mut self) -> u32 {
        let mut rest = self.below(CURVE.iter().sum());
        let hour = CURVE.iter().position(|share| match rest.checked_sub(*share) {
            Some(less) => {
                rest = less;
                false
            }
            None => true,
        });
        hour.unwrap_or(0) as u32 * HOUR + self.below(HOUR)
    }

    /// One in four clients comes back, and one in thirty stays long.
    fn visit_or_two(&mut self) {
        let visits = if self.below(4) == 0 { 2 } else { 1 };
        for _ in 0..visits {
            let long = if self.below(30) == 0 { 12 } else { 1 };
            let (at, pages) = (self.moment(), long + self.coin_run());
            self.visit(at, pages);
        }
    }

    /// Pages with time to read between them. Some clients log in, not all at the first try.
    fn visit(&mut self, from: u32, pages: u32) {
        let mut at = from;
        if self.below(5) == 0 {
            let failures = if self.below(6) == 0 { 1 } else { 0 };
            for _ in 0..failures {
                self.ask(at, Path::Login, 401);
                at += self.between(4, 12) * SECOND;
            }
            self.ask(at, Path::Login, 200);
            at += SECOND;
        }
        for _ in 0..pages {
            self.open_page(at);
            at += self.between(5, 45) * SECOND + self.coin_run() * 20 * SECOND + self.below(SECOND);
        }
    }

    /// The requests of a browser for one page: 5 to 20 within two and a half seconds.
    fn open_page(&mut self, at: u32) {
        let first = match self.below(8) {
            0..3 => Path::Home,
            3..6 => Path::Product,
            _ => Path::Search,
        };
        let status = self.usual_status();
        self.ask(at, first, status);
        let more = 4 + self.below(16).min(self.below(16));
        for _ in 0..more {
            let path = match self.below(16) {
                0 => Path::Account,
                1..3 => Path::Cart,
                3..7 => Path::Product,
                7 => Path::Search,
                _ => Path::Picture,
            };
            let (later, status) = (self.below(2_300), self.usual_status());
            self.ask(at + 200 + later, path, status);
        }
        if self.below(40) == 0 {
            self.ask(at + 2_500, Path::Order, 201);
        }
    }

    fn usual_status(&mut self) -> u16 {
        match self.below(1_000) {
            0..150 => 304,
            150..160 => 404,
            160 => 500,
            _ => 200,
        }
    }

    /// A phone wakes up a few times a day. A push notification at six in the evening wakes all of them within
    /// two minutes.
    fn sync_all_day(&mut self) {
        for _ in 0..self.between(1, 4) {
            let at = self.moment();
            self.sync(at);
        }
        let after = self.below(2 * MINUTE);
        self.sync(18 * HOUR + after);
    }

    fn sync(&mut self, at: u32) {
        let count = self.between(6, 12);
        self.ask(at, Path::Sync, 200);
        for _ in 1..count {
            let later = self.below(1_500);
            let path = if self.below(3) == 0 { Path::Picture } else { Path::Feed };
            self.ask(at + later, path, 200);
        }
    }

    /// 25 people from nine to five, each with four visits.
    fn work(&mut self) {
        for _ in 0..25 * 4 {
            let at = 9 * HOUR + self.below(8 * HOUR);
            let pages = 1 + self.coin_run();
            self.visit(at, pages);
        }
    }

    /// Polls at the same offset within each interval, a few milliseconds late.
    fn poll(&mut self, every: u32) {
        let phase = self.below(every - SECOND);
        for begin in (0..DAY).step_by(every as usize) {
            let late = self.below(SECOND / 4);
            self.ask(begin + phase + late, Path::Metrics, 200);
        }
    }

    /// Twenty pages of an export on every hour, each after the one before it.
    fn run_every_hour(&mut self) {
        let phase = self.below(SECOND);
        for hour in 0..24 {
            let mut at = hour * HOUR + phase;
            for page in 1..=20 {
                self.ask_for(at, Path::Export, page, 200);
                at += self.between(120, 420);
            }
        }
    }

    fn crawl(&mut self) {
        self.ask(0, Path::Robots, 200);
        let mut at = self.between(12 * SECOND, 20 * SECOND);
        while at < DAY {
            let (path, status) = match self.below(5) {
                0 => (Path::Old, 404),
                1 => (Path::Product, 304),
                _ => (Path::Product, 200),
            };
            self.ask(at, path, status);
            at += self.between(12 * SECOND, 20 * SECOND);
        }
    }

    fn scrape(&mut self) {
        for second in 0..30 * 60 {
            for _ in 0..self.between(3, 6) {
                let later = self.below(SECOND);
                self.ask(14 * HOUR + 10 * MINUTE + second * SECOND + later, Path::Product, 200);
            }
        }
    }

    /// Ten passwords within ten seconds, then a pause of half a minute to avoid detection.
    fn guess(&mut self) {
        let (from, phase) = (20 * HOUR + 15 * MINUTE, self.below(30 * SECOND));
        for wave in 0..45 * 60 / 40 {
            for turn in 0..10 {
                let later = self.below(SECOND);
                self.ask(from + phase + (wave * 40 + turn) * SECOND + later, Path::Login, 401);
            }
        }
    }

    /// Retries one second after each failure, for an hour.
    fn insist(&mut self) {
        let phase = self.below(SECOND);
        for second in 0..60 * 60 {
            self.ask(9 * HOUR + 30 * MINUTE + second * SECOND + phase, Path::Order, 500);
        }
    }

    /// Three times a day, sends a TLS handshake to a port without TLS, then an empty request.
    fn scan(&mut self) {
        for _ in 0..3 {
            let at = self.below(DAY - MINUTE);
            self.ask(at, Path::Hello, 400);
            self.ask(at + 2 * SECOND, Path::Nothing, 400);
        }
    }
}
