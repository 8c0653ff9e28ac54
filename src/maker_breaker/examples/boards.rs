//! The fewest edges of a board that Maker wins, and proofs: `boards NAME N maker|breaker [FOLDER]`.

use std::time::Instant;

use prove::{Game, Options, Player};
use retrograph_maker_breaker as prove;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, n, starter, folder @ ..] = &arguments[..] else {
        panic!("boards NAME N maker|breaker [FOLDER]");
    };
    let starter = if starter == "maker" {
        Player::Maker
    } else {
        Player::Breaker
    };
    let game = Game::new(&format!("maker-breaker:{name}"), n.parse().unwrap(), starter).unwrap();
    let start = Instant::now();
    let levels = prove::fewest_edges(&game, &Options::default(), &|_| false).unwrap();
    let seconds = start.elapsed().as_secs_f64();
    println!("{name} {n}, {starter:?} first: {seconds:.3} s");
    for level in &levels {
        println!(
            "{} edges: {} of {} boards won",
            level.edges,
            level.won.len(),
            level.boards
        );
    }
    let [folder] = folder else { return };
    let smallest = levels.iter().rev().find(|level| !level.won.is_empty());
    let lost = levels.iter().flat_map(|level| &level.lost);
    for board in smallest.iter().flat_map(|level| &level.won).chain(lost) {
        let empty = graph::Graph16::empty(game.order());
        let game = game.clone().on(board, &empty, &empty).unwrap();
        let theorem = prove::prove(&game, &Options::default(), &mut |_| false).unwrap();
        let file = theorem.proof().unwrap();
        println!("{}: {} bytes", theorem.sentence(), file.len());
        let count = std::fs::read_dir(folder).unwrap().count();
        let winner = theorem.winner.name().to_lowercase();
        let path = format!(
            "{folder}/{name}-{n}-{}-edges-{winner}-{count}.proof",
            board.edges().count()
        );
        std::fs::write(path, file).unwrap();
    }
}
