//! Stored positions for other programs: positions, sample, examples.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use retrograph_referee::nauty::canonical;
use retrograph_referee::triangle::{ForwardSolver, triangle_free_classes};
use shared::process::{Db, command, graph6, rows, run};

fn solved(n: u32, options: &[&str]) -> Db {
    let db = Db::in_memory();
    db.solve(n, options).solved();
    db
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn every_class_is_listed_once_with_its_value() {
    let n = 8;
    let db = solved(n, &[]);
    let csv = db.run("positions", &["--format", "csv"]).done();
    let mut solver = ForwardSolver::new(n as usize);
    let mut found: BTreeMap<Vec<u32>, &str> = BTreeMap::new();
    let mut edges = Vec::new();
    for (line, text) in csv.lines().enumerate() {
        if line == 0 {
            assert_eq!(text, "edges,graph6,value");
            continue;
        }
        let [level, graph, value] = text.split(',').collect::<Vec<_>>()[..] else {
            panic!("{text}")
        };
        let graph = rows(graph);
        edges.push(level.parse::<u32>().unwrap());
        assert_eq!(
            edges.last(),
            Some(&(graph.iter().map(|row| row.count_ones()).sum::<u32>() / 2))
        );
        assert_eq!(value, if solver.is_p(&graph) { "P" } else { "N" });
        assert_eq!(found.insert(canonical(&graph), value), None, "twice: {text}");
    }
    let expected: BTreeSet<Vec<u32>> = (triangle_free_classes(n as usize).iter().flatten())
        .map(|graph| canonical(graph))
        .collect();
    assert_eq!(found.keys().cloned().collect::<BTreeSet<_>>(), expected);
    assert!(edges.is_sorted_by(|above, below| above >= below), "highest level first");

    // The same as graph6, a level and a value at a time.
    let mut parts = String::new();
    for (level, value) in (0..=16).rev().flat_map(|level| [(level, "P"), (level, "N")]) {
        parts += &db
            .run("positions", &["--level", &level.to_string(), "--value", value])
            .done();
    }
    let all = db.run("positions", &[]).done();
    let sorted = |text: &str| lines(text).into_iter().map(String::from).collect::<BTreeSet<_>>();
    assert_eq!(sorted(&parts), sorted(&all));
    assert_eq!(lines(&parts).len(), expected.len());
    let p = csv.lines().filter(|line| line.ends_with(",P")).count();
    assert_eq!(lines(&db.run("positions", &["--value", "P"]).done()).len(), p);
}

#[test]
fn numbers_are_columns_and_can_be_asked_for() {
    for (options, header) in [
        (["--value", "grundy"], "edges,graph6,value,grundy"),
        (["--value", "remoteness"], "edges,graph6,value,remoteness"),
        (["--value", "score"], "edges,graph6,max,min"),
    ] {
        let db = solved(7, &options);
        let csv = db.run("positions", &["--format", "csv"]).done();
        assert_eq!(lines(&csv)[0], header);
        let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
        // What query says of them.
        let graphs: Vec<&str> = rows.iter().map(|row| row[1]).collect();
        let answers = db.query(graphs.join("\n"), &[]).done();
        for (row, answer) in rows.iter().zip(answers.lines()) {
            assert_eq!(answer, format!("{} {}", row[1], row[2..].join(" ")));
        }
        // A whole value, and where there is a letter, its parts: those of a position in the middle.
        let middle = &rows[rows.len() / 2];
        let parts = [
            (middle[2..].join(" "), 2..4),
            (middle[2].into(), 2..3),
            (middle[3].into(), 3..4),
        ];
        let asked = if options[1] == "score" { 1 } else { 3 };
        for (value, columns) in &parts[..asked] {
            let wanted = db.run("positions", &["--value", value]).done();
            let expected = rows
                .iter()
                .filter(|row| row[columns.clone()] == middle[columns.clone()]);
            let expected: Vec<&str> = expected.map(|row| row[1]).collect();
            assert!(!expected.is_empty() && expected.len() < rows.len());
            assert_eq!(lines(&wanted), expected, "{options:?} {value}");
        }
    }
}

#[test]
fn files_are_named_by_their_end_complete_and_never_overwritten() {
    let db = solved(7, &[]);
    let out = |name: &str| db.root().join(name).to_str().unwrap().to_string();
    for name in ["all.g6", "all.csv", "all.parquet"] {
        assert_eq!(db.run("positions", &["--out", &out(name)]).done(), "");
        let sentence = db.run("positions", &["--out", &out(name)]).refused(2);
        assert!(sentence.contains("already exists"), "{sentence}");
    }
    assert_eq!(
        fs::read_to_string(out("all.g6")).unwrap(),
        db.run("positions", &[]).done()
    );
    let csv = db.run("positions", &["--format", "csv"]).done();
    assert_eq!(fs::read_to_string(out("all.csv")).unwrap(), csv);
    let parquet = fs::read(out("all.parquet")).unwrap();
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    // The same bytes again, on one thread, through a pipe.
    let mut again = command(&["positions", "--db", db.text(), "--format", "parquet"]);
    assert!(again.env("RAYON_NUM_THREADS", "1").output().unwrap().stdout == parquet);
    fs::write(out("all.csv"), "old").unwrap();
    db.run("positions", &["--out", &out("all.csv"), "--force"]).done();
    assert_eq!(fs::read_to_string(out("all.csv")).unwrap(), csv);
    assert_eq!(fs::read_dir(db.root()).unwrap().count(), 4, "no temporary file is left");
}

#[test]
fn samples_are_positions_of_the_level_and_the_same_on_any_number_of_threads() {
    let db = solved(9, &[]);
    let level = db.run("positions", &["--level", "12"]).done();
    let level = lines(&level);
    let sample = |count: &str, seed: &str, threads: &str| {
        let args = [
            "sample",
            "--db",
            db.text(),
            "--level",
            "12",
            "--count",
            count,
            "--seed",
            seed,
        ];
        let output = command(&args).env("RAYON_NUM_THREADS", threads).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..80 {
        let drawn = sample("50", &seed.to_string(), "1");
        assert_eq!(drawn, sample("50", &seed.to_string(), "5"));
        let drawn = lines(&drawn);
        assert_eq!(drawn.len(), 50);
        let places: Vec<usize> = drawn
            .iter()
            .map(|text| level.iter().position(|l| l == text).unwrap())
            .collect();
        assert!(places.is_sorted_by(|a, b| a < b), "in order, none twice");
        drawn
            .into_iter()
            .for_each(|text| *counts.entry(text.into()).or_default() += 1);
    }
    // Of 80 samples each position is in 80 * 50 / len: none is left out, none is in too many.
    let expected = 4000.0 / level.len() as f64;
    let deviation = expected.sqrt();
    assert_eq!(counts.len(), level.len(), "{expected}");
    for (text, &count) in &counts {
        assert!(
            (count as f64 - expected).abs() < 5.0 * deviation,
            "{text}: {count} of {expected}"
        );
    }
    assert_eq!(lines(&sample("1000000", "3", "2")), level);
    let csv = db
        .run("sample", &["--level", "12", "--count", "3", "--format", "csv"])
        .done();
    let graphs = db.run("sample", &["--level", "12", "--count", "3"]).done();
    assert_eq!(lines(&csv).len(), 4);
    assert!(
        lines(&csv)[1..]
            .iter()
            .zip(lines(&graphs))
            .all(|(row, graph)| row.contains(graph))
    );
}

#[test]
fn examples_are_the_first_of_each_value() {
    for options in [&[][..], &["--value", "remoteness"], &["--value", "score"]] {
        let db = solved(8, options);
        let csv = db.run("positions", &["--format", "csv"]).done();
        let mut first: BTreeMap<(String, String), &str> = BTreeMap::new();
        for line in csv.lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            first.entry((cells[0].into(), cells[2..].join(" "))).or_insert(cells[1]);
        }
        let examples = db.run("examples", &[]).done();
        let found: BTreeMap<(String, String), &str> = (examples.lines())
            .map(|line| {
                let [edges, graph, value] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
                    panic!("{line}")
                };
                ((edges.into(), value.into()), graph)
            })
            .collect();
        assert_eq!(found, first);
        assert_eq!(lines(&examples).len(), first.len());
        let one = db.run("examples", &["--level", "5", "--json"]).done();
        let level = first.keys().filter(|(edges, _)| edges == "5").count();
        let objects: Vec<serde_json::Value> = one.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(objects.len(), level);
        assert!(
            objects
                .iter()
                .all(|object| object["edges"] == 5 && object["graph6"].is_string())
        );
    }
}

#[test]
fn what_is_not_there_cannot_be_listed() {
    let labels = solved(6, &["--keep", "labels"]);
    let export = labels.root().join("export");
    let export = export.to_str().unwrap();
    labels.run("export", &["--out", export]).done();
    let out = labels.root().join("out.csv");
    for db in [labels.text(), export] {
        for command in [
            &["positions"][..],
            &["positions", "--level", "4", "--out", out.to_str().unwrap()],
            &["sample", "--level", "4"],
            &["examples"],
        ] {
            let sentence = run(&[command, &["--db", db]].concat()).refused(5);
            assert!(sentence.contains("keeps the values of level"), "{sentence}");
            assert!(sentence.contains("--keep positions"), "{sentence}");
        }
    }
    assert!(!out.exists());

    let part = solved(6, &["--down-to", "5"]);
    for command in ["positions", "sample", "examples"] {
        let sentence = part.run(command, &["--level", "4"]).refused(4);
        assert!(sentence.contains("level 4 is not solved"), "{sentence}");
        part.run(command, &["--level", "99"]).refused(4);
    }
    let sentence = part.run("positions", &["--value", "3"]).refused(2);
    assert!(
        sentence.contains("'3' is not a value of this database, which holds outcome; give P or N"),
        "{sentence}"
    );
    part.run("positions", &["--value", "Q"]).refused(2);
    part.run("sample", &["--level", "5", "--count", "-1"]).usage();
    let sentence = part.run("positions", &["--out", "/nowhere/x.csv"]).refused(1);
    assert!(sentence.contains("no folder /nowhere;"), "{sentence}");
    // A level that has lost a file says which; one with another's positions is noticed.
    let positions = part.level(5).join("positions");
    fs::remove_file(positions.join("CURRENT")).unwrap();
    let ran = part.run("positions", &["--level", "5"]);
    assert_ne!(ran.code, Some(0));
    assert!(ran.err.contains("level-005"), "{}", ran.err);
}

#[test]
fn graph6_of_what_is_listed_is_canonical() {
    let db = solved(6, &[]);
    let listed = db.run("positions", &["--level", "6"]).done();
    for graph in listed.lines() {
        let answer = db.query(graph, &["--json"]).json();
        assert_eq!(
            (&answer["graph6"], &answer["canonical"]),
            (&graph.into(), &graph.into())
        );
        assert_eq!(graph6(&rows(graph)), graph);
    }
}

#[test]
fn positions_of_two_colours_are_listed_with_what_query_says() {
    // Sim on five vertices ends in ties too; where a move colours several edges either player may be next.
    for (game, ties, either) in [("ramsey-lose:K3", true, false), ("ramsey-avoid-plus:K3", false, true)] {
        let db = Db::in_memory();
        db.solve_game(game, 4, &[]).solved();
        let csv = db.run("positions", &["--format", "csv"]).done();
        let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
        let graphs: Vec<&str> = rows.iter().map(|row| row[1]).collect();
        let answers = db.query(graphs.join("\n"), &[]).done();
        for (row, answer) in rows.iter().zip(answers.lines()) {
            assert_eq!(answer, format!("{} {}", row[1], row[2..].join(" ")));
        }
        assert_eq!(answers.lines().count(), rows.len());
        assert_eq!(graphs.iter().collect::<BTreeSet<_>>().len(), rows.len(), "none twice");
        let positions = db.run("info", &["--json"]).json()["positions"].as_u64().unwrap() as usize;
        assert_eq!(rows.len(), if either { 2 * positions } else { positions });
        assert_eq!(rows.iter().any(|row| row[2] == "T"), ties);
        let ended = db.run("positions", &["--value", "T"]);
        assert_eq!(ended.code, Some(if ties { 0 } else { 2 }), "{}", ended.err);
        let examples = db.run("examples", &[]).done();
        let values: BTreeSet<(&str, String)> = rows.iter().map(|row| (row[0], row[2..].join(" "))).collect();
        assert_eq!(examples.lines().count(), values.len());
    }
}
