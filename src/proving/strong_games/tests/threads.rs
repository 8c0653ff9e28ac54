//! Other threads find moves before the search wants them; the proof, and what the search tries, do not depend on them.

use proof::{Control, Question};
use retrograph_strong_games::{Boards, Game};

/// The proof, moves tried and entries.
fn searched(game: &Game, threads: usize) -> (Option<Vec<u8>>, u64, u64) {
    let outcome = game.answer(&Control::quiet(1 << 30, threads)).unwrap();
    (outcome.proof, outcome.progress.nodes, outcome.progress.entries)
}

#[test]
fn threads_change_neither_proofs_nor_searches() {
    for (target, boards, moves, is_won) in [
        ("K4", Boards::From(12), Some(16), true),
        ("B3", Boards::From(9), None, true),
        ("K2,3", Boards::From(8), Some(10), true),
        ("C5", Boards::From(7), Some(7), true),
        ("K2,4", Boards::From(9), Some(8), false),
        ("P4", Boards::Order(4), None, false),
        ("K3", Boards::Infinite, None, true),
    ] {
        let game = Game::new(&format!("ramsey-achieve:{target}"), boards, moves).unwrap();
        let alone = searched(&game, 1);
        assert_eq!(alone.0.is_some(), is_won, "{target}");
        for threads in [2, 3, 6] {
            assert!(searched(&game, threads) == alone, "{target}, {threads} threads");
        }
    }
}
