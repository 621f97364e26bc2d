//! A server as an ordinary process: in a directory of its own, on free ports, ended with the test.

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

/// How long a server may take for anything, on a machine that is busy with something else.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ports that no connection is given by chance, and that the tests of Redis leave alone.
const PORTS: std::ops::Range<u16> = 23_000..29_000;

/// Where a program is: on the path, or where Debian has those that not everybody has on it.
fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut directories = env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    directories.find_map(|directory| Some(directory.join(program)).filter(|file| file.is_file()))
}

/// Whether a server is installed. Where it is not, its tests have nothing to say: they say that. Where it must be,
/// they fail.
pub(crate) fn is_installed(program: &str) -> bool {
    let found = find(program).is_some();
    if !found {
        assert!(env::var("RATELAB_SERVERS").as_deref() != Ok("required"), "{program} is not installed");
        // Not by the macro, whose output is kept from those whose tests pass.
        let _ = writeln!(
            std::io::stderr(),
            "{} IS NOT INSTALLED: THIS TEST IS SKIPPED AND PROVES NOTHING",
            program.to_uppercase()
        );
    }
    found
}

/// Asks again and again until there is an answer.
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

/// Kathmandu: five hours and three quarters before Greenwich.
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

/// A directory that is gone when the test is.
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

    /// A file in it, as text for a configuration.
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
    /// Starts a program whose output goes to files of the folder, in Greenwich.
    pub(crate) fn start(folder: &Folder, name: &str, program: &str, arguments: &[&str]) -> Self {
        Self::start_at("UTC0", folder, name, program, arguments)
    }

    /// Starts it in another zone, written so that no table of zones is needed.
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

    /// Waits until it takes connections on both loopback addresses, or shows why it does not.
    pub(crate) fn wait_until_open(&mut self, folder: &Folder, name: &str, port: u16) {
        for host in ["127.0.0.1", "::1"] {
            wait_for("a server to take connections", || {
                let ended = self.child.try_wait().ok().flatten();
                let said = || fs::read_to_string(folder.file(&format!("{name}.err"))).unwrap_or_default();
                assert!(ended.is_none(), "{name} ended: {ended:?}\n{}", said());
                TcpStream::connect((host, port)).ok()
            });
        }
    }
}

impl Drop for Process {
    /// Asks it to end, so that it ends its own children, and insists if it does not.
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
