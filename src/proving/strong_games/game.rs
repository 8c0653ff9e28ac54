//! A game as it is asked for: the target, the boards, and the moves that Red has.

use game::usual_name;
use graph::{Graph16, NoSuchGraph, named_graph};

use super::board::{Boards, Limits};
use super::pattern::TARGET_MOST;
use super::position::ORDER_MOST;

/// What every name of these games begins with.
pub const FAMILY: &str = "ramsey-achieve:";

/// The strong game of a graph: the first to own a copy wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    target: String,
    name: String,
    graph: Graph16,
    boards: Boards,
    moves: Option<usize>,
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGame {
    /// The name has another form.
    #[error("'{0}' is not a strong game; a name is {FAMILY}H with a graph H such as K4, C5, K2,3 or B3")]
    Name(String),
    /// There is no such graph.
    #[error(transparent)]
    Graph(#[from] NoSuchGraph),
    /// The graph cannot be a target here.
    #[error("'{name}' cannot be proved: the graph must be connected, with 3 to {TARGET_MOST} vertices")]
    Target {
        /// The graph.
        name: String,
    },
    /// The boards are too small or too large.
    #[error("a board of {n} vertices cannot be proved; it must have 2 to {ORDER_MOST}")]
    Order {
        /// The number asked for.
        n: usize,
    },
    /// So many moves make no sense.
    #[error("{moves} moves cannot complete a copy of a graph with {edges} edges")]
    Moves {
        /// The number asked for.
        moves: usize,
        /// Edges of the target.
        edges: usize,
    },
}

impl Game {
    /// The game `ramsey-achieve:H` on these boards, in which Red is to win within so many moves of hers, or any number.
    ///
    /// # Errors
    /// [`BadGame`].
    pub fn new(name: &str, boards: Boards, moves: Option<usize>) -> Result<Self, BadGame> {
        let text = proof::in_family(name, FAMILY).filter(|text| !text.contains([':', '/', '+']));
        let text = text.ok_or_else(|| BadGame::Name(name.into()))?;
        let (_, graph) = named_graph(text)?;
        let target = usual_name(&graph);
        if !(3..=TARGET_MOST).contains(&graph.order()) || !graph.is_connected() {
            return Err(BadGame::Target { name: text.into() });
        }
        match boards {
            Boards::Order(n) | Boards::From(n) if !(2..=ORDER_MOST).contains(&n) => return Err(BadGame::Order { n }),
            _ => {}
        }
        let edges = graph.size() as usize;
        if let Some(moves) = moves.filter(|&moves| moves < edges) {
            return Err(BadGame::Moves { moves, edges });
        }
        Ok(Self {
            name: format!("{FAMILY}{target}"),
            target,
            graph,
            boards,
            moves,
        })
    }

    /// The game's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The graph's name.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// The graph.
    pub fn graph(&self) -> &Graph16 {
        &self.graph
    }

    /// The boards.
    pub fn boards(&self) -> Boards {
        self.boards
    }

    /// The most moves that Red may need.
    pub fn moves(&self) -> Option<usize> {
        self.moves
    }

    /// Whether Red begins with a triangle: only where that is the way to a copy.
    pub fn has_opening(&self) -> bool {
        self.target == "K4" || self.target.starts_with('B')
    }

    /// What the search is allowed.
    pub fn limits(&self) -> Limits {
        Limits::of(self.boards, self.moves)
    }

    /// The theorem in one sentence, without its full stop.
    pub fn sentence(&self, moves: usize) -> String {
        format!(
            "The first player wins the strong {} game {}, within {moves} moves",
            self.target,
            self.boards.in_words()
        )
    }

    /// What is said when the search ends without a proof.
    pub fn not_proved(&self) -> String {
        let within = match self.moves {
            Some(moves) => format!(" within {moves} moves"),
            None => String::new(),
        };
        format!(
            "It is not proved that the first player wins the strong {} game {}{within}",
            self.target,
            self.boards.in_words()
        )
    }
}
