//! A run as files.

use js_sys::Reflect;
use ratelab_report::svg::{LONGEST_CAPTION, LONGEST_TITLE, Picture, Scheme, WIDTHS};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{
    fault::Fault,
    given, picture,
    run::{Run, not_done},
    words::refused,
};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Options of `Run.toSVG`, each with a default. */
export interface Drawing {
    /** The width in pixels, from 320 to 2400; 760 by default. */
    width?: number;
    /** The colours; by default those of the reader's system. */
    scheme?: 'system' | 'light' | 'dark';
    /** A title above the picture, of at most 200 characters, and a caption below it, of at most 1000. */
    title?: string;
    caption?: string;
    /** The time range in nanoseconds, both or neither; that of `Run.shown` by default. */
    from?: bigint;
    to?: bigint;
    /** Whether equivalent limiters have a lane each. */
    apart?: boolean;
}
"#;

/// The largest number of decisions in one text file. More would not fit into the memory of a page.
const MOST_LINES: u64 = 2_000_000;

#[wasm_bindgen]
impl Run {
    /// Returns the comparison as a picture without scripts.
    #[wasm_bindgen(js_name = toSVG)]
    pub fn to_svg(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Drawing")] drawing: JsValue,
    ) -> Result<String, JsValue> {
        let wished = wished(&drawing)?;
        let picture = self.report.is_done().then(|| self.report.draw(&wished)).flatten();
        Ok(picture.ok_or_else(not_done)?)
    }

    /// Returns every decision as a row of CSV.
    #[wasm_bindgen(js_name = toCSV)]
    pub fn to_csv(&self) -> Result<String, JsValue> {
        self.check_length()?;
        Ok(self.report.to_csv())
    }

    /// Returns every decision as a JSON array.
    #[wasm_bindgen(js_name = toJSON)]
    pub fn to_json(&self) -> Result<String, JsValue> {
        self.check_length()?;
        Ok(self.report.to_json())
    }

    /// Returns the comparison in the shape of a `/compare` endpoint.
    #[wasm_bindgen(js_name = toComparison)]
    pub fn to_comparison(&self) -> Result<String, JsValue> {
        self.check_length()?;
        Ok(self.report.to_comparison())
    }

    /// Returns a lane as a test vector with an id; undefined if it cannot be one.
    #[wasm_bindgen(js_name = toVector)]
    pub fn to_vector(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] lane: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] id: JsValue,
    ) -> Result<Option<String>, JsValue> {
        let (lane, id) = (self.lane_number(&lane)?, given::text(&id, "id")?);
        self.check_length()?;
        Ok(self.report.to_vector(lane, &id))
    }
}

impl Run {
    fn check_length(&self) -> Result<(), Fault> {
        if !self.report.is_done() {
            return Err(not_done());
        }
        let lanes = self.report.lanes().iter();
        let lines: u64 = lanes.map(|lane| lane.record().outcomes().len() as u64).sum();
        if lines > MOST_LINES {
            let message = format!("there are {lines} decisions, but a file may have at most {MOST_LINES}");
            return Err(Fault::new("too_many_lines", message).at("traffic"));
        }
        Ok(())
    }
}

/// Reads the options of a drawing, checked field by field.
fn wished(drawing: &JsValue) -> Result<Picture, Fault> {
    let usual = Picture::default();
    if drawing.is_undefined() {
        return Ok(usual);
    }
    let [width, wished_scheme, title, caption, from, to, apart] =
        fields(drawing, ["width", "scheme", "title", "caption", "from", "to", "apart"])?;
    let whole = |given: JsValue| given::whole(&given, "width", *WIDTHS.start(), *WIDTHS.end());
    Ok(Picture {
        width: width.map_or(Ok(usual.width), whole)?,
        scheme: wished_scheme.map_or(Ok(usual.scheme), |given| scheme(&given))?,
        title: title.map_or(Ok(usual.title), |given| words(&given, "title", LONGEST_TITLE))?,
        caption: caption.map_or(Ok(usual.caption), |given| words(&given, "caption", LONGEST_CAPTION))?,
        show: show(from, to)?,
        apart: apart.map_or(Ok(usual.apart), |given| flag(&given, "apart"))?,
    })
}

/// Returns the fields of an object that are present.
fn fields<const N: usize>(object: &JsValue, names: [&str; N]) -> Result<[Option<JsValue>; N], Fault> {
    let refused = || refused("not_an_object", "drawing", object, format_args!("a readable object"));
    if !object.is_object() {
        return Err(refused());
    }
    let mut fields = [const { None }; N];
    for (name, field) in names.into_iter().zip(&mut fields) {
        let given = Reflect::get(object, &name.into()).map_err(|_| refused())?;
        *field = (!given.is_undefined()).then_some(given);
    }
    Ok(fields)
}

fn words(given: &JsValue, field: &str, most: usize) -> Result<String, Fault> {
    let text = given::text(given, field)?;
    if text.chars().count() > most {
        return Err(refused("too_long", field, given, format_args!("at most {most} characters long")));
    }
    Ok(text)
}

fn scheme(given: &JsValue) -> Result<Scheme, Fault> {
    let named = Scheme::ALL.iter().find(|(name, _)| given.as_string().as_deref() == Some(name));
    let (_, scheme) = named.ok_or_else(|| {
        refused("unknown_word", "scheme", given, format_args!("\"system\", \"light\" or \"dark\""))
    })?;
    Ok(*scheme)
}

fn show(from: Option<JsValue>, to: Option<JsValue>) -> Result<Option<(u64, u64)>, Fault> {
    if from.is_none() && to.is_none() {
        return Ok(None);
    }
    let [from, to] = [from, to].map(|time| time.unwrap_or(JsValue::UNDEFINED));
    let span = picture::span(&from, &to, &1.into())?;
    Ok(Some((span.from, span.to)))
}

fn flag(given: &JsValue, field: &str) -> Result<bool, Fault> {
    given.as_bool().ok_or_else(|| refused("not_a_flag", field, given, format_args!("true or false")))
}
