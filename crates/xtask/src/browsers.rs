//! The browsers that tests run in, and how to get each of them.
//!
//! Programs on `PATH` are used as they are; the system's package manager installs the rest. A browser that cannot
//! be installed is not a failure: its steps are skipped and say what is missing.

use std::path::PathBuf;

use crate::error::Result;
use crate::packages::{self, Group};
use crate::report::Skipped;
use crate::workspace::Workspace;

/// A browser, its driver, and how wasm-pack uses both.
#[derive(Clone, Copy)]
pub(crate) struct Browser {
    pub(crate) name: &'static str,
    /// wasm-pack's options for the browser and for the path of its driver. It needs both, although its help
    /// says that the second implies the first.
    pub(crate) option: &'static str,
    pub(crate) driver_option: &'static str,
    driver: &'static str,
    /// The other programs it needs: one of each row.
    programs: &'static [&'static [&'static str]],
    /// The packages of Debian with these programs and, except for Firefox, the driver.
    packages: &'static [&'static str],
    /// The words before the command that runs the tests.
    pub(crate) wrapper: &'static [&'static str],
    pub(crate) settings: &'static [(&'static str, &'static str)],
}

/// The runner of wasm-bindgen starts it headless and without a sandbox, which root in a container needs: no
/// `webdriver.json` is necessary.
pub(crate) const CHROMIUM: Browser = Browser {
    name: "Chromium",
    option: "--chrome",
    driver_option: "--chromedriver",
    driver: "chromedriver",
    programs: &[&["chromium", "chromium-browser", "google-chrome"]],
    packages: &["chromium", "chromium-driver"],
    wrapper: &[],
    settings: &[],
};

/// Debian's `firefox-esr` also answers to `firefox`, the name that geckodriver looks for.
pub(crate) const FIREFOX: Browser = Browser {
    name: "Firefox",
    option: "--firefox",
    driver_option: "--geckodriver",
    driver: "geckodriver",
    programs: &[&["firefox"]],
    packages: &["firefox-esr"],
    wrapper: &[],
    settings: &[],
};

/// Safari's engine, in WebKitGTK. Its driver speaks the same protocol as Safari's, so wasm-pack accepts it as
/// that. It has no headless mode: it draws on a virtual display, and without compositing, which needs a
/// graphics card.
pub(crate) const WEBKIT: Browser = Browser {
    name: "WebKit",
    option: "--safari",
    driver_option: "--safaridriver",
    driver: "WebKitWebDriver",
    // `xvfb-run` is a script that calls `xauth`, which its package merely recommends.
    programs: &[&["xvfb-run"], &["xauth"]],
    packages: &["webkit2gtk-driver", "xvfb", "xauth"],
    wrapper: &["xvfb-run", "-a"],
    settings: &[("WEBKIT_DISABLE_COMPOSITING_MODE", "1")],
};

static ALL: [Browser; 3] = [CHROMIUM, FIREFOX, WEBKIT];

/// Chromium without a user interface, which takes more than half of Chromium's time: both a program and a Debian
/// package. Tests of the page use it if it is installed, and Chromium otherwise.
const HEADLESS_SHELL: &str = "chromium-headless-shell";

/// Returns the packages of missing browsers.
pub(crate) fn missing_packages(workspace: &Workspace) -> Vec<Group> {
    let mut groups: Vec<Group> = incomplete(workspace).map(|browser| browser.packages).collect();
    if workspace.find_program(HEADLESS_SHELL).is_none() {
        groups.push(&[HEADLESS_SHELL]);
    }
    groups
}

/// Installs missing browsers where possible.
pub(crate) fn ensure_all(workspace: &Workspace) -> Result {
    packages::install(workspace, &missing_packages(workspace));
    let missing: Vec<_> =
        incomplete(workspace).map(|browser| browser.how_to_get(&browser.absent(workspace))).collect();
    if missing.is_empty() { Ok(()) } else { Err(Skipped(missing.join(" ")).into()) }
}

fn incomplete(workspace: &Workspace) -> impl Iterator<Item = &'static Browser> {
    ALL.iter().filter(|browser| browser.lacks_a_package(workspace))
}

impl Browser {
    /// Returns the path of the driver. If anything is missing, the step is skipped and says how to install it.
    pub(crate) fn find_driver(&self, workspace: &Workspace) -> Result<PathBuf> {
        let absent = self.absent(workspace);
        let driver = workspace.find_program(self.driver).filter(|_| absent.is_empty());
        driver.ok_or_else(|| Skipped(self.how_to_get(&absent)).into())
    }

    pub(crate) fn is_only_missing_its_driver(&self, workspace: &Workspace) -> bool {
        self.absent(workspace) == [self.driver]
    }

    fn absent(&self, workspace: &Workspace) -> Vec<&'static str> {
        self.absent_if(|program| workspace.find_program(program).is_some())
    }

    /// Names the first program of each row of alternatives.
    fn absent_if(&self, is_here: impl Fn(&str) -> bool) -> Vec<&'static str> {
        let driver = [self.driver];
        let rows = self.programs.iter().copied().chain([&driver[..]]);
        rows.filter(|row| !row.iter().any(|program| is_here(program))).map(|row| row[0]).collect()
    }

    /// Debian has no package of Firefox's driver; it is built like our own tools.
    fn lacks_a_package(&self, workspace: &Workspace) -> bool {
        self.absent(workspace).into_iter().any(|program| program != FIREFOX.driver)
    }

    fn how_to_get(&self, absent: &[&str]) -> String {
        format!(
            "{} cannot run: `{}` is not on PATH. `cargo xtask test --step browsers` installs it where \
             `apt-get` needs no password. By hand, on Debian: `sudo apt-get install {}`{}.",
            self.name,
            absent.join("`, `"),
            self.packages.join(" "),
            if self.driver == FIREFOX.driver { ", then `cargo install geckodriver`" } else { "" },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_not_here_is_named() {
        assert_eq!(WEBKIT.absent_if(|_| false), ["xvfb-run", "xauth", "WebKitWebDriver"]);
        assert_eq!(WEBKIT.absent_if(|program| program.starts_with('x')), ["WebKitWebDriver"]);
        assert_eq!(FIREFOX.absent_if(|program| program == "firefox"), ["geckodriver"]);
    }

    #[test]
    fn any_build_of_a_browser_will_do_but_it_needs_its_driver() {
        for program in ["chromium", "google-chrome"] {
            assert_eq!(CHROMIUM.absent_if(|other| other == program), ["chromedriver"]);
        }
        assert!(CHROMIUM.absent_if(|other| ["google-chrome", "chromedriver"].contains(&other)).is_empty());
    }

    #[test]
    fn the_reason_says_what_is_missing_and_how_to_get_it() {
        for browser in ALL {
            let reason = browser.how_to_get(&browser.absent_if(|_| false));
            assert!(reason.starts_with(&format!("{} cannot run", browser.name)), "{reason}");
            assert!(reason.contains(&format!("`{}`", browser.driver)), "{reason}");
            assert!(reason.contains(&browser.packages.join(" ")), "{reason}");
            assert_eq!(reason.contains("cargo install geckodriver"), browser.name == "Firefox", "{reason}");
        }
    }
}
