//! What a solved game says of a position, for whoever asks: text in, what can be printed or sent as JSON out.
//!
//! The game's type ends here: [`Answers`] is one object for all games, shared by `query`, `moves` and `serve`.

mod canonical;
mod choices;
mod drawing;
mod illegal;
mod levels;
mod line;
mod moves;
mod position;
mod reply;
mod trap;
mod value;

use retrograph_storage::{Database, Error};

use games::{BadPosition, Game};
use retro::{Solved, SolvedError, levels_without_gap};
use values::Values;

pub use canonical::Canonical;
pub use choices::{Choice, Choices, choices};
pub use illegal::{After, IllegalMove, after, witness};
pub use levels::{Description, LevelCount, level_counts};
pub use line::{Line, Side, line};
pub use moves::{Move, Moves};
pub use position::Position;
pub use reply::{Reply, Why, reply};
pub use trap::{Trap, trapping};
pub use value::Value;

/// A solved game whose type is known only at run time. Texts are graph6 or edge lists.
pub trait Answers: Send + Sync {
    /// The folder and what it holds.
    fn database(&self) -> &Database;

    /// The sealed levels, highest first, without a gap; see [`levels_without_gap`].
    ///
    /// # Errors
    /// When one is missing above another one.
    fn levels(&self) -> Result<Vec<u32>, Error>;

    /// What values mean.
    fn values(&self) -> Values;

    /// The value of a position. Cost: parsing and [`Solved::value`]; nothing is allocated.
    ///
    /// # Errors
    /// [`AnswerError`].
    fn value(&self, text: &str) -> Result<Value, AnswerError>;

    /// What names a position; its level need not be solved. Cost: a canonical form.
    ///
    /// # Errors
    /// [`BadPosition`].
    fn canonical(&self, text: &str) -> Result<Canonical, BadPosition>;

    /// [`Answers::position`] if it takes microseconds, `None` if its level must be opened first, whose label functions
    /// are then read from beginning to end.
    ///
    /// # Errors
    /// [`AnswerError`].
    fn position_at_once(&self, text: &str) -> Result<Option<Position>, AnswerError>;

    /// The value of a position and what else names it. Cost: [`Answers::value`] and a canonical form.
    ///
    /// # Errors
    /// [`AnswerError`].
    fn position(&self, text: &str) -> Result<Position, AnswerError>;

    /// A position and its moves up to symmetry, the best first: see [`Solved::moves`].
    ///
    /// # Errors
    /// [`AnswerError`].
    fn moves(&self, text: &str) -> Result<Moves, AnswerError>;
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

impl<G: Game + 'static> Answers for Solved<G> {
    fn database(&self) -> &Database {
        self.database()
    }

    fn levels(&self) -> Result<Vec<u32>, Error> {
        levels_without_gap(self.game(), self.database())
    }

    fn values(&self) -> Values {
        self.values()
    }

    fn value(&self, text: &str) -> Result<Value, AnswerError> {
        let position = self.game().parse(text)?;
        let label = self.value(&position)?;
        let (edges, left) = (self.game().edges(&position), self.game().most_left(&position));
        Ok(Value::of(self.values(), edges, left, label))
    }

    fn position(&self, text: &str) -> Result<Position, AnswerError> {
        let position = self.game().parse(text)?;
        let label = self.value(&position)?;
        Ok(Position::of(self, &position, label))
    }

    fn canonical(&self, text: &str) -> Result<Canonical, BadPosition> {
        let game = self.game();
        let position = game.parse(text)?;
        Ok(Canonical {
            graph6: game.graph6(&position),
            canonical: game.graph6(&game.position(game.record(&position))),
            edges: game.edges(&position),
            next: game.next(&position).map(position::colour),
        })
    }

    fn position_at_once(&self, text: &str) -> Result<Option<Position>, AnswerError> {
        let position = self.game().parse(text)?;
        if !self.is_at_hand(self.game().edges(&position)) {
            return Ok(None);
        }
        let label = self.value(&position)?;
        Ok(Some(Position::of(self, &position, label)))
    }

    fn moves(&self, text: &str) -> Result<Moves, AnswerError> {
        Moves::of(self, &self.game().parse(text)?)
    }
}
