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

/// The theorem that the documents state beside the file's SHA-256.
fn stated(path: &Path) -> (Vec<u8>, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let file = fs::read(path).unwrap();
    let sum: String = Sha256::digest(&file).iter().map(|byte| format!("{byte:02x}")).collect();
    let mut theorems = ["docs/results.md", "datasets/proofs/README.md"].map(|text| {
        let text = fs::read_to_string(root.join(text)).unwrap();
        let row = text.lines().find(|line| line.contains(&sum));
        let row = row.unwrap_or_else(|| panic!("{}: {sum}", path.display()));
        row.split('|').nth(1).unwrap().trim().to_owned()
    });
    theorems.sort_unstable();
    let [first, second] = theorems;
    assert_eq!(first, second);
    (file, first)
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
