//! The bytes of a proof: docs/proofs.md says what they mean.

use std::fmt::Write;
use std::io;

use sha2::{Digest, Sha256};

use super::Theorem;
use super::strategy::{Node, Reply};

/// Version of the form of proofs.
pub const FORMAT: u32 = 1;

const MAGIC: [u8; 8] = *b"rgproof\n";
/// In place of a pair: the winner needs no move.
const NO_PAIR: u8 = 255;
/// Higher levels take minutes on proofs of megabytes for some percent.
const LEVEL: i32 = 12;

/// The whole file.
pub(super) fn sealed(theorem: &Theorem) -> io::Result<Vec<u8>> {
    let body = body(theorem);
    let head = head(theorem, body.len());
    let packed = zstd::bulk::compress(&body, LEVEL)?;
    let mut file = MAGIC.to_vec();
    file.extend(FORMAT.to_le_bytes());
    file.extend((head.len() as u32).to_le_bytes());
    file.extend(head.as_bytes());
    file.extend((packed.len() as u64).to_le_bytes());
    file.extend(packed);
    let sum = Sha256::digest(&file);
    file.extend(sum);
    Ok(file)
}

fn head(theorem: &Theorem, body: usize) -> String {
    let game = &theorem.game;
    let nodes = &theorem.strategy.nodes;
    let replies: usize = nodes.iter().map(|node| node.replies.len()).sum();
    let mut head = String::new();
    let lines: [(&str, String); 10] = [
        ("game", game.name()),
        ("n", game.order().to_string()),
        ("board", game.graph6(game.board())),
        ("maker", game.graph6(game.maker())),
        ("breaker", game.graph6(game.breaker())),
        ("starter", game.starter().name().into()),
        ("winner", theorem.winner.name().into()),
        ("nodes", nodes.len().to_string()),
        ("replies", replies.to_string()),
        ("bytes", body.to_string()),
    ];
    for (key, value) in lines {
        writeln!(head, "{key} {value}").expect("a string takes all");
    }
    head
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
