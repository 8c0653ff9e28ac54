//! Proves who wins, checks the proof by the judge, and says what both took.
//!
//!     cargo run --release -p retrograph-avoidance --example prove -- triangle 12 [MiB] [threads] [no-proof]

use std::time::Instant;

use proof::{Control, Question};
use retrograph_avoidance::{Avoidance, Wanted};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| args.get(at).and_then(|text| text.parse::<u64>().ok());
    let (game, n) = (args.first().expect("a game"), number(1).expect("a number of vertices"));
    let control = Control {
        memory: number(2).unwrap_or(1024) << 20,
        threads: number(3).unwrap_or(1) as usize,
        proof: args.len() < 5,
        checkpoint: None,
        interval: 600.0,
        watch: &|_| false,
    };
    let question = Avoidance::new(game, n as usize, Wanted::Winner).expect("an avoidance game");
    let start = Instant::now();
    let outcome = question.answer(&control).expect("an answer");
    let searched = (outcome.progress.nodes, outcome.progress.entries);
    println!(
        "{}: {searched:?}, {:.2} s",
        outcome.sentence,
        start.elapsed().as_secs_f64()
    );
    let Some(file) = outcome.proof else { return };
    let start = Instant::now();
    let proved = retrograph_judge::proof::check(&file, control.threads).expect("a proof");
    let seconds = start.elapsed().as_secs_f64();
    println!("{:?}, {} bytes, checked in {seconds:.2} s", proved.facts, file.len());
}
