//! The bytes of a proof about a Maker-Breaker game: docs/proofs.md says what they mean.

use super::super::set::{Set, each};
use super::strategy::{Reply, Strategy, Then};

/// Stands for no element.
const NONE: u8 = 255;

/// The nodes and the opening, for a board of `n` elements.
pub fn body(strategy: &Strategy, n: usize) -> Vec<u8> {
    let width = n.div_ceil(8);
    let mut bytes = Vec::new();
    let set = |bytes: &mut Vec<u8>, set: Set| bytes.extend(&set.to_le_bytes()[..width]);
    for node in &strategy.nodes {
        set(&mut bytes, node.won);
        set(&mut bytes, node.free);
        bytes.extend([node.time as u8, node.replies.len() as u8]);
        node.replies.iter().for_each(|reply| add(&mut bytes, reply));
    }
    add(&mut bytes, &strategy.opening);
    bytes
}

fn add(bytes: &mut Vec<u8>, reply: &Reply) {
    bytes.push(match &reply.then {
        Then::Node { .. } => 0,
        Then::Decided => 1,
        Then::Potential => 2,
        Then::Pairs(_) => 3,
    });
    bytes.extend(
        reply
            .moves
            .iter()
            .map(|element| element.map_or(NONE, |element| element as u8)),
    );
    match &reply.then {
        Then::Node { next, map } => {
            bytes.extend((*next as u32).to_le_bytes());
            bytes.extend((*map as u16).to_le_bytes());
        }
        Then::Pairs(pairs) => {
            bytes.push(pairs.len() as u8);
            for pair in pairs {
                bytes.extend(each(*pair).map(|element| element as u8));
            }
        }
        Then::Decided | Then::Potential => {}
    }
}
