//! The family as a prover.

use std::fs;

use proof::play::{Playable, ProofPlayer, Unplayable};
use proof::{BadQuestion, Opened, Parameter, Parameters, Prover, Question, in_family};

use super::game::{BadGame, Game, Options, Rule};
use super::play::proof_player;

/// Positional games from files.
pub struct Family;

/// The rule that a name says, and the file.
fn named(game: &str) -> Option<(Rule, &str)> {
    let mut rules = Rule::ALL.into_iter();
    rules.find_map(|rule| Some((rule, in_family(game, rule.family())?)))
}

impl Playable for Family {
    fn owns(&self, game: &str) -> bool {
        named(game).is_some()
    }

    fn play(&self, opened: Opened) -> Result<Box<dyn ProofPlayer>, Unplayable> {
        proof_player(opened)
    }
}

impl Prover for Family {
    fn names(&self) -> &'static str {
        "maker-breaker:file=GAME.pg, strong:file=GAME.pg"
    }

    fn parameters(&self) -> &'static [Parameter] {
        use Parameter::{Bias, BreakerMoves, File, Moves, Starter};

        &[Starter, Bias, Moves, BreakerMoves, File]
    }

    fn question(&self, game: &str, parameters: &Parameters) -> Result<Box<dyn Question>, BadQuestion> {
        use Parameter::{Bias, BreakerMoves, File, Moves, Starter};

        let (rule, path) = named(game).ok_or_else(|| BadQuestion::Unknown(game.into()))?;
        let text = match parameters.text(File) {
            Some(text) => text.to_owned(),
            None => fs::read_to_string(path).map_err(|error| BadQuestion::Game(format!("{path}: {error}")))?,
        };
        let first_begins = match parameters.text(Starter) {
            None => None,
            Some(name) => {
                let players = rule.players();
                let player = players.iter().position(|player| name.eq_ignore_ascii_case(player));
                let unknown = || {
                    let [first, second] = players;
                    BadQuestion::Game(format!(
                        "'{name}' is not a player; the players are {first} and {second}"
                    ))
                };
                Some(player.ok_or_else(unknown)? == 0)
            }
        };
        let options = Options {
            first_begins,
            bias: parameters.text(Bias).map(bias).transpose()?,
            moves: parameters.number(Moves)?,
            breaker_moves: parameters.number(BreakerMoves)?,
        };
        let game = Game::new(rule, &text, &options).map_err(|error| match error {
            BadGame::File(error) if path.is_empty() => BadQuestion::Game(error.to_string()),
            BadGame::File(error) => BadQuestion::Game(format!("{path}, {error}")),
            error => BadQuestion::Game(error.to_string()),
        })?;
        Ok(Box::new(game))
    }
}

fn bias(text: &str) -> Result<[usize; 2], BadQuestion> {
    let parts = text
        .split_once(':')
        .and_then(|(maker, breaker)| Some([maker.parse().ok()?, breaker.parse().ok()?]));
    parts.ok_or_else(|| BadQuestion::Game(BadGame::Bias.to_string()))
}
