//! A request as a line of nginx's `combined` format.

use super::{
    day::{Path, Request},
    digits::{decimal, digit},
};

const MONTHS: [&[u8; 3]; 12] =
    [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];

/// The first day of the log, counted from 1 March 2024: 10 March, two years later.
const FIRST_DAY: u32 = 365 + 365 + 9;

/// Search terms.
const WORDS: [&str; 8] =
    ["lamp", "desk+lamp", "blue%20chair", "rug", "shelf", "oak+table", "caf%C3%A9+set", "mirror"];

/// Prints the lines of one day.
pub(super) struct Printer {
    /// `10/Mar/2026:`
    date: Vec<u8>,
}

impl Printer {
    /// Returns a printer for a day, counted from the first.
    pub(super) fn new(day: u32) -> Self {
        let (year, month, day) = date(FIRST_DAY + day);
        let mut date = Vec::with_capacity(12);
        two_digits(day, &mut date);
        date.push(b'/');
        date.extend_from_slice(MONTHS[month as usize]);
        date.push(b'/');
        decimal(year, &mut date);
        date.push(b':');
        Self { date }
    }

    /// Appends a request and the line break.
    pub(super) fn print(&self, request: &Request, log: &mut Vec<u8>) {
        self.print_sender(request, log);
        if request.path == Path::Cut {
            // The disk was full: the line ends before the minutes.
            log.truncate(log.len() - b"12:00 +0000]".len());
            return log.push(b'\n');
        }
        log.extend_from_slice(b" \"");
        print_request(request, log);
        log.extend_from_slice(b"\" ");
        decimal(request.status.into(), log);
        log.push(b' ');
        decimal(request.size, log);
        print_origin(request, log);
    }

    /// Appends the client and the time.
    fn print_sender(&self, request: &Request, log: &mut Vec<u8>) {
        request.client.print_address(log);
        log.extend_from_slice(b" - ");
        log.extend_from_slice(request.client.user().as_bytes());
        log.extend_from_slice(b" [");
        log.extend_from_slice(&self.date);
        let second = request.at / 1000;
        two_digits(second / 3600, log);
        log.push(b':');
        two_digits(second / 60 % 60, log);
        log.push(b':');
        two_digits(second % 60, log);
        log.extend_from_slice(b" +0000]");
    }
}

/// Appends the request line, escaped as nginx does where there is none.
fn print_request(request: &Request, log: &mut Vec<u8>) {
    match request.path {
        Path::Nothing => return,
        Path::Hello => return log.extend_from_slice(HELLO),
        _ => {}
    }
    let posts = matches!(request.path, Path::Login | Path::Order | Path::Sync);
    log.extend_from_slice(if posts { b"POST " } else { b"GET " });
    print_path(request, log);
    log.extend_from_slice(b" HTTP/1.1");
}

/// A TLS handshake, as nginx writes it.
const HELLO: &[u8] = br"\x16\x03\x01\x02\x00\x01\x00\x01\xFC\x03\x03\x8E\x1B";

/// Appends the referrer and the user agent. Only people follow links.
fn print_origin(request: &Request, log: &mut Vec<u8>) {
    if !request.client.has_referrer() {
        log.extend_from_slice(b" \"-\" \"");
    } else {
        log.extend_from_slice(b" \"https://shop.example/\" \"");
    }
    log.extend_from_slice(request.client.agent().as_bytes());
    log.extend_from_slice(b"\"\n");
}

fn print_path(request: &Request, log: &mut Vec<u8>) {
    let (text, numbered) = match request.path {
        Path::Home => ("/", false),
        Path::Login => ("/login", false),
        Path::Account => ("/api/account", false),
        Path::Search => ("/search?q=", false),
        Path::Product => ("/api/products/", true),
        Path::Picture => ("/api/pictures/", true),
        Path::Cart => ("/api/cart", false),
        Path::Order => ("/api/orders", false),
        Path::Feed => ("/api/feed?after=", true),
        Path::Sync => ("/api/sync?since=", true),
        Path::Export => ("/api/export?page=", true),
        Path::Metrics => ("/api/metrics", false),
        Path::Robots => ("/robots.txt", false),
        Path::Old => ("/catalogue/", true),
        Path::Nothing | Path::Hello | Path::Cut => return,
    };
    log.extend_from_slice(text.as_bytes());
    if request.path == Path::Search {
        log.extend_from_slice(WORDS[request.number as usize % WORDS.len()].as_bytes());
    }
    if numbered {
        decimal(request.number, log);
    }
}

/// Returns the year, the month from 0 and the day of the month, for a day counted from 1 March 2024. Years have
/// 365 days from March on, with one more at the end of every fourth: correct until February 2100.
const fn date(days: u32) -> (u32, u32, u32) {
    let (four, rest) = (days / 1461, days % 1461);
    let year = if rest == 1460 { 3 } else { rest / 365 };
    let day = rest - 365 * year;
    // March to July have 31, 30, 31, 30 and 31 days, as do the five months after them.
    let month = (5 * day + 2) / 153;
    (2024 + 4 * four + year + (month + 2) / 12, (month + 2) % 12, day - (153 * month + 2) / 5 + 1)
}

fn two_digits(number: u32, log: &mut Vec<u8>) {
    log.extend_from_slice(&[digit(number / 10), digit(number % 10)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right_in_leap_years_and_others() {
        assert_eq!(date(FIRST_DAY), (2026, 2, 10));
        let (mut year, mut month, mut day) = (2024, 2, 1);
        for days in 0..20_000 {
            assert_eq!(date(days), (year, month, day), "{days} days after 1 March 2024");
            let leap = if year % 4 == 0 { 29 } else { 28 };
            let length = [31, leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month as usize];
            day += 1;
            if day > length {
                (day, month) = (1, month + 1);
            }
            if month == 12 {
                (month, year) = (0, year + 1);
            }
        }
    }
}
