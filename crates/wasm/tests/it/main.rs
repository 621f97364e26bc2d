//! All tests of the bindings, as one module: each would be linked and opened in every browser again.
#![cfg(target_arch = "wasm32")]

mod advice;
mod bindings;
mod hostile;
