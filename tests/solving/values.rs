//! Misère play, Grundy numbers, remoteness and scores: every value against the judge's brute force, files and faults as
//! for plain outcomes.

use retrograph_referee::brute::{Brute, Outcome, Play, Value};
use retrograph_referee::graph6;
use retrograph_referee::rules::rules;
use shared::faults::disturb::{Fault, kill_again_and_again};
use shared::faults::watch;
use shared::process;
use shared::process::{Db, Ran, command, run, run_with};

/// Options, the judge's rule of play, and what `query` says of a value of the judge.
type Kind = (&'static [&'static str], Play, fn(&Value) -> String);

const KINDS: [Kind; 6] = [
    (&[], Play::Normal, |value| letter(value).into()),
    (&["--play", "misere"], Play::Misere, |value| letter(value).into()),
    (&["--value", "grundy"], Play::Normal, |value| {
        format!("{} {}", letter(value), value.grundy.unwrap())
    }),
    (&["--value", "remoteness"], Play::Normal, |value| {
        format!("{} {}", letter(value), value.remoteness)
    }),
    (&["--value", "remoteness", "--play", "misere"], Play::Misere, |value| {
        format!("{} {}", letter(value), value.remoteness)
    }),
    (&["--value", "score"], Play::Normal, |value| {
        format!("{} {}", value.max, value.min)
    }),
];

fn letter(value: &Value) -> &'static str {
    match value.outcome {
        Outcome::P => "P",
        Outcome::N => "N",
    }
}

fn solve(db: &Db, game: &str, n: usize, options: &[&str]) -> Ran {
    let n = n.to_string();
    let args = [&["solve", game, "-n", &n, "--db", db.text()], options].concat();
    run(&args)
}

/// Every class of the game has the judge's value, in a database and in an export.
fn agrees_with_brute_force(game: &str, n: usize) {
    for (options, play, said) in KINDS {
        let db = Db::in_memory();
        solve(&db, game, n, options).done();
        let judge = Brute::new(&*rules(game).unwrap(), n, play);
        let classes: Vec<_> = judge.classes().collect();
        let lines =
            |text: fn(&[u32]) -> String| -> Vec<String> { classes.iter().map(|class| text(&class.rows)).collect() };
        let graphs = lines(graph6::encode);
        let expected: Vec<String> = graphs
            .iter()
            .zip(&classes)
            .map(|(graph, class)| format!("{graph} {}", said(&class.value)))
            .collect();
        let query = |folder: &str| run_with(&["query", "--db", folder], graphs.join("\n")).done();
        let found = query(db.text());
        let found: Vec<&str> = found.lines().collect();
        assert_eq!(found, expected, "{game} on {n}, {options:?}");
        let export = Db::unborn();
        db.run("export", &["--out", export.text()]).done();
        assert_eq!(
            query(export.text()).lines().collect::<Vec<_>>(),
            expected,
            "{game} on {n}, {options:?}"
        );
        for (strength, folder) in [
            ("--full", db.text()),
            ("--sample=5", db.text()),
            ("--sample=5", export.text()),
        ] {
            let verdict = run(&["verify", "--db", folder, strength]).done();
            assert!(
                verdict.trim_end().ends_with(": sound"),
                "{game} on {n}, {options:?}: {verdict}"
            );
        }
    }
}

#[test]
fn every_value_is_the_judges() {
    for (game, n) in [
        ("triangle", 1),
        ("triangle", 6),
        ("triangle/connected", 6),
        ("avoid:C4", 6),
        ("avoid:K1,3", 7),
        ("avoid:P4", 7),
        ("avoid:odd-cycle", 6),
        ("avoid:connected", 5),
        ("avoid:hamilton-cycle", 5),
        ("avoid:2K2", 6),
    ] {
        agrees_with_brute_force(game, n);
    }
}

#[test]
#[ignore = "takes long: n = 8"]
fn every_value_on_8_vertices_is_the_judges() {
    for game in [
        "triangle",
        "triangle/connected",
        "avoid:C4",
        "avoid:K4",
        "avoid:C5",
        "avoid:K1,3",
        "avoid:K1,4",
        "avoid:P4",
        "avoid:P5",
        "avoid:3K2",
        "avoid:paw",
        "avoid:diamond",
        "avoid:bull",
        "avoid:bowtie",
        "avoid:K2,3",
        "avoid:K3+C5",
        "avoid:odd-cycle",
        "avoid:connected",
        "avoid:hamilton-cycle",
    ] {
        agrees_with_brute_force(game, 8);
    }
}

/// What `stats` says a game comes to.
fn verdict(game: &str, n: usize, options: &[&str]) -> String {
    let db = Db::in_memory();
    solve(&db, game, n, options).done();
    db.run("stats", &[]).done().lines().last().unwrap().to_string()
}

#[test]
fn published_scores() {
    let score = |game, n| -> [usize; 2] {
        let verdict = verdict(game, n, &["--value", "score"]);
        let words: Vec<&str> = verdict.split(' ').collect();
        let number = |before: &str| {
            let at = words.iter().position(|word| word.starts_with(before)).unwrap();
            words[at - 1].parse().ok()
        };
        let when = words.iter().rposition(|word| *word == "when").unwrap();
        [number("edge").unwrap(), words[when - 1].parse().unwrap()]
    };
    for k in 1..=4 {
        // Carraher, Kinnersley, Reiniger, West, arXiv 1405.2834, whoever begins.
        assert_eq!(score("avoid:odd-cycle", 2 * k), [k * k, k * k], "{k}");
    }
    for n in 8..=11 {
        assert_eq!(score("avoid:K1,3", n)[0], 2 * (n / 2), "{n}");
    }
    for n in 4..=11 {
        let [max, _] = score("avoid:P4", n);
        assert!((5 * max).abs_diff(4 * n - 1) <= 5, "{n}: {max}");
    }
}

/// The empty board has one move up to symmetry: its Grundy number is 1 or 0.
#[test]
fn the_empty_board_has_the_grundy_number_of_its_outcome() {
    for (game, n) in [("triangle", 7), ("triangle", 8), ("avoid:C4", 7), ("avoid:K1,3", 9)] {
        let first_wins = verdict(game, n, &[]).contains("first player wins");
        let grundy = verdict(game, n, &["--value", "grundy"]);
        let number = u8::from(first_wins);
        assert!(
            grundy.ends_with(&format!("has Grundy number {number}")),
            "{game} on {n}: {grundy}"
        );
    }
}

#[test]
fn values_of_two_kinds_are_not_mixed() {
    let db = Db::in_memory();
    solve(&db, "triangle", 6, &["--value", "grundy", "--down-to", "4"]).done();
    let before = db.content();
    for options in [
        &["--value", "outcome"][..],
        &["--value", "score"],
        &["--play", "misere"],
        &["--play", "normal"],
    ] {
        let sentence = solve(&db, "triangle", 6, options).refused(5);
        assert!(
            sentence.contains("holds values of the kind 'grundy', not '"),
            "{sentence}"
        );
    }
    assert_eq!(db.content(), before);
    // Without a word it goes on with what was begun.
    solve(&db, "triangle", 6, &[]).done();
    assert!(db.run("stats", &[]).done().contains("Grundy number"));
    for bad in [
        &["--play", "misere", "--value", "grundy"][..],
        &["--play", "misere", "--value", "score"],
    ] {
        let sentence = solve(&Db::in_memory(), "triangle", 6, bad).refused(2);
        assert!(sentence.contains("leave --play misere out"), "{sentence}");
    }
}

/// A level whose labels have several bits is the same bytes whatever the threads and the memory.
#[test]
fn planes_are_the_same_bytes_however_they_were_made() {
    for options in [&["--value", "grundy"][..], &["--value", "score"]] {
        let one = Db::in_memory();
        solve(&one, "triangle", 8, &[options, &["--threads", "1"]].concat()).done();
        let planes = one
            .content()
            .keys()
            .filter(|path| path.to_string_lossy().contains("/labels-"))
            .count();
        assert!(planes > 20, "{planes}");
        let other = Db::in_memory();
        let way = ["--threads", "3", "--memory", "120MiB"];
        solve(&other, "triangle", 8, &[options, &way].concat()).done();
        other.assert_same_bytes(&one.content(), "other threads and memory");
    }
}

/// Damage in any label function is named, and repaired.
#[test]
fn a_damaged_plane_is_named_and_made_again() {
    let db = Db::in_memory();
    solve(&db, "avoid:C4", 7, &["--value", "grundy"]).done();
    let content = db.content();
    let planes = content
        .keys()
        .filter(|path| path.to_string_lossy().contains("/labels-"));
    for plane in planes.collect::<Vec<_>>().into_iter().step_by(3) {
        let path = db.path().join(plane);
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        std::fs::write(&path, bytes).unwrap();
        let verdict = db.run("verify", &[]);
        assert_eq!(verdict.code, Some(6));
        assert!(verdict.err.contains(&*plane.to_string_lossy()), "{verdict:?}");
        db.run("query", &["F?????"]);
        assert_eq!(db.run("repair", &[]).code, Some(0));
        db.assert_same_bytes(&content, plane.to_string_lossy());
    }
}

/// A run is killed again and again, also between the label functions of one level, and ends with the same bytes.
#[test]
fn kills_between_planes_cost_time_only() {
    let (n, least) = ("10", process::least_memory(2));
    for options in [["--value", "grundy"], ["--value", "score"]] {
        let whole = Db::in_memory();
        solve(&whole, "triangle", 10, &options).done();
        let db = Db::in_memory();
        let way = ["--threads", "2", "--memory", &least];
        let run = |db: &Db, fault: Option<&Fault>| {
            let args = [&["solve", "triangle", "-n", n, "--db", db.text()], &options[..], &way].concat();
            watch(db, command(&args), fault)
        };
        let calls = run(&Db::in_memory(), None).calls.len();
        let kills = kill_again_and_again(
            calls,
            |fault| run(&db, fault),
            |kills| {
                let verdict = db.run("verify", &[]);
                assert!([Some(0), Some(5)].contains(&verdict.code), "kill {kills}: {verdict:?}");
            },
        );
        assert!(kills >= 3, "{kills}");
        db.assert_same_bytes(&whole.content(), format!("{options:?}, killed {kills} times"));
    }
}
