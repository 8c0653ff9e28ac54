//! The options of on-line Ramsey games.

use clap::Args;
use online_ramsey::{BadGame, Game};
use proof::Question;

use super::super::failure::{Code, Failure};

pub(super) const FAMILY: &str = online_ramsey::FAMILY;

#[derive(Args)]
#[command(next_help_heading = "On-line Ramsey games")]
#[group(id = "online_ramsey")]
pub(super) struct Options {
    /// Ask only whether Builder wins within so many rounds
    #[arg(long, value_name = "ROUNDS")]
    rounds: Option<usize>,
    /// Look for strategies of Builder on so many vertices: what he wins he wins on more, too
    #[arg(long, value_name = "VERTICES")]
    vertices: Option<usize>,
    /// Look for strategies of Builder that keep his graph connected
    #[arg(long)]
    connected: bool,
    /// When stopped, give the bound that is proved so far
    #[arg(long)]
    bounds: bool,
}

impl Options {
    /// The first of these options that was given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--rounds", self.rounds.is_some()),
            ("--vertices", self.vertices.is_some()),
            ("--connected", self.connected),
            ("--bounds", self.bounds),
        ];
        given.iter().find(|(_, given)| *given).map(|(name, _)| *name)
    }

    pub fn question(&self, name: &str) -> Result<Box<dyn Question>, Failure> {
        let mut game = Game::new(name)?;
        if let Some(rounds) = self.rounds {
            game = game.rounds(rounds)?;
        }
        if let Some(vertices) = self.vertices {
            game = game.vertices(vertices)?;
        }
        if self.connected {
            game = game.connected();
        }
        if self.bounds {
            game = game.partial();
        }
        Ok(Box::new(game))
    }
}

impl From<BadGame> for Failure {
    fn from(error: BadGame) -> Self {
        Self::Told(Code::Usage, error.to_string())
    }
}
