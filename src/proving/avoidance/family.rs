//! The family as a prover.

use proof::play::{Playable, ProofPlayer, Unplayable};
use proof::{BadQuestion, Opened, Parameter, Parameters, Prover, Question};

use super::choices::Replies;
use super::game::{Avoidance, BadGame, Wanted, is_avoidance};
use super::play::proof_player;

/// Vertices on which any of these games is proved within seconds.
const USUAL: usize = 8;

/// Avoidance games.
pub struct Family;

impl Playable for Family {
    fn owns(&self, game: &str) -> bool {
        is_avoidance(game)
    }

    fn play(&self, opened: Opened) -> Result<Box<dyn ProofPlayer>, Unplayable> {
        proof_player(opened)
    }
}

impl Prover for Family {
    fn names(&self) -> &'static str {
        "triangle, avoid:F, achieve:F"
    }

    fn is_solved_too(&self, _game: &str) -> bool {
        true
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[Parameter::Order, Parameter::Value, Parameter::Replies]
    }

    fn question(&self, game: &str, parameters: &Parameters) -> Result<Box<dyn Question>, BadQuestion> {
        let n = parameters.number(Parameter::Order)?;
        let n = n.ok_or(BadQuestion::Missing(&[Parameter::Order]))?;
        let wanted = match parameters.text(Parameter::Value) {
            None | Some("winner") => Wanted::Winner,
            Some("grundy") => Wanted::Grundy,
            Some(other) => return Err(BadQuestion::Game(format!("'{other}' is neither winner nor grundy"))),
        };
        let replies = match parameters.text(Parameter::Replies) {
            None | Some("needed") => Replies::Needed,
            Some("all") => Replies::All,
            Some(other) => return Err(BadQuestion::Game(format!("'{other}' is neither all nor needed"))),
        };
        Ok(Box::new(Avoidance::new(game, n, wanted)?.with(replies)))
    }

    fn usual(&self, game: &str) -> Option<Box<dyn Question>> {
        let question = Avoidance::new(game, USUAL, Wanted::Winner).ok()?;
        Some(Box::new(question))
    }
}

impl From<BadGame> for BadQuestion {
    fn from(error: BadGame) -> Self {
        Self::Game(error.to_string())
    }
}
