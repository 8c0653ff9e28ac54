//! The family as a prover.

use proof::play::{Playable, ProofPlayer, Unplayable};
use proof::{BadQuestion, ListedGame, Opened, Parameter, Parameters, Prover, Question, in_family};

use super::board::Boards;
use super::game::{BadGame, FAMILY, Game};
use super::play::proof_player;
use super::position::ORDER_MOST;

/// Strong games.
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
        "ramsey-achieve:H"
    }

    fn is_solved_too(&self, _game: &str) -> bool {
        true
    }

    fn parameters(&self) -> &'static [Parameter] {
        use Parameter::{Board, Fresh, Moves, Order};

        &[Order, Board, Fresh, Moves]
    }

    fn question(&self, game: &str, parameters: &Parameters) -> Result<Box<dyn Question>, BadQuestion> {
        use Parameter::{Board, Fresh, Moves, Order};

        let board = parameters.text(Board);
        let boards = match (parameters.number(Order)?, board, parameters.number(Fresh)?) {
            (Some(n), None, None) => Boards::Order(n),
            (None, Some("infinite"), None) => Boards::Infinite,
            (None, Some("infinite") | None, Some(n)) => Boards::From(n),
            (None, None, None) => return Err(BadQuestion::Missing(&[Order, Board, Fresh])),
            (Some(_), _, Some(_)) => return Err(BadQuestion::Both(Order, Fresh)),
            (Some(_), Some(_), None) => return Err(BadQuestion::Both(Order, Board)),
            (None, Some(_), _) => {
                let sentence = "the board of a strong game is 'infinite', unless its number of vertices is given";
                return Err(BadQuestion::Game(sentence.into()));
            }
        };
        Ok(Box::new(Game::new(game, boards, parameters.number(Moves)?)?))
    }

    fn listed(&self) -> Vec<ListedGame> {
        let game = Game::new(&format!("{FAMILY}K4"), Boards::From(11), Some(16)).expect("there is such a game");
        vec![ListedGame {
            name: game.name().into(),
            rules: "Red and Green claim edges in turn, and the first to own a K4 wins: can Red, also on all boards \
                    from some number of vertices on"
                .into(),
            orders: Some([2, ORDER_MOST]),
            question: Box::new(game),
        }]
    }
}

impl From<BadGame> for BadQuestion {
    fn from(error: BadGame) -> Self {
        Self::Game(error.to_string())
    }
}
