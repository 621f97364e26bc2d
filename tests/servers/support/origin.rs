//! The service behind a server: it responds with the status and delay in the path.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    thread,
    time::Duration,
};

use super::case::pause;

/// Starts a service on a port of 127.0.0.1. `/status/404` returns 404, `/after/300` responds after 300 ms, everything
/// else returns 200 at once. It runs until the tests end.
pub(crate) fn start() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for connection in listener.incoming().map_while(Result::ok) {
            thread::spawn(move || serve(&connection));
        }
    });
    port
}

/// Responds until the connection is closed.
fn serve(connection: &TcpStream) {
    let mut reader = BufReader::new(connection);
    while let Some((line, length)) = read_head(&mut reader) {
        let mut body = vec![0; length];
        if reader.read_exact(&mut body).is_err() || answer(connection, &line).is_none() {
            return;
        }
    }
}

/// The request line, and the length of the body.
fn read_head(reader: &mut impl BufRead) -> Option<(String, usize)> {
    let mut lines = reader.split(b'\n').map_while(Result::ok);
    let first = String::from_utf8_lossy(&lines.next()?).into_owned();
    let mut length = 0;
    for line in lines {
        let line = String::from_utf8_lossy(&line).trim().to_ascii_lowercase();
        if line.is_empty() {
            return Some((first, length));
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    None
}

fn answer(mut connection: &TcpStream, line: &str) -> Option<()> {
    if let Some(milliseconds) = asked(line, "/after/") {
        pause(Duration::from_millis(milliseconds));
    }
    let status = asked(line, "/status/").unwrap_or(200);
    let body = if line.starts_with("HEAD") || status == 304 { "" } else { "fine" };
    let head = format!("HTTP/1.1 {status} As asked\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    connection.write_all(head.as_bytes()).ok()
}

/// The number after a word of the request line.
fn asked(line: &str, word: &str) -> Option<u64> {
    let rest = line.split_once(word)?.1;
    rest.split(|character: char| !character.is_ascii_digit()).next()?.parse().ok()
}
