//! The floors of the house: no crate uses one of a higher floor, docs/architecture.md names every crate, and what is
//! below the commands names no option and no command.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Folders, lowest first; the root is the highest.
const FLOORS: [&[&str]; 7] = [
    &["src/base", "src/label_functions"],
    &["src/math/"],
    &["storage"],
    &["src/solving/"],
    &["src/proving/"],
    &["src/engine", "src/all_games"],
    &["src/people/"],
];
/// Their crates depend on no other one, but for the last, which has the judge's rules.
const APART: [&str; 3] = ["judge", "faults", "referee"];
/// What tests share.
const TESTS: &str = "tests/shared";
/// The package for Python, which uses the library at the root.
const PYTHON: &str = "python";
/// What may depend on the judge, and on the referee, tests aside.
const ASK_THE_JUDGE: [&str; 3] = ["referee", "src/proving/provers", "src/people/cli"];
const ASK_THE_REFEREE: [&str; 2] = ["src/solving/verify", "src/proving/provers"];
/// What knows no database.
const WITHOUT_STORAGE: [&str; 5] = [
    "src/base",
    "src/label_functions",
    "src/math/",
    "src/solving/oracle",
    "src/proving/",
];

struct Crate {
    folder: String,
    /// Names of crates outside the workspace.
    foreign: BTreeSet<String>,
    /// Folders of crates of the workspace, tests and benches aside.
    house: BTreeSet<String>,
}

fn crates() -> Vec<Crate> {
    let args = [
        "metadata",
        "--format-version",
        "1",
        "--no-deps",
        "--offline",
        "--locked",
    ];
    let ran = Command::new(env!("CARGO"))
        .current_dir(ROOT)
        .args(args)
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let metadata: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let folder = |path: &Path| path.strip_prefix(ROOT).unwrap().to_str().unwrap().to_owned();
    let packages = metadata["packages"].as_array().unwrap().iter();
    packages
        .map(|package| {
            let manifest = Path::new(package["manifest_path"].as_str().unwrap());
            let mut made = Crate {
                folder: folder(manifest.parent().unwrap()),
                foreign: BTreeSet::new(),
                house: BTreeSet::new(),
            };
            let used = package["dependencies"].as_array().unwrap().iter();
            for dependency in used.filter(|dependency| dependency["kind"] != "dev") {
                match dependency["path"].as_str() {
                    Some(path) => made.house.insert(folder(Path::new(path))),
                    None => made.foreign.insert(dependency["name"].as_str().unwrap().into()),
                };
            }
            made
        })
        .collect()
}

/// Whether the crate is the folder, or in it when that ends with a slash.
fn is_in(folder: &str, place: &str) -> bool {
    folder == place || place.ends_with('/') && folder.starts_with(place)
}

fn floor(folder: &str) -> usize {
    let of = |places: &&[&str]| places.iter().any(|place| is_in(folder, place));
    match folder {
        "" | TESTS | PYTHON => FLOORS.len(),
        _ => FLOORS
            .iter()
            .position(of)
            .unwrap_or_else(|| panic!("{folder} is on no floor")),
    }
}

#[test]
fn no_arrow_points_up() {
    for made in crates() {
        let is_one_of = |places: &[&str]| places.iter().any(|place| is_in(&made.folder, place));
        let is_apart = is_one_of(&APART);
        for (apart, askers) in [("judge", &ASK_THE_JUDGE[..]), ("referee", &ASK_THE_REFEREE)] {
            let may_ask = is_one_of(askers) || !is_apart && floor(&made.folder) == FLOORS.len();
            assert!(may_ask || !made.house.contains(apart), "{} asks {apart}", made.folder);
        }
        for used in made.house.iter().filter(|used| !APART.contains(&used.as_str())) {
            let is_below = !is_apart && floor(used) <= floor(&made.folder);
            assert!(is_below, "{} uses {used}", made.folder);
        }
        if made.folder == "judge" {
            let foreign: Vec<&str> = made.foreign.iter().map(String::as_str).collect();
            assert_eq!(foreign, ["sha2", "zstd"], "all that a sceptic reads beside the judge");
        }
        let storage = "storage".to_owned();
        let may_store = !is_one_of(&WITHOUT_STORAGE);
        assert!(
            may_store || !made.house.contains(&storage),
            "{} uses storage",
            made.folder
        );
        let has_rocksdb = made.foreign.iter().any(|name| name.contains("rocksdb"));
        assert_eq!(has_rocksdb, made.folder == storage, "{} and RocksDB", made.folder);
    }
}

#[test]
fn the_map_names_every_crate_under_its_floor_and_lowest_first() {
    let map = fs::read_to_string(Path::new(ROOT).join("docs/architecture.md")).unwrap();
    let row = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    let listed: Vec<String> = map.lines().filter_map(row).collect();
    let crates: BTreeMap<String, Crate> = crates().into_iter().map(|made| (made.folder.clone(), made)).collect();
    let there: BTreeSet<&str> = crates
        .keys()
        .map(String::as_str)
        .filter(|folder| !folder.is_empty())
        .collect();
    assert_eq!(listed.iter().map(String::as_str).collect::<BTreeSet<_>>(), there);
    for (place, folder) in listed.iter().enumerate() {
        for used in crates[folder]
            .house
            .iter()
            .filter(|used| !matches!(used.as_str(), "" | "judge" | "referee"))
        {
            assert!(
                listed[..place].contains(used),
                "{folder} uses {used}, which the map has below it"
            );
        }
    }
}

/// What is compiled for the crates that solve when this package is: other packages with their features.
fn compiled_to_solve(package: &str) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .current_dir(ROOT)
        .args(["tree", "--offline", "--locked", "--package", package]);
    cargo.args([
        "--edges",
        "normal,build",
        "--prefix",
        "depth",
        "--no-dedupe",
        "--format",
        " {p} [{f}]",
    ]);
    let ran = cargo.output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let mut compiled = BTreeSet::new();
    let mut root = None;
    for line in String::from_utf8(ran.stdout).unwrap().lines() {
        let Some((depth, unit)) = line.split_once(' ') else {
            continue;
        };
        let Ok(depth) = depth.parse::<u32>() else { continue };
        root = match root {
            Some(root) if depth > root => Some(root),
            _ => unit.starts_with("retrograph-all-games ").then_some(depth),
        };
        if root.is_some() {
            compiled.insert(unit.into());
        }
    }
    compiled
}

#[test]
fn the_program_and_the_python_package_share_what_solves() {
    let [program, package] = ["retrograph", "retrograph-python"].map(compiled_to_solve);
    assert!(program.len() > 50, "{program:?}");
    let alone: Vec<_> = program.symmetric_difference(&package).collect();
    assert!(
        alone.is_empty(),
        "the manifest of src/people/cli has to ask for the same features: {alone:#?}"
    );
}

/// Libraries, whose sentences are printed by programs with other options, or with none.
const STATE_FACTS: [&str; 12] = [
    "src/base",
    "src/math",
    "src/solving",
    "src/proving",
    "src/engine",
    "src/all_games",
    "storage",
    "src/people/learner",
    "src/people/pictures",
    "src/people/play",
    "src/people/report",
    "src/people/serve",
];
/// What names options or commands nevertheless, and why.
const EXCEPTIONS: [(&str, &str); 9] = [
    (
        "src/proving/maker_breaker/question.rs",
        "the words of a question are in its checkpoints",
    ),
    ("src/proving/online_ramsey/question.rs", "as above"),
    ("src/proving/strong_games/question.rs", "as above"),
    ("src/solving/retro/publish/readme.rs", "a file for readers of an export"),
    ("src/solving/retro/publish/card.rs", "a page for readers of an export"),
    ("src/people/report/page.rs", "a file for readers of a report"),
    ("src/people/report/citation.rs", "a file for readers of a report"),
    ("src/people/serve/site/mod.rs", "a file for readers of a site"),
    (
        "src/people/serve/hosts.rs",
        "a browser shows it to whoever started the server",
    ),
];

/// The string literals of Rust source outside comments and of what follows `#[cfg(test)] mod`.
fn literals(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap();
    let mut rest = source.chars().peekable();
    let mut found = Vec::new();
    let mut before = ' ';
    while let Some(next) = rest.next() {
        match next {
            '/' if rest.peek() == Some(&'/') => _ = rest.by_ref().find(|&c| c == '\n'),
            '"' => found.push(literal(&mut rest)),
            'r' if !before.is_alphanumeric() && before != '_' && matches!(rest.peek(), Some('#' | '"')) => {
                let mut hashes = 0;
                while rest.next_if_eq(&'#').is_some() {
                    hashes += 1;
                }
                // Otherwise a raw name.
                if rest.next_if_eq(&'"').is_some() {
                    found.push(raw(&mut rest, &format!("\"{}", "#".repeat(hashes))));
                }
            }
            // A character that would begin a literal or a comment; lifetimes have no second quote.
            '\'' => match rest.peek() {
                Some('\\') => {
                    rest.next();
                    rest.next();
                }
                Some('"' | '/') => _ = rest.next(),
                _ => {}
            },
            _ => {}
        }
        before = next;
    }
    found
}

/// What follows the quote up to the next one, lines joined as the compiler does.
fn literal(rest: &mut Peekable<impl Iterator<Item = char>>) -> String {
    let mut text = String::new();
    while let Some(next) = rest.next() {
        match next {
            '"' => return text,
            '\\' => match rest.next() {
                Some('\n') => while rest.next_if(|c| c.is_whitespace()).is_some() {},
                Some(escaped) => text.push(escaped),
                None => {}
            },
            _ => text.push(next),
        }
    }
    panic!("a literal does not end: {text}");
}

fn raw(rest: &mut impl Iterator<Item = char>, end: &str) -> String {
    let mut text = String::new();
    while !text.ends_with(end) {
        text.push(rest.next().unwrap_or_else(|| panic!("a literal does not end: {text}")));
    }
    text
}

/// The first option or command that a sentence names: `--db`, something in backquotes, or such as "retrograph solve".
fn advice(sentence: &str, commands: &[String]) -> Option<String> {
    let letter_after = |mark: &str| {
        let has = |(at, _): &(usize, &str)| sentence[at + mark.len()..].starts_with(|c: char| c.is_ascii_lowercase());
        sentence
            .match_indices(mark)
            .find(has)
            .map(|(at, _)| sentence[at..].into())
    };
    let named = || commands.iter().find(|command| sentence.contains(*command)).cloned();
    letter_after("--").or_else(|| letter_after("`")).or_else(named)
}

/// The sources of a folder, tests, examples and benches aside.
fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        match path.is_dir() {
            true if !matches!(name, "tests" | "examples" | "benches" | "target") => sources(&path, into),
            false if name.ends_with(".rs") && name != "tests.rs" && name != "build.rs" => into.push(path),
            _ => {}
        }
    }
}

#[test]
fn libraries_state_facts_and_leave_advice_to_programs() {
    let commands = cli::definition();
    let commands = commands
        .get_subcommands()
        .map(|command| format!("retrograph {}", command.get_name()));
    let commands: Vec<String> = commands.collect();
    let mut files = Vec::new();
    for folder in STATE_FACTS {
        sources(&Path::new(ROOT).join(folder), &mut files);
    }
    let mut excepted = BTreeSet::new();
    let mut seen = 0;
    for path in files {
        let file = path.strip_prefix(ROOT).unwrap().to_str().unwrap();
        for sentence in literals(&fs::read_to_string(&path).unwrap()) {
            seen += 1;
            let Some(named) = advice(&sentence, &commands) else {
                continue;
            };
            let exception = EXCEPTIONS.iter().find(|(place, _)| *place == file);
            let (place, _) = exception.unwrap_or_else(|| panic!("{file} names {named:?} in {sentence:?}"));
            excepted.insert(*place);
        }
    }
    assert!(seen > 2000, "{seen} literals");
    let idle: Vec<_> = EXCEPTIONS
        .iter()
        .filter(|(place, _)| !excepted.contains(place))
        .collect();
    assert!(idle.is_empty(), "{idle:?}");
}

#[test]
fn advice_is_recognised_wherever_it_stands() {
    let commands = ["retrograph repair".to_owned()];
    let source = r##"
        // "--in-a-comment"
        /// '"' and "--in-a-docstring"
        #[error("{0} is wrong; give --memory")]
        fn f<'a>(c: char) -> &'a str { if c == '"' || c == '\'' { "x -- y" } else { "run \
            `solve`" } }
        const RAW: [&str; 2] = [r"retrograph repair", r#"a "quoted" --word"#];
        #[cfg(test)]
        mod tests { const T: &str = "--no"; }
    "##;
    let source = source.replace("        ", "");
    let named = literals(&source)
        .iter()
        .filter_map(|text| advice(text, &commands))
        .collect::<Vec<_>>();
    assert_eq!(
        named,
        ["--memory", "`solve`", "retrograph repair", "--word\"#"].map(str::to_owned)
    );
}

#[test]
fn comments_are_as_narrow_as_code() {
    let widest = std::fs::read_to_string(Path::new(ROOT).join("rustfmt.toml")).unwrap();
    let widest: usize = widest.trim().strip_prefix("max_width = ").unwrap().parse().unwrap();
    let mut files = Vec::new();
    for folder in [
        "src",
        "storage",
        "judge",
        "referee",
        "faults",
        "tests",
        "benches",
        "python/src",
        "wasm/src",
        "wasm/engine/src",
    ] {
        sources(&Path::new(ROOT).join(folder), &mut files);
    }
    assert!(files.len() > 300, "{}", files.len());
    for file in files {
        for (number, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            let text = line.trim_start();
            // The rows of a table cannot be broken.
            let is_table = text.trim_start_matches(['/', '!', ' ']).starts_with('|');
            let fits = !text.starts_with("//") || is_table || line.chars().count() <= widest;
            assert!(fits, "{}:{}: {line}", file.display(), number + 1);
        }
    }
}
