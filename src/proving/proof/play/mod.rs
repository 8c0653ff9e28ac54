//! What a proof says of a game in progress, for any game behind one type.
//!
//! A proof holds the winner's strategy, so it can play: [`ProofPlayer`] is one object for all games, shared by `play`
//! and `serve`. A game in progress is the list of its moves from the start and nothing else, so whoever asks keeps no
//! state, and the player follows the moves through the proof each time.
//!
//! ```text
//! file ──> judge's check ──> envelope ──> prover's crate ──> ProofPlayer ──> play, serve
//! ```
//!
//! An implementation reads the body of the file as it is asked, and keeps no more of it than the body itself and 16
//! bytes for each of its entries. Commands let the judge check a file before they open it; an implementation still
//! never panics on a body that proves nothing: it returns [`BadMoves::Lacking`].

mod about;
mod answers;
mod exercise;
mod moves;
mod player;
mod reply;
mod review;
mod state;

pub use about::{About, Order};
pub use answers::{Exercise, NoSuchBoard, Reached, Replied, on_board};
pub use exercise::exercise;
pub use moves::{BadMoves, MOVES_MOST, Move, ORDER_MOST, Pair, Words, moves_text, parse_moves};
pub use player::{Course, Player, Readable};
pub use reply::{Made, reply_to};
pub use review::{Review, Reviewed, review};
pub use state::{Choice, Edge, Ending, State, Stone, Threat, Verdict};

use base::random::SplitMix64;

use super::envelope::Opened;

/// The games of one family, of which proofs can be played. Names are known in any case. A trait of its own, so that
/// programs which only play proofs, such as that of a page, hold no search.
pub trait Playable: Sync {
    /// Whether a name belongs to this family. There may be no such game all the same.
    fn owns(&self, game: &str) -> bool;

    /// A proof of one of these games as a player. Whether it proves anything is not asked.
    ///
    /// # Errors
    /// [`Unplayable`].
    fn play(&self, opened: Opened) -> Result<Box<dyn ProofPlayer>, Unplayable>;
}

/// A proof that can play the winner's side.
pub trait ProofPlayer: Send + Sync {
    /// The game and its players.
    fn about(&self) -> &About;

    /// The position after these moves from the start. Cost: for each move, reading one entry of the proof.
    ///
    /// # Errors
    /// [`BadMoves`]: a move is not legal, or comes after the end.
    fn state(&self, moves: &[Move]) -> Result<State, BadMoves>;

    /// The proof's move after these moves; `None` when the game is over, when the loser is to move, or when the winner
    /// has left the proof. The same moves always get the same reply.
    ///
    /// # Errors
    /// [`BadMoves`], as [`state`](Self::state) does.
    fn reply(&self, moves: &[Move]) -> Result<Option<Move>, BadMoves>;

    /// The same proof on the board of `n` vertices, when it is about such a board too ([`About::boards`]).
    fn on(&self, _n: usize) -> Option<Box<dyn ProofPlayer>> {
        None
    }

    /// A move for whoever is to move and has no proof to follow, which makes it hard for the other player; `None` when
    /// the game is over. `seed` selects among equals. Without a definition, any legal move.
    ///
    /// # Errors
    /// [`BadMoves`], as [`state`](Self::state) does.
    fn resist(&self, moves: &[Move], seed: u64) -> Result<Option<Move>, BadMoves> {
        let state = self.state(moves)?;
        Ok(pick(&state.choices, seed, moves.len()).map(|choice| choice.step))
    }
}

/// One of the things, `None` when there is none; which one depends on the seed and the number of moves made.
pub fn pick<T>(things: &[T], seed: u64, made: usize) -> Option<&T> {
    let mut random = SplitMix64::new(seed.wrapping_add((made as u64) << 32));
    (!things.is_empty()).then(|| &things[random.below(things.len())])
}

/// Why the content of a proof that was opened cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it cannot be played: {0}")]
pub struct Unplayable(
    /// What is wrong, as a clause.
    pub String,
);
