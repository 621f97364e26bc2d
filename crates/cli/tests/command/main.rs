//! The command as users and pipelines call it: arguments in; text, JSON, pictures and exit codes out.

mod bad_values;
mod calibrate;
mod check;
mod completeness;
mod logs;
mod others;
mod run;
mod time_ranges;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The result of a call.
struct Called {
    code: i32,
    out: String,
    err: String,
}

impl Called {
    /// The output of a successful call.
    #[track_caller]
    fn text(&self) -> &str {
        assert_eq!(self.code, 0, "{}", self.err);
        assert_eq!(self.err, "", "a successful call prints nothing to standard error");
        &self.out
    }

    #[track_caller]
    fn json(&self) -> serde_json::Value {
        serde_json::from_str(self.text()).expect("JSON")
    }

    /// The error of a failed call, which prints nothing to standard output.
    #[track_caller]
    fn refusal(&self) -> &str {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        &self.err
    }
}

fn ratelab<Word: AsRef<str>>(words: impl IntoIterator<Item = Word>) -> Called {
    ratelab_fed(words, b"")
}

/// Calls the command with input.
fn ratelab_fed<Word: AsRef<str>>(words: impl IntoIterator<Item = Word>, input: &[u8]) -> Called {
    let words: Vec<String> = words.into_iter().map(|word| word.as_ref().to_owned()).collect();
    let mut child = Command::new(env!("CARGO_BIN_EXE_ratelab"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("the command has an input");
    let input = input.to_vec();
    // A command that does not read its input may exit before all of it is written.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the input was written");
    Called {
        code: output.status.code().expect("an exit code"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// A directory for the files of one test.
fn directory(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&path).expect("a directory for files");
    path
}

/// Writes a file for one test, and returns its path as an argument.
fn file(test: &str, name: &str, content: &[u8]) -> String {
    let path = directory(test).join(name);
    fs::write(&path, content).expect("a file is written");
    path.to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn output_to_a_pipe_has_no_control_characters() {
    for words in [&["--help"][..], &["run", "--help"], &["run", "edge-burst"], &["run", "edge"], &["rum"]] {
        let Called { out, err, .. } = ratelab(words);
        assert!(!format!("{out}{err}").contains(['\x1b', '\r']), "{words:?}");
    }
}
