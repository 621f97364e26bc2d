//! The browsers that the WebAssembly tests run in, and how each one is obtained.
//!
//! What is on `PATH` is used as it is. The rest is asked of the system's package manager. A browser
//! that cannot be had is no failure of Ratelab: what is missing is said, and its tests are skipped.

use std::path::PathBuf;

use crate::packages;
use crate::report::Outcome;
use crate::tools;
use crate::workspace::Workspace;

const GECKODRIVER: &str = "geckodriver";

/// A browser, what drives it and how wasm-pack is told to use both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Browser {
    pub(crate) name: &'static str,
    /// wasm-pack's options for the browser and for the path of its driver. It needs both, although
    /// its help says that the second implies the first.
    pub(crate) option: &'static str,
    pub(crate) driver_option: &'static str,
    driver: &'static str,
    /// The other programs it needs: one of each row.
    programs: &'static [&'static [&'static str]],
    /// Where Debian has these programs and, unless it is Firefox's, the driver.
    packages: &'static [&'static str],
    /// What has to stand before the command that runs the tests.
    pub(crate) wrapper: &'static [&'static str],
    pub(crate) settings: &'static [(&'static str, &'static str)],
}

/// The runner of wasm-bindgen starts it headless and without a sandbox, as it must be for root in a
/// container: no `webdriver.json` is needed.
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

/// Debian's `firefox-esr` also answers to `firefox`, which is the name that geckodriver looks for.
pub(crate) const FIREFOX: Browser = Browser {
    name: "Firefox",
    option: "--firefox",
    driver_option: "--geckodriver",
    driver: GECKODRIVER,
    programs: &[&["firefox"]],
    packages: &["firefox-esr"],
    wrapper: &[],
    settings: &[],
};

/// The engine of Safari, as WebKitGTK builds it. Its driver speaks the protocol of Safari's, which is
/// how wasm-pack knows it. It has no headless mode, so it draws on a display that nobody sees, and
/// without compositing, which is work for a graphics card.
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

pub(crate) const ALL: [Browser; 3] = [CHROMIUM, FIREFOX, WEBKIT];

/// Gets what is missing, as far as that is possible. What went wrong on the way is printed there; the
/// outcome is judged by what is missing in the end.
pub(crate) fn ensure_all(workspace: &Workspace) -> Outcome {
    ensure_packages(workspace);
    ensure_geckodriver(workspace);
    let missing: Vec<String> =
        ALL.iter().filter_map(|browser| browser.find_driver(workspace).err()).collect();
    if missing.is_empty() {
        println!("{}: here", ALL.map(|browser| browser.name).join(", "));
        return Outcome::Passed;
    }
    Outcome::Skipped(missing.join(" "))
}

fn ensure_packages(workspace: &Workspace) {
    let wanting = ALL.iter().filter(|browser| browser.lacks_a_package(workspace));
    let groups: Vec<&[&str]> = wanting.map(|browser| browser.packages).collect();
    if !groups.is_empty() {
        packages::install(workspace, &groups);
    }
}

/// Without Firefox there is nothing to drive, and building the driver takes minutes.
fn ensure_geckodriver(workspace: &Workspace) {
    if FIREFOX.absent(workspace) == [GECKODRIVER]
        && let Err(message) = tools::ensure_geckodriver(workspace)
    {
        println!("{message}");
    }
}

impl Browser {
    /// Where its driver is; the error says what is missing, be it the driver or something else, and
    /// how to get it.
    pub(crate) fn find_driver(&self, workspace: &Workspace) -> Result<PathBuf, String> {
        let absent = self.absent(workspace);
        let driver = workspace.find_program(self.driver).filter(|_| absent.is_empty());
        driver.ok_or_else(|| self.how_to_get(&absent))
    }

    fn absent(&self, workspace: &Workspace) -> Vec<&'static str> {
        self.absent_if(|program| workspace.find_program(program).is_some())
    }

    /// Of programs that can stand in for each other, the first is named.
    fn absent_if(&self, is_here: impl Fn(&str) -> bool) -> Vec<&'static str> {
        let driver = [self.driver];
        let rows = self.programs.iter().copied().chain([&driver[..]]);
        rows.filter(|row| !row.iter().any(|program| is_here(program))).map(|row| row[0]).collect()
    }

    fn lacks_a_package(&self, workspace: &Workspace) -> bool {
        self.absent(workspace).into_iter().any(is_packaged)
    }

    fn how_to_get(&self, absent: &[&'static str]) -> String {
        format!(
            "{} cannot run, for want of `{}` on PATH. `cargo xtask test --step browsers` installs what \
             it needs where there is `apt-get` and no password to be asked. By hand, on Debian: {}.",
            self.name,
            absent.join("`, `"),
            self.commands(absent).join(", then "),
        )
    }

    fn commands(&self, absent: &[&'static str]) -> Vec<String> {
        let mut commands = Vec::new();
        if absent.iter().copied().any(is_packaged) {
            commands.push(format!("`sudo apt-get install {}`", self.packages.join(" ")));
        }
        if absent.contains(&GECKODRIVER) {
            commands.push(format!("`cargo install {GECKODRIVER}`"));
        }
        commands
    }
}

/// The driver of Firefox is in no package of Debian's; it is built as our own tools are.
fn is_packaged(program: &str) -> bool {
    program != GECKODRIVER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_not_here_is_named() {
        assert_eq!(WEBKIT.absent_if(|_| false), ["xvfb-run", "xauth", "WebKitWebDriver"]);
        assert_eq!(WEBKIT.absent_if(|program| program.starts_with('x')), ["WebKitWebDriver"]);
        assert_eq!(FIREFOX.absent_if(|program| program == "firefox"), [GECKODRIVER]);
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
        }
    }

    #[test]
    fn nobody_is_told_to_install_what_is_already_here() {
        let both = ["`sudo apt-get install firefox-esr`", "`cargo install geckodriver`"];
        assert_eq!(FIREFOX.commands(&["firefox", GECKODRIVER]), both);
        assert_eq!(FIREFOX.commands(&["firefox"]), both[..1]);
        assert_eq!(FIREFOX.commands(&[GECKODRIVER]), both[1..]);
    }
}
