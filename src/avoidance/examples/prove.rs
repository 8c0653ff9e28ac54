//! Proves who wins: `prove GAME N FILE`, then checks the proof by the judge.
use proof::{Control, Question};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (game, n) = (&args[1], args[2].parse().expect("a number"));
    let start = std::time::Instant::now();
    let control = Control {
        memory: 1 << 30,
        threads: 1,
        proof: args.len() > 3,
        checkpoint: None,
        interval: 600.0,
        watch: &|_| false,
    };
    let question = retrograph_avoidance::Avoidance::new(game, n, retrograph_avoidance::Wanted::Winner).expect("a game");
    let outcome = question.answer(&control).expect("an answer");
    println!(
        "{} {:?} {:?} {:.2} s",
        outcome.sentence,
        outcome.facts,
        outcome.progress,
        start.elapsed().as_secs_f64()
    );
    if let Some(proof) = outcome.proof {
        std::fs::write(&args[3], &proof).expect("written");
        let start = std::time::Instant::now();
        let proved = retrograph_judge::proof::check(&proof, 1);
        println!(
            "{} bytes, {proved:?} {:.2} s",
            proof.len(),
            start.elapsed().as_secs_f64()
        );
    }
}
