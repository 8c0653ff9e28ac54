//! Checks a proof: `check FILE...`.

use std::time::Instant;

fn main() {
    for path in std::env::args().skip(1) {
        let file = std::fs::read(&path).unwrap();
        let start = Instant::now();
        match retrograph_judge::maker_breaker::check_proof(&file) {
            Ok(head) => println!("{}: {:.3} s", head.sentence(), start.elapsed().as_secs_f64()),
            Err(error) => println!("{path}: {error}"),
        }
    }
}
