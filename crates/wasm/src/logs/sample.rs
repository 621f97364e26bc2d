//! A sample day, for users without a log.

use ratelab_scenario::sample::SampleDay;
use wasm_bindgen::prelude::wasm_bindgen;

/// The lines of the sample day, hour by hour.
#[wasm_bindgen]
pub struct SampleLines {
    day: SampleDay,
}

#[wasm_bindgen]
impl SampleLines {
    /// Creates the day that the page shows.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript has constructors and no defaults")]
    pub fn new() -> Self {
        Self { day: SampleDay::new(SampleDay::SEED) }
    }

    /// The bytes of the next hour; `undefined` after the last.
    #[allow(clippy::should_implement_trait, reason = "JavaScript has no such trait")]
    pub fn next(&mut self) -> Option<Vec<u8>> {
        self.day.next()
    }
}
