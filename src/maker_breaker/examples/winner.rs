//! Who wins, with what effort: `winner NAME N maker|breaker [FILE]`.

use std::time::Instant;

use prove::{Game, Options, Player};
use retrograph_maker_breaker as prove;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, n, starter, file @ ..] = &arguments[..] else {
        panic!("winner NAME N maker|breaker [FILE]");
    };
    let starter = if starter == "maker" {
        Player::Maker
    } else {
        Player::Breaker
    };
    let game = Game::new(&format!("maker-breaker:{name}"), n.parse().unwrap(), starter).unwrap();
    let threads = std::env::var("THREADS").map_or(1, |threads| threads.parse().unwrap());
    let memory = std::env::var("MEMORY_MIB").map_or(1024, |memory| memory.parse().unwrap());
    let options = Options {
        threads,
        memory: memory << 20,
        ..Options::default()
    };
    let start = Instant::now();
    let (winner, effort) = prove::winner(&game, &options, &mut |_| false).unwrap();
    let searched = start.elapsed().as_secs_f64();
    println!("{}: {} nodes, {searched:.3} s", game.sentence(winner), effort.nodes);
    if let [file] = file {
        let start = Instant::now();
        let theorem = prove::prove(&game, &options, &mut |_| false).unwrap();
        let proved = start.elapsed().as_secs_f64();
        let proof = theorem.proof().unwrap();
        let sealed = start.elapsed().as_secs_f64();
        println!(
            "  with its proof {proved:.3} s, sealed {sealed:.3} s: {} nodes ({} of the search), {} bytes",
            theorem.strategy.nodes(),
            theorem.effort.nodes,
            proof.len()
        );
        std::fs::write(file, proof).unwrap();
    }
}
