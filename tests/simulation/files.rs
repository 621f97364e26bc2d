//! What a run is exported as.

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
    assert!(
        svg.contains(
            "<title id=\"t\">Fixed window let 20 through in 0.6 s, twice its limit. No other limiter"
        )
    );
    assert!(svg.contains("Sliding window log let 10 of 20 through"));
    let drawn = |mark: &str| svg.matches(mark).count();
    assert_eq!(drawn("<circle class=\"a\""), 20 + 10 + 11 + 3 * 10 + 1);
    assert_eq!(drawn("<path class=\"d\""), 10 + 9 + 4 * 10);
    assert_eq!(drawn("<circle class=\"w\""), 9);
    assert!(!svg.contains("<script") && !svg.contains("href"));
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
