//! The games that can be asked about.

use super::choices::{Parts, Replies};
use super::plain::Plain;
use super::triangle::Triangle;
use games::Rules;

/// The largest order: as many vertices as a checker reads.
pub const ORDER_MOST: usize = 20;

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGame {
    /// The name is that of another family.
    #[error("'{0}' is not an avoidance game; a name is triangle, avoid:F or achieve:F, such as avoid:C4")]
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
    #[error("who wins {game} is proved on 1 to {most} vertices, not on {n}")]
    Order {
        /// The game.
        game: String,
        /// The number asked for.
        n: usize,
        /// The largest number.
        most: usize,
    },
}

/// Whether a game has the name of an avoidance game, in any case.
pub fn is_avoidance(game: &str) -> bool {
    let game = game.to_ascii_lowercase();
    game.starts_with("avoid:") || game.starts_with("achieve:") || game == "triangle" || game.starts_with("triangle/")
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
    /// The question `wanted` about the game of this name on `n` vertices, 1 to [`ORDER_MOST`].
    ///
    /// # Errors
    /// [`BadGame`].
    pub fn new(game: &str, n: usize, wanted: Wanted) -> Result<Self, BadGame> {
        let rules = Rules::named(game).ok_or_else(|| BadGame::Name(game.into()))?;
        let rules = rules.map_err(BadGame::Forbidden)?;
        if (1..=ORDER_MOST).contains(&n) {
            rules.begins_on(n).map_err(BadGame::Forbidden)?;
        }
        match (1..=ORDER_MOST).contains(&n) {
            true => Ok(Self {
                rules,
                n,
                wanted,
                replies: Replies::Needed,
            }),
            false => Err(BadGame::Order {
                game: rules.name().into(),
                n,
                most: ORDER_MOST,
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

    /// That the first player, or the second, wins.
    pub(super) fn sentence(&self, winner: &str) -> String {
        proof::winner_sentence(winner, &self.rules.title(), self.n)
    }

    /// Whether the moves fall into independent components.
    pub(super) fn is_triangle(&self) -> bool {
        self.name() == "triangle"
    }

    /// Does something with the game as a search sees it: rows of 16 bits where they suffice take two thirds of the
    /// time.
    pub(super) fn with_kernel<T: Task>(&self, task: T) -> T::Output {
        match (self.is_triangle(), self.n) {
            (true, ..=16) => task.run(&Triangle::<u16, 16>::new(self.n)),
            (true, _) => task.run(&Triangle::<u32, 24>::new(self.n)),
            (false, ..=16) => task.run(&Plain::<u16, 16>::new(self.rules.clone(), self.n)),
            (false, _) => task.run(&Plain::<u32, 24>::new(self.rules.clone(), self.n)),
        }
    }
}
