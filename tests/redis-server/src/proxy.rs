//! A proxy in front of a server, which can be slow, silent, or lead to another server.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};

/// A proxy on a free port. It ends with its owner.
pub struct Proxy {
    port: u16,
    shared: Arc<Shared>,
}

struct Shared {
    /// The port of the server that new connections lead to.
    target: AtomicU16,
    /// Whether everything is discarded: what arrives, and what is replied.
    is_silent: AtomicBool,
    /// The milliseconds by which the first bytes of a new connection are delayed.
    handshake: AtomicU64,
    accepted: AtomicU64,
    is_over: AtomicBool,
}

impl Proxy {
    /// Starts a proxy for a server on this port.
    pub fn start(target: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("its address").port();
        let shared = Arc::new(Shared {
            target: AtomicU16::new(target),
            is_silent: AtomicBool::new(false),
            handshake: AtomicU64::new(0),
            accepted: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        });
        let accepting = Arc::clone(&shared);
        thread::spawn(move || accept(&listener, &accepting));
        Self { port, shared }
    }

    /// Where clients find it.
    pub fn address(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// Leads new connections to the server on this port.
    pub fn lead_to(&self, target: u16) {
        self.shared.target.store(target, Ordering::Relaxed);
    }

    /// Discards everything, or no longer does. Connections that lost something stay useless, as those of a host that is
    /// gone.
    pub fn set_silent(&self, is_silent: bool) {
        self.shared.is_silent.store(is_silent, Ordering::Relaxed);
    }

    /// Delays the first bytes of new connections.
    pub fn set_handshake(&self, delay: Duration) {
        let milliseconds = u64::try_from(delay.as_millis()).expect("a short delay");
        self.shared.handshake.store(milliseconds, Ordering::Relaxed);
    }

    /// The connections accepted so far.
    pub fn accepted(&self) -> u64 {
        self.shared.accepted.load(Ordering::Relaxed)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        // Wakes the thread that accepts.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for client in listener.incoming().map_while(Result::ok) {
        if shared.is_over.load(Ordering::Relaxed) {
            return;
        }
        shared.accepted.fetch_add(1, Ordering::Relaxed);
        let shared = Arc::clone(shared);
        thread::spawn(move || connect(client, shared));
    }
}

/// Copies both ways until one side closes.
fn connect(client: TcpStream, shared: Arc<Shared>) {
    let Ok(server) = TcpStream::connect(("127.0.0.1", shared.target.load(Ordering::Relaxed))) else { return };
    let _ = client.set_nodelay(true).and_then(|()| server.set_nodelay(true));
    let delay = Duration::from_millis(shared.handshake.load(Ordering::Relaxed));
    let (Ok(from_client), Ok(to_client)) = (client.try_clone(), client.try_clone()) else { return };
    let (Ok(from_server), Ok(to_server)) = (server.try_clone(), server.try_clone()) else { return };
    // Nothing is ever sent: only the timeout ends the wait.
    let (_never, delayed): (Sender<()>, Receiver<()>) = channel();
    let there = Arc::clone(&shared);
    let copying = thread::spawn(move || {
        if !delay.is_zero() {
            let _ = delayed.recv_timeout(delay);
        }
        copy(from_client, to_server, &there);
    });
    copy(from_server, to_client, &shared);
    let _ = copying.join();
}

fn copy(mut from: TcpStream, mut to: TcpStream, shared: &Shared) {
    let mut buffer = [0; 4_096];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        if !shared.is_silent.load(Ordering::Relaxed) && to.write_all(&buffer[..length]).is_err() {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both).and_then(|()| to.shutdown(Shutdown::Both));
}
