//! The floors of the house: no crate uses one of a higher floor, and docs/architecture.md names every crate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Folders, lowest first; the root is the highest.
const FLOORS: [&[&str]; 7] = [
    &["src/base"],
    &["src/math/"],
    &["storage"],
    &["src/solving/"],
    &["src/proving/"],
    &["src/engine", "src/all_games"],
    &["src/people/"],
];
/// Their crates depend on no other one.
const APART: [&str; 2] = ["judge", "faults"];
/// What tests share.
const TESTS: &str = "tests/shared";
/// What may depend on the judge, tests aside.
const ASK_THE_JUDGE: [&str; 3] = ["src/solving/verify", "src/proving/provers", "src/people/cli"];
/// What knows no database.
const WITHOUT_STORAGE: [&str; 3] = ["src/base", "src/math/", "src/proving/"];

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
        "" | TESTS => FLOORS.len(),
        _ => FLOORS
            .iter()
            .position(of)
            .unwrap_or_else(|| panic!("{folder} is on no floor")),
    }
}

#[test]
fn no_arrow_points_up() {
    for made in crates() {
        if APART.contains(&made.folder.as_str()) {
            assert_eq!(made.house, BTreeSet::new(), "{} stands alone", made.folder);
            continue;
        }
        let (storage, judge) = ("storage".to_owned(), "judge".to_owned());
        for used in made.house.iter().filter(|used| **used != judge) {
            assert!(floor(used) <= floor(&made.folder), "{} uses {used}", made.folder);
        }
        let is_one_of = |places: &[&str]| places.iter().any(|place| is_in(&made.folder, place));
        let may_ask = floor(&made.folder) == FLOORS.len() || is_one_of(&ASK_THE_JUDGE);
        assert!(
            may_ask || !made.house.contains(&judge),
            "{} asks the judge",
            made.folder
        );
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
    let map = std::fs::read_to_string(Path::new(ROOT).join("docs/architecture.md")).unwrap();
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
            .filter(|used| !matches!(used.as_str(), "" | "judge"))
        {
            assert!(
                listed[..place].contains(used),
                "{folder} uses {used}, which the map has below it"
            );
        }
    }
    let readme = std::fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    for folder in FLOORS.concat().into_iter().chain(APART) {
        assert!(
            readme.contains(&format!("{folder} ")) || readme.contains(&format!("{folder}/ ")),
            "{folder}"
        );
    }
}
