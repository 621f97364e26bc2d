//! The tests that also run as WebAssembly: under Node, and in browsers both on the main thread and in a
//! worker, where the page runs them too.

use std::path::Path;
use std::process::{Command, Stdio};

use xshell::{Cmd, cmd};

use crate::browsers::Browser;
use crate::error::Result;
use crate::workspace::Workspace;

/// The crates whose tests run as WebAssembly. Tests of the first also run natively, and must make the same decisions.
const CRATES: [&str; 2] = [DECISIONS, "crates/wasm"];
const DECISIONS: &str = "tests/portable";

/// Decisions are also tested with overflow checks; the bindings behave the same without them.
const UNDER_NODE: [(&str, &[&str]); 3] =
    [(DECISIONS, &["--node"]), (DECISIONS, &["--node", "--release"]), (CRATES[1], &["--node", "--release"])];

/// The places in a browser where tests can run, and the variable that selects each. The runner reads these only if
/// no test file calls `wasm_bindgen_test_configure!`.
const PLACES: [(&str, &str); 2] =
    [("the main thread", "WASM_BINDGEN_USE_BROWSER"), ("a worker", "WASM_BINDGEN_USE_DEDICATED_WORKER")];

/// For every browser. The runner's own server would isolate the origin, which a static host does not. Its
/// limits, in seconds, are too tight for a busy machine: 5 for the driver to listen, 20 for all tests of a
/// file.
const BROWSER_SETTINGS: [(&str, &str); 3] = [
    ("WASM_BINDGEN_TEST_NO_ORIGIN_ISOLATION", "1"),
    ("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60"),
    ("WASM_BINDGEN_TEST_TIMEOUT", "300"),
];

/// Variables that name a driver. The runner uses the first that is set, so a variable that was set for other work
/// would select the wrong browser.
const DRIVERS: [&str; 4] = ["GECKODRIVER", "SAFARIDRIVER", "CHROMEDRIVER", "MSEDGEDRIVER"];

pub(crate) fn run_under_node(workspace: &Workspace) -> Result {
    for (directory, options) in UNDER_NODE {
        run_and_count(wasm_pack(workspace, &[], options, directory))?;
    }
    Ok(())
}

pub(crate) fn run_in_browser(workspace: &Workspace, browser: &Browser) -> Result {
    let driver = browser.find_driver(workspace)?;
    for directory in CRATES {
        for (place, variable) in PLACES {
            println!("\n{}, {place}: {directory}", browser.name);
            run_and_count(in_browser(workspace, browser, &driver, directory).env(variable, "1"))?;
        }
    }
    Ok(())
}

fn in_browser<'a>(workspace: &'a Workspace, browser: &Browser, driver: &Path, directory: &str) -> Cmd<'a> {
    let driver = driver.to_string_lossy();
    let options = ["--headless", browser.option, browser.driver_option, &driver, "--release"];
    let command = wasm_pack(workspace, browser.wrapper, &options, directory);
    let command = DRIVERS
        .iter()
        .fold(command, |command, name| command.env_remove(name).env_remove(format!("{name}_REMOTE")));
    command.envs(BROWSER_SETTINGS).envs(browser.settings.iter().copied())
}

/// `no-install` keeps wasm-pack from downloading its own tools; it uses those on `PATH`. The crate comes
/// last, because wasm-pack passes every word after it to `cargo test`.
fn wasm_pack<'a>(workspace: &'a Workspace, wrapper: &[&str], options: &[&str], directory: &str) -> Cmd<'a> {
    let fixed = ["wasm-pack", "--log-level", "warn", "test", "--mode", "no-install"];
    let words = [wrapper, &fixed, options, &[directory]].concat();
    let (program, rest) = (words[0], &words[1..]);
    cmd!(workspace.shell, "{program} {rest...}")
}

/// `Cmd::read` would lose the output of a run that fails.
fn run_and_count(command: Cmd<'_>) -> Result {
    let words = command.to_string();
    println!("$ {words}");
    let output = Command::from(command).stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    println!("{text}");
    match (output.status.success(), passed_tests(&text)) {
        (false, _) => Err(format!("`{words}` failed ({}).", output.status).into()),
        (true, 0) => Err(no_test_executed(&words).into()),
        (true, _) => Ok(()),
    }
}

/// A run that skips every test also succeeds, so success alone proves nothing.
fn no_test_executed(command: &str) -> String {
    format!(
        "`{command}` succeeded, but ran no test: its output has no `test result: ok.` with a number \
         above 0 (doc tests do not count). Mark the tests of that crate with #[wasm_bindgen_test], and \
         do not say by wasm_bindgen_test_configure! where they run."
    )
}

fn passed_tests(output: &str) -> usize {
    output.lines().filter_map(passed_in_line).sum()
}

/// Lines that also count measurements come from Rust's own harness and are about doc tests, which pass if they
/// compile, or if a runner finds nothing in them to run.
fn passed_in_line(line: &str) -> Option<usize> {
    let counts = line.trim().strip_prefix("test result: ok. ")?;
    let (passed, others) = counts.split_once(" passed")?;
    if others.contains("measured") {
        return None;
    }
    passed.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::browsers::WEBKIT;

    #[test]
    fn passed_tests_are_summed_over_all_results() {
        let output = "running 2 tests\n\ntest result: ok. 2 passed; 0 failed; 0 ignored\n\
                      test result: ok. 0 passed; 0 failed\r\n  test result: ok. 40 passed; 1 ignored\n";
        assert_eq!(passed_tests(output), 42);
    }

    #[test]
    fn a_run_that_skipped_everything_counts_as_no_test_at_all() {
        for output in [
            "",
            "no tests to run!\n",
            "test result: ok. 0 passed; 0 failed; 3 ignored; 0 filtered out\n",
            "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n",
            "test result: FAILED. 3 passed; 1 failed\n",
            "the log says: test result: ok. 3 passed\n",
        ] {
            assert_eq!(passed_tests(output), 0, "{output:?}");
        }
    }

    /// In the format of wasm-bindgen's runner.
    #[test]
    fn a_browser_run_is_counted_and_one_that_was_skipped_is_not() {
        let run = "Running headless tests in Safari on `http://127.0.0.1:40263/`\nLoading scripts...e...\n\n\
                   running 1 test\ntest the_same ... ok\n\n\
                   test result: ok. 1 passed; 0 failed; 0 ignored; 0 filtered out; finished in 0.34s\n";
        let skipped = "    This test suite is only configured to run in node.js, but we're only running\n    \
                       browser tests so skipping.\n";
        assert_eq!((passed_tests(run), passed_tests(skipped)), (1, 0));
    }

    /// A file with its own setting would run on the main thread twice, and never in a worker.
    #[test]
    fn no_crate_says_where_its_tests_run() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        for directory in CRATES {
            assert_leaves_the_place_open(&workspace.in_root(directory));
        }
    }

    fn assert_leaves_the_place_open(path: &Path) {
        if path.is_dir() {
            let entries = fs::read_dir(path).expect("a directory").flatten();
            return entries.for_each(|entry| assert_leaves_the_place_open(&entry.path()));
        }
        if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(path).expect("a source");
            let fixes_it = text.contains("wasm_bindgen_test_configure!");
            assert!(!fixes_it, "{} must not say where its tests run", path.display());
        }
    }

    #[test]
    fn a_browser_is_driven_by_the_driver_that_was_found_and_by_no_other() {
        let workspace = Workspace::find().expect("this test runs inside the repository");
        let driver = Path::new("/somewhere/WebKitWebDriver");
        let command = in_browser(&workspace, &WEBKIT, driver, "a/crate");
        let typed = command.to_string();
        assert!(typed.starts_with("xvfb-run -a wasm-pack "), "{typed}");
        assert!(typed.contains(" --safari --safaridriver /somewhere/WebKitWebDriver "), "{typed}");
        assert!(typed.ends_with(" a/crate"), "{typed}");
        let command = Command::from(command);
        assert!(command.get_envs().any(|setting| setting == ("CHROMEDRIVER".as_ref(), None)), "{command:?}");
    }
}
