//! The bindings for logs: reading one, and the effects of limits on its traffic.
//!
//! ```js
//! import init, { LogReader } from './web/generated/logs/ratelab_wasm.js';
//!
//! await init();
//! const reader = new LogReader('auto', '', 'client', '1', '429', false);
//! for await (const chunk of file.stream()) reader.push(chunk);
//! const log = reader.finish();
//! log.overview().requests;                                  // 1204331
//! const trial = log.effects(60, 60_000_000_000n, 20);       // 60 a minute, burst 20
//! while (!trial.advance(1_000_000));                        // in slices; free() cancels
//! trial.answer()[3].denied;                                 // { least: 9634, most: 9634 }
//! ```

mod built_ins;
pub mod clients;
pub mod limits;
pub mod overview;
pub mod reader;
mod records;
pub mod sample;
pub mod search;
pub mod trial;
mod values;
