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
    bytes.push(reply.then.kind());
    let moves = reply.moves.iter();
    bytes.extend(moves.map(|element| element.map_or(NONE, |element| element as u8)));
    reply.then.add_to(bytes);
}

impl Then {
    /// The kind of a reply.
    pub fn kind(&self) -> u8 {
        match self {
            Self::Node { .. } => 0,
            Self::Decided => 1,
            Self::Potential => 2,
            Self::Pairs(_) => 3,
        }
    }

    /// Adds what a reply of the kind needs.
    pub fn add_to(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Node { next, map } => {
                bytes.extend((*next as u32).to_le_bytes());
                bytes.extend((*map as u16).to_le_bytes());
            }
            Self::Pairs(pairs) => {
                bytes.push(pairs.len() as u8);
                for pair in pairs {
                    bytes.extend(each(*pair).map(|element| element as u8));
                }
            }
            Self::Decided | Self::Potential => {}
        }
    }
}
