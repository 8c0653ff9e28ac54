//! Exported sites: the page's own reader of files, run by node, gives the answers of the program.

mod learned;
mod process;
mod server;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use learned::Learned;
use process::{Db, copy_tree, edit, graph6, rows, run};
use retrograph_judge::rng::SplitMix64;
use retrograph_judge::triangle::relabel;
use serde::Serialize;
use serde_json::{Value, json};
use server::{Server, encoded};
use tempfile::TempDir;

/// A site and the names that its databases have in it.
struct Site {
    temporary: TempDir,
    folder: PathBuf,
}

/// What a reader of a site printed.
struct Read {
    answers: Vec<Value>,
    requests: u64,
    bytes: u64,
}

impl Site {
    fn of(databases: &[&Db]) -> Site {
        Site::with(databases, &[])
    }

    fn with(databases: &[&Db], options: &[&str]) -> Site {
        let temporary = tempfile::tempdir().unwrap();
        // What node takes the scripts for, as browsers do.
        fs::write(temporary.path().join("package.json"), r#"{"type":"module"}"#).unwrap();
        let folder = temporary.path().join("site");
        let site = Site { temporary, folder };
        site.make(databases, options).done();
        site
    }

    fn make(&self, databases: &[&Db], options: &[&str]) -> process::Ran {
        let mut args = vec!["export", "--site", self.text()];
        args.extend(databases.iter().flat_map(|db| ["--db", db.text()]));
        run(&[&args, options].concat())
    }

    fn text(&self) -> &str {
        self.folder.to_str().unwrap()
    }

    /// The site from which nothing is fetched whole because it is small.
    fn of_parts(&self) -> Site {
        let temporary = tempfile::tempdir().unwrap();
        fs::write(temporary.path().join("package.json"), r#"{"type":"module"}"#).unwrap();
        let folder = temporary.path().join("site");
        copy_tree(&self.folder, &folder);
        make_writable(&folder);
        for (script, constants) in [
            ("parts.js", &["const WHOLE = 48 << 10;", "const WANTED = 1 << 20;"][..]),
            ("labels.js", &["const KEPT = 16 << 10;", "const NEAR = 4 << 10;"]),
        ] {
            let path = folder.join("js").join(script);
            let mut text = fs::read_to_string(&path).unwrap();
            for constant in constants {
                assert!(text.contains(constant), "{constant}");
                let (name, _) = constant.split_once('=').unwrap();
                text = text.replace(constant, &format!("{name}= 0;"));
            }
            fs::write(path, text).unwrap();
        }
        Site { temporary, folder }
    }

    /// Runs a script of tests/site.
    fn node(&self, script: &str, args: &[&str], input: String) -> std::process::Output {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/site").join(script);
        let mut command = Command::new("node");
        command
            .arg(script)
            .arg(&self.folder)
            .args(args)
            .current_dir(self.temporary.path());
        let child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.expect("node does not start; these tests need Node.js: scripts/setup.sh node");
        let mut stdin = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output().unwrap();
        let _ = writer.join().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        output
    }

    /// The answers to questions (database, what, parameters), from a web server of this kind: see answers.mjs.
    fn answers<S: Serialize>(&self, kind: &str, questions: &[(S, &str, Value)]) -> Read {
        let lines: String = questions
            .iter()
            .map(|(subject, what, asked)| format!("{}\n", json!([subject, what, asked])))
            .collect();
        let output = self.node("answers.mjs", &[kind, "count"], lines);
        let lines = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers.len(), questions.len());
        let counted: Value = serde_json::from_slice(&output.stderr).unwrap();
        Read {
            answers,
            requests: counted["requests"].as_u64().unwrap(),
            bytes: counted["bytes"].as_u64().unwrap(),
        }
    }
}

fn make_writable(folder: &Path) {
    let status = Command::new("chmod").args(["-R", "u+w"]).arg(folder).status();
    assert!(status.unwrap().success());
}

fn solved(game: &str, n: u32, options: &[&str]) -> Db {
    let db = Db::unborn();
    db.solve_game(game, n, options).done();
    db
}

/// The names that databases called `db` have beside one another.
fn name(i: usize) -> String {
    if i == 0 { "db".into() } else { format!("db-{}", i + 1) }
}

/// Positions of a database, those of one level if it is given, with their vertices in random order; where a board is not the
/// same in every order, as they are.
fn positions(db: &Db, options: &[&str], has_frame: bool, rng: &mut SplitMix64) -> Vec<String> {
    let lines = db.run("positions", options).done();
    let mut lines: Vec<&str> = lines.lines().collect();
    rng.shuffle(&mut lines);
    let scrambled = |line: &&str| {
        let words: Vec<_> = line.split(' ').map(rows).collect();
        let order = rng.permutation(words[0].len());
        let words = words.iter().map(|rows| graph6(&relabel(rows, &order)));
        words.collect::<Vec<_>>().join(" ")
    };
    match has_frame {
        true => lines.iter().map(|line| line.to_string()).collect(),
        false => lines.iter().map(scrambled).collect(),
    }
}

/// The positions of a level whose hashes other positions with other labels share.
fn ambiguous(db: &Db, level: u32) -> u64 {
    let manifest = fs::read(db.level(level).join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    manifest["label_function"]["exact_entries"].as_u64().unwrap()
}

/// Values, canonical forms and all else of more than 100,000 positions are those of `query`, in games of all kinds.
#[test]
fn positions_have_the_values_and_canonical_forms_of_query() {
    let games: [(&str, u32, &[&str]); 22] = [
        ("triangle", 8, &[]),
        ("triangle", 9, &[]),
        ("triangle", 10, &[]),
        ("triangle", 11, &[]),
        ("triangle", 9, &["--play", "misere"]),
        ("triangle", 9, &["--value", "grundy"]),
        ("triangle", 8, &["--play", "misere", "--value", "remoteness"]),
        ("triangle", 8, &["--value", "score"]),
        ("triangle/connected", 8, &[]),
        ("avoid:C4", 8, &[]),
        ("avoid:K3+C5", 8, &["--value", "remoteness"]),
        ("avoid:paw", 7, &[]),
        ("avoid:odd-cycle", 8, &[]),
        ("avoid:hamilton-cycle", 7, &[]),
        ("avoid:connected", 7, &["--value", "grundy"]),
        ("sim", 6, &[]),
        ("sima", 6, &[]),
        ("ramsey-avoid:K3", 6, &["--value", "outcome"]),
        ("ramsey-lose:P4:K1,3", 6, &[]),
        ("ramsey-achieve-weak:K4", 5, &[]),
        ("ramsey-achieve:K3/tie-second", 5, &[]),
        ("ramsey-achieve:C4", 6, &["--red", "0-1", "--green", "2-3"]),
    ];
    let databases: Vec<Db> = games
        .iter()
        .map(|(game, n, options)| solved(game, *n, options))
        .collect();
    let site = Site::of(&databases.iter().collect::<Vec<_>>());
    let rng = &mut SplitMix64::new(11);
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    for (i, (db, (_, _, options))) in databases.iter().zip(games).enumerate() {
        let positions = positions(db, &[], options.contains(&"--red"), rng);
        let answers = db.query(positions.join("\n") + "\n", &["--json"]).done();
        assert_eq!(answers.lines().count(), positions.len());
        expected.extend(answers.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        questions.extend(
            positions
                .into_iter()
                .map(|position| (name(i), json!({"position": position}))),
        );
    }
    assert!(questions.len() > 120_000, "{}", questions.len());
    assert!((0..=30).map(|level| ambiguous(&databases[3], level)).sum::<u64>() > 20);
    let asked: Vec<_> = questions
        .iter()
        .map(|(name, asked)| (&name[..], "value", asked.clone()))
        .collect();
    let read = site.answers("ranges", &asked);
    for ((question, answer), expected) in questions.iter().zip(&read.answers).zip(&expected) {
        assert_eq!(answer, expected, "{question:?}");
    }
}

/// Moves, lines, replies, canonical forms and refusals are those of the API, in random games.
#[test]
fn every_answer_is_that_of_the_server() {
    let games: [(&str, u32, &[&str]); 10] = [
        ("triangle", 8, &[]),
        ("triangle", 7, &["--play", "misere", "--value", "remoteness"]),
        ("triangle", 7, &["--value", "grundy"]),
        ("triangle", 7, &["--value", "score"]),
        ("avoid:C4/connected", 7, &[]),
        ("avoid:hamilton-cycle", 6, &[]),
        ("sim", 6, &[]),
        ("ramsey-achieve:C4", 6, &["--red", "0-1", "--green", "2-3"]),
        ("ramsey-achieve-weak:K4", 5, &[]),
        ("ramsey-avoid:K3", 6, &[]),
    ];
    let databases: Vec<Db> = games
        .iter()
        .map(|(game, n, options)| solved(game, *n, options))
        .collect();
    let all: Vec<&Db> = databases.iter().collect();
    let (site, server) = (Site::of(&all), Server::of(&all));
    let rng = &mut SplitMix64::new(7);
    let ask = |name: &str, what: &str, asked: &Value| {
        let asked = asked.as_object().unwrap().iter();
        let asked: Vec<String> = asked
            .map(|(key, value)| {
                format!(
                    "{key}={}",
                    encoded(&value.as_str().map_or(value.to_string(), str::to_string))
                )
            })
            .collect();
        let response = server.get(&format!("/api/databases/{name}/{what}?{}", asked.join("&")));
        response.json()
    };
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    let mut both = |name: &str, what: &'static str, asked: Value| {
        let answer = ask(name, what, &asked);
        questions.push((name.to_string(), what, asked));
        expected.push(answer.clone());
        answer
    };
    for (i, (game, n, _)) in games.iter().enumerate() {
        let name = &name(i)[..];
        both(name, "levels", json!({}));
        let is_coloured = game.starts_with("ramsey") || *game == "sim";
        for text in [
            "",
            "-",
            "zz",
            "~?@A",
            "0-1",
            "0-0",
            "0-1,1-0",
            "0-99",
            "red:0-1",
            "red:0-1 green:0-1",
            "blue:1-2",
            "E???",
            "red:0-1,1-2 green:2-3,3-4",
            "red:0-1,2-3,4-5",
            "red:0-1 next:red",
            "red:0-1 next:green",
            "red:0-1 red:1-2",
            "0-1,1-2,0-2",
            "0-1,1-2,2-3,0-3",
            "0-1,2-3",
            ">>graph6<<F????",
            "F????~",
            "F???",
            "Fo??",
            "F???\u{e9}",
            "red:0-1,1-2,0-2 green:2-3,3-4",
            "red:0-1,1-2,2-3,0-3 green:2-4,3-4,0-4",
            "green:0-1",
        ] {
            both(name, "canonical", json!({"position": text}));
        }
        for game in 0..6 {
            let mut position = if is_coloured {
                "red: green:".to_string()
            } else {
                "-".into()
            };
            loop {
                let moves = both(name, "moves", json!({"position": position}));
                let side = ["max", "min"][rng.below(2)];
                if game == 0 {
                    both(name, "line", json!({"position": position, "side": side}));
                }
                for strength in ["perfect", "casual", "beginner"] {
                    let seed = rng.below(1 << 30);
                    let asked = json!({"position": position, "side": side, "strength": strength, "seed": seed});
                    both(name, "reply", asked);
                }
                for _ in 0..3 {
                    let edge = format!("{}-{}", rng.below(*n as usize), rng.below(*n as usize));
                    both(name, "move", json!({"position": position, "edge": edge}));
                }
                let list = moves["moves"].as_array().unwrap_or_else(|| panic!("{moves}"));
                let going: Vec<&Value> = list.iter().filter(|step| step["ends"] != true).collect();
                if going.is_empty() {
                    break;
                }
                position = going[rng.below(going.len())]["graph6"].as_str().unwrap().into();
            }
        }
    }
    let asked: Vec<_> = questions
        .iter()
        .map(|(name, what, asked)| (&name[..], *what, asked.clone()))
        .collect();
    assert!(asked.len() > 3_000, "{}", asked.len());
    let mut refusals = 0;
    for (question, (answer, expected)) in asked
        .iter()
        .zip(site.answers("ranges", &asked).answers.iter().zip(&expected))
    {
        assert_eq!(answer, expected, "{question:?}");
        refusals += usize::from(answer["error"].is_object());
    }
    assert!(refusals > 300, "{refusals}");
    // The list of databases is that of the API too.
    let listed: Value = serde_json::from_slice(&fs::read(site.folder.join("databases.json")).unwrap()).unwrap();
    assert_eq!(listed, server.get("/api/databases").answer());
}

/// Where files are read in parts, ambiguous positions included, and where a server sends whole files instead.
#[test]
fn parts_of_files_give_the_same_values_and_few_bytes() {
    let db = solved("triangle", 11, &[]);
    let other = solved("triangle", 8, &["--value", "score"]);
    let coloured = solved("sim", 6, &[]);
    let site = Site::of(&[&db, &other, &coloured]).of_parts();
    let rng = &mut SplitMix64::new(3);
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    // Level 13 has ambiguous hashes.
    assert!(ambiguous(&db, 13) > 0);
    let sets: [(&Db, &[&str]); 3] = [(&db, &["--level", "13"]), (&other, &[]), (&coloured, &[])];
    for (i, (db, options)) in sets.into_iter().enumerate() {
        let positions = positions(db, options, false, rng);
        let answers = db.query(positions.join("\n") + "\n", &["--json"]).done();
        expected.extend(answers.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        questions.extend(
            positions
                .into_iter()
                .map(|position| (name(i), json!({"position": position}))),
        );
    }
    let asked: Vec<_> = questions
        .iter()
        .map(|(name, asked)| (&name[..], "value", asked.clone()))
        .collect();
    let read = site.answers("ranges", &asked);
    assert_eq!(read.answers, expected);
    // A filter's word, two of a directory and three of a bit vector at most for each bit; then rare searches.
    assert!(
        read.requests > asked.len() as u64 && read.bytes < 250 * asked.len() as u64,
        "{} {}",
        read.requests,
        read.bytes
    );
    let whole = site.answers("whole", &asked);
    assert_eq!(whole.answers, expected);
    assert!(whole.requests < 200, "{}", whole.requests);
}

/// A copy that is not whole, or another file, is told in a sentence; no server makes the page wrong about that.
#[test]
fn damaged_copies_are_told() {
    let db = solved("triangle", 9, &[]);
    let site = Site::of(&[&db]);
    let parts = site.of_parts();
    let asked = ("db", "moves", json!({"position": "0-1,1-2,2-3,4-5,5-6,7-8"}));
    let refused = |site: &Site, kind: &str| {
        let read = site.answers(kind, std::slice::from_ref(&asked));
        let error = &read.answers[0]["error"];
        assert_eq!(error["code"], "damaged", "{kind}: {}", read.answers[0]);
        error["message"].as_str().unwrap().to_string()
    };
    assert!(refused(&site, "short").contains("instead of"), "whole");
    assert!(refused(&parts, "short").contains("instead of"), "parts");
    for site in [&site, &parts] {
        let missing = refused(site, "none");
        assert!(
            missing.starts_with("the file data/db/level-00") && missing.ends_with(" is missing on the web server"),
            "{missing}"
        );
    }
    assert!(refused(&site, "other").contains("its checksum differs"));
    assert!(refused(&parts, "other").contains("is damaged"));
    // Without the description of the rules there is no answer, and no crash.
    make_writable(&site.folder);
    fs::write(site.folder.join("rules/db.json"), "{").unwrap();
    assert!(refused(&site, "ranges").starts_with("the file rules/db.json"));
    fs::remove_file(site.folder.join("rules/db.json")).unwrap();
    assert!(refused(&site, "ranges").ends_with(" is missing on the web server"));
}

#[test]
fn offsets_beyond_four_gibibytes_are_right() {
    let site = Site::of(&[&solved("triangle", 5, &[])]);
    let said = String::from_utf8(site.node("offsets.mjs", &[], String::new()).stdout).unwrap();
    assert!(said.starts_with("2000 labels of 10147200144 bytes, "), "{said}");
}

#[test]
fn levels_that_are_not_solved_are_told() {
    let db = solved("triangle", 7, &["--down-to", "5"]);
    let site = Site::of(&[&db]);
    let asked = |position: &str| ("db", "moves", json!({ "position": position }));
    let read = site.answers("ranges", &[asked("0-1,1-2"), asked("0-1,1-2,2-3,3-4,4-5")]);
    assert_eq!(
        read.answers[0]["error"],
        json!({"code": "not_solved", "message": "level 2 is not solved in this database; levels 12 down to 5 are"})
    );
    assert_eq!(read.answers[1]["edges"], 5);
}

#[test]
fn a_site_is_complete_read_only_and_the_same_bytes() {
    let (one, two) = (solved("triangle", 7, &[]), solved("sim", 6, &[]));
    let site = Site::of(&[&one, &two]);
    let content = Db::content_of(&site.folder);
    let inside = |path: &str| content.contains_key(Path::new(path));
    for path in [
        "index.html",
        "style.css",
        "icon.svg",
        "js/main.js",
        "js/client.js",
        "js/canon.js",
        "databases.json",
        "README.txt",
        ".nojekyll",
        "levels/db.json",
        "rules/db-2.json",
        "data/db/level-005/labels",
        "data/db-2/SHA256SUMS",
    ] {
        assert!(inside(path), "{path}");
    }
    assert!(!inside("reader.wasm") && !inside("api.html"));
    // Every link of the page is relative and leads to a file.
    for page in ["index.html", "proof.html"] {
        let page = String::from_utf8(content[Path::new(page)].clone()).unwrap();
        for (at, _) in page.match_indices("href=\"").chain(page.match_indices("src=\"")) {
            let target = page[at..].split('"').nth(1).unwrap();
            assert!(target.starts_with('#') || target == "./" || inside(target), "{target}");
        }
    }
    let scripts = content.iter().filter(|(path, _)| path.starts_with("js"));
    for (path, script) in scripts {
        let script = std::str::from_utf8(script).unwrap();
        for imported in script
            .lines()
            .filter_map(|line| line.split_once(" from \"./"))
            .map(|(_, rest)| rest)
        {
            let target = format!("js/{}", imported.trim_end_matches("\";"));
            assert!(inside(&target), "{}: {target}", path.display());
        }
    }
    let sums = Command::new("sha256sum")
        .args(["--check", "--strict", "--quiet", "SHA256SUMS"])
        .current_dir(&site.folder)
        .status();
    assert!(sums.unwrap().success());
    let listed = String::from_utf8(content[Path::new("SHA256SUMS")].clone()).unwrap();
    assert_eq!(listed.lines().count(), content.len() - 1);
    for path in content.keys() {
        assert!(
            fs::metadata(site.folder.join(path)).unwrap().permissions().readonly(),
            "{}",
            path.display()
        );
    }
    // What it holds is an export.
    let data = site.folder.join("data/db").to_str().unwrap().to_string();
    assert_eq!(run(&["stats", "--db", &data]).done(), one.run("stats", &[]).done());
    assert!(run(&["verify", "--db", &data]).done().ends_with(" sound\n"));
    // From an export, in another place: the same.
    let exports = tempfile::tempdir().unwrap();
    let export = exports.path().join("db");
    one.run("export", &["--out", export.to_str().unwrap()]).done();
    let again = exports.path().join("site");
    let args = [
        "export",
        "--json",
        "--db",
        export.to_str().unwrap(),
        two.text(),
        "--site",
        again.to_str().unwrap(),
    ];
    let told = run(&args).json();
    assert_eq!(
        (&told["databases"], &told["site"]),
        (&json!(["db", "db-2"]), &json!(again.to_str().unwrap()))
    );
    assert_eq!(Db::content_of(&again), content);
}

#[test]
fn nothing_is_overwritten_and_there_is_no_half_site() {
    let (db, plus) = (solved("triangle", 7, &[]), solved("sim-plus", 4, &[]));
    let site = Site::of(&[&db]);
    let content = Db::content_of(&site.folder);
    let names = |folder: &Path| fs::read_dir(folder).unwrap().count();
    let before = names(site.temporary.path());
    let sentence = site.make(&[&db], &[]).refused(2);
    assert!(sentence.contains("ever overwritten"), "{sentence}");
    let other = Site {
        folder: site.temporary.path().join("other"),
        temporary: tempfile::tempdir().unwrap(),
    };
    let sentence = other.make(&[&db, &plus], &[]).refused(2);
    assert!(
        sentence.starts_with(&format!(
            "{} cannot be part of a site: a move may add several edges",
            plus.text()
        )),
        "{sentence}"
    );
    let unborn = Db::unborn();
    assert!(other.make(&[&db, &unborn], &[]).refused(5).contains(unborn.text()));
    let damaged = Db::copy_of(&db);
    edit(&damaged.level(6).join("labels"), |bytes| bytes[130] ^= 1);
    assert!(
        other
            .make(&[&db, &damaged], &[])
            .refused(6)
            .contains("level-006/labels")
    );
    let gap = Db::copy_of(&db);
    fs::remove_dir_all(gap.level(3)).unwrap();
    assert!(other.make(&[&gap], &[]).refused(6).contains("level 3 is missing"));
    let sentence = run(&["export", "--db", db.text(), plus.text(), "--out", other.text()]).refused(2);
    assert!(sentence.contains("one database"), "{sentence}");
    assert_eq!(names(site.temporary.path()), before);
    assert_eq!(Db::content_of(&site.folder), content);
}

/// Proofs of each kind of game, in a folder.
fn proofs() -> (TempDir, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let games: [(&str, &[&str]); 6] = [
        ("ham", &["maker-breaker:hamilton-cycle", "-n", "8"]),
        (
            "connected",
            &["maker-breaker:connected", "-n", "6", "--starter", "breaker"],
        ),
        ("k4", &["ramsey-achieve:K4", "--fresh", "11", "--moves", "16"]),
        ("k3", &["ramsey-achieve:K3", "--board", "infinite"]),
        ("k3p3", &["online-ramsey:K3,P3"]),
        ("t10", &["triangle", "-n", "10"]),
    ];
    let file = |(name, args): (&str, &[&str])| {
        let file = folder.path().join(format!("{name}.proof")).display().to_string();
        run(&[&["prove"], args, &["--proof", &file]].concat()).done();
        file
    };
    let files = games.map(file).to_vec();
    (folder, files)
}

/// The reader in WebAssembly gives the answers of the API in random games, refusals included, and its judge accepts.
#[test]
fn proofs_answer_as_the_server_does() {
    let (_folder, files) = proofs();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let options = [&["--proof"], &files[..]].concat();
    let site = Site::with(&[], &options);
    let server = Server::start(&[&["serve", "--port", "0", "--proof"], &files[..]].concat());
    let listed: Value = serde_json::from_slice(&fs::read(site.folder.join("proofs.json")).unwrap()).unwrap();
    let theirs = server.get("/api/proofs").answer();
    let rng = &mut SplitMix64::new(8);
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    for (ours, theirs) in listed["proofs"]
        .as_array()
        .unwrap()
        .iter()
        .zip(theirs["proofs"].as_array().unwrap())
    {
        let mut described = ours.clone();
        let file = described.as_object_mut().unwrap().remove("file").unwrap();
        assert_eq!(described, *theirs);
        let name = ours["name"].as_str().unwrap();
        let bytes = fs::read(site.folder.join(format!("proofs/{name}.proof"))).unwrap();
        assert_eq!(file["bytes"], bytes.len());
        let boards: Vec<Value> = match ours["boards"].as_array() {
            None => vec![Value::Null, json!(3)],
            Some(boards) => vec![Value::Null, boards[0].clone(), boards[1].clone(), json!(2)],
        };
        for n in boards {
            let on = n.as_u64().map_or(String::new(), |n| format!("&n={n}"));
            for _ in 0..4 {
                let mut moves = String::new();
                loop {
                    let seed = rng.next_u64() >> 16;
                    let asked = encoded(&moves);
                    let ask = |what: &str| -> Value {
                        let said = server.get(&format!("/api/proofs/{name}/{what}moves={asked}{on}"));
                        serde_json::from_str(&said.body).unwrap()
                    };
                    let (position, reply) = (ask("position?"), ask(&format!("reply?seed={seed}&")));
                    let subject = json!({"proof": name, "n": n});
                    questions.push((subject.clone(), "position", json!({"moves": moves})));
                    questions.push((subject, "reply", json!({"moves": moves, "seed": seed})));
                    let choices = position["choices"].as_array().cloned().unwrap_or_default();
                    let step = match rng.below(4) {
                        0 => reply["reply"].clone(),
                        _ if choices.is_empty() => Value::Null,
                        _ => choices[rng.below(choices.len())].clone(),
                    };
                    expected.extend([position, reply]);
                    let colours: Vec<&str> = ours["colours"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|name| name.as_str().unwrap())
                        .collect();
                    let text = match (&step["edge"], step["colour"].as_u64()) {
                        (Value::Array(edge), _) => format!("{}-{}", edge[0], edge[1]),
                        (_, Some(colour)) => colours[colour as usize].to_lowercase(),
                        // The game is over; now and then moves that are none follow.
                        _ if rng.below(2) == 0 || moves.contains("0-0") => break,
                        _ => "0-0".into(),
                    };
                    moves += if moves.is_empty() { "" } else { "," };
                    moves += &text;
                }
            }
        }
    }
    assert!(questions.len() > 500, "{}", questions.len());
    let read = site.answers("ranges", &questions);
    let mut refusals = 0;
    for (question, (answer, expected)) in questions.iter().zip(read.answers.iter().zip(&expected)) {
        assert_eq!(answer, expected, "{question:?}");
        refusals += usize::from(answer["error"].is_object());
    }
    assert!(refusals > 10, "{refusals}");

    let names = listed["proofs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|proof| proof["name"].clone());
    let checks: Vec<_> = names
        .map(|name| (json!({"proof": name}), "check", Value::Null))
        .collect();
    for (answer, file) in site.answers("ranges", &checks).answers.iter().zip(&files) {
        match answer.as_str() {
            Some(theorem) => assert_eq!(format!("{theorem}.\n"), run(&["check-proof", file]).done()),
            // nauty is C.
            None => assert_eq!(
                (&answer["error"]["code"], file.ends_with("t10.proof")),
                (&json!("needs"), true)
            ),
        }
    }
}

/// A proof that is damaged on the web server, or missing, is told; so is one that proves nothing, by its judge.
#[test]
fn damaged_proofs_are_told() {
    let (_folder, files) = proofs();
    let site = Site::with(&[], &["--proof", &files[3]]);
    for (what, asked) in [("position", json!({"moves": ""})), ("check", Value::Null)] {
        let refused = |kind: &str| {
            let read = site.answers(kind, &[(json!({"proof": "k3"}), what, asked.clone())]);
            let error = &read.answers[0]["error"];
            assert_eq!(error["code"], "damaged", "{kind}: {}", read.answers[0]);
            error["message"].as_str().unwrap().to_string()
        };
        assert!(refused("short").contains("instead of"));
        assert!(refused("other").contains("its checksum differs"));
        assert_eq!(refused("none"), "the file proofs/k3.proof is missing on the web server");
    }
    // Every byte is looked at by the reader too, where a page cannot compare checksums.
    let path = site.folder.join("proofs/k3.proof");
    make_writable(&site.folder);
    let script = site.folder.join("js/parts.js");
    let text = fs::read_to_string(&script).unwrap();
    let condition = "if (this.digest && globalThis.crypto?.subtle)";
    assert!(text.contains(condition));
    fs::write(script, text.replace(condition, "if (false)")).unwrap();
    let bytes = fs::read(&path).unwrap();
    for at in (0..bytes.len()).step_by(bytes.len() / 40 + 1) {
        let mut changed = bytes.clone();
        changed[at] ^= 4;
        fs::write(&path, changed).unwrap();
        let asked = [
            (json!({"proof": "k3"}), "position", json!({"moves": ""})),
            (json!({"proof": "k3"}), "check", Value::Null),
        ];
        for answer in site.answers("ranges", &asked).answers {
            assert_eq!(answer["error"]["code"], "damaged", "byte {at}: {answer}");
        }
    }
}

#[test]
fn a_site_takes_no_other_reader_and_no_wrong_proof() {
    let (folder, files) = proofs();
    let site = folder.path().join("site");
    let site = site.to_str().unwrap();
    let make = |options: &[&str]| run(&[&["export", "--site", site], options].concat());
    let missing = make(&["--proof", &files[3], "--reader", "/nowhere/reader.wasm"]).refused(2);
    assert!(
        missing.contains("there is no reader of proofs at /nowhere/reader.wasm") && missing.contains("make reader"),
        "{missing}"
    );
    for other in [&files[0][..], "/dev/null", folder.path().to_str().unwrap()] {
        let refused = make(&["--proof", &files[3], "--reader", other]).refused(2);
        assert!(
            refused.contains("is not the reader of proofs of this version"),
            "{refused}"
        );
    }
    let mut wrong = fs::read(&files[3]).unwrap();
    wrong[40] ^= 1;
    let damaged = folder.path().join("damaged.proof");
    fs::write(&damaged, wrong).unwrap();
    make(&["--proof", damaged.to_str().unwrap()]).refused(6);
    assert!(!Path::new(site).exists());
    let out = folder.path().join("out");
    run(&["export", "--out", out.to_str().unwrap(), "--proof", &files[3]]).refused(2);
}

/// The page's learner is the program's: the same seed and games give the same table, number for number.
#[test]
fn the_page_learns_what_the_program_learns() {
    let databases = [
        solved("triangle", 8, &[]),
        solved("sim", 6, &[]),
        solved("ramsey-achieve:C4", 5, &[]),
        solved("ramsey-achieve:K3/tie-second", 5, &[]),
        solved("avoid:hamilton-cycle", 6, &["--play", "misere"]),
        solved("triangle/connected", 7, &["--value", "remoteness"]),
    ];
    let site = Site::of(&databases.iter().collect::<Vec<_>>());
    let mut all = [0; 2];
    for (i, db) in databases.iter().enumerate() {
        let file = db.root().join("it.learner");
        let options = ["--games", "600", "--seed", "5", "--out", file.to_str().unwrap()];
        run(&[&["learn", "--db", db.text()], &options[..]].concat()).done();
        let told = Learned::read(&file);
        let output = site.node("learns.mjs", &[&name(i), "5", "600"], String::new()).stdout;
        let said: Value = serde_json::from_slice(&output).unwrap();
        let table = said["table"].as_object().unwrap();
        assert!(
            table.len() > 50 && table.len() == told.table.len(),
            "{i}: {}",
            table.len()
        );
        for (position, (value, visits)) in told.table {
            assert_eq!(table[&position], json!([value, visits]), "{i}: {position}");
        }
        assert_eq!(said["again"], true);
        let won = |when: &str| said[when]["won"].as_u64().unwrap();
        assert_eq!(said["atLast"]["played"], 20);
        all[0] += won("atFirst");
        all[1] += won("atLast");
    }
    assert!(all[1] > all[0] + 20, "{all:?} of 120 games");
}

/// The rules that the server tells are those of a site; where there are none, a sentence says so.
#[test]
fn a_server_tells_the_same_rules() {
    let databases = [
        solved("triangle", 6, &[]),
        solved("sim", 5, &[]),
        solved("sim-plus", 4, &[]),
    ];
    let site = Site::of(&[&databases[0], &databases[1]]);
    let server = Server::of(&databases.iter().collect::<Vec<_>>());
    for i in 0..2 {
        let path = format!("rules/{}.json", name(i));
        let mut expected: Value = serde_json::from_slice(&fs::read(site.folder.join(path)).unwrap()).unwrap();
        expected.as_object_mut().unwrap().remove("levels").unwrap();
        let told = server.get(&format!("/api/databases/{}/rules", name(i))).answer();
        assert_eq!(told, expected);
        server::schema::Api::read().check("/api/databases/{name}/rules", 200, &told);
    }
    let refused = server.get("/api/databases/db-3/rules");
    assert_eq!(refused.status, 404);
    assert_eq!(refused.json()["error"]["code"], "no_rules");
}
