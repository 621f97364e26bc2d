//! Checks of the page's TypeScript without a browser: Biome, the types, and the tests in `web/tests`.
//!
//! Types and a few tests need the WebAssembly modules in `web/generated`. A quick run builds nothing: it checks what
//! is possible with the existing modules, and reports the rest as skipped.

use std::error::Error;

use xshell::cmd;

use crate::error::Result;
use crate::modules::{self, State};
use crate::report::Skipped;
use crate::workspace::Workspace;

/// Leaves out the tests that load a module.
const WITHOUT_MODULES: Option<&str> = Some("--without-modules");

/// Runs every check on modules that this run has packaged.
pub(crate) fn check(workspace: &Workspace) -> Result {
    // The page's build compiles no tests, so their types are checked here.
    cmd!(workspace.shell, "npm run check --prefix web").run()?;
    test(workspace, None)
}

/// Runs the checks that need no build.
pub(crate) fn check_quickly(workspace: &Workspace) -> Result {
    let sh = &workspace.shell;
    if !workspace.in_root("web/node_modules").is_dir() {
        return Err(
            Skipped("`web/node_modules` is missing: `npm ci --prefix web` installs it.".into()).into()
        );
    }
    cmd!(sh, "npm run lint --prefix web").run()?;
    match modules::state(workspace) {
        State::Current => {
            cmd!(sh, "npm run types --prefix web").run()?;
            test(workspace, None)
        }
        State::Outdated => {
            test(workspace, WITHOUT_MODULES)?;
            cmd!(sh, "npm run types --prefix web").run()?;
            Err(skipped("The tests that load a module", "older than the crates"))
        }
        State::Missing => {
            test(workspace, WITHOUT_MODULES)?;
            Err(skipped("Types and the tests that load a module", "missing"))
        }
    }
}

fn test(workspace: &Workspace, option: Option<&str>) -> Result {
    Ok(cmd!(workspace.shell, "node web/tests/run.mjs {option...}").run()?)
}

fn skipped(what: &str, why: &str) -> Box<dyn Error> {
    let reason =
        format!("{what} were not checked: `web/generated` is {why}. `cargo xtask build` updates it.");
    Skipped(reason).into()
}
