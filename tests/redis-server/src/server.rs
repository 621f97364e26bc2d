//! A private `redis-server`: on a free port, in a separate directory, stopped with the test.

use std::{
    env, fs,
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    path::PathBuf,
    process::{self, Child, Command, Stdio},
    sync::atomic::{AtomicU16, Ordering},
    thread,
    time::{Duration, Instant},
};

use redis::{Client, Connection, FromRedisValue};

/// How long a server may take for anything, on a machine that is busy with something else.
const PATIENCE: Duration = Duration::from_secs(20);

/// Ports that no connection is given by chance; neither is the cluster's, which is 10000 above.
const PORTS: std::ops::Range<u16> = 20_000..22_700;

/// Whether the tests run on a server. Where Redis is not installed, they are skipped with a message, or fail if it is
/// required. A quick run skips them.
fn is_installed() -> bool {
    if env::var_os("RATELAB_QUICK").is_some() {
        return false;
    }
    let found = Command::new("redis-server").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !found {
        assert!(env::var("RATELAB_REDIS").as_deref() != Ok("required"), "redis-server is not on the path");
        // Not by the macro, whose output is kept from those whose tests pass.
        let _ = writeln!(std::io::stderr(), "redis-server is not on PATH: skipping this test");
    }
    found
}

/// Asks again and again until there is an answer.
pub fn wait_for<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(begun.elapsed() < PATIENCE, "waited {PATIENCE:?} for {what}");
        thread::yield_now();
    }
}

/// A running server.
pub struct Server {
    child: Child,
    port: u16,
    directory: PathBuf,
    options: Vec<String>,
}

impl Server {
    /// A server that keeps nothing when it ends; `None` where Redis is not installed.
    pub fn start() -> Option<Self> {
        Self::start_with(&[])
    }

    /// A server that logs each write to a file before it replies, so that it can be killed and restarted.
    pub fn start_durable() -> Option<Self> {
        Self::start_with(&["--appendonly", "yes", "--appendfsync", "no"])
    }

    /// A server with more options on its command line.
    pub fn start_with(options: &[&str]) -> Option<Self> {
        is_installed().then(|| {
            let options: Vec<_> = options.iter().map(|&option| option.to_owned()).collect();
            let start = || {
                let port = free_port();
                let directory = env::temp_dir().join(format!("ratelab-redis-{}-{port}", process::id()));
                fs::create_dir_all(&directory).expect("a directory for the server");
                let child = launch(port, &directory, &options)?;
                Some(Self { child, port, directory, options: options.clone() })
            };
            // Another test may have taken the port in the meantime.
            (0..5).find_map(|_| start()).expect("a redis-server that starts")
        })
    }

    /// Its port on 127.0.0.1.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Where clients find it.
    pub fn address(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// A new connection.
    pub fn connect(&self) -> Connection {
        let client = Client::open(self.address()).expect("an address");
        client.get_connection().expect("a connection")
    }

    /// The answer to one command, given as its words.
    pub fn ask<T: FromRedisValue>(&self, words: &[&str]) -> T {
        redis::cmd(words[0]).arg(&words[1..]).query(&mut self.connect()).expect("an answer")
    }

    /// Sets an option of the running server.
    pub fn configure(&self, option: &str, value: &str) {
        self.ask::<()>(&["CONFIG", "SET", option, value]);
    }

    /// One number of `INFO`.
    pub fn info(&self, name: &str) -> u64 {
        let info: String = self.ask(&["INFO", "everything"]);
        let mut lines = info.lines().filter_map(|line| line.split_once(':'));
        let value = lines.find(|(field, _)| *field == name).map(|(_, value)| value);
        value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("INFO has no number {name}"))
    }

    /// Ends it at once, as a crash would.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again after [`Self::kill`], on the same port and in the same directory.
    pub fn revive(&mut self) {
        let start = || launch(self.port, &self.directory, &self.options);
        self.child = wait_for("the server to start again", start);
    }

    /// Kills it and starts it again. What it had written is there; connections are not.
    pub fn restart(&mut self) {
        self.kill();
        self.revive();
    }

    /// Stops it in its tracks: connections stay open, and nothing answers.
    pub fn pause(&self) {
        self.signal("-STOP");
    }

    /// Lets it go on.
    pub fn resume(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let status = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(status.is_ok_and(|status| status.success()), "kill {signal}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// Starts a server and waits until it says that it is ready; `None` if it ends instead.
fn launch(port: u16, directory: &PathBuf, options: &[String]) -> Option<Child> {
    let port = port.to_string();
    let mut child = Command::new("redis-server")
        .args([
            "--port",
            &port,
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--daemonize",
            "no",
            "--loglevel",
            "notice",
        ])
        .arg("--dir")
        .arg(directory)
        .args(options)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("redis-server");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines().map_while(Result::ok);
    if !lines.any(|line| line.contains("Ready to accept connections")) {
        let _ = child.wait();
        return None;
    }
    // What it prints later is not read, but a full pipe would stop it.
    thread::spawn(move || lines.for_each(drop));
    Some(child)
}

/// A port that is free, as is the one that a cluster uses beside it.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let begin = (process::id() % 251) as u16 * 10;
    let is_free = |port: u16| TcpListener::bind(("127.0.0.1", port)).is_ok();
    let mut tried = (0..PORTS.len()).map(|_| {
        let place = NEXT.fetch_add(1, Ordering::Relaxed).wrapping_add(begin);
        PORTS.start + place % (PORTS.end - PORTS.start)
    });
    tried.find(|&port| is_free(port) && is_free(port + 10_000)).expect("a free port")
}
