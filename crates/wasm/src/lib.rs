//! The JavaScript bindings of the simulation.
//!
//! Nothing is decided here. Each function checks its arguments, calls one function of `ratelab-simulation` or
//! `ratelab-report`, and converts the result.
//!
//! `cargo xtask build` writes four packages to `web/generated`, each with its TypeScript types. This is the largest
//! one:
//!
//! ```js
//! import init, { Draft } from './web/generated/studio/ratelab_wasm.js';
//!
//! await init();
//! const draft = new Draft('limit=10/10s & traffic=10@9.5s; 10@10.1s');
//! const run = draft.run();
//! while (!run.advance(1_000_000)) report(run.progress);     // in slices; free() cancels
//! run.headline();                                           // "The fixed window let 20 through in 0.6 s, …"
//! run.reason();                                             // "Each window has its own budget. …"
//! run.columns(0, 9_000_000_000n, 11_000_000_000n, 800);     // Uint32Array, three numbers per column
//! run.disagreements(9_000_000_000n, 11_000_000_000n, 800);  // per column, requests that lanes decide differently
//! run.explain(0, 10).rule;                                  // "0 + 1 ≤ 10: allowed"
//! run.advice('never 100/60s; burst 20').headline;          // "Use a sliding window log of 100 in 60 s."
//! run.anatomy(3, 0, 10_100_000_000n).state;                 // "At 10.1 s: 0.6 of 10 tokens are left."
//! later.contrast('limit=10/10s', run.outline()).sentence;         // "Limit 20 in 10 s instead of 10 in 10 s: …"
//! draft.with('limit', '12/10s').runAfter(run);              // the same traffic, not drawn again
//! draft.moveRequest(0, 10_100_000_000n).text;               // "v=1&traffic=9@9.5s; 11@10.1s"
//! new Draft('traffic=15 evry 100ms');                       // throws an Error with code, field, position, length
//! ```
//!
//! - **Scenarios are passed as text** of the scenario language, numbers as numbers. Every argument is checked: a
//!   number must be finite, whole, and in range, and a text must be a string. Otherwise the function throws a [`fault`]
//!   that names the field and the reason.
//! - **Exact times are `bigint`s** in nanoseconds, because a `number` is only exact for 104 days. Views have offsets
//!   from their beginning, as `number`s.
//! - **Summaries are plain objects**, and data per request are typed arrays: passing a million objects would take a
//!   hundred times as long.
//!
//! The TypeScript types are generated from the declarations here.
//!
//! # The packages
//!
//! Each package is this crate with other features, so that a page only loads what it uses:
//!
//! - `first`: the code for the first picture. Its only constructor is `Run.basic`. It draws what `figure` draws, but
//!   its sentences only contain counts, it refuses rare parts of scenarios with the code `not_here`, and the errors of
//!   its texts have a code but no message.
//! - `figure`: the complete picture. It reads the whole language and runs every scenario, with findings, labels,
//!   bands, measures, and cards, and it has [`draft::Draft`].
//! - `studio`: the same, with advice, anatomy, files, and production.
//! - `logs`: reads access logs and tries limits on their traffic.
//!
//! # What this crate does not do
//!
//! - It keeps no state except each [`draft::Draft`] and [`run::Run`], which JavaScript owns and must free.
//! - It depends on no worker, page, or clock. A run only advances when the caller asks for it.

#![forbid(unsafe_code)]

#[cfg(feature = "studio")]
pub mod advice;
#[cfg(feature = "studio")]
pub mod anatomy;
#[cfg(feature = "figure")]
pub mod band;
#[cfg(feature = "figure")]
pub mod bounds;
#[cfg(feature = "figure")]
pub mod card;
#[cfg(feature = "figure")]
pub mod contrast;
#[cfg(feature = "figure")]
pub mod disagreements;
#[cfg(feature = "figure")]
pub mod draft;
pub mod fault;
#[cfg(feature = "studio")]
pub mod files;
#[cfg(feature = "first")]
mod first;
pub mod given;
#[cfg(feature = "figure")]
pub mod labels;
#[cfg(feature = "logs")]
pub mod logs;
#[cfg(feature = "figure")]
pub mod needs;
#[cfg(feature = "figure")]
mod object;
#[cfg(feature = "run")]
pub mod picture;
#[cfg(feature = "studio")]
pub mod production;
#[cfg(feature = "figure")]
pub mod rate;
#[cfg(feature = "figure")]
pub mod rows;
#[cfg(feature = "run")]
pub mod run;
#[cfg(feature = "figure")]
pub mod scenario;
#[cfg(feature = "figure")]
pub mod summary;
#[cfg(feature = "figure")]
pub mod topology;
mod words;

use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Turns a panic, which is a bug in Ratelab, into an error that says so. The module must not be used after it.
#[wasm_bindgen(start)]
fn begin() {
    std::panic::set_hook(Box::new(|_| {
        wasm_bindgen::throw_val(
            fault::Fault::new("defect", "Internal error. Please report this scenario.").into(),
        );
    }));
}
