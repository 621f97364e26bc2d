//! The door between the simulation and JavaScript.
//!
//! Nothing is decided here: each function checks what came in, calls one function of
//! `ratelab-simulation`, and translates what comes out.
//!
//! - **Settings go in as text** of the scenario language, numbers as numbers. Nothing
//!   is taken on trust: a number must be finite, whole and in its range, a text must be
//!   a string, or else a [`fault`] is thrown that says at which field and why.
//! - **Time is a `bigint`** of nanoseconds where it is exact, because a `number` is not
//!   beyond 104 days. A view gives offsets from where it begins, as `number`.
//! - **Summaries come out as plain objects**, everything that there is one of for each
//!   request as typed arrays: a million requests as objects would take a hundred times
//!   as long to hand over.
//!
//! The TypeScript types of all of this are made from the declarations here.
//!
//! # What this crate does not do
//!
//! - It has no state but the [`draft::Draft`] and the [`run::Run`] that JavaScript holds, and
//!   must free.
//! - It knows no worker, no page and no clock. A run goes on when it is told to.

#![forbid(unsafe_code)]

#[cfg(feature = "everything")]
pub mod band;
#[cfg(not(feature = "everything"))]
#[path = "no_band.rs"]
mod band;
#[cfg(feature = "everything")]
pub mod bounds;
#[cfg(feature = "everything")]
pub mod card;
#[cfg(feature = "everything")]
pub mod disagreements;
#[cfg(feature = "everything")]
pub mod draft;
pub mod fault;
#[cfg(feature = "everything")]
pub mod files;
pub mod given;
pub mod picture;
pub mod run;
#[cfg(feature = "everything")]
pub mod scenario;
#[cfg(feature = "everything")]
pub mod summary;
#[cfg(not(feature = "everything"))]
#[path = "few_words.rs"]
mod words;
#[cfg(feature = "everything")]
mod words;

use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Turns a panic, which would be a defect of ours, into an error that says so. After
/// it the module must not be used again.
#[wasm_bindgen(start)]
fn begin() {
    std::panic::set_hook(Box::new(|_| {
        wasm_bindgen::throw_val(
            fault::Fault::new("defect", "Ratelab has a defect. Please report the scenario.").into(),
        );
    }));
}
