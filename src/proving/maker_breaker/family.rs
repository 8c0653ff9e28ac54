//! The family as a prover.

use graph::{Graph16, TextError};
use proof::play::{Playable, ProofPlayer, Unplayable};
use proof::{BadQuestion, CheckedProver, ListedGame, Opened, Parameter, Parameters, Prover, Question, in_family};

use super::game::{BadGame, EXAMPLES, FAMILY, Game, Player};
use super::pairs::{ORDER_MOST, all_pairs, each, ends};
use super::play::proof_player;
use super::question::Asked;
use super::search::Options;
use super::winning_sets::is_of_ends;

/// Vertices up to which any of these games is proved within seconds.
const USUAL_MOST: usize = 8;

/// What follows in the name of a game whose board is read from a file: another family's.
const FILE: &str = "file=";

/// Compares the prover of a game on so many vertices with the judge, on so many random positions.
pub type Check = fn(&str, usize, usize) -> Result<CheckedProver, BadGame>;

/// Maker-Breaker games.
pub struct Family {
    /// How the prover is checked, if it is.
    pub checked: Option<Check>,
}

impl Playable for Family {
    fn owns(&self, game: &str) -> bool {
        in_family(game, FAMILY).is_some_and(|name| in_family(name, FILE).is_none())
    }

    fn play(&self, opened: Opened) -> Result<Box<dyn ProofPlayer>, Unplayable> {
        proof_player(opened)
    }
}

impl Prover for Family {
    fn names(&self) -> &'static str {
        "maker-breaker:NAME"
    }

    fn is_solved_too(&self, game: &str) -> bool {
        !in_family(game, FAMILY).is_some_and(is_of_ends)
    }

    fn parameters(&self) -> &'static [Parameter] {
        use Parameter::{Board, Breaker, Maker, Order, Position, Starter, Without};

        &[Order, Board, Starter, Maker, Breaker, Position, Without]
    }

    fn question(&self, game: &str, parameters: &Parameters) -> Result<Box<dyn Question>, BadQuestion> {
        Ok(Box::new(Asked {
            game: asked(game, parameters)?,
            options: options(parameters.text(Parameter::Without))?,
        }))
    }

    fn listed(&self) -> Vec<ListedGame> {
        let game = |name: &&str| {
            let on = |n: usize| Game::new(name, n, Player::Maker).ok();
            let orders: Vec<usize> = (2..=ORDER_MOST).filter(|&n| on(n).is_some()).collect();
            let (first, last) = (*orders.first()?, *orders.last()?);
            let usual = on(last.min(USUAL_MOST))?;
            Some(ListedGame {
                name: (*name).into(),
                rules: usual.rules(),
                orders: Some([first, last]),
                question: Box::new(usual),
            })
        };
        EXAMPLES.iter().filter_map(game).collect()
    }

    fn explained(&self, game: &str, n: Option<usize>) -> Result<Vec<(&'static str, String)>, BadQuestion> {
        let game = asked(game, &Parameters::order(n))?;
        Ok(vec![
            ("game", game.name()),
            ("rules", game.rules()),
            (
                "wins",
                format!("Maker wins with {}; more edges never hurt him", game.noun()),
            ),
            ("vertices", game.order().to_string()),
            ("edges", game.board().count_ones().to_string()),
            (
                "how",
                "not solved but proved: a search finds who wins from the start, and his strategy is the proof".into(),
            ),
        ])
    }

    fn checked(&self, game: &str, n: usize, positions: usize) -> Option<Result<CheckedProver, BadQuestion>> {
        self.checked
            .map(|checked| checked(game, n, positions).map_err(BadQuestion::from))
    }
}

fn asked(game: &str, parameters: &Parameters) -> Result<Game, BadQuestion> {
    use Parameter::{Board, Breaker, Maker, Order, Position, Starter};

    let starter = match parameters.text(Starter) {
        None => Player::Maker,
        Some(name) => Player::named(name)
            .ok_or_else(|| BadQuestion::Game(format!("'{name}' is not a player; the players are Maker and Breaker")))?,
    };
    let not_graph = |error: TextError| BadQuestion::Text(error.to_string());
    let board: Option<Graph16> = match (parameters.text(Board), parameters.number(Order)?) {
        (None, _) => None,
        (Some(text), Some(n)) => Some(graph::parse(text, n).map_err(not_graph)?),
        (Some(text), None) => Some(graph::parse_any_order(text).map_err(not_graph)?),
    };
    let n = match &board {
        Some(board) => board.order(),
        None => parameters.number(Order)?.ok_or(BadQuestion::Missing(&[Order, Board]))?,
    };
    let game = Game::new(game, n, starter)?;
    let claimed = |text: Option<&str>| match text {
        Some(text) => graph::parse(text, n).map_err(not_graph),
        None => Ok(Graph16::empty(n)),
    };
    let [maker, breaker] = match parameters.text(Position) {
        Some(text) => parts(text)?,
        None => [parameters.text(Maker), parameters.text(Breaker)],
    };
    let board = board.unwrap_or_else(|| {
        let all = each(all_pairs(n)).map(ends);
        all.fold(Graph16::empty(n), |graph, (u, v)| graph.toggled(u, v))
    });
    Ok(game.on(&board, &claimed(maker)?, &claimed(breaker)?)?)
}

/// The edges of Maker and of Breaker in a text of parts such as `maker:0-1,1-2 breaker:0-2`, or of two words of graph6.
fn parts(text: &str) -> Result<[Option<&str>; 2], BadQuestion> {
    let wrong = || {
        BadQuestion::Text(format!(
            "'{text}' is not a position; give edges by player such as maker:0-1,1-2 breaker:0-2, or two words of \
             graph6, Maker's first"
        ))
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
        let player = Player::named(name).ok_or_else(wrong)?;
        if found[player as usize].replace(list).is_some() {
            return Err(wrong());
        }
    }
    Ok(found.map(|list| list.filter(|list| !list.is_empty())))
}

/// The usual search, without some of its rules: who wins does not depend on them.
fn options(without: Option<&str>) -> Result<Options, BadQuestion> {
    let mut options = Options::default();
    for rule in without.into_iter().flat_map(|rules| rules.split(',')) {
        match rule {
            "table" => options.table = false,
            "carriers" => options.carriers = false,
            "patterns" => options.patterns = 0,
            "stars" => options.stars = false,
            "last-plies" => options.last_plies = false,
            "order" => options.order = false,
            _ => return Err(BadQuestion::Game(format!("the search has no rule '{rule}'"))),
        }
    }
    Ok(options)
}

impl From<BadGame> for BadQuestion {
    fn from(error: BadGame) -> Self {
        Self::Game(error.to_string())
    }
}
