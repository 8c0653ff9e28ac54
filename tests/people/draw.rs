//! Pictures of positions, lines and trees: what is drawn is what is there, and the languages' own programs read it.

use shared::process::{Db, Ran, run};

const SMALL_LEVELS: &str = include_str!("../../datasets/triangle_small_levels.csv");

fn solved(game: &str, n: u32) -> Db {
    let db = Db::in_memory();
    db.solve_game(game, n, &[]).done();
    db
}

fn drawn(args: &[&str]) -> String {
    run(&[&["draw"], args].concat()).done()
}

/// Edges of an SVG: both places of each.
fn lines(svg: &str) -> Vec<[String; 4]> {
    let elements = svg.split('<').filter(|element| element.starts_with("line "));
    let value = |element: &str, name: &str| {
        let (_, rest) = element.split_once(&format!(" {name}=\"")).expect(element);
        rest.split_once('"').unwrap().0.to_string()
    };
    elements
        .map(|element| ["x1", "y1", "x2", "y2"].map(|name| value(element, name)))
        .collect()
}

#[test]
fn a_position_has_its_vertices_and_edges() {
    for (text, edges) in [("E?Bw", 5), ("E???", 0), ("E~~w", 15)] {
        let svg = drawn(&[text]);
        let lines = lines(&svg);
        assert_eq!(lines.len(), edges, "{svg}");
        assert_eq!(svg.matches("<circle ").count(), 6);
        // Each edge once, between two of the six places.
        let mut ends: Vec<_> = lines.iter().flat_map(|[a, b, c, d]| [(a, b), (c, d)]).collect();
        ends.sort();
        ends.dedup();
        assert!(ends.len() <= 6, "{ends:?}");
        let circles = svg
            .split("<circle cx=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap());
        let across: Vec<&str> = circles.collect();
        assert!(ends.iter().all(|(x, _)| across.contains(&x.as_str())), "{svg}");
    }
    // Vertex 0 at the top, 1 to its right: the edge between them.
    let svg = drawn(&["-n", "4", "0-1"]);
    let [[x0, y0, x1, y1]] = &lines(&svg)[..] else {
        panic!("{svg}")
    };
    let number = |text: &String| text.parse::<f64>().unwrap();
    assert!(number(x0) < number(x1) && number(y0) < number(y1), "{svg}");
    // The same as graph6, and the same picture every time.
    assert_eq!(drawn(&["-n", "4", "0-1"]), drawn(&["C_"]));
}

#[test]
fn colours_are_distinguished_without_colours() {
    let svg = drawn(&["-n", "5", "red:0-1,1-2 green:3-4"]);
    assert_eq!(svg.matches("stroke-dasharray=\"none\"").count(), 2, "{svg}");
    assert_eq!(svg.matches("stroke-dasharray=\"6 3\"").count(), 1);
    let tikz = drawn(&["-n", "5", "red:0-1,1-2 green:3-4", "--format", "tikz"]);
    assert_eq!(tikz.matches("retrographgreen,dashed").count(), 1, "{tikz}");
    let dot = drawn(&["-n", "5", "red:0-1,1-2 green:3-4", "--format", "dot"]);
    assert!(dot.contains("3 -- 4 [color=\"#009e73\", style=dashed]"), "{dot}");
}

/// A tree to the end has every position once, level by level: as many as published.
#[test]
fn a_tree_has_every_class_once() {
    let db = solved("triangle", 6);
    let dot = db.run("draw", &["--tree", "20", "--format", "dot"]).done();
    let rows: Vec<usize> = dot
        .lines()
        .filter(|line| line.contains("rank=same"))
        .map(|line| line.matches('p').count())
        .collect();
    let levels = SMALL_LEVELS.lines().filter_map(|line| {
        let fields: Option<Vec<usize>> = line.split(',').map(|field| field.parse().ok()).collect();
        fields.filter(|fields| fields[0] == 6)
    });
    let mut levels: Vec<[usize; 3]> = levels.map(|fields| [fields[1], fields[2], fields[3]]).collect();
    levels.sort_unstable();
    // The word `rank` has no p.
    let published: Vec<usize> = levels.iter().map(|[_, p, n]| p + n).collect();
    assert_eq!(rows, published, "{dot}");
    let count = |letter: &str| dot.matches(&format!("\\n{letter}\"]")).count();
    let sum = |at: usize| levels.iter().map(|level| level[at]).sum::<usize>();
    assert_eq!([count("P"), count("N")], [sum(1), sum(2)]);
}

#[test]
fn a_line_adds_an_edge_at_a_time() {
    let db = solved("triangle", 7);
    let svg = db.run("draw", &["0-1", "--line"]).done();
    let pictures: Vec<usize> = svg
        .split("<g>")
        .skip(1)
        .map(|group| group.matches("<line ").count())
        .collect();
    assert_eq!(pictures, (1..=pictures.len()).collect::<Vec<_>>(), "{svg}");
    let thick = svg.matches("stroke-width=\"3.5\"").count();
    assert_eq!(thick, pictures.len() - 1);
}

#[test]
fn what_cannot_be_drawn_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.svg");
    let file = file.to_str().unwrap();
    drawn(&["E?Bw", "--out", file]);
    for (args, code, word) in [
        (&[][..], 2, "give a position"),
        (&["0-1"], 2, "-n N"),
        (&["-n", "3", "0-5"], 3, "5"),
        (&["-n", "3", "red:0-1 green:0-1"], 3, "0-1"),
        (&["E?Bw", "--out", file], 2, "--force"),
        (&["E?Bw", "--out", "/nodir/x.svg"], 1, "/nodir"),
        (&["E?Bw", "--out", "x.pdf"], 2, ".tex"),
        (&["E?Bw", "--line"], 2, "--line needs --db"),
        (&["-n", "4", "--tree", "2", "0-1"], 2, "--tree needs --db"),
        (&["-n", "5", "0-1", "--line"], 2, "--line needs --db"),
    ] {
        let ran: Ran = run(&[&["draw"], args].concat());
        assert_eq!(ran.code, Some(code), "{args:?}: {ran:?}");
        assert!(ran.err.contains(word), "{args:?}: {ran:?}");
    }
    let db = solved("triangle", 9);
    let ran = db.run("draw", &["--tree", "20"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.err.contains("more than 500"), "{ran:?}");
}
