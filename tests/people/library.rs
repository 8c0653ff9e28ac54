//! The library: its examples, and what others have come to rely on.

use std::path::Path;
use std::process::Command;

use retrograph::{Error, Graph, Kind, Row};
use retrograph_referee::triangle::triangle_free_classes;
use shared::process::{graph6, program};

/// What an example prints.
fn example(name: &str) -> String {
    let folder = Path::new(program()).with_file_name("examples");
    let ran = Command::new(folder.join(name)).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap()
}

#[test]
fn an_example_solves_and_asks() {
    let said = example("who_wins");
    // Graphs with one edge and with the most edges, K4,4.
    for line in ["level 16: 1 positions", "level 1: 1 positions", "the empty graph is P"] {
        assert!(said.contains(&format!("{line}\n")), "{said}");
    }
    assert_eq!(said.matches("after the edge 0-1, ").count(), 2, "{said}");
}

#[test]
fn an_example_proves() {
    let said = example("prove");
    assert!(said.starts_with("Breaker"), "{said}");
    assert!(said.lines().count() > 4, "{said}");
}

/// The number of graphs on `n` vertices of degree at most 2: a path for each number of vertices, and a cycle from three
/// on.
fn paths_and_cycles(n: usize) -> u64 {
    let mut ways = vec![0u64; n + 1];
    ways[0] = 1;
    for size in 1..=n {
        for _ in 0..if size < 3 { 1 } else { 2 } {
            for total in size..=n {
                ways[total] += ways[total - size];
            }
        }
    }
    ways[n]
}

/// Whether the player to move wins on paths and cycles of these sizes, tried out on labelled graphs.
fn next_wins(n: usize, edges: &mut Vec<(usize, usize)>) -> bool {
    let degree = |edges: &[(usize, usize)], v| edges.iter().filter(|edge| edge.0 == v || edge.1 == v).count();
    for v in 1..n {
        for u in 0..v {
            let is_legal = !edges.contains(&(u, v)) && degree(edges, u) < 2 && degree(edges, v) < 2;
            if is_legal {
                edges.push((u, v));
                let loses = !next_wins(n, edges);
                edges.pop();
                if loses {
                    return true;
                }
            }
        }
    }
    false
}

#[test]
fn an_example_solves_a_game_of_its_own() {
    let said = example("own_game");
    for n in 1..=9 {
        let line = format!("n = {n}: {} positions, the empty graph is ", paths_and_cycles(n));
        assert!(said.contains(&line), "{line}\n{said}");
    }
    for n in 1..=5 {
        let value = if next_wins(n, &mut Vec::new()) { "N" } else { "P" };
        let line = said.lines().nth(n - 1).unwrap();
        assert!(line.ends_with(&format!("is {value}")), "{line}");
    }
}

#[test]
fn a_game_of_ones_own_has_the_values_of_the_same_game_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let has_triangle = |graph: &Graph<u32, 24>| {
        let mut edges = graph.edges();
        edges.any(|(u, v)| !(graph.neighbours(u) & graph.neighbours(v)).is_empty())
    };
    let own = || retrograph::own_game("no-triangle", 7, "close a triangle", has_triangle).unwrap();
    let named = || retrograph::game("triangle", 7).unwrap();
    let positions: Vec<String> = triangle_free_classes(7)
        .concat()
        .iter()
        .map(|rows| graph6(rows))
        .collect();
    for (number, (own, named)) in [
        (own(), named()),
        (own().misere().unwrap(), named().misere().unwrap()),
        (
            own().solved_for(Kind::Grundy).unwrap(),
            named().solved_for(Kind::Grundy).unwrap(),
        ),
        (
            own().solved_for(Kind::Score).unwrap(),
            named().solved_for(Kind::Score).unwrap(),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let [ours, theirs] = ["own", "named"].map(|name| folder.path().join(format!("{name}-{number}")));
        own.solve(&ours).unwrap();
        // Opened as somebody who solved it before.
        let (solved, known) = (own.open(&ours).unwrap(), named.solve(&theirs).unwrap());
        for position in &positions {
            let values = [&solved, &known].map(|db| db.value(position).unwrap());
            assert_eq!(values[0], values[1], "{number} {position}");
        }
        assert!(
            solved
                .value("0-1,1-2,0-2")
                .unwrap_err()
                .to_string()
                .contains("close a triangle")
        );
        // One game is not the other.
        assert!(matches!(named.open(&ours), Err(Error::OtherGame { .. })));
        assert!(matches!(own.solve(&theirs), Err(Error::Begin(_))));
        assert!(matches!(retrograph::open(&ours), Err(Error::Open(_))));
    }
    for name in ["", "two words", "ü", "a/b"] {
        assert!(matches!(
            retrograph::own_game(name, 5, "do it", |_| false),
            Err(Error::NoSuchGame(_))
        ));
    }
}

/// The public items of the library, each on a line without its body.
fn items() -> Vec<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut items = Vec::new();
    for file in ["database", "error", "games", "lib", "proofs"] {
        let text = std::fs::read_to_string(source.join(file).with_extension("rs")).unwrap();
        let mut item = String::new();
        for line in text.lines().map(str::trim) {
            // Not pub(crate).
            if item.is_empty() && !line.starts_with("pub ") {
                continue;
            }
            item = format!("{item} {line}").trim().into();
            let is_use = item.starts_with("pub use");
            if let Some(end) = item.find(if is_use { [';'; 2] } else { ['{', ';'] }) {
                items.push(format!("{file}: {}", item[..end].trim()));
                item.clear();
            }
        }
    }
    items
}

#[test]
fn the_library_has_the_items_that_are_listed() {
    let listed = include_str!("library.txt");
    let items = items();
    let new: Vec<_> = items
        .iter()
        .filter(|item| !listed.lines().any(|line| line == *item))
        .collect();
    let gone: Vec<_> = listed
        .lines()
        .filter(|line| !items.iter().any(|item| item == line))
        .collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "new: {new:#?}\ngone: {gone:#?}\nWhoever changes the library says so in CHANGELOG.md and tests/people/library.txt"
    );
}
