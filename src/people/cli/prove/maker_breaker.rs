//! The options of Maker-Breaker games.

use clap::Args;
use maker_breaker::{Asked, BadGame, Game, Options as Rules, Player};
use proof::Question;

use super::super::failure::{Code, Failure};
use graph::Graph16;

pub(super) const FAMILY: &str = maker_breaker::FAMILY;

#[derive(Args)]
#[command(next_help_heading = "Maker-Breaker games")]
#[group(id = "maker_breaker")]
pub(super) struct Options {
    /// Who moves first [default: maker]
    #[arg(long, value_name = "PLAYER", ignore_case = true, value_parser = ["maker", "breaker"])]
    starter: Option<String>,
    /// Edges that are Maker's before the game
    #[arg(long, value_name = "EDGES")]
    maker: Option<String>,
    /// Edges that are Breaker's before the game
    #[arg(long, value_name = "EDGES")]
    breaker: Option<String>,
    /// The same as one text: maker:0-1,1-2 breaker:0-2
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["maker", "breaker"])]
    position: Option<String>,
    /// Search without one rule; who wins does not depend on it
    #[arg(long, hide = true, value_name = "RULE", value_parser = RULES)]
    without: Vec<String>,
}

/// What a search can do without.
const RULES: [&str; 6] = ["table", "carriers", "patterns", "stars", "last-plies", "order"];

impl Options {
    /// The first of these options that was given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--starter", self.starter.is_some()),
            ("--maker", self.maker.is_some()),
            ("--breaker", self.breaker.is_some()),
            ("--position", self.position.is_some()),
            ("--without", !self.without.is_empty()),
        ];
        given.iter().find(|(_, given)| *given).map(|(name, _)| *name)
    }

    pub fn question(&self, game: &str, n: Option<usize>, board: Option<&str>) -> Result<Box<dyn Question>, Failure> {
        let is_breaker = |name: &String| name.eq_ignore_ascii_case("breaker");
        let starter = match self.starter.as_ref().is_some_and(is_breaker) {
            true => Player::Breaker,
            false => Player::Maker,
        };
        let board: Option<Graph16> = match (board, n) {
            (None, _) => None,
            (Some(text), Some(n)) => Some(graph::parse(text, n)?),
            (Some(text), None) => Some(graph::parse_any_order(text)?),
        };
        let n = board.as_ref().map_or(n, |board| Some(board.order()));
        let n = n.ok_or_else(|| Failure::new(Code::Usage, "give the number of vertices (-n N), or --board"))?;
        let game = Game::new(game, n, starter)?;
        let claimed = |text: Option<&str>| match text {
            Some(text) => graph::parse(text, n),
            None => Ok(Graph16::empty(n)),
        };
        let [maker, breaker] = match &self.position {
            Some(text) => parts(text)?,
            None => [self.maker.as_deref(), self.breaker.as_deref()],
        };
        let board = match board {
            Some(board) => board,
            None => (1..n)
                .flat_map(|v| (0..v).map(move |u| (u, v)))
                .fold(Graph16::empty(n), |graph, (u, v)| graph.toggled(u, v)),
        };
        let game = game.on(&board, &claimed(maker)?, &claimed(breaker)?)?;
        Ok(Box::new(Asked {
            game,
            options: self.rules(),
        }))
    }

    fn rules(&self) -> Rules {
        let has = |rule: &str| self.without.iter().all(|without| without != rule);
        let usual = Rules::default();
        Rules {
            table: has("table"),
            carriers: has("carriers"),
            patterns: if has("patterns") { usual.patterns } else { 0 },
            stars: has("stars"),
            last_plies: has("last-plies"),
            order: has("order"),
            ..usual
        }
    }
}

/// The edges of Maker and of Breaker in a text of parts such as `maker:0-1,1-2 breaker:0-2`, or of two words of graph6.
fn parts(text: &str) -> Result<[Option<&str>; 2], Failure> {
    let wrong = || {
        let sentence = format!(
            "'{text}' is not a position; give edges by player such as maker:0-1,1-2 breaker:0-2, \
             or two words of graph6, Maker's first"
        );
        Failure::new(Code::BadPosition, sentence)
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    if let [maker, breaker] = words[..]
        && !text.contains(':')
    {
        return Ok([Some(maker), Some(breaker)]);
    }
    let mut found = [None; 2];
    for word in words {
        let (name, list) = word.split_once(':').ok_or_else(wrong)?;
        let player = ["maker", "breaker"].iter().position(|player| *player == name);
        if found[player.ok_or_else(wrong)?].replace(list).is_some() {
            return Err(wrong());
        }
    }
    Ok(found.map(|list| list.filter(|list| !list.is_empty())))
}

impl From<BadGame> for Failure {
    fn from(error: BadGame) -> Self {
        Self::Told(Code::Usage, error.to_string())
    }
}
