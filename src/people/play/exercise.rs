//! Positions with one winning move, from random games.

use base::random::SplitMix64;

use super::Turn;
use super::opponent::turn;
use super::position::Position;
use oracle::{AnswerError, Move, Oracle};

/// Random games that are looked through at most.
const GAMES: usize = 200;
/// Least number of moves to choose from: fewer are no exercise.
const CHOICE: u32 = 3;

/// Returns a game to a position in which one move wins and the others do not, up to symmetry; `None` if random games
/// have none. Cost: the moves of a few positions for each game.
///
/// # Errors
/// Fails when a value cannot be determined.
pub(super) fn game(
    oracle: &dyn Oracle,
    start: &Position,
    random: &mut SplitMix64,
) -> Result<Option<Vec<Turn>>, AnswerError> {
    for _ in 0..GAMES {
        let (mut position, mut turns, mut found) = (start.clone(), Vec::new(), Vec::new());
        loop {
            let moves = oracle.moves(&position.text())?.moves;
            let winning = moves.iter().filter(|step| step.wins == Some(true)).count();
            let all: u32 = moves.iter().map(|step| step.equivalent).sum();
            if winning == 1 && moves.len() > 1 && all >= CHOICE {
                found.push(turns.len());
            }
            let open: Vec<&Move> = moves.iter().filter(|step| !step.ends).collect();
            if open.is_empty() {
                break;
            }
            let next = turn(open[random.below(open.len())]);
            position = position.after(&next.edges);
            turns.push(next);
        }
        if !found.is_empty() {
            turns.truncate(found[random.below(found.len())]);
            return Ok(Some(turns));
        }
    }
    Ok(None)
}
