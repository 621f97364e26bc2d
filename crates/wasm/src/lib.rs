//! The door between the simulation and JavaScript.
//!
//! It decides nothing: each function checks its arguments, calls one function of
//! `ratelab-simulation`, and translates the result.
//!
//! ```js
//! import init, { Draft } from './ratelab_wasm.js';
//!
//! await init();
//! const run = new Draft('limit=10/10s&traffic=10@9.5s; 10@10.1s').run();
//! while (!run.advance(100_000));
//! run.comparison(); // "Fixed window let 20 through in 0.6 s, twice its limit. ..."
//! run.free();
//! ```
//!
//! - **Settings go in as text** of the scenario language, numbers as numbers. A number must
//!   be finite, whole and in range, and a text must be a string; otherwise the function
//!   throws a [`fault`] that names the field and the reason.
//! - **Time is a `bigint`** of nanoseconds where it must be exact, because a `number` is not
//!   beyond 104 days. A view gives offsets from its beginning, as `number`.
//! - **Summaries come out as plain objects**, and everything per request as typed arrays: a
//!   million requests as objects would take a hundred times as long.
//!
//! The TypeScript types of all of this are made from the declarations here.
//!
//! # What this crate does not do
//!
//! - It has no state but the [`draft::Draft`] and the [`run::Run`] that JavaScript holds, and
//!   must free.
//! - It knows no worker, no page and no clock. A run continues only when JavaScript calls
//!   `advance()`.

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

/// Turns a panic, which is a defect of ours, into an error that says so. The module must not
/// be used after it.
#[wasm_bindgen(start)]
fn begin() {
    std::panic::set_hook(Box::new(|_| {
        wasm_bindgen::throw_val(
            fault::Fault::new("defect", "Ratelab has a defect. Please report the scenario.").into(),
        );
    }));
}
