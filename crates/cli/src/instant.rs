//! Instants in UTC, as users write and read them.

use ratelab_access_log::time::{SECOND, common, date_and_time, days, epoch, rfc3339};

/// Seconds in a day.
const DAY: i64 = 86_400;

/// The smallest number read as seconds since 1970. A smaller one is more likely a year, or a date without dashes.
const LEAST_NUMBER: u64 = 1_000_000_000;

/// A time range in microseconds since 1970; the end is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeRange {
    pub from: u64,
    pub to: u64,
}

/// Parses a time range: `2026-11-17T10:00:00Z..2026-11-17T11:00:00Z`. One end may be omitted.
pub(crate) fn time_range(text: &str) -> Result<TimeRange, String> {
    let expected = || {
        format!(
            "expected FROM..TO with times as in \"2026-11-17T10:00\", \"2026-11-17T10:00:00Z\", \"2026-11-17\" or \
             seconds since 1970, {LEAST_NUMBER} or more, the first before the second"
        )
    };
    let (from, to) = text.split_once("..").filter(|ends| *ends != ("", "")).ok_or_else(expected)?;
    let end = |text: &str, open: u64| if text.is_empty() { Some(open) } else { instant(text) };
    let range = end(from.trim(), 0).zip(end(to.trim(), u64::MAX)).map(|(from, to)| TimeRange { from, to });
    range.filter(|range| range.from < range.to).ok_or_else(expected)
}

fn instant(text: &str) -> Option<u64> {
    let bytes = text.as_bytes();
    let to_the_minute = || rfc3339(with_seconds(text)?.as_bytes());
    let day = || date_and_time(bytes, b"00:00:00");
    let number = || epoch(bytes, None).filter(|_| is_time(text));
    let stamp =
        rfc3339(bytes).or_else(to_the_minute).or_else(day).or_else(|| common(bytes)).or_else(number)?;
    u64::try_from(stamp.at).ok()
}

/// Adds the missing seconds to a time given to the minute, as HTML forms submit it. A zone may follow.
fn with_seconds(text: &str) -> Option<String> {
    const MINUTE: usize = "2026-11-17T10:00".len();
    let (minute, zone) = text.split_at_checked(MINUTE)?;
    (!zone.starts_with(['.', ','])).then(|| format!("{minute}:00{zone}"))
}

/// Whether a number is large enough to be a time since 1970.
fn is_time(text: &str) -> bool {
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    whole.parse().is_ok_and(|number: u64| number >= LEAST_NUMBER)
}

/// Formats microseconds since 1970 as a date and a time of day: `2026-11-17 10:00:00`.
pub(crate) fn date(micros: u64) -> String {
    let seconds = micros as i64 / SECOND;
    let (year, month, day) = civil(seconds / DAY);
    let (hours, minutes, seconds) = (seconds % DAY / 3600, seconds % 3600 / 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02}:{seconds:02}")
}

/// The year, month and day of a day since 1970.
fn civil(day: i64) -> (i64, i64, i64) {
    let begins = |year, month| days(year, month, 1).is_some_and(|begin| begin <= day);
    // No year is longer than 366 days, so this year is not too late.
    let mut year = 1970 + day / 366;
    while begins(year + 1, 1) {
        year += 1;
    }
    let month = (1..=12).rev().find(|month| begins(year, *month)).unwrap_or(1);
    let first = days(year, month, 1).unwrap_or(day);
    (year, month, day - first + 1)
}

#[cfg(test)]
mod tests {
    use super::{date, instant, time_range};

    /// Every day of five centuries, and its last second, survives a round trip.
    #[test]
    fn formatted_instants_parse_back() {
        for day in 0..182_500 {
            for second in [day * 86_400, day * 86_400 + 86_399] {
                let written = date(second * 1_000_000);
                assert_eq!(instant(&written), Some(second * 1_000_000), "{written}");
            }
        }
    }

    #[test]
    fn seconds_and_zone_are_optional() {
        let ten = instant("2026-11-17T10:00:00Z");
        assert!(ten.is_some());
        for same in [
            "2026-11-17T10:00",
            "2026-11-17 10:00",
            "2026-11-17T10:00Z",
            "2026-11-17T11:00+01:00",
            "2026-11-17T10:00:00",
            "17/Nov/2026:10:00:00",
            "1794909600",
            "1794909600.0",
            "1794909600000",
        ] {
            assert_eq!(instant(same), ten, "{same}");
        }
    }

    #[test]
    fn a_time_range_has_two_ends_in_order() {
        assert!(time_range("2026-11-17..2026-11-18").is_ok_and(|day| day.to - day.from == 86_400_000_000));
        assert!(time_range("..2026-11-18T01:00:00+01:00").is_ok_and(|until| until.from == 0));
        for refused in [
            "",
            "..",
            "2026-11-17",
            "2026-11-18..2026-11-17",
            "2026-11-17..2026-11-17",
            "a..b",
            "10:00..11:00",
            "2026..2027",
            "20261117..20261118",
            "999999999..1773100800",
            "2026-11-17T10:00.5..",
        ] {
            assert!(time_range(refused).is_err(), "{refused}");
        }
    }
}
