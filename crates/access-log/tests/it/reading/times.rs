//! Times compared with jiff.

use jiff::{Timestamp, civil, tz::Offset};
use ratelab_access_log::Stamp;
use ratelab_access_log::time::{self, Memo, Unit};

use crate::reading::random::Random;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

fn at(text: &str, read: fn(&[u8]) -> Option<ratelab_access_log::Stamp>) -> Option<i64> {
    read(text.as_bytes()).map(|stamp| stamp.at)
}

#[test]
fn every_day_from_1600_to_2400_matches_jiff() {
    for year in 1600..=2400_i16 {
        for month in 1..=12_i8 {
            for day in 0..=32_i8 {
                let expected = civil::Date::new(year, month, day).ok().map(|date| {
                    date.to_zoned(jiff::tz::TimeZone::UTC).expect("in range").timestamp().as_second() / 86_400
                });
                let days = time::days(year.into(), month.into(), day.into());
                assert_eq!(days, expected, "{year}-{month}-{day}");
            }
        }
    }
}

#[test]
fn random_times_in_every_zone_match_jiff() {
    let mut random = Random(1);
    for minutes in -18 * 60..=18 * 60_i32 {
        for _ in 0..20 {
            let micros = random.below(800 * 365 * 86_400 * 1_000_000) as i64 - 370 * 365 * 86_400 * 1_000_000;
            let instant = Timestamp::from_microsecond(micros).expect("in range");
            compare(instant, minutes);
        }
    }
}

/// Prints an instant in a zone this many minutes ahead, in every notation, and parses it back.
fn compare(instant: Timestamp, minutes: i32) {
    let offset = Offset::from_seconds(minutes * 60).expect("an offset");
    let local = offset.to_datetime(instant);
    let (date, hour, minute, second) = (local.date(), local.hour(), local.minute(), local.second());
    let (year, month, day) = (date.year(), date.month(), date.day());
    let sign = if minutes < 0 { '-' } else { '+' };
    let (ahead, rest) = (minutes.abs() / 60, minutes.abs() % 60);
    let micros = instant.as_microsecond();
    let seconds = micros.div_euclid(1_000_000) * 1_000_000;
    let fraction = micros - seconds;
    let name = MONTHS[month as usize - 1];
    let text =
        format!("{day:02}/{name}/{year:04}:{hour:02}:{minute:02}:{second:02} {sign}{ahead:02}{rest:02}");
    assert_eq!(at(&text, time::common), Some(seconds), "{text}");
    let clock = format!("{hour:02}:{minute:02}:{second:02}");
    for between in ["T", " ", "t"] {
        let zone = format!("{sign}{ahead:02}:{rest:02}");
        let text = format!("{year:04}-{month:02}-{day:02}{between}{clock}.{fraction:06}{zone}");
        assert_eq!(at(&text, time::rfc3339), Some(micros), "{text}");
        let text = format!("{year:04}-{month:02}-{day:02}{between}{clock}.{fraction:06}789{zone}");
        assert_eq!(at(&text, time::rfc3339), Some(micros), "finer digits are truncated: {text}");
    }
    if minutes == 0 {
        let text = format!("{day:02}/{name}/{year:04}:{clock}.{:03}", fraction / 1000);
        assert_eq!(at(&text, time::common), Some(seconds + fraction / 1000 * 1000), "{text}");
        let date = format!("{year:04}-{month:02}-{day:02}");
        let stamp = time::date_and_time(date.as_bytes(), clock.as_bytes());
        assert_eq!(stamp.map(|stamp| stamp.at), Some(seconds), "{date} {clock}");
    }
}

#[test]
fn the_unit_of_an_epoch_follows_from_its_magnitude() {
    let mut random = Random(2);
    for _ in 0..10_000 {
        // From 1973, when milliseconds reach twelve digits, for 250 years.
        let nanos = 100_000_000_000_000_001 + random.below(8_000_000_000_000_000_000) as i64;
        let micros = nanos / 1000;
        let (seconds, rest) = (micros / 1_000_000, micros % 1_000_000);
        let (millis, thousandth) = (micros / 1000, micros % 1000);
        for (text, expected, slack) in [
            (format!("{seconds}"), seconds * 1_000_000, 999_999),
            (format!("{seconds}.{:03}", rest / 1000), millis * 1000, 999),
            (format!("{seconds}.{rest:06}"), micros, 0),
            (format!("{seconds}.{rest:06}54321"), micros, 0),
            (format!("{millis}"), millis * 1000, 999),
            (format!("{millis}.{thousandth:03}"), micros, 0),
            (format!("{micros}"), micros, 0),
            (format!("{nanos}"), micros, 0),
        ] {
            let stamp = time::epoch(text.as_bytes(), None).expect(&text);
            assert_eq!((stamp.at, stamp.slack), (expected, slack), "{text}");
        }
    }
    assert_eq!(time::epoch(b"12345", Some(Unit::Millis)).map(|stamp| stamp.at), Some(12_345_000));
}

#[test]
fn truncated_digits_are_the_slack() {
    let slack = |text: &str| time::rfc3339(text.as_bytes()).map(|stamp| stamp.slack);
    assert_eq!(slack("2000-10-10T13:55:36Z"), Some(999_999));
    assert_eq!(slack("2000-10-10T13:55:36.1Z"), Some(99_999));
    assert_eq!(slack("2000-10-10T13:55:36.123Z"), Some(999));
    assert_eq!(slack("2000-10-10T13:55:36.123456789Z"), Some(0));
    assert_eq!(time::duration(b"0.012", Unit::Seconds), Some((12_000, 999)));
    assert_eq!(time::duration(b"17", Unit::Millis), Some((17_000, 999)));
    assert_eq!(time::duration(b"-", Unit::Seconds), None);
}

#[test]
fn a_leap_second_equals_the_start_of_the_next_second() {
    let next = at("2017-01-01T00:00:00Z", time::rfc3339);
    assert!(next.is_some());
    assert_eq!(at("2016-12-31T23:59:60Z", time::rfc3339), next);
    assert_eq!(at("2016-12-31T23:59:60.75Z", time::rfc3339), next);
    assert_eq!(at("31/Dec/2016:23:59:60 +0000", time::common), next);
}

#[test]
fn invalid_times_are_rejected() {
    for text in [
        "",
        "10/Oct/2000",
        "32/Oct/2000:13:55:36 -0700",
        "10/Okt/2000:13:55:36 -0700",
        "10/Oct/2000:24:00:00 -0700",
        "10/Oct/2000:13:60:00 -0700",
        "10/Oct/2000:13:55:61 -0700",
        "10/Oct/2000:13:55:36 -07x0",
        "29/Feb/1900:00:00:00 +0000",
        "100/Oct/2000:13:55:36 -0700",
        "10/Oct/2000:13:55:36 PST",
    ] {
        assert_eq!(at(text, time::common), None, "{text}");
    }
    for text in
        ["2000-10-10", "2000-13-10T00:00:00Z", "2000-10-10X00:00:00Z", "2000-10-10T00:00:00.Z", "20001010"]
    {
        assert_eq!(at(text, time::rfc3339), None, "{text}");
    }
    for text in ["", "-", "1.5.2", "12a", ".5", "1e9", "99999999999999999999", "+5"] {
        assert_eq!(time::epoch(text.as_bytes(), None), None, "{text}");
    }
}

/// A memo that has seen other times parses a text like a new one.
#[test]
fn cached_times_do_not_affect_others() {
    type Read = fn(&[u8]) -> Option<Stamp>;
    let forms: [(Read, &[&str]); 2] = [
        (
            time::common,
            &["10/Oct/2000:13:55:36 -0700", "1/Oct/2000:13:55:36 -0700", "10/Oct/2000:13:55:36.123"],
        ),
        (time::rfc3339, &["2000-10-10T13:55:36.123Z", "2000-10-10T13:55:36+02:00", "2000-10-10 23:59:60.5Z"]),
    ];
    let mut random = Random(5);
    let mut read = 0;
    for (parse, texts) in forms {
        let mut memo = Memo::default();
        for _ in 0..200_000 {
            let mut text = random.one_of(texts).as_bytes().to_vec();
            for _ in 0..random.below(4) {
                let index = random.below(text.len() as u64) as usize;
                text[index] = *random.one_of(b"0123456789012345: T/+-.Z\xff");
            }
            let expected = parse(&text);
            assert_eq!(memo.read(&text, parse), expected, "{}", String::from_utf8_lossy(&text));
            read += u32::from(expected.is_some());
        }
    }
    assert!(read > 100_000, "{read}");
}
