//! Advice in JavaScript is the advice of the simulation.

use crate::bindings::{done, field};
use js_sys::Array;
use ratelab_advice::Advise;
use ratelab_report::Report;
use ratelab_scenario::language::parse;
use ratelab_wasm::{draft::Draft, run::Run};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

const TEXT: &str = "traffic=30@0s; 2/s for 60s";
const NEEDS: &str = "never 100/60s; burst 20; delay 0s; memory 64 for 1000000";

#[wasm_bindgen_test]
fn advice_is_that_of_the_simulation() {
    let simulation = Report::complete(parse(&format!("{TEXT}&needs={NEEDS}")).unwrap()).unwrap();
    let expected = simulation.advice(simulation.scenario().needs).unwrap();
    let asked = done(TEXT).advice(NEEDS.into()).unwrap();
    let own = done(&format!("{TEXT}&needs={NEEDS}")).advice(JsValue::UNDEFINED).unwrap();
    for advice in [JsValue::from(asked), JsValue::from(own)] {
        assert_eq!(field(&advice, "headline").as_string(), Some(expected.headline()));
        assert_eq!(field(&advice, "markdown").as_string(), Some(expected.markdown()));
        let rows: Array = field(&advice, "rows").dyn_into().expect("a list");
        assert_eq!(rows.length() as usize, expected.rows.len());
        for (row, expected) in rows.iter().zip(&expected.rows) {
            assert_eq!(field(&row, "denied").as_f64(), Some(expected.numbers.denied as f64));
            assert_eq!(field(&row, "meets").as_bool(), Some(expected.failed().next().is_none()));
            // Times are whole numbers, as they are declared, at every level.
            let times =
                [field(&row, "delay"), field(&row, "waited"), field(field(&row, "promise"), "period")];
            assert!(times.iter().all(JsValue::is_bigint));
            // The scenario of a row can be read, and has worst traffic.
            let text = field(&row, "scenario").as_string().expect("a text");
            let worst = Draft::new(text.into()).expect("a scenario").worst().expect("a policy");
            let worst = JsValue::from(worst.expect("it is short"));
            assert!(parse(&field(&worst, "text").as_string().expect("a text")).is_ok());
            assert!(field(&worst, "reached").as_f64() <= field(&worst, "bound").as_f64());
        }
    }
}

#[wasm_bindgen_test]
fn errors_in_needs_have_a_position() {
    let run = done(TEXT);
    let fault = run.advice("burst 20; delay 5".into()).expect_err("no unit");
    assert_eq!(field(&fault, "field").as_string().as_deref(), Some("needs"));
    assert_eq!(field(&fault, "position").as_f64(), Some(17.0));
    assert!(run.advice(5.into()).is_err() && run.shift(99.into()).is_err());
    let begun = Run::new(TEXT.into()).expect("a scenario");
    let fault = begun.advice(JsValue::UNDEFINED).expect_err("it is not done");
    assert_eq!(field(&fault, "code").as_string().as_deref(), Some("not_done"));
}

#[wasm_bindgen_test]
fn a_shift_is_that_of_the_simulation() {
    let text = "limit=10/10s&traffic=10@1s; 10@1.6s";
    let shift = JsValue::from(done(text).shift(0.into()).unwrap());
    assert_eq!(field(field(&shift, "most"), "cost").as_f64(), Some(20.0));
    assert_eq!(field(&shift, "exact").as_bool(), Some(true));
}
