//! A scenario that has been read but not run: a form changes it, one field or one request at a time, without reading
//! its text again.

use core::ops::Range;

use js_sys::{ArrayBuffer, BigUint64Array};
use ratelab_report::Wording;
use ratelab_scenario::{
    language::{self, LanguageError, Stroke, amend, paint, parse, print},
    scenario,
};
use ratelab_simulation::run::Simulation;
use tsify::Ts;
use wasm_bindgen::{
    JsCast,
    prelude::{JsValue, wasm_bindgen},
};

use crate::{
    fault::Fault,
    given,
    object::object,
    run::Run,
    scenario::{Scenario, described},
    words::refused,
};

/// A scenario that has been read but not run. JavaScript must `free()` it.
#[wasm_bindgen]
pub struct Draft {
    pub(crate) scenario: scenario::Scenario,
}

#[wasm_bindgen]
impl Run {
    /// Creates a run of a text, not started yet.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "string")] text: JsValue) -> Result<Run, JsValue> {
        Draft::new(text)?.run()
    }
}

#[wasm_bindgen]
impl Draft {
    /// Reads the text of a scenario.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "string")] text: JsValue) -> Result<Draft, JsValue> {
        let text = given::text(&text, "text")?;
        Self::from_read(parse(&text), &text)
    }

    /// Returns the same scenario with another value of one field, or its default if that is empty. A fault in that
    /// field has its position in the value.
    pub fn with(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] key: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] value: JsValue,
    ) -> Result<Draft, JsValue> {
        let (key, value) = (given::text(&key, "key")?, given::text(&value, "value")?);
        Self::from_read(amend(&self.scenario, &key, &value), &value)
    }

    /// Returns the same scenario with one more request at each of these times.
    #[wasm_bindgen(js_name = addRequests)]
    pub fn add_requests(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BigUint64Array")] times: JsValue,
    ) -> Result<Draft, JsValue> {
        self.painted(&Stroke::Add(wholes(&times, "times")?))
    }

    /// Returns the same scenario with a request of the traffic at another time. Requests are numbered from 0, in the
    /// order of arrival.
    #[wasm_bindgen(js_name = moveRequest)]
    pub fn move_request(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] request: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] to: JsValue,
    ) -> Result<Draft, JsValue> {
        let (request, to) = (number(&request)?, given::nanoseconds(&to, "to")?);
        self.painted(&Stroke::Move { request, to })
    }

    /// Returns the same scenario without a request of the traffic.
    #[wasm_bindgen(js_name = removeRequest)]
    pub fn remove_request(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] request: JsValue,
    ) -> Result<Draft, JsValue> {
        self.painted(&Stroke::Remove(number(&request)?))
    }

    /// Returns the same scenario with all requests from one instant until before another shifted by the same time: a
    /// request at the first instant comes at `to`.
    #[wasm_bindgen(js_name = moveAll)]
    pub fn move_all(
        &self,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] until: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] to: JsValue,
    ) -> Result<Draft, JsValue> {
        let (range, to) = (time_range(&from, &until)?, given::nanoseconds(&to, "to")?);
        self.painted(&Stroke::MoveAll { range, to })
    }

    /// Returns the same scenario without the requests from one instant until before another.
    #[wasm_bindgen(js_name = removeAll)]
    pub fn remove_all(
        &self,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint | number")] until: JsValue,
    ) -> Result<Draft, JsValue> {
        self.painted(&Stroke::RemoveAll(time_range(&from, &until)?))
    }

    /// The scenario's canonical text.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        print(&self.scenario)
    }

    /// Describes the scenario for a form.
    pub fn describe(&self) -> Result<Ts<Scenario>, JsValue> {
        object(&described(&self.scenario)?)
    }

    /// Creates a run, not started yet.
    pub fn run(&self) -> Result<Run, JsValue> {
        Ok(Run::begin(Simulation::new(self.scenario.clone()), Wording::FULL).map_err(Fault::from)?)
    }

    /// Creates a run, not started yet. It reuses the requests of the run before it if they are the same, as when only
    /// a limit has changed.
    #[wasm_bindgen(js_name = runAfter)]
    pub fn run_after(&self, before: &Run) -> Result<Run, JsValue> {
        Ok(Run::begin(before.report.followed_by(self.scenario.clone()), Wording::FULL)
            .map_err(Fault::from)?)
    }
}

impl Draft {
    fn from_read(read: Result<scenario::Scenario, LanguageError>, text: &str) -> Result<Self, JsValue> {
        Ok(Self { scenario: read.map_err(|error| Fault::in_text(&error, text))? })
    }

    fn painted(&self, stroke: &Stroke) -> Result<Self, JsValue> {
        Self::from_read(paint(&self.scenario, stroke), &self.text())
    }
}

fn number(request: &JsValue) -> Result<usize, Fault> {
    given::whole(request, "request", 0, u32::MAX).map(|request| request as usize)
}

fn time_range(from: &JsValue, until: &JsValue) -> Result<Range<u64>, Fault> {
    Ok(given::nanoseconds(from, "from")?..given::nanoseconds(until, "until")?)
}

/// Returns the text in a link's fragment.
#[wasm_bindgen(js_name = fromLink)]
pub fn from_link(#[wasm_bindgen(unchecked_param_type = "string")] link: JsValue) -> Result<String, JsValue> {
    let link = given::text(&link, "link")?;
    Ok(language::from_link(&link).map_err(|error| Fault::in_text(&error, &link))?)
}

/// Reads whole numbers, such as instants in nanoseconds.
pub(crate) fn wholes(given: &JsValue, field: &str) -> Result<Vec<u64>, Fault> {
    if !ArrayBuffer::is_view(given) || !given.is_instance_of::<BigUint64Array>() {
        return Err(refused("not_a_list", field, given, format_args!("a BigUint64Array")));
    }
    // A script can fake the length of its array, but not that of a copy.
    Ok(BigUint64Array::new(given).to_vec())
}
