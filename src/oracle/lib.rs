//! What a solved game says of a position, for whoever asks: text in, what can be printed or sent as JSON out.
//!
//! The game's type ends here: [`Oracle`] is one object for all games, shared by `query`, `moves` and `serve`.

mod canonical;
mod choices;
mod drawing;
mod illegal;
mod levels;
mod line;
mod moves;
mod position;
mod reply;
mod solved;
mod trap;
mod value;

use std::path::Path;

use retrograph_storage::Error;

use game::{About, BadPosition};
use retro::SolvedError;
use values::Values;

pub use canonical::Canonical;
pub use choices::{Choice, Choices, choices};
pub use illegal::{After, IllegalMove, after, witness};
pub use levels::{Description, LevelCount};
pub use line::{Line, Side, line};
pub use moves::{Move, Moves};
pub use position::Position;
pub use reply::{Reply, Why, reply};
pub use trap::{Trap, trapping};
pub use value::Value;

/// Something that knows values of a game's positions, such as a database, and which game only at run time. Texts are
/// graph6 or edge lists. A value may be unknown: then nothing of a [`Value`] is set.
pub trait Oracle: Send + Sync {
    /// Which game on how many vertices, and where the values are.
    fn identity(&self) -> Identity<'_>;

    /// The game's rules in words.
    fn about(&self) -> About;

    /// The levels of which all positions have a value, highest first, without a gap. Cost: a small file a level.
    ///
    /// # Errors
    /// When a manifest cannot be read or is damaged, or a level is missing above another one.
    fn levels(&self) -> Result<Vec<LevelCount>, Error>;

    /// What values mean.
    fn values(&self) -> Values;

    /// The value of a position. Cost: parsing and `Solved::value`; nothing is allocated.
    ///
    /// # Errors
    /// [`AnswerError`].
    fn value(&self, text: &str) -> Result<Value, AnswerError>;

    /// What names a position; its level need not be solved. Cost: a canonical form.
    ///
    /// # Errors
    /// [`BadPosition`].
    fn canonical(&self, text: &str) -> Result<Canonical, BadPosition>;

    /// [`Oracle::position`] if it takes microseconds, `None` if its level must be opened first, whose label functions
    /// are then read from beginning to end.
    ///
    /// # Errors
    /// [`AnswerError`].
    fn position_at_once(&self, text: &str) -> Result<Option<Position>, AnswerError>;

    /// The value of a position and what else names it. Cost: [`Oracle::value`] and a canonical form.
    ///
    /// # Errors
    /// [`AnswerError`].
    fn position(&self, text: &str) -> Result<Position, AnswerError>;

    /// A position and its moves up to symmetry, the best first: see `Solved::moves`.
    ///
    /// # Errors
    /// [`AnswerError`].
    fn moves(&self, text: &str) -> Result<Moves, AnswerError>;
}

/// What an oracle is of.
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
    /// The text is no position of the game.
    #[error(transparent)]
    Bad(#[from] BadPosition),
    /// The value cannot be told.
    #[error(transparent)]
    Solved(#[from] SolvedError),
}
