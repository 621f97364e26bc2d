//! What a run is exported as.

use crate::built_in;

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
