//! `ratelab sample` and `ratelab formats`.

use std::{
    io::Read,
    process::{Command, Stdio},
};

use ratelab_access_log::formats::KINDS;
use ratelab_scenario::sample::SampleDay;

use crate::{file, ratelab};

#[test]
fn the_sample_depends_on_seed_and_days() {
    let day = |seed, days| SampleDay::new(seed).scaled(days).collect::<Vec<_>>().concat();
    assert_eq!(ratelab(["sample"]).text().as_bytes(), day(SampleDay::SEED, 1));
    assert_eq!(ratelab(["sample", "--seed", "3", "--times", "2"]).text().as_bytes(), day(3, 2));
}

/// A closed pipe is not an error.
#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    for words in [&["sample"][..], &["run", "poisson-90", "--csv"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ratelab"))
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 10]).unwrap();
        drop(out);
        let ended = child.wait_with_output().unwrap();
        assert_eq!((ended.status.code(), ended.stderr.as_slice()), (Some(0), &b""[..]), "{words:?}");
    }
}

/// Every listed example is parsed as its format.
#[test]
fn every_format_is_listed_with_an_example() {
    let (text, json) = (ratelab(["formats"]), ratelab(["formats", "--json"]).json());
    assert_eq!(json.as_array().unwrap().len(), KINDS.len());
    for (kind, printed) in KINDS.iter().zip(json.as_array().unwrap()) {
        assert!(text.text().contains(&format!("{}: {}", kind.name, kind.title)));
        assert_eq!((&printed["name"], &printed["example"]), (&kind.name.into(), &kind.example.into()));
        if kind.recognised {
            let log = file("every_format", kind.name, format!("{}\n", kind.example).as_bytes());
            let json = ratelab(["check", &log, "--limit", "1/s", "--format", kind.name, "--json"]).json();
            assert_eq!((&json["requests"], &json["unparsed"]), (&1.into(), &0.into()), "{}", kind.name);
        }
    }
}
