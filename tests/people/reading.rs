//! How positions are read: all ways in which people and programs write them, one after the other in a conversation, and
//! what is said of those that cannot be read.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use shared::process::{Db, command, run, run_with};

const FAILED: i32 = 1;
const USAGE: i32 = 2;
const BAD_POSITION: i32 = 3;

/// What `query` answers must be in the pipe long before this.
const LONG: Duration = Duration::from_secs(60);

/// A program that answers on standard output and error while its standard input is open.
struct Conversation {
    input: ChildStdin,
    said: mpsc::Receiver<String>,
}

impl Conversation {
    fn begin(command: &mut Command) -> Conversation {
        let (both, writer) = std::io::pipe().unwrap();
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::from(writer.try_clone().unwrap()))
            .stderr(Stdio::from(writer))
            .spawn()
            .unwrap();
        // Or the pipe would not end with the program.
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let input = child.stdin.take().unwrap();
        let (sender, said) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(both).lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
            child.wait().unwrap();
        });
        Conversation { input, said }
    }

    fn types(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).unwrap();
    }

    #[track_caller]
    fn hears(&self, line: &str) {
        assert_eq!(self.said.recv_timeout(LONG).as_deref(), Ok(line));
    }

    #[track_caller]
    fn ends(self) {
        drop(self.input);
        assert_eq!(self.said.recv_timeout(LONG), Err(mpsc::RecvTimeoutError::Disconnected));
    }
}

#[test]
fn every_line_is_answered_while_the_next_one_is_not_written() {
    let db = Db::solved(5, &[]);
    let mut talk = Conversation::begin(&mut command(&["query", "--db", db.text()]));
    talk.types("0-1\n");
    talk.hears("0-1 N");
    // Answers and errors come in the order of the lines.
    talk.types("-\nhello\n0-1,0-2\n\n0-9\n");
    talk.hears("- P");
    talk.hears("retrograph: line 3: 'hello' is not graph6: 41 vertices take 138 characters, but there are 5");
    talk.hears("0-1,0-2 P");
    talk.hears("retrograph: line 6: '0-9' is not an edge between two different vertices of 0..4");
    // Half a line is no reason to keep the answers before it.
    talk.types("0-3\n0-");
    talk.hears("0-3 N");
    talk.types("4\nDQ");
    talk.hears("0-4 N");
    talk.types("c");
    drop(talk.input);
    assert_eq!(talk.said.recv_timeout(LONG).as_deref(), Ok("DQc N"));

    let mut talk = Conversation::begin(&mut command(&["query", "--db", db.text(), "--json"]));
    for edge in ["0-1", "2-3", "1-4"] {
        talk.types(&format!("{edge}\n"));
        let answer = talk.said.recv_timeout(LONG).unwrap();
        assert!(answer.contains("\"value\":\"N\""), "{answer}");
    }
    talk.ends();
}

#[test]
fn a_game_is_a_conversation() {
    let db = Db::solved(5, &[]);
    let mut talk = Conversation::begin(&mut command(&["play", "--db", db.text(), "--board", "matrix"]));
    talk.types("0–9\n");
    let mut said = String::new();
    while !said.contains("0-9 is not an edge") {
        said = talk.said.recv_timeout(LONG).unwrap();
    }
    talk.types("quit\n");
    talk.ends();
}

#[test]
fn a_position_may_be_written_in_every_usual_way() {
    let db = Db::solved(5, &[]);
    // 0-1, 1-2, 3-4: what is repeated is one line, without what surrounds it.
    let mut input = Vec::new();
    let mut expected = String::new();
    for (text, line) in [
        ("DgC", "DgC"),
        ("\u{feff}DgC\r", "DgC"),
        (" >>graph6<<DgC ", "DgC"),
        ("\u{feff}>>graph6<<DgC", "DgC"),
        (":Da[N", ":Da[N"),
        (">>sparse6<<:Da[N\r", ":Da[N"),
        ("0-1,1-2,3-4", "0-1,1-2,3-4"),
        ("0–1, 1–2, 3–4", "0–1, 1–2, 3–4"),
        ("0 − 1,\t1 − 2,  4 − 3", "0 − 1, 1 − 2, 4 − 3"),
        ("[(0, 1), (1, 2), (3, 4)]", "[(0, 1), (1, 2), (3, 4)]"),
        ("0-1 1-2 3-4", "0-1 1-2 3-4"),
        ("1. 0-1 1-2 2. 3-4", "1. 0-1 1-2 2. 3-4"),
        ("{(0,1),(1,2),(3,4)}", "{(0,1),(1,2),(3,4)}"),
        ("0,1;1,2;3,4", "0,1;1,2;3,4"),
        ("0 1, 1 2, 3 4", "0 1, 1 2, 3 4"),
    ] {
        let answer = db.run("query", &["--", text]).done();
        assert_eq!(answer, format!("{line} N\n"), "{text:?}");
        for command in ["moves", "draw"] {
            let [plain, other] = ["DgC", text].map(|text| db.run(command, &["--", text]).done());
            assert_eq!(plain, other, "{command} {text:?}");
        }
        input.extend(format!("{text}\n").bytes());
        expected += &format!("{line} N\n");
    }
    assert_eq!(db.query(input, &[]).done(), expected);
    // Where it is not clear which numbers are a pair, a list that is clear is shown.
    let refused = db.run("query", &["0 1 1 2"]).refused(BAD_POSITION);
    assert!(
        refused.contains("'0 1 1 2' is not an edge, or a list of edges such as 0-1,1-2"),
        "{refused}"
    );
    // An argument with ends of lines.
    for text in ["DgC\n", "\n>>graph6<<DgC\r\n\r\n"] {
        assert_eq!(db.run("query", &[text]).done(), "DgC N\n", "{text:?}");
    }
    assert_eq!(db.run("query", &["0-1,\n1-2,\r\n3-4\n"]).done(), "0-1, 1-2, 3-4 N\n");
    assert_eq!(db.run("moves", &[]).done(), db.run("moves", &["[]"]).done());
    assert!(db.run("moves", &[]).done().starts_with("D??: 0 edges, P, "));
}

#[test]
fn so_may_a_position_of_two_colours() {
    let db = Db::unborn();
    assert_eq!(db.solve_game("ramsey-lose:K3", 4, &[]).code, Some(0));
    let plain = db.run("query", &["--json", "red:0-1,2-3 green:1-2"]).done();
    for (text, line) in [
        ("red:0–1, 2–3 green: 1–2", "red:0–1, 2–3 green: 1–2"),
        ("green:1-2\nred:0-1,2-3\n", "green:1-2 red:0-1,2-3"),
        (
            "red:[(0, 1), (2, 3)] green:[(1, 2)]",
            "red:[(0, 1), (2, 3)] green:[(1, 2)]",
        ),
        ("\u{feff}C`\tCG\r\n", "C` CG"),
    ] {
        assert_eq!(db.run("query", &["--json", text]).done(), plain, "{text:?}");
        let answer = db.run("query", &[text]).done();
        let value = answer.strip_prefix(line).expect(&answer);
        assert!(
            value.starts_with(" T ") && answer.lines().count() == 1,
            "{text:?}: {answer}"
        );
    }
}

#[test]
fn a_proof_answers_on_one_line_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (avoidance, maker) = (path("a.proof"), path("m.proof"));
    run(&["prove", "triangle", "-n", "5", "--proof", &avoidance]).done();
    run(&["prove", "maker-breaker:connected", "-n", "4", "--proof", &maker]).done();
    for proof in [&avoidance, &maker] {
        let plain = run(&["query", "--proof", proof, "0-1,2-3"]).done();
        let value = plain.strip_prefix("0-1,2-3 ").unwrap();
        for (text, line) in [
            ("0-1,2-3\n", "0-1,2-3"),
            ("0–1, 2–3", "0–1, 2–3"),
            ("0-1,\r\n2-3", "0-1, 2-3"),
        ] {
            assert_eq!(
                run(&["query", "--proof", proof, text]).done(),
                format!("{line} {value}")
            );
        }
        assert_eq!(
            run_with(&["query", "--proof", proof], "\u{feff}0-1,2-3\r\n").done(),
            plain
        );
    }
}

#[test]
fn forbidden_graphs_and_boards_are_read_as_positions_are() {
    let said = |args: &[&str]| run(&[&["solve"], args, &["-n", "5", "--explain"]].concat()).done();
    let triangle = said(&["triangle"]);
    for name in [
        "avoid:>>graph6<<Bw",
        "avoid:Bw\r",
        "\u{feff}avoid:Bw\r\n",
        "avoid::BcN",
        "triangle\r\n",
    ] {
        assert_eq!(said(&[name]), triangle, "{name:?}");
    }
    let board = said(&["ramsey-lose:P4", "--board", "DQc"]);
    for text in [">>graph6<<DQc", "DQc\r\n", "\u{feff}DQc", ":DgH_~"] {
        assert_eq!(said(&["ramsey-lose:P4", "--board", text]), board, "{text:?}");
    }
    let red = said(&["ramsey-lose:P4", "--red", "0-1,2-3"]);
    for text in ["0–1, 2–3", "[(0, 1), (2, 3)]"] {
        assert_eq!(said(&["ramsey-lose:P4", "--red", text]), red, "{text:?}");
    }
    let prove = |board: &str| run(&["prove", "maker-breaker:connected", "--board", board]).done();
    for text in [">>graph6<<Dhc", "Dhc\r", "\u{feff}Dhc\n"] {
        assert_eq!(prove(text), prove("Dhc"), "{text:?}");
    }
    for name in ["maker-breaker:contains:>>graph6<<Bw", "maker-breaker:contains:Bw\r"] {
        let proved = |name: &str| run(&["prove", name, "-n", "5"]).done();
        assert_eq!(proved(name), proved("maker-breaker:contains:Bw"), "{name:?}");
    }
}

#[test]
fn other_formats_are_named_with_what_turns_them_into_graph6() {
    let db = Db::solved(5, &[]);
    for (text, parts) in [
        ("&DI?A_o?", &["digraph6, a directed graph"][..]),
        (">>digraph6<<&DI?A_o?", &["digraph6"]),
        (";Dn", &["incremental sparse6", "copyg -g"]),
        (">>planar_code<<", &["planar_code", "plantri -g"]),
        (":D!", &["not sparse6"]),
        (":Dn~~", &["not sparse6"]),
        (":D@", &["'0-0' is not an edge"]),
        (":E", &["6 vertices", "played on 5"]),
    ] {
        for command in ["query", "moves", "draw"] {
            let sentence = db.run(command, &["--", text]).refused(BAD_POSITION);
            assert!(
                parts.iter().all(|part| sentence.contains(part)),
                "{command}: {sentence}"
            );
        }
    }
    let drawn = run(&["draw", ":DgH_~"]).done();
    assert_eq!(drawn, run(&["draw", "DQc"]).done());
    assert!(run(&["draw", "&AG"]).refused(BAD_POSITION).contains("digraph6"));
    // A file in place of a position.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("g.g6");
    fs::write(&file, "DQc\n").unwrap();
    let file = file.to_str().unwrap();
    let sentence = db.run("query", &[file]).refused(BAD_POSITION);
    assert!(sentence.ends_with(&format!("--from {file}")), "{sentence}");
    for command in ["moves", "draw"] {
        let sentence = db.run(command, &[file]).refused(BAD_POSITION);
        assert!(
            sentence.contains("is a file") && sentence.contains("one position"),
            "{sentence}"
        );
    }
}

#[test]
fn files_of_positions_are_read_in_their_order() {
    let db = Db::solved(5, &[]);
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (first, second) = (file("a.g6", "DQc\n-\n"), file("b.g6", "-\nE???\n0-1\n"));
    let ran = db.run("query", &["--from", &second, &first]);
    assert_eq!(ran.out, db.query("-\n0-1\nDQc\n-\n", &[]).done());
    assert_eq!(ran.code, Some(BAD_POSITION));
    assert!(
        ran.err.starts_with(&format!("retrograph: {second}, line 2: ")),
        "{}",
        ran.err
    );
    // A wrong name is found before the first answer.
    let missing = db.run("query", &["--from", &first, "nowhere.g6"]);
    assert_eq!((missing.code, missing.out.as_str()), (Some(FAILED), ""));
    assert!(missing.err.contains("nowhere.g6"), "{}", missing.err);
}

#[test]
fn a_stream_that_is_no_text_is_named_once() {
    let db = Db::solved(5, &[]);
    let utf16: Vec<u8> = "\u{feff}DQc\nD??\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let noise: Vec<u8> = (0..100_000u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let with = |start: &[u8]| [start, &noise].concat();
    for (input, name) in [
        (utf16.clone(), "UTF-16"),
        (utf16[2..].to_vec(), "encoding"),
        (with(b"\x1f\x8b\x08\0\n"), "gzip"),
        (with(b"\xfd7zXZ\0"), "xz"),
        (with(b"\x28\xb5\x2f\xfd"), "zstd"),
        (with(b"PAR1"), "Parquet"),
        (with(b"\x7fELF"), "not text"),
        (with(b">>planar_code<<"), "planar_code"),
    ] {
        let sentence = db.query(input, &[]).refused(BAD_POSITION);
        assert!(sentence.contains(name) && sentence.is_ascii(), "{name}: {sentence}");
    }
    // The mark of UTF-8 is no part of the first position, and a header may have its own line.
    for input in [
        "\u{feff}DQc\nD??\n",
        ">>graph6<<\nDQc\nD??",
        "\u{feff}\r\nDQc\r\nD??\r\n",
    ] {
        assert_eq!(db.query(input, &[]).done(), "DQc N\nD?? P\n", "{input:?}");
    }
    // Later bytes are a bad line, and are not printed.
    let ran = db.query(b"DQc\n\xff\xfe\x1b[2J\nD??\n".to_vec(), &[]);
    assert_eq!(ran.out, "DQc N\nD?? P\n");
    assert_eq!(ran.err, "retrograph: line 2: the line is not text in UTF-8\n");
    assert_eq!(ran.code, Some(BAD_POSITION));
}

#[test]
fn what_is_too_large_is_measured_and_not_repeated() {
    let db = Db::solved(8, &[]);
    let large = format!("~?@?{}", "?".repeat(336));
    for command in ["query", "moves"] {
        let sentence = db.run(command, &[&large]).refused(BAD_POSITION);
        assert!(
            sentence.ends_with("has 64 vertices, but this game is played on 8"),
            "{sentence}"
        );
        assert!(sentence.len() < 160, "{sentence}");
    }
    let sentence = run(&["draw", &large]).refused(BAD_POSITION);
    assert!(
        sentence.ends_with("has 64 vertices; at most 32 are supported"),
        "{sentence}"
    );
}

#[test]
fn nothing_that_is_typed_commands_the_terminal() {
    let db = Db::solved(5, &[]);
    let strange = "\u{1b}[2J\u{7}x\u{202e}";
    let said = run_with(
        &["play", "--db", db.text(), "--board", "matrix"],
        format!("{strange}\n0-1\u{85}\n"),
    )
    .done();
    assert!(said.contains("\\u{1b}[2J\\u{7}x\\u{202e}"), "{said:?}");
    assert!(said.chars().all(|c| c == '\n' || !c.is_control()), "{said:?}");
    for command in ["query", "moves", "draw"] {
        let sentence = db.run(command, &["--", strange]).refused(BAD_POSITION);
        assert!(!sentence.contains(char::is_control), "{sentence:?}");
    }
}

#[test]
fn the_side_has_one_name_against_databases_and_proofs() {
    let db = Db::solved(5, &[]);
    let play = |db: &Db, options: &[&str]| run_with(&[&["play", "--db", db.text()], options].concat(), "quit\n");
    let second = play(&db, &["--second"]).done();
    assert!(second.contains("you move second"), "{second}");
    assert_eq!(play(&db, &["--as", "second"]).done(), second);
    assert_eq!(play(&db, &["--as", "First"]).done(), play(&db, &[]).done());
    assert!(play(&db, &["--as", "red"]).refused(USAGE).contains("first or second"));
    let sim = Db::unborn();
    assert_eq!(sim.solve_game("ramsey-lose:K3", 4, &[]).code, Some(0));
    assert_eq!(play(&sim, &["--as", "green"]).done(), play(&sim, &["--second"]).done());
}

#[test]
fn several_databases_are_named_alike_everywhere() {
    let (one, two) = (Db::solved(4, &[]), Db::solved(5, &[]));
    let plot = |name: &str, folders: &[&str]| {
        let file = one.root().join(name);
        let file = file.to_str().unwrap();
        run(&[&["stats", "--plot", file], folders].concat()).done();
        fs::read(file).unwrap()
    };
    assert_eq!(
        plot("a.svg", &["--db", one.text(), two.text()]),
        plot("b.svg", &["--db", one.text(), "--db", two.text()])
    );
    let sentence = run(&["stats", "--db", one.text(), two.text()]).refused(USAGE);
    assert!(sentence.contains("--plot"), "{sentence}");
}
