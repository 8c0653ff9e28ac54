//! Positions with one winning move, from random games.

use serde::Serialize;

use base::random::SplitMix64;

use super::{AnswerError, Edges, Move, Moves, Oracle, Position};
use game::values::Kind;

/// Random games that are looked through at most.
const GAMES: usize = 200;
/// Least number of moves to choose from: fewer are no exercise.
const CHOICE: u32 = 3;

/// A position in which one move wins and the others do not, up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exercise {
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// The moves of a game that leads to it.
    pub moves: Vec<Edges>,
}

/// Returns an exercise in a random game from the position of a text on, which `seed` selects; `None` where random games
/// have none, and where values are scores, which do not say who wins. Cost: [`Oracle::moves`] for each position of a
/// game, mostly of one; of 200 games where there is none.
///
/// # Errors
/// [`AnswerError`].
pub fn exercise(oracle: &dyn Oracle, text: &str, seed: u64) -> Result<Option<Exercise>, AnswerError> {
    if oracle.values().kind() == Kind::Score {
        return Ok(None);
    }
    let random = &mut SplitMix64::new(seed);
    for _ in 0..GAMES {
        let (mut text, mut made, mut found) = (text.to_owned(), Vec::new(), Vec::new());
        loop {
            let Moves { position, moves } = oracle.moves(&text)?;
            if has_one_answer(&moves) {
                let moves = made.clone();
                found.push(Exercise { position, moves });
            }
            let open: Vec<&Move> = moves.iter().filter(|step| !step.ends).collect();
            if open.is_empty() {
                break;
            }
            let next = open[random.below(open.len())];
            made.push(next.added());
            text.clone_from(&next.graph6);
        }
        if !found.is_empty() {
            return Ok(Some(found.swap_remove(random.below(found.len()))));
        }
    }
    Ok(None)
}

fn has_one_answer(moves: &[Move]) -> bool {
    let winning = moves.iter().filter(|step| step.wins == Some(true)).count();
    let all: u32 = moves.iter().map(|step| step.equivalent).sum();
    winning == 1 && moves.len() > 1 && all >= CHOICE
}
