//! Proofs for tests.
#![allow(dead_code, reason = "each test uses some of it")]

use proof::{Control, Outcome, Question};
use retrograph_avoidance::{Avoidance, Replies, Wanted};

pub fn control<'a>(memory: u64, threads: usize, proof: bool) -> Control<'a> {
    Control {
        proof,
        ..Control::quiet(memory, threads)
    }
}

pub fn answer(game: &str, n: usize, wanted: Wanted, control: &Control) -> Outcome {
    Avoidance::new(game, n, wanted).unwrap().answer(control).unwrap()
}

pub fn proof(game: &str, n: usize) -> Vec<u8> {
    proof_with(game, n, Replies::Needed)
}

pub fn proof_with(game: &str, n: usize, replies: Replies) -> Vec<u8> {
    let game = Avoidance::new(game, n, Wanted::Winner).unwrap().with(replies);
    game.answer(&control(64 << 20, 1, true)).unwrap().proof.unwrap()
}

/// A proof that lies in this repository.
pub fn kept(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../datasets/proofs/");
    std::fs::read(folder.to_owned() + name).unwrap()
}
