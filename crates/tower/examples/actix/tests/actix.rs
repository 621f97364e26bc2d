//! The example as a separate program: started, and called over a socket.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

struct Program {
    child: Child,
    address: String,
}

impl Program {
    /// Starts it on a free port, and waits until it says which.
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ratelab-actix"));
        let mut child = command.arg("127.0.0.1:0").stdout(Stdio::piped()).spawn().expect("the program");
        let mut lines =
            BufReader::new(child.stdout.take().expect("its output")).lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("listening on http://").map(str::to_owned));
        Self { child, address: address.expect("where it listens") }
    }

    /// The whole response, in lower case.
    fn get(&self) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.write_all(b"GET / HTTP/1.1\r\nhost: example\r\nconnection: close\r\n\r\n").expect("a request");
        let mut response = String::new();
        stream.read_to_string(&mut response).expect("a response");
        response.to_lowercase()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// More than ten at once and one a second, at any speed of the machine: the limit is reached, and not before.
#[test]
fn it_starts_and_limits_its_client() {
    let program = Program::start();
    for index in 0..10 {
        let response = program.get();
        assert!(
            response.starts_with("http/1.1 200 ok\r\n") && response.ends_with("\r\n\r\nhello\n"),
            "{response}"
        );
        assert!(response.contains("\r\nx-ratelimit-limit: 10\r\n"), "{response}");
        assert!(index > 0 || response.contains("\r\nratelimit: \"default\";r=9;t=1\r\n"), "{response}");
    }
    let denied = (0..1_000).map(|_| program.get()).find(|response| !response.starts_with("http/1.1 200"));
    let denied = denied.expect("more than ten in a second");
    assert!(denied.starts_with("http/1.1 429 too many requests\r\n"), "{denied}");
    assert!(
        denied.contains("\r\nretry-after: 1\r\n") && denied.contains("x-ratelimit-remaining: 0\r\n"),
        "{denied}"
    );
}
