//! The command as people and pipelines call it: arguments in; text, JSON, pictures and exit codes out.

mod bad_values;
mod calibrate;
mod check;
mod logs;
mod others;
mod run;
mod stretches;
mod whole_logs;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// What a call came to.
struct Called {
    code: i32,
    out: String,
    err: String,
}

impl Called {
    /// What was printed by a call that went well.
    #[track_caller]
    fn text(&self) -> &str {
        assert_eq!(self.code, 0, "{}", self.err);
        assert_eq!(self.err, "", "a call that goes well leaves the other stream alone");
        &self.out
    }

    #[track_caller]
    fn json(&self) -> serde_json::Value {
        serde_json::from_str(self.text()).expect("JSON")
    }

    /// What was said by a call that was refused. It printed nothing for another program to read.
    #[track_caller]
    fn refusal(&self) -> &str {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        &self.err
    }
}

fn ratelab<Word: AsRef<str>>(words: impl IntoIterator<Item = Word>) -> Called {
    ratelab_fed(words, b"")
}

/// A call with something on its standard input.
fn ratelab_fed<Word: AsRef<str>>(words: impl IntoIterator<Item = Word>, input: &[u8]) -> Called {
    let words: Vec<String> = words.into_iter().map(|word| word.as_ref().to_owned()).collect();
    let mut child = Command::new(env!("CARGO_BIN_EXE_ratelab"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    let input = input.to_vec();
    // A command that does not read its input may be gone before all of it is written.
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

/// A file of one test, as an argument.
fn file(test: &str, name: &str, content: &[u8]) -> String {
    let path = directory(test).join(name);
    fs::write(&path, content).expect("a file is written");
    path.to_str().expect("a path in plain letters").to_owned()
}

#[test]
fn nothing_in_a_pipe_has_colours_or_moves() {
    for words in [&["--help"][..], &["run", "--help"], &["run", "edge-burst"], &["run", "edge"], &["rum"]] {
        let Called { out, err, .. } = ratelab(words);
        assert!(!format!("{out}{err}").contains(['\x1b', '\r']), "{words:?}");
    }
}
