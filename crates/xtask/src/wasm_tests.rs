//! The portable tests as WebAssembly under Node, in debug and in release.

use crate::process;
use crate::tools;
use crate::workspace::Workspace;

/// The crate whose tests run natively and as WebAssembly, and must come to the same decisions.
const PORTABLE_TESTS: &str = "tests/portable";

pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    run_with(workspace, &[])?;
    run_with(workspace, &["--release"])
}

/// `no-install` keeps wasm-pack from downloading tools of its own; it takes those on `PATH`. The
/// crate comes last, because wasm-pack hands every word after it to `cargo test`.
fn run_with(workspace: &Workspace, profile: &[&str]) -> Result<(), String> {
    let program = tools::installed_program(workspace, "wasm-pack")?;
    let fixed = ["--log-level", "warn", "test", "--node", "--mode", "no-install"];
    let arguments = [&fixed, profile, &[PORTABLE_TESTS]].concat();
    let mut command = workspace.command(&program, &arguments);
    command.env("PATH", workspace.path_with_tools()?);
    let output = process::run_and_keep_output(&mut command)?;
    match passed_tests(&output) {
        0 => Err(no_test_executed(&process::describe(&command))),
        _ => Ok(()),
    }
}

/// A run that skips every test also ends well, so success alone is not believed.
fn no_test_executed(command: &str) -> String {
    format!(
        "`{command}` ended well, but executed no test: nowhere does it say `test result: ok.` with \
         a number above 0 (doc tests do not count). The tests in {PORTABLE_TESTS} must be marked \
         #[wasm_bindgen_test] and not be restricted to a browser."
    )
}

fn passed_tests(output: &str) -> usize {
    output.lines().filter_map(passed_in_line).sum()
}

/// Lines that also count measurements come from Rust's own harness, which reports on doc tests: one
/// of those passes by merely compiling, or by a runner that finds nothing in it to run.
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
    use super::*;

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
}
