//! A database of n = 6 that a released format has to keep readable: solved by this version, confirmed by the published
//! table and by the judge's forward solver, which share no code with the engine.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use retrograph_referee::rng::SplitMix64;
use retrograph_referee::triangle::{ForwardSolver, relabel, triangle_free_classes};
use serde_json::Value;
use shared::common::graph6;
use shared::process::{Db, run, run_with};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reading/golden/triangle-6");

#[test]
fn its_counts_are_the_published_ones() {
    let table = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/datasets/triangle_small_levels.csv"
    ));
    // n, edges and then the columns that `stats` prints.
    let rows = table.unwrap();
    let mut published: Vec<&str> = rows.lines().filter_map(|line| line.strip_prefix("6,")).collect();
    published.sort_by_key(|line| std::cmp::Reverse(line.split(',').next().unwrap().parse::<u32>().unwrap()));
    assert_eq!(published.len(), 10);
    let csv = run(&["stats", "--db", GOLDEN, "--format", "csv"]).done();
    assert_eq!(csv.lines().skip(1).collect::<Vec<_>>(), published);
}

#[test]
fn every_position_has_the_judges_value() {
    let mut judge = ForwardSolver::new(6);
    let mut rng = SplitMix64::new(6);
    let (mut input, mut expected) = (String::new(), String::new());
    for class in triangle_free_classes(6).iter().flatten() {
        for rows in [class.clone(), relabel(class, &rng.permutation(6))] {
            let text = graph6(&rows);
            input += &format!("{text}\n");
            expected += &format!("{text} {}\n", if judge.is_p(&rows) { "P" } else { "N" });
        }
    }
    assert_eq!(run_with(&["query", "--db", GOLDEN], input).done(), expected);
}

#[test]
fn it_is_sound() {
    let line = run(&["verify", "--db", GOLDEN, "--full"]).done();
    assert!(line.starts_with("10 levels, 38 positions, 38 values"), "{line}");
    assert!(line.ends_with(": sound\n"), "{line}");
}

/// Every file but the lock.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut content = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else if entry.file_name() != "lock" {
                let name = entry.path().strip_prefix(folder).unwrap().to_path_buf();
                content.insert(name, fs::read(entry.path()).unwrap());
            }
        }
    }
    content
}

/// The content of a JSON file but for the version of the program, which its checksum covers too.
fn without_version(bytes: &[u8]) -> Value {
    let mut value: Value = serde_json::from_slice(bytes).unwrap();
    let fields = value.as_object_mut().unwrap();
    fields.remove("tool_version");
    fields.remove("xxh3").unwrap();
    value
}

#[test]
fn a_fresh_solve_gives_the_same_bytes() {
    let fresh = Db::solved(6, &[]);
    let (golden, fresh) = (files(Path::new(GOLDEN)), files(fresh.path()));
    assert_eq!(golden.keys().collect::<Vec<_>>(), fresh.keys().collect::<Vec<_>>());
    let identity: Value = serde_json::from_slice(&golden[Path::new("retrograph.json")]).unwrap();
    let is_of_this_version = identity["tool_version"] == env!("CARGO_PKG_VERSION");
    for (name, bytes) in &golden {
        let differs = match name.extension().is_some_and(|extension| extension == "json") {
            true if !is_of_this_version => without_version(bytes) != without_version(&fresh[name]),
            _ => bytes != &fresh[name],
        };
        assert!(!differs, "{} differs", name.display());
    }
}
