//! Running other programs: announce the command, let its output through, say plainly what failed.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// Variables every command of ours gets; repeating them in each announcement would hide the rest.
const UNSPOKEN: [&str; 3] = ["CARGO_ENCODED_RUSTFLAGS", "CARGO_TARGET_DIR", "PATH"];

/// Runs the command with its output going straight to the person who waits.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    announce(command);
    let status = command.status().map_err(|error| not_started(command, &error))?;
    judge(command, status)
}

/// Like [`run`], and also hands back what was written to standard output.
pub(crate) fn run_and_keep_output(command: &mut Command) -> Result<String, String> {
    announce(command);
    let (status, output) = stream(command).map_err(|error| not_started(command, &error))?;
    judge(command, status)?;
    Ok(String::from_utf8_lossy(&output).into_owned())
}

fn stream(command: &mut Command) -> io::Result<(ExitStatus, Vec<u8>)> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let output = child.stdout.take().map(|pipe| copy_lines(pipe, io::stdout()));
    // Waited for before the reading is judged, so that no child is left behind.
    let status = child.wait()?;
    Ok((status, output.transpose()?.unwrap_or_default()))
}

/// What the command writes to standard output, or nothing if it is absent or fails. For questions
/// such as "which version are you?" where a failure is an answer too.
pub(crate) fn answer(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Passes each line on as soon as it is complete, and keeps it. Bytes, not text: what a test prints
/// need not be UTF-8.
fn copy_lines(source: impl Read, mut sink: impl Write) -> io::Result<Vec<u8>> {
    let mut source = BufReader::new(source);
    let mut kept = Vec::new();
    loop {
        let known = kept.len();
        if source.read_until(b'\n', &mut kept)? == 0 {
            return Ok(kept);
        }
        sink.write_all(&kept[known..])?;
    }
}

fn announce(command: &Command) {
    println!("$ {}", describe(command));
}

fn judge(command: &Command, status: ExitStatus) -> Result<(), String> {
    if status.success() {
        return Ok(());
    }
    Err(format!("`{}` failed ({status}).", describe(command)))
}

fn not_started(command: &Command, error: &io::Error) -> String {
    format!("`{}` could not be run: {error}.", describe(command))
}

/// The command as a person would type it: program name without its directory, words quoted where
/// they must be.
pub(crate) fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or(command.get_program());
    let settings = command.get_envs().filter_map(|(name, value)| setting(name, value?));
    let words = [program].into_iter().chain(command.get_args()).map(quoted);
    settings.chain(words).collect::<Vec<_>>().join(" ")
}

fn setting(name: &OsStr, value: &OsStr) -> Option<String> {
    let name = name.to_string_lossy();
    (!UNSPOKEN.contains(&name.as_ref())).then(|| format!("{name}={}", quoted(value)))
}

fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    if word.is_empty() || word.contains(char::is_whitespace) {
        format!("{word:?}")
    } else {
        word.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_described_command_can_be_typed_again() {
        let mut command = Command::new("/somewhere/bin/cargo");
        command.args(["doc", "--message", "two words"]);
        command.env("RUSTDOCFLAGS", "-D warnings").env("CARGO_TARGET_DIR", "/somewhere/target");
        let expected = r#"RUSTDOCFLAGS="-D warnings" cargo doc --message "two words""#;
        assert_eq!(describe(&command), expected);
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let message = run(&mut Command::new("ratelab-no-such-program")).expect_err("cannot run");
        assert!(message.contains("`ratelab-no-such-program` could not be run"), "{message}");
    }

    #[test]
    fn an_absent_program_has_no_answer() {
        assert_eq!(answer(&mut Command::new("ratelab-no-such-program")), None);
    }

    #[test]
    fn output_is_kept_and_passed_on_byte_for_byte() {
        let written = b"one\n\xff and no last newline";
        let mut shown = Vec::new();
        let kept = copy_lines(&written[..], &mut shown).expect("reading from memory");
        assert_eq!((kept.as_slice(), shown.as_slice()), (&written[..], &written[..]));
    }
}
