//! What every command prints with `--json`, against docs/json.md.

use std::collections::BTreeSet;
use std::fs;

use shared::process::{Db, edit, run, stand_in_engine};
use shared::schema::Shapes;

use crate::commands::COMMANDS;

#[test]
fn every_command_prints_what_the_page_says() {
    let mut shapes = Shapes::read();
    let solved = |game: &str, n: u32, options: &[&str]| {
        let db = Db::unborn();
        db.solve_game(game, n, options).done();
        db
    };
    let outcome = Db::unborn();
    let check_run = |shapes: &mut Shapes, printed: &str| {
        let (levels, end) = printed.trim_end().rsplit_once('\n').unwrap();
        shapes.check_lines("solve, work", levels);
        shapes.check_lines("solve, work that have ended", end);
    };
    check_run(&mut shapes, &outcome.solve(8, &["--down-to", "7", "--json"]).done());
    for game in ["sim", "client-waiter:contains:P3"] {
        check_run(&mut shapes, &Db::unborn().solve_game(game, 4, &["--json"]).done());
    }
    shapes.check("stats", &outcome.run("stats", &["--json"]).json());
    shapes.check("plan, part", &outcome.run("plan", &["--json"]).json());
    shapes.check("plan, part", &outcome.run("part", &["--json"]).json());
    shapes.check("info", &outcome.run("info", &["--json"]).json());
    check_run(&mut shapes, &outcome.run("work", &["--json"]).done());
    let grundy = solved("triangle", 7, &["--value", "grundy"]);
    let score = solved("triangle", 7, &["--value", "score"]);
    let remoteness = solved("triangle", 7, &["--value", "remoteness"]);
    let sim = solved("sim", 5, &[]);
    let several = solved("sim-plus", 4, &[]);
    let offers = solved("waiter-client:contains:P3", 4, &[]);
    for (db, position) in [
        (&outcome, "0-1,1-2"),
        (&grundy, "0-1,1-2"),
        (&score, "0-1,1-2"),
        (&remoteness, "0-1,1-2"),
        (&sim, "red:0-1,1-2 green:3-4"),
        (&sim, "red:0-1,1-2 green:0-3,3-4"),
        (&several, "[]"),
        (&offers, "red:"),
        (&offers, "red: offer:0-1,0-2"),
    ] {
        shapes.check("info", &db.run("info", &["--json"]).json());
        shapes.check("verify", &db.run("verify", &["--json", "--sample", "2"]).json());
        shapes.check_lines("query", &db.run("query", &["--json", "--", position]).done());
        shapes.check("moves", &db.run("moves", &["--json", "--", position]).json());
        shapes.check_lines("examples", &db.run("examples", &["--json"]).done());
    }
    shapes.check("stats", &outcome.run("stats", &["--json"]).json());
    for db in [&grundy, &score, &remoteness, &several] {
        shapes.check("stats of other values", &db.run("stats", &["--json"]).json());
    }
    // The second player wins on eight vertices: every move may be a trap.
    shapes.check("moves", &outcome.run("moves", &["--trap", "--json", "[]"]).json());
    shapes.check("learn", &sim.run("learn", &["--games", "20", "--json"]).json());
    let folder = |name: &str| outcome.root().join(name).to_str().unwrap().to_owned();
    let out = outcome.run("export", &["--json", "--out", &folder("values")]).json();
    shapes.check("export --out", &out);
    shapes.check("info", &run(&["info", "--db", &folder("values"), "--json"]).json());
    let archive = outcome
        .run("export", &["--json", "--archive", &folder("values.tar")])
        .json();
    shapes.check("export --archive", &archive);
    shapes.check("info", &run(&["info", "--db", &folder("values.tar"), "--json"]).json());
    let options = ["--json", "--engine", stand_in_engine(), "--site", &folder("site")];
    let site = outcome.run("export", &options).json();
    shapes.check("export --site", &site);

    shapes.check("check-game", &run(&["check-game", "sim", "-n", "4", "--json"]).json());
    let prover = ["check-game", "maker-breaker:connected", "-n", "5", "--prover", "--json"];
    shapes.check("check-game --prover", &run(&prover).json());
    let games = run(&["games", "--json"]).done();
    let (solved, proved): (Vec<&str>, Vec<&str>) = games.lines().partition(|line| !line.contains("\"proved\""));
    shapes.check_lines("games", &solved.join("\n"));
    shapes.check_lines("games that are proved", &proved.join("\n"));
    let boards = ["fewest-edges", "maker-breaker:hamilton-path", "-n", "4", "--json"];
    shapes.check("fewest-edges", &run(&boards).json());
    shapes.check("counts", &run(&["counts", "avoid:P5", "--json"]).json());
    let thresholds = ["thresholds", "avoider-enforcer:connected", "-n", "4", "--json"];
    shapes.check_lines("thresholds", &run(&thresholds).done());
    let triangle = ["estimate", "triangle", "-n", "12", "--no-calibration", "--json"];
    shapes.check("estimate", &run(&triangle).json());
    let census = ["estimate", "ramsey-avoid:K3", "-n", "5", "--census", "--json"];
    shapes.check("estimate of two colours", &run(&census).json());

    proofs(&mut shapes, &folder("it.proof"));

    // What goes wrong: a run that was killed, a level that contradicts the published counts, a damaged file.
    let killed = Db::unborn();
    let mut child = killed.start(12, &[]);
    killed.wait_until_locked();
    child.kill().unwrap();
    child.wait().unwrap();
    shapes.check("info", &killed.run("info", &["--json"]).json());
    edit(&outcome.level(5).join("labels"), |bytes| bytes[150] ^= 1);
    let damaged = outcome.run("verify", &["--json"]);
    shapes.check("verify", &serde_json::from_str(&damaged.out).unwrap());

    // No test makes counts that a published table contradicts.
    let unmet = shapes.unmet();
    assert_eq!(unmet, ["stats: levels[].differs_from", "stats: levels[].expected"]);
}

/// The commands that are about proofs, one of which is written into a file.
fn proofs(shapes: &mut Shapes, proof: &str) {
    for (question, positions) in [
        (&["triangle", "-n", "8"][..], "0-1"),
        (&["maker-breaker:hamilton-cycle", "-n", "6"], "0-1"),
        (&["online-ramsey:K3,P3"], "0-1 0-1,red"),
        (&["ramsey-achieve:C4", "-n", "6"], "0-1"),
    ] {
        let answer = ["--proof", proof, "--force", "--json"];
        shapes.check("prove", &run(&[&["prove"], question, &answer].concat()).json());
        shapes.check("check-proof", &run(&["check-proof", proof, "--json"]).json());
        let query = ["query", "--proof", proof, "--json", "[]"];
        let positions: Vec<&str> = positions.split(' ').collect();
        shapes.check_lines("query --proof", &run(&[&query, &positions[..]].concat()).done());
    }
    let games = tempfile::tempdir().unwrap();
    for (rule, side) in [("maker-breaker", "3"), ("strong", "2")] {
        let file = games.path().join(side);
        fs::write(&file, run(&["board", "cube", side, "2"]).done()).unwrap();
        let game = format!("{rule}:file={}", file.display());
        shapes.check(
            "prove",
            &run(&["prove", &game, "--proof", proof, "--force", "--json"]).json(),
        );
        shapes.check("check-proof", &run(&["check-proof", proof, "--json"]).json());
    }
    let db = Db::in_memory();
    db.solve_game("waiter-client:contains:P3", 4, &[]).solved();
    let answer = ["--proof", proof, "--force", "--json"];
    shapes.check("prove", &db.run("prove", &answer).json());
    shapes.check("check-proof", &run(&["check-proof", proof, "--json"]).json());
    let older = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/datasets/proofs/triangle-8-positions.proof"
    );
    shapes.check("check-proof", &run(&["check-proof", older, "--json"]).json());
    let verified = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/datasets/proofs/hamilton-connected-8-breaker.proof"
    );
    shapes.check("check-proof", &run(&["check-proof", verified, "--json"]).json());
    shapes.check(
        "check-proof --explain",
        &run(&["check-proof", verified, "--json", "--explain"]).json(),
    );
    let grundy = ["prove", "triangle", "-n", "8", "--value", "grundy", "--json"];
    shapes.check("prove", &run(&grundy).json());
    let committed = ["prove", "online-ramsey:K3,K4", "--rounds", "13", "--json"];
    shapes.check("prove", &run(&committed).json());
}

#[test]
fn a_proof_says_the_same_as_a_database_by_the_same_keys() {
    let db = Db::solved(6, &[]);
    let proof = db.root().join("it.proof");
    let proof = proof.to_str().unwrap();
    run(&["prove", "triangle", "-n", "6", "--proof", proof]).done();
    let mut known = 0;
    for position in [
        "[]",
        "0-1",
        "0-1,2-3",
        "0-1,1-2",
        "0-1,1-2,3-4",
        "0-1,0-2,0-3,0-4",
        "0-3,0-4,0-5,1-3,1-4,1-5,2-3,2-4,2-5",
    ] {
        let proved = run(&["query", "--proof", proof, "--json", position]).json();
        let solved = db.run("moves", &["--json", position]).json();
        assert_eq!(
            (&proved["graph6"], &proved["edges"]),
            (&solved["graph6"], &solved["edges"])
        );
        assert!(
            proved.get("value").is_none_or(|value| *value == solved["value"]),
            "{proved}"
        );
        let classes = solved["moves"].as_array().unwrap();
        let moves = proved["moves"].as_array().unwrap();
        let all: u64 = classes.iter().map(|class| class["equivalent"].as_u64().unwrap()).sum();
        assert_eq!(moves.len() as u64, all, "{position}");
        for class in classes {
            let made = moves.iter().find(|made| made["edge"] == class["edge"]).unwrap();
            assert!(
                made.get("wins").is_none_or(|wins| *wins == class["wins"]),
                "{position} {made}"
            );
            known += usize::from(made.get("wins").is_some());
        }
    }
    assert!(known > 4, "{known}");
}

#[test]
fn the_page_has_every_command_that_prints_json() {
    let shapes = Shapes::read();
    let described = shapes.titles().flat_map(|title| {
        let names = title.split(" --").next().unwrap().split(" of ").next().unwrap();
        let names = names.split(" that ").next().unwrap();
        names.split(", ")
    });
    let described: BTreeSet<&str> = described.collect();
    let prints = |command: &&str| run(&[command, "--help"]).done().contains("\n      --json");
    let commands: BTreeSet<&str> = COMMANDS.into_iter().filter(prints).collect();
    assert_eq!(described, commands);
}
