//! What is written for LaTeX and Graphviz: their own programs read it.

use std::fs;
use std::process::Command;

use shared::process::Db;

const LATEX: &str = "pdflatex does not start; this test needs LaTeX: scripts/setup.sh latex";
const GRAPHVIZ: &str = "dot or neato does not start; this test needs Graphviz: scripts/setup.sh latex";

fn solved(game: &str, n: u32, options: &[&str]) -> Db {
    let db = Db::in_memory();
    db.solve_game(game, n, options).done();
    db
}

#[test]
fn latex_and_graphviz_read_what_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let sim = solved("sim", 6, &[]);
    let triangle = solved("triangle", 5, &[]);
    let mut document = String::from("\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}\n");
    for args in [&["--tree", "1"][..], &["--line"], &["red:0-1 green:2-3"]] {
        document += &sim.run("draw", &[args, &["--format", "tikz"]].concat()).done();
        document += "\\clearpage\n";
    }
    fs::write(folder.path().join("d.tex"), document + "\\end{document}\n").unwrap();
    let set = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "d.tex"])
        .current_dir(folder.path())
        .output()
        .expect(LATEX);
    let reported = String::from_utf8_lossy(&set.stdout);
    assert!(set.status.success() && reported.contains("(3 pages"), "{reported}");

    // Each of Graphviz's programs puts the vertices on the circle: neighbours are as far apart, in inches, as in TikZ.
    let dot = triangle.run("draw", &["0-1,1-2", "--format", "dot"]).done();
    fs::write(folder.path().join("p.dot"), &dot).unwrap();
    for program in [&["dot"][..], &["neato"], &["neato", "-n"], &["neato", "-n2"]] {
        let plain = Command::new(program[0])
            .args(&program[1..])
            .args(["-Tplain", "p.dot"])
            .current_dir(folder.path())
            .output()
            .expect(GRAPHVIZ);
        let plain = String::from_utf8(plain.stdout).unwrap();
        let nodes = plain.lines().filter_map(|line| line.strip_prefix("node "));
        let places: Vec<[f64; 2]> = nodes
            .map(|node| {
                node.split(' ')
                    .skip(1)
                    .take(2)
                    .map(|word| word.parse().unwrap())
                    .collect()
            })
            .map(|place: Vec<f64>| [place[0], place[1]])
            .collect();
        let side = 2.0 * 6.0 * (std::f64::consts::PI / 5.0).sin() * 9.0 / 72.0;
        for v in 0..5 {
            let [[x, y], [z, w]] = [places[v], places[(v + 1) % 5]];
            assert!(((x - z).hypot(y - w) - side).abs() < 0.01, "{program:?} {places:?}");
        }
    }

    for (args, nodes) in [(&["--tree", "9"][..], None), (&["0-1,1-2"], Some(5))] {
        let dot = triangle.run("draw", &[args, &["--format", "dot"]].concat()).done();
        let path = folder.path().join("d.dot");
        fs::write(&path, &dot).unwrap();
        let set = Command::new("dot").arg("-Tsvg").arg(&path).output();
        let set = set.expect(GRAPHVIZ);
        assert!(set.status.success() && set.stderr.is_empty(), "{set:?}");
        let svg = String::from_utf8(set.stdout).unwrap();
        let nodes = nodes.unwrap_or(dot.matches("[label=").count());
        assert_eq!(svg.matches("class=\"node\"").count(), nodes, "{svg}");
    }
}

/// Without a word from the typesetter: nothing undefined, nothing wider than the page.
#[test]
fn latex_sets_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    let mut document = String::from("\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n");
    for (game, n, options) in [
        ("triangle", 9, &[][..]),
        ("avoid:C^", 5, &["--value", "grundy"]),
        ("sim", 6, &[]),
        ("ramsey-avoid-plus:P4", 5, &[]),
    ] {
        let latex = solved(game, n, options).run("stats", &["--format", "latex"]).done();
        document += &format!("\\noindent\n{latex}\n\\clearpage\n");
    }
    fs::write(folder.path().join("tables.tex"), document + "\\end{document}\n").unwrap();
    let set = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "tables.tex"])
        .current_dir(folder.path())
        .output()
        .expect(LATEX);
    let reported = String::from_utf8_lossy(&set.stdout);
    assert!(set.status.success(), "{reported}");
    assert!(reported.contains("Output written on tables.pdf (4 pages"), "{reported}");
    assert!(
        !reported.contains("Overfull") && !reported.contains("Warning"),
        "{reported}"
    );
}
