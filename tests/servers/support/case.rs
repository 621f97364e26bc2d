//! Requests with known content, and a client that sends exactly these bytes.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpStream},
    sync::mpsc::channel,
    time::{Duration, SystemTime},
};

/// A request, and the expected content of its line.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The first line, without its line break.
    pub(crate) line: Vec<u8>,
    headers: Vec<u8>,
    body: Vec<u8>,
    /// Whether it is sent to `::1`.
    sixth: bool,
    /// The minimum time from its first bytes to the response.
    pub(crate) delay: Duration,
    /// How long the client waits after the first line.
    hesitation: Duration,
    pub(crate) client: String,
    pub(crate) status: u16,
    pub(crate) user: Vec<u8>,
    pub(crate) host: String,
    sends_host: bool,
    /// The user agent, if there is one.
    pub(crate) agent: Vec<u8>,
    /// Whether it is not HTTP: then the server closes the connection, or the client shuts down its side.
    pub(crate) garbage: bool,
    /// Whether the client disconnects before the response.
    abandons: bool,
}

/// A case that was sent, with the instants before and after.
#[derive(Debug)]
pub(crate) struct Sent {
    pub(crate) case: Case,
    pub(crate) before: i64,
    pub(crate) after: i64,
}

pub(crate) fn case(line: impl AsRef<[u8]>) -> Case {
    Case {
        line: line.as_ref().to_vec(),
        headers: Vec::new(),
        body: Vec::new(),
        sixth: false,
        delay: Duration::ZERO,
        hesitation: Duration::ZERO,
        client: "127.0.0.1".to_owned(),
        status: 200,
        user: Vec::new(),
        host: "shop.example".to_owned(),
        sends_host: true,
        agent: Vec::new(),
        garbage: false,
        abandons: false,
    }
}

pub(crate) fn get(path: impl AsRef<[u8]>) -> Case {
    case([b"GET ", path.as_ref(), b" HTTP/1.1"].concat())
}

impl Case {
    pub(crate) fn status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    pub(crate) fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.headers.extend([name.as_bytes(), b": ", value.as_ref(), b"\r\n"].concat());
        self
    }

    /// Sets the user agent.
    fn agent(self, agent: impl AsRef<[u8]>) -> Self {
        Self { agent: agent.as_ref().to_vec(), ..self }.header("User-Agent", agent)
    }

    /// Sets the user, with the password `secret`.
    pub(crate) fn user(self, user: impl AsRef<[u8]>) -> Self {
        let secret = base64(&[user.as_ref(), b":secret"].concat());
        Self { user: user.as_ref().to_vec(), ..self }.header("Authorization", format!("Basic {secret}"))
    }

    /// Sets the client that a proxy forwards for.
    pub(crate) fn forwarded(self, client: &str) -> Self {
        Self { client: client.to_owned(), ..self }.header("X-Forwarded-For", client)
    }

    pub(crate) fn host(self, host: &str) -> Self {
        Self { host: host.to_owned(), ..self }
    }

    pub(crate) fn sixth(self) -> Self {
        Self { sixth: true, client: "::1".to_owned(), ..self }
    }

    /// Without a host header, as from old clients: it goes to the first host.
    pub(crate) fn without_host(self) -> Self {
        Self { sends_host: false, ..self }
    }

    /// Answered by the origin no sooner than after this many milliseconds.
    pub(crate) fn delay(self, milliseconds: u64) -> Self {
        Self { delay: self.delay + Duration::from_millis(milliseconds), ..self }
    }

    /// Sent in two pieces, with this many milliseconds after the first line.
    pub(crate) fn hesitating(self, milliseconds: u64) -> Self {
        Self { hesitation: Duration::from_millis(milliseconds), ..self.delay(milliseconds) }
    }

    /// Logged without the client.
    pub(crate) fn unnamed(self) -> Self {
        Self { client: String::new(), ..self }
    }

    /// Abandoned before the response.
    pub(crate) fn abandoned(self) -> Self {
        Self { abandons: true, ..self }
    }

    /// Bytes of another protocol.
    pub(crate) fn garbage(self) -> Self {
        Self { garbage: true, status: 400, ..self }
    }

    pub(crate) fn body(self, body: &str) -> Self {
        let with = self.header("Content-Length", body.len().to_string());
        Self { body: body.as_bytes().to_vec(), ..with }
    }

    /// Everything after the first line.
    fn rest(&self) -> Vec<u8> {
        let host = format!("Host: {}\r\n", self.host);
        let host = if self.sends_host { host.as_bytes() } else { b"" };
        [host, &self.headers, b"\r\n", &self.body].concat()
    }

    /// Writes it as its client does.
    fn write(&self, connection: &mut TcpStream) {
        if self.garbage {
            connection.write_all(&self.line).expect("bytes are sent");
            let _ = connection.shutdown(Shutdown::Write);
            return;
        }
        let line = [&self.line, &b"\r\n"[..]].concat();
        if self.hesitation.is_zero() {
            connection.write_all(&[line, self.rest()].concat()).expect("a request is sent");
        } else {
            connection.write_all(&line).expect("a line is sent");
            pause(self.hesitation);
            connection.write_all(&self.rest()).expect("the rest is sent");
        }
    }

    /// Sends it on its own connection and reads the whole response.
    pub(crate) fn send(mut self, port: u16) -> Sent {
        if !self.garbage {
            self = self.header("Connection", "close");
        }
        // A server that accepts a connection may read the request at once, with one reading of its clock.
        let before = now();
        let mut connection = connect(if self.sixth { "::1" } else { "127.0.0.1" }, port);
        self.write(&mut connection);
        if self.abandons {
            drop(connection);
            // The server notices later, at an unknown time.
            return Sent { before, after: now() + 20_000_000, case: self };
        }
        let mut answer = Vec::new();
        let read = connection.read_to_end(&mut answer);
        assert!(self.garbage || read.is_ok(), "{read:?}");
        Sent { before, after: now(), case: self.check(&answer) }
    }

    /// Sends it on a persistent connection that was idle until an instant.
    fn send_on(self, connection: &mut TcpStream, before: i64) -> Sent {
        self.write(connection);
        let mut answer = Vec::new();
        let mut byte = [0];
        while !answer.ends_with(b"fine") {
            connection.read_exact(&mut byte).expect("an answer");
            answer.push(byte[0]);
        }
        Sent { before, after: now(), case: self.check(&answer) }
    }

    /// Checks the status that the client received; if it differs, the case is wrong, not the log.
    fn check(self, answer: &[u8]) -> Self {
        let text = String::from_utf8_lossy(answer).into_owned();
        let status = text.split(' ').nth(1).and_then(|word| word.parse().ok());
        assert!(self.garbage || status == Some(self.status), "{self:?} is answered {text}");
        self
    }
}

fn connect(host: &str, port: u16) -> TcpStream {
    let connection = TcpStream::connect((host, port)).expect("a connection");
    connection.set_nodelay(true).expect("no delay");
    connection.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    connection
}

/// Waits, by receiving on a channel on which nothing is sent.
pub(crate) fn pause(time: Duration) {
    let (_sender, receiver) = channel::<()>();
    let _ = receiver.recv_timeout(time);
}

/// Microseconds since 1970, by the clock that the servers also use.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a time after 1970");
    i64::try_from(since.as_micros()).expect("a time in range")
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |chunk: &[u8]| {
        let bits = (0..3).fold(0_u32, |bits, index| bits << 8 | u32::from(*chunk.get(index).unwrap_or(&0)));
        let letter = |index: usize| char::from(LETTERS[(bits >> (18 - 6 * index)) as usize & 63]);
        (0..4).map(move |index| if index <= chunk.len() { letter(index) } else { '=' }).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

/// Requests that every server accepts, with content that is difficult to parse.
pub(crate) fn usual() -> Vec<Case> {
    let agent = b"Mozilla/5.0 (X11; \"quoted\" \\ back\\\\slash \xc3\xa9 \\x22)";
    vec![
        get("/plain"),
        get("/search?q=caf%C3%A9&page=2").agent("curl/8.5.0"),
        get("/a/b.c;d=e/~f?x=[1]&y={2}").header("Referer", "https://shop.example/?q=\"a b\"&r=[1/Jan]"),
        get("/agent").agent(agent).header("Referer", "\"\\"),
        get("/empty").header("User-Agent", "").header("Referer", "-"),
        get("/status/404").status(404),
        get("/status/429").status(429),
        get("/status/503?a=b").status(503),
        case("POST /form HTTP/1.1").body("a=1&b=\"2\""),
        case("HEAD /head HTTP/1.1"),
        case("GET /old HTTP/1.0").without_host(),
        get("/other").host("other.example"),
        get("/sixth").sixth(),
        get("/long/".to_owned() + &"x".repeat(3_000)),
        get("/hesitating").hesitating(250),
        get("/after/300").delay(300),
        get("/after/1200").delay(1_200),
    ]
}

/// Sends cases in sequence, and then two on a persistent connection, with a pause between.
pub(crate) fn send_all(cases: Vec<Case>, port: u16) -> Vec<Sent> {
    let mut sent: Vec<Sent> = cases.into_iter().map(|case| case.send(port)).collect();
    let before = now();
    let mut connection = connect("127.0.0.1", port);
    sent.push(get("/kept/1").send_on(&mut connection, before));
    pause(Duration::from_millis(150));
    sent.push(get("/kept/after/300").delay(300).send_on(&mut connection, now()));
    sent
}
