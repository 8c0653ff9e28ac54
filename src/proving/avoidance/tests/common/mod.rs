//! Proofs for tests.
#![allow(dead_code, reason = "each test uses some of it")]

use proof::{Control, Outcome, Question};
use retrograph_avoidance::{Avoidance, Wanted};

pub fn control<'a>(memory: u64, threads: usize, proof: bool) -> Control<'a> {
    Control {
        memory,
        threads,
        proof,
        checkpoint: None,
        interval: std::time::Duration::MAX,
        watch: &|_| false,
    }
}

pub fn answer(game: &str, n: usize, wanted: Wanted, control: &Control) -> Outcome {
    Avoidance::new(game, n, wanted).unwrap().answer(control).unwrap()
}

pub fn proof(game: &str, n: usize) -> Vec<u8> {
    let outcome = answer(game, n, Wanted::Winner, &control(64 << 20, 1, true));
    outcome.proof.unwrap()
}
