//! `retrograph serve` and clients that are many, slow, hostile or strangers; and its end.

use std::io::{ErrorKind, Read, Write};

use retrograph_referee::rng::SplitMix64;
use serde_json::Value;
use shared::process::{graph6, random_game, run};
use shared::schema::Api;
use shared::server::{Server, encoded, solved};

#[test]
fn monstrous_requests_are_refused_and_others_served() {
    let db = solved("triangle", 5, &[]);
    let server = Server::of(&[&db]);
    let address = format!("/api/databases/db/value?position={}", "?".repeat(10_000));
    let response = server.get(&address);
    assert_eq!(
        (response.status, response.json()["error"]["code"].as_str()),
        (414, Some("too_long"))
    );
    for length in [50_000, 1_000_000] {
        let status = server.get(&format!("/{}", "a".repeat(length))).status;
        assert!([414, 431].contains(&status), "{status}");
        let header = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "a".repeat(length));
        assert_eq!(server.ask(header.as_bytes()).status, 431);
    }
    let many = format!("GET / HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "X: y\r\n".repeat(2_000));
    assert_eq!(server.ask(many.as_bytes()).status, 431);
    // A body that nobody reads.
    let mut request =
        b"GET /api/databases HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000000\r\nConnection: close\r\n\r\n"
            .to_vec();
    request.resize(request.len() + 50_000_000, b'x');
    assert_eq!(server.ask(&request).status, 200);
    for nonsense in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01"[..],
        b"HELLO\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
    ] {
        let mut stream = server.connect();
        stream.write_all(nonsense).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let text = String::from_utf8_lossy(&answer);
        assert!(text.is_empty() || text.starts_with("HTTP/1.1 4"), "{nonsense:?} {text}");
    }
    assert_eq!(server.get("/api/databases").status, 200);
}

#[test]
fn slow_clients_are_hung_up_on_and_keep_nobody_waiting() {
    let db = solved("triangle", 5, &[]);
    let server = Server::of(&[&db]);
    let mut slow: Vec<_> = (0..100).map(|_| server.connect()).collect();
    for (i, stream) in slow.iter_mut().enumerate() {
        stream
            .write_all(&b"GET /api/databases HTTP/1.1\r\nHost: localhost\r\n"[..i % 40])
            .unwrap();
    }
    let everybody_else = server.get("/api/databases/db/value?position=-");
    assert_eq!(everybody_else.status, 200);
    for mut stream in slow {
        // The end of the stream, perhaps after a word about it; a time-out of the read would be an error.
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
}

#[test]
fn a_thousand_connections_at_a_time_are_all_answered() {
    let db = solved("triangle", 6, &[]);
    let server = Server::of(&[&db]);
    rlimit::increase_nofile_limit(4_096).unwrap();
    let mut rng = SplitMix64::new(5);
    let positions: Vec<_> = (0..20).flat_map(|_| random_game(6, &mut rng)).collect();
    let input: Vec<String> = positions.iter().map(|position| graph6(position)).collect();
    let queried = db.query(input.join("\n"), &["--json"]).done();
    let queried: Vec<Value> = queried
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut clients: Vec<_> = (0..1_000).map(|_| server.connect()).collect();
    for round in 0..2 {
        for (i, client) in clients.iter_mut().enumerate() {
            let text = encoded(&input[(i + round) % input.len()]);
            let request = format!("GET /api/databases/db/value?position={text} HTTP/1.1\r\nHost: localhost\r\n\r\n");
            client.write_all(request.as_bytes()).unwrap();
        }
        for (i, client) in clients.iter_mut().enumerate() {
            let expected = serde_json::to_string(&queried[(i + round) % input.len()]).unwrap();
            let mut text = String::new();
            let mut buffer = [0; 4_096];
            while !text.ends_with('}') {
                let length = client.read(&mut buffer).unwrap();
                assert!(length > 0, "{text}");
                text += std::str::from_utf8(&buffer[..length]).unwrap();
            }
            let (_, body) = text.split_once("\r\n\r\n").unwrap();
            let (body, expected): (Value, Value) = (
                serde_json::from_str(body).unwrap(),
                serde_json::from_str(&expected).unwrap(),
            );
            assert_eq!(body, expected);
        }
    }
}

#[test]
fn signals_end_it_with_what_is_under_way_answered() {
    let db = solved("triangle", 5, &[]);
    for signal in [libc::SIGINT, libc::SIGTERM] {
        let server = Server::of(&[&db]);
        // An idle connection does not keep it.
        let mut idle = server.connect();
        idle.write_all(b"GET /api/databases HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .unwrap();
        assert!(idle.read(&mut [0; 1_024]).unwrap() > 0);
        assert_eq!(server.end(signal), Some(0));
    }
    // A second signal does not wait for a client that has not said all.
    let server = Server::of(&[&db]);
    let mut slow = server.connect();
    slow.write_all(b"GET /api/databases HTTP/1.1\r\nHost:").unwrap();
    server.send(libc::SIGTERM);
    assert_eq!(server.end(libc::SIGINT), Some(0));
}

/// The status of a request whose head has these lines.
fn status_with(server: &Server, version: &str, lines: &str) -> u16 {
    let request = format!("GET /api/databases HTTP/{version}\r\n{lines}Connection: close\r\n\r\n");
    let response = server.ask(request.as_bytes());
    if response.status != 200 {
        assert!(!response.body.contains("triangle"), "{}", response.body);
        Api::read().check("/api/databases", 403, &response.json());
    }
    response.status
}

/// A page whose name is made to point to this computer (DNS rebinding) sends its own name.
#[test]
fn requests_that_name_another_host_are_refused() {
    let db = solved("triangle", 5, &[]);
    let server = Server::of(&[&db]);
    let port = server.address.port();
    for (host, status) in [
        ("localhost".to_string(), 200),
        (format!("localhost:{port}"), 200),
        (format!("LOCALHOST:{port}"), 200),
        (format!("triangle.localhost:{port}"), 200),
        (format!("127.0.0.1:{port}"), 200),
        ("127.1.2.3".into(), 200),
        (format!("[::1]:{port}"), 200),
        (format!("evil.example:{port}"), 403),
        ("evil.example".into(), 403),
        ("localhost.evil.example".into(), 403),
        ("127.0.0.1.evil.example".into(), 403),
        ("192.168.0.7".into(), 403),
        (String::new(), 403),
    ] {
        let lines = format!("Host: {host}\r\n");
        assert_eq!(status_with(&server, "1.1", &lines), status, "{host}");
    }
    assert_eq!(status_with(&server, "1.0", ""), 200);
    assert_eq!(
        status_with(&server, "1.1", "Host: localhost\r\nHost: evil.example\r\n"),
        403
    );
    // A page of a stranger that asks under our own name.
    for (origin, status) in [
        (format!("http://localhost:{port}"), 200),
        ("https://evil.example".into(), 403),
        ("null".into(), 403),
    ] {
        let lines = format!("Host: localhost\r\nOrigin: {origin}\r\n");
        assert_eq!(status_with(&server, "1.1", &lines), status, "{origin}");
    }
    let refused = server.ask(b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    let error = &refused.json()["error"];
    assert_eq!(error["code"], "wrong_host");
    let message = error["message"].as_str().unwrap();
    assert!(
        message.contains("'evil.example'") && message.contains("--host NAME"),
        "{message}"
    );
    let monstrous = format!("Host: {}\r\n", "e".repeat(5_000));
    assert_eq!(status_with(&server, "1.1", &monstrous), 403);
}

#[test]
fn names_given_with_host_are_answered_and_every_name_on_an_address_of_the_network() {
    let db = solved("triangle", 5, &[]);
    let status = |server: &Server, host: &str| status_with(server, "1.1", &format!("Host: {host}\r\n"));
    let base = ["serve", "--port", "0", "--db", db.text()];
    let named = Server::start(&[&base[..], &["--host", "lab.example", "--host", "other"]].concat());
    for (host, expected) in [
        ("lab.example:80", 200),
        ("Other", 200),
        ("localhost", 200),
        ("evil.example", 403),
    ] {
        assert_eq!(status(&named, host), expected, "{host}");
    }
    let open = Server::start(&[&base[..], &["--bind", "0.0.0.0"]].concat());
    assert_eq!(status(&open, "any.example"), 200);
    // What it says can be typed elsewhere: an address of this computer, at which it answers.
    assert!(!open.address.ip().is_unspecified(), "{}", open.said);
    assert_eq!(open.said, format!("http://{}/ shows db\n", open.address));
    let both = Server::start(&[&base[..], &["--bind", "0.0.0.0", "--host", "lab.example"]].concat());
    let named = format!(
        "http://{0}/ or http://lab.example:{1}/ shows db\n",
        both.address,
        both.address.port()
    );
    assert_eq!(both.said, named);
    for (host, expected) in [
        ("lab.example", 200),
        ("192.168.0.7:80", 200),
        ("localhost", 200),
        ("evil.example", 403),
    ] {
        assert_eq!(status(&both, host), expected, "{host}");
    }
    for bad in ["", "a b", "http://x", "x/y"] {
        run(&[&base[..], &["--host", bad]].concat()).usage();
    }
}

/// The clock is a client of another server, which began before the two: it is hung up on after fifteen seconds, and so
/// long an end that waited for them would take at least. They stay until the server is gone.
#[test]
fn a_client_in_the_middle_of_a_request_does_not_delay_the_end() {
    let db = solved("triangle", 5, &[]);
    let other = Server::of(&[&db]);
    for signal in [libc::SIGINT, libc::SIGTERM] {
        let server = Server::of(&[&db]);
        let mut clock = other.connect();
        let mut half = server.connect();
        for client in [&mut clock, &mut half] {
            client.write_all(b"GET /api/databases HTTP/1.1\r\nHost: loc").unwrap();
        }
        // Asks for more than any buffer holds and reads nothing; the first answer has begun.
        let mut deaf = server.connect();
        let request = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(500);
        deaf.write_all(&request).unwrap();
        assert_eq!(deaf.peek(&mut [0]).unwrap(), 1);
        assert_eq!(server.end(signal), Some(0));
        clock.set_nonblocking(true).unwrap();
        let open = clock.read(&mut [0]).map_err(|error| error.kind());
        assert_eq!(open, Err(ErrorKind::WouldBlock), "the end took as long as a client may");
        drop((half, deaf));
    }
}
