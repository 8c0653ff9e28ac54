//! The bytes of a proof: docs/proofs.md says what they mean.

use std::io;

use super::commitment::Commitment;
use super::game::Game;
use super::lists::{List, text};
use super::position::Position;
use super::row::USED_MOST;

/// Words of the line that says of a player that nothing is claimed.
const NONE: &str = "none";

/// The whole file: of Builder and of Painter the rounds that are claimed and the number of positions, and both
/// certificates, Builder's first. Painter's rests on these lists and this commitment, if there are any.
pub(crate) fn sealed(
    game: &Game,
    rounds: [Option<usize>; 2],
    positions: [u64; 2],
    lists: &[List],
    commitment: Option<&Commitment>,
    body: &[u8],
) -> io::Result<Vec<u8>> {
    let [builder, painter] = rounds.map(|rounds| rounds.map_or(NONE.into(), |rounds| rounds.to_string()));
    let mut head = vec![
        ("game", game.name()),
        ("builder", builder),
        ("painter", painter),
        ("builder-positions", positions[0].to_string()),
        ("painter-positions", positions[1].to_string()),
    ];
    if !lists.is_empty() {
        head.push(("lists", lists.iter().map(text).collect::<Vec<_>>().join(" ")));
    }
    if let Some(commitment) = commitment {
        head.push(("commit", commitment.text()));
    }
    proof::seal(&head, body)
}

/// An edge as two bytes: its pair, `v (v - 1) / 2 + u` for u < v, times four, plus its colour.
pub(crate) fn code(u: usize, v: usize, colour: usize) -> u16 {
    ((v * (v - 1) / 2 + u) * 4 + colour) as u16
}

pub(crate) fn coded<const C: usize>(codes: &[u16]) -> Position<C> {
    let mut position = Position::EMPTY;
    for &code in codes {
        let (pair, colour) = (usize::from(code / 4), usize::from(code % 4));
        let v = (1..=USED_MOST).take_while(|v| v * (v - 1) / 2 <= pair).last();
        let v = v.expect("a pair");
        position = position.with((pair - v * (v - 1) / 2, v), colour);
    }
    position
}

/// Appends edges to a body.
pub(crate) fn put(codes: &[u16], body: &mut Vec<u8>) {
    codes.iter().for_each(|code| body.extend(code.to_le_bytes()));
}
