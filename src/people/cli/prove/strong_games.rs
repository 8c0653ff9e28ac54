//! The options of strong games.

use clap::Args;
use proof::Question;
use strong_games::{BadGame, Boards, Game};

use super::super::failure::{Code, Failure};

pub(super) const FAMILY: &str = strong_games::FAMILY;

#[derive(Args)]
#[command(next_help_heading = "Strong games")]
#[group(id = "strong_games")]
pub(super) struct Options {
    /// Prove it for all boards of F vertices and more: Red takes a fresh vertex only while fewer than F are touched
    #[arg(long, value_name = "F")]
    fresh: Option<usize>,
    /// The first player must win by her M-th move [default: any number of moves]
    #[arg(long, value_name = "M")]
    moves: Option<usize>,
}

impl Options {
    /// The first of these options that was given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [("--fresh", self.fresh.is_some()), ("--moves", self.moves.is_some())];
        given.iter().find(|(_, given)| *given).map(|(name, _)| *name)
    }

    pub fn question(&self, game: &str, n: Option<usize>, board: Option<&str>) -> Result<Box<dyn Question>, Failure> {
        let usage = |sentence: &str| Err(Failure::new(Code::Usage, sentence));
        let boards = match (n, board, self.fresh) {
            (Some(n), None, None) => Boards::Order(n),
            (None, Some("infinite"), None) => Boards::Infinite,
            (None, Some("infinite") | None, Some(n)) => Boards::From(n),
            (None, None, None) => {
                return usage("give the boards: --board infinite, -n N, or --fresh F for all from F on");
            }
            (Some(_), _, Some(_)) => return usage("give either -n N, or --fresh F"),
            (Some(_), Some(_), None) => return usage("give either -n N, or --board infinite"),
            (None, Some(_), _) => return usage("the board of a strong game is `infinite`, or give -n N"),
        };
        Ok(Box::new(Game::new(game, boards, self.moves)?))
    }
}

impl From<BadGame> for Failure {
    fn from(error: BadGame) -> Self {
        Self::Told(Code::Usage, error.to_string())
    }
}
