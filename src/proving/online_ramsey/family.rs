//! The family as a prover.

use proof::play::{Playable, ProofPlayer, Unplayable};
use proof::{BadQuestion, ListedGame, Opened, Parameter, Parameters, Prover, Question, in_family};

use super::game::{BadGame, FAMILY, Game};
use super::play::proof_player;

/// On-line Ramsey games.
pub struct Family;

impl Playable for Family {
    fn owns(&self, game: &str) -> bool {
        in_family(game, FAMILY).is_some()
    }

    fn play(&self, opened: Opened) -> Result<Box<dyn ProofPlayer>, Unplayable> {
        proof_player(opened)
    }
}

impl Prover for Family {
    fn names(&self) -> &'static str {
        "online-ramsey:G,H"
    }

    fn parameters(&self) -> &'static [Parameter] {
        use Parameter::{Bounds, Commit, Connected, Rounds, Vertices};

        &[Rounds, Vertices, Connected, Bounds, Commit]
    }

    fn question(&self, game: &str, parameters: &Parameters) -> Result<Box<dyn Question>, BadQuestion> {
        let mut game = Game::new(game)?;
        if let Some(rounds) = parameters.number(Parameter::Rounds)? {
            game = game.rounds(rounds)?;
        }
        if let Some(vertices) = parameters.number(Parameter::Vertices)? {
            game = game.vertices(vertices)?;
        }
        if parameters.has(Parameter::Connected) {
            game = game.connected();
        }
        if parameters.has(Parameter::Bounds) {
            game = game.partial();
        }
        if let Some(family) = parameters.text(Parameter::Commit) {
            if !parameters.has(Parameter::Rounds) {
                return Err(BadQuestion::Missing(&[Parameter::Rounds]));
            }
            let limits = [Parameter::Vertices, Parameter::Connected];
            if let Some(limit) = limits.into_iter().find(|limit| parameters.has(*limit)) {
                return Err(BadQuestion::Both(Parameter::Commit, limit));
            }
            game = game.commit(family)?;
        }
        Ok(Box::new(game))
    }

    fn listed(&self) -> Vec<ListedGame> {
        let game = Game::new(&format!("{FAMILY}K3,C4")).expect("there is such a game");
        vec![ListedGame {
            name: game.name(),
            rules: game.rules(),
            orders: None,
            question: Box::new(game),
        }]
    }

    fn explained(&self, game: &str, _n: Option<usize>) -> Result<Vec<(&'static str, String)>, BadQuestion> {
        let game = Game::new(game)?;
        Ok(vec![
            ("game", game.name()),
            ("rules", game.rules()),
            (
                "how",
                "not solved but proved: a search finds the number, and the strategies of both players are the proof"
                    .into(),
            ),
        ])
    }
}

impl From<BadGame> for BadQuestion {
    fn from(error: BadGame) -> Self {
        Self::Game(error.to_string())
    }
}
