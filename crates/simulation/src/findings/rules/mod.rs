//! The rules for scenarios that are not built in. The first that applies gives the finding.

mod alike;
mod denials;
mod disagreement;
mod excess;
mod retries;

use super::{Finding, facts::Story};

/// A finding, if there is anything of its kind.
type Rule = fn(&Story<'_>) -> Option<Finding>;

/// In the order of what matters most. Where none applies, nobody denied anything.
pub(super) const RULES: [Rule; 4] =
    [retries::amplify, excess::exceeds, disagreement::disagree, denials::deny];

pub(super) use self::{
    alike::allow,
    excess::{edge_within, exceeds},
    retries::lost,
};
