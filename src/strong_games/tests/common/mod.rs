//! What the tests share.

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
        interval: 600.0,
        watch: &|_| false,
    };
    let start = std::time::Instant::now();
    let outcome = game.answer(&control).unwrap();
    eprintln!("{} {:?} {:?}", outcome.sentence, outcome.progress, start.elapsed());
    assert_eq!(outcome.proof.is_some(), outcome.is_proved);
    eprintln!("{:?} {:?}", outcome.facts, outcome.proof.as_ref().map(Vec::len));
    outcome.proof
}
