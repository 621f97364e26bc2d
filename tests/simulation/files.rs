//! What a run is exported as.

use std::collections::BTreeSet;

use crate::{built_in, run};

/// The comparison has the shape that the demonstration's endpoint answers with.
#[test]
fn the_comparison_has_its_shape() {
    let told: serde_json::Value =
        serde_json::from_str(&built_in("fifteen").to_comparison()).expect("it is JSON");
    assert_eq!(
        told["input"],
        serde_json::json!({"key": "client", "n": 15, "delay": serde_json::from_str::<serde_json::Value>("0.1").expect("a number")})
    );
    for (name, allowed) in
        [("fixed_window", 10), ("sliding_window_log", 10), ("token_bucket", 11), ("gcra", 11)]
    {
        let lane = &told["results"][name];
        assert_eq!(
            (lane["allowed"].as_u64(), lane["denied"].as_u64()),
            (Some(allowed), Some(15 - allowed)),
            "{name}"
        );
        let sequence = lane["sequence"].as_array().expect("a list");
        assert_eq!(sequence.iter().filter(|passed| **passed == true).count() as u64, allowed);
    }
    let twice: serde_json::Value =
        serde_json::from_str(&built_in("forty-nine-and-a-half").to_comparison()).expect("it is JSON");
    assert!(twice["results"]["sliding_window_counter_2"].is_object());
}

/// Every decision is in the files, once.
#[test]
fn files_hold_every_decision() {
    for name in ["edge-burst", "retry-storm"] {
        let run = built_in(name);
        let decisions: usize = run.lanes().iter().map(|lane| lane.record().outcomes().len()).sum();
        let csv = run.to_csv();
        assert_eq!(csv.lines().count(), decisions + 1);
        let json: serde_json::Value = serde_json::from_str(&run.to_json()).expect("it is JSON");
        assert_eq!(json.as_array().map(Vec::len), Some(decisions));
    }
    let csv = built_in("edge-burst").to_csv();
    assert!(csv.contains("\n5,leaky_bucket_queue,3,1,9500000000,0,1,delayed,12500000000\n"), "{csv}");
}

/// What is exported as a vector is a vector that passes.
#[test]
fn an_exported_vector_runs() {
    for name in ["edge-burst", "fifteen", "app-open", "heavy-and-light"] {
        let run = built_in(name);
        for lane in 0..run.lanes().len() {
            let text = run.to_vector(lane, "ratelab/\"exported\"").expect("one client");
            let vectors =
                ratelab_tests::vectors::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(vectors[0].run(), ratelab_tests::vectors::Verdict::Passed, "{text}");
        }
    }
    assert_eq!(built_in("flash-crowd").to_vector(0, "many"), None);
}

/// The picture is the same bytes each time, tells its sentences, and draws every
/// request once.
#[test]
fn the_picture_is_the_run() {
    let svg = built_in("edge-burst").to_svg().expect("it is done");
    assert_eq!(Some(&svg), built_in("edge-burst").to_svg().as_ref());
    let headline = "The fixed window let 20 through in 0.6 s, twice its limit of 10.";
    assert!(svg.contains(&format!("<title id=\"t\">{headline}</title>")), "{svg}");
    assert!(svg.contains(&format!("<text class=\"h\" x=\"12\" y=\"29\">{headline}</text>")), "{svg}");
    assert!(
        svg.contains(">Each window has a budget of its own. One ends at 10 s, between the two bursts"),
        "{svg}"
    );
    assert!(svg.contains("The sliding window log let 10 of 20 through"));
    let drawn = |mark: &str| svg.matches(mark).count();
    assert_eq!(drawn("<circle class=\"a\""), 20 + 10 + 11 + 3 * 10 + 1);
    assert_eq!(drawn("<path class=\"d\""), 10 + 9 + 4 * 10);
    assert_eq!(drawn("<circle class=\"w\""), 9);
    assert!(!svg.contains("<script") && !svg.contains("href"));
}

/// Labels of the axis are what tells ticks apart, wherever and however fine it is.
#[test]
fn no_two_ticks_have_the_same_label() {
    let mut from = 0;
    while from < u64::MAX / 8 {
        let mut length = 1;
        while length < u64::MAX / 8 {
            let labels = labels(&format!("traffic=1@0s&show={from}ns..{}ns", from + length));
            let distinct: BTreeSet<_> = labels.iter().collect();
            assert_eq!(distinct.len(), labels.len(), "{from}..{}: {labels:?}", from + length);
            length = length * 7 + 3;
        }
        from = from * 19 + 123_457;
    }
    assert_eq!(labels("show=9s..11s"), ["9 s", "9.5 s", "10 s", "10.5 s"]);
    assert_eq!(
        labels("show=1d..1.001d"),
        ["1 day", "1 day 20 s", "1 day 40 s", "1 day 1 min", "1 day 1 min 20 s"]
    );
    let deep = run("show=3600000000000ns..3600000000007ns").to_svg().expect("it is done");
    assert!(deep.contains(">+1 ns</text>") && deep.contains(">from 1 h</text>"), "{deep}");
}

/// The labels of a picture's axis.
fn labels(text: &str) -> Vec<String> {
    let svg = run(text).to_svg().expect("it is done");
    let after = svg.split("text-anchor=\"middle\">").skip(1);
    after.filter_map(|label| Some(label.split_once('<')?.0.to_owned())).collect()
}

/// Lanes have lines where their own windows begin, unless these are too many to see.
#[test]
fn edges_are_those_of_the_lanes_own_windows() {
    let svg = run("lanes=fixed_window window=7s, fixed_window align=first, gcra&start=10s&show=0s..20s")
        .to_svg()
        .expect("it is done");
    let edges: Vec<_> = svg.lines().filter(|line| line.starts_with("<path class=\"e\"")).collect();
    assert_eq!(edges, ["<path class=\"e\" d=\"M300.4 61v46M493.6 61v46M686.8 61v46\"/>"]);
    assert!(
        !run("limit=1/s&lanes=fixed_window&show=0s..1h").to_svg().expect("done").contains("class=\"e\" d")
    );
}

/// A picture says of a lane what the page says.
#[test]
fn counts_are_in_the_words_of_the_page() {
    let svg = run("limit=5000/10s&traffic=20000@0s&lanes=token_bucket, leaky_bucket_queue&show=0s..1s")
        .to_svg()
        .expect("it is done");
    assert!(svg.contains(">5,000 allowed, 15,000 denied<"), "{svg}");
    let long =
        " textLength=\"174\" lengthAdjust=\"spacingAndGlyphs\">1 allowed, 4,999 delayed, 15,000 denied<";
    assert!(svg.contains(long), "words are not cut off: {svg}");
}

/// The colours of a picture are the page's, light and dark.
#[test]
fn inks_are_the_tokens_of_the_page() {
    let tokens = include_str!("../../web/src/styles/tokens.css");
    let both = |name: &str| {
        let line = tokens.lines().find(|line| line.trim().starts_with(&format!("--{name}:"))).expect(name);
        let (_, colours) = line.split_once("light-dark(").expect(name);
        let (light, dark) = colours.split_once(", ").expect(name);
        (light.to_owned(), dark[..7].to_owned())
    };
    let names = ["ink", "muted", "lane", "line", "paper", "allow", "deny", "delay"];
    let svg = built_in("edge-burst").to_svg().expect("it is done");
    let (light, dark) = svg.split_once("@media(prefers-color-scheme:dark)").expect("two schemes");
    assert_eq!(colours(light), names.map(|name| both(name).0).into());
    assert_eq!(colours(dark), names.map(|name| both(name).1).into());
}

fn colours(text: &str) -> BTreeSet<String> {
    text.split('#').skip(1).map(|colour| format!("#{}", &colour[..6])).collect()
}

/// One refusal among many requests is at least a pixel.
#[test]
fn a_rare_refusal_is_drawn() {
    let svg = run("limit=100000/s&traffic=50000/s for 2s; 1@1s cost 100000&lanes=token_bucket")
        .to_svg()
        .expect("it is done");
    assert_eq!(svg.matches("<rect class=\"df\"").count(), 1);
    assert!(svg.contains("class=\"df\"") && svg.contains("height=\"1\"/>"), "at least a pixel");
}

/// The README's picture is what the crate draws. When the drawing changes on purpose,
/// `RATELAB_DRAW=1 cargo test --test simulation` draws it anew.
#[test]
fn the_readme_shows_this_very_picture() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/simulation/pictures/edge-burst.svg");
    let drawn = built_in("edge-burst").to_svg().expect("it is done");
    if std::env::var_os("RATELAB_DRAW").is_some() {
        std::fs::write(file, &drawn).expect("the picture can be written");
    }
    assert_eq!(std::fs::read_to_string(file).expect("the picture"), drawn);
}
