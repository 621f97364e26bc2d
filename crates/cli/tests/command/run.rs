//! `ratelab run`.

use ratelab_limiter::Limiter;
use ratelab_report::Report;
use ratelab_scenario::{language::parse, scenarios::BUILT_IN};

use crate::{Called, directory, file, ratelab, ratelab_fed};

const TEXT: &str = "limit=10/10s & traffic=15 every 100ms";

#[test]
fn prints_the_findings_of_every_built_in_scenario() {
    for built_in in &BUILT_IN {
        let run = Report::complete(parse(built_in.text).unwrap()).unwrap();
        let finding = run.finding().unwrap();
        let called = ratelab(["run", built_in.name]);
        let begin = format!("{}\n{}\n\n", finding.headline, finding.reason);
        assert!(called.text().starts_with(&begin), "{}", called.text());

        let json = ratelab(["run", built_in.name, "--json"]).json();
        assert_eq!(json["headline"], *finding.headline);
        let lanes = json["lanes"].as_array().unwrap();
        assert_eq!(lanes.len(), run.lanes().len());
        for (lane, printed) in lanes.iter().enumerate() {
            let counts = run.measures(lane).unwrap().counts;
            assert_eq!(printed["limiter"], run.lanes()[lane].policy().algorithm().name());
            assert_eq!(
                (&printed["allowed"], &printed["denied"]),
                (&counts.allowed.into(), &counts.denied.into())
            );
            assert_eq!(printed["sentence"], run.sentence(lane).unwrap());
        }
    }
}

#[test]
fn prints_a_row_for_each_lane() {
    let called = ratelab(["run", "edge-burst"]);
    let rows: Vec<Vec<&str>> =
        called.text().lines().skip(5).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0][..4], ["limiter", "allowed", "delayed", "denied"]);
    assert_eq!(rows[1][..4], ["fixed_window", "20", "-", "0"]);
    assert_eq!(rows[6][..4], ["leaky_bucket_queue", "1", "9", "10"]);
    assert_eq!(rows.len(), 8);
}

#[test]
fn columns_are_aligned() {
    let called = ratelab(["run", "edge-burst"]);
    let ends: Vec<usize> = called.text().lines().skip(5).map(|line| line.chars().count()).collect();
    assert!(ends.iter().all(|end| *end == ends[0]), "{}", called.text());
}

#[test]
fn the_source_of_a_scenario_does_not_matter() {
    let path = file("scenario_sources", "scenario.txt", TEXT.as_bytes());
    let Called { out, .. } = ratelab(["run", TEXT]);
    assert_eq!(ratelab(["run", &format!("@{path}")]).text(), out);
    assert_eq!(ratelab_fed(["run", "-"], TEXT.as_bytes()).text(), out);
    assert_eq!(ratelab(["run", "https://example.org/play#limit=10/10s&traffic=15+every+100ms"]).text(), out);
    let lines = b"limit=10/10s\n\ntraffic=15 every 100ms\n";
    assert_eq!(ratelab_fed(["run", "-"], lines).text(), out);
}

#[test]
fn csv_has_the_decisions_of_the_simulation() {
    let run = Report::complete(parse(TEXT).unwrap()).unwrap();
    assert_eq!(ratelab(["run", TEXT, "--csv"]).text(), run.to_csv());
}

#[test]
fn a_picture_is_written_to_its_file_next_to_the_table() {
    let path = directory("picture_file").join("picture.svg");
    let called = ratelab(["run", TEXT, "--svg", path.to_str().unwrap()]);
    assert_eq!(called.text(), ratelab(["run", TEXT]).text());
    let picture = std::fs::read_to_string(path).unwrap();
    assert_eq!(picture, ratelab(["run", TEXT, "--svg", "-"]).text());
    let document = roxmltree::Document::parse(&picture).unwrap();
    assert_eq!(document.root_element().tag_name().name(), "svg");
}

#[test]
fn an_error_has_a_position_an_expectation_and_a_suggestion() {
    let refused = ratelab(["run", "limit=10/10s&traffic=15 evry 100ms"]);
    assert_eq!(
        refused.refusal(),
        "error: SCENARIO, at character 25, in traffic: instead of \"evry\", use \"@\", \"every\" or \"/\", \
         as in \"15 every 100ms\"; did you mean \"15 every 100ms\"?\n"
    );
    let refused = ratelab(["run", "edge-brust"]);
    assert!(refused.refusal().contains("SCENARIO is \"edge-brust\", but must be"), "{}", refused.err);
    assert!(refused.refusal().contains("edge-burst"), "{}", refused.err);
    let refused = ratelab(["run", "@/nowhere/at all"]);
    assert!(refused.refusal().contains("/nowhere/at all: No such file"), "{}", refused.err);
}

#[test]
fn outputs_exclude_each_other() {
    for words in [&["--json", "--csv"][..], &["--json", "--svg", "-"], &["--csv", "--svg", "-"]] {
        let all = ["run", TEXT].iter().chain(words);
        ratelab(all).refusal();
    }
    let refused = ratelab(["run", TEXT, "--svg", "/nowhere/picture.svg"]);
    assert!(refused.refusal().contains("/nowhere/picture.svg: "), "{}", refused.err);
}
