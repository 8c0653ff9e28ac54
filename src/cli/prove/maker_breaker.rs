//! The options of Maker-Breaker games.

use clap::Args;
use maker_breaker::{BadGame, Game, Player};
use proof::Question;

use super::super::failure::{Code, Failure};
use graph::Graph16;

pub(super) const FAMILY: &str = "maker-breaker:";

#[derive(Args)]
#[command(next_help_heading = "Maker-Breaker games")]
pub(super) struct Options {
    /// Who moves first [default: maker]
    #[arg(long, value_name = "PLAYER", value_parser = ["maker", "breaker"])]
    starter: Option<String>,
    /// Edges that are Maker's before the game
    #[arg(long, value_name = "EDGES")]
    maker: Option<String>,
    /// Edges that are Breaker's before the game
    #[arg(long, value_name = "EDGES")]
    breaker: Option<String>,
}

impl Options {
    /// The first of these options that was given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--starter", self.starter.is_some()),
            ("--maker", self.maker.is_some()),
            ("--breaker", self.breaker.is_some()),
        ];
        given.iter().find(|(_, given)| *given).map(|(name, _)| *name)
    }

    pub fn question(&self, game: &str, n: Option<usize>, board: Option<&str>) -> Result<Box<dyn Question>, Failure> {
        let starter = match self.starter.as_deref() {
            Some("breaker") => Player::Breaker,
            _ => Player::Maker,
        };
        let board: Option<Graph16> = match (board, n) {
            (None, _) => None,
            (Some(text), Some(n)) => Some(graph::parse(text, n)?),
            (Some(text), None) => Some(graph::decode_graph6(text.trim())?),
        };
        let n = board.as_ref().map_or(n, |board| Some(board.order()));
        let n = n.ok_or_else(|| Failure::new(Code::Usage, "give the number of vertices (-n N), or --board"))?;
        let game = Game::new(game, n, starter)?;
        let claimed = |text: &Option<String>| match text {
            Some(text) => graph::parse(text, n),
            None => Ok(Graph16::empty(n)),
        };
        let board = match board {
            Some(board) => board,
            None => (1..n)
                .flat_map(|v| (0..v).map(move |u| (u, v)))
                .fold(Graph16::empty(n), |graph, (u, v)| graph.toggled(u, v)),
        };
        let game = game.on(&board, &claimed(&self.maker)?, &claimed(&self.breaker)?)?;
        Ok(Box::new(game))
    }
}

impl From<BadGame> for Failure {
    fn from(error: BadGame) -> Self {
        Self::Told(Code::Usage, error.to_string())
    }
}
