//! Theorems, with proofs that the judge accepts; those of K4 and of B3 from nine vertices on are in `datasets.rs`.

mod common;

use common::proved;
use retrograph_strong_games::Boards;

#[test]
fn books_are_won() {
    for (name, boards, sentence) in [
        (
            "B2",
            Boards::From(6),
            "diamond game on every complete graph with at least 6",
        ),
        ("B3", Boards::From(9), "B3 game on every complete graph with at least 9"),
        ("B3", Boards::Infinite, "B3 game on the infinite board"),
    ] {
        let proof = proved(name, boards, None).unwrap();
        let claim = retrograph_judge::strong_games::check_proof(&proof, 1).unwrap();
        assert!(claim.sentence().contains(sentence), "{}", claim.sentence());
    }
}
