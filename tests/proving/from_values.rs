//! `prove --db`: proofs from databases, which stand without them.

use std::fs;
use std::path::Path;

use serde_json::Value;
use shared::process::run;

/// Solves a game in a folder.
fn solved(folder: &Path, game: &[&str]) -> String {
    let db = folder.join(game.concat().replace([':', '/'], "-"));
    let db = db.to_str().unwrap().to_owned();
    run(&[&["solve"], game, &["--db", &db]].concat()).done();
    db
}

#[test]
fn the_judge_accepts_proofs_from_databases() {
    let folder = tempfile::tempdir().unwrap();
    for (game, theorem) in [
        (&["sim"][..], "The second player wins Sim on 6 vertices.\n"),
        (
            &["ramsey-achieve:K3", "-n", "6"],
            "The first player wins Sima on 6 vertices.\n",
        ),
        (
            &["ramsey-achieve:K3/tie-second", "-n", "4"],
            "The second player wins Sima (tie-second) on 4 vertices.\n",
        ),
        (
            &["ramsey-avoid:P4", "-n", "5", "--value", "remoteness"],
            "The second player wins the P4 Ramsey avoidance game on 5 vertices.\n",
        ),
        (
            &["triangle", "-n", "8"],
            "The second player wins the triangle avoidance game on 8 vertices.\n",
        ),
        (
            &["triangle", "-n", "7", "--value", "grundy"],
            "The second player wins the triangle avoidance game on 7 vertices.\n",
        ),
        (
            &["avoid:C4", "-n", "8"],
            "The first player wins the C4 avoidance game on 8 vertices.\n",
        ),
        (
            &["avoid:hamilton-cycle", "-n", "6"],
            "The first player wins the Hamilton cycle avoidance game on 6 vertices.\n",
        ),
    ] {
        let db = solved(folder.path(), game);
        let proof = db.clone() + ".proof";
        let again = db.clone() + ".again";
        let found = run(&["prove", "--db", &db, "--proof", &proof]).done();
        let last = run(&["prove", "--db", &db, "--proof", &again, "--threads", "3", "--json"]).done();
        assert_eq!(fs::read(&proof).unwrap(), fs::read(&again).unwrap(), "{game:?}");
        let last: Value = serde_json::from_str(&last).unwrap();
        assert_eq!(last["proved"], true);
        // It stands without its database.
        fs::remove_dir_all(&db).unwrap();
        assert_eq!(run(&["check-proof", &proof]).done(), found, "{game:?}");
        assert_eq!(found, theorem);
    }
}

#[test]
fn what_has_no_proof_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for (game, why) in [
        (&["ramsey-lose:K3", "-n", "5"][..], "is a tie"),
        (&["triangle", "-n", "6", "--play", "misere"], "misère"),
        (&["triangle", "-n", "6", "--value", "score"], "scores"),
        (&["ramsey-avoid-plus:K3", "-n", "4"], "a move colours one edge"),
        (&["ramsey-lose:K3/red=0-1", "-n", "5"], "nothing coloured before"),
    ] {
        let db = solved(folder.path(), game);
        let proof = db.clone() + ".proof";
        let refused = run(&["prove", "--db", &db, "--proof", &proof]);
        assert_eq!(refused.code, Some(2), "{game:?}: {}", refused.err);
        assert!(refused.err.contains(why), "{game:?}: {}", refused.err);
        assert_eq!(refused.err.lines().count(), 1, "{}", refused.err);
        assert!(!Path::new(&proof).exists());
    }
    let db = solved(folder.path(), &["sim"]);
    let proof = db.clone() + ".proof";
    let small = run(&["prove", "--db", &db, "--proof", &proof, "--memory", "1KiB"]);
    assert_eq!(small.code, Some(9), "{}", small.err);
    let none = run(&["prove", "--db", "nowhere", "--proof", &proof]);
    assert!(!none.err.is_empty() && none.code != Some(0));
    assert!(!Path::new(&proof).exists());
}
