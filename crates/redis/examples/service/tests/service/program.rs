//! The example as a separate program: built, started, called, ended.

use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, ChildStdout, Command, Output, Stdio},
    time::{Duration, Instant},
};

use ratelab_redis_server::{Server, wait_for};

use crate::over_http::{Browser, ten_pass};

/// The program, as cargo built it for this test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_service");

/// The program, running.
struct Program {
    child: Child,
    output: BufReader<ChildStdout>,
    address: String,
}

impl Program {
    /// Starts it on a free port, and waits until it says which.
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(PROGRAM);
        command.args(["--listen", "127.0.0.1:0"]).args(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program");
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        let mut lines = output.by_ref().lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("listening on ").map(str::to_owned));
        Self { child, output, address: address.expect("where it listens") }
    }

    fn browser(&self) -> Browser {
        Browser::new(self.address.clone())
    }

    /// Asks it to end, as a service manager does.
    fn ask_to_end(&self) {
        let status = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(status.is_ok_and(|status| status.success()), "kill -TERM");
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().expect("the program")
}

#[tokio::test]
async fn it_starts_with_nothing_installed() {
    let program = Program::start(&["--limit", "10/1000d"]);
    ten_pass(&[program.browser()], "this process").await;
}

/// The wait is that of a real clock here; the others are tested on one that the test moves.
#[cfg(unix)]
#[tokio::test]
async fn it_waits_as_its_queue_says_and_ends_when_it_is_asked_to() {
    let mut program = Program::start(&["--limiter", "leaky_bucket_queue", "--limit", "20/1s"]);
    let browser = program.browser();
    let begun = Instant::now();
    assert_eq!(browser.get("/search").await.status(), 200);
    assert_eq!(browser.get("/").await.status(), 200);
    // Five were ahead of the second, at 50 ms each.
    assert!(begun.elapsed() >= Duration::from_millis(250), "{:?}", begun.elapsed());

    program.ask_to_end();
    let status = wait_for("the program to end", || program.child.try_wait().expect("a status"));
    let mut last_words = String::new();
    program.output.read_to_string(&mut last_words).expect("its output");
    assert!(status.success() && last_words == "ended\n", "{status}, {last_words:?}");
}

#[tokio::test]
async fn two_programs_share_a_limit_in_redis_and_go_on_without() {
    let Some(mut redis) = Server::start() else { return };
    let [one, other] =
        [(); 2].map(|()| Program::start(&["--limit", "10/1000d", "--redis", &redis.address()]));
    ten_pass(&[one.browser(), other.browser()], "Redis").await;

    redis.kill();
    let response = one.browser().get("/").await;
    assert_eq!(response.status(), 200, "each process then has its own full limit");
    let sentence = "hello, you have 9 of 10 left, says this process while Redis does not answer\n";
    assert_eq!(response.body(), sentence);
}

#[test]
fn it_reports_errors_of_its_command_line() {
    let wrong = run(&["--limit", "many"]);
    assert!(!wrong.status.success());
    let sentence = "--limit is \"many\", but must be a count and a time, such as 10/10s\n";
    assert_eq!(String::from_utf8_lossy(&wrong.stderr), sentence);
    for (arguments, word) in [(["--listen", "nowhere"], "--listen"), (["--redis", "nonsense"], "--redis")] {
        let wrong = run(&arguments);
        assert!(
            !wrong.status.success() && String::from_utf8_lossy(&wrong.stderr).starts_with(word),
            "{wrong:?}"
        );
    }
    assert!(String::from_utf8_lossy(&run(&["--help"]).stdout).starts_with("usage: service"));
}
