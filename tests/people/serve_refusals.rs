//! What `retrograph serve` refuses: bad questions, paths to files, databases and ports that cannot be served.

use std::collections::BTreeSet;
use std::net::TcpListener;

use serde_json::json;
use shared::process;
use shared::process::{Db, run, stand_in_engine};
use shared::schema::Api;
use shared::server::{Server, solved};

use super::serve::{ABOUT, about};

#[test]
fn bad_questions_get_a_status_a_word_and_a_sentence() {
    let db = solved("triangle", 6, &["--down-to", "3"]);
    let server = Server::of(&[&db]);
    let long = "0-1,".repeat(600);
    let cases: &[(&str, &str, &str, u16, &str)] = &[
        ("value", "hello world", "", 400, "bad_position"),
        ("value", "", "", 400, "bad_position"),
        ("value", "E???\0", "", 400, "bad_position"),
        ("value", "F????", "", 400, "bad_position"),
        ("value", "0-6", "", 400, "bad_position"),
        ("value", "0-1,1-0", "", 400, "bad_position"),
        ("value", &long, "", 400, "bad_position"),
        ("value", "0-1,1-2,0-2", "", 422, "illegal_position"),
        ("moves", "0-1,1-2,0-2", "", 422, "illegal_position"),
        ("value", "0-1", "", 404, "not_solved"),
        ("moves", "-", "", 404, "not_solved"),
        ("line", "-", "", 404, "not_solved"),
        ("reply", "-", "", 404, "not_solved"),
        ("value", "-", "&extra=1", 400, "bad_request"),
        ("line", "-", "&side=left", 400, "bad_request"),
        ("reply", "-", "&strength=lazy", 400, "bad_request"),
        ("reply", "-", "&seed=-1", 400, "bad_request"),
        ("move", "-", "", 400, "bad_request"),
        ("move", "-", "&edge=0", 400, "bad_request"),
        ("move", "-", "&edge=0-0", 400, "bad_request"),
        ("move", "-", "&edge=0-1,2-3", 400, "bad_request"),
        ("move", "-", "&edge=0-6", 400, "bad_request"),
        ("move", "-", "&edge=0-99999999999999999999", 400, "bad_request"),
        ("review", "-", "", 400, "bad_request"),
        ("review", "-", "&moves=e4", 400, "bad_request"),
        ("review", "-", "&moves=0-1,", 400, "bad_request"),
        ("review", "-", "&moves=0-1,1-0", 422, "illegal_move"),
        ("review", "0-1,1-2,0-2", "&moves=", 422, "illegal_position"),
        ("exercise", "-", "", 404, "not_solved"),
        ("exercise", "-", "&seed=x", 400, "bad_request"),
    ];
    for (what, position, rest, status, code) in cases {
        let response = about(&server, what, position, rest);
        let error = &response.json()["error"];
        assert_eq!(
            (response.status, error["code"].as_str()),
            (*status, Some(*code)),
            "{what} {position:?} {rest}: {error}"
        );
        assert!(error["message"].as_str().unwrap().len() > 10);
    }
    // Its level is not solved, but its name and moves are known.
    assert_eq!(about(&server, "canonical", "0-1", "").status, 200);
    assert_eq!(about(&server, "move", "0-1", "&edge=1-2").status, 200);
}

#[test]
fn every_refusal_has_one_form() {
    let db = solved("triangle", 6, &["--down-to", "3"]);
    let (server, api) = (Server::of(&[&db]), Api::read());
    let elsewhere = [
        ("/api/databases/none/value?position=-", 404, "no_such_database"),
        ("/api/databases/db/value", 400, "bad_request"),
        ("/api/databases/db/value?position=%FF", 400, "bad_position"),
        ("/api/databases/%FF/value?position=-", 400, "bad_request"),
        ("/api/databases/db/nothing", 404, "not_found"),
        ("/api/nothing/", 404, "not_found"),
        ("/api/databases/db?extra=1", 400, "bad_request"),
        ("/api/databases/db/levels?position=-", 400, "bad_request"),
        ("/api/databases/db/rules?id=", 409, "replaced"),
        (
            "/api/databases/db/value?position=-&id=0123456789abcdef",
            409,
            "replaced",
        ),
        ("/index.html", 404, "not_found"),
    ];
    for (path, status, code) in elsewhere {
        let response = server.get(path);
        // Not every path is described, but every refusal has one form.
        api.check(&format!("{ABOUT}/value"), 404, &response.json());
        assert_eq!(
            (response.status, response.json()["error"]["code"].as_str()),
            (status, Some(code)),
            "{path}"
        );
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "BREW"] {
        let response = server.ask(
            format!("{method} /api/databases HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes(),
        );
        assert_eq!(
            (response.status, response.json()["error"]["code"].as_str()),
            (405, Some("method_not_allowed"))
        );
    }
}

#[test]
fn each_sentence_says_what_to_give() {
    let db = solved("triangle", 6, &["--down-to", "3"]);
    let server = Server::of(&[&db]);
    for (path, sentence) in [
        (
            "value",
            "the parameter 'position' is missing; give it as in ?position=0-1,1-2",
        ),
        (
            "move?position=-",
            "the parameter 'edge' is missing; give it as in ?edge=0-1",
        ),
        (
            "value?position=-&extra=1",
            "this request takes no parameter 'extra'; it takes position and id",
        ),
        (
            "reply?seeds=1",
            "this request takes no parameter 'seeds'; it takes position, side, strength, seed and id",
        ),
        ("value?position=-&position=-", "the parameter 'position' is given twice"),
        ("line?position=-&side=left", "the parameter 'side' must be max or min"),
        (
            "reply?position=-&strength=lazy",
            "the parameter 'strength' must be perfect, casual or beginner",
        ),
        (
            "reply?position=-&seed=-1",
            "the parameter 'seed' must be a whole number from 0 to 18446744073709551615",
        ),
    ] {
        let error = server.get(&format!("/api/databases/db/{path}")).json()["error"].clone();
        assert_eq!(
            (&error["code"], &error["message"]),
            (&json!("bad_request"), &json!(sentence))
        );
    }
    let error = server.get("/api/databases/%FF/value?position=-").json()["error"].clone();
    assert_eq!(error["message"], "the name in the address is not UTF-8");
}

/// The string literals of a text.
fn literals(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').skip(1).step_by(2)
}

/// What stands before the bracket that closes a call.
fn arguments(rest: &str) -> &str {
    let mut open = 0;
    let closing = rest.char_indices().find(|&(_, c)| {
        open += i32::from(c == '(') - i32::from(c == ')');
        open < 0
    });
    closing.map_or(rest, |(at, _)| &rest[..at])
}

/// Every word for programs and every status in the sources is in the description of the API, and no other word is.
#[test]
fn every_code_and_every_status_is_described() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    for folder in ["src/people/serve", "src/solving/oracle", "src/proving/proof/play"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|kind| kind == "rs") {
                sources.push(std::fs::read_to_string(path).unwrap());
            }
        }
    }
    let (mut codes, mut statuses) = (BTreeSet::new(), BTreeSet::from([405, 414, 431]));
    let is_word = |text: &&str| text.len() > 3 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    for source in &sources {
        // Where a refusal is made, its word is the first literal.
        for made in ["ApiError::new(", "Refusal::new(", "Self::new("] {
            let calls = source.split(made).skip(1).map(arguments);
            codes.extend(calls.filter_map(|call| literals(call).next()).filter(is_word));
        }
        if let Some((_, of_moves)) = source.split_once("fn code(&self) -> &'static str {") {
            codes.extend(literals(of_moves.split("\n    }\n").next().unwrap()).filter(is_word));
        }
        for (name, status) in [
            ("BAD_REQUEST", 400),
            ("FORBIDDEN", 403),
            ("NOT_FOUND", 404),
            ("CONFLICT", 409),
            ("UNPROCESSABLE_ENTITY", 422),
            ("INTERNAL_SERVER_ERROR", 500),
            ("SERVICE_UNAVAILABLE", 503),
        ] {
            if source.contains(&format!("StatusCode::{name}")) {
                statuses.insert(status);
            }
        }
        let named = source.matches("StatusCode::").count();
        let known = [
            "METHOD_NOT_ALLOWED",
            "URI_TOO_LONG",
            "BAD_",
            "FORB",
            "NOT_F",
            "CONF",
            "UNPR",
            "INTERNAL",
            "SERVICE",
        ];
        let known = known.map(|name| source.matches(&format!("StatusCode::{name}")).count());
        assert_eq!(
            named,
            known.iter().sum::<usize>(),
            "a status that this test does not know"
        );
    }
    let api = Api::read();
    let said = &api.json()["components"]["schemas"]["ErrorDetail"]["properties"]["code"]["enum"];
    let said: BTreeSet<&str> = said
        .as_array()
        .unwrap()
        .iter()
        .map(|code| code.as_str().unwrap())
        .collect();
    assert_eq!(said, codes);
    let whole = api.json().to_string();
    for code in codes {
        assert!(
            whole.matches(&format!("`{code}`")).count() > 0,
            "{code} is not explained"
        );
    }
    for status in statuses {
        assert!(whole.contains(&format!("\"{status}\":")), "{status} is not described");
    }
}

/// A path with a slash at its end is that of the page, also below a path of a proxy.
#[test]
fn a_slash_too_many_leads_to_the_page() {
    let db = solved("triangle", 5, &[]);
    let server = Server::of(&[&db]);
    for page in ["api", "proof"] {
        let response = server.get(&format!("/{page}/"));
        assert_eq!(response.status, 307);
        assert!(
            response.head.contains(&format!("location: ../{page}\r\n")),
            "{}",
            response.head
        );
    }
}

#[test]
fn no_path_leads_to_a_file() {
    let db = solved("triangle", 5, &[]);
    let server = Server::of(&[&db]);
    let tricks = [
        "/../",
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/js/../../Cargo.toml",
        "/js/..%5c..%5cCargo.toml",
        "//etc/passwd",
        "/api/databases/../../etc/passwd",
        "/api/databases/..%2f..%2f..%2fetc%2fpasswd/levels",
        "/api/databases/%2fetc/levels",
        "/api/databases/./levels",
        "/api/databases/db%00/levels",
        "/api/databases/db/../db/levels",
        "/js/main.js%00",
        "/js/",
        "/.git/config",
        "/retrograph.json",
        "/api/databases/db/retrograph.json",
    ];
    for trick in tricks {
        let response = server.get(trick);
        assert_eq!(response.status, 404, "{trick}: {}", response.body);
        assert!(!response.body.contains("root:"), "{trick}");
    }
    for (address, status) in [
        ("http://localhost/etc/passwd", 404),
        ("http://elsewhere/etc/passwd", 403),
    ] {
        let request = format!("GET {address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assert_eq!(server.ask(request.as_bytes()).status, status, "{address}");
    }
    for (path, kind) in [
        ("/", "text/html"),
        ("/js/main.js", "text/javascript"),
        ("/api/openapi.json", "application/json"),
    ] {
        let response = server.get(path);
        assert_eq!(response.status, 200);
        assert!(
            response.head.contains(kind) && response.head.contains("nosniff"),
            "{}",
            response.head
        );
        assert!(response.head.contains("default-src 'none'"), "{}", response.head);
    }
    // The page loads nothing from another host.
    for path in [
        "/",
        "/api",
        "/style.css",
        "/js/main.js",
        "/js/board.js",
        "/js/panel.js",
        "/js/signs.js",
        "/js/picture.js",
        "/js/charts.js",
        "/js/theme.js",
        "/proof",
        "/js/proof.js",
        "/js/contest.js",
        "/js/shelf.js",
        "/js/refusal.js",
        "/js/learner.js",
        "/js/fame.js",
        "/js/engine.js",
        "/js/program.js",
    ] {
        let body = server.get(path).body.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !body.contains("http://") && !body.contains("https://") && !body.contains("\"//"),
            "{path}"
        );
    }
}

/// The name of a folder may be a command to the terminal.
#[test]
fn names_of_folders_do_not_command_the_terminal() {
    let db = solved("triangle", 5, &[]);
    let hostile = db.root().join("a\u{1b}[2J\nb");
    std::fs::rename(db.path(), &hostile).unwrap();
    let folder = hostile.to_str().unwrap();
    let server = Server::start(&["serve", "--port", "0", "--db", folder]);
    assert!(server.said.ends_with("shows a\\u{1b}[2J\\nb\n"), "{:?}", server.said);
    let out = db.root().join("o\u{1b}[2J\nut");
    let out = out.to_str().unwrap();
    let svg = format!("{out}.svg");
    let all: [&[&str]; 10] = [
        &["info", "--db", folder],
        &["stats", "--db", folder, "--plot", &svg],
        &["report", "--db", folder, "--out", out],
        &["export", "--db", folder, "--out", &format!("{out}-values")],
        &[
            "export",
            "--db",
            folder,
            "--engine",
            stand_in_engine(),
            "--site",
            &format!("{out}-site"),
        ],
        &["solve", "triangle", "-n", "5", "--db", folder, "--verbose"],
        &[
            "solve",
            "triangle",
            "-n",
            "5",
            "--db",
            &format!("{folder}-2"),
            "--verbose",
            "--down-to",
            "2",
        ],
        &["solve", "triangle", "-n", "6", "--db", folder],
        &["info", "--db", &format!("{folder}-2")],
        &["stats", "--db", out],
    ];
    for args in all {
        let ran = run(args);
        let said = ran.out + &ran.err;
        assert!(!said.is_empty() && !said.contains('\u{1b}'), "{args:?}: {said:?}");
        assert!(!said.contains("2J\nb"), "{args:?}: {said:?}");
    }
    // The command that is shown is one that a shell understands.
    let continued = run(&["info", "--db", &format!("{folder}-2")]).out;
    let line = continued.lines().find(|line| line.starts_with("to continue")).unwrap();
    let (_, command) = line.split_once("retrograph ").unwrap();
    let mut shell = std::process::Command::new("bash");
    let ran = shell
        .args(["-c", &format!("\"$0\" {command}"), process::program()])
        .output()
        .unwrap();
    assert!(
        ran.status.success(),
        "{command}: {}",
        String::from_utf8_lossy(&ran.stderr)
    );
    assert!(
        run(&["info", "--db", &format!("{folder}-2")])
            .out
            .contains("all 7 (6 to 0)")
    );
}

#[test]
fn what_cannot_be_served_is_refused_at_once() {
    let db = solved("triangle", 5, &[]);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let refused = run(&["serve", "--db", db.text(), "--port", &port]).refused(1);
    assert_eq!(
        refused,
        format!("127.0.0.1:{port} is in use by another program; choose another --port")
    );
    let refused = run(&["serve", "--db", db.text(), "--port", "0", "--bind", "192.0.2.1"]).refused(1);
    assert!(
        refused.starts_with("192.0.2.1 is not an address of this computer"),
        "{refused}"
    );
    let unborn = Db::unborn();
    let refused = run(&["serve", "--db", db.text(), unborn.text(), "--port", "0"]).refused(5);
    assert!(refused.contains(unborn.text()), "{refused}");
    run(&["serve", "--db", db.text(), "--port", "65536"]).usage();
    for bind in ["nowhere.invalid", "localhost:8080", "127.0.0.1:8080", "", "[localhost]"] {
        run(&["serve", "--db", db.text(), "--bind", bind]).usage();
    }
}
