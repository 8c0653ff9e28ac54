//! The number of two or three graphs, with its proof: `prove K3,K4 FILE [ROUNDS]`.

use proof::{Control, Question};
use retrograph_online_ramsey::Game;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut game = Game::new(&format!("online-ramsey:{}", args[1])).expect("a game");
    if let Some(rounds) = args.get(3) {
        game = game.rounds(rounds.parse().expect("a number")).expect("few rounds");
    }
    let control = Control {
        memory: 1 << 30,
        threads: 1,
        proof: true,
        checkpoint: None,
        interval: 600.0,
        watch: &|_| false,
    };
    let start = std::time::Instant::now();
    let outcome = game.answer(&control).expect("an answer");
    let proof = outcome.proof.unwrap_or_default();
    std::fs::write(&args[2], &proof).expect("a file");
    println!(
        "{}: {:.2?}, {} nodes, {} entries, {} bytes {:?}",
        outcome.sentence,
        start.elapsed(),
        outcome.progress.nodes,
        outcome.progress.entries,
        proof.len(),
        outcome.facts
    );
}
