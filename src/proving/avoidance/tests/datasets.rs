//! The proofs that lie in this repository are those that the documents name.

use std::fs;
use std::path::{Path, PathBuf};

use retrograph_judge::proof::check;
use sha2::{Digest, Sha256};

fn proofs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../datasets/proofs")
        .join(folder);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_ours = |name: &str| {
        ["triangle-", "avoid-", "sim-"]
            .iter()
            .any(|start| name.starts_with(start))
    };
    files
        .filter(|path| is_ours(path.file_name().unwrap().to_str().unwrap()))
        .collect()
}

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path)).unwrap()
}

/// The theorem that the README beside the proofs states beside the file's name and SHA-256.
fn stated(path: &Path) -> (Vec<u8>, String) {
    let file = fs::read(path).unwrap();
    let sum: String = Sha256::digest(&file).iter().map(|byte| format!("{byte:02x}")).collect();
    let theorems = text("datasets/proofs/README.md");
    let row = theorems.lines().find(|line| line.contains(&sum));
    let row = row.unwrap_or_else(|| panic!("{}: {sum}", path.display()));
    assert!(row.contains(path.file_name().unwrap().to_str().unwrap()), "{row}");
    let theorem = row.split('|').nth(1).unwrap().trim().to_owned();
    (file, theorem)
}

/// Each file that docs/results.md names is here, and the README beside it has its theorem and checksum.
#[test]
fn files_that_the_results_name_have_theorems() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../datasets/proofs");
    let results = text("docs/results.md");
    let named: Vec<&str> = results.split('`').filter(|name| name.ends_with(".proof")).collect();
    assert!(named.len() >= 10, "{named:?}");
    for name in named {
        stated(&folder.join(name));
    }
}

#[test]
fn proofs_prove_what_the_documents_say() {
    let proofs = proofs("");
    assert!(proofs.len() >= 7);
    for path in proofs {
        let (file, theorem) = stated(&path);
        assert_eq!(check(&file, 2).unwrap().sentence, theorem, "{}", path.display());
    }
}

#[test]
fn the_documents_name_the_long_proofs() {
    for path in proofs("long") {
        stated(&path);
    }
}

#[test]
#[ignore = "most of an hour"]
fn the_long_proofs_prove_what_the_documents_say() {
    for path in proofs("long") {
        let (file, theorem) = stated(&path);
        assert_eq!(check(&file, 2).unwrap().sentence, theorem, "{}", path.display());
    }
}
