//! A server started as a user starts it, and clients of it that speak HTTP by hand.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::process::{Db, Ran, command, send};

/// `retrograph serve` on a port of its own; killed when dropped.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    /// What it said when it began to listen.
    pub said: String,
}

/// What a client got.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    /// Lines of the head after the first.
    pub head: String,
    pub body: String,
}

impl Server {
    pub fn of(databases: &[&Db]) -> Server {
        let mut args = vec!["serve", "--port", "0", "--db"];
        args.extend(databases.iter().map(|db| db.text()));
        Server::start(&args)
    }

    pub fn start(args: &[&str]) -> Server {
        Server::of_command(command(args))
    }

    /// Of a command that becomes a server.
    pub fn of_command(mut command: Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut said)
            .unwrap();
        let (_, rest) = said.split_once("http://").expect(&said);
        let address = rest.split_once('/').unwrap().0.parse().unwrap();
        Server { child, address, said }
    }

    /// Its process id.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// What `GET path` gives; the path is sent as it is.
    pub fn get(&self, path: &str) -> Response {
        self.ask(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes())
    }

    /// The response to bytes that are a whole request, on a connection of its own.
    pub fn ask(&self, request: &[u8]) -> Response {
        let mut stream = self.connect();
        // A server that answers before it has read everything may close the connection.
        let _ = stream.write_all(request);
        Response::read(&mut stream)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
    }

    /// Sends a signal and gives the exit code.
    pub fn end(mut self, signal: i32) -> Option<i32> {
        send(signal, &self.child);
        self.child.wait().unwrap().code()
    }

    pub fn send(&self, signal: i32) {
        send(signal, &self.child);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Response {
    /// Of a connection that ends after it.
    pub fn read(stream: &mut TcpStream) -> Response {
        let mut bytes = Vec::new();
        // Whatever came before a reset counts.
        let mut buffer = [0; 1 << 16];
        let end = loop {
            match stream.read(&mut buffer) {
                Ok(length @ 1..) => bytes.extend_from_slice(&buffer[..length]),
                // A read with a timeout is interrupted when the process is stopped for a moment.
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                end => break end,
            }
        };
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text
            .split_once("\r\n\r\n")
            .unwrap_or_else(|| panic!("no head in {text:?}, which ended with {end:?}"));
        let (first, head) = head.split_once("\r\n").unwrap_or((head, ""));
        Response {
            status: first.split(' ').nth(1).unwrap().parse().unwrap(),
            head: head.to_lowercase(),
            body: body.to_string(),
        }
    }

    /// Of a connection that stays: the head says how long the body is.
    pub fn read_one(stream: &mut TcpStream) -> Response {
        let mut bytes = Vec::new();
        while !bytes.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            bytes.extend_from_slice(&byte);
        }
        let whole = String::from_utf8(bytes).unwrap();
        let (first, head) = whole.split_once("\r\n").unwrap();
        let head = head.to_lowercase();
        let (_, length) = head.split_once("content-length: ").expect(&head);
        let mut body = vec![0; length.split("\r\n").next().unwrap().parse().unwrap()];
        stream.read_exact(&mut body).unwrap();
        Response {
            status: first.split(' ').nth(1).unwrap().parse().unwrap(),
            head,
            body: String::from_utf8(body).unwrap(),
        }
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        assert!(self.head.contains("content-type: application/json"), "{}", self.head);
        serde_json::from_str(&self.body).expect(&self.body)
    }

    /// The JSON of an answer.
    #[track_caller]
    pub fn answer(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.body);
        self.json()
    }
}

/// Runs a server that gets SIGINT as soon as it says where it listens, unless it ends before that.
pub fn until_it_listens(mut command: Command) -> Ran {
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut said = String::new();
    if out.read_line(&mut said).unwrap() > 0 {
        send(libc::SIGINT, &child);
    }
    out.read_to_string(&mut said).unwrap();
    let ran = Ran::of(child.wait_with_output().unwrap());
    Ran { out: said, ..ran }
}

/// For the query of an address.
pub fn encoded(text: &str) -> String {
    let encode = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(encode).collect()
}

/// A database of this game in memory.
pub fn solved(game: &str, n: u32, options: &[&str]) -> Db {
    let db = Db::in_memory();
    db.solve_game(game, n, options).solved();
    db
}
