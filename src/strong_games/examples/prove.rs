//! Proves that the first player wins a strong game, for measurements: game, least number of vertices, moves, threads.
//!
//! cargo run --release -p retrograph-strong-games --example prove -- K4 11 16

use proof::{Control, Fact, Question};
use retrograph_strong_games::{Boards, FAMILY, Game};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| args.get(at).map(|text| text.parse::<usize>().expect("a number"));
    let name = args.first().map_or("K4", String::as_str);
    let boards = Boards::From(number(1).unwrap_or(11));
    let game = Game::new(&format!("{FAMILY}{name}"), boards, number(2)).expect("a game");
    let control = Control {
        memory: 4 << 30,
        threads: number(3).unwrap_or(1),
        proof: true,
        checkpoint: None,
        interval: 600.0,
        watch: &|_| false,
    };
    let outcome = game.answer(&control).expect("an answer");
    println!("{}", outcome.sentence);
    for (word, fact) in &outcome.facts {
        if let Fact::Number(number) = fact {
            println!("{word} {number}");
        }
    }
    println!("nodes {}", outcome.progress.nodes);
    println!("bytes {}", outcome.proof.map_or(0, |proof| proof.len()));
}
