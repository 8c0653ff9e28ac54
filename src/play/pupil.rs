//! An opponent that learns from the games it plays.

use retrograph_judge::rng::SplitMix64;

use super::teacher::{chosen, ordered};
use super::{Edge, Turn};
use figures::counted;
use learner::{Game, Learner, Ply};
use oracle::{AnswerError, Oracle};
use values::Outcome;

/// A learner as an opponent.
#[derive(Debug)]
pub struct Pupil {
    learner: Learner,
    is_learning: bool,
    /// Whether the game on the board was learned from.
    has_learned: bool,
    /// Whether it knows more than when it was looked at last.
    is_news: bool,
}

impl Pupil {
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

    /// Its move in the position of `text`; `None` at the end.
    pub(super) fn reply(
        &self,
        oracle: &dyn Oracle,
        text: &str,
        random: &mut SplitMix64,
    ) -> Result<Option<Turn>, AnswerError> {
        let moves = oracle.moves(text)?.moves;
        Ok((!moves.is_empty()).then(|| super::opponent::turn(chosen(&self.learner, &moves, random))))
    }

    /// Another game begins.
    pub(super) fn begin(&mut self) {
        self.has_learned = false;
    }

    /// A game has ended: `turns`, each with the text of the position before it. One that was taken back and ended again
    /// teaches nothing more. Returns whether it has learned.
    pub(super) fn learn(
        &mut self,
        oracle: &dyn Oracle,
        turns: &[(String, Turn)],
        outcome: Outcome,
    ) -> Result<bool, AnswerError> {
        if !self.is_learning || self.has_learned || turns.is_empty() {
            return Ok(false);
        }
        let plies = turns.iter().map(|(text, turn)| ply(oracle, text, turn));
        let plies = plies.collect::<Result<_, AnswerError>>()?;
        self.learner.learn(&Game { plies, outcome });
        self.has_learned = true;
        self.is_news = true;
        Ok(true)
    }

    /// The learner, if it has learned from a game since this was asked last.
    pub(super) fn news(&mut self) -> Option<&Learner> {
        std::mem::take(&mut self.is_news).then_some(&self.learner)
    }
}

/// A turn as the learner sees it.
fn ply(oracle: &dyn Oracle, text: &str, turn: &Turn) -> Result<Ply, AnswerError> {
    let moves = oracle.moves(text)?.moves;
    let ordered = ordered(&moves);
    let sorted = |edges: &[Edge]| {
        let mut edges: Vec<Edge> = edges.iter().map(|&[u, v]| [u.min(v), u.max(v)]).collect();
        edges.sort_unstable();
        edges
    };
    let edges = sorted(&turn.edges);
    let is_made = |step: &&&oracle::Move| match edges[..] {
        [edge] if !step.alike.is_empty() => step.alike.contains(&edge),
        _ => false,
    };
    let after = match ordered.iter().find(is_made) {
        Some(step) => step.canonical.clone(),
        // Of moves of several edges one of each class is listed, which need not be this one.
        None => {
            oracle
                .canonical(
                    &super::position::Position::of(oracle, Some(text), true)?
                        .after(&edges)
                        .text(),
                )?
                .canonical
        }
    };
    let made = ordered.iter().position(|step| step.canonical == after);
    Ok(Ply {
        made: made.expect("every legal move is in a class"),
        after: ordered.into_iter().map(|step| step.canonical.clone()).collect(),
    })
}
