//! The steps of a test run, one row each.
//!
//! A run starts the first step that can start, so the order is: what others wait for, then what fails fast,
//! then the longest. What a step needs stands above it.

use std::fmt;

use xshell::cmd;

use crate::Result;
use crate::browsers::{self, CHROMIUM, FIREFOX, WEBKIT};
use crate::modules;
use crate::site;
use crate::tools;
use crate::wasm_tests;
use crate::workspace::Workspace;

/// One thing that must hold.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) promise: &'static str,
    /// The seconds it takes on a new machine with two cores.
    pub(crate) first: u32,
    /// The steps that must have ended before.
    pub(crate) needs: &'static [&'static str],
    pub(crate) load: Load,
    pub(crate) check: fn(&Workspace) -> Result,
}

/// What a step occupies while it runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Load {
    /// It waits for downloads, and runs beside anything.
    Network,
    /// It computes.
    Core,
    /// It computes and builds in `target/`, where cargo does one build at a time.
    Target,
}

use Load::{Core, Network, Target};

const fn step(
    name: &'static str,
    promise: &'static str,
    first: u32,
    load: Load,
    needs: &'static [&'static str],
    check: fn(&Workspace) -> Result,
) -> Step {
    Step { name, promise, first, needs, load, check }
}

const IN_PAGE: &[&str] = &["site", "browsers", "browsers, geckodriver"];
const IN_BROWSER: &[&str] = &["browsers", "browsers, geckodriver", "wasm tests, Node"];
const ON_WASM: &str =
    "clippy --package ratelab-limiter --no-default-features --target wasm32-unknown-unknown -- -D warnings";

#[rustfmt::skip]
pub(crate) static STEPS: [Step; 31] = [
    step("toolchain", "Node and Rust's WebAssembly target are here", 10, Core, &[], tools::ensure_toolchain),
    step("components", "rustfmt and clippy are here", 10, Network, &[], tools::ensure_components),
    step("browsers", "Chromium, Firefox and WebKit are here", 90, Network, &[], browsers::ensure_all),
    step("npm packages", "the packages of web/package.json are here", 15, Network, &["toolchain"], tools::ensure_npm_packages),
    step("wasm tools", "wasm-bindgen and wasm-pack are here, in the right versions", 110, Core, &["toolchain"], tools::ensure_wasm_tools),
    step("browsers, geckodriver", "geckodriver is here, if Firefox is", 20, Core, &["wasm tools", "browsers"], tools::ensure_geckodriver),
    step("modules, compiled", "the modules that the page loads compile", 60, Target, &["toolchain"], modules::compile),
    step("modules, packaged", "the module of the first picture stays within its budget", 15, Target, &["modules, compiled", "wasm tools", "npm packages"], modules::package),
    step("site", "the page builds", 20, Core, &["modules, packaged"], site::build),
    step("format", "the code is laid out by rustfmt", 2, Core, &["components"], |at| at.cargo("fmt --all --check")),
    step("script tests", "the page's scripts keep their promises without a browser", 5, Core, &["npm packages"], test_scripts),
    step("modules, compared", "the small module shows what the large one shows", 5, Core, &["modules, packaged"], modules::check),
    step("lints", "clippy finds nothing", 60, Target, &["components"], |at| at.cargo("clippy --workspace --all-targets -- -D warnings")),
    step("bare core", "the core builds for WebAssembly without its std feature", 5, Target, &["components", "toolchain"], |at| at.cargo(ON_WASM)),
    step("docs", "the documentation builds without a warning", 20, Target, &[], build_documentation),
    step("native tests", "every crate keeps its promises on this machine", 200, Target, &[], |at| at.cargo("test --workspace")),
    step("native tests, release", "optimised code comes to the same decisions", 30, Target, &[], |at| at.cargo("test --release --package ratelab-portable")),
    step("wasm tests, Node", "WebAssembly comes to the same decisions, debug and release", 90, Target, &["wasm tools"], wasm_tests::run_under_node),
    step("page, Firefox", "the page does in Firefox what it promises", 120, Core, IN_PAGE, |at| site::check(at, "run", &FIREFOX)),
    step("page, Chromium", "the page does in Chromium what it promises", 100, Core, IN_PAGE, |at| site::check(at, "run", &CHROMIUM)),
    step("page, embedded, Firefox", "a figure works on the pages of others in Firefox", 60, Core, IN_PAGE, |at| site::check(at, "embed", &FIREFOX)),
    step("page, embedded, Chromium", "a figure works on the pages of others in Chromium", 60, Core, IN_PAGE, |at| site::check(at, "embed", &CHROMIUM)),
    step("page, examples, Firefox", "the example posts are right in Firefox", 30, Core, IN_PAGE, |at| site::check(at, "examples", &FIREFOX)),
    step("page, examples, Chromium", "the example posts are right in Chromium", 25, Core, IN_PAGE, |at| site::check(at, "examples", &CHROMIUM)),
    step("page, offline", "the page works without a network, and takes a new build", 25, Core, IN_PAGE, |at| site::check(at, "offline", &CHROMIUM)),
    step("page, one file, Firefox", "the page works as one file in Firefox", 15, Core, IN_PAGE, |at| site::check(at, "single-file", &FIREFOX)),
    step("page, one file, Chromium", "the page works as one file in Chromium", 10, Core, IN_PAGE, |at| site::check(at, "single-file", &CHROMIUM)),
    step("page, WebKit", "the page works in WebKit", 10, Core, IN_PAGE, |at| site::check(at, "run", &WEBKIT)),
    step("wasm tests, Firefox", "Firefox comes to the same decisions, on the main thread and in a worker", 30, Core, IN_BROWSER, |at| wasm_tests::run_in_browser(at, &FIREFOX)),
    step("wasm tests, Chromium", "Chromium comes to the same decisions, on the main thread and in a worker", 30, Core, IN_BROWSER, |at| wasm_tests::run_in_browser(at, &CHROMIUM)),
    step("wasm tests, WebKit", "WebKit comes to the same decisions, on the main thread and in a worker", 30, Core, IN_BROWSER, |at| wasm_tests::run_in_browser(at, &WEBKIT)),
];

fn build_documentation(workspace: &Workspace) -> Result {
    let command = cmd!(workspace.shell, "cargo doc --workspace --no-deps");
    Ok(command.env("RUSTDOCFLAGS", "-D warnings").run()?)
}

fn test_scripts(workspace: &Workspace) -> Result {
    Ok(cmd!(workspace.shell, "node web/tests/run.mjs").run()?)
}

/// Which steps to run, in the order of the table.
#[derive(Debug, PartialEq)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<&'static Step>,
    /// Somebody asked for one step, and wants to see its output.
    pub(crate) live: bool,
    pub(crate) keep_going: bool,
}

impl Plan {
    /// The named steps and what they need; no names means every step.
    pub(crate) fn new(names: &[String], keep_going: bool) -> Result<Self> {
        if let Some(unknown) = names.iter().find(|name| !STEPS.iter().any(|step| step.answers_to(name))) {
            return Err(no_step(unknown).into());
        }
        let is_wanted = |step: &Step| names.is_empty() || names.iter().any(|name| step.answers_to(name));
        let live = STEPS.iter().filter(|step| is_wanted(step)).count() == 1;
        Ok(Self { steps: with_needs(is_wanted), live, keep_going })
    }

    /// What the page needs, and nothing that only tests need.
    pub(crate) fn for_site() -> Self {
        Self { steps: with_needs(|step| step.name == "site"), live: false, keep_going: false }
    }
}

/// What a step needs stands above it, so one pass from the end finds everything.
fn with_needs(is_wanted: impl Fn(&Step) -> bool) -> Vec<&'static Step> {
    let mut steps: Vec<&'static Step> = Vec::new();
    for step in STEPS.iter().rev() {
        if is_wanted(step) || steps.iter().any(|other| other.needs.contains(&step.name)) {
            steps.push(step);
        }
    }
    steps.reverse();
    steps
}

/// The step of exactly this name.
pub(crate) fn named(name: &str) -> Result<&'static Step> {
    STEPS.iter().find(|step| step.name == name).ok_or_else(|| no_step(name).into())
}

fn no_step(name: &str) -> String {
    let names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
    format!("there is no step `{name}`; the steps are `{}`", names.join("`, `"))
}

pub(crate) fn list() {
    let width = STEPS.iter().map(|step| step.name.len()).max().unwrap_or(0);
    for Step { name, promise, .. } in &STEPS {
        println!("{name:<width$}  {promise}");
    }
}

impl Step {
    /// To its name, and to the beginning of it up to a comma.
    fn answers_to(&self, name: &str) -> bool {
        self.name.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(','))
    }
}

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_of(plan: &Plan) -> Vec<&'static str> {
        plan.steps.iter().map(|step| step.name).collect()
    }

    fn plan(names: &[&str]) -> Plan {
        Plan::new(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(), false).expect("known steps")
    }

    #[test]
    fn what_a_step_needs_stands_above_it() {
        for (at, step) in STEPS.iter().enumerate() {
            for need in step.needs {
                assert!(STEPS[..at].iter().any(|other| other.name == *need), "{step:?} needs {need}");
            }
        }
    }

    #[test]
    fn every_name_is_used_once() {
        for (at, step) in STEPS.iter().enumerate() {
            assert!(!STEPS[..at].contains(step), "{step:?}");
        }
    }

    #[test]
    fn steps_run_in_the_order_of_the_table_with_what_they_need() {
        assert_eq!(names_of(&plan(&["docs", "format", "docs"])), ["components", "format", "docs"]);
    }

    #[test]
    fn one_step_shows_its_output_and_several_have_logs() {
        assert!(plan(&["format"]).live);
        assert!(!plan(&["native tests"]).live);
        assert!(!plan(&[]).live);
    }

    #[test]
    fn the_beginning_of_a_name_stands_for_all_that_begin_so() {
        let names = names_of(&plan(&["native tests"]));
        assert_eq!(names, ["native tests", "native tests, release"]);
        assert!(Plan::new(&["native".to_owned()], false).is_err());
    }

    #[test]
    fn the_page_needs_no_browser_and_no_lints() {
        let names = names_of(&Plan::for_site());
        let expected =
            ["toolchain", "npm packages", "wasm tools", "modules, compiled", "modules, packaged", "site"];
        assert_eq!(names, expected);
    }

    #[test]
    fn an_unknown_step_is_answered_with_all_the_names() {
        let message = Plan::new(&["fmt".to_owned()], false).expect_err("no such step").to_string();
        assert!(message.contains("`fmt`"));
        for Step { name, .. } in &STEPS {
            assert!(message.contains(name), "{name} is missing from: {message}");
        }
    }
}
