//! Instants as people write and read them, in UTC.

use ratelab_access_log::time::{SECOND, common, date_and_time, days, epoch, rfc3339};

/// Seconds of a day.
const DAY: i64 = 86_400;

/// A stretch of a log, in microseconds since 1970: from the first instant to before the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub from: u64,
    pub to: u64,
}

/// A stretch of time: `2026-11-17T10:00:00Z..2026-11-17T11:00:00Z`. One end may be missing.
pub(crate) fn stretch(text: &str) -> Result<Stretch, String> {
    let expected = || {
        "expected FROM..TO with times as in \"2026-11-17T10:00:00Z\", \"2026-11-17\" or seconds since 1970, \
         the first before the second"
            .to_owned()
    };
    let (from, to) = text.split_once("..").filter(|ends| *ends != ("", "")).ok_or_else(expected)?;
    let end = |text: &str, open: u64| if text.is_empty() { Some(open) } else { instant(text) };
    let stretch = end(from.trim(), 0).zip(end(to.trim(), u64::MAX)).map(|(from, to)| Stretch { from, to });
    stretch.filter(|stretch| stretch.from < stretch.to).ok_or_else(expected)
}

fn instant(text: &str) -> Option<u64> {
    let text = text.as_bytes();
    let day = || date_and_time(text, b"00:00:00");
    let stamp = rfc3339(text).or_else(day).or_else(|| common(text)).or_else(|| epoch(text, None))?;
    u64::try_from(stamp.at).ok()
}

/// Microseconds since 1970 as a date and a time of day: `2026-11-17 10:00:00`.
pub(crate) fn date(micros: u64) -> String {
    let seconds = micros as i64 / SECOND;
    let (year, month, day) = civil(seconds / DAY);
    let (hours, minutes, seconds) = (seconds % DAY / 3600, seconds % 3600 / 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02}:{seconds:02}")
}

/// The date of a day since 1970: the last year and the last month that begin by then.
fn civil(day: i64) -> (i64, i64, i64) {
    let begins = |year, month| days(year, month, 1).is_some_and(|begin| begin <= day);
    // No year is longer than 366 days, so this is not beyond it.
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
    use super::{date, instant, stretch};

    /// Every day for five centuries, and the last second of each, is read back as what was written.
    #[test]
    fn what_is_written_is_read_back() {
        for day in 0..182_500 {
            for second in [day * 86_400, day * 86_400 + 86_399] {
                let written = date(second * 1_000_000);
                assert_eq!(instant(&written), Some(second * 1_000_000), "{written}");
            }
        }
    }

    #[test]
    fn a_stretch_has_two_ends_in_order() {
        assert!(stretch("2026-11-17..2026-11-18").is_ok_and(|day| day.to - day.from == 86_400_000_000));
        assert!(stretch("..2026-11-18T01:00:00+01:00").is_ok_and(|until| until.from == 0));
        for refused in [
            "",
            "..",
            "2026-11-17",
            "2026-11-18..2026-11-17",
            "2026-11-17..2026-11-17",
            "a..b",
            "10:00..11:00",
        ] {
            assert!(stretch(refused).is_err(), "{refused}");
        }
    }
}
