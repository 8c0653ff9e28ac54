//! The family of games, as the program plays it: published counts and winners, every value by brute force, and ascents
//! that are stopped, killed and damaged.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use games::EXAMPLES;
use retrograph_referee::brute::{Brute, Outcome, Play};
use retrograph_referee::rules::rules;
use serde_json::Value;
use shared::process::{Db, Ran, edit, graph6, run, send};

fn solved(game: &str, n: u32, options: &[&str]) -> Db {
    let db = Db::in_memory();
    db.solve_game(game, n, options).solved();
    db
}

/// Positions by the table of all levels, once as CSV and once as JSON, and who wins.
fn totals(game: &str, n: u32) -> (u64, String) {
    let db = solved(game, n, &[]);
    let csv = db.run("stats", &["--format", "csv"]).done();
    let rows = csv.lines().skip(1).map(|line| -> u64 {
        let numbers: Vec<u64> = line.split(',').map(|number| number.parse().unwrap()).collect();
        numbers[1] + numbers[2]
    });
    let positions = rows.sum();
    let json = db.run("stats", &["--format", "json"]).json();
    let levels = json["levels"].as_array().unwrap();
    let count = |level: &Value| level["p"].as_u64().unwrap() + level["n"].as_u64().unwrap();
    assert_eq!(levels.iter().map(count).sum::<u64>(), positions, "{game} {n}");
    (positions, json["winner"].as_str().unwrap().to_string())
}

/// Graphs without cycles of length 4, OEIS A006786, from one vertex on.
const WITHOUT_C4: [u64; 14] = [
    1, 2, 4, 8, 18, 44, 117, 351, 1230, 5069, 25_181, 152_045, 1_116_403, 9_899_865,
];
/// Graphs without K4, OEIS A006787, from four vertices on.
const WITHOUT_K4: [u64; 7] = [10, 29, 120, 685, 6431, 103_164, 2_894_632];
/// Bipartite graphs, OEIS A033995, from four vertices on.
const BIPARTITE: [u64; 9] = [7, 13, 35, 88, 303, 1119, 5479, 32_303, 251_135];

/// Planar graphs, OEIS A005470, from one vertex on.
const PLANAR: [u64; 8] = [1, 2, 4, 11, 33, 142, 822, 6966];
/// Graphs with an isolated vertex are all graphs on one vertex less, OEIS A000088.
const WITH_ISOLATED: [u64; 8] = [1, 1, 2, 4, 11, 34, 156, 1044];

fn assert_counts(game: &str, counts: &[u64], orders: std::ops::RangeInclusive<u32>, first: u32) {
    for n in orders {
        let (positions, _) = totals(game, n);
        assert_eq!(positions, counts[(n - first) as usize], "{game} {n}");
    }
}

#[test]
fn positions_are_as_many_as_published() {
    assert_counts("avoid:C4", &WITHOUT_C4, 1..=10, 1);
    assert_counts("avoid:K4", &WITHOUT_K4, 4..=8, 4);
    assert_counts("avoid:odd-cycle", &BIPARTITE, 4..=10, 4);
    assert_counts("avoid:non-planar", &PLANAR, 1..=8, 1);
    assert_counts("avoid:min-degree:1", &WITH_ISOLATED, 1..=8, 1);
    // By networkx's atlas of all graphs: three colours, no path through all vertices, a vertex with less than 2 edges.
    assert_counts("avoid:chromatic:4", &[10, 29, 119, 667], 4..=7, 4);
    assert_counts("avoid:hamilton-path", &[6, 16, 65, 310], 4..=7, 4);
    assert_counts("avoid:min-degree:2", &[8, 23, 94, 534], 4..=7, 4);
}

#[test]
#[ignore = "minutes"]
fn positions_of_larger_boards_are_as_many_as_published() {
    assert_counts("avoid:C4", &WITHOUT_C4, 11..=13, 1);
    assert_counts("avoid:K4", &WITHOUT_K4, 9..=9, 4);
    assert_counts("avoid:odd-cycle", &BIPARTITE, 11..=12, 4);
}

#[test]
#[ignore = "many minutes: 13 million positions"]
fn positions_of_the_largest_boards_are_as_many_as_published() {
    assert_counts("avoid:C4", &WITHOUT_C4, 14..=14, 1);
    assert_counts("avoid:K4", &WITHOUT_K4, 10..=10, 4);
}

/// Solves, asks for every class that the judge finds, and verifies the database in both ways.
fn assert_as_brute_force(game: &str, n: u32, options: &[&str]) {
    let about = format!("{game} on {n} vertices {options:?}");
    let db = solved(game, n, options);
    let brute = Brute::new(&*rules(game).unwrap(), n as usize, Play::Normal);
    let lines: Vec<String> = (brute.classes())
        .map(|class| {
            let value = match class.value.outcome {
                Outcome::P => "P",
                Outcome::N => "N",
            };
            format!("{} {value}\n", graph6(&class.rows))
        })
        .collect();
    let input: String = lines
        .iter()
        .map(|line| line.split(' ').next().unwrap().to_owned() + "\n")
        .collect();
    assert_eq!(db.query(input, &[]).done(), lines.concat(), "{about}");
    let csv = db.run("stats", &["--format", "csv"]).done();
    let levels = csv.lines().skip(1).collect::<Vec<_>>().into_iter().rev();
    let expected: Vec<String> = (brute.levels().iter().enumerate())
        .map(|(edges, level)| {
            let p = level.iter().filter(|class| class.value.outcome == Outcome::P).count();
            let saturated = level.iter().filter(|class| class.children.is_empty()).count();
            format!("{edges},{p},{},{saturated}", level.len() - p)
        })
        .collect();
    assert_eq!(levels.collect::<Vec<_>>(), expected, "{about}");
    for strength in [&["--full"][..], &["--sample", "20"]] {
        let reported = db.run("verify", strength).done();
        assert!(
            reported.ends_with(" sound\n") && !reported.contains("NOT"),
            "{about}: {reported}"
        );
    }
}

/// Every fourth example from `first` on.
fn brute_force(first: usize, n: u32) {
    for game in EXAMPLES.iter().skip(first).step_by(4) {
        assert_as_brute_force(game, n, &[]);
    }
}

#[test]
fn every_value_on_five_vertices_is_that_of_brute_force() {
    (0..4).for_each(|first| brute_force(first, 5));
}

#[test]
fn every_value_on_six_vertices_is_that_of_brute_force() {
    (0..4).for_each(|first| brute_force(first, 6));
}

#[test]
fn every_value_of_some_games_on_seven_vertices_is_that_of_brute_force() {
    for game in [
        "avoid:C4",
        "avoid:hamilton-cycle",
        "avoid:C4/connected",
        "avoid:bull+K4",
    ] {
        assert_as_brute_force(game, 7, &[]);
    }
    // A pattern with isolated vertices, one as graph6, and one larger than the board.
    for game in ["avoid:D~?", "avoid:Dhc/connected", "avoid:C6", "avoid:K2"] {
        assert_as_brute_force(game, 5, &[]);
    }
}

#[test]
#[ignore = "minutes"]
fn every_value_on_other_boards_is_that_of_brute_force() {
    for n in [1, 2, 3, 4, 7, 8] {
        (0..4).for_each(|first| brute_force(first, n));
    }
}

#[test]
fn labels_alone_have_the_same_values() {
    for game in ["avoid:C4", "avoid:odd-cycle", "avoid:paw/connected"] {
        assert_as_brute_force(game, 6, &["--keep", "labels"]);
    }
}

/// Asserts that the first player wins on just those boards of `orders` for which `first` holds.
fn assert_winners(game: &str, orders: impl IntoIterator<Item = u32>, first: impl Fn(u32) -> bool) {
    for n in orders {
        let (_, winner) = totals(game, n);
        assert_eq!(winner, if first(n) { "first" } else { "second" }, "{game} {n}");
    }
}

/// Seress 1992; Canadian Mathematical Olympiad 2019, problem 5.
fn assert_proved_winners(orders: std::ops::RangeInclusive<u32>) {
    assert_winners("triangle/connected", orders.clone(), |n| n % 2 == 0);
    assert_winners("avoid:odd-cycle", orders, |n| n % 4 == 2);
}

#[test]
fn winners_are_those_that_are_proved() {
    assert_proved_winners(1..=9);
    // On two vertices the only edge would make the graph connected.
    assert_winners("avoid:connected", 1..=8, |n| n > 2 && matches!(n % 4, 2 | 3));
    // Mathematics Stack Exchange, question 915340.
    assert_winners("avoid:hamilton-cycle", 3..=7, |n| matches!(n, 5 | 6));
}

#[test]
#[ignore = "minutes"]
fn winners_of_larger_boards_are_those_that_are_proved() {
    assert_proved_winners(10..=12);
    assert_winners("avoid:connected", 9..=9, |_| false);
    assert_winners("avoid:hamilton-cycle", 8..=9, |n| n == 9);
}

/// Game and board whose ascent takes long enough to be met on its way.
const LONG: (&str, u32) = ("avoid:C4", 11);

fn undisturbed() -> BTreeMap<PathBuf, Vec<u8>> {
    solved(LONG.0, LONG.1, &[]).content()
}

/// Starts a run and waits until it has the lock, before which signals end it at once, and `level` is made on the way
/// up, by it or by an earlier run.
fn start_ascent(db: &Db, level: u32) -> std::process::Child {
    let child = db.start_game(LONG.0, LONG.1, &["--threads", "1"]);
    let sealed = db.path().join(format!("ascent/level-{level:03}/manifest.json"));
    let own = format!("\"process\":{},", child.id());
    let has_lock = || fs::read_to_string(db.path().join("lock")).is_ok_and(|holder| holder.contains(&own));
    db.wait_until("a level is made on the way up", || {
        !has_ascent(db) || has_lock() && sealed.exists()
    });
    child
}

/// Whether no level is sealed yet: an ascent is to come or under way.
fn has_ascent(db: &Db) -> bool {
    !db.path().join("saturated.json").exists()
}

/// What a run leaves that was killed when it had made `level` on the way up.
fn killed_on_the_way_up(level: u32) -> Db {
    for _ in 0..20 {
        let db = Db::in_memory();
        let mut child = start_ascent(&db, level);
        child.kill().unwrap();
        child.wait().unwrap();
        let is_sealed = |level: u32| {
            db.path()
                .join(format!("ascent/level-{level:03}/manifest.json"))
                .exists()
        };
        // On a loaded machine the run may have come further before the kill.
        if is_sealed(level) && !is_sealed(level + 1) {
            return db;
        }
    }
    panic!("no run was met on the way up");
}

#[test]
fn an_ascent_that_is_stopped_goes_on() {
    let expected = undisturbed();
    let db = Db::in_memory();
    let mut stopped = 0;
    for level in [2, 5, 8, 10] {
        let child = start_ascent(&db, level);
        send(libc::SIGTERM, &child);
        let ran = Ran::of(child.wait_with_output().unwrap());
        if ran.code == Some(0) {
            break;
        }
        let sentence = ran.refused(10);
        assert!(sentence.contains("run the same command again"), "{sentence}");
        stopped += u32::from(sentence.contains("on the way up above level"));
        // Nothing can be asked for yet; what is there is whole.
        if has_ascent(&db) {
            let code = db.run("query", &[&graph6(&[0; 11])]).code;
            assert_eq!(code, Some(4));
        }
    }
    assert!(stopped > 0, "no run was met on the way up");
    db.solve_game(LONG.0, LONG.1, &["--verbose"]);
    db.assert_same_bytes(&expected, "stopped on the way up");
}

#[test]
fn an_ascent_that_is_killed_goes_on_from_its_highest_level() {
    let expected = undisturbed();
    let db = Db::in_memory();
    let mut killed = 0;
    for level in [1, 4, 7, 10] {
        let mut child = start_ascent(&db, level);
        child.kill().unwrap();
        child.wait().unwrap();
        killed += u32::from(has_ascent(&db));
    }
    assert!(killed > 0, "no run was met on the way up");
    let ran = db.solve_game(LONG.0, LONG.1, &["--verbose"]);
    assert_eq!(ran.code, Some(0));
    db.assert_same_bytes(&expected, "killed on the way up");
}

#[test]
#[ignore = "minutes"]
fn an_ascent_that_is_killed_in_the_midst_of_every_level_goes_on() {
    let expected = undisturbed();
    for level in 0..=18 {
        let db = Db::in_memory();
        let mut child = start_ascent(&db, level);
        child.kill().unwrap();
        child.wait().unwrap();
        db.solve_game(LONG.0, LONG.1, &[]).done();
        db.assert_same_bytes(&expected, format!("killed above level {level}"));
    }
}

#[test]
fn a_damaged_ascent_is_begun_anew() {
    let expected = undisturbed();
    for damage in [
        "manifest.json",
        "saturated",
        "positions/000008.sst",
        "positions/CURRENT",
    ] {
        let db = killed_on_the_way_up(8);
        edit(&db.path().join("ascent/level-008").join(damage), |bytes| bytes[5] ^= 1);
        let ran = db.solve_game(LONG.0, LONG.1, &["--verbose"]);
        assert!(
            ran.code == Some(0) && ran.err.contains("the way up restarts"),
            "{}",
            ran.err
        );
        db.assert_same_bytes(&expected, damage);
    }
}

#[test]
fn a_damaged_list_is_named_and_made_again() {
    let db = solved("avoid:C4", 8, &[]);
    let whole = db.content();
    for file in ["saturated.json", "saturated.g6"] {
        let path = db.path().join(file);
        for remove in [false, true] {
            if remove {
                std::fs::remove_file(&path).unwrap();
            } else {
                edit(&path, |bytes| bytes[10] ^= 1);
            }
            let ran = db.run("verify", &[]);
            assert_eq!(ran.code, Some(6));
            assert!(ran.err.contains(file), "{}", ran.err);
            let ran = db.run("repair", &[]);
            assert_eq!(ran.code, Some(0), "{}", ran.err);
            db.assert_same_bytes(&whole, file);
        }
    }
    // The damage to a level of such a game.
    let path = db.level(7).join("labels");
    edit(&path, |bytes| bytes[20] ^= 1);
    assert_eq!(db.run("verify", &[]).code, Some(6));
    assert_eq!(db.run("repair", &[]).code, Some(0));
    db.assert_same_bytes(&whole, "labels");
}

#[test]
fn one_game_has_one_name() {
    let triangle = Db::solved(7, &[]);
    let same = solved("avoid:K3", 7, &[]);
    same.assert_same_bytes(&triangle.content(), "avoid:K3");
    assert_eq!(same.run("stats", &["--json"]).json()["game"], "triangle");
    let db = solved("avoid:K3+C5+odd-cycle", 6, &[]);
    let content = db.content();
    for name in [
        "avoid:odd-cycle+C5+K3",
        "avoid:C5+C3+odd-cycle+C5",
        "avoid:Bw+Dhc+odd-cycle",
    ] {
        db.solve_game(name, 6, &[]).solved();
        db.assert_same_bytes(&content, name);
    }
    // Another game does not go into its folder.
    let sentence = db.solve_game("avoid:C5+odd-cycle", 6, &[]).refused(5);
    assert!(sentence.contains("avoid:C5+K3+odd-cycle"), "{sentence}");
    assert_eq!(db.solve_game("avoid:C4", 6, &["--connected"]).code, Some(5));
    let connected = solved("avoid:C4", 6, &["--connected"]);
    let again = solved("avoid:C4/connected", 6, &[]);
    connected.assert_same_bytes(&again.content(), "--connected");
}

/// Graphs of degree at most 2 are unions of paths and cycles: one connected graph of 1 vertex, one of 2, two of each
/// greater number.
fn unions_of_paths_and_cycles(n: usize) -> u64 {
    let mut unions = vec![0; n + 1];
    unions[0] = 1;
    for size in 1..=n {
        for _ in 0..if size < 3 { 1 } else { 2 } {
            for total in size..=n {
                unions[total] += unions[total - size];
            }
        }
    }
    unions[n]
}

/// Keys of 16 vertices fill a record, those of more need a longer one.
#[test]
fn boards_of_sixteen_vertices_and_more() {
    for n in [16, 17, 20] {
        let (positions, winner) = totals("avoid:P3", n);
        let most = u64::from(n / 2);
        let expected = if most % 2 == 1 { "first" } else { "second" };
        assert_eq!((positions, &*winner), (most + 1, expected), "n = {n}");
        let (positions, _) = totals("avoid:K1,3", n);
        assert_eq!(positions, unions_of_paths_and_cycles(n as usize), "n = {n}");
        let unions = solved("avoid:K1,3", n, &["--keep", "labels"]);
        for depth in [&["--sample", "50"][..], &["--full"]] {
            assert!(unions.run("verify", depth).done().ends_with("sound\n"));
        }
    }
    // A record with two labels has no room for the key.
    let db = Db::in_memory();
    let sentence = db.solve_game("avoid:P3", 16, &["--value", "score"]).refused(2);
    assert!(sentence.contains("1 to 15 vertices"), "{sentence}");
}

#[test]
fn names_of_no_game_get_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("db");
    let db = db.to_str().unwrap();
    for (name, n, part) in [
        ("avoid:K1", "5", "has no edge"),
        ("avoid:", "5", "neither a graph's name"),
        ("avoid:K17", "5", "17 vertices"),
        ("avoid:K3+", "5", "neither a graph's name"),
        ("avoid:even-cycle", "5", "'even-cycle'"),
        ("avoid:C2", "5", "C3"),
        ("chess", "5", "'chess'"),
        ("", "5", "''"),
        ("triangle/connected/connected", "5", "triangle/connected/connected"),
        ("avoid:C4", "0", "1 to 20 vertices"),
        ("avoid:C4", "21", "1 to 20 vertices"),
        ("triangle/connected", "21", "1 to 20 vertices"),
        ("triangle", "21", "1 to 20 vertices"),
    ] {
        for command in [&["solve", "--db", db][..], &["check-game"], &["estimate"]] {
            let sentence = run(&[command, &[name, "-n", n]].concat()).refused(2);
            assert!(sentence.contains(part), "{sentence}");
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
