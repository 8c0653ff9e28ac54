//! Plans and parts that say what is not so, with a checksum that fits: a level restarts or the run ends with a
//! sentence; it never panics, and the next run ends in the right bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use games::Triangle16;
use retro::{Grain, Keep, Observer, Options, Silent, SolveError, Task};
use retrograph_referee::rng::SplitMix64;
use retrograph_storage::{Database, Error, hash_bytes};
use serde_json::{Value, json};
use shared::common::pieces::COARSE;
use shared::common::{engine, identity};
use shared::process::{Db, copy_tree, memory_folder, try_copy_tree};

const N: usize = 12;
/// Label functions of several shards, parts of all steps.
const DOWN_TO: u32 = 18;

/// In parts of every kind that are there before the level is sealed, but for half of the exact answers.
const IN_PARTS: Grain = Grain {
    expand_chunks: 99,
    ..COARSE
};

/// Makes parts of the level under way.
fn make_parts(folder: &Path) {
    let game = Triangle16::new(N);
    let db = Database::open(folder).unwrap();
    for tasks in [1, 1, 1, 2] {
        engine(&game).plan(&db, Some(3), &IN_PARTS, &Silent).unwrap();
        let task = Task {
            task: tasks - 1,
            tasks,
            memory: 1 << 30,
            threads: 2,
            grain: IN_PARTS,
        };
        engine(&game).make_parts(&db, &task, &Silent).unwrap();
    }
}

fn run(folder: &Path, down_to: u32, grain: Grain, observer: &dyn Observer) -> Result<(), SolveError> {
    let game = Triangle16::new(N);
    let db = Database::open(folder)
        .or_else(|_| Database::create(folder, &identity(&game, Keep::Positions)))
        .unwrap();
    let options = Options {
        down_to,
        memory: 1 << 30,
        threads: 2,
        grain,
        ..Options::default()
    };
    engine(&game).solve(&db, &options, observer)
}

/// Copies the level under way when the first parts of every step are there.
struct Copier<'a> {
    from: &'a Path,
    to: &'a Path,
    found: Mutex<BTreeMap<String, u32>>,
}

/// Copies kept of every step.
const COPIES: u32 = 2;

impl Observer for Copier<'_> {
    fn checkpoint(&self, level: u32) {
        if level != DOWN_TO {
            return;
        }
        let folder = self.from.join(format!("level-{level:03}"));
        let has = |part: &&&str| folder.join(part).exists();
        // Parts come in the order of their steps.
        let part = PARTS.iter().rev().find(has).expect("a part is made");
        let stage = part["work/".len()..].split('-').next().unwrap().to_string();
        let mut found = self.found.lock().unwrap();
        let count = found.entry(stage.clone()).or_default();
        *count += 1;
        if *count <= COPIES {
            let copy = self.to.join(format!("{stage}-{count}"));
            // The other thread may rename a file meanwhile.
            while try_copy_tree(&folder, &copy).is_err() {
                fs::remove_dir_all(&copy).unwrap();
            }
        }
    }
}

/// What says which parts are there, in the order of the steps.
const PARTS: [&str; 4] = [
    "work/part-000000.json",
    "work/seal-000000.json",
    "work/shards-000000.json",
    "work/exact-000000.json",
];

/// Plans, and what says which parts are there.
const JOURNALS: [&str; 7] = [
    "work/plan.json",
    "work/part-000001.json",
    "work/sealing.json",
    "work/seal-000001.json",
    "work/shards.json",
    "work/shards-000001.json",
    "work/exact-000001.json",
];

/// The file as text and what it says.
fn read_sealed(path: &Path) -> (String, Value) {
    let text = fs::read_to_string(path).unwrap();
    let whole: Value = serde_json::from_str(&text).unwrap();
    let state = text
        .split_once(",\"state\":")
        .unwrap()
        .1
        .strip_suffix("}\n")
        .unwrap()
        .to_string();
    (state, whole["state"].clone())
}

/// Writes a journal with its checksum, by its description in docs/format.md.
fn write_sealed(path: &Path, state: &str) {
    let text = format!("{{\"xxh3\":\"{}\",\"state\":{state}}}\n", hash_bytes(state.as_bytes()));
    fs::write(path, text).unwrap();
}

/// The paths of all values in a JSON value, arrays and objects too.
fn places(value: &Value, path: String, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            (fields.iter()).for_each(|(name, field)| places(field, format!("{path}/{name}"), found));
        }
        Value::Array(items) => {
            (items.iter().enumerate().take(3)).for_each(|(i, item)| places(item, format!("{path}/{i}"), found));
        }
        _ => {}
    }
    found.push(path);
}

/// Other values in place of `value`.
fn lies(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => {
            let own = number.as_u64().unwrap_or(1);
            let near = [own.wrapping_add(1), own.saturating_sub(1), own ^ 8, 2 * own];
            let far = [0, 1, 3, 1 << 20, 1 << 32, 1 << 60, u64::MAX];
            near.into_iter()
                .chain(far)
                .filter(|&lie| lie != own)
                .map(Value::from)
                .collect()
        }
        Value::String(text) => {
            let cut = &text[..text.len().saturating_sub(2)];
            [
                "",
                "../../outside",
                cut,
                &format!("{text}00"),
                &"f".repeat(text.len()),
                &"0".repeat(text.len()),
            ]
            .map(Value::from)
            .to_vec()
        }
        Value::Array(items) => {
            let twice: Vec<Value> = items.iter().chain(items).cloned().collect();
            let fewer: Vec<Value> = items.iter().skip(1).cloned().collect();
            let turned: Vec<Value> = items.iter().rev().cloned().collect();
            vec![
                json!([]),
                json!(twice),
                json!(fewer),
                json!(turned),
                json!(vec![0; 1000]),
            ]
        }
        Value::Null => vec![json!(0), json!(1), json!({})],
        _ => vec![Value::Null, json!({}), json!([])],
    }
}

/// A solved database, the levels above in one of its own, and copies of the level under way by stage.
struct Prepared {
    temporary: tempfile::TempDir,
    above: PathBuf,
    copies: Vec<PathBuf>,
    expected: BTreeMap<PathBuf, Vec<u8>>,
    grain: Grain,
}

impl Prepared {
    /// Where runs go on.
    fn folder(&self) -> PathBuf {
        self.temporary.path().join("run")
    }
}

fn prepared(grain: Grain) -> Prepared {
    // Syncs cost nothing there.
    let temporary = tempfile::tempdir_in(memory_folder()).unwrap();
    let (whole, above, copies) = ["whole", "above", "copies"]
        .map(|name| temporary.path().join(name))
        .into();
    run(&above, DOWN_TO + 1, grain, &Silent).unwrap();
    copy_tree(&above, &whole);
    let copier = Copier {
        from: &whole,
        to: &copies,
        found: Mutex::default(),
    };
    if grain == IN_PARTS {
        make_parts(&whole);
        copy_tree(&whole.join(format!("level-{DOWN_TO:03}")), &copies.join("Planned-1"));
    }
    run(&whole, DOWN_TO, grain, &copier).unwrap();
    let stages: Vec<String> = copier.found.into_inner().unwrap().into_keys().collect();
    match grain {
        // Half of the exact answers were still to be found.
        IN_PARTS => assert_eq!(stages, ["exact"]),
        _ => assert_eq!(stages, ["exact", "part", "seal", "shards"]),
    }
    let mut copies: Vec<PathBuf> = fs::read_dir(copies)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    copies.sort();
    let expected = Db::content_of(&whole);
    Prepared {
        temporary,
        above,
        copies,
        expected,
        grain,
    }
}

/// Goes on with the level as it is in `copy`, after `damage`; the database has to end in `expected`, after a refusal
/// and another run if need be. A lie that only counts could tell is believed: then the bytes are not looked at.
fn go_on(prepared: &Prepared, copy: &Path, what: &str, damage: impl Fn(&Path)) {
    let folder = &prepared.folder();
    let _ = fs::remove_dir_all(folder);
    copy_tree(&prepared.above, folder);
    let level = folder.join(format!("level-{DOWN_TO:03}"));
    copy_tree(copy, &level);
    damage(&level);
    match run(folder, DOWN_TO, prepared.grain, &Silent) {
        Ok(()) => {}
        Err(SolveError::Work { .. }) => {
            run(folder, DOWN_TO, prepared.grain, &Silent).unwrap_or_else(|error| panic!("{what}, again: {error}"));
            assert!(
                Db::content_of(folder) == prepared.expected,
                "{what}: other bytes after a restart"
            );
        }
        Err(SolveError::Storage(Error::Io { .. } | Error::Corrupt { .. })) => {}
        Err(error) => panic!("{what}: {error}"),
    }
}

/// Plans the next step of the level in `copy`, after `damage`, and makes its parts. Whatever they come to, `solve` ends
/// as after any other damage.
fn make_parts_of(prepared: &Prepared, copy: &Path, what: &str, damage: impl Fn(&Path)) {
    go_on(prepared, copy, &format!("{what}, in parts"), |level| {
        damage(level);
        let db = Database::open(level.parent().unwrap()).unwrap();
        let game = Triangle16::new(N);
        let task = Task {
            task: 0,
            tasks: 1,
            memory: 1 << 30,
            threads: 2,
            grain: IN_PARTS,
        };
        // As processes would that know nothing of each other.
        for _ in 0..2 {
            let ends = [
                engine(&game).plan(&db, Some(3), &IN_PARTS, &Silent),
                engine(&game).make_parts(&db, &task, &Silent),
            ];
            for error in ends.into_iter().filter_map(Result::err) {
                let is_foreseen = matches!(
                    error,
                    SolveError::Work { .. }
                        | SolveError::Storage(Error::Io { .. } | Error::Corrupt { .. })
                        | SolveError::NoPlan { .. }
                        | SolveError::Memory { .. }
                );
                assert!(is_foreseen, "{what}: {error}");
            }
        }
    });
}

/// Writes about one lie in `one_in`.
fn lie(prepared: &Prepared, one_in: usize) {
    let mut rng = SplitMix64::new(7);
    let mut reported = 0;
    for copy in &prepared.copies {
        for journal in JOURNALS.iter().filter(|name| copy.join(name).exists()) {
            let (_, state) = read_sealed(&copy.join(journal));
            let mut paths = Vec::new();
            places(&state, String::new(), &mut paths);
            for path in &paths {
                let value = state.pointer(path).unwrap();
                for other in lies(value) {
                    if rng.below(one_in) > 0 {
                        continue;
                    }
                    let mut lying = state.clone();
                    *lying.pointer_mut(path).unwrap() = other.clone();
                    let name = copy.file_name().unwrap().to_str().unwrap();
                    let what = format!("{name} {journal} {path}: {other:.60}");
                    println!("{what}");
                    let damage = |level: &Path| write_sealed(&level.join(journal), &lying.to_string());
                    go_on(prepared, copy, &what, damage);
                    if prepared.grain == IN_PARTS {
                        make_parts_of(prepared, copy, &what, damage);
                    }
                    reported += 1;
                }
            }
        }
    }
    println!("{reported} lies");
    assert!(reported > 10);
}

#[test]
fn a_journal_that_lies_and_links_among_the_files_are_no_catastrophe() {
    for (grain, one_in) in [(COARSE, 150), (IN_PARTS, 150)] {
        let prepared = prepared(grain);
        lie(&prepared, one_in);
        link(&prepared);
    }
}

#[test]
#[ignore = "minutes"]
fn whatever_a_journal_says_is_no_catastrophe() {
    for grain in [COARSE, IN_PARTS] {
        lie(&prepared(grain), 8);
    }
}

/// Puts a link to a file of somebody else in the place of each file of a level under way: the level is made anew, and
/// that file stays as it was.
fn link(prepared: &Prepared) {
    let outside = prepared.temporary.path().join("outside");
    // The first copy of each stage.
    for copy in prepared
        .copies
        .iter()
        .filter(|copy| copy.to_string_lossy().ends_with("-1"))
    {
        let mut files = files_below(copy);
        // One of each kind.
        let kind = |name: &PathBuf| name.to_string_lossy().replace(|c: char| c.is_ascii_digit(), "");
        files.sort_by_key(kind);
        files.dedup_by_key(|name| kind(name));
        for name in &files {
            let _ = fs::remove_dir_all(&outside);
            fs::create_dir(&outside).unwrap();
            fs::copy(copy.join(name), outside.join("file")).unwrap();
            let before = fs::read(outside.join("file")).unwrap();
            let what = format!("{} is a link", name.display());
            go_on(prepared, copy, &what, |level| {
                fs::remove_file(level.join(name)).unwrap();
                std::os::unix::fs::symlink(outside.join("file"), level.join(name)).unwrap();
            });
            assert!(
                fs::read(outside.join("file")).unwrap() == before,
                "{what}, and its target changed"
            );
            assert!(Db::content_of(&prepared.folder()) == prepared.expected, "{what}");
        }
    }
}

/// Names of the files below `folder`.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(folder).unwrap().to_path_buf());
            }
        }
    }
    found.sort();
    found
}
