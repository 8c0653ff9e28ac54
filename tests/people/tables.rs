//! The level table for papers and pages: LaTeX, Markdown, pictures, the report.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use shared::process::{Db, Ran, run, shell};

const SMALL_LEVELS: &str = include_str!("../../datasets/triangle_small_levels.csv");

/// Rows (edges, p, n, saturated) of the independent table, highest level first.
fn published(n: u64) -> Vec<[u64; 4]> {
    let fields = |line: &str| {
        line.split(',')
            .map(|field| field.parse().ok())
            .collect::<Option<Vec<u64>>>()
    };
    let rows = SMALL_LEVELS.lines().filter_map(fields).filter(|row| row[0] == n);
    let mut levels: Vec<[u64; 4]> = rows.map(|row| [row[1], row[2], row[3], row[4]]).collect();
    levels.sort_unstable_by(|a, b| b.cmp(a));
    assert!(!levels.is_empty());
    levels
}

fn solved(game: &str, n: u32, options: &[&str]) -> Db {
    let db = Db::in_memory();
    db.solve_game(game, n, options).solved();
    db
}

/// A file beside the database that is not there yet.
fn beside(db: &Db, name: &str) -> (PathBuf, String) {
    let path = db.root().join(name);
    let text = path.to_str().unwrap().to_string();
    (path, text)
}

/// The numbers of each line that `cells` makes cells of.
fn numbers<'a>(text: &'a str, cells: impl Fn(&'a str) -> Option<Vec<&'a str>>) -> Vec<Vec<u64>> {
    let number = |cell: &str| cell.trim().replace(',', "").parse().ok();
    let lines = text.lines().filter_map(cells);
    lines
        .filter_map(|cells| cells.into_iter().map(number).collect())
        .collect()
}

#[test]
fn tables_for_papers_hold_the_published_counts() {
    let db = solved("triangle", 9, &[]);
    let expected: Vec<Vec<u64>> = (published(9).iter())
        .map(|&[edges, p, n, saturated]| vec![edges, p + n, p, n, saturated])
        .collect();
    let latex = db.run("stats", &["--format", "latex"]).done();
    let rows = numbers(&latex, |line| {
        Some(line.trim().strip_suffix("\\\\")?.split('&').collect())
    });
    assert_eq!(rows, expected, "{latex}");
    // 1897 positions, OEIS A006785.
    assert!(latex.contains("  total & 1,897 & "), "{latex}");
    let rules: Vec<&str> = latex
        .lines()
        .filter(|line| line.ends_with("rule"))
        .map(str::trim)
        .collect();
    assert_eq!(rules, ["\\toprule", "\\midrule", "\\midrule", "\\bottomrule"]);
    assert!(
        latex.contains("\\begin{tabular}{rrrrr}\n") && latex.ends_with("\\end{tabular}\n"),
        "{latex}"
    );

    let markdown = db.run("stats", &["--format", "markdown"]).done();
    let rows = numbers(&markdown, |line| {
        Some(line.strip_prefix('|')?.strip_suffix('|')?.split('|').collect())
    });
    assert_eq!(rows, expected, "{markdown}");
    assert!(markdown.contains("\n| --: | --: | --: | --: | --: |\n"), "{markdown}");
    assert!(markdown.ends_with("\n\nthe second player wins\n"), "{markdown}");
}

#[test]
fn tables_of_numbers_and_strange_names_are_sound() {
    // The path on three vertices as graph6, whose characters mean something to LaTeX.
    let db = solved("avoid:C^", 5, &["--value", "grundy"]);
    let latex = db.run("stats", &["--format", "latex"]).done();
    let body: String = latex.lines().filter(|line| !line.starts_with('%')).collect();
    assert!(body.contains("\\begin{tabular}{rrrp{0.5\\linewidth}}"), "{latex}");
    let csv = db.run("stats", &["--format", "csv"]).done();
    for line in csv.lines().skip(1) {
        let [edges, kind, value, count] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        assert_eq!(kind, "grundy");
        let row = latex
            .lines()
            .find(|row| row.starts_with(&format!("  {edges} &")))
            .expect(&latex);
        assert!(row.contains(&format!("{value}: {count}")), "{row}");
    }
    let sentence = db.run("stats", &["--format", "markdown"]).done();
    assert!(sentence.contains("Grundy number: positions |"), "{sentence}");
}

/// Places of the elements that `start` begins, by two of their attributes.
fn places(svg: &str, start: &str, x: &str, y: &str) -> Vec<(f64, f64)> {
    let attribute = |element: &str, name: &str| -> f64 {
        let (_, rest) = element.split_once(&format!(" {name}=\"")).expect(element);
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    let elements = svg.split('<').filter(|element| element.starts_with(start));
    elements
        .map(|element| (attribute(element, x), attribute(element, y)))
        .collect()
}

#[test]
fn a_picture_shows_every_level_where_it_belongs() {
    let db = solved("triangle", 9, &[]);
    let (path, out) = beside(&db, "levels.svg");
    let said = db.run("stats", &["--plot", &out]).done();
    assert_eq!(said, format!("{out}: triangle, n = 9\n"));
    let svg = fs::read_to_string(&path).unwrap();
    let levels = published(9);
    // The legend, then every level, also those without P, which stand below one.
    let dots = places(&svg, "circle class=\"p-dot\"", "cx", "cy");
    assert_eq!(dots.len(), 1 + levels.len());
    let dots: Vec<_> = dots[1..].iter().copied().zip(levels.iter().rev()).collect();
    let lowest = dots.iter().map(|(place, _)| place.1).fold(0.0, f64::max);
    assert!(dots.iter().all(|(place, level)| (level[1] == 0) == (place.1 == lowest)));
    let with_p: Vec<&[u64; 4]> = levels.iter().rev().filter(|level| level[1] > 0).collect();
    let dots: Vec<_> = dots
        .iter()
        .filter(|(_, level)| level[1] > 0)
        .map(|(place, _)| *place)
        .collect();
    // Heights are linear in what is shown: the logarithm of P, then the share of P.
    let straight = |places: &[(f64, f64)], expected: &[(f64, f64)]| {
        let (first, last) = (0, expected.len() - 1);
        let most = (0..=last)
            .max_by(|&a, &b| expected[a].1.total_cmp(&expected[b].1))
            .unwrap();
        let least = (0..=last)
            .min_by(|&a, &b| expected[a].1.total_cmp(&expected[b].1))
            .unwrap();
        let line = |value: f64, (x0, y0): (f64, f64), (x1, y1): (f64, f64)| y0 + (value - x0) * (y1 - y0) / (x1 - x0);
        for (place, shown) in places.iter().zip(expected) {
            let x = line(
                shown.0,
                (expected[first].0, places[first].0),
                (expected[last].0, places[last].0),
            );
            let y = line(
                shown.1,
                (expected[least].1, places[least].1),
                (expected[most].1, places[most].1),
            );
            assert!(
                (place.0 - x).abs() <= 1.5 && (place.1 - y).abs() <= 1.5,
                "{place:?} is not {x}, {y}"
            );
        }
        assert!(places[most].1 < places[least].1 - 100.0, "up is more");
    };
    let logarithms: Vec<(f64, f64)> = with_p
        .iter()
        .map(|level| (level[0] as f64, (level[1] as f64).log10()))
        .collect();
    straight(&dots, &logarithms);
    // A bar is a part of the whole of its level.
    let shares: Vec<(f64, f64)> = (with_p.iter())
        .map(|&&[edges, p, n, _]| (edges as f64, p as f64 / (p + n) as f64))
        .collect();
    let bars = |class: &str| places(&svg, &format!("rect class=\"{class}\""), "x", "y");
    assert_eq!((bars("p-bar").len(), bars("rest").len()), (shares.len(), levels.len()));
    straight(&bars("p-bar"), &shares);
    // A bar for each level with saturated positions.
    assert_eq!(bars("t-bar").len(), levels.iter().filter(|level| level[3] > 0).count());

    // The same database gives the same picture, and what is there is not overwritten.
    let sentence = db.run("stats", &["--plot", &out]).refused(2);
    assert!(
        sentence.contains("already exists; choose another name or give --force"),
        "{sentence}"
    );
    fs::write(&path, "old").unwrap();
    db.run("stats", &["--plot", &out, "--force"]).done();
    assert_eq!(fs::read_to_string(&path).unwrap(), svg);
    assert_eq!(fs::read_dir(db.root()).unwrap().count(), 2, "no temporary file is left");
}

#[test]
fn several_databases_are_drawn_together() {
    let dbs: Vec<Db> = [6, 8, 7].map(|n| solved("triangle", n, &[])).into();
    let (path, out) = beside(&dbs[0], "orders.svg");
    let folders: Vec<&str> = dbs.iter().flat_map(|db| ["--db", db.text()]).collect();
    run(&[&["stats"], &folders[..], &["--plot", &out]].concat()).done();
    let svg = fs::read_to_string(path).unwrap();
    let words: Vec<&str> = svg
        .split('>')
        .filter_map(|part| part.split_once('<').map(|text| text.0.trim()))
        .collect();
    let names: Vec<&str> = words.iter().filter(|word| word.starts_with("n = ")).copied().collect();
    // A row of panels for each, with the same axes: the names of their lines across are the same.
    assert_eq!(names, [6, 7, 8].map(|n| format!("n = {n}: positions on each level")));
    for (word, count) in [
        ("triangle, n = 6, 7, 8", 1),
        ("vertices", 1),
        ("Positions of all levels", 1),
        ("Share of P", 3),
        ("Saturated", 3),
        ("75 %", 3),
    ] {
        assert_eq!(words.iter().filter(|found| **found == word).count(), count, "{word}");
    }
    let sentence = run(&[&["stats"], &folders[..]].concat()).refused(2);
    assert!(sentence.contains("to draw several together"), "{sentence}");
}

#[test]
fn values_are_drawn_as_histograms() {
    for (options, words) in [
        (
            &["--value", "grundy"][..],
            &["Grundy number", "triangle, n = 7, Grundy numbers"][..],
        ),
        (
            &["--value", "remoteness", "--play", "misere"],
            &["moves to the end with best play"],
        ),
        (
            &["--value", "score"],
            &["edges at the end", "Max to move", "Min to move"],
        ),
    ] {
        let db = solved("triangle", 7, options);
        let (path, out) = beside(&db, "values.svg");
        db.run("stats", &["--plot", &out]).done();
        let svg = fs::read_to_string(path).unwrap();
        words
            .iter()
            .for_each(|word| assert!(svg.contains(&format!(">{word}<")), "{word}"));
        assert_eq!(svg.contains("Share of P"), !options.contains(&"score"));
        // A bar for each value that occurs.
        let csv = db.run("stats", &["--format", "csv"]).done();
        let mut values: Vec<&str> = csv
            .lines()
            .skip(1)
            // Kind and value.
            .map(|line| {
                let start = line.find(',').unwrap() + 1;
                let kind = line[start..].find(',').unwrap() + 1;
                let value = line[start + kind..].find(',').unwrap();
                &line[start..start + kind + value]
            })
            .collect();
        values.sort_unstable();
        values.dedup();
        let (_, last) = svg.split_at(svg.find(">Positions by value<").unwrap());
        let bars = last
            .split('<')
            .filter(|element| element.starts_with("rect ") && element.contains("-bar\""))
            .count();
        let legend = if options.contains(&"grundy") { 0 } else { 2 };
        assert_eq!(bars, values.len() + legend, "{values:?}");
    }
}

#[test]
fn what_cannot_be_drawn_is_refused_and_leaves_nothing() {
    let db = solved("triangle", 5, &["--down-to", "3"]);
    for name in ["levels.png", "levels", "levels.svg.png"] {
        let (_, strange) = beside(&db, name);
        let sentence = db.run("stats", &["--plot", &strange]).refused(2);
        assert!(
            sentence.contains(&format!("{name} does not end in .svg; charts are SVG")),
            "{sentence}"
        );
    }
    let (_, nowhere) = beside(&db, "nowhere/levels.svg");
    assert!(
        db.run("stats", &["--plot", &nowhere])
            .refused(1)
            .contains("there is no folder ")
    );
    let root = db.root().to_str().unwrap().to_string() + "/above.svg";
    fs::create_dir(&root).unwrap();
    assert!(
        db.run("stats", &["--plot", &root, "--force"])
            .refused(2)
            .contains("is not a file")
    );
    let (path, out) = beside(&db, "levels.svg");
    run(&["stats", "--db", db.text(), "--db", "/nowhere", "--plot", &out]).refused(5);
    assert!(!path.exists());
    run(&["stats", "--db", db.text(), "--format", "csv", "--plot", &out]).usage();
    // A part of the levels is drawn as far as it goes.
    db.run("stats", &["--plot", &out]).done();
    let left = fs::read_dir(db.root()).unwrap().count();
    assert_eq!(left, 3, "the database, above.svg and levels.svg");
}

/// SHA-256 of the text that docs/format.md describes, from the manifests alone.
fn checksum(db: &Db, n: u32, values: &str) -> String {
    let mut text = format!("triangle {n} {values}\n");
    for level in (0..=n * n / 4).rev() {
        let manifest = fs::read_to_string(db.level(level).join("manifest.json")).unwrap();
        let manifest: Value = serde_json::from_str(&manifest).unwrap();
        let positions = &manifest["positions"];
        let stream = positions["stream_xxh3"].as_str().unwrap();
        text += &format!("{level} {} {stream}\n", positions["positions"]);
    }
    let (path, _) = beside(db, "sum.txt");
    fs::write(&path, text).unwrap();
    let sum = Command::new("sha256sum").arg(path).output().unwrap();
    String::from_utf8(sum.stdout)
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .to_string()
}

/// Asserts that every element is closed, in order.
#[track_caller]
fn assert_balanced(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in html.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect(part);
        let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "</{tag}>");
        } else if !tag.ends_with('/') && !tag.starts_with('!') && !["meta", "br"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

fn report(db: &Db, name: &str, options: &[&str]) -> (String, Ran) {
    let (path, out) = beside(db, name);
    let ran = db.run("report", &[&["--out", &out], options].concat());
    (fs::read_to_string(path).unwrap_or_default(), ran)
}

#[test]
fn a_report_needs_no_other_file_and_says_how_to_cite() {
    let db = Db::in_memory();
    let (_, log) = beside(&db, "run.log");
    db.solve(8, &["--log-file", &log]).solved();
    let (html, ran) = report(&db, "report.html", &["--log", &log]);
    let sum = checksum(&db, 8, "outcome");
    assert!(ran.done().ends_with(&format!("report.html: SHA-256 {sum}\n")));
    assert_balanced(&html);
    let links = html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for outside in ["http", "src=", "href=", "@import", "url("] {
        assert!(!links.contains(outside), "{outside}");
    }
    // 410 positions, OEIS A006785; 14 maximal triangle-free graphs, OEIS A216783.
    for text in [
        "<h1>Triangle avoidance game on 8 vertices</h1>",
        "the second player wins, as published",
        "410 positions (agrees with OEIS A006785)",
        &format!("note         = {{Game triangle, 410 positions, levels 16 to 0, SHA-256 {sum}}}"),
        "@misc{retrograph-triangle-8,",
        "<h2>Times</h2>",
        // Bars of the page, for screens and for telephones, in its light and dark colours.
        "<svg class=\"wide\" ",
        "<svg class=\"narrow\" ",
        "<rect class=\"p-bar\" fill=\"#0072b2\"",
        "--p: #0072b2; --n: #d55e00; --bar: #47679b;",
        "@media screen and (prefers-color-scheme: dark) {",
    ] {
        assert!(html.contains(text), "{text}");
    }
    let manifest = fs::read_to_string(db.level(7).join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    for sum in [
        &manifest["positions"]["stream_xxh3"],
        &manifest["label_function"]["xxh3"],
    ] {
        assert!(html.contains(sum.as_str().unwrap()), "{sum}");
    }

    let sentence = report(&db, "report.html", &[]).1.refused(2);
    assert!(sentence.contains("already exists"), "{sentence}");
    let (other, _) = report(&db, "plain.html", &[]);
    assert!(!other.contains("<h2>Times</h2>"));
}

#[test]
fn a_checksum_is_that_of_what_is_solved_and_of_nothing_else() {
    let reported = |folder: &str| {
        run(&["info", "--db", folder, "--json"]).json()["sha256"]
            .as_str()
            .unwrap()
            .to_string()
    };
    let sum = |db: &Db| reported(db.text());
    let db = solved("triangle", 7, &["--threads", "1"]);
    let labels = solved("triangle", 7, &["--keep", "labels", "--memory", "1GiB"]);
    let (_, export) = beside(&db, "export");
    db.run("export", &["--out", &export]).done();
    assert_eq!(
        [sum(&labels), reported(&export)],
        [sum(&db), checksum(&db, 7, "outcome")]
    );
    let misere = solved("triangle", 7, &["--play", "misere"]);
    let part = solved("triangle", 7, &["--down-to", "1"]);
    let sums: Vec<String> = [&db, &misere, &part].map(sum).into();
    assert!(
        sums[0] != sums[1] && sums[0] != sums[2] && sums[1] != sums[2],
        "{sums:?}"
    );
}

#[test]
fn a_log_that_is_of_something_else_is_refused() {
    let (db, other) = (solved("triangle", 6, &[]), Db::in_memory());
    let (_, log) = beside(&db, "other.log");
    other.solve(5, &["--log-file", &log]).done();
    let sentence = report(&db, "report.html", &["--log", &log]).1.refused(2);
    assert!(
        sentence.contains("it is the log of triangle on 5 vertices, outcome"),
        "{sentence}"
    );
    let (path, text) = beside(&db, "text.log");
    fs::write(path, "level 9: 1 position\n").unwrap();
    let sentence = report(&db, "report.html", &["--log", &text]).1.refused(2);
    assert!(sentence.contains("line 1 is not a JSON event"), "{sentence}");
    report(&db, "report.html", &["--log", "/nowhere"]).1.refused(1);
    let left: Vec<_> = fs::read_dir(db.root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

#[test]
fn a_full_disk_leaves_no_file() {
    let db = solved("triangle", 8, &[]);
    // Files of at most 4 blocks of 512 bytes.
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$0\" \"$@\"";
    let (path, out) = beside(&db, "levels.svg");
    let ran = shell(script, &["stats", "--db", db.text(), "--plot", &out]);
    assert!(ran.refused(1).contains("levels.svg could not be written"));
    assert!(!path.exists());
    assert_eq!(fs::read_dir(db.root()).unwrap().count(), 1);
}

/// The lines of a b-file after its comments.
fn terms(text: &str) -> Vec<[u64; 2]> {
    let lines = text.lines().skip_while(|line| line.starts_with("# "));
    let lines = lines.map(|line| line.split_once(' ').unwrap());
    lines
        .map(|(n, term)| [n.parse().unwrap(), term.parse().unwrap()])
        .collect()
}

#[test]
fn b_files_hold_the_published_sequences() {
    let column = |csv: &'static str, column: usize| -> Vec<[u64; 2]> {
        let rows = csv
            .lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        let rows = rows.map(|row| row.split(',').collect::<Vec<_>>());
        let rows = rows.map(|row| [row[0], row[column]].map(|cell| cell.parse().unwrap()));
        rows.filter(|[n, _]| (3..=9).contains(n)).collect()
    };
    let winners = include_str!("../../datasets/triangle_winners.csv");
    let saturated = include_str!("../../datasets/maximal_triangle_free.csv");
    let databases: Vec<Db> = (3..=9).map(|n| solved("triangle", n, &[])).collect();
    // In any order.
    let folders: Vec<&str> = databases.iter().rev().map(Db::text).collect();
    let bfile = |folders: &[&str], sequence: &str| run(&[&["stats", "--bfile", sequence, "--db"], folders].concat());
    // OEIS A006785, Gordinowicz and Pralat 2012, OEIS A216783.
    for (sequence, expected) in [
        ("positions", column(winners, 3)),
        ("winner", column(winners, 1)),
        ("saturated", column(saturated, 1)),
    ] {
        let text = bfile(&folders, sequence).done();
        assert_eq!((terms(&text), expected.len()), (expected, 7), "{text}");
        assert!(text.is_ascii() && text.ends_with('\n') && text.lines().all(|line| line.len() < 1000));
    }
    // By number of edges, of one database.
    let levels = |cell: fn(&[u64; 4]) -> u64| {
        let rows = published(9).into_iter().rev();
        rows.map(|row| [row[0], cell(&row)]).collect::<Vec<_>>()
    };
    let nine = databases[6].text();
    assert_eq!(terms(&bfile(&[nine], "p").done()), levels(|row| row[1]));
    assert_eq!(terms(&bfile(&[nine], "n").done()), levels(|row| row[2]));
    assert_eq!(
        terms(&bfile(&[nine], "positions").done()),
        levels(|row| row[1] + row[2])
    );
    assert_eq!(terms(&bfile(&[nine], "saturated").done()), levels(|row| row[3]));
    // Game saturation numbers, as the judge's brute force has them.
    let scored: Vec<Db> = (3..=6).map(|n| solved("triangle", n, &["--value", "score"])).collect();
    let scores: Vec<&str> = scored.iter().map(Db::text).collect();
    for sequence in ["max", "min"] {
        assert_eq!(
            terms(&bfile(&scores, sequence).done()),
            [[3, 2], [4, 4], [5, 6], [6, 8]]
        );
    }

    // What has no b-file.
    let begun = solved("triangle", 6, &["--down-to", "3"]);
    let other = solved("avoid:C4", 5, &[]);
    let one = |n: usize| databases[n - 3].text();
    for (folders, sequence, code, said) in [
        (
            &[one(3), one(5)][..],
            "positions",
            2,
            "a b-file needs every n; 4 is missing",
        ),
        (&[one(4), one(4)], "positions", 2, "both of 4 vertices"),
        (
            &[one(4), other.text()],
            "positions",
            2,
            "different games or kinds of values",
        ),
        (
            &[one(4), scores[2]],
            "positions",
            2,
            "different games or kinds of values",
        ),
        (
            &[one(5), begun.text()],
            "positions",
            4,
            "not solved down to the empty board",
        ),
        (&[one(5)], "winner", 2, "a whole game has one term of 'winner'"),
        (&[one(4), one(5)], "grundy", 2, "who wins, which do not give 'grundy'"),
        (&scores[..], "winner", 2, "edges at the end, which do not give 'winner'"),
        (&scores[..1], "p", 2, "edges at the end, which do not give 'p'"),
    ] {
        let sentence = bfile(folders, sequence).refused(code);
        assert!(sentence.contains(said), "{sentence}");
    }
    bfile(&[one(5)], "edges").usage();
}
