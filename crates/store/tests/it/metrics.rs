//! Every answer is counted once, with its outcome and its origin.

use metrics_util::debugging::{DebugValue, DebuggingRecorder};
use ratelab_limiter::{Gcra, Policy, SECOND};
use ratelab_store::{AsyncLimitStore, Failure, Fallback, InProcess, Observed, OnFailure, metrics::record};

#[test]
fn answers_are_counted_by_outcome_and_origin() {
    let recorder = DebuggingRecorder::new();
    let snapshots = recorder.snapshotter();
    let policy = Policy::from(Gcra::new(2, 1, 3_600 * SECOND).expect("a policy"));
    let fallback = Fallback::new(policy.clone(), OnFailure::Open);
    let store = Observed::with_metrics(InProcess::new(policy), "api");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    metrics::with_local_recorder(&recorder, || {
        for _ in 0..5 {
            let _ = runtime.block_on(store.check_cost(b"ada", 1));
        }
        let _ = runtime.block_on(store.peek(b"ada", 1));
        let late = fallback.answer(Err(Failure::Late), 1, |local| local.check("ada"));
        record("api", &late, std::time::Duration::from_millis(100));
    });
    let mut counted: Vec<(String, u64)> = Vec::new();
    let mut timed = 0;
    for (key, _, _, value) in snapshots.snapshot().into_vec() {
        let labels: Vec<_> =
            key.key().labels().map(|label| format!("{}={}", label.key(), label.value())).collect();
        match value {
            DebugValue::Counter(count) => counted.push((labels.join(" "), count)),
            DebugValue::Histogram(values) => timed += values.len(),
            DebugValue::Gauge(_) => panic!("no gauge"),
        }
    }
    counted.sort();
    let expected = [
        ("limit=api outcome=allowed origin=in_process", 2),
        ("limit=api outcome=allowed origin=late", 1),
        ("limit=api outcome=denied origin=in_process", 3),
    ];
    assert_eq!(counted, expected.map(|(labels, count)| (labels.to_owned(), count)));
    assert_eq!(timed, 6);
}
