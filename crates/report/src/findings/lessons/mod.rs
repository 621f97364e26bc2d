//! The lesson of each built-in scenario, with the numbers of its run.

mod buckets;
mod chance;
mod counter;
mod groups;
mod retries;
mod servers;
mod windows;

use ratelab_limiter::{Algorithm, Limiter};

use super::{Finding, facts::RunFacts};

/// The finding of one scenario; `None` if its run does not show the lesson.
pub(super) type Lesson = fn(&RunFacts<'_>) -> Option<Finding>;

/// All lessons by the name of the scenario.
pub(super) const LESSONS: [(&str, Lesson); 30] = [
    ("edge-burst", windows::edge_burst),
    ("steady", counter::steady),
    ("gps-dump", buckets::gps_dump),
    ("retry-storm", retries::retry_storm),
    ("partner-sla", windows::partner_sla),
    ("three-of-a-kind", buckets::three_of_a_kind),
    ("fifteen", buckets::fifteen),
    ("app-open", buckets::app_open),
    ("five-in-parallel", buckets::five_in_parallel),
    ("begins-empty", buckets::begins_empty),
    ("boundary-attack", windows::boundary_attack),
    ("shorter-windows", windows::shorter_windows),
    ("dashboard-poll", windows::dashboard_poll),
    ("late-poll", windows::late_poll),
    ("forty-nine-and-a-half", counter::forty_nine_and_a_half),
    ("poisson-90", chance::below_the_limit),
    ("poisson-110", chance::above_the_limit),
    ("overload", buckets::overload),
    ("heavy-and-light", chance::heavy_and_light),
    ("flash-crowd", chance::flash_crowd),
    ("riders", counter::riders),
    ("three-retries", retries::three_retries),
    ("two-servers", servers::two_servers),
    ("the-101st-request", servers::race),
    ("sync-lag", servers::sync_lag),
    ("clock-ahead", servers::clock_ahead),
    ("store-down", servers::store_down),
    ("four-layers", groups::four_layers),
    ("free-and-pro", groups::free_and_pro),
    ("app-and-cron", groups::app_and_cron),
];

/// Returns the first lane of a limiter.
fn lane_of(facts: &RunFacts<'_>, algorithm: Algorithm) -> Option<usize> {
    facts.lanes().find(|lane| facts.policy(*lane).algorithm() == algorithm)
}

/// Returns the first lanes of several limiters.
fn lanes_of<const N: usize>(facts: &RunFacts<'_>, algorithms: [Algorithm; N]) -> Option<[usize; N]> {
    let lanes = algorithms.map(|algorithm| lane_of(facts, algorithm));
    lanes.iter().all(Option::is_some).then(|| lanes.map(Option::unwrap_or_default))
}
