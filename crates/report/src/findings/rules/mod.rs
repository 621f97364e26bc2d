//! The rules for scenarios that are not built in. The first that applies gives the finding.

mod alike;
mod denials;
mod disagreement;
mod excess;
mod groups;
mod layers;
mod retries;
mod servers;

use super::{Finding, facts::RunFacts};

/// A finding, if there is anything of its kind.
type Rule = fn(&RunFacts<'_>) -> Option<Finding>;

/// In the order of what matters most. Where servers admit another number than one shared state would, that is the
/// headline, even where clients retry. Where none applies, nobody denied anything.
pub(super) const RULES: [Rule; 7] = [
    servers::differ,
    retries::amplify,
    layers::refuse,
    excess::exceeds,
    groups::deny,
    disagreement::disagree,
    denials::deny,
];

pub(super) use self::{
    alike::allow,
    excess::{edge_within, exceeds},
    layers::{charged, refused},
    retries::lost,
    servers::{at_servers, goes, made_no_difference, while_down},
};
