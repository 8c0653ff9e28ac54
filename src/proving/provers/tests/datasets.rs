//! The proofs in datasets/proofs: the judge accepts them, the README beside them has their theorems and checksums,
//! and a proof made today is the same bytes.

use std::fs;
use std::path::{Path, PathBuf};

use proof::Parameter::{Fresh, Moves, Order, Replies, Starter};
use proof::{Control, Parameters};
use retrograph_judge::proof::check;
use retrograph_provers::PROVERS;
use sha2::{Digest, Sha256};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

fn folder() -> PathBuf {
    Path::new(ROOT).join("datasets/proofs")
}

fn proofs(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|kind| kind == "proof"));
    files.collect()
}

/// The file, and the row of the README beside the proofs that states its name and SHA-256.
fn stated(path: &Path) -> (Vec<u8>, String) {
    let file = fs::read(path).unwrap();
    let sum: String = Sha256::digest(&file).iter().map(|byte| format!("{byte:02x}")).collect();
    let theorems = fs::read_to_string(folder().join("README.md")).unwrap();
    let row = theorems.lines().find(|line| line.contains(&sum));
    let row = row.unwrap_or_else(|| panic!("{}: {sum}", path.display()));
    assert!(row.contains(path.file_name().unwrap().to_str().unwrap()), "{row}");
    (file, row.to_owned())
}

fn is_proved(path: &Path) {
    let (file, row) = stated(path);
    let theorem = check(&file, 2).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(row.starts_with(&format!("| {} |", theorem.sentence)), "{row}");
}

#[test]
fn proofs_prove_what_the_documents_say() {
    let proofs = proofs(&folder());
    assert!(proofs.len() >= 35);
    proofs.iter().for_each(|path| is_proved(path));
}

/// Each file that docs/results.md names is here, and the README beside it has its theorem and checksum.
#[test]
fn files_that_the_results_name_have_theorems() {
    let results = fs::read_to_string(Path::new(ROOT).join("docs/results.md")).unwrap();
    let named: Vec<&str> = results.split('`').filter(|name| name.ends_with(".proof")).collect();
    assert!(named.len() >= 10, "{named:?}");
    for name in named {
        stated(&folder().join(name));
    }
}

#[test]
fn the_documents_name_the_proofs_in_folders() {
    for path in ["long", "boards"].iter().flat_map(|name| proofs(&folder().join(name))) {
        stated(&path);
    }
}

#[test]
#[ignore = "most of an hour"]
fn the_long_proofs_prove_what_the_documents_say() {
    proofs(&folder().join("long")).iter().for_each(|path| is_proved(path));
}

#[test]
fn proofs_made_today_are_the_same_bytes() {
    let k4 = "ramsey-achieve:K4";
    let connected = "maker-breaker:hamilton-connected";
    for (name, game, said) in [
        ("triangle-12", "triangle", &[(Order, "12")][..]),
        ("triangle-9-all", "triangle", &[(Order, "9"), (Replies, "all")]),
        (
            "hamilton-connected-8-maker",
            connected,
            &[(Order, "8"), (Starter, "maker")],
        ),
        (
            "hamilton-connected-8-breaker",
            connected,
            &[(Order, "8"), (Starter, "breaker")],
        ),
        ("online-ramsey-K1,3-K4", "online-ramsey:K1,3,K4", &[]),
        ("strong-k4-from-11", k4, &[(Fresh, "11"), (Moves, "16")]),
        ("strong-k4-from-11-within-15", k4, &[(Fresh, "11"), (Moves, "15")]),
        ("strong-b3-from-9", "ramsey-achieve:B3", &[(Fresh, "9")]),
        ("strong-c5-from-7", "ramsey-achieve:C5", &[(Fresh, "7"), (Moves, "7")]),
        (
            "strong-k2,3-from-8",
            "ramsey-achieve:K2,3",
            &[(Fresh, "8"), (Moves, "10")],
        ),
    ] {
        let said = said.iter().map(|(what, text)| (*what, Some((*text).to_owned())));
        let question = PROVERS.question(game, &Parameters::new(said)).unwrap();
        let outcome = question.answer(&Control::quiet(4 << 30, 1)).unwrap();
        let kept = fs::read(folder().join(format!("{name}.proof"))).unwrap();
        assert!(outcome.proof == Some(kept), "{name}");
    }
}
