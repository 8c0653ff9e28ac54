//! The games that can be asked about.

use games::Rules;
use graph::Graph16;

use super::choices::{Parts, Replies};
use super::plain::Plain;
use super::triangle::{Triangle, WIDTH};

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGame {
    /// The name is that of another family.
    #[error("'{0}' is not an avoidance game; a name is triangle or avoid:F, such as avoid:C4")]
    Name(
        /// The name.
        String,
    ),
    /// What is to be avoided is not known.
    #[error("{0}")]
    Forbidden(
        /// Why, as a sentence without its full stop.
        String,
    ),
    /// The number of vertices is out of range.
    #[error("{game} is proved on 1 to {WIDTH} vertices, not {n}")]
    Order {
        /// The game.
        game: String,
        /// The number asked for.
        n: usize,
    },
}

/// Whether a game has the name of an avoidance game, in any case.
pub fn is_avoidance(game: &str) -> bool {
    let game = game.to_ascii_lowercase();
    game.starts_with("avoid:") || game == "triangle" || game.starts_with("triangle/")
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Who wins from the graph without an edge.
    Winner,
    /// The Sprague-Grundy value of the graph with one edge, and with it that of the empty graph.
    Grundy,
}

/// An avoidance game on a number of vertices, and what is asked about it.
#[derive(Clone, Debug)]
pub struct Avoidance {
    pub(super) rules: Rules,
    pub(super) n: usize,
    pub(super) wanted: Wanted,
    pub(super) replies: Replies,
}

/// The game as the search sees it.
pub(super) trait Task {
    type Output;
    fn run<K: Parts>(self, kernel: &K) -> Self::Output;
}

impl Avoidance {
    /// The question `wanted` about the game of this name on `n` vertices, 1 to 16.
    ///
    /// # Errors
    /// [`BadGame`].
    pub fn new(game: &str, n: usize, wanted: Wanted) -> Result<Self, BadGame> {
        let rules = Rules::named(game).ok_or_else(|| BadGame::Name(game.into()))?;
        let rules = rules.map_err(BadGame::Forbidden)?;
        match (1..=WIDTH).contains(&n) {
            true => Ok(Self {
                rules,
                n,
                wanted,
                replies: Replies::Needed,
            }),
            false => Err(BadGame::Order {
                game: rules.name().into(),
                n,
            }),
        }
    }

    /// With a proof that has these replies of the winner.
    #[must_use]
    pub fn with(self, replies: Replies) -> Self {
        Self { replies, ..self }
    }

    /// The game's name, the same for all spellings.
    pub fn name(&self) -> &str {
        self.rules.name()
    }

    /// Whether the moves fall into independent components.
    pub(super) fn is_triangle(&self) -> bool {
        self.name() == "triangle"
    }

    /// Does something with the game as a search sees it.
    pub(super) fn with_kernel<T: Task>(&self, task: T) -> T::Output {
        match self.is_triangle() {
            true => task.run(&Triangle::new(self.n)),
            false => task.run(&Plain::new(self.rules.clone(), self.n)),
        }
    }

    /// The graph with one edge, if the rules allow it.
    pub(super) fn one_edge(&self) -> Option<Graph16> {
        let empty = Graph16::empty(self.n);
        (self.n > 1 && self.rules.open(&empty)[0] & 0b10 != 0).then(|| empty.toggled(0, 1))
    }
}
