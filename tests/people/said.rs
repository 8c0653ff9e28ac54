//! What commands say to people: who wins, what to type next, names as they were typed, sentences that are grammatical.

use std::fs;
use std::io::Write;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::process::Stdio;

use serde_json::Value;
use shared::process::{Db, Ran, command, run, run_with};
use shared::server::Server;

fn solved(game: &str, n: &str, options: &[&str]) -> (Db, Ran) {
    let db = Db::in_memory();
    let ran = run(&[&["solve", game, "-n", n, "--db", db.text()], options].concat());
    (db, ran)
}

/// Winners: of the triangle game as published; of the others by the judge's brute force, see referee/tests/computed.rs.
#[test]
fn a_solution_ends_with_who_wins_and_the_next_command() {
    let cases: [(&str, &str, &[&str], &str); 12] = [
        (
            "triangle",
            "6",
            &[],
            "The first player wins the triangle avoidance game on 6 vertices.",
        ),
        (
            "triangle",
            "7",
            &[],
            "The second player wins the triangle avoidance game on 7 vertices.",
        ),
        (
            "triangle",
            "6",
            &["--play", "misere"],
            "The second player wins the triangle avoidance game on 6 vertices in misère play.",
        ),
        (
            "triangle",
            "6",
            &["--value", "grundy"],
            "The first player wins the triangle avoidance game on 6 vertices; the Grundy number is 1.",
        ),
        (
            "triangle",
            "6",
            &["--value", "remoteness"],
            "The first player wins the triangle avoidance game on 6 vertices, after 9 moves with best play.",
        ),
        (
            "avoid:C4",
            "5",
            &["--value", "score"],
            "The C4 avoidance game on 5 vertices ends with 6 edges when Max, who wants many, begins, and with 5 when Min begins.",
        ),
        (
            "avoid:P3",
            "2",
            &["--value", "remoteness"],
            "The first player wins the P3 avoidance game on 2 vertices, after 1 move with best play.",
        ),
        (
            "triangle/connected",
            "5",
            &[],
            "The second player wins the connected triangle avoidance game on 5 vertices.",
        ),
        (
            "sim",
            "6",
            &[],
            "The second player (Green) wins Sim on 6 vertices, after 15 moves with best play.",
        ),
        (
            "sim",
            "5",
            &[],
            "Neither player wins Sim on 5 vertices: with best play it is a tie.",
        ),
        (
            "sim-plus",
            "4",
            &[],
            "The second player (Green) wins Sim-plus on 4 vertices, after 4 moves with best play.",
        ),
        (
            "ramsey-achieve:P4/tie-second",
            "5",
            &[],
            "The first player (Red) wins the P4 Ramsey achievement game (tie-second) on 5 vertices, after 5 moves with best play.",
        ),
    ];
    for (game, n, options, winner) in cases {
        let (db, ran) = solved(game, n, options);
        let [said, next] = ran.closing();
        assert_eq!(said, winner);
        let what = if options.contains(&"score") {
            "look at it"
        } else {
            "look at it and play"
        };
        assert_eq!(next, format!("To {what}: retrograph serve --db {}", db.text()));
        assert_eq!(ran.out, format!("{winner}\n"));
    }
}

#[test]
fn without_a_name_the_folder_is_named_after_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let solve = |words: &[&str]| {
        let mut solve = command(&[&["solve"], words].concat());
        Ran::of(solve.current_dir(folder.path()).output().unwrap())
    };
    for (words, name) in [
        (&["avoid:C4", "-n", "5"][..], "avoid-C4-5"),
        (&["sim", "-n", "4"], "sim-4"),
        (&["triangle", "-n", "5", "--play", "misere"], "triangle-5-misere"),
        (&["triangle", "-n", "5", "--value", "grundy"], "triangle-5-grundy"),
        (&["triangle", "-n", "5"], "triangle-5"),
    ] {
        let ran = solve(words);
        assert!(ran.closing()[1].ends_with(&format!("serve --db {name}")), "{ran:?}");
        assert!(
            ran.err
                .starts_with(&format!("retrograph: solving into the folder {name}; ")),
            "{ran:?}"
        );
        let place = folder.path().join(name);
        let content = Db::content_of(&place);
        assert!(content.len() > 3);
        // The same again adds nothing.
        solve(words).closing();
        assert_eq!(Db::content_of(&place), content);
    }
    // Another game in that place is never overwritten, nor is anything else.
    fs::rename(folder.path().join("sim-4"), folder.path().join("triangle-6")).unwrap();
    assert!(
        solve(&["triangle", "-n", "6"])
            .err
            .contains("holds sim on 4 vertices, not triangle on 6")
    );
    fs::write(folder.path().join("triangle-7"), "mine").unwrap();
    assert_eq!(solve(&["triangle", "-n", "7"]).code, Some(5));
    assert_eq!(fs::read(folder.path().join("triangle-7")).unwrap(), b"mine");
    // Nothing is made where nothing is solved.
    let ran = solve(&["triangle", "-n", "8", "--explain"]);
    assert!(ran.code == Some(0) && !folder.path().join("triangle-8").exists());
}

#[test]
fn a_limit_that_the_machine_cannot_hold_is_remarked_on() {
    let db = Db::unborn();
    let ran = db.solve(5, &["--memory", "1000TiB"]);
    assert!(ran.closing()[0].contains("player wins"));
    assert!(
        ran.err.contains("a memory limit of 1,000 TiB is more than the ") || ran.err.contains("is more than the "),
        "{ran:?}"
    );
    let ran = run(&["prove", "avoid:P4", "-n", "5", "--memory", "900GiB"]);
    assert!(ran.code == Some(0) && ran.err.contains("is more than the "), "{ran:?}");
}

#[test]
fn an_unfinished_solution_ends_with_the_command_that_finishes_it() {
    let (db, ran) = solved("sim", "6", &["--down-to", "9", "--memory", "1GiB", "--threads", "1"]);
    let [said, next] = ran.closing();
    assert_eq!(
        said,
        "Solved: levels 14 to 9 of Sim on 6 vertices. Who wins is known after level 0."
    );
    let command = format!(
        "retrograph solve sim -n 6 --db {} --memory 1024MiB --threads 1",
        db.text()
    );
    assert_eq!(next, format!("To continue: {command}"));
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    assert!(run(&words).closing()[0].starts_with("The second player (Green) wins Sim"));
    // Again, with nothing left to do.
    assert!(run(&words).closing()[0].starts_with("The second player (Green) wins Sim"));
}

/// A log for programs has standard error for itself.
#[test]
fn nothing_is_said_beside_a_log() {
    let (_, ran) = solved("triangle", "5", &["--log", "json"]);
    assert!(
        ran.err.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()),
        "{}",
        ran.err
    );
}

#[test]
fn the_name_typed_is_the_name_shown() {
    let (db, ran) = solved("Sim", "6", &["--verbose"]);
    let head = ran.err.lines().next().unwrap();
    assert!(head.starts_with("sim on 6 vertices, moves to the end, into "), "{head}");
    let identity = fs::read_to_string(db.path().join("retrograph.json")).unwrap();
    let identity: Value = serde_json::from_str(&identity).unwrap();
    assert_eq!(identity["game"], "ramsey-lose:K3", "what is on disk stays");

    let info = db.run("info", &[]).done();
    assert!(
        info.starts_with("game             sim (ramsey-lose:K3) on 6 vertices\nvalues           moves to the end\n"),
        "{info}"
    );
    let reported = db.run("info", &["--json"]).json();
    assert_eq!(
        (&reported["game"], &reported["title"]),
        (&"ramsey-lose:K3".into(), &"Sim".into())
    );
    let stats = db.run("stats", &[]).done();
    assert!(stats.starts_with("sim, n = 6, moves to the end\n"), "{stats}");
    for (format, caption) in [
        ("latex", "% sim, n = 6, moves to the end\n"),
        ("markdown", "**sim, n = 6, moves to the end**"),
    ] {
        let table = db.run("stats", &["--format", format]).done();
        assert!(table.starts_with(caption), "{table}");
    }
    let page = db.root().join("page.html");
    db.run("report", &["--out", page.to_str().unwrap()]).done();
    let page = fs::read_to_string(page).unwrap();
    let rules = "Red and Green colour an edge in turn; completing a red triangle loses for Red, a green one for Green; \
                 a full board is a tie";
    for text in [
        "<title>Sim on 6 vertices</title>",
        "<h1>Sim on 6 vertices</h1>",
        rules,
        "sim (ramsey-lose:K3)",
    ] {
        assert!(page.contains(text), "{text}");
    }
    let chart = db.root().join("chart.svg");
    let said = db.run("stats", &["--plot", chart.to_str().unwrap()]).done();
    assert!(said.ends_with("chart.svg: sim, n = 6, moves to the end\n"), "{said}");
    let server = Server::of(&[&db]);
    let shown = server.get("/api/databases/db").answer();
    assert_eq!((&shown["title"], &shown["rules"]), (&"Sim".into(), &rules.into()));
    assert!(server.get("/js/main.js").body.contains("description.title"));
    let play = run_with(&["play", "--db", db.text()], "quit\n").done();
    assert!(play.starts_with(&format!("sim on 6 vertices: {rules}\n")), "{play}");
    let explained = run(&["solve", "sim", "--explain"]).done();
    assert!(explained.contains("sim\n") && explained.contains(rules), "{explained}");
    assert!(
        run(&["solve", "triangle", "-n", "6", "--db", db.text()])
            .refused(5)
            .contains("holds sim on 6 vertices")
    );
    // Its other name opens it too.
    run(&["solve", "ramsey-lose:K3", "-n", "6", "--db", db.text()]).closing();
}

#[test]
fn who_completes_what_is_said_in_colours() {
    let (db, _) = solved("sima", "6", &[]);
    // Best play of both: the first player closes a triangle.
    let said = run_with(
        &["play", "--db", db.text(), "--second"],
        "0-1\n1-2\n0-2\n3-4\n4-5\n3-5\n2-3\n2-4\n2-5\n1-3\n1-4\n1-5\n0-3\n0-4\n0-5\n",
    )
    .done();
    assert!(
        said.contains("the opponent has completed a red triangle: the opponent wins\n"),
        "{said}"
    );
}

#[test]
fn the_empty_board_has_one_spelling_in_every_game() {
    let (sim, _) = solved("sim", "5", &[]);
    let (plus, _) = solved("sim-plus", "4", &[]);
    for (db, long) in [(&sim, "red: green:"), (&plus, "red: green: next:red")] {
        let asked = |text: &str| db.run("query", &["--json", text]).json();
        assert_eq!(asked("[]"), asked(long));
        assert_eq!(
            db.run("moves", &["--json", "[]"]).json(),
            db.run("moves", &["--json", long]).json()
        );
    }
    let server = Server::of(&[&sim]);
    assert_eq!(server.get("/api/databases/db/value?position=-").answer()["edges"], 0);
    // In a line of text.
    assert_eq!(
        run_with(&["query", "--db", sim.text(), "--json"], "-\n").json(),
        sim.run("query", &["--json", "[]"]).json()
    );
}

#[test]
fn names_are_understood_in_any_case_and_slips_are_named() {
    for (typed, known) in [
        ("avoid:c4", "avoid:C4"),
        ("AVOID:PAW", "avoid:paw"),
        ("Triangle/Connected", "triangle/connected"),
        ("avoid:Odd-Cycle+k4", "avoid:K4+odd-cycle"),
        ("Ramsey-Lose:k3", "sim"),
    ] {
        let said = run(&["solve", typed, "-n", "5", "--explain"]).done();
        assert_eq!(said.lines().next().unwrap(), format!("game       {known}"), "{typed}");
    }
    let refused = |name: &str| run(&["solve", name, "-n", "5", "--explain"]).refused(2);
    for (typed, meant) in [
        ("triangel", "did you mean 'triangle'?"),
        ("Traingle/connected", "did you mean 'triangle/connected'?"),
        ("avoyd:C4", "did you mean 'avoid:C4'?"),
        ("ramsey-avoud:K3", "did you mean 'ramsey-avoid:K3'?"),
        ("avoid:diamnd", "did you mean 'diamond'"),
        ("avoid:hamilton-cycel", "did you mean 'hamilton-cycle'"),
        ("avoid", "did you mean 'avoid:C4'?"),
        ("Achieve", "did you mean 'achieve:C4'?"),
        ("avoid/connected", "did you mean 'avoid:C4/connected'?"),
        ("ramsey-avoid", "did you mean 'ramsey-avoid:C4'?"),
        ("C4", "did you mean 'avoid:C4'?"),
        ("k2,3", "did you mean 'avoid:K2,3'?"),
        ("odd-cycle", "did you mean 'avoid:odd-cycle'?"),
        ("maker-breaker", "did you mean one such as 'maker-breaker:"),
        ("Online-Ramsey", "did you mean one such as 'online-ramsey:K3,C4'?"),
    ] {
        assert!(refused(typed).contains(meant), "{}", refused(typed));
    }
    for (typed, said) in [
        ("avoid", "did you mean 'avoid:C4'?"),
        ("maker-breaker", "did you mean one such as 'maker-breaker:"),
        (
            "maker-breaker:K4",
            "Maker has no goal 'K4'; did you mean 'contains:K4'?",
        ),
        (
            "maker-breaker:planar",
            "Maker has no goal 'planar'; did you mean 'non-planar'?",
        ),
    ] {
        let sentence = run(&["prove", typed, "-n", "5"]).refused(2);
        assert!(sentence.contains(said), "{typed}: {sentence}");
    }
    let sentence = run(&["prove", "avoid:P4", "-n", "21"]).refused(2);
    assert!(sentence.contains("retrograph counts avoid:P4"), "{sentence}");
    for other in ["chess", "square"] {
        let sentence = refused(other);
        assert!(
            !sentence.contains("did you mean") && sentence.contains("games are"),
            "{sentence}"
        );
    }
    // Letters of graph6 are no matter of case: a star and a paw.
    let name = |typed: &str| {
        run(&["solve", typed, "-n", "5", "--explain"])
            .done()
            .lines()
            .next()
            .unwrap()
            .to_string()
    };
    assert_eq!(name("avoid:CF"), "game       avoid:K1,3");
    assert_eq!(name("avoid:Cf"), "game       avoid:paw");
}

/// A million years of a core for 400 games: the census in full takes a hundred times as long.
#[test]
fn a_hopeless_estimate_is_reported_at_once() {
    let said = run(&["estimate", "ramsey-avoid:K4", "-n", "18"]).done();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("ramsey-avoid:K4, n = 18: about "), "{said}");
    assert!(
        said.contains("e54 positions") && said.contains("That is hopeless") && said.contains("--census"),
        "{said}"
    );
    // Smaller games and those who ask for it get all of it.
    let small = run(&["estimate", "sim", "-n", "5"]).done();
    assert!(
        small.starts_with("sim, n = 5: how many positions up to isomorphism\n"),
        "{small}"
    );
    let asked = run(&["estimate", "ramsey-avoid:K4", "-n", "12", "--census", "--samples", "40"]).done();
    assert!(asked.contains("colourings"), "{asked}");
    let refused = run(&["estimate", "triangle", "-n", "12", "--census"]).refused(2);
    assert!(refused.contains("--census"), "{refused}");
}

#[test]
fn the_accuracy_of_forecasts_is_one_figure() {
    let help = run(&["estimate", "--help"]).done().replace('\n', " ");
    let page = include_str!("../../docs/commands.md").replace('\n', " ");
    for text in [&help, &page] {
        assert!(text.contains("n = 13 and 14 are good to a quarter"), "{text}");
    }
}

/// Whatever the terminal, epilogues come as they are written; the rest is wrapped once.
#[test]
fn help_is_narrow_and_its_examples_are_whole() {
    for (words, example) in [
        (
            &["solve", "--help"][..],
            "  retrograph solve triangle -n 12 --db t12-misere --play misere\n",
        ),
        (
            &["help", "positions"],
            "  retrograph positions --db triangle-12 --out triangle-12.parquet\n",
        ),
        (
            &["--help"],
            " 10  stopped by SIGINT or SIGTERM; the same command continues\n",
        ),
    ] {
        for columns in ["30", "60", "80", "100", "250"] {
            let ran = Ran::of(command(words).env("COLUMNS", columns).output().unwrap()).done();
            assert!(ran.contains(example), "{columns}: {ran}");
            assert!(!ran.contains("<epilogue"), "{ran}");
            let widest = ran.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(widest < 100, "{columns}: {widest}");
        }
    }
}

/// Runs it with a terminal as standard input, on which `typed` is typed.
fn at_terminal(args: &[&str], typed: &[u8]) -> Ran {
    let (mut master, mut slave) = (0, 0);
    let null = std::ptr::null_mut();
    // SAFETY: both numbers are written before they are read; no name or setting is asked for.
    let opened = unsafe { libc::openpty(&mut master, &mut slave, null, null.cast(), null.cast()) };
    assert_eq!(opened, 0);
    // SAFETY: they have just been opened, and nothing else owns them.
    let (master, slave) = unsafe { (OwnedFd::from_raw_fd(master), OwnedFd::from_raw_fd(slave)) };
    let mut person = fs::File::from(master);
    let child = command(args)
        .stdin(Stdio::from(slave.try_clone().unwrap()))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    person.write_all(typed).unwrap();
    let ran = Ran::of(child.wait_with_output().unwrap());
    assert!(slave.as_raw_fd() > 0);
    ran
}

#[test]
fn a_query_at_a_terminal_says_what_it_waits_for() {
    let (db, _) = solved("triangle", "5", &[]);
    let ran = at_terminal(&["query", "--db", db.text()], b"-\n0-1\n\x04");
    assert_eq!((ran.code, &ran.out[..]), (Some(0), "- P\n0-1 N\n"));
    assert!(
        ran.err.starts_with("retrograph: type positions, one per line") && ran.err.contains("Ctrl-D"),
        "{}",
        ran.err
    );
    // Not where a program asks, and not where arguments are all there is.
    assert_eq!(db.query("-\n", &[]).done(), "- P\n");
    assert_eq!(at_terminal(&["query", "--db", db.text(), "[]"], b"").done(), "[] P\n");
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let (db, _) = solved("triangle", "5", &[]);
    let there = ["--db", db.text()];
    for (command, option, file) in [
        ("stats", "--plot", "/nodir/x.svg"),
        ("report", "--out", "/nodir/x.html"),
        ("positions", "--out", "/nodir/x.csv"),
        ("export", "--out", "/nodir/x"),
        ("export", "--archive", "/nodir/x.tar"),
        ("export", "--site", "/nodir/x"),
    ] {
        let sentence = run(&[&[command], &there[..], &[option, file]].concat()).refused(1);
        assert!(
            sentence.contains("no folder /nodir;") && !sentence.contains(".tmp"),
            "{command}: {sentence}"
        );
    }
    let not_a_folder = db.path().join("retrograph.json/x.svg");
    let sentence = run(&[&["stats"], &there[..], &["--plot", not_a_folder.to_str().unwrap()]].concat()).refused(1);
    assert!(
        sentence.contains("no folder ") && sentence.contains("retrograph.json;"),
        "{sentence}"
    );
}

#[test]
fn one_of_a_kind_is_singular() {
    let (db, ran) = solved("avoid:P3", "2", &["--value", "remoteness"]);
    assert!(ran.closing()[0].contains("after 1 move with"), "{}", ran.err);
    let moves = db.run("moves", &["[]"]).done();
    assert!(
        moves.starts_with("A?: 0 edges, N 1, the next player wins, in 1 move with best play\n"),
        "{moves}"
    );
    let edge = db.run("moves", &["0-1"]).done();
    assert!(edge.starts_with("A_: 1 edge, P 0, "), "{edge}");
    let (top, _) = solved("triangle", "4", &["--down-to", "4"]);
    let stats = top.run("stats", &[]).done();
    assert!(stats.contains("total: 1 position, 1 P, 0 N"), "{stats}");
    assert!(stats.contains("solved down to 4 edges"), "{stats}");
    assert_eq!(
        top.run("verify", &[]).done(),
        "1 level, 1 position, bytes and counts: sound\n"
    );
    assert_eq!(
        top.run("verify", &["--full"]).done(),
        "1 level, 1 position, 1 value derived again: sound\n"
    );
    let exported = top.root().join("values");
    let said = top.run("export", &["--out", exported.to_str().unwrap()]).done();
    assert!(said.contains("of triangle on 4 vertices, 1 position, "), "{said}");
    let refused = run(&[
        "solve",
        "triangle",
        "-n",
        "5",
        "--db",
        "x",
        "--memory",
        "1B",
        "--threads",
        "1",
    ])
    .refused(9);
    assert!(
        refused.starts_with("1 B of memory is too little for 1 thread; "),
        "{refused}"
    );
    let hint = run_with(&["play", "--db", db.text()], "hint\n").done();
    assert!(hint.contains("1 of 1 move wins: 0-1"), "{hint}");
    // A game whose only move loses.
    let (misere, _) = solved("avoid:P3", "2", &["--play", "misere"]);
    let hint = run_with(&["play", "--db", misere.text()], "hint\n").done();
    assert!(hint.contains("the only move loses"), "{hint}");
}

/// Fields of the entry of a report.
fn bibtex(db: &Db) -> Vec<(String, String)> {
    let page = db.root().join("page.html");
    db.run("report", &["--force", "--out", page.to_str().unwrap()]).done();
    let page = fs::read_to_string(page).unwrap();
    let (_, rest) = page.split_once("<pre>@misc{").unwrap();
    let (entry, _) = rest.split_once("</pre>").unwrap();
    let count = |c: char| entry.matches(c).count();
    assert_eq!(count('{') + 1, count('}'), "{entry}");
    let fields = entry.lines().filter_map(|line| line.trim().split_once(" = "));
    fields
        .map(|(name, value)| {
            let value = value.trim_end_matches(',');
            let inner = value
                .strip_prefix('{')
                .and_then(|rest| rest.strip_suffix('}'))
                .expect(value);
            (name.trim().to_string(), inner.to_string())
        })
        .collect()
}

#[test]
fn a_citation_is_complete() {
    for (game, options, title) in [
        (
            "triangle",
            &[][..],
            "{Values of the triangle avoidance game on 4 vertices: who wins}",
        ),
        ("sim", &[], "{Values of Sim on 4 vertices: moves to the end}"),
        (
            "avoid:C~",
            &["--play", "misere"],
            "{Values of the K4 avoidance game on 4 vertices: who wins in misère play}",
        ),
    ] {
        let (db, _) = solved(game, "4", options);
        let fields = bibtex(&db);
        let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["author", "title", "year", "howpublished", "version", "note"]);
        let field = |name: &str| &fields.iter().find(|(of, _)| of == name).unwrap().1;
        assert_eq!(field("title"), title);
        assert_eq!(field("version"), env!("CARGO_PKG_VERSION"));
        assert!(field("year").len() == 4 && field("year").parse::<u32>().is_ok());
        let checksum = &db.run("info", &["--json"]).json()["sha256"];
        assert!(field("note").contains(checksum.as_str().unwrap()), "{}", field("note"));
        assert!(include_str!("../../LICENSE-MIT").contains(field("author").trim_matches(['{', '}'])));
        assert_eq!(bibtex(&db), fields, "the same database, the same entry");
    }
}

/// P, N and ties of each level, from the CSV, are those of the server and of a count over all positions.
#[test]
fn remoteness_has_outcomes_beside_it() {
    for (game, n, options) in [
        ("sim", "5", &[][..]),
        ("ramsey-avoid:K3", "5", &[]),
        ("sima", "5", &[]),
        ("triangle", "6", &["--value", "remoteness"]),
    ] {
        let (db, _) = solved(game, n, options);
        let csv = db.run("stats", &["--format", "csv"]).done();
        let mut lines = csv.lines();
        assert_eq!(lines.next(), Some("edges,kind,value,positions,p,n,ties"));
        let mut by_level = std::collections::BTreeMap::<u64, [u64; 3]>::new();
        for line in lines {
            let cells: Vec<&str> = line.split(',').collect();
            let number = |index: usize| cells[index].parse::<u64>().unwrap();
            let counts = [4, 5, 6].map(number);
            assert_eq!((cells[1], counts.iter().sum()), ("remoteness", number(3)), "{line}");
            let sums = by_level.entry(number(0)).or_default();
            (0..3).for_each(|index| sums[index] += counts[index]);
        }
        let listed = db.run("positions", &["--format", "csv"]).done();
        let mut counted = std::collections::BTreeMap::<u64, [u64; 3]>::new();
        for line in listed.lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            let outcome = ["P", "N", "T"].iter().position(|letter| cells[2] == *letter).unwrap();
            counted.entry(cells[0].parse().unwrap()).or_default()[outcome] += 1;
        }
        assert_eq!(by_level, counted, "{game}");
    }
}

/// What a few lines of arithmetic show is marked so, and nothing is called new because nobody looked.
#[test]
fn elementary_results_are_marked_and_true() {
    let page = include_str!("../../docs/values.md");
    for text in [page, include_str!("../../docs/results.md")] {
        assert!(!text.contains(" new |") && !text.contains("the rest new") && !text.contains("own copy"));
    }
    let rows = |game: &str| {
        page.lines()
            .filter(move |line| line.starts_with(&format!("| `{game}` |")))
            .collect::<Vec<_>>()
    };
    for game in ["avoid:P3", "avoid:2K2"] {
        assert_eq!(rows(game).len(), 3);
        rows(game)
            .iter()
            .for_each(|row| assert!(row.contains("elementary: "), "{row}"));
    }
    let answers = include_str!("../../datasets/computed_values.csv")
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.split(';').collect();
            let [game, n, value, answer, _] = cells[..] else {
                return None;
            };
            Some((game, n.parse::<u32>().ok()?, value, answer))
        });
    let first = |wins: bool| if wins { "1" } else { "2" };
    let mut compared = 0;
    for (game, n, value, answer) in answers {
        let half = n / 2;
        let expected = match (game, value) {
            ("avoid:P3", "winner") => first(half % 2 == 1).to_string(),
            ("avoid:P3", "misere") => first(half % 2 == 0).into(),
            ("avoid:P3", "score") => format!("{half} {half}"),
            ("avoid:2K2", "winner") => "1".into(),
            ("avoid:2K2", "misere") => first(n % 2 == 1 && n >= 5).into(),
            ("avoid:2K2", "score") if n >= 4 => format!("{} 3", n - 1),
            _ => continue,
        };
        assert_eq!(answer, expected, "{game} {n} {value}");
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
    // A tie of the achievement game is won by Green where Green wins full boards.
    let winners = include_str!("../../datasets/computed_two_colours.csv");
    let winner = |game: &str, n: &str| {
        let row = winners.lines().find(|line| line.starts_with(&format!("{game};{n};")))?;
        row.split(';').nth(2)
    };
    for graph in ["K3", "P4", "K1,3", "C4", "K4"] {
        for n in ["3", "4", "5", "6", "7", "8"] {
            let tied = winner(&format!("ramsey-achieve:{graph}"), n).map(|winner| winner.replace('T', "2"));
            assert_eq!(
                winner(&format!("ramsey-achieve:{graph}/tie-second"), n).map(String::from),
                tied,
                "{graph} {n}"
            );
        }
    }
}
