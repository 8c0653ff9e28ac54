//! The proofs in datasets/proofs: the judge accepts them, the README beside them has their theorems and checksums,
//! and a proof made today is the same bytes.

mod common;

use std::fs;
use std::path::Path;

use common::game;
use retrograph_judge::maker_breaker::{Player, check_proof};
use retrograph_maker_breaker::{Options, prove};
use sha2::{Digest, Sha256};

#[test]
fn committed_proofs_prove_what_is_said() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let theorems = fs::read_to_string(root.join("datasets/proofs/README.md")).unwrap();
    let mut bytes = 0;
    let mut count = 0;
    for entry in fs::read_dir(root.join("datasets/proofs")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        // Those of other games have tests of their own.
        if !name.starts_with("hamilton-") {
            continue;
        }
        let file = fs::read(&path).unwrap();
        let claim = check_proof(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        let sum: String = Sha256::digest(&file).iter().map(|byte| format!("{byte:02x}")).collect();
        let row = theorems.lines().find(|line| line.contains(name));
        let row = row.unwrap_or_else(|| panic!("{name} is not in datasets/proofs/README.md"));
        assert!(row.contains(&sum), "{name}: {sum}");
        assert!(row.contains(&claim.sentence()), "{name}: {}", claim.sentence());
        bytes += file.len();
        count += 1;
        if claim.game == "maker-breaker:hamilton-connected" && claim.n == 8 {
            let starter = match claim.starter {
                Player::Maker => retrograph_maker_breaker::Player::Maker,
                Player::Breaker => retrograph_maker_breaker::Player::Breaker,
            };
            let theorem = prove(
                &game("hamilton-connected", 8, starter),
                &Options::default(),
                &mut |_| false,
            );
            assert_eq!(theorem.unwrap().proof().unwrap(), file, "{name}");
        }
    }
    assert!(count > 4 && bytes < 2_000_000, "{count} proofs of {bytes} bytes");
}
