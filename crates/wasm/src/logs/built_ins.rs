//! Objects and arrays of JavaScript, declared here because those of js-sys add code that is not needed.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    type Object;

    #[wasm_bindgen(constructor)]
    fn new() -> Object;

    #[wasm_bindgen(js_namespace = Reflect, js_name = set)]
    fn set_field(object: &Object, name: &str, value: &JsValue) -> bool;

    type Array;

    #[wasm_bindgen(constructor)]
    fn new() -> Array;

    #[wasm_bindgen(method)]
    fn push(this: &Array, value: &JsValue) -> u32;

    pub(super) type Uint32Array;

    #[wasm_bindgen(constructor)]
    pub(super) fn new(numbers: &[u32]) -> Uint32Array;

    #[derive(Clone)]
    pub(super) type Float64Array;

    #[wasm_bindgen(constructor)]
    pub(super) fn new(numbers: &[f64]) -> Float64Array;
}

/// Creates an object with these fields, except those that are absent.
pub(super) fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_undefined()) {
        // This fails only for objects that are not extensible.
        let _ = set_field(&object, name, value);
    }
    object.into()
}

/// An array of these items.
pub(super) fn list<T: Into<JsValue>>(items: impl IntoIterator<Item = T>) -> JsValue {
    let array = Array::new();
    for item in items {
        array.push(&item.into());
    }
    array.into()
}
