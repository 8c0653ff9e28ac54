//! The bytes of a proof: docs/proofs.md says what they mean.

use std::io;

use super::game::Game;
use super::strategy::{Entry, Strategy};

/// The whole file.
pub(super) fn sealed(game: &Game, strategy: &Strategy) -> io::Result<Vec<u8>> {
    let lines: usize = strategy.entries.iter().map(|entry| entry.lines.len()).sum();
    let head = [
        ("game", game.name().to_owned()),
        ("boards", game.boards().to_string()),
        ("moves", strategy.moves.to_string()),
        ("entries", strategy.entries.len().to_string()),
        ("lines", lines.to_string()),
    ];
    proof::seal(&head, &body(strategy))
}

fn body(strategy: &Strategy) -> Vec<u8> {
    let mut bytes = Vec::new();
    for Entry {
        red,
        green,
        edge,
        lines,
    } in &strategy.entries
    {
        bytes.extend([red.len() as u8, green.len() as u8]);
        for &(u, v) in red.iter().chain(green).chain([edge]) {
            bytes.extend([u, v]);
        }
        bytes.extend((lines.len() as u16).to_le_bytes());
        for line in lines {
            bytes.push(line.len() as u8);
            line.iter().for_each(|&(u, v)| bytes.extend([u, v]));
        }
    }
    bytes
}
