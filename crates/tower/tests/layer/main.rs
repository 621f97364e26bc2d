//! The layer, called without a server: on the store in this process, and on one that a test scripts.

mod calls;
mod crowds;
mod dialects;
mod formats;
mod keys;
mod layer;
mod networks;
mod proxies;
mod responses;
mod waiting;
