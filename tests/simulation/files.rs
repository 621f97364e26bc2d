//! The export formats of a run.

use crate::simulation::{built_in, run};

/// The comparison has the shape of the demonstration's endpoint.
#[test]
fn the_comparison_has_its_shape() {
    let comparison: serde_json::Value =
        serde_json::from_str(&built_in("fifteen").to_comparison()).expect("it is JSON");
    let delay: serde_json::Value = serde_json::from_str("0.1").expect("a number");
    assert_eq!(comparison["input"], serde_json::json!({"key": "client", "n": 15, "delay": delay}));
    for (name, allowed) in
        [("fixed_window", 10), ("sliding_window_log", 10), ("token_bucket", 11), ("gcra", 11)]
    {
        let lane = &comparison["results"][name];
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

/// Every decision is in the files exactly once.
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

/// Senders, servers, and refusing layers are exported if there are several of them.
#[test]
fn files_have_groups_servers_and_layers() {
    let layered = run("groups=app, cron&traffic=2@0s by app; 2@0s by cron; 1@1s&servers=2&limit=3/10s\
        &lanes=fixed_window, layers(edge: fixed_window limit=4 key=everybody then gcra burst=1)");
    let csv = layered.to_csv();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].ends_with(",started_ns,group,server,layer"), "{csv}");
    let fields = |line: usize| lines[line].split(',').skip(7).collect::<Vec<_>>();
    assert_eq!(fields(1), ["allowed", "0", "app", "0", ""]);
    assert_eq!(fields(7), ["denied", "", "app", "1", "1"]);
    assert_eq!(fields(10), ["denied", "", "", "0", "0"]);
    let json: serde_json::Value = serde_json::from_str(&layered.to_json()).expect("it is JSON");
    assert_eq!((json[6]["group"].as_str(), json[6]["layer"].as_u64()), (Some("app"), Some(1)));
    assert!(json[9]["group"].is_null() && json[0]["layer"].is_null());
    for lane in 0..2 {
        assert_eq!(layered.to_vector(lane, "several"), None);
    }
    for state in ["local", "sync 1s", "race 1s set", "down 1s..2s open"] {
        assert_eq!(run(&format!("servers=2 {state}&lanes=gcra")).to_vector(0, "several"), None, "{state}");
    }
    let one = run("groups=free limit 3/s, pro&traffic=9@1s by free&lanes=fixed_window, gcra key=everybody");
    for lane in 0..2 {
        let text = one.to_vector(lane, "one").expect("one state");
        let vectors = ratelab_tests::vectors::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(vectors[0].run(), ratelab_tests::vectors::Verdict::Passed, "{text}");
        let admitted = one.measures(lane).expect("it is done").counts.admitted();
        assert_eq!(text.matches("\"allowed\":true").count(), admitted as usize);
    }
}

/// An exported vector passes as a vector.
#[test]
fn an_exported_vector_passes() {
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
