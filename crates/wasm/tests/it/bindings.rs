//! JavaScript gets the decisions of the simulation, and invalid arguments throw an `Error` that says what is wrong.

use js_sys::{Array, Float64Array, Reflect};
use ratelab_report::Report;
use ratelab_scenario::{language::parse, scenarios::BUILT_IN};
use ratelab_wasm::{
    bounds::{bounds, shapes},
    draft::{Draft, from_link},
    run::Run,
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

pub(crate) fn done(text: &str) -> Run {
    finished(Run::new(text.into()))
}

pub(crate) fn draft(text: &str) -> Draft {
    Draft::new(text.into()).expect("a scenario")
}

fn finished(begun: Result<Run, JsValue>) -> Run {
    let mut run = begun.expect("a scenario");
    while !run.advance(1_000.into()).expect("a budget") {}
    run
}

pub(crate) fn field(object: impl Into<JsValue>, name: &str) -> JsValue {
    Reflect::get(&object.into(), &name.into()).expect("an object")
}

fn text(object: impl Into<JsValue>, name: &str) -> String {
    field(object, name).as_string().expect("a text")
}

/// Marks, columns, counts, sentences, and the hash of every built-in scenario equal those of the simulation.
#[wasm_bindgen_test]
fn javascript_gets_the_decisions_of_the_simulation() {
    for built_in in BUILT_IN {
        let (run, simulation) =
            (done(built_in.text), Report::complete(parse(built_in.text).unwrap()).unwrap());
        assert_eq!(run.hash(), simulation.hash(), "{}", built_in.name);
        let draft = draft(built_in.text);
        assert_eq!(finished(draft.run()).hash(), run.hash(), "{}", built_in.name);
        assert_eq!(finished(draft.run_after(&run)).hash(), run.hash(), "{}", built_in.name);
        let (from, to) = simulation.shown().unwrap();
        assert_eq!(run.shown().unwrap(), [from, to]);
        let finding = simulation.finding().unwrap();
        assert_eq!([run.headline().unwrap(), run.reason().unwrap()], [&*finding.headline, &*finding.reason]);
        for lane in 0..run.lanes() {
            let record = simulation.lanes()[lane as usize].record();
            let counts = record.counts();
            let listed = [counts.allowed, counts.denied, counts.delayed];
            assert_eq!(run.counts(lane.into()).unwrap(), listed);
            assert_eq!(run.sentence(lane.into()).unwrap(), simulation.sentence(lane as usize).unwrap());
            compare_marks(&run, &simulation, lane, from, to);
            let columns = run.columns(lane.into(), from.into(), to.into(), 300.into()).unwrap();
            let sums = [0, 1, 2].map(|kind| columns.iter().skip(kind).step_by(3).sum::<u32>());
            if simulation.scenario().show.is_none() {
                assert_eq!(sums, listed, "{}, lane {lane}", built_in.name);
            }
        }
    }
}

fn compare_marks(run: &Run, simulation: &Report, lane: u32, from: u64, to: u64) {
    let marks = run.marks(lane.into(), from.into(), to.into(), u32::MAX.into()).unwrap().unwrap();
    for mark in marks.chunks(4) {
        let decided = simulation.mark(lane as usize, mark[0] as usize);
        assert_eq!(mark[1], (decided.time - from) as f64);
        assert_eq!(mark[2], f64::from(decided.kind as u8));
        match decided.started {
            Some(started) => assert_eq!(mark[3], (started - from) as f64),
            None => assert!(mark[3].is_nan()),
        }
    }
}

/// The rows and parts of a lane add up to the lane.
#[wasm_bindgen_test]
fn rows_and_parts_add_up_to_the_lane() {
    let run = done(
        "groups=app, cron limit 20/10s&traffic=20@9.5s by app; 20@10.1s by cron&servers=2 round_robin local\
         &lanes=fixed_window, fixed_window state=shared, layers(edge: gcra burst=30 then token_bucket)",
    );
    let counts = run.counts(0.into()).unwrap();
    let rows =
        (0..2).map(|row| run.row_columns(0.into(), row.into(), 0.into(), 20e9.into(), 1.into()).unwrap());
    let sums = rows.fold(vec![0; 3], |sum, row| sum.iter().zip(row).map(|(sum, part)| sum + part).collect());
    assert_eq!(sums, counts);
    let has_rows = |lane: u32| run.rows(lane.into()).unwrap().is_some();
    assert_eq!([0, 1, 2].map(has_rows), [true, false, true]);
    assert!(run.row_columns(1.into(), 0.into(), 0.into(), 20e9.into(), 1.into()).is_err());
    let parts: JsValue = run.parts(2.into()).unwrap().into();
    let length = |name: &str| {
        let list = js_sys::Reflect::get(&parts, &name.into()).unwrap();
        js_sys::Array::from(&list).length()
    };
    assert_eq!(["groups", "servers", "layers"].map(length), [2, 2, 2]);
}

#[wasm_bindgen_test]
fn too_many_marks_are_refused() {
    let run = done("traffic=10@9.5s; 10@10.1s");
    let marks = |most: u32| run.marks(0.into(), 0.into(), 20e9.into(), most.into()).unwrap();
    assert_eq!(marks(19), None);
    assert_eq!(marks(20).map(|marks| marks.len()), Some(80));
}

/// The opening scenario as the page reads it.
#[wasm_bindgen_test]
fn a_scenario_is_described_and_amended() {
    let draft = draft("traffic=10@9.5s; 10@10.1s");
    let scenario = JsValue::from(draft.describe().unwrap());
    assert_eq!(text(scenario.clone(), "text"), "v=1&traffic=10@9.5s; 10@10.1s");
    assert_eq!(text(scenario.clone(), "link"), "v=1&traffic=10@9.5s;+10@10.1s");
    let limit = field(scenario.clone(), "limit");
    assert_eq!(field(limit.clone(), "amount"), JsValue::from(10));
    assert_eq!(field(limit, "period"), JsValue::from(10_000_000_000u64));
    let lanes: js_sys::Array = field(scenario.clone(), "lanes").unchecked_into();
    assert_eq!(lanes.length(), 7);
    assert_eq!(field(field(lanes.get(0), "windows"), "length"), JsValue::from(10_000_000_000u64));
    assert_eq!(field(lanes.get(6), "windows"), JsValue::UNDEFINED);
    assert_eq!(field(scenario.clone(), "same_requests"), JsValue::TRUE);
    assert_eq!(field(scenario, "random"), JsValue::FALSE);
    let amended = draft.with("limit".into(), "20/10s".into()).unwrap();
    assert_eq!(amended.text(), "v=1&limit=20/10s&traffic=10@9.5s; 10@10.1s");
    let error = draft.with("limit".into(), "20/10x".into()).err().expect("no unit");
    assert_eq!(field(error, "position"), JsValue::from(5));
}

/// The reading of a script, a suggestion, and a fix to click.
#[wasm_bindgen_test]
fn a_script_is_described_questioned_and_repaired() {
    let run = done("traffic=300 every 60s");
    let understood = JsValue::from(run.understood().unwrap());
    assert_eq!(text(understood.clone(), "words"), "300 requests from 0 s to 4 h 59 min, 60 s apart.");
    assert_eq!(field(understood.clone(), "requests"), JsValue::from(300));
    assert_eq!(field(understood, "last"), JsValue::from(17_940_000_000_000u64));
    let draft = draft("traffic=300 every 60s");
    let suggestion = field(draft.describe().unwrap(), "suggestion");
    assert_eq!(text(suggestion.clone(), "text"), "burst 300 every 1m x5");
    assert_eq!(text(suggestion, "words"), "300 at once, every 60 s, 5 times");
    let error = draft.with("traffic".into(), "10 at 9.5".into()).err().expect("no unit");
    assert_eq!(text(error.clone(), "fix"), "10@9.5s");
    assert_eq!(field(error, "position"), JsValue::from(9));
    let plain = draft.with("traffic".into(), "10 at 9.5s\n5 per second for 2s".into()).unwrap();
    assert_eq!(plain.text(), "v=1&traffic=10@9.5s; 5/s for 2s");
    let shapes: js_sys::Array = field(shapes().unwrap(), "shapes").unchecked_into();
    assert_eq!(text(shapes.get(0), "example"), "10@9.5s");
}

#[wasm_bindgen_test]
fn requests_are_added_moved_and_removed() {
    let draft = draft("traffic=10@9.5s; 10@10.1s");
    let text_of = |changed: Result<Draft, JsValue>| changed.unwrap().text();
    let times = js_sys::BigUint64Array::from([9_500_000_000u64, u64::from(u32::MAX)].as_slice());
    assert_eq!(text_of(draft.add_requests(times.into())), "v=1&traffic=11@9.5s; 10@10.1s; 1@4.294967295s");
    let moved = draft.move_request(0.into(), 10_100_000_000u64.into());
    assert_eq!(text_of(moved), "v=1&traffic=9@9.5s; 11@10.1s");
    assert_eq!(text_of(draft.remove_request(19.into())), "v=1&traffic=10@9.5s; 9@10.1s");
    let error = draft.remove_request(20.into()).err().expect("there is no such request");
    assert_eq!(text(error.clone(), "code"), "out_of_range");
    assert_eq!(text(error.clone(), "field"), "traffic");
    assert_eq!(field(error, "position"), JsValue::from(12));
}

#[wasm_bindgen_test]
fn a_request_is_found_by_its_time() {
    let run = done("traffic=10@9.5s; 10@10.1s");
    assert_eq!(run.request_at(0.into(), 9_600_000_000u64.into()), Ok(Some(10)));
    assert_eq!(run.request_at(0.into(), u64::MAX.into()), Ok(Some(19)));
    assert_eq!(done("traffic=poisson 1/d for 1ns").request_at(0.into(), 0.into()), Ok(None));
}

#[wasm_bindgen_test]
fn disagreements_are_counted() {
    let columns = |run: &Run| run.disagreements(0.into(), 20e9.into(), 2.into()).unwrap();
    assert_eq!(columns(&done("traffic=10@9.5s; 10@10.1s")), Some(vec![0, 10]));
    assert_eq!(columns(&done("traffic=10@9.5s; 10@10.1s&retry=at_once")), None);
    let early = Run::new("traffic=10@9.5s".into()).unwrap().disagreements(0.into(), 1.into(), 1.into());
    assert_eq!(text(early.unwrap_err(), "code"), "not_done");
}

/// Every built-in scenario survives conversion from text to link and back.
#[wasm_bindgen_test]
fn links_restore_the_same_text() {
    let scenarios: js_sys::Array = field(bounds().unwrap(), "scenarios").unchecked_into();
    assert_eq!(scenarios.length() as usize, BUILT_IN.len());
    for built_in in scenarios.iter() {
        let scenario = Draft::new(field(built_in.clone(), "text")).unwrap().describe().unwrap();
        let link = text(scenario, "link");
        assert_eq!(from_link(link.into()).unwrap(), text(built_in, "text"));
    }
}

#[wasm_bindgen_test]
fn a_card_has_the_rule_in_numbers() {
    let run = done("lanes=fixed_window, sliding_window_counter, token_bucket&traffic=11@0s; 1@15s");
    let rule = |lane: u32, request: u32| text(run.explain(lane.into(), request.into()).unwrap(), "rule");
    assert_eq!(rule(0, 9), "9 + 1 ≤ 10: allowed");
    assert_eq!(rule(0, 10), "10 + 1 > 10: denied");
    assert_eq!(rule(1, 11), "⌊10 × 0.5⌋ + 0 + 1 ≤ 10: allowed");
    assert_eq!(rule(2, 10), "0 tokens < 1: denied");
    let card = JsValue::from(run.explain(0.into(), 10.into()).unwrap());
    assert_eq!(field(card.clone(), "would_pass"), JsValue::from(10_000_000_000u64));
    assert_eq!(field(card.clone(), "status"), JsValue::from(429));
    assert_eq!(field(field(card, "counted"), "length"), JsValue::from(10));
}

/// A card names the sender, the server, and what the server had seen.
#[wasm_bindgen_test]
fn a_card_names_the_server_and_the_layers() {
    let mut run = done(
        "groups=free limit 2/s, pro&traffic=3@0s by free; 4@0s by pro&servers=2&lanes=fixed_window state=local, \
         layers(edge: gcra key=everybody then fixed_window)",
    );
    let card = JsValue::from(run.explain(0.into(), 2.into()).unwrap());
    assert_eq!(
        (text(card.clone(), "sender"), text(card.clone(), "tier")),
        ("free".into(), "2 in 1 s".into())
    );
    assert!(field(card.clone(), "counted_with").is_undefined());
    assert_eq!((field(card.clone(), "server"), field(card.clone(), "servers")), (0.into(), 2.into()));
    let admitted = |servers: &str| run.admitted_if(0.into(), "servers".into(), servers.into());
    assert_eq!(admitted("1 round_robin shared").unwrap(), Some(6));
    assert!(admitted("1 shard").is_err());
    let known = "Server 1 had seen 1 of the 2 that were let through in this window.";
    assert_eq!(text(card.clone(), "known_to_server"), known);
    assert!(field(card, "layer").is_undefined());
    let card = JsValue::from(run.explain(1.into(), 2.into()).unwrap());
    assert_eq!((text(card.clone(), "outcome"), field(card.clone(), "layer")), ("denied".into(), 1.into()));
    assert_eq!(field(field(card, "layers"), "length"), JsValue::from(2));
    let none = || JsValue::UNDEFINED;
    assert!(run.anatomy(1.into(), 0.into(), 0.into(), none()).unwrap().is_none());
    assert!(run.prepare_band(1.into(), 0.into(), 10.into(), none()).unwrap());
    assert!(run.band(1.into(), 0.into(), 0.into(), 2e9.into(), 20.into(), none()).unwrap().is_none());
    assert!(run.band(0.into(), 1.into(), 0.into(), 2e9.into(), 20.into(), 1.into()).unwrap().is_some());
}

/// Instants are bigints, and durations are numbers.
#[wasm_bindgen_test]
fn a_limiter_is_described_at_an_instant() {
    let run = done("traffic=10@9.5s; 10@10.1s");
    let anatomy = JsValue::from(
        run.anatomy(3.into(), 0.into(), 10_100_000_000u64.into(), JsValue::UNDEFINED)
            .unwrap()
            .expect("one state"),
    );
    assert_eq!(text(anatomy.clone(), "state"), "At 10.1 s: 0.6 of 10 tokens are left.");
    assert_eq!(field(anatomy.clone(), "would_pass"), JsValue::from(10_500_000_000u64));
    assert_eq!(field(anatomy.clone(), "denied"), JsValue::from(10));
    assert_eq!(field(field(anatomy.clone(), "now"), "left"), JsValue::from(0.6));
    assert_eq!(field(field(anatomy, "now"), "empty_after"), JsValue::from(9.4e9));
    let about = JsValue::from(run.about(3.into()).unwrap());
    assert_eq!(text(about.clone(), "pace"), "one each second");
    assert_eq!(field(field(about, "equivalents"), "length"), JsValue::from(3));
    let worst = JsValue::from(run.worst(3.into()).unwrap().expect("it is short"));
    assert_eq!(text(worst.clone(), "traffic"), "10@0s; 9@9s");
    assert_eq!(field(worst.clone(), "started_bound"), JsValue::from(19));
    assert!(field(worst.clone(), "cost").is_undefined());
    assert_eq!(field(field(worst, "admitted"), "to"), JsValue::from(9_000_000_000u64));
}

/// The deployment of a lane: by group, in Redis with its script's arguments, or the reason why not.
#[wasm_bindgen_test]
fn a_lane_can_be_deployed() {
    let deployments = |text: &str| {
        let run = done(text);
        field(JsValue::from(run.production(0.into()).unwrap()), "deployments")
    };
    let first = |list: JsValue| Reflect::get_u32(&list, 0).unwrap();
    let one = first(deployments("limit=10/10s & lanes=fixed_window & traffic=1@0s"));
    assert_eq!(text(one.clone(), "algorithm"), "fixed_window");
    let redis = field(one, "redis");
    assert_eq!(text(redis.clone(), "script"), "fixed_window");
    assert_eq!(text(redis.clone(), "digest").len(), 40);
    let arguments = String::from(Array::from(&field(redis, "arguments")).join(" "));
    assert_eq!(arguments, "10 10000000 epoch no");
    let odd = first(deployments("limit=10/1500ns & lanes=fixed_window & traffic=1@0s"));
    assert!(field(odd.clone(), "redis").is_undefined());
    assert_eq!(text(field(odd, "refusal"), "field"), "window");
}

#[wasm_bindgen_test]
fn disagreements_are_found() {
    let run = done("traffic=10@9.5s; 10@10.1s");
    let lanes = || JsValue::from(js_sys::Array::of(&[JsValue::from(0), JsValue::from(1)]));
    assert_eq!(run.next_disagreement(lanes(), 0.into()), Ok(Some(10)));
    assert_eq!(run.previous_disagreement(lanes(), 15.into()), Ok(Some(14)));
    assert_eq!(run.next_disagreement(lanes(), 20.into()), Ok(None));
}

/// The band of the fixed window: full from 9.5 s to 10 s, then empty, then full again.
#[wasm_bindgen_test]
fn bands_are_in_requests() {
    let mut run = done("traffic=10@9.5s; 10@10.1s");
    let band = run.band(0.into(), 0.into(), 9e9.into(), 11e9.into(), 20.into(), JsValue::UNDEFINED).unwrap();
    let band = band.expect("one state");
    let expected = |column: usize| match column {
        0..5 => [0.0, 0.0],
        5 => [0.0, 10.0],
        6..10 => [10.0, 10.0],
        10 => [0.0, 0.0],
        11 => [0.0, 10.0],
        _ => [10.0, 10.0],
    };
    for (column, extremes) in band.chunks(2).enumerate() {
        assert_eq!(extremes, expected(column), "column {column}");
    }
}

#[wasm_bindgen_test]
fn measures_and_envelope_are_returned() {
    let run = done("traffic=10@9.5s; 10@10.1s");
    let measures = JsValue::from(run.measures(0.into()).unwrap());
    assert_eq!(field(field(measures.clone(), "most"), "cost"), JsValue::from(20));
    assert_eq!(field(measures.clone(), "over"), JsValue::from(10));
    assert_eq!(field(measures, "disagreement"), JsValue::from(50));
    assert_eq!(run.state_bytes(0.into(), 1e6.into()), Ok(24e6));
    assert_eq!(run.state_bytes(3.into(), 1e7.into()), Ok(160e6));
    let envelope = run.envelope(0.into(), 1e6.into(), 1e10.into(), 30.into()).unwrap();
    assert_eq!(envelope.len(), 90);
    assert_eq!(envelope[..3], [1e6, 10.0, 20.0]);
    assert_eq!(envelope[87..], [1e10, 20.0, 20.0]);
}

#[wasm_bindgen_test]
fn questions_before_the_end_throw() {
    let run = Run::new("traffic=10@9.5s".into()).unwrap();
    for error in [
        run.headline().unwrap_err(),
        run.reason().unwrap_err(),
        run.sentence(0.into()).unwrap_err(),
        run.to_csv().unwrap_err(),
    ] {
        assert_eq!(text(error, "code"), "not_done");
    }
    let error = run.explain(0.into(), 0.into()).err().expect("nothing is decided");
    assert_eq!(text(error, "field"), "request");
}

/// An error of the language has its position in the text, in JavaScript's units.
#[wasm_bindgen_test]
fn errors_have_a_position_in_the_text() {
    let error = Draft::new("traffic=15 evry 100ms".into()).err().expect("not the language");
    assert_eq!(text(error.clone(), "code"), "unexpected");
    assert_eq!(text(error.clone(), "field"), "traffic");
    assert_eq!(field(error.clone(), "position"), JsValue::from(11));
    assert_eq!(field(error.clone(), "length"), JsValue::from(4));
    assert!(error.is_instance_of::<js_sys::Error>());
    let error = Draft::new("traffic=1@1s\u{1F600}".into()).err().expect("not the language");
    assert_eq!(field(error, "length"), JsValue::from(2));
}

#[wasm_bindgen_test]
fn arrays_of_numbers_are_typed_arrays() {
    let run = done("traffic=10@9.5s; 10@10.1s");
    let marks = run.marks(0.into(), 0.into(), 20e9.into(), 100.into()).unwrap().unwrap();
    assert_eq!(Float64Array::from(marks.as_slice()).length(), 80);
}

/// A run compared with an earlier one that has been freed.
#[wasm_bindgen_test]
fn a_run_is_compared_with_an_earlier_one() {
    let before = "lanes=gcra, fixed_window&traffic=10@9.5s; 10@10.1s";
    let outline = || JsValue::from(js_sys::BigUint64Array::from(&*done(before).outline().unwrap()));
    let now = done("limit=20/10s&lanes=fixed_window, token_bucket&traffic=10@9.5s; 10@10.1s");
    let contrast = JsValue::from(now.contrast(before.into(), outline()).unwrap());
    let sentence = text(contrast.clone(), "sentence");
    assert!(
        sentence
            .starts_with("Limit 20 in 10 s instead of 10 in 10 s, with the token bucket and without GCRA: "),
        "{sentence}"
    );
    let lanes = js_sys::Array::from(&field(contrast, "lanes"));
    assert_eq!(lanes.to_vec(), [JsValue::from(1), JsValue::UNDEFINED]);
    crate::hostile::contrasts(&now, before, &outline());
}
