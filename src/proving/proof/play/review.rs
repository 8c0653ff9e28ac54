//! A game looked at again: what the proof says of each place, and where the winner has left it.

use serde::Serialize;

use super::{BadMoves, Move, ProofPlayer, Verdict, parse_moves};

/// A game and its course.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Review {
    /// The value at the start, as [`State::value`](super::State::value) has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<&'static str>,
    /// The moves in their order.
    pub moves: Vec<Reviewed>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reviewed {
    /// The move.
    #[serde(flatten)]
    pub step: Move,
    /// Who has made it, an index of the players.
    pub by: usize,
    /// The value after it: `P` where the player who has made it wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<&'static str>,
    /// The moves of the proof, where this one has left it; elsewhere empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<Move>,
}

/// Looks at a game. Cost: [`ProofPlayer::state`] after each move.
///
/// # Errors
/// [`BadMoves`].
pub fn review(proof: &dyn ProofPlayer, moves: &[Move]) -> Result<Review, BadMoves> {
    let about = proof.about();
    let mut before = proof.state(&[])?;
    let value = before.value(1 - before.next.unwrap_or(0), about);
    let mut reviewed = Vec::with_capacity(moves.len());
    for (at, &step) in moves.iter().enumerate() {
        let after = proof.state(&moves[..=at])?;
        let by = before.next.unwrap_or(at % 2);
        let value = after.value(by, about);
        let has_left = before.is_proved && value.is_none();
        let of_proof = before.choices.iter().filter(|choice| choice.verdict == Verdict::Win);
        reviewed.push(Reviewed {
            step,
            by,
            value,
            kept: of_proof.filter(|_| has_left).map(|choice| choice.step).collect(),
        });
        before = after;
    }
    Ok(Review { value, moves: reviewed })
}

impl Review {
    /// The review of the game with the moves of a text.
    ///
    /// # Errors
    /// [`BadMoves`].
    pub fn of(proof: &dyn ProofPlayer, text: &str) -> Result<Self, BadMoves> {
        review(proof, &parse_moves(text, proof.about())?)
    }
}
