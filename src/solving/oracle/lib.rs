//! What a solved game states about a position, for any caller: text in, output for print or JSON.
//!
//! The game's type ends here: [`Oracle`] is one object for all games, shared by `query`, `moves` and `serve`.

mod canonical;
mod choices;
mod demand;
mod drawing;
mod exercise;
mod illegal;
mod known;
mod levels;
mod line;
mod moves;
mod position;
mod refusal;
mod reply;
mod review;
mod solved;
mod strength;
mod trap;
mod unsolved;
mod value;

use std::path::Path;

use game::values::Values;
use game::{About, BadPosition};

pub use canonical::{Canonical, has_several, start};
pub use choices::{Choice, Choices, choices};
pub use exercise::{Exercise, exercise};
pub use illegal::{After, IllegalMove, after, witness};
pub use known::{Known, Valued, valued};
pub use levels::{Description, LevelCount, Pictured};
pub use line::{Line, Side, line};
pub use moves::{Move, Moves};
pub use position::Position;
pub use refusal::{LONGEST_POSITION, Refusal, edges_of, moves_of, of_position_length};
pub use reply::{Reply, Why, reply};
pub use review::{Edges, Lost, Review, ReviewError, Reviewed, review};
pub use strength::{Strength, careless};
pub use trap::{Trap, trapping};
pub use unsolved::SolvedError;
pub use value::Value;

/// A source of values for a game's positions, such as a database, with the game known only at run time. Texts are
/// graph6 or edge lists. A value may be unknown: then no field of a [`Value`] is set.
pub trait Oracle: Send + Sync {
    /// Returns the game, its number of vertices, and where the values are.
    fn identity(&self) -> Identity<'_>;

    /// Returns the game's rules in words.
    fn about(&self) -> About;

    /// Returns the levels in which all positions have a value, highest first, without a gap. Cost: one small file per
    /// level.
    ///
    /// # Errors
    /// Fails when a manifest cannot be read or is damaged, or a level is missing above another one.
    fn levels(&self) -> Result<Vec<LevelCount>, SolvedError>;

    /// Returns what values mean.
    fn values(&self) -> Values;

    /// Returns the value of a position. Cost: parsing, a few rounds of refinement and a
    /// look-up for each bit.
    ///
    /// # Errors
    /// [`AnswerError`].
    fn value(&self, text: &str) -> Result<Value, AnswerError>;

    /// Identifies a position; its level need not be solved. Cost: a canonical form.
    ///
    /// # Errors
    /// [`BadPosition`].
    fn canonical(&self, text: &str) -> Result<Canonical, BadPosition>;

    /// Identifies the position after a move that ends the game, up to isomorphism; `None` where these edges, as many as
    /// are demanded and none of them taken, do not. Values are not asked for.
    fn ended(&self, text: &str, edges: &[[usize; 2]]) -> Option<Canonical>;

    /// Like [`Oracle::position`] if it takes microseconds; `None` if its level must be opened first, which reads its
    /// label functions completely.
    ///
    /// # Errors
    /// [`AnswerError`].
    fn position_at_once(&self, text: &str) -> Result<Option<Position>, AnswerError>;

    /// Returns the value of a position and its identification. Cost: [`Oracle::value`] and a canonical form.
    ///
    /// # Errors
    /// [`AnswerError`].
    fn position(&self, text: &str) -> Result<Position, AnswerError>;

    /// Returns a position and its moves up to symmetry, the best first: see [`valued`].
    ///
    /// # Errors
    /// [`AnswerError`].
    fn moves(&self, text: &str) -> Result<Moves, AnswerError>;

    /// Whether many values of a level cost little: not where each must be asked of a web server.
    ///
    /// # Errors
    /// [`SolvedError`].
    fn is_cheap(&self, level: u32) -> Result<bool, SolvedError>;
}

/// The identity of an oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity<'a> {
    /// The name by which the game is known.
    pub game: &'a str,
    /// Number of vertices.
    pub n: u32,
    /// The folder or file.
    pub place: &'a Path,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    /// The text is not a position of the game.
    #[error(transparent)]
    Bad(#[from] BadPosition),
    /// The value cannot be determined.
    #[error(transparent)]
    Solved(#[from] SolvedError),
}
