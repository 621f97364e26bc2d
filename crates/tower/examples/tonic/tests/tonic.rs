//! The example as a separate program: started, and called by a client of tonic.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

use tonic::{Code, transport::Channel};
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

struct Program {
    child: Child,
    address: String,
}

impl Program {
    /// Starts it on a free port, and waits until it says which.
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ratelab-tonic"));
        let mut child = command.arg("127.0.0.1:0").stdout(Stdio::piped()).spawn().expect("the program");
        let mut lines =
            BufReader::new(child.stdout.take().expect("its output")).lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("listening on ").map(str::to_owned));
        Self { child, address: address.expect("where it listens") }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// More than ten at once and one a second, at any speed of the machine: the limit is reached, and not before.
#[tokio::test]
async fn it_starts_and_limits_its_client() {
    let program = Program::start();
    let channel = Channel::from_shared(program.address.clone()).expect("an address");
    let mut client = HealthClient::new(channel.connect().await.expect("a connection"));
    for _ in 0..10 {
        let response = client.check(HealthCheckRequest::default()).await.expect("a response");
        assert_eq!(response.metadata().get("x-ratelimit-limit").expect("a limit"), "10");
    }
    for _ in 0..1_000 {
        let Err(status) = client.check(HealthCheckRequest::default()).await else { continue };
        assert_eq!(
            (status.code(), status.message()),
            (Code::ResourceExhausted, "too many requests: try again in 1 second")
        );
        assert_eq!(status.metadata().get("retry-after").expect("a wait"), "1");
        return;
    }
    panic!("more than ten in a second");
}
