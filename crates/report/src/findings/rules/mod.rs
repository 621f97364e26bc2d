//! The rules for scenarios that are not built in. The first that applies determines the finding.

mod alike;
mod denials;
mod disagreement;
mod excess;
mod groups;
mod layers;
mod never;
mod retries;
mod servers;

use super::{Finding, facts::RunFacts};

/// Returns a finding, if the rule applies.
type Rule = fn(&RunFacts<'_>) -> Option<Finding>;

/// All rules, most important first. If servers admit a different number than one shared state would, that is the
/// headline, even if clients retry. If no rule applies, no limiter denied anything.
pub(super) const RULES: [Rule; 8] = [
    servers::differ,
    retries::amplify,
    layers::refuse,
    excess::exceeds,
    groups::deny,
    disagreement::disagree,
    denials::deny,
    servers::differ_slightly,
];

pub(super) use self::{
    alike::allow,
    excess::{edge_within, exceeds},
    layers::{charged, refused},
    never::never_pass,
    servers::{difference, goes, made_no_difference, while_down},
};
