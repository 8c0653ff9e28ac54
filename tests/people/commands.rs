//! Every command, run the way a user runs it.

use std::collections::BTreeMap;

use retrograph_referee::named::{complete_bipartite, cycle, empty, path, perfect_matching};
use retrograph_referee::rng::SplitMix64;
use retrograph_referee::triangle::{self, relabel, triangle_free_classes};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::process;
use shared::process::{Db, edge_list, graph6, random_game, rows, run};

const SMALL_LEVELS: &str = include_str!("../../datasets/triangle_small_levels.csv");

pub const COMMANDS: [&str; 31] = [
    "solve",
    "plan",
    "part",
    "work",
    "stats",
    "query",
    "moves",
    "serve",
    "play",
    "learn",
    "draw",
    "positions",
    "sample",
    "examples",
    "report",
    "verify",
    "repair",
    "export",
    "info",
    "estimate",
    "games",
    "check-game",
    "prove",
    "board",
    "check-proof",
    "proof-text",
    "fewest-edges",
    "counts",
    "thresholds",
    "completions",
    "man",
];

/// Rows (edges, p, n, saturated) of the independent table, highest level first.
fn published_levels(n: u64) -> Vec<[u64; 4]> {
    let rows = SMALL_LEVELS
        .lines()
        .filter_map(|line| line.split(',').map(|field| field.parse().ok()).collect());
    let mut levels: Vec<[u64; 4]> = rows
        .filter(|row: &Vec<u64>| row[0] == n)
        .map(|row| [row[1], row[2], row[3], row[4]])
        .collect();
    levels.sort_unstable_by(|a, b| b.cmp(a));
    assert!(!levels.is_empty());
    levels
}

/// An answer of `query --json`: these keys and no others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    graph6: String,
    canonical: String,
    edges: usize,
    value: String,
}

fn answers(lines: &str) -> Vec<Answer> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// An answer of `moves --json`.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Position {
    graph6: String,
    canonical: String,
    edges: usize,
    value: String,
    moves: Vec<Move>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Move {
    edge: (usize, usize),
    graph6: String,
    canonical: String,
    value: String,
    wins: bool,
    equivalent: usize,
}

fn moves(db: &Db, graph: &str) -> Position {
    serde_json::from_str(&db.run("moves", &["--json", "--", graph]).done()).unwrap()
}

#[test]
fn solve_says_nothing_and_with_json_one_object_a_level_and_the_result() {
    let db = Db::unborn();
    let printed = db.solve(8, &["--json"]).done();
    let (printed, end) = printed.trim_end().rsplit_once('\n').unwrap();
    let end: Value = serde_json::from_str(end).unwrap();
    assert_eq!(
        (&end["winner"], &end["solved_down_to"]),
        (&Value::from("second"), &Value::from(0)),
        "{end}"
    );
    let levels: Vec<[u64; 4]> = printed
        .lines()
        .map(|line| {
            let level: Value = serde_json::from_str(line).unwrap();
            assert!(
                level["seconds"].is_f64() && level["bytes"].as_u64() > Some(0),
                "{level}"
            );
            ["edges", "p", "n", "saturated"].map(|name| level[name].as_u64().unwrap())
        })
        .collect();
    assert_eq!(levels, published_levels(8));
    // Solved already: the result alone.
    let again: Value = serde_json::from_str(&db.solve(8, &["--json"]).done()).unwrap();
    assert_eq!(again, end);
    let partly = Db::unborn().solve(8, &["--json", "--down-to", "16"]).done();
    let end: Value = serde_json::from_str(partly.lines().last().unwrap()).unwrap();
    assert_eq!(
        (&end["winner"], &end["solved_down_to"]),
        (&Value::Null, &Value::from(16)),
        "{end}"
    );
    let ran = Db::unborn().solve(4, &["--verbose"]);
    assert_eq!((ran.code, ran.out.lines().count()), (Some(0), 1));
    assert!(ran.err.lines().count() >= 5, "{}", ran.err);
}

#[test]
fn the_smallest_boards_are_played_too() {
    // One vertex: no move. Two: one move. Three: the first edge leaves one more, and then no pair is open.
    for (n, winner, positions) in [(1, "second", 1), (2, "first", 2), (3, "second", 3)] {
        let db = Db::solved(n, &[]);
        let stats = db.run("stats", &["--json"]).json();
        assert_eq!(
            (&stats["winner"], &stats["total"]["positions"]),
            (&json!(winner), &json!(positions))
        );
        assert!(db.run("verify", &["--full"]).done().contains("sound"));
        assert_eq!(moves(&db, "[]").value, if winner == "second" { "P" } else { "N" });
    }
}

#[test]
fn stats_are_the_published_ones_in_every_format() {
    let db = Db::solved(8, &[]);
    let csv = db.run("stats", &["--format", "csv"]).done();
    let expected: Vec<String> = published_levels(8)
        .iter()
        .map(|[edges, p, n, saturated]| format!("{edges},{p},{n},{saturated}\n"))
        .collect();
    assert_eq!(csv, format!("edges,p,n,saturated\n{}", expected.concat()));

    let printed = db.run("stats", &["--format", "json"]).done();
    assert_eq!(db.run("stats", &["--json"]).done(), printed);
    let stats: Value = serde_json::from_str(&printed).unwrap();
    let levels: Vec<[u64; 4]> = (stats["levels"].as_array().unwrap().iter())
        .map(|level| ["edges", "p", "n", "saturated"].map(|name| level[name].as_u64().unwrap()))
        .collect();
    assert_eq!(levels, published_levels(8));
    assert_eq!(
        [&stats["game"], &stats["n"], &stats["winner"], &stats["complete"]],
        [&json!("triangle"), &json!(8), &json!("second"), &json!(true)]
    );

    let table = db.run("stats", &[]).done();
    assert!(table.contains("geng") && table.contains("brute force"), "{table}");
    assert!(table.contains("the second player wins"), "{table}");
    assert!(table.contains(" 410 positions"), "{table}");
}

#[test]
fn numbers_for_programs_have_no_separators() {
    let db = Db::solved(10, &["--down-to", "10"]);
    let csv = db.run("stats", &["--format", "csv"]).done();
    assert!(
        csv.lines()
            .skip(1)
            .any(|line| line.split(',').any(|field| field.len() >= 4))
    );
    assert!(
        csv.lines()
            .skip(1)
            .all(|line| line.split(',').count() == 4 && line.chars().all(|c| c.is_ascii_digit() || c == ','))
    );
}

#[test]
fn a_graph_may_be_given_in_every_way() {
    let db = Db::solved(8, &[]);
    let k44 = graph6(&complete_bipartite(4, 4));
    let arguments = db.run("query", &[&k44, "0-1", "0-1, 2-3", "G?????", "[]"]).done();
    assert_eq!(arguments, format!("{k44} P\n0-1 N\n0-1, 2-3 P\nG????? P\n[] P\n"));

    let input = format!("\n{k44}\r\n   \n0-1\n\n  0-1, 2-3  \n>>graph6<<G?????\n-");
    let answers = db.query(input, &[]).done();
    let values: Vec<&str> = answers.lines().map(|line| line.rsplit_once(' ').unwrap().1).collect();
    assert_eq!(values, ["P", "N", "P", "P", "P"]);
    assert!(answers.starts_with(&format!("{k44} P\n0-1 N\n")));
    assert_eq!(db.query("\n\n", &[]).done(), "");
    assert_eq!(db.query("", &["--json"]).done(), "");
}

#[test]
fn json_answers_name_the_class() {
    let db = Db::solved(8, &[]);
    let mut rng = SplitMix64::new(8);
    let mut asked = Vec::new();
    for _ in 0..20 {
        for position in random_game(8, &mut rng) {
            for _ in 0..3 {
                asked.push(relabel(&position, &rng.permutation(8)));
            }
        }
    }
    let input: Vec<String> = asked.iter().map(|rows| graph6(rows) + "\n").collect();
    let answered = answers(&db.query(input.concat(), &["--json"]).done());
    assert_eq!(answered.len(), asked.len());
    // Relabelled copies have one canonical graph, and different classes different ones.
    let mut classes = BTreeMap::new();
    for (asked, answer) in asked.iter().zip(&answered) {
        assert_eq!(answer.graph6, graph6(asked));
        assert_eq!(answer.edges, triangle::edges(asked));
        let class = retrograph_referee::nauty::canonical(asked);
        assert_eq!(retrograph_referee::nauty::canonical(&rows(&answer.canonical)), class);
        let seen = classes
            .entry(class)
            .or_insert_with(|| (&answer.canonical, &answer.value));
        assert_eq!(*seen, (&answer.canonical, &answer.value));
    }
    assert!(classes.len() > 100);

    let lists: Vec<String> = asked.iter().map(|rows| edge_list(rows) + "\n").collect();
    let from_lists = answers(&db.query(lists.concat(), &["--json"]).done());
    for (list, graph) in from_lists.iter().zip(&answered) {
        assert_eq!((&list.graph6, &list.value), (&graph.graph6, &graph.value));
    }
    assert_eq!(from_lists.len(), answered.len());
}

#[test]
fn values_known_by_hand() {
    let db = Db::solved(8, &[]);
    let value = |rows: &[u32]| db.run("query", &[&graph6(rows)]).done();
    // No move is left in complete bipartite graphs and in the blown-up pentagon.
    for (a, b) in [(4, 4), (3, 5), (2, 6), (1, 7)] {
        assert!(value(&complete_bipartite(a, b)).ends_with(" P\n"));
    }
    let pentagon = retrograph_referee::named::blown_up_pentagon([2, 2, 2, 1, 1]);
    assert!(value(&pentagon).ends_with(" P\n"));
    // One edge short of K(4,4): the only open pair is that edge.
    let mut short = complete_bipartite(4, 4);
    (short[0], short[4]) = (short[0] & !(1 << 4), short[4] & !1);
    assert!(value(&short).ends_with(" N\n"));
    // Published: the second player wins on 8 vertices.
    assert!(value(&empty(8)).ends_with(" P\n"));
    // From the definition, by forward search.
    let mut judge = triangle::ForwardSolver::new(8);
    for rows in [cycle(8), path(8), perfect_matching(4)] {
        let expected = if judge.is_p(&rows) { " P\n" } else { " N\n" };
        assert!(value(&rows).ends_with(expected));
    }
}

#[test]
fn moves_are_shown_winning_ones_first() {
    let db = Db::solved(8, &[]);
    let table = db.run("moves", &["0-1"]).done();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "G_????: 1 edge, N, the next player wins");
    assert_eq!(lines.len(), 4);
    assert!(
        lines[2].contains("2-3") && lines[2].contains("wins") && lines[2].contains("15"),
        "{table}"
    );
    assert!(
        lines[3].contains("0-2") && lines[3].contains("loses") && lines[3].contains("12"),
        "{table}"
    );
    let saturated = db.run("moves", &[&graph6(&complete_bipartite(4, 4))]).done();
    assert!(saturated.contains("P, the previous player wins") && saturated.ends_with("no legal move\n"));
    assert!(moves(&db, &graph6(&complete_bipartite(3, 5))).moves.is_empty());
}

/// Whether what `moves` says of one position follows from the rules.
fn check_moves(rows: &[u32], position: &Position) {
    let text = graph6(rows);
    assert_eq!((&position.graph6, position.edges), (&text, triangle::edges(rows)));
    let legal = triangle::moves(rows);
    let reported: usize = position.moves.iter().map(|step| step.equivalent).sum();
    assert_eq!(reported, legal.len(), "{text}");
    assert!(position.moves.is_sorted_by_key(|step| !step.wins), "{text}");
    assert_eq!(
        position.moves.iter().any(|step| step.wins),
        position.value == "N",
        "{text}"
    );
    let mut classes = Vec::new();
    for step in &position.moves {
        assert!(legal.contains(&step.edge), "{text}: {step:?}");
        assert_eq!(step.graph6, graph6(&triangle::with_edge(rows, step.edge)));
        assert_eq!(step.wins, step.value == "P");
        classes.push(&step.canonical);
    }
    // Moves of one class lead to one class of positions; the other way round it need not be so.
    let children: std::collections::BTreeSet<_> = (legal.iter())
        .map(|&edge| retrograph_referee::nauty::canonical(&triangle::with_edge(rows, edge)))
        .collect();
    classes.sort();
    classes.dedup();
    assert_eq!(classes.len(), children.len(), "{text}");
}

#[test]
fn every_position_answers_the_same_from_labels_alone() {
    for n in [7, 8] {
        let (full, labels) = (Db::solved(n, &[]), Db::solved(n, &["--keep", "labels"]));
        let top = n * n / 4;
        assert_eq!(full.levels_with_positions(top).len() as u32, top + 1);
        assert!(labels.levels_with_positions(top).is_empty());
        assert_eq!(labels.run("info", &["--json"]).json()["levels_with_positions"], 0);
        assert!(labels.run("verify", &["--full"]).done().ends_with(" sound\n"));
        assert_eq!(
            full.run("stats", &["--json"]).done(),
            labels.run("stats", &["--json"]).done()
        );

        let positions: Vec<Vec<u32>> = triangle_free_classes(n as usize).concat();
        let input: Vec<String> = positions.iter().map(|rows| graph6(rows) + "\n").collect();
        let printed = full.query(input.concat(), &["--json"]).done();
        assert_eq!(labels.query(input.concat(), &["--json"]).done(), printed);
        for (rows, answer) in positions.iter().zip(answers(&printed)) {
            let position = moves(&full, &answer.graph6);
            assert_eq!(
                (&position.canonical, &position.value),
                (&answer.canonical, &answer.value)
            );
            check_moves(rows, &position);
            assert_eq!(moves(&labels, &answer.graph6), position);
        }
    }
}

#[test]
fn a_sound_database_is_called_sound() {
    let db = Db::solved(8, &[]);
    let before = db.content();
    for options in [&[][..], &["--sample", "100"], &["--sample", "1"], &["--full"]] {
        let line = db.run("verify", options).done();
        let what = if options.is_empty() {
            "bytes and counts"
        } else {
            "derived again"
        };
        assert!(
            line.starts_with("17 levels, 410 positions, ") && line.ends_with(&format!("{what}: sound\n")),
            "{line}"
        );
    }
    let report = |options: &[&str]| {
        let mut report = db.run("verify", &[&["--json"], options].concat()).json();
        assert!(report["seconds"].take().is_f64());
        report
    };
    let full = report(&["--full"]);
    let levels = full["by_level"].as_array().unwrap();
    assert_eq!(
        levels[4],
        json!({
            "level": 12, "positions": 22, "keys": true, "values_derived": 22, "saturated_counted": 3,
            "compared": true,
        })
    );
    let sums = ["positions", "values_derived", "saturated_counted"];
    let sums = sums.map(|name| levels.iter().map(|level| level[name].as_u64().unwrap()).sum::<u64>());
    assert_eq!(sums, [410, 410, 10]);
    assert_eq!(
        full,
        json!({
            "strength": "full", "seed": null, "levels": 17, "positions": 410, "values_derived": 410, "seconds": null,
            "sound": true, "faults": [], "faults_not_listed": 0, "warnings": [], "by_level": levels,
        })
    );
    let sampled = report(&["--sample", "10", "--seed", "3", "--threads", "1"]);
    assert_eq!((&sampled["strength"], &sampled["seed"]), (&json!("sample"), &json!(3)));
    for level in sampled["by_level"].as_array().unwrap() {
        assert_eq!(level["values_derived"], level["positions"].as_u64().unwrap().min(10));
    }
    assert_eq!(report(&["--sample", "10", "--seed", "3", "--threads", "3"]), sampled);
    assert_eq!(report(&[])["values_derived"], 0);
    db.assert_same_bytes(&before, "reading changes nothing");
}

#[test]
fn info_says_what_is_there() {
    let db = Db::solved(8, &["--down-to", "9"]);
    let reported = db.run("info", &["--json"]).json();
    let positions: u64 = published_levels(8)
        .iter()
        .filter(|level| level[0] >= 9)
        .map(|level| level[1] + level[2])
        .sum();
    assert_eq!(reported["positions"], positions);
    assert_eq!(
        (&reported["complete"], &reported["lowest_level"]),
        (&json!(false), &json!(9))
    );
    let sizes = |name: &str| -> u64 {
        let content = db.content();
        let files = content
            .iter()
            .filter(|(path, _)| path.to_str().unwrap().ends_with(name));
        files.map(|(_, bytes)| bytes.len() as u64).sum()
    };
    assert_eq!(reported["label_function_bytes"], sizes("labels"));
    assert_eq!(reported["level_bytes"], sizes(".sst"));
    let text = db.run("info", &[]).done();
    for part in [
        "triangle on 8 vertices",
        "8 of 17 (16 to 9)",
        "retrograph 0.3.0, format 2",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn help_shows_examples_and_exit_codes() {
    for command in COMMANDS {
        let help = run(&[command, "--help"]).done();
        let (_, examples) = help.split_once("Examples:\n").expect(&help);
        assert!(examples.contains(&format!("  retrograph {command} ")), "{help}");
        assert!(run(&["--help"]).done().contains(&format!("\n  {command} ")));
    }
    assert!(run(&["--help"]).done().contains("Exit codes:\n  0  done"));
    assert_eq!(
        run(&["--version"]).done(),
        format!("retrograph {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn counts_are_tabulated_with_their_periods() {
    let text = run(&["counts", "AVOID:K3,1", "--to", "9"]).done();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 1 + 8 + 5, "{text}");
    assert_eq!(lines[0], "   n  winner  misere  grundy of 0-1  max begins  min begins");
    assert_eq!(lines[8], "   9       2       2              1           8           9");
    assert_eq!(lines[9], "winner: period 2 from n = 8: 1 2, proved for every n");
    let text = run(&["counts", "avoid:P5", "--to", "100"]).done();
    assert!(
        text.contains("\n 100       2       1              1           .           .\n"),
        "{text}"
    );
    for (args, why) in [
        (&["avoid:C4"][..], "avoid:K1,3"),
        (&["avoid:C"], "avoid:C"),
        (&["avoid:P4", "--to", "1"], "from 2 to 500"),
        (&["avoid:P4", "--to", "501"], "from 2 to 500"),
    ] {
        let ran = run(&[&["counts"], args].concat());
        assert_eq!((ran.code, &ran.out[..]), (Some(2), ""), "{args:?}");
        assert!(ran.err.contains(why), "{}", ran.err);
    }
}

#[test]
fn games_are_listed_with_their_rules() {
    let games: Vec<Value> = (run(&["games", "--json"]).done().lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |name: &str| {
        games
            .iter()
            .find(|game| game["name"] == name)
            .unwrap_or_else(|| panic!("{name}"))
    };
    assert_eq!(
        (&of("triangle")["saturated"], &of("triangle")["most_n"]),
        (&json!("list"), &json!(20))
    );
    assert_eq!(
        (&of("avoid:C4")["saturated"], &of("avoid:C4")["most_n"]),
        (&json!("ascent"), &json!(20))
    );
    assert_eq!(
        of("avoid:C4")["rules"],
        "players add edges in turn and may not complete a C4"
    );
    let table = run(&["games"]).done();
    let (proved, solved): (Vec<&Value>, Vec<&Value>) = games.iter().partition(|game| game["proved"] == true);
    for game in &solved {
        let name = game["name"].as_str().unwrap();
        assert!(table.split_whitespace().any(|word| word == name), "{name}: {table}");
        let reported = run(&["solve", name, "-n", "1", "--explain"]).done();
        assert!(reported.contains(game["rules"].as_str().unwrap()), "{reported}");
        let most = game["most_n"].as_u64().unwrap();
        assert!(run(&["solve", name, "-n", &most.to_string(), "--explain"]).code == Some(0));
        let more = run(&["solve", name, "-n", &(most + 1).to_string(), "--explain"]).refused(2);
        assert!(more.contains(&format!("1 to {most} vertices")), "{more}");
    }
    for family in ["maker-breaker:", "online-ramsey:", "ramsey-achieve:"] {
        let starts = |game: &&Value| game["name"].as_str().unwrap().starts_with(family);
        assert!(proved.iter().any(starts), "{family}");
    }
    for name in ["triangle", "avoid:C4"] {
        let prove = of(name)["prove"].as_str().unwrap();
        assert!(prove.starts_with(&format!("retrograph prove {name} -n ")), "{prove}");
    }
    assert!(table.contains("on up to 20 vertices"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() < 80), "{table}");
    for game in proved {
        let name = game["name"].as_str().unwrap();
        assert!(table.split_whitespace().any(|word| word == name), "{name}: {table}");
        assert!(
            game["prove"]
                .as_str()
                .unwrap()
                .starts_with(&format!("retrograph prove {name} "))
        );
        // On-line Ramsey games have no number of vertices.
        let orders = ["least_n", "most_n"].map(|word| game[word].as_u64());
        let [Some(least), Some(most)] = orders else { continue };
        let is_of_ends = name.contains("hamilton-connected") || name.contains("hamilton-path:");
        for n in [least, most] {
            let reported = run(&["solve", name, "-n", &n.to_string(), "--explain"]);
            // Most of these games are solved, too, on boards of some size.
            assert!(
                !is_of_ends || reported.done().contains("retrograph prove"),
                "{name} {n}"
            );
        }
        if !is_of_ends {
            continue;
        }
        for n in [least - 1, most + 1] {
            run(&["solve", name, "-n", &n.to_string(), "--explain"]).refused(2);
        }
        let refused = run(&["solve", name, "-n", "4", "--db", "no-folder"]).refused(2);
        assert!(refused.contains("proved, not solved"), "{refused}");
    }
}

/// Sets of edges with a Hamilton cycle: OEIS A326208; without one: A326207.
#[test]
fn a_prover_is_checked_property_by_property() {
    let game = ["check-game", "maker-breaker:hamilton-cycle", "-n", "5", "--json"];
    let solved = run(&game).json();
    assert_eq!(
        (&solved["sound"], &solved["every_position"]),
        (&json!(true), &json!(true))
    );
    let reported = run(&[&game[..], &["--prover"]].concat()).json();
    assert_eq!(
        (&reported["sound"], &reported["every_set"]),
        (&json!(true), &json!(true))
    );
    let cases = |property: &str| {
        let properties = reported["properties"].as_array().unwrap();
        let found = properties.iter().find(|each| each["property"] == property).unwrap();
        assert!(found["counterexample"].is_null());
        found["cases"].as_u64().unwrap()
    };
    assert_eq!(cases("winning sets"), 1 << 10);
    assert_eq!((cases("least winning sets"), cases("threats")), (218, 806));
    assert_eq!((cases("winner"), cases("proof"), cases("play")), (52, 52, 52));
    let sample = ["-n", "8", "--sample", "5", "--prover"];
    let table = run(&[&["check-game", "MAKER-BREAKER:contains:K3"], &sample[..]].concat()).done();
    assert_eq!(table.matches(" ok\n").count(), 6, "{table}");
    assert!(table.contains("a sample"), "{table}");
    // What the solver does not know needs no option.
    let ends = run(&["check-game", "maker-breaker:hamilton-connected", "-n", "4"]).done();
    assert!(ends.contains("winning sets"), "{ends}");
    run(&["check-game", "maker-breaker:hamilton-cycle", "-n", "2", "--prover"]).refused(2);
    run(&["check-game", "maker-breaker:hamilton", "-n", "5"]).refused(2);
    for (game, said) in [("sim", "no prover knows 'sim'"), ("triangle", "cannot be checked yet")] {
        let sentence = run(&["check-game", game, "-n", "5", "--prover"]).refused(2);
        assert!(sentence.contains(said), "{sentence}");
    }
}

#[test]
fn explaining_says_where_the_saturated_positions_come_from_and_solves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("db");
    let explain = |arguments: &[&str]| {
        let db = ["--explain", "--db", db.to_str().unwrap()];
        run(&[&["solve"], arguments, &db].concat()).done()
    };
    let triangle = explain(&["triangle", "-n", "9"]);
    assert!(
        triangle.contains("from a list: ") && triangle.contains("20 edges down to 0"),
        "{triangle}"
    );
    let c4 = explain(&["avoid:C4", "-n", "9"]);
    assert!(c4.contains("from an ascent: ") && c4.contains("avoid:C4\n"), "{c4}");
    let connected = explain(&["avoid:C4", "-n", "9", "--connected"]);
    assert!(connected.contains("avoid:C4/connected\n"), "{connected}");
    assert_eq!(connected, explain(&["avoid:C4/connected", "-n", "9", "--connected"]));
    assert!(!db.exists());
}

#[test]
fn a_game_is_checked_property_by_property() {
    let reported = run(&["check-game", "avoid:C4", "-n", "6", "--json"]).json();
    // A006786.
    assert_eq!(
        (&reported["positions"], &reported["every_position"], &reported["sound"]),
        (&json!(44), &json!(true), &json!(true))
    );
    assert_eq!(reported["properties"].as_array().unwrap().len(), 13);
    let table = run(&["check-game", "avoid:C4", "-n", "6"]).done();
    for property in reported["properties"].as_array().unwrap() {
        let name = property["property"].as_str().unwrap();
        let line = table.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
        let verdict = if name == "top" { "not checked" } else { "ok" };
        assert!(line.ends_with(verdict), "{line}");
    }
    let reported = run(&["check-game", "triangle/connected", "-n", "9", "--sample", "1", "--json"]).json();
    assert_eq!(
        (&reported["every_position"], &reported["sound"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(reported["levels"].as_array().unwrap().len(), 21);
    assert_eq!(reported["positions"], 21);
    let reported = run(&["check-game", "sim", "-n", "5", "--json"]).json();
    assert_eq!(
        (&reported["every_position"], &reported["sound"]),
        (&json!(true), &json!(true))
    );
    // On five vertices two cycles are the only full board without a triangle.
    let levels = reported["levels"].as_array().unwrap();
    assert_eq!((levels.len(), &levels[10]), (11, &json!(1)));
    run(&["check-game", "avoid:C4", "-n", "6", "--sample", "0"]).usage();
    assert!(run(&["check-game", "chess", "-n", "6"]).refused(2).contains("'chess'"));
}

#[test]
fn labels_alone_can_be_continued_from_the_lowest_level() {
    let whole = Db::solved(8, &["--keep", "labels"]);
    let db = Db::unborn();
    for (lowest, options) in [
        (12, &["--keep", "labels"][..]),
        (11, &[]),
        (5, &[]),
        (1, &["--keep", "labels"]),
    ] {
        let down_to = ["--down-to", &lowest.to_string()];
        db.solve(8, &[options, &down_to].concat()).done();
        assert_eq!(db.levels_with_positions(16), [lowest], "down to {lowest}");
        assert_eq!(db.run("info", &["--json"]).json()["lowest_level"], lowest);
        assert!(db.run("verify", &["--full"]).done().ends_with(" sound\n"));
    }
    db.solve(8, &[]).done();
    db.assert_same_bytes(&whole.content(), "in five steps");
}

#[test]
fn a_kill_between_seal_and_drop_leaves_no_positions_behind() {
    let whole = Db::solved(8, &["--keep", "labels"]).content();
    for level in [12, 1, 0] {
        // The state after such a kill: `level` is sealed, the positions of the level above are there still.
        let db = Db::solved(8, &["--keep", "labels", "--down-to", &(level + 1).to_string()]);
        let above = Db::copy_of(&db);
        db.solve(8, &["--down-to", &level.to_string()]).done();
        if level == 0 {
            let lowest = Db::solved(8, &[]);
            process::copy_tree(&lowest.level(0).join("positions"), &db.level(0).join("positions"));
        }
        let positions = |db: &Db| db.level(level + 1).join("positions");
        process::copy_tree(&positions(&above), &positions(&db));
        db.solve(8, &[]).done();
        db.assert_same_bytes(&whole, format!("killed below level {}", level + 1));
    }
}

#[test]
fn solved_levels_answer_while_others_are_missing() {
    let db = Db::solved(8, &["--down-to", "10"]);
    let whole = Db::solved(8, &[]);
    let mut rng = SplitMix64::new(10);
    let positions: Vec<Vec<u32>> = (0..10).flat_map(|_| random_game(8, &mut rng)).collect();
    let (solved, missing): (Vec<_>, Vec<_>) = positions.iter().partition(|rows| triangle::edges(rows) >= 10);
    assert!(solved.len() > 10 && missing.len() > 10);
    let input: Vec<String> = positions.iter().map(|rows| graph6(rows) + "\n").collect();
    let ran = db.query(input.concat(), &[]);
    assert_eq!(ran.code, Some(4));
    assert_eq!(
        (ran.out.lines().count(), ran.err.lines().count()),
        (solved.len(), missing.len())
    );
    let solved_input: Vec<String> = solved.iter().map(|rows| graph6(rows) + "\n").collect();
    assert_eq!(whole.query(solved_input.concat(), &[]).done(), ran.out);
    for rows in solved {
        assert_eq!(moves(&db, &graph6(rows)), moves(&whole, &graph6(rows)));
    }
    let stats = db.run("stats", &["--json"]).json();
    assert_eq!((&stats["complete"], &stats["winner"]), (&json!(false), &Value::Null));
    assert!(
        db.run("stats", &[])
            .done()
            .ends_with("solved down to 10 edges: who wins is not known until level 0 is solved\n")
    );
    db.solve(8, &["--down-to", "11"]).solved();
}
