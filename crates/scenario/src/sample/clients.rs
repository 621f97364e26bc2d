//! The clients in the log, and how a line names each of them.

use super::digits::{decimal, hexadecimal};

pub(super) const PEOPLE: u32 = 2_200;
pub(super) const PHONES: u32 = 300;
/// The number of the first of [`BUSY_CLIENTS`].
pub(super) const FIRST_BUSY: u32 = PEOPLE + PHONES;

/// A client with a notable role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BusyClient {
    /// Its address.
    pub address: &'static str,
    /// Its role.
    pub role: Role,
    /// The user name that it sends, `-` for none.
    pub user: &'static str,
    agent: &'static str,
}

/// The role of a busy client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
// Exhaustive: a test checks the traffic of every role.
pub enum Role {
    /// Several people behind one address.
    Office,
    /// A program that polls at a fixed interval.
    Dashboard {
        /// The interval in seconds.
        every: u32,
    },
    /// A program that runs on the hour.
    Cron,
    /// A search engine.
    Crawler,
    /// A client that copies the catalogue.
    Scraper,
    /// A client that tries passwords.
    Guesser,
    /// A program that retries at once.
    Broken,
    /// A program that looks for open ports.
    Scanner,
}

const GRAPHS: &str = "Graphs/11.2 (dashboard)";
const CURL: &str = "curl/8.5.0";
const PYTHON: &str = "python-requests/2.32.3";

const fn busy(address: &'static str, role: Role, user: &'static str, agent: &'static str) -> BusyClient {
    BusyClient { address, role, user, agent }
}

const fn polling(address: &'static str, every: u32) -> BusyClient {
    busy(address, Role::Dashboard { every }, "-", GRAPHS)
}

const fn guesser(address: &'static str) -> BusyClient {
    busy(address, Role::Guesser, "-", PYTHON)
}

/// The busy clients, with their addresses and roles.
pub const BUSY_CLIENTS: [BusyClient; 25] = [
    busy("203.0.113.40", Role::Office, "-", BROWSERS[0]),
    polling("192.0.2.10", 30),
    polling("192.0.2.11", 30),
    polling("192.0.2.12", 60),
    polling("192.0.2.13", 60),
    polling("2001:db8:f00d:10::14", 60),
    busy("198.51.100.20", Role::Cron, "reports", CURL),
    busy("198.51.100.21", Role::Cron, "backup", CURL),
    busy("198.51.100.22", Role::Cron, "invoices", PYTHON),
    busy("198.51.100.23", Role::Cron, "stock", PYTHON),
    busy("198.51.100.24", Role::Cron, "prices", PYTHON),
    busy("198.51.100.25", Role::Cron, "partner-a", "Java-http-client/21.0.2"),
    busy("198.51.100.26", Role::Cron, "partner-b", "Java-http-client/21.0.2"),
    busy("2001:db8:f00d:20::27", Role::Cron, "partner-c", "Go-http-client/2.0"),
    busy(
        "192.0.2.200",
        Role::Crawler,
        "-",
        "Mozilla/5.0 (compatible; FindBot/2.1; +https://findbot.example/about)",
    ),
    busy("203.0.113.77", Role::Scraper, "-", PYTHON),
    guesser("198.51.100.130"),
    guesser("203.0.113.9"),
    guesser("203.0.113.201"),
    guesser("2001:db8:bad:cafe::1"),
    guesser("2001:db8:bad:cafe::2c"),
    guesser("2001:db8:bad:cafe:8000::7"),
    guesser("2001:db8:bad:cafe:a1b2:c3d4:e5f6:12"),
    busy("198.51.100.99", Role::Broken, "-", "shop-kiosk/1.4 (retry)"),
    busy("192.0.2.66", Role::Scanner, "-", "-"),
];

const BROWSERS: [&str; 5] = [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/134.0.0.0 Safari/537.36",
    "Mozilla/5.0 (X11; Linux x86_64; rv:136.0) Gecko/20100101 Firefox/136.0",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/134.0.0.0 Mobile Safari/537.36",
];

const APP: &str = "ShopApp/5.2.1 (Android 15) okhttp/4.12.0";

/// A client by number: people first, then phones, then the busy ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Client(pub(super) u32);

impl Client {
    fn busy(self) -> Option<&'static BusyClient> {
        BUSY_CLIENTS.get(self.0.checked_sub(FIRST_BUSY)? as usize)
    }

    pub(super) fn user(self) -> &'static str {
        self.busy().map_or("-", |busy| busy.user)
    }

    /// Returns the name of its program.
    pub(super) fn agent(self) -> &'static str {
        match self.busy() {
            Some(busy) => busy.agent,
            None if self.0 >= PEOPLE => APP,
            None => BROWSERS[scattered(self.0) as usize % BROWSERS.len()],
        }
    }

    /// Returns whether it follows links of the shop and sends a referrer.
    pub(super) fn has_referrer(self) -> bool {
        self.busy().map_or(self.0 < PEOPLE, |busy| busy.role == Role::Office)
    }

    /// Appends its address. Two in eight ordinary clients have IPv6 addresses, in pairs of one household: two
    /// addresses in one /64. The others are spread over 198.18.0.0/15.
    pub(super) fn print_address(self, log: &mut Vec<u8>) {
        match self.busy() {
            Some(busy) => log.extend_from_slice(busy.address.as_bytes()),
            None if self.0 % 8 < 2 => print_ipv6(self.0, log),
            None => print_ipv4(scattered(self.0), log),
        }
    }
}

/// Maps each number below 2^17 to another, far from those of its neighbours. An odd factor maps no two numbers
/// to the same one.
const fn scattered(number: u32) -> u32 {
    (number + 1).wrapping_mul(0x9E37_79B1) % (1 << 17)
}

fn print_ipv4(host: u32, log: &mut Vec<u8>) {
    log.extend_from_slice(b"198.");
    decimal(18 + (host >> 16), log);
    for part in [host >> 8, host] {
        log.push(b'.');
        decimal(part & 0xFF, log);
    }
}

/// The household is in the prefix. An odd factor keeps the prefixes distinct, and the last part varies as in
/// privacy addresses.
fn print_ipv6(number: u32, log: &mut Vec<u8>) {
    let household = (number / 8 + 1).wrapping_mul(0x9E37) & 0x7FFF;
    log.extend_from_slice(b"2001:db8:");
    hexadecimal(0x1000 + (household >> 8), log);
    log.push(b':');
    hexadecimal(0x100 + (household & 0xFF), log);
    for factor in [0x85EB_CA6B, 0xC2B2_AE35, 0x27D4_EB2F, 0x1656_67B1_u32] {
        log.push(b':');
        hexadecimal(0x1000 | (number + 1).wrapping_mul(factor) >> 16, log);
    }
}
