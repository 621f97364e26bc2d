//! The result does not depend on how a log is divided into pieces.

use ratelab_access_log::formats::KINDS;
use ratelab_access_log::{Log, Options, Reader, parallel};

use crate::reading::random::Random;
use crate::reading::read;

/// All parts of a log, for comparison.
fn all(log: &Log) -> impl PartialEq + std::fmt::Debug + use<> {
    let names: Vec<String> = (0..log.keys.len() as u32).map(|number| log.keys.name(number)).collect();
    (log.format.map(|kind| kind.name), log.rows.clone(), names, log.report.clone())
}

/// A log with everything lines may contain: a byte order mark, both line breaks, empty lines, zeros, bytes of another
/// protocol, nonsense, lines that are too long or truncated, and no line break at the end.
fn log(random: &mut Random, length: u64) -> Vec<u8> {
    let mut text = b"\xef\xbb\xbf".to_vec();
    for number in 0..length {
        let (second, client) = (number / 9 % 60, random.below(20));
        let good = format!(
            "10.0.0.{client} - - [10/Oct/2000:13:55:{second:02} +0000] \"GET / HTTP/1.1\" 200 5 \"-\" \"-\""
        );
        match random.below(30) {
            0 => text.extend(b"nonsense"),
            1 => text
                .extend(b"10.0.0.1 - - [10/Oct/2000:13:55:00 +0000] \"\\x16\\x03\\x01\" 400 0 \"-\" \"-\""),
            2 => text
                .extend(b"10.0.0.1 - - [10/Oct/2000:13:55:00 +0000] \"\x16\x03\x00\xff\" 400 0 \"-\" \"-\""),
            3 | 10 | 11 => {}
            4 => text.extend([vec![0; 50], good.into_bytes()].concat()),
            5 if random.below(20) == 0 => text.extend(vec![b'x'; 70_000]),
            6 if random.below(20) == 0 => text.extend([good.into_bytes(), vec![b'x'; 70_000]].concat()),
            // Truncated anywhere: the next line must not be taken for the rest of it.
            7..10 => text.extend(&good.as_bytes()[..random.below(good.len() as u64) as usize]),
            _ => text.extend(good.bytes()),
        }
        text.extend(if random.below(3) == 0 { &b"\r\n"[..] } else { b"\n" });
    }
    text.extend(b"10.0.0.1 - - [10/Oct/2000:13:55:59 +0000] \"GET /cut");
    text
}

#[test]
fn any_pieces_give_the_same_log() {
    let mut random = Random(9);
    for length in [0, 1, 5, 50, 99, 100, 101, 400] {
        let text = log(&mut random, length);
        let whole = read(&text, ["", "", "", ""]);
        let report = &whole.report;
        assert_eq!(report.lines, report.requests + report.other + report.unparsed);
        assert_eq!((report.lines, report.bytes), (length + 1, text.len() as u64));
        assert!(length < 100 || report.unparsed > 1 && report.other > 0, "{report:?}");
        for most in [1, 2, 7, 100, 5000, 100_000] {
            let mut reader = Reader::new(Options::default());
            let mut rest = &text[..];
            while !rest.is_empty() {
                let (piece, behind) = rest.split_at(rest.len().min(random.below(most) as usize + 1));
                reader.push(piece);
                rest = behind;
            }
            assert_eq!(all(&reader.finish()), all(&whole), "{length} lines in pieces of up to {most}");
        }
    }
}

/// Reads a log with several threads, in blocks of random lengths.
fn by_threads(text: &[u8], options: Options, threads: usize, mut most: impl FnMut() -> usize) -> Log {
    let mut rest = text;
    let next = |block: &mut Vec<u8>| {
        let (piece, behind) = rest.split_at(rest.len().min(most()));
        (*block, rest) = (piece.to_vec(), behind);
        Ok::<(), ()>(())
    };
    parallel::read(options, threads, next, |_| ()).expect("infallible")
}

#[test]
fn several_threads_give_the_same_log_as_one() {
    let mut random = Random(10);
    for length in [0, 1, 5, 99, 101, 400, 2000] {
        let text = log(&mut random, length);
        for format in ["", "combined"] {
            let whole = read(&text, [format, "", "", ""]);
            for (threads, most) in [(0, 900), (1, 7), (1, 5000), (2, 100), (2, 3000), (3, 40_000), (5, 700)] {
                let options = Options::parse(format, "", "", "").expect(format);
                let log = by_threads(&text, options, threads, || random.below(most) as usize + 1);
                assert_eq!(all(&log), all(&whole), "{length} lines by {threads} in blocks of up to {most}");
            }
        }
    }
}

#[test]
fn several_threads_read_every_format_as_one_does() {
    let mut random = Random(11);
    for kind in KINDS {
        // Lines of the format and of others, so that some are not parsed and state matters.
        let mut text = format!("{}\n", kind.example).repeat(120);
        for _ in 0..400 {
            let other = random.one_of(KINDS).example;
            text += if random.below(4) == 0 { other } else { kind.example };
            text += "\n";
        }
        for format in ["", kind.name] {
            let whole = read(&text, [format, "", "", ""]);
            assert!(whole.report.requests > 120, "{}", kind.name);
            let options = || Options::parse(format, "", "", "").expect(kind.name);
            for threads in [1, 3] {
                let log = by_threads(text.as_bytes(), options(), threads, || random.below(2000) as usize + 1);
                assert_eq!(all(&log), all(&whole), "{} by {threads}", kind.name);
            }
        }
    }
}

/// The number with the most digits may be in any piece.
#[test]
fn the_slack_of_numbers_does_not_depend_on_the_pieces() {
    let mut random = Random(12);
    for finest in [0, 1, 3, 6] {
        let lines: Vec<String> = (0..900).map(|second| format!("{} ::1\n", 1_715_000_000 + second)).collect();
        let mut text = lines.clone();
        text[random.below(900) as usize] = format!("1715000000.{:0finest$} ::1\n", 1);
        let text = if finest == 0 { lines.concat() } else { text.concat() };
        let expected = 10_u32.pow(6 - finest as u32) - 1;
        for threads in [0, 1, 3] {
            let log =
                by_threads(text.as_bytes(), Options::default(), threads, || random.below(3000) as usize + 1);
            assert_eq!((log.report.slack, log.report.requests), (expected, 900), "{finest} by {threads}");
        }
    }
}

#[test]
fn a_read_error_ends_reading() {
    for threads in [0, 2] {
        let mut left = 5;
        let next = |block: &mut Vec<u8>| {
            left -= 1;
            *block = b"10.0.0.1 - - [10/Oct/2000:13:55:36 +0000] \"GET / HTTP/1.1\" 200 5\n".repeat(200);
            if left > 0 { Ok(()) } else { Err("the disk is gone") }
        };
        assert_eq!(parallel::read(Options::default(), threads, next, |_| ()).err(), Some("the disk is gone"));
    }
}

#[test]
fn an_empty_log_has_no_rows() {
    for text in ["", "\n", "\r\n\n", "\u{feff}", "\u{feff}\n"] {
        let log = read(text, ["", "", "", ""]);
        assert_eq!((log.report.requests, log.report.unparsed, log.rows.len()), (0, 0, 0), "{text:?}");
        assert_eq!(log.report.other, log.report.lines);
        assert_eq!(log.report.span, None);
    }
}

#[test]
fn lines_of_no_format_are_unparsed_until_one_is_found() {
    let noise = "some words that are not a request\n".repeat(250);
    let good = "10.0.0.1 - - [10/Oct/2000:13:55:36 +0000] \"GET / HTTP/1.1\" 200 5\n".repeat(250);
    let log = read(noise.clone() + &good, ["", "", "", ""]);
    assert_eq!(log.format.map(|kind| kind.name), Some("common"));
    assert_eq!((log.report.unparsed, log.report.requests), (250, 250));
    let log = read(noise.repeat(20) + &good, ["", "", "", ""]);
    assert_eq!((log.format.map(|kind| kind.name), log.report.requests), (None, 0));
}

#[test]
fn samples_of_unparsed_lines_are_few_and_from_all_over_the_log() {
    let line = |number: u64| format!("nonsense{number}\n");
    for length in [0, 1, 19, 20, 21, 40, 41, 1000, 12_345] {
        let text: String = (1..=length).map(line).collect();
        let log = read(text, ["combined", "", "", ""]);
        let samples = &log.report.samples;
        assert_eq!(log.report.unparsed, length);
        assert!(
            samples.len() <= 20 && samples.len() as u64 >= length.min(10),
            "{} of {length}",
            samples.len()
        );
        assert!(samples.iter().all(|sample| sample.text == line(sample.line).trim_end() && sample.at == 0));
        assert!(samples.iter().all(|sample| sample.expected.contains("address")));
        let gaps = samples.windows(2).map(|pair| pair[1].line - pair[0].line).max().unwrap_or(0);
        assert!(gaps <= length / 8 + 1, "{length}: {gaps}");
        assert!(samples.last().is_none_or(|last| length - last.line <= length / 8 + 1), "{length}");
    }
}
