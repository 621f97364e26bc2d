//! The steps of a test run, one row each.
//!
//! A run starts the first step that can start, so the order is: steps that others wait for, then steps that fail
//! fast, then the longest. The needs of a step are listed above it. Steps that need no tools also wait for the
//! toolchain, or they would start before the steps that the page waits for.

use std::env;
use std::fmt;

use xshell::cmd;

use crate::browsers::{self, CHROMIUM, FIREFOX, WEBKIT};
use crate::error::Result;
use crate::logs;
use crate::modules;
use crate::packages::{Group, Missing};
use crate::page_scripts;
use crate::publishing;
use crate::redis;
use crate::servers;
use crate::site;
use crate::tools;
use crate::wasm_tests;
use crate::workspace::Workspace;

/// A step: one check, and its place in a run.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) promise: &'static str,
    /// The seconds it took the first time on a machine with two cores, in parallel with other steps.
    pub(crate) first: u32,
    /// The steps that must have ended first.
    pub(crate) needs: &'static [&'static str],
    pub(crate) load: Load,
    pub(crate) check: fn(&Workspace) -> Result,
}

/// The resource that a step occupies while it runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Load {
    /// It waits for downloads, and runs in parallel with anything.
    Network,
    /// It computes.
    Core,
    /// It computes and builds in `target/`, where cargo runs one build at a time.
    Target,
}

use Load::{Core, Network, Target};

const fn step(
    name: &'static str,
    first: u32,
    load: Load,
    needs: &'static [&'static str],
    check: fn(&Workspace) -> Result,
    promise: &'static str,
) -> Step {
    Step { name, promise, first, needs, load, check }
}

const IN_PAGE: &[&str] = &["site", "browsers", "browsers, geckodriver"];
const WITH_LOGS: &[&str] = &["site", "browsers", "browsers, geckodriver", "large log"];
const IN_BUNDLES: &[&str] = &["site", "browsers", "browsers, geckodriver", "bundlers"];
const IN_BROWSER: &[&str] = &["browsers", "browsers, geckodriver", "wasm tests, Node"];

const FORMAT: &str = "fmt --all --check";
// Always all packages with all features: any other selection would compile their dependencies again.
const LINTS: &str = "clippy --workspace --all-targets --all-features -- -D warnings";
const TESTS: &str = "test --workspace --all-features";
/// The same build, without the examples of the documentation and without the tests that need many claims to judge.
const QUICK_TESTS: &str = "test --workspace --all-features --lib --bins --tests -- --skip infer_claims";
/// Set for tests that should draw fewer random cases and start no servers.
pub(crate) const QUICKLY: &str = "RATELAB_QUICK";
const RELEASE_TESTS: &str = "test --release --package ratelab-portable";
const BARE_CORE: &str =
    "clippy --package ratelab-limiter --no-default-features --target wasm32-unknown-unknown -- -D warnings";

#[rustfmt::skip]
pub(crate) static STEPS: [Step; 39] = [
    step("toolchain", 10, Core, &[], tools::ensure_toolchain,
         "Node and Rust's WebAssembly target are installed"),
    step("components", 10, Network, &["toolchain"], tools::ensure_components,
         "rustfmt and clippy are installed"),
    step("browsers", 90, Network, &[], browsers::ensure_all,
         "Chromium, Firefox and WebKit are installed"),
    step("redis", 15, Network, &["browsers"], redis::ensure,
         "a Redis server is installed, after the browsers, because apt-get runs once at a time"),
    step("servers", 25, Network, &["redis"], servers::ensure,
         "nginx, Apache, HAProxy and Varnish are installed, after Redis, because apt-get runs once at a time"),
    step("npm packages", 15, Network, &["toolchain"], tools::ensure_npm_packages,
         "the packages of web/package.json are installed"),
    step("bundlers", 15, Network, &["toolchain"], tools::ensure_bundlers,
         "webpack, esbuild, Rollup and Parcel are installed"),
    step("wasm tools", 130, Core, &["toolchain"], tools::ensure_wasm_tools,
         "wasm-bindgen and wasm-pack are installed in the right versions"),
    step("browsers, geckodriver", 70, Core, &["wasm tools", "browsers"], tools::ensure_geckodriver,
         "geckodriver is installed, if Firefox is"),
    step("modules, compiled", 75, Target, &["toolchain"], modules::compile,
         "the modules that the page loads compile"),
    step("modules, packaged", 20, Target, &["modules, compiled", "wasm tools", "npm packages"], modules::package,
         "the module of the first picture stays within its budget"),
    step("site", 5, Core, &["modules, packaged"], site::build,
         "the page builds"),
    step("format", 1, Core, &["components"], |at| at.cargo(FORMAT),
         "the code is formatted with rustfmt"),
    step("script tests", 5, Core, &["modules, packaged"], check_scripts,
         "Biome, the types and the unit tests of the page's scripts pass"),
    step("modules, compared", 1, Core, &["modules, packaged"], modules::check,
         "the small module and the large one show the same"),
    step("large log", 30, Target, &["toolchain"], logs::prepare,
         "the command generates a log of 100 MB, and reports the effect of a limit on it"),
    step("lints", 260, Target, &["components"], |at| at.cargo(LINTS),
         "clippy finds nothing"),
    step("bare core", 1, Target, &["components"], |at| at.cargo(BARE_CORE),
         "the core builds for WebAssembly without its std feature"),
    step("packages", 10, Target, &["toolchain"], publishing::package,
         "every published crate can be packaged"),
    step("oldest Rust", 20, Network, &["toolchain"], publishing::check_oldest,
         "the core builds with the oldest compiler that it supports"),
    step("docs", 130, Target, &["toolchain"], build_documentation,
         "the documentation builds without a warning"),
    step("native tests", 410, Target, &["toolchain", "redis", "servers"], test_natively,
         "the tests of every crate pass on this machine, with a real Redis and real web servers"),
    step("redis tests, clients", 40, Core, &["redis", "npm packages", "modules, packaged"], redis::test_clients,
         "the clients that the page shows work on a real server"),
    step("native tests, release", 6, Target, &["toolchain"], |at| at.cargo(RELEASE_TESTS),
         "optimised code makes the same decisions"),
    step("wasm tests, Node", 190, Target, &["wasm tools"], wasm_tests::run_under_node,
         "WebAssembly makes the same decisions, debug and release"),
    step("page, Firefox", 220, Core, WITH_LOGS, |at| site::check(at, "run", &FIREFOX),
         "the page checks that can differ by engine pass in Firefox"),
    step("page, Chromium", 150, Core, WITH_LOGS, |at| site::check(at, "run", &CHROMIUM),
         "all page checks pass in Chromium"),
    step("page, embedded, Firefox", 100, Core, IN_PAGE, |at| site::check(at, "embed", &FIREFOX),
         "a figure works on third-party pages in Firefox"),
    step("page, embedded, Chromium", 60, Core, IN_BUNDLES, |at| site::check(at, "embed", &CHROMIUM),
         "a figure works on third-party pages in Chromium"),
    step("page, examples, Firefox", 30, Core, IN_PAGE, |at| site::check(at, "examples", &FIREFOX),
         "the example posts are correct in Firefox"),
    step("page, examples, Chromium", 15, Core, IN_PAGE, |at| site::check(at, "examples", &CHROMIUM),
         "the example posts are correct in Chromium"),
    step("page, served", 2, Core, &["site"], site::check_served,
         "the server of the page sends the right headers"),
    step("page, offline", 15, Core, IN_PAGE, |at| site::check(at, "offline", &CHROMIUM),
         "the page works without a network, and updates to a new build"),
    step("page, one file, Firefox", 12, Core, IN_PAGE, |at| site::check(at, "single-file", &FIREFOX),
         "the page works as one file in Firefox"),
    step("page, one file, Chromium", 5, Core, IN_PAGE, |at| site::check(at, "single-file", &CHROMIUM),
         "the page works as one file in Chromium"),
    step("page, WebKit", 5, Core, IN_PAGE, |at| site::check(at, "run", &WEBKIT),
         "the page works in WebKit"),
    step("wasm tests, Firefox", 35, Core, IN_BROWSER, |at| wasm_tests::run_in_browser(at, &FIREFOX),
         "Firefox makes the same decisions, on the main thread and in a worker"),
    step("wasm tests, Chromium", 16, Core, IN_BROWSER, |at| wasm_tests::run_in_browser(at, &CHROMIUM),
         "Chromium makes the same decisions, on the main thread and in a worker"),
    step("wasm tests, WebKit", 17, Core, IN_BROWSER, |at| wasm_tests::run_in_browser(at, &WEBKIT),
         "WebKit makes the same decisions, on the main thread and in a worker"),
];

fn build_documentation(workspace: &Workspace) -> Result {
    let command = cmd!(workspace.shell, "cargo doc --workspace --all-features --no-deps");
    Ok(command.env("RUSTDOCFLAGS", "-D warnings").run()?)
}

/// If a server is missing, the tests without it run, and the step reports the rest as skipped.
fn test_natively(workspace: &Workspace) -> Result {
    if env::var_os(QUICKLY).is_some() {
        return workspace.cargo(QUICK_TESTS);
    }
    let words = TESTS.split_whitespace();
    let command = cmd!(workspace.shell, "cargo {words...}");
    let command = command.env("RATELAB_REDIS", redis::demand(workspace));
    command.env("RATELAB_SERVERS", servers::demand(workspace)).run()?;
    redis::require(workspace)?;
    servers::require(workspace)
}

fn check_scripts(workspace: &Workspace) -> Result {
    match env::var_os(QUICKLY) {
        Some(_) => page_scripts::check_quickly(workspace),
        None => page_scripts::check(workspace),
    }
}

/// The options of a test run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Options {
    pub(crate) keep_going: bool,
    pub(crate) no_install: bool,
    pub(crate) no_skip: bool,
    pub(crate) quick: bool,
}

/// The steps to run, in the order of the table.
#[derive(Debug, PartialEq)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<&'static Step>,
    /// One step was named, and its output is shown.
    pub(crate) live: bool,
    pub(crate) keep_going: bool,
    pub(crate) no_install: bool,
    /// A skipped step is a failure.
    pub(crate) no_skip: bool,
    /// Tests draw fewer random cases and start no servers.
    pub(crate) quick: bool,
}

/// Finds the missing ones of the things that a step installs.
type FindMissing<Thing> = fn(&Workspace) -> Vec<Thing>;

/// The steps that install system packages.
const PACKAGES: [(&str, FindMissing<Group>); 3] = [
    ("browsers", browsers::missing_packages),
    ("redis", redis::missing_packages),
    ("servers", servers::missing_packages),
];

/// The steps that install parts of Rust's toolchain: rustup's commands for what is missing.
const RUSTUP: [(&str, FindMissing<String>); 3] = [
    ("toolchain", tools::missing_target),
    ("components", tools::missing_components),
    ("oldest Rust", publishing::missing_compiler),
];

/// The steps of a quick run. Their needs are not checked: a missing tool fails its step.
const QUICK: [&str; 4] = ["format", "script tests", "lints", "native tests"];

impl Plan {
    /// The named steps and what they need; no names means every step.
    pub(crate) fn new(names: &[String], options: Options) -> Result<Self> {
        let Options { keep_going, no_install, no_skip, quick } = options;
        if quick && !names.is_empty() {
            return Err(
                "`--quick` and `--step` exclude each other: a quick run has a fixed list of steps".into()
            );
        }
        if quick {
            let steps = STEPS.iter().filter(|step| QUICK.contains(&step.name)).collect();
            return Ok(Self { steps, live: false, keep_going, no_install: true, no_skip, quick });
        }
        if let Some(unknown) = names.iter().find(|name| !STEPS.iter().any(|step| step.answers_to(name))) {
            return Err(no_step(unknown).into());
        }
        let is_wanted = |step: &Step| names.is_empty() || names.iter().any(|name| step.answers_to(name));
        let live = STEPS.iter().filter(|step| is_wanted(step)).count() == 1;
        Ok(Self { steps: with_needs(is_wanted), live, keep_going, no_install, no_skip, quick })
    }

    /// Returns what the steps of this plan would install outside the project.
    pub(crate) fn missing(&self, workspace: &Workspace) -> Missing {
        Missing { packages: self.found_by(&PACKAGES, workspace), rustup: self.found_by(&RUSTUP, workspace) }
    }

    fn found_by<Thing>(&self, table: &[(&str, FindMissing<Thing>)], workspace: &Workspace) -> Vec<Thing> {
        let is_planned = |name: &str| self.steps.iter().any(|step| step.name == name);
        table.iter().filter(|(name, _)| is_planned(name)).flat_map(|(_, find)| find(workspace)).collect()
    }

    /// The steps that build the page, without those that only tests need.
    pub(crate) fn for_site() -> Self {
        let steps = with_needs(|step| step.name == "site");
        Self { steps, live: false, keep_going: false, no_install: false, no_skip: false, quick: false }
    }
}

/// The needs of a step are listed above it, so one pass from the end finds everything.
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
    /// Matches its name, or the beginning of its name up to a comma.
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
        Plan::new(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(), Options::default())
            .expect("known steps")
    }

    #[test]
    fn the_needs_of_a_step_are_listed_above_it() {
        for (at, step) in STEPS.iter().enumerate() {
            for need in step.needs {
                assert!(STEPS[..at].iter().any(|other| other.name == *need), "{step:?} needs {need}");
            }
        }
    }

    #[test]
    fn named_steps_of_other_tables_exist() {
        let names = PACKAGES.iter().map(|(name, _)| *name).chain(RUSTUP.iter().map(|(name, _)| *name));
        names.chain(QUICK).for_each(|name| assert!(STEPS.iter().any(|step| step.name == name), "{name}"));
    }

    #[test]
    fn every_name_is_used_once() {
        for (at, step) in STEPS.iter().enumerate() {
            assert!(!STEPS[..at].contains(step), "{step:?}");
        }
    }

    #[test]
    fn steps_run_in_the_order_of_the_table_with_what_they_need() {
        assert_eq!(
            names_of(&plan(&["docs", "format", "docs"])),
            ["toolchain", "components", "format", "docs"]
        );
    }

    #[test]
    fn one_step_shows_its_output_and_several_have_logs() {
        assert!(plan(&["format"]).live);
        assert!(!plan(&["native tests"]).live);
        assert!(!plan(&[]).live);
    }

    #[test]
    fn the_beginning_of_a_name_selects_every_step_that_starts_with_it() {
        let names = names_of(&plan(&["native tests"]));
        let needed = ["toolchain", "browsers", "redis", "servers"];
        assert_eq!(names, [&needed[..], &["native tests", "native tests, release"]].concat());
        assert!(Plan::new(&["native".to_owned()], Options::default()).is_err());
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
        let message =
            Plan::new(&["fmt".to_owned()], Options::default()).expect_err("no such step").to_string();
        assert!(message.contains("`fmt`"));
        for Step { name, .. } in &STEPS {
            assert!(message.contains(name), "{name} is missing from: {message}");
        }
    }
}
