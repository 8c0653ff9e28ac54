//! Damage at random to every file of a database: it is always noticed and named, no answer is ever wrong, and `repair`
//! makes the same bytes again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use game::Game;
use game::values::Outcome;
use games::Triangle16;
use retro::{Keep, Options, Silent, Solved};
use retrograph_referee::rng::SplitMix64;
use retrograph_referee::triangle::{ForwardSolver, triangle_free_classes};
use retrograph_storage::{Database, Error, LevelManifest};
use shared::common::{engine, graph6, solved};
use shared::process::{Db, Ran, shell};
use shared::{common, process};
use verify::Depth;

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Every file below `folder` but the lock, which holds nothing that lasts.
fn files(folder: &Path) -> Files {
    let mut found = Files::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else if entry.file_name() != "lock" {
                let name = entry.path().strip_prefix(folder).unwrap().to_path_buf();
                found.insert(name, fs::read(entry.path()).unwrap());
            }
        }
    }
    found
}

/// A sound database, and what it must say.
struct Original {
    n: usize,
    keep: Keep,
    folder: tempfile::TempDir,
    files: Files,
    /// Of every position whether it is P, as the judge says.
    values: Vec<(String, bool)>,
    manifests: Vec<LevelManifest>,
}

impl Original {
    fn solve(n: usize, keep: Keep, down_to: u32) -> Original {
        let folder = tempfile::tempdir().unwrap();
        let db = solved(&Triangle16::new(n), folder.path(), down_to, keep);
        let mut judge = ForwardSolver::new(n);
        let classes = triangle_free_classes(n);
        let values = classes
            .iter()
            .flatten()
            .map(|rows| (graph6(rows), judge.is_p(rows)))
            .collect();
        Original {
            n,
            keep,
            files: files(folder.path()),
            values,
            manifests: common::manifests(&db),
            folder,
        }
    }

    fn path(&self, name: &Path) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The file's bytes, or that it is not there.
    fn put(&self, name: &Path, bytes: Option<&[u8]>) {
        match bytes {
            Some(bytes) => fs::write(self.path(name), bytes).unwrap(),
            None => fs::remove_file(self.path(name)).unwrap(),
        }
    }
}

/// What is in the place of each damaged file.
type Damage = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// One act of damage to `originals[which]`, perhaps with files of the others.
fn damage(originals: &[Original], which: usize, rng: &mut SplitMix64) -> (String, Damage) {
    let Original { files, .. } = &originals[which];
    let any = |files: &Files, rng: &mut SplitMix64| files.keys().nth(rng.below(files.len())).unwrap().clone();
    let name = any(files, rng);
    let bytes = &files[&name];
    let mut changed = bytes.clone();
    let size = bytes.len();
    let what = match rng.below(9) {
        0..=2 if size > 0 => {
            let (at, bit) = (rng.below(size), rng.below(8));
            changed[at] ^= 1 << bit;
            format!("bit {bit} of byte {at}")
        }
        3 if size > 0 => {
            let (from, to) = (rng.below(size), rng.below(size));
            let range = from.min(to)..=from.max(to);
            changed[range.clone()].fill_with(|| rng.next_u64() as u8);
            format!("bytes {range:?} at random")
        }
        4 if size > 0 => {
            changed.truncate(rng.below(size));
            format!("cut to {} bytes", changed.len())
        }
        5 => {
            let more = 1 + rng.below(2000);
            let zeros = rng.below(2) == 0;
            changed.extend((0..more).map(|_| if zeros { 0 } else { rng.next_u64() as u8 }));
            format!("{more} bytes more")
        }
        6 => return (format!("{} deleted", name.display()), Damage::from([(name, None)])),
        7 => {
            let other = any(files, rng);
            let damage = [(name.clone(), other.clone()), (other.clone(), name.clone())];
            let damage = damage.map(|(place, from)| (place, Some(files[&from].clone())));
            return (
                format!("{} and {} swapped", name.display(), other.display()),
                damage.into(),
            );
        }
        _ => {
            // The same file of another database where there is one, else any.
            let other = &originals[rng.below(originals.len())];
            let from = match other.files.contains_key(&name) && rng.below(3) > 0 {
                true => name.clone(),
                false => any(&other.files, rng),
            };
            changed = other.files[&from].clone();
            format!("{} of n = {}, {:?}", from.display(), other.n, other.keep)
        }
    };
    (
        format!("{}: {what}", name.display()),
        Damage::from([(name, Some(changed))]),
    )
}

/// Everything that is said to be wrong.
fn sentences(n: usize, folder: &Path) -> Vec<String> {
    let check = |db: &Database| engine(&Triangle16::new(n)).check(db, Depth::Bytes, &Silent);
    match Database::open(folder).and_then(|db| check(&db)) {
        Err(error) => vec![error.to_string()],
        Ok(report) => report.faults.into_iter().map(|fault| fault.sentence).collect(),
    }
}

/// The size of the game as the damaged database itself has it.
fn own_size(folder: &Path, n: usize) -> usize {
    Database::open(folder).map_or(n, |db| db.identity().n as usize)
}

/// Whether a sentence names the file, or one that says what it should be.
fn is_named(original: &Original, name: &Path, damaged: &BTreeSet<&Path>, sentences: &[String]) -> bool {
    let says = |part: &str| sentences.iter().any(|sentence| sentence.contains(part));
    let level = name.components().next().unwrap().as_os_str();
    let manifest = Path::new(level).join("manifest.json");
    let manifest_folder = original.path(Path::new(level));
    says(original.path(name).to_str().unwrap())
        || damaged.contains(&*manifest)
            && (says(original.path(&manifest).to_str().unwrap())
                || says(&format!("{} has no manifest", manifest_folder.display())))
        || damaged.contains(Path::new("retrograph.json")) && says("retrograph.json")
}

/// Every answer of the damaged database is the right one or a refusal; the number of answers.
fn assert_never_wrong(original: &Original, case: &str, rng: &mut SplitMix64) -> usize {
    let folder = original.folder.path();
    let Ok(db) = Database::open(folder) else { return 0 };
    let n = db.identity().n as usize;
    // Numbers, as `stats` and `info` give them.
    for manifest in &original.manifests {
        if let Ok(Some(found)) = db.manifest(manifest.level) {
            assert_eq!(&found, manifest, "{case}");
        }
    }
    let solved = Solved::open(Triangle16::new(n), db).unwrap();
    let mut answers = 0;
    for (text, is_p) in &original.values {
        let Ok(position) = solved.game().parse(text) else {
            // Of another size, by its retrograph.json: then nothing at all may be answered.
            let empty = solved.game().parse(&graph6(&vec![0; n])).unwrap();
            assert!(solved.is_p(&empty).is_err(), "{case}");
            return 0;
        };
        if let Ok(found) = solved.is_p(&position) {
            assert_eq!(found, *is_p, "{case}: {text}");
            answers += 1;
        }
        if rng.below(20) == 0
            && let Ok(moves) = solved.moves(&position)
        {
            assert_eq!(
                moves.iter().any(|valued| valued.outcome == Some(Outcome::P)),
                !is_p,
                "{case}: {text}"
            );
        }
    }
    answers
}

/// As `retrograph repair --from-top`.
fn repair(original: &Original) -> Result<(), verify::RepairError> {
    let folder = original.folder.path();
    let opened = Database::open(folder).and_then(|db| db.check_identity().map(|()| db));
    let db = match opened {
        Err(Error::Corrupt { .. } | Error::NotADatabase { .. }) => Database::recover(folder)?,
        other => other?,
    };
    let options = Options {
        memory: 256 << 20,
        threads: 2,
        keep: original.keep,
        ..Options::default()
    };
    engine(&Triangle16::new(original.n))
        .repair(&db, &options, true, &Silent)
        .map(drop)
}

/// Damages, looks, and makes good again; every `nth` time by `repair`. Counts of what happened.
fn run(originals: &[Original], cases: usize, nth: usize, seed: u64) {
    let mut rng = SplitMix64::new(seed);
    let (mut damaged_cases, mut answers, mut repaired) = (0, 0, 0);
    for case in 0..cases {
        let which = rng.below(originals.len());
        let original = &originals[which];
        let folder = original.folder.path();
        let (reported, damage) = damage(originals, which, &mut rng);
        let reported = format!("case {case}, n = {}, {:?}, {reported}", original.n, original.keep);
        for (name, bytes) in &damage {
            original.put(name, bytes.as_deref());
        }
        let differs = |name: &Path| damage[name].as_ref() != Some(&original.files[name]);
        let damaged: BTreeSet<&Path> = damage.keys().map(|name| &**name).filter(|name| differs(name)).collect();
        let sentences = sentences(own_size(folder, original.n), folder);
        if damaged.is_empty() {
            assert!(sentences.is_empty(), "{reported}: {sentences:?}");
        }
        for name in &damaged {
            assert!(
                is_named(original, name, &damaged, &sentences),
                "{reported}: {} is not named in {sentences:?}",
                name.display()
            );
        }
        damaged_cases += usize::from(!damaged.is_empty());
        answers += assert_never_wrong(original, &reported, &mut rng);
        if case % nth == 0 {
            repair(original).unwrap_or_else(|error| panic!("{reported}: {error}"));
            repaired += usize::from(!damaged.is_empty());
        } else {
            for name in damage.keys() {
                original.put(name, Some(&original.files[name]));
            }
        }
        // Names first: the files are many and long.
        let now = files(folder);
        assert!(now.keys().eq(original.files.keys()), "{reported}: {:?}", now.keys());
        for (name, bytes) in &now {
            assert!(bytes == &original.files[name], "{reported}: {} differs", name.display());
        }
    }
    println!(
        "{cases} cases: {damaged_cases} with damage, all named; {answers} right answers, no wrong one; {repaired} repaired"
    );
    assert!(damaged_cases > cases * 8 / 10 && answers > cases && repaired > cases / nth / 2);
}

fn originals(sizes: &[usize]) -> Vec<Original> {
    let kinds = [Keep::Positions, Keep::Labels];
    let mut all: Vec<Original> = sizes
        .iter()
        .flat_map(|&n| kinds.map(|keep| Original::solve(n, keep, 0)))
        .collect();
    // Not finished.
    all.extend(kinds.map(|keep| Original::solve(sizes[0], keep, 3)));
    all
}

#[test]
fn damage_is_named_and_repaired_and_no_answer_is_wrong() {
    run(&originals(&[5, 6]), 300, 6, 1);
}

#[test]
#[ignore = "a long pass: minutes"]
fn damage_is_named_and_repaired_and_no_answer_is_wrong_2500_times() {
    run(&originals(&[4, 5, 6, 7, 8]), 2500, 10, 2);
}

/// KiB of address space that are plenty for a sound database.
const ADDRESS_SPACE: u64 = 1 << 20;

/// `retrograph ARGS` in bounded address space.
fn bounded(args: &[&str]) -> Ran {
    shell(&format!("ulimit -v {ADDRESS_SPACE}; exec \"$0\" \"$@\""), args)
}

/// Runs every command on the damaged database: right or refused, in bounded memory, without a panic.
#[test]
fn every_command_on_a_damaged_database_is_right_or_refuses() {
    let originals = originals(&[6]);
    let queries: Vec<&str> = originals[0].values.iter().map(|(text, _)| &text[..]).collect();
    let commands = |folder: &str| -> Vec<Vec<String>> {
        let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        vec![
            words(&["stats", "--db", folder, "--json"]),
            words(&["info", "--db", folder, "--json"]),
            words(&[&["query", "--db", folder, "--"], &queries[..]].concat()),
            words(&["moves", "--db", folder, "0-1"]),
            words(&["positions", "--db", folder]),
            words(&["verify", "--db", folder]),
        ]
    };
    let run = |words: &[String]| bounded(&words.iter().map(|word| &word[..]).collect::<Vec<_>>());
    let mut rng = SplitMix64::new(3);
    for case in 0..24 {
        let which = rng.below(originals.len());
        let original = &originals[which];
        let folder = original.folder.path().to_str().unwrap();
        let sound: Vec<Ran> = commands(folder).iter().map(|words| run(words)).collect();
        let (reported, damage) = damage(&originals, which, &mut rng);
        for (name, bytes) in &damage {
            original.put(name, bytes.as_deref());
        }
        for (words, sound) in commands(folder).iter().zip(&sound) {
            let ran = run(words);
            let reported = format!("case {case}, {reported}, {}: {:?} {}", words[0], ran.code, ran.err);
            assert!(ran.code.is_some_and(|code| [0, 4, 5, 6].contains(&code)), "{reported}");
            assert!(!ran.err.contains("panicked"), "{reported}");
            let right: BTreeSet<&str> = sound.out.lines().collect();
            match &words[0][..] {
                "verify"
                    if damage
                        .iter()
                        .all(|(name, bytes)| bytes.as_ref() == Some(&original.files[name])) =>
                {
                    assert_eq!(ran.code, Some(0), "{reported}");
                }
                "verify" => {
                    assert!(ran.code != Some(0), "{reported}");
                    let named = damage.keys().any(|name| ran.err.contains(name.to_str().unwrap()));
                    let level = |name: &PathBuf| original.path(name).parent().unwrap().to_path_buf();
                    let named = named
                        || damage
                            .keys()
                            .any(|name| ran.err.contains(level(name).to_str().unwrap()));
                    assert!(named, "{reported}");
                }
                "stats" | "info" => assert!(
                    ran.code != Some(0) || ran.out == sound.out || damage.values().any(Option::is_none),
                    "{reported}"
                ),
                _ => assert!(
                    ran.out.lines().all(|line| right.contains(line)),
                    "{reported}: {}",
                    ran.out
                ),
            }
        }
        for name in damage.keys() {
            original.put(name, Some(&original.files[name]));
        }
    }
}

/// What a run that goes on from a damaged database seals is right, or it says what to do.
#[test]
fn solve_goes_on_right_or_says_what_to_do() {
    let begun = Db::solved(7, &["--down-to", "5"]);
    let whole = Db::solved(7, &[]).content();
    let mut rng = SplitMix64::new(4);
    let names: Vec<PathBuf> = files(begun.path()).into_keys().collect();
    let (mut done, mut refused) = (0, 0);
    for case in 0..40 {
        let db = Db::copy_of(&begun);
        // Half of the time where it matters: the lowest level.
        let lowest: Vec<&PathBuf> = names.iter().filter(|name| name.starts_with("level-005")).collect();
        let name = match case % 2 {
            0 => lowest[rng.below(lowest.len())],
            _ => &names[rng.below(names.len())],
        };
        let path = db.path().join(name);
        let reported = format!("case {case}: {}", name.display());
        match rng.below(4) {
            0 => fs::remove_file(&path).unwrap(),
            1 => process::edit(&path, |bytes| bytes.truncate(rng.below(bytes.len()))),
            _ => process::edit(&path, |bytes| {
                let at = rng.below(bytes.len());
                bytes[at] ^= 1 << rng.below(8);
            }),
        }
        let ran = db.solve(7, &[]);
        assert!(!ran.err.contains("panicked"), "{reported}: {}", ran.err);
        if ran.code == Some(0) {
            done += 1;
            for (file, bytes) in db.content() {
                assert!(
                    file == *name || whole[&file] == bytes,
                    "{reported}: {} differs",
                    file.display()
                );
            }
        } else {
            refused += 1;
            assert!(
                ran.code.is_some_and(|code| [4, 5, 6].contains(&code)),
                "{reported}: {ran:?}"
            );
            let says = ["retrograph repair", "another folder"]
                .iter()
                .any(|what| ran.err.contains(what));
            assert!(says, "{reported}: {}", ran.err);
            // Which then helps.
            db.run("repair", &[]);
            db.solve(7, &[]).done();
            db.assert_same_bytes(&whole, &reported);
        }
    }
    assert!(done >= 5 && refused >= 15, "{done} went on, {refused} were refused");
}
