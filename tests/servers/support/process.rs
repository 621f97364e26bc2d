//! A server process, in its own directory, on free ports, that ends with the test.

use std::{
    env, fs,
    io::Write,
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    sync::atomic::{AtomicU16, Ordering},
    thread,
    time::{Duration, Instant},
};

/// The longest time a server may take for any step, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ports outside the ephemeral range that the Redis tests do not use.
const PORTS: std::ops::Range<u16> = 23_000..29_000;

/// Finds a program on the path, or in the directory where Debian installs servers.
fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut directories = env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    directories.find_map(|directory| Some(directory.join(program)).filter(|file| file.is_file()))
}

/// Whether the tests run on a server. If it is not installed, they are skipped with a message, or fail if it is
/// required. A quick run skips them.
pub(crate) fn is_installed(program: &str) -> bool {
    if env::var_os("RATELAB_QUICK").is_some() {
        return false;
    }
    let found = find(program).is_some();
    if !found {
        assert!(env::var("RATELAB_SERVERS").as_deref() != Ok("required"), "{program} is not installed");
        // Not `eprintln!`, whose output is captured for passing tests.
        let _ = writeln!(std::io::stderr(), "{program} is not installed: skipping this test");
    }
    found
}

/// Polls until there is a result.
pub(crate) fn wait_for<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(begun.elapsed() < PATIENCE, "waited {PATIENCE:?} for {what}");
        thread::park_timeout(Duration::from_millis(2));
    }
}

/// Kathmandu, 5:45 h ahead of UTC.
pub(crate) const NEPAL: &str = "NPT-5:45";

/// A port that is free on both loopback addresses.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let begin = (process::id() % 599) as u16 * 10;
    let is_free = |host: &str, port: u16| TcpListener::bind((host, port)).is_ok();
    let mut tried = (0..PORTS.len()).map(|_| {
        let index = NEXT.fetch_add(1, Ordering::Relaxed).wrapping_add(begin);
        PORTS.start + index % (PORTS.end - PORTS.start)
    });
    tried.find(|&port| is_free("127.0.0.1", port) && is_free("::1", port)).expect("a free port")
}

/// A directory that is removed with the test.
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("ratelab-{name}-{}-{}", process::id(), free_port()));
        fs::create_dir_all(&path).expect("a directory for the server");
        Self { path }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file in it, for a configuration.
    pub(crate) fn file(&self, name: &str) -> String {
        self.path.join(name).to_str().expect("a plain path").to_owned()
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        let file = self.file(name);
        fs::write(&file, text).expect("a file");
        file
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// A running server.
pub(crate) struct Process {
    child: Child,
}

impl Process {
    /// Starts a program in UTC, with its output in files of the folder.
    pub(crate) fn start(folder: &Folder, name: &str, program: &str, arguments: &[&str]) -> Self {
        Self::start_at("UTC0", folder, name, program, arguments)
    }

    /// Starts it in another time zone, in a notation that needs no time zone database.
    pub(crate) fn start_at(
        zone: &str,
        folder: &Folder,
        name: &str,
        program: &str,
        arguments: &[&str],
    ) -> Self {
        let output = |end: &str| fs::File::create(folder.file(&format!("{name}.{end}"))).expect("a file");
        let child = Command::new(find(program).unwrap_or_else(|| program.into()))
            .args(arguments)
            .current_dir(folder.path())
            .env("TZ", zone)
            .stdin(Stdio::null())
            .stdout(output("out"))
            .stderr(output("err"))
            .spawn()
            .unwrap_or_else(|error| panic!("{program}: {error}"));
        Self { child }
    }

    /// Waits until it accepts connections on both loopback addresses, or reports why it does not.
    pub(crate) fn wait_until_open(&mut self, folder: &Folder, name: &str, port: u16) {
        for host in ["127.0.0.1", "::1"] {
            wait_for("a server to accept connections", || {
                let ended = self.child.try_wait().ok().flatten();
                let output = || fs::read_to_string(folder.file(&format!("{name}.err"))).unwrap_or_default();
                assert!(ended.is_none(), "{name} ended: {ended:?}\n{}", output());
                TcpStream::connect((host, port)).ok()
            });
        }
    }
}

impl Drop for Process {
    /// Terminates the process so that it ends its children, and kills it if it does not.
    fn drop(&mut self) {
        let id = self.child.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &id]).status();
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(5) {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::park_timeout(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
