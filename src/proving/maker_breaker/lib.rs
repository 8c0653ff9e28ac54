//! Proves who wins a Maker-Breaker game from its start.
//!
//! Maker and Breaker claim free edges of a board in turn; Maker wins when his edges hold a winning set. The way of a
//! proof:
//!
//! ```text
//! game ──> winning sets ──> search ──> strategy ──> bytes
//! ```
//!
//! The search decides positions, with rules that spare it most of them; the strategy ([`Strategy`]) is what
//! is written down: for each position where the loser is to move, the winner's replies and where they lead. A checker
//! needs none of this crate (`judge/src/maker_breaker`). The form of the file is in docs/proofs.md.
//!
//! Source of the games and of most published winners: M. Stojakovic, N. Trkulja, Hamiltonian Maker-Breaker games on
//! small graphs, arXiv 1708.07579. Every rule of the search follows from monotonicity: more edges never hurt a player,
//! who plays the strategy for fewer on an imagined board.
//!
//! # Examples
//!
//! ```
//! use retrograph_maker_breaker::{Game, Options, Player, prove};
//!
//! let game = Game::new("maker-breaker:hamilton-path", 5, Player::Breaker).unwrap();
//! let theorem = prove(&game, &Options::default(), &mut |_| false).unwrap();
//! assert_eq!(
//!     theorem.sentence(),
//!     "Maker, moving second, wins the Hamilton path game on 5 vertices"
//! );
//! assert!(theorem.proof().unwrap().len() < 1000);
//! ```

mod audit;
mod book;
mod builder;
mod bytes;
mod family;
mod fewest;
mod form;
mod game;
mod halt;
mod index;
mod pairs;
mod patterns;
mod play;
mod question;
mod search;
mod sets;
mod solve;
mod star_rules;
mod strategy;
mod sums;
mod table;
mod winning_sets;

use std::io;

use proof::{Kept, SearchError};

pub use family::{Check, Family};
pub use fewest::{Level, fewest_edges};
pub use game::{BadGame, EXAMPLES, FAMILY, Game, Player};
pub use pairs::{Map, ORDER_MOST, Pairs, all_pairs, each, ends, pair};
pub use play::proof_player;
pub use search::{Effort, Options};
pub use strategy::{Node, Reply, Strategy};
pub use winning_sets::{NAMES, NoSuchSets, Potential, WinningSets, winning_sets};

/// Who wins, and the proof.
#[derive(Clone, Debug)]
pub struct Theorem {
    /// The game.
    pub game: Game,
    /// Who wins it.
    pub winner: Player,
    /// The winner's strategy.
    pub strategy: Strategy,
    /// What the search took.
    pub effort: Effort,
}

impl Theorem {
    /// The proof as bytes of a file.
    ///
    /// # Errors
    /// Fails when the compressor gets no memory.
    pub fn proof(&self) -> io::Result<Vec<u8>> {
        bytes::sealed(self)
    }

    /// The theorem in one sentence.
    pub fn sentence(&self) -> String {
        self.game.sentence(self.winner)
    }
}

/// Finds who wins a game, and his strategy. `watch` learns the effort now and then, and returns whether to stop.
///
/// # Errors
/// [`SearchError::Stopped`] when `watch` returns `true`, [`SearchError::Memory`] when the strategy does not fit.
pub fn prove(game: &Game, options: &Options, watch: &mut dyn FnMut(&Effort) -> bool) -> Result<Theorem, SearchError> {
    let solved = solve::solve(game, options, true, &Kept::NOWHERE, watch)?;
    Ok(Theorem {
        game: game.clone(),
        winner: solved.winner,
        strategy: solved.strategy.expect("it was wanted"),
        effort: solved.effort,
    })
}

/// Finds who wins a game, without a strategy.
///
/// # Errors
/// [`SearchError::Stopped`] when `watch` returns `true`.
pub fn winner(
    game: &Game,
    options: &Options,
    watch: &mut dyn FnMut(&Effort) -> bool,
) -> Result<(Player, Effort), SearchError> {
    let solved = solve::solve(game, options, false, &Kept::NOWHERE, watch)?;
    Ok((solved.winner, solved.effort))
}
