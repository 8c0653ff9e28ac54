//! Names of graphs and properties: what one command knows, all know, and the judge.

use games::Rules;
use graph::{encode_graph6, graph_words, named_graph};
use retrograph_referee::nauty::canonical;
use retrograph_referee::{graph6, pattern};
use shared::process::{Db, run};

/// Every word, and families of graphs.
fn names() -> Vec<String> {
    let families = [
        "P3", "P5", "C3", "C5", "K4", "K1,3", "K2,3", "K3,3", "2K2", "3K2", "B2", "B3", "B4", "W3", "W4", "W5", "Q2",
        "Q3",
    ];
    let words = graph_words().chain(families);
    words.map(str::to_string).collect()
}

#[test]
fn the_judge_reads_the_same_graphs() {
    for name in names().into_iter().chain(["W15".into(), "Q4".into(), "B14".into()]) {
        let (text, graph) = named_graph(&name).unwrap();
        assert_eq!(text, name);
        let ours = graph6::decode(&encode_graph6(&graph)).unwrap();
        let judges = pattern::parse(&name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(canonical(&ours), canonical(&judges), "{name}");
    }
}

#[test]
fn a_name_that_one_command_knows_all_know() {
    for name in names() {
        for (game, n) in [
            (format!("avoid:{name}"), "5"),
            (format!("achieve:{name}"), "5"),
            (format!("avoid:{}/connected", name.to_uppercase()), "5"),
            (format!("ramsey-avoid:{name}:K3"), "4"),
            (format!("ramsey-avoid-plus:{name}"), "3"),
            (format!("ramsey-lose:{}", name.to_lowercase()), "4"),
            (format!("ramsey-achieve:{name}"), "4"),
            (format!("ramsey-achieve-weak:{name}"), "4"),
            (format!("maker-breaker:contains:{name}"), "10"),
        ] {
            run(&["solve", &game, "-n", n, "--explain"]).done();
        }
        for game in [
            format!("online-ramsey:{name},K3"),
            format!("online-ramsey:K1,3,{name},2K2"),
        ] {
            run(&["solve", &game, "--explain"]).done();
        }
    }
}

#[test]
fn proofs_about_named_graphs_are_checked_under_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.proof");
    let file = file.to_str().unwrap();
    for (question, said) in [
        (&["avoid:House", "-n", "5"][..], "the house avoidance game"),
        (&["maker-breaker:contains:house", "-n", "5"], "house game"),
        (&["maker-breaker:contains:w4", "-n", "5"], "W4 game"),
        (&["maker-breaker:contains:B3", "-n", "6"], "B3 game"),
        (&["online-ramsey:b1,P3"], "B1 and P3"),
        (&["online-ramsey:claw,P3"], "claw and P3"),
    ] {
        run(&[&["prove"], question, &["--proof", file, "--force"]].concat()).done();
        let reported = run(&["check-proof", file]).done();
        assert!(reported.contains(said), "{reported}");
    }
}

#[test]
fn a_graph_named_later_is_known_to_databases_by_graph6_and_shown_by_name() {
    let db = Db::in_memory();
    db.solve_game("avoid:house", 5, &[]).done();
    let known = db.run("info", &["--json"]).json()["game"].as_str().unwrap().to_string();
    let graph6 = known.strip_prefix("avoid:").unwrap();
    assert_eq!(named_graph(graph6).unwrap().0, graph6);
    assert_eq!(Rules::named(&known).unwrap().unwrap().name(), known);
    // The same database, whatever the spelling.
    for name in [&known[..], "avoid:HOUSE", "avoid:DqK"] {
        let again = db.solve_game(name, 5, &[]);
        match name {
            "avoid:DqK" => drop(again.refused(5)),
            _ => drop(again.done()),
        }
    }
    let reported = run(&["solve", &known, "-n", "5", "--explain"]).done();
    assert!(
        reported.starts_with("game       avoid:house\n") && reported.contains("may not complete a house"),
        "{reported}"
    );
}

#[test]
fn properties_are_known_under_one_name() {
    for (typed, known) in [
        ("avoid:Hamilton-Path", "avoid:hamilton-path"),
        ("avoid:NON-PLANAR+k5", "avoid:K5+non-planar"),
        ("avoid:chromatic:3", "avoid:odd-cycle"),
        ("avoid:Chromatic:5/connected", "avoid:chromatic:5/connected"),
        ("achieve:min-degree:3", "achieve:min-degree:3"),
        ("ramsey-avoid:min-degree:2", "ramsey-avoid:min-degree:2"),
        ("ramsey-avoid:min-degree:2:min-degree:2", "ramsey-avoid:min-degree:2"),
        ("ramsey-lose:min-degree:1:K3", "ramsey-lose:min-degree:1:K3"),
        ("ramsey-achieve:P4:chromatic:4", "ramsey-achieve:P4:chromatic:4"),
    ] {
        let reported = run(&["solve", typed, "-n", "5", "--explain"]).done();
        assert_eq!(
            reported.lines().next().unwrap(),
            format!("game       {known}"),
            "{typed}"
        );
    }
}

#[test]
fn what_is_not_known_gets_a_way_on() {
    let refused = |name: &str| run(&["solve", name, "-n", "6", "--explain"]).refused(2);
    for (name, meant) in [
        ("avoid:planar", "did you mean 'non-planar'?"),
        ("avoid:triangle", "did you mean 'K3'?"),
        ("avoid:hous", "did you mean 'house'?"),
        ("avoid:min-degre:2", "did you mean 'min-degree:2'?"),
        ("avoid", "did you mean 'avoid:C4'?"),
        ("achieve", "did you mean 'achieve:C4'?"),
        ("C4", "did you mean 'avoid:C4'?"),
        ("non-planar", "did you mean 'avoid:non-planar'?"),
        ("maker-breaker:K4", "is written contains:K4"),
        ("waiter-client", "did you mean 'waiter-client:contains:C4'?"),
        ("maker-breaker:planar", "did you mean 'non-planar'?"),
        ("avoid:chromatic:2", "it is 3 to 20"),
        ("avoid:min-degree:21", "it is 1 to 20"),
        ("avoid:min-degree:0", "it is 1 to 20"),
    ] {
        let sentence = refused(name);
        assert!(sentence.contains(meant), "{sentence}");
        assert!(!sentence.contains("?;"), "{sentence}");
    }
    let online = run(&["solve", "online-ramsey:dodecahedron,K3", "--explain"]).refused(2);
    for sentence in [
        refused("avoid:dodecahedron"),
        refused("ramsey-lose:dodecahedron"),
        online,
    ] {
        // The graph of the example can be pasted.
        assert!(sentence.contains("graph6 (such as DxC)"), "{sentence}");
    }
    let sentence = refused("avoid:dodecahedron");
    for part in ["non-planar, chromatic:K", "avoid:DxC", "docs/games-not-here.md"] {
        assert!(sentence.contains(part), "{sentence}");
    }
    run(&["solve", "avoid:DxC", "-n", "6", "--explain"]).done();
}
