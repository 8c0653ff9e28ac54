//! The options of avoidance games.

use avoidance::{Avoidance, BadGame, Wanted};
use clap::Args;
use proof::Question;

use super::super::failure::{Code, Failure};

#[derive(Args)]
#[command(next_help_heading = "Avoidance games")]
#[group(id = "avoidance")]
pub(super) struct Options {
    /// What to prove or to find: who wins, or the Sprague-Grundy value of the start [default: winner]
    #[arg(long, value_name = "VALUE", value_parser = ["winner", "grundy"])]
    value: Option<String>,
}

impl Options {
    /// The first of these options that was given.
    pub fn given(&self) -> Option<&'static str> {
        self.value.is_some().then_some("--value")
    }

    pub fn question(&self, game: &str, n: Option<usize>, wants_proof: bool) -> Result<Box<dyn Question>, Failure> {
        let n = n.ok_or_else(|| Failure::new(Code::Usage, "give the number of vertices (-n N)"))?;
        let wanted = match self.value.as_deref() {
            Some("grundy") if wants_proof => {
                let sentence =
                    "there is a proof of who wins, not of a Sprague-Grundy value: leave out --proof or --value";
                return Err(Failure::new(Code::Usage, sentence));
            }
            Some("grundy") => Wanted::Grundy,
            _ => Wanted::Winner,
        };
        Ok(Box::new(Avoidance::new(game, n, wanted)?))
    }
}

impl From<BadGame> for Failure {
    fn from(error: BadGame) -> Self {
        Self::Told(Code::Usage, error.to_string())
    }
}
