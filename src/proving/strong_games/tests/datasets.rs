//! The proofs in datasets/proofs: the judge accepts them, the README beside them has their theorems and checksums,
//! and a proof made today is the same bytes.

mod common;

use std::fs;
use std::path::Path;

use common::proved;
use retrograph_judge::strong_games::check_proof;
use retrograph_strong_games::Boards;
use sha2::{Digest, Sha256};

#[test]
fn committed_proofs_prove_what_is_said() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    for (name, target, boards, moves) in [
        ("strong-k4-from-11.proof", "K4", Boards::From(11), Some(16)),
        ("strong-k4-from-11-within-15.proof", "K4", Boards::From(11), Some(15)),
        ("strong-b3-from-9.proof", "B3", Boards::From(9), None),
        ("strong-c5-from-7.proof", "C5", Boards::From(7), Some(7)),
        ("strong-k2,3-from-8.proof", "K2,3", Boards::From(8), Some(10)),
    ] {
        let file = fs::read(root.join("datasets/proofs").join(name)).unwrap();
        let claim = check_proof(&file, 2).unwrap();
        assert!(proved(target, boards, moves).as_ref() == Some(&file), "{name}");
        let sum: String = Sha256::digest(&file).iter().map(|byte| format!("{byte:02x}")).collect();
        let table = fs::read_to_string(root.join("datasets/proofs/README.md")).unwrap();
        let row = table.lines().find(|line| line.contains(name));
        let row = row.unwrap_or_else(|| panic!("{name} is not in datasets/proofs/README.md"));
        assert!(row.contains(&sum), "{name}: {sum}");
        assert!(row.contains(&claim.sentence()), "{name}: {}", claim.sentence());
    }
}
