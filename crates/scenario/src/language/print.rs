//! Prints a scenario. Each scenario has exactly one text.

use super::{
    lanes::print_lanes,
    needs::print_needs,
    quantities::print_rate,
    retry::{print_clients, print_retry},
    topology::{print_groups, print_servers},
    traffic::print_traffic,
    units::Time,
};
use crate::scenario::Scenario;

/// Returns the text of a scenario. Fields with the value of [`Scenario::default`] are left out, except the
/// version and the traffic.
pub fn print(scenario: &Scenario) -> String {
    let usual = Scenario::default();
    let mut text = String::from("v=1");
    let mut field = |key: &str, is_stated: bool, value: &dyn Fn() -> String| {
        if is_stated {
            text.push_str(&format!("&{key}={}", value()));
        }
    };
    let Scenario { limit, burst, lanes, traffic, clients, groups, servers, retry, seed, start, show, needs } =
        scenario;
    field("limit", *limit != usual.limit, &|| print_rate(*limit));
    field("burst", *burst != usual.burst, &|| burst.unwrap_or(limit.amount).to_string());
    field("lanes", *lanes != usual.lanes, &|| print_lanes(lanes, ", "));
    field("traffic", true, &|| print_traffic(traffic));
    field("clients", *clients != usual.clients, &|| print_clients(*clients));
    field("groups", *groups != usual.groups, &|| print_groups(groups));
    field("servers", *servers != usual.servers, &|| print_servers(servers));
    field("retry", *retry != usual.retry, &|| print_retry(*retry));
    field("seed", *seed != usual.seed, &|| seed.to_string());
    field("start", *start != usual.start, &|| Time(*start).to_string());
    field("show", *show != usual.show, &|| print_show(*show));
    field("needs", *needs != usual.needs, &|| print_needs(needs));
    text
}

fn print_show(show: Option<(u64, u64)>) -> String {
    let (from, to) = show.unwrap_or_default();
    format!("{}..{}", Time(from), Time(to))
}
