//! Invalid values for every argument of every function.

use js_sys::{Array, BigInt, BigUint64Array, Error, Object, Reflect, Symbol, Uint32Array};
use ratelab_wasm::{
    draft::{Draft, from_link},
    run::Run,
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

/// Values that are not numbers, or not sensible ones.
fn invalid_numbers() -> Vec<JsValue> {
    let numbers =
        [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, -0.5, 0.5, 1e300, -1e300, 4_294_967_296.0];
    numbers.map(JsValue::from).into_iter().chain(non_numbers()).collect()
}

fn non_numbers() -> Vec<JsValue> {
    vec![
        JsValue::UNDEFINED,
        JsValue::NULL,
        JsValue::TRUE,
        "".into(),
        "7".into(),
        "\u{0}".into(),
        Object::new().into(),
        Array::of(&[JsValue::from(1)]).into(),
        Symbol::iterator().into(),
        BigInt::from(-1).into(),
        js_sys::Function::new_no_args("return 7").into(),
    ]
}

/// Values that are not instants.
fn invalid_instants() -> Vec<JsValue> {
    let huge = BigInt::new(&"0x1ffffffffffffffffffffffffffffffff".into()).expect("a number");
    let floats = [f64::NAN, f64::INFINITY, -1.0, 0.5, 1e300, 9_007_199_254_740_992.0];
    floats.map(JsValue::from).into_iter().chain(non_numbers()).chain([huge.into()]).collect()
}

/// Texts that are not scenarios, and values that are not texts.
fn invalid_scenarios() -> Vec<JsValue> {
    let texts = [
        "=",
        "&=&",
        "v=2",
        "limit=",
        "limit=0/s",
        "limit=-1/s",
        "limit=NaN/s",
        "limit=1e9/s",
        "limit=1/0s",
        "limit=99999999999999999999/s",
        "traffic=1@99999999999999999999999999s",
        "traffic=",
        "lanes=",
        "lanes=all_of()",
        "lanes=all_of(all_of(gcra))",
        "lanes=layers()",
        "lanes=layers(layers(gcra))",
        "groups=",
        "groups=a 0",
        "groups=a, a",
        "groups=a&traffic=1@0s by b",
        "servers=0",
        "servers=65",
        "servers=2 server 3 ahead 1s",
        "servers=2 sync 0s",
        "lanes=gcra state=down 2s..1s open",
        "clients=0",
        "seed=18446744073709551616",
        "traffic=4294967295@0s",
        "show=2s..1s",
        "<script>alert(1)</script>",
        "limit=1/s\u{0}",
        "\u{FEFF}limit=1/s",
        "traffic=1@1s\u{202E}",
        "%00",
        "constructor=1",
        "__proto__=1",
    ];
    let long = "traffic=".to_owned() + &"1@1s;".repeat(20_000);
    let deep = "lanes=".to_owned() + &"all_of(".repeat(5_000);
    let texts = texts.map(str::to_owned).into_iter().chain([long, deep]).map(JsValue::from);
    texts.chain(non_texts()).collect()
}

fn non_texts() -> [JsValue; 5] {
    [JsValue::UNDEFINED, JsValue::NULL, 5.into(), f64::NAN.into(), Object::new().into()]
}

fn times(times: &[u64]) -> JsValue {
    BigUint64Array::from(times).into()
}

/// Asserts that an `Error` with a code and a sentence of limited length was thrown.
fn assert_fault<T>(result: Result<T, JsValue>, called: &str, given: &JsValue) {
    let Err(error) = result else { panic!("{called} accepted {given:?}") };
    assert!(error.is_instance_of::<Error>(), "{called} threw {error:?} for {given:?}");
    let code = Reflect::get(&error, &"code".into()).expect("an object");
    assert!(code.as_string().is_some_and(|code| !code.is_empty()), "{called}, {given:?}");
    let message = String::from(error.unchecked_into::<Error>().message());
    assert!((10..600).contains(&message.len()), "{called}, {given:?}: {message}");
}

#[wasm_bindgen_test]
fn texts() {
    for given in invalid_scenarios() {
        assert_fault(Run::new(given.clone()), "Run", &given);
        assert_fault(Draft::new(given.clone()), "Draft", &given);
    }
    let draft = crate::bindings::draft("limit=5/s");
    for value in ["", " ", "20/10s&seed=1", "20/10s\nseed=1", "x", "1/s; 2/s"].map(JsValue::from) {
        let result = draft.with("limit".into(), value.clone());
        let is_usual = value.as_string().is_some_and(|value| value.trim().is_empty());
        assert_eq!(result.is_ok(), is_usual, "{value:?}");
    }
    for key in ["", "&", "constructor", "limit=5/s&burst"].map(JsValue::from).into_iter().chain(non_texts()) {
        assert_fault(draft.with(key.clone(), "5".into()), "with", &key);
    }
    for value in non_texts() {
        assert_fault(draft.with("limit".into(), value.clone()), "with", &value);
    }
    for link in
        ["%", "%f", "%zz", "%ff"].map(JsValue::from).into_iter().chain(non_numbers().into_iter().take(3))
    {
        assert_fault(from_link(link.clone()), "fromLink", &link);
    }
}

#[wasm_bindgen_test]
fn numbers() {
    let draft = crate::bindings::draft("traffic=3@1s");
    let mut run = crate::bindings::done("traffic=10@9.5s; 10@10.1s");
    let (zero, end, some) = (|| JsValue::from(0), || JsValue::from(20e9), || JsValue::from(5));
    let none = || JsValue::UNDEFINED;
    for given in invalid_numbers() {
        let it = || given.clone();
        assert_fault(run.advance(it()), "advance", &given);
        assert_fault(run.title(it()), "title", &given);
        assert_fault(run.limit(it()), "limit", &given);
        assert_fault(run.counts(it()), "counts", &given);
        assert_fault(run.sentence(it()), "sentence", &given);
        assert_fault(run.measures(it()), "measures", &given);
        assert_fault(run.marks(it(), zero(), end(), some()), "marks", &given);
        assert_fault(run.marks(zero(), zero(), end(), it()), "marks", &given);
        assert_fault(run.columns(it(), zero(), end(), some()), "columns", &given);
        assert_fault(run.columns(zero(), zero(), end(), it()), "columns", &given);
        assert_fault(run.rows(it()).map(|_| ()), "rows", &given);
        assert_fault(run.parts(it()).map(|_| ()), "parts", &given);
        assert_fault(run.row_columns(it(), zero(), zero(), end(), some()), "row_columns", &given);
        assert_fault(run.row_columns(zero(), it(), zero(), end(), some()), "row_columns", &given);
        assert_fault(run.traffic(zero(), end(), it()), "traffic", &given);
        assert_fault(run.prepare_band(it(), zero(), some(), none()), "prepareBand", &given);
        assert_fault(run.prepare_band(zero(), it(), some(), none()), "prepareBand", &given);
        assert_fault(run.prepare_band(zero(), zero(), it(), none()), "prepareBand", &given);
        assert_fault(run.band(zero(), zero(), zero(), end(), it(), none()), "band", &given);
        assert_fault(run.envelope(it(), zero(), end(), some()), "envelope", &given);
        assert_fault(run.envelope(zero(), zero(), end(), it()), "envelope", &given);
        assert_fault(run.explain(it(), zero()), "explain", &given);
        assert_fault(run.explain(zero(), it()), "explain", &given);
        assert_fault(run.request_at(it(), zero()), "requestAt", &given);
        assert_fault(run.anatomy(it(), zero(), zero(), none()), "anatomy", &given);
        assert_fault(run.anatomy(zero(), it(), zero(), none()), "anatomy", &given);
        assert_fault(run.admitted_if(it(), "limit".into(), "9/s".into()), "admittedIf", &given);
        assert_fault(run.about(it()), "about", &given);
        assert_fault(run.production(it()), "production", &given);
        assert_fault(run.worst(it()), "worst", &given);
        assert_fault(run.next_disagreement(Array::of(&[it()]).into(), zero()), "nextDisagreement", &given);
        assert_fault(
            run.previous_disagreement(Array::<JsValue>::new().into(), it()),
            "previousDisagreement",
            &given,
        );
        assert_fault(run.to_vector(it(), "id".into()), "toVector", &given);
        assert_fault(run.next_disagreement(it(), JsValue::NULL), "nextDisagreement", &given);
        assert_fault(run.disagreements(zero(), end(), it()), "disagreements", &given);
        assert_fault(draft.move_request(it(), zero()), "moveRequest", &given);
        assert_fault(draft.remove_request(it()), "removeRequest", &given);
        assert_fault(draft.add_requests(it()), "addRequests", &given);
    }
    assert_fault(draft.add_requests(Uint32Array::from([1].as_slice()).into()), "addRequests", &JsValue::NULL);
    assert_fault(draft.remove_request(3.into()), "removeRequest", &3.into());
    let late = crate::bindings::draft("start=1s").add_requests(times(&[u64::MAX]));
    assert_fault(late, "addRequests", &u64::MAX.into());
    // Numbers of things that do not exist.
    assert_fault(run.explain(7.into(), zero()), "explain", &7.into());
    assert_fault(run.explain(zero(), 20.into()), "explain", &20.into());
    assert_fault(run.anatomy(zero(), 1.into(), zero(), none()), "anatomy", &1.into());
    assert_fault(run.anatomy(zero(), zero(), zero(), 1.into()), "anatomy", &1.into());
    assert_fault(run.band(zero(), zero(), zero(), end(), some(), 1.into()), "band", &1.into());
    assert_fault(run.prepare_band(zero(), zero(), some(), "1".into()), "prepareBand", &"1".into());
    assert_fault(run.columns(zero(), zero(), end(), 16_385.into()), "columns", &16_385.into());
    assert_eq!(run.hash(), crate::bindings::done("traffic=10@9.5s; 10@10.1s").hash());
}

#[wasm_bindgen_test]
fn instants() {
    let draft = crate::bindings::draft("traffic=3@1s");
    let mut run = crate::bindings::done("traffic=10@9.5s; 10@10.1s");
    let (zero, end, some) = (|| JsValue::from(0), || JsValue::from(20e9), || JsValue::from(5));
    let none = || JsValue::UNDEFINED;
    for given in invalid_instants() {
        let it = || given.clone();
        assert_fault(run.marks(zero(), it(), end(), some()), "marks", &given);
        assert_fault(run.marks(zero(), zero(), it(), some()), "marks", &given);
        assert_fault(run.columns(zero(), it(), end(), some()), "columns", &given);
        assert_fault(run.traffic(zero(), it(), some()), "traffic", &given);
        assert_fault(run.request_at(zero(), it()), "requestAt", &given);
        assert_fault(run.anatomy(zero(), zero(), it(), none()), "anatomy", &given);
        assert_fault(run.disagreements(zero(), it(), some()), "disagreements", &given);
        assert_fault(draft.move_request(zero(), it()), "moveRequest", &given);
        assert_fault(draft.move_all(it(), end(), zero()), "moveAll", &given);
        assert_fault(draft.move_all(zero(), it(), zero()), "moveAll", &given);
        assert_fault(draft.move_all(zero(), end(), it()), "moveAll", &given);
        assert_fault(draft.remove_all(zero(), it()), "removeAll", &given);
        assert_fault(run.band(zero(), zero(), it(), end(), some(), none()), "band", &given);
        assert_fault(run.envelope(zero(), it(), end(), some()), "envelope", &given);
    }
    // All of time, its last instant, and a range that ends before it begins.
    let last = || JsValue::from(u64::MAX);
    assert!(run.columns(zero(), zero(), last(), 16_384.into()).is_ok());
    assert!(run.marks(zero(), (u64::MAX - 1).into(), last(), some()).is_ok());
    assert!(run.band(zero(), zero(), zero(), last(), some(), none()).is_ok());
    assert!(run.envelope(zero(), zero(), last(), 1_000.into()).is_ok());
    assert!((0..7).all(|lane: u32| run.anatomy(lane.into(), zero(), last(), none()).is_ok()));
    assert_fault(run.columns(zero(), last(), zero(), some()), "columns", &last());
    assert_fault(run.columns(zero(), last(), last(), some()), "columns", &last());
}

/// Texts and outlines that do not belong together, or are invalid.
pub(super) fn contrasts(run: &Run, text: &str, outline: &JsValue) {
    for given in invalid_scenarios() {
        assert_fault(run.contrast(given.clone(), outline.clone()), "contrast", &given);
    }
    let numbers = [times(&[]), times(&[u64::MAX; 9]), times(&[1; 8]), Uint32Array::new_with_length(9).into()];
    for given in numbers.into_iter().chain(non_numbers()) {
        assert_fault(run.contrast(text.into(), given.clone()), "contrast", &given);
    }
}

/// A picture is drawn with valid options, or not at all.
#[wasm_bindgen_test]
fn drawings() {
    let run = crate::bindings::done("traffic=10@9.5s; 10@10.1s");
    let drawing = |name: &str, value: &JsValue| {
        let drawing = Object::new();
        Reflect::set(&drawing, &name.into(), value).expect("an object");
        JsValue::from(drawing)
    };
    for given in [JsValue::NULL, JsValue::TRUE, 7.into(), "dark".into()] {
        assert_fault(run.to_svg(given.clone()), "toSVG", &given);
    }
    let reads = js_sys::Function::new_no_args("return new Proxy({}, { get() { throw 7; } })");
    let unreadable = reads.call0(&JsValue::NULL).expect("a proxy");
    assert_fault(run.to_svg(unreadable.clone()), "toSVG", &unreadable);
    for given in invalid_numbers().into_iter().filter(|given| !given.is_undefined()) {
        assert_fault(run.to_svg(drawing("width", &given)), "width", &given);
        assert_fault(run.to_svg(drawing("scheme", &given)), "scheme", &given);
    }
    for width in [319.0, 2_401.0] {
        assert_fault(run.to_svg(drawing("width", &width.into())), "width", &width.into());
    }
    for name in ["title", "caption"] {
        for given in non_texts().into_iter().filter(|given| !given.is_undefined()) {
            assert_fault(run.to_svg(drawing(name, &given)), name, &given);
        }
        let long = JsValue::from("ü".repeat(1_001));
        assert_fault(run.to_svg(drawing(name, &long)), name, &long);
    }
    for name in ["from", "to"] {
        assert_fault(run.to_svg(drawing(name, &5.into())), name, &5.into());
    }
    assert_fault(run.to_svg(drawing("apart", &1.into())), "apart", &1.into());
    for (name, value) in [
        ("width", 320.into()),
        ("scheme", "dark".into()),
        ("title", "<&\u{0}".into()),
        ("apart", JsValue::TRUE),
    ] {
        let drawn = run.to_svg(drawing(name, &value)).expect("a picture");
        assert_ne!(drawn, run.to_svg(JsValue::UNDEFINED).expect("a picture"), "{name}");
    }
}
