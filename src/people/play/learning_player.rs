//! An opponent that learns from the games it plays.

use base::random::SplitMix64;

use super::Edge;
use super::solved_rules::{chosen, key, ordered};
use base::units::counted;
use game::values::Outcome;
use learner::{Game, Learner, Ply};
use oracle::{AnswerError, Edges, IllegalMove, Move, Oracle, after};

/// A learner as an opponent.
#[derive(Debug)]
pub struct LearningPlayer {
    learner: Learner,
    is_learning: bool,
    /// Whether the game on the board was learned from.
    has_learned: bool,
    /// Whether it knows more than when it was looked at last.
    is_news: bool,
}

impl LearningPlayer {
    /// An opponent who learns from its games, if `is_learning`.
    pub fn new(learner: Learner, is_learning: bool) -> Self {
        Self {
            learner,
            is_learning,
            has_learned: false,
            is_news: false,
        }
    }

    /// How much it has learned, as a sentence without its full stop.
    pub(super) fn introduced(&self) -> String {
        let games = counted(self.learner.games, "game");
        let and = match self.is_learning {
            true => "and learns from this one",
            false => "and does not learn from this one",
        };
        format!("the opponent has learned from {games}, {and}")
    }

    /// As [`reply_of`].
    pub(super) fn reply(
        &self,
        oracle: &dyn Oracle,
        text: &str,
        random: &mut SplitMix64,
    ) -> Result<Option<Edges>, AnswerError> {
        reply_of(&self.learner, oracle, text, random)
    }

    /// Another game begins.
    pub(super) fn begin(&mut self) {
        self.has_learned = false;
    }

    /// A game has ended: `moves`, each with the text of the position before it. One that was taken back and ended again
    /// teaches nothing more. Returns whether it has learned.
    pub(super) fn learn(
        &mut self,
        oracle: &dyn Oracle,
        moves: &[(String, Edges)],
        outcome: Outcome,
    ) -> Result<bool, AnswerError> {
        if !self.is_learning || self.has_learned || moves.is_empty() {
            return Ok(false);
        }
        self.learner.learn(&game_of(oracle, moves, outcome)?);
        self.has_learned = true;
        self.is_news = true;
        Ok(true)
    }

    /// The learner, if it has learned from a game since this was asked last.
    pub(super) fn news(&mut self) -> Option<&Learner> {
        std::mem::take(&mut self.is_news).then_some(&self.learner)
    }
}

/// A learner's move in the position of `text`, of which the rules are asked and no value; `random` chooses among
/// equals. `None` at the end.
///
/// # Errors
/// [`AnswerError`].
pub fn reply_of(
    learner: &Learner,
    oracle: &dyn Oracle,
    text: &str,
    random: &mut SplitMix64,
) -> Result<Option<Edges>, AnswerError> {
    let moves = oracle.moves(text)?.moves;
    Ok((!moves.is_empty()).then(|| chosen(oracle, learner, &moves, random).added()))
}

/// A finished game as a learner sees it: its legal moves, each with the text of the position before it.
///
/// # Errors
/// [`AnswerError`].
pub fn game_of(oracle: &dyn Oracle, moves: &[(String, Edges)], outcome: Outcome) -> Result<Game, AnswerError> {
    let plies = moves.iter().map(|(text, edges)| ply(oracle, text, edges));
    Ok(Game {
        plies: plies.collect::<Result<_, AnswerError>>()?,
        outcome,
    })
}

/// A move as the learner sees it.
fn ply(oracle: &dyn Oracle, text: &str, edges: &[Edge]) -> Result<Ply, AnswerError> {
    let moves = oracle.moves(text)?.moves;
    let ordered = ordered(oracle, &moves);
    let is_made = |(_, step): &&(String, &Move)| matches!(*edges, [edge] if step.alike.contains(&edge));
    let after = match ordered.iter().find(is_made) {
        Some((after, _)) => after.clone(),
        // Of moves of several edges one of each class is listed, which need not be this one.
        None => {
            let after = match after(oracle, text, edges) {
                Ok(after) => after.position,
                Err(IllegalMove::Position(error)) => return Err(error.into()),
                Err(error) => panic!("the move was made: {error}"),
            };
            key(oracle, &after.canonical, after.next)
        }
    };
    let made = ordered.iter().position(|(other, _)| *other == after);
    Ok(Ply {
        made: made.expect("every legal move is in a class"),
        after: ordered.into_iter().map(|(after, _)| after).collect(),
    })
}
