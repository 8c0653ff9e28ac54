//! Games on the boards that `retrograph board` prints: each line of datasets/positional/boards.csv proved anew.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use retrograph_judge::proof::check;
use sha2::{Digest, Sha256};
use shared::process::run;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn digest(file: &[u8]) -> String {
    Sha256::digest(file).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ').filter(|word| !word.is_empty())
}

#[test]
fn each_game_has_its_winner_and_is_proved_by_the_same_bytes() {
    let listed = fs::read_to_string(Path::new(ROOT).join("datasets/positional/boards.csv")).unwrap();
    let rows: Vec<Vec<&str>> = listed.lines().skip(3).map(|line| line.split(';').collect()).collect();
    assert!(rows.len() > 120, "{}", rows.len());
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (board, proof) = (place("board.pg"), place("proof"));
    let mut sums = HashSet::new();
    for row in &rows {
        let &[described, rule, options, winner, bytes, sum, known] = &row[..] else {
            panic!("{row:?}");
        };
        let args: Vec<&str> = ["board"].into_iter().chain(words(described)).collect();
        fs::write(&board, run(&args).done()).unwrap();
        let game = format!("{rule}:file={board}");
        let begin = ["prove", &game, "--proof", &proof, "--force", "--threads", "1"];
        let args: Vec<&str> = begin.into_iter().chain(words(options)).collect();
        run(&args).done();
        let file = fs::read(&proof).unwrap();
        let theorem = check(&file, 1).unwrap_or_else(|error| panic!("{row:?}: {error}"));
        let begins = match winner {
            "not-Black" => "White, moving second, does not lose ".to_owned(),
            winner => winner.to_owned(),
        };
        assert!(theorem.sentence.starts_with(&begins), "{row:?}: {}", theorem.sentence);
        assert_eq!(
            (file.len().to_string(), digest(&file)),
            (bytes.into(), sum.into()),
            "{row:?}"
        );
        assert!(!known.is_empty(), "{row:?}");
        sums.insert(sum);
    }
    // Those in datasets/proofs are among them.
    let kept = fs::read_dir(Path::new(ROOT).join("datasets/proofs/boards")).unwrap();
    let kept: Vec<_> = kept.map(|entry| entry.unwrap().path()).collect();
    assert!(kept.len() > 10);
    for path in kept {
        assert!(
            sums.contains(&digest(&fs::read(&path).unwrap())[..]),
            "{}",
            path.display()
        );
    }
}
