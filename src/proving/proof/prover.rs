//! The prover of a family of games, as whoever has the name of a game sees it.

use super::checked::CheckedProver;
use super::parameters::{BadQuestion, Parameter, Parameters};
use super::play::Playable;
use super::question::Question;

/// The games of one family: from a name to a question, and, as [`Playable`], from a proof to a player.
pub trait Prover: Playable {
    /// How the names are written, such as `maker-breaker:NAME`.
    fn names(&self) -> &'static str;

    /// Whether the solver knows this game of the family, too; then it explains and checks it.
    fn is_solved_too(&self, _game: &str) -> bool {
        false
    }

    /// What a question may say beside the name.
    fn parameters(&self) -> &'static [Parameter];

    /// The question about a game, with such parameters alone.
    ///
    /// # Errors
    /// [`BadQuestion`].
    fn question(&self, game: &str, parameters: &Parameters) -> Result<Box<dyn Question>, BadQuestion>;

    /// A question about a game that is solved, too, which is answered soon; `None` where nobody knows that.
    fn usual(&self, _game: &str) -> Option<Box<dyn Question>> {
        None
    }

    /// A game of each kind, but of those that the solver lists as proved, too.
    fn listed(&self) -> Vec<ListedGame> {
        Vec::new()
    }

    /// What there is to say of a game, on `n` vertices where that matters, as names and texts; nothing where the solver
    /// says it.
    ///
    /// # Errors
    /// [`BadQuestion`].
    fn explained(&self, _game: &str, _n: Option<usize>) -> Result<Vec<(&'static str, String)>, BadQuestion> {
        Ok(Vec::new())
    }

    /// Compares the prover of a game on `n` vertices with the game's rules, on so many random positions; `None` where
    /// nothing does that yet.
    fn checked(&self, _game: &str, _n: usize, _positions: usize) -> Option<Result<CheckedProver, BadQuestion>> {
        None
    }
}

/// A game in a list of games.
pub struct ListedGame {
    /// The name.
    pub name: String,
    /// In a sentence without its full stop.
    pub rules: String,
    /// The least and the most vertices that a finite board may have; `None` where there is no such number.
    pub orders: Option<[usize; 2]>,
    /// A question about it that is answered soon.
    pub question: Box<dyn Question>,
}
