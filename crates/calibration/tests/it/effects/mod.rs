//! The effects of limits, compared with decisions of `ratelab-limiter` on each request.

mod common;
mod limited;
mod pictures;
mod ranges;
mod thresholds;
mod traffic;
