//! The bytes of a proof: docs/proofs.md says what they mean.

use std::io;

use super::Theorem;
use super::strategy::{Node, Reply};

/// In place of a pair: the winner needs no move.
pub(super) const NO_PAIR: u8 = 255;

/// The whole file.
pub(super) fn sealed(theorem: &Theorem) -> io::Result<Vec<u8>> {
    let game = &theorem.game;
    let nodes = &theorem.strategy.nodes;
    let replies: usize = nodes.iter().map(|node| node.replies.len()).sum();
    let head = [
        ("game", game.name()),
        ("n", game.order().to_string()),
        ("board", game.graph6(game.board())),
        ("maker", game.graph6(game.maker())),
        ("breaker", game.graph6(game.breaker())),
        ("starter", game.starter().name().into()),
        ("winner", theorem.winner.name().into()),
        ("nodes", nodes.len().to_string()),
        ("replies", replies.to_string()),
    ];
    proof::seal(&head, &body(theorem))
}

fn body(theorem: &Theorem) -> Vec<u8> {
    let n = theorem.game.order();
    let width = (n * (n - 1) / 2).div_ceil(8);
    let mut bytes = Vec::new();
    for Node { won, free, replies } in &theorem.strategy.nodes {
        bytes.extend(&won.to_le_bytes()[..width]);
        bytes.extend(&free.to_le_bytes()[..width]);
        bytes.push(replies.len() as u8);
        replies.iter().for_each(|reply| put(reply, n, &mut bytes));
    }
    put(&theorem.strategy.opening, n, &mut bytes);
    bytes
}

fn put(reply: &Reply, n: usize, bytes: &mut Vec<u8>) {
    bytes.push(reply.pair.unwrap_or(NO_PAIR));
    bytes.extend(reply.next.to_le_bytes());
    bytes.extend(&reply.map.0[..n]);
}
