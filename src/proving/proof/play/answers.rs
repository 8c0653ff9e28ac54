//! The questions that pages ask of a proof, and their answers as they are sent.

use serde::Serialize;

use super::{BadMoves, Made, Move, Order, ProofPlayer, State, exercise, moves_text, parse_moves, reply_to};

/// The position after some moves.
#[derive(Clone, Debug, Serialize)]
pub struct Reached {
    /// The moves, as they are written.
    pub moves: String,
    /// The position.
    #[serde(flatten)]
    pub position: State,
}

impl Reached {
    /// The position after the moves of a text.
    ///
    /// # Errors
    /// [`BadMoves`].
    pub fn after(proof: &dyn ProofPlayer, text: &str) -> Result<Self, BadMoves> {
        Self::of(proof, &parse_moves(text, proof.about())?)
    }

    fn of(proof: &dyn ProofPlayer, moves: &[Move]) -> Result<Self, BadMoves> {
        Ok(Self {
            position: proof.state(moves)?,
            moves: moves_text(moves, proof.about()),
        })
    }
}

/// A position in which one move follows the proof.
#[derive(Clone, Debug, Serialize)]
pub struct Exercise {
    /// `None` where random games have none.
    pub exercise: Option<Reached>,
}

impl Exercise {
    /// The one that [`exercise`] finds with this seed, or with seed 1.
    ///
    /// # Errors
    /// [`BadMoves`].
    pub fn of(proof: &dyn ProofPlayer, seed: Option<u64>) -> Result<Self, BadMoves> {
        let found = exercise(proof, seed.unwrap_or(1))?;
        Ok(Self {
            exercise: found.map(|moves| Reached::of(proof, &moves)).transpose()?,
        })
    }
}

/// The program's move.
#[derive(Clone, Debug, Serialize)]
pub struct Replied {
    /// `None` at the end of the game.
    pub reply: Option<Made>,
}

impl Replied {
    /// The move after the moves of a text: [`reply_to`], with seed 1 unless one is given.
    ///
    /// # Errors
    /// [`BadMoves`].
    pub fn after(proof: &dyn ProofPlayer, text: &str, seed: Option<u64>) -> Result<Self, BadMoves> {
        let moves = parse_moves(text, proof.about())?;
        Ok(Self {
            reply: reply_to(proof, &moves, seed.unwrap_or(1))?,
        })
    }
}

/// A proof says nothing about the board asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the proof says nothing about a board with {n} vertices; {choice}", choice = choice(*boards))]
pub struct NoSuchBoard {
    /// How many vertices were asked for.
    pub n: usize,
    /// The boards of the proof.
    pub boards: Option<[usize; 2]>,
}

fn choice(boards: Option<[usize; 2]>) -> String {
    match boards {
        Some([least, most]) => format!("choose one with {least} to {most}, or leave out n"),
        None => "leave out n".into(),
    }
}

/// The proof on the board of `n` vertices; `None` for its own board, which it is on already.
///
/// # Errors
/// [`NoSuchBoard`].
pub fn on_board(proof: &dyn ProofPlayer, n: Option<usize>) -> Result<Option<Box<dyn ProofPlayer>>, NoSuchBoard> {
    let about = proof.about();
    let Some(n) = n.filter(|&n| about.order != Order::Fixed(n)) else {
        return Ok(None);
    };
    let boards = about.boards;
    Ok(Some(proof.on(n).ok_or(NoSuchBoard { n, boards })?))
}
