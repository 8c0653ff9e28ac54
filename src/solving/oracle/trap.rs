//! Positions without a winning move: the moves ordered by how easily the opponent then errs.

use std::cmp::Reverse;

use serde::Serialize;

use super::{AnswerError, Lost, Move, Moves, Oracle};
use game::values::Verdict;

/// Among more equals than these none is looked for: of an edge by turns there never are so many, of offers thousands.
const DEEPER_MOST: usize = 200;

/// The replies to a move, except those that lose at once, which are never overlooked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Trap {
    /// Replies that leave the opponent worse off: those that throw away the win or the tie.
    pub errors: u32,
    /// All replies; the number of errors is 0 when one of them wins at once, because that is never overlooked either.
    pub replies: u32,
}

impl Trap {
    /// Returns the share of errors in millionths, so that shares are compared as integers.
    pub(super) fn share(self) -> u64 {
        u64::from(self.errors) * 1_000_000 / u64::from(self.replies.max(1))
    }
}

/// Returns the position and its moves, as [`Oracle::moves`] gives them when some move wins or values do not determine
/// the winner. Otherwise the moves that keep the best possible result come first, by the share of replies that are
/// errors, the largest first; among equals, by the hope that the best reply leaves: the error share of the best next
/// trap. Cost: [`Oracle::moves`] once for each move, and where shares are equal once for each move after each reply.
///
/// # Errors
/// [`AnswerError`].
pub fn trapping(oracle: &dyn Oracle, text: &str) -> Result<Moves, AnswerError> {
    let mut moves = oracle.moves(text)?;
    let Some(kept) = kept(&moves) else { return Ok(moves) };
    for step in moves
        .moves
        .iter_mut()
        .filter(|step| !step.ends && step.verdict == Some(kept))
    {
        step.trap = Some(trap(oracle, step)?);
    }
    let share = |step: &Move| step.trap.map(Trap::share);
    // Stable: among equals the slower loss stays in front.
    moves.moves.sort_by_key(|step| Reverse(share(step)));
    let mut front = 0;
    while front < moves.moves.len() && moves.moves[front].trap.is_some() {
        let same = moves.moves[front..]
            .iter()
            .take_while(|step| share(step) == share(&moves.moves[front]))
            .count();
        if (2..=DEEPER_MOST).contains(&same) {
            let group = &mut moves.moves[front..front + same];
            let mut deeper = Vec::new();
            for step in group.iter() {
                deeper.push((Reverse(hope(oracle, step)?), step.clone()));
            }
            deeper.sort_by_key(|(hope, _)| *hope);
            group
                .iter_mut()
                .zip(deeper)
                .for_each(|(place, (_, step))| *place = step);
        }
        front += same;
    }
    Ok(moves)
}

/// Returns the verdict of the moves that keep the best possible result; `None` when some move wins, or values do not
/// determine the winner.
pub(super) fn kept(moves: &Moves) -> Option<Verdict> {
    moves.position.verdict.filter(|&verdict| verdict != Verdict::Wins)
}

/// Returns whether a reply to one of the moves of `replies` leaves the opponent worse off than the position before it.
/// Where the same player moves again nobody else can err.
fn is_error(step: &Move, replies: &Moves, reply: &Move) -> bool {
    let verdicts = replies.position.verdict.zip(reply.verdict);
    let is_own = reply.colour.is_some() && reply.colour == step.colour;
    !is_own && verdicts.is_some_and(|(had, has)| Lost::between(had, has).is_some())
}

/// Counts the replies to a move that does not win.
pub(super) fn trap(oracle: &dyn Oracle, step: &Move) -> Result<Trap, AnswerError> {
    let replies = oracle.moves(&step.graph6)?;
    let count = |of: &dyn Fn(&Move) -> bool| -> u32 {
        let counted = replies.moves.iter().filter(|reply| of(reply));
        counted.map(|reply| reply.equivalent).sum()
    };
    let wins_at_once = replies.moves.iter().any(|reply| reply.ends && reply.wins == Some(true));
    Ok(Trap {
        errors: if wins_at_once {
            0
        } else {
            count(&|reply| !reply.ends && is_error(step, &replies, reply))
        },
        replies: count(&|reply| !reply.ends || reply.wins == Some(true)),
    })
}

/// Returns the share of the best trap after the reply that leaves the least hope.
fn hope(oracle: &dyn Oracle, step: &Move) -> Result<u64, AnswerError> {
    let mut least = None;
    let replies = oracle.moves(&step.graph6)?;
    for reply in &replies.moves {
        if is_error(step, &replies, reply) {
            continue;
        }
        let mut best = 0;
        if !reply.ends {
            let next = oracle.moves(&reply.graph6)?;
            let kept = kept(&next);
            for step in next.moves.iter().filter(|step| !step.ends && step.verdict == kept) {
                best = best.max(trap(oracle, step)?.share());
            }
        }
        least = Some(least.map_or(best, |least: u64| least.min(best)));
    }
    Ok(least.unwrap_or(0))
}
