//! What the tests share.

#[allow(dead_code, reason = "one test needs it")]
pub mod replay;

use proof::{Control, Question};
use retrograph_strong_games::{Boards, Game};

/// The proof of `ramsey-achieve:H` on these boards, if there is one.
pub fn proved(target: &str, boards: Boards, moves: Option<usize>) -> Option<Vec<u8>> {
    let game = Game::new(&format!("ramsey-achieve:{target}"), boards, moves).unwrap();
    let control = Control {
        memory: 4 << 30,
        threads: 1,
        proof: true,
        checkpoint: None,
        interval: std::time::Duration::from_secs(600),
        watch: &|_| false,
    };
    let outcome = game.answer(&control).unwrap();
    assert_eq!(outcome.proof.is_some(), outcome.is_proved);
    outcome.proof
}
