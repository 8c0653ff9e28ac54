//! What the tests share.

#[allow(dead_code, reason = "one test needs it")]
pub mod replay;

use proof::{Control, Question};
use retrograph_strong_games::{Boards, Game};

/// The proof of `ramsey-achieve:H` on these boards, if there is one.
pub fn proved(target: &str, boards: Boards, moves: Option<usize>) -> Option<Vec<u8>> {
    let game = Game::new(&format!("ramsey-achieve:{target}"), boards, moves).unwrap();
    let outcome = game.answer(&Control::quiet(4 << 30, 1)).unwrap();
    assert_eq!(outcome.proof.is_some(), outcome.is_proved);
    outcome.proof
}
