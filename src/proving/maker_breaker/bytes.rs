//! The bytes of a proof: docs/proofs.md says what they mean.

use std::io;

use super::Theorem;
use super::strategy::Step;

/// In place of a pair: the winner needs no move.
pub(super) const NO_PAIR: u8 = 255;

/// The whole file.
pub(super) fn sealed(theorem: &Theorem) -> io::Result<Vec<u8>> {
    let game = &theorem.game;
    let strategy = &theorem.strategy;
    let head = [
        ("game", game.name()),
        ("n", game.order().to_string()),
        ("board", game.graph6(game.board())),
        ("maker", game.graph6(game.maker())),
        ("breaker", game.graph6(game.breaker())),
        ("starter", game.starter().name().into()),
        ("winner", theorem.winner.name().into()),
        ("nodes", strategy.nodes().to_string()),
        ("replies", strategy.replies().to_string()),
    ];
    proof::seal(&head, &body(theorem))
}

fn body(theorem: &Theorem) -> Vec<u8> {
    let n = theorem.game.order();
    let width = (n * (n - 1) / 2).div_ceil(8);
    let strategy = &theorem.strategy;
    let reply = 5 + n;
    let length = strategy.nodes() * (2 * width + 1) + (strategy.replies() + 1) * reply;
    let mut bytes = Vec::with_capacity(length);
    for ((won, free), steps) in (0..strategy.nodes()).map(|at| strategy.steps(at)) {
        bytes.extend(&won.to_le_bytes()[..width]);
        bytes.extend(&free.to_le_bytes()[..width]);
        bytes.push(steps.len() as u8);
        steps.iter().for_each(|step| put(step, n, &mut bytes));
    }
    put(&strategy.first_step(), n, &mut bytes);
    debug_assert_eq!(bytes.len(), length);
    bytes
}

fn put(step: &Step, n: usize, bytes: &mut Vec<u8>) {
    bytes.push(step.pair);
    bytes.extend(step.next.to_le_bytes());
    bytes.extend(&step.map.0[..n]);
}
