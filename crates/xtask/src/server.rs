//! A web server for one folder and one person: enough to look at the page.
//!
//! It listens on this machine alone, and lets nothing be kept on the way. The page's own service worker
//! keeps it all the same, as it does for everybody: a browser that has been here shows the build it
//! knows once more while it gets the next.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::thread;

pub(crate) fn serve(folder: &Path, port: u16) -> Result<(), String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        format!("Port {port} cannot be listened on: {error}. `cargo xtask serve --port N` takes another.")
    })?;
    println!("\nRatelab is at http://127.0.0.1:{port}/ until this is stopped with Ctrl+C.");
    for stream in listener.incoming().flatten() {
        let folder = folder.to_path_buf();
        // A browser that goes away in the middle is no concern of the others.
        thread::spawn(move || answer(&folder, stream).ok());
    }
    Ok(())
}

fn answer(folder: &Path, mut stream: TcpStream) -> std::io::Result<()> {
    let mut line = String::new();
    let mut reader = BufReader::new(stream.try_clone()?);
    reader.read_line(&mut line)?;
    // What else is asked for is read, so that closing does not cut off the answer.
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let response = respond(folder, &line);
    write!(
        stream,
        "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n",
        response.status,
        response.kind,
        response.body.len()
    )?;
    if !line.starts_with("HEAD ") {
        stream.write_all(&response.body)?;
    }
    stream.flush()
}

#[derive(Debug, PartialEq)]
struct Response {
    status: &'static str,
    kind: &'static str,
    body: Vec<u8>,
}

impl Response {
    fn refusal(status: &'static str) -> Self {
        Self { status, kind: "text/plain; charset=utf-8", body: status.into() }
    }
}

fn respond(folder: &Path, request: &str) -> Response {
    let mut words = request.split_whitespace();
    if !matches!(words.next(), Some("GET" | "HEAD")) {
        return Response::refusal("405 Method Not Allowed");
    }
    let file = words.next().and_then(|target| file_of(folder, target));
    match file.and_then(|file| Some((kind_of(&file), fs::read(&file).ok()?))) {
        Some((kind, body)) => Response { status: "200 OK", kind, body },
        None => Response::refusal("404 Not Found"),
    }
}

/// The file that a target stands for, if it is in the folder.
fn file_of(folder: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    is_inside.then(|| folder.join(path)).filter(|file| file.is_file())
}

fn kind_of(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn here() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR"))
    }

    fn status(request: &str) -> &'static str {
        respond(&here(), request).status
    }

    #[test]
    fn a_file_of_the_folder_is_served_whatever_stands_behind_its_name() {
        for target in ["/Cargo.toml", "/Cargo.toml?v=1", "/src/main.rs"] {
            assert_eq!(status(&format!("GET {target} HTTP/1.1\r\n")), "200 OK", "{target}");
        }
    }

    #[test]
    fn nothing_outside_the_folder_is() {
        for target in
            ["/../xtask/Cargo.toml", "/../../Cargo.toml", "//etc/passwd", "/src/../Cargo.toml", "etc", ""]
        {
            assert_eq!(status(&format!("GET {target} HTTP/1.1\r\n")), "404 Not Found", "{target}");
        }
    }

    #[test]
    fn what_is_not_asked_for_is_not_done() {
        for request in ["POST / HTTP/1.1\r\n", "DELETE /Cargo.toml HTTP/1.1\r\n", "\r\n", ""] {
            assert_eq!(status(request), "405 Method Not Allowed", "{request:?}");
        }
    }

    #[test]
    fn wasm_has_the_type_without_which_a_browser_does_not_stream_it() {
        assert_eq!(kind_of(Path::new("a/b.wasm")), "application/wasm");
    }
}
