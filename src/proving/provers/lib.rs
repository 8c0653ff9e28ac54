//! A proof of any game as a player of the winner's side: which crate plays the proofs of which games.

mod check_maker_breaker;
mod checked;

pub use check_maker_breaker::check_maker_breaker;
pub use checked::{CheckedProver, PropertyOfProver};
use proof::EnvelopeError;
use proof::play::{Order, Strategist, Unplayable};
pub use retrograph_judge::proof::ProofError;
use retrograph_judge::proof::check;

/// Why a file cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum NotPlayed {
    /// It is no proof, or proves nothing, or this program cannot check it.
    #[error(transparent)]
    Refused(ProofError),
    /// The judge has read it, and this program cannot.
    #[error(transparent)]
    Envelope(#[from] EnvelopeError),
    /// Its content cannot be played.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// It says nothing of the board asked for.
    #[error("it says nothing about a board with {0} vertices")]
    Order(
        /// How many vertices.
        usize,
    ),
    /// A board was asked for, and it is about another one alone.
    #[error("it is about one board")]
    OneBoard,
    /// No crate plays its game.
    #[error("it is a proof of {0}, which cannot be played yet")]
    Unknown(
        /// The game.
        String,
    ),
}

/// The player of a proof that the judge accepts; a proof for boards of many sizes is played on `order` vertices, if that is
/// given. Cost: that of the judge's check, on so many threads.
///
/// # Errors
/// [`NotPlayed`].
pub fn player(file: &[u8], threads: usize, order: Option<usize>) -> Result<Box<dyn Strategist>, NotPlayed> {
    check(file, threads).map_err(NotPlayed::Refused)?;
    let player = unchecked(file)?;
    match order {
        None => Ok(player),
        Some(n) if player.about().order == Order::Fixed(n) => Ok(player),
        Some(_) if player.about().boards.is_none() => Err(NotPlayed::OneBoard),
        Some(n) => player.on(n).ok_or(NotPlayed::Order(n)),
    }
}

/// The player of a proof that the judge has accepted before: this compares its checksum alone. Cost: reading it.
///
/// # Errors
/// [`NotPlayed`], but never [`NotPlayed::Refused`].
pub fn unchecked(file: &[u8]) -> Result<Box<dyn Strategist>, NotPlayed> {
    let opened = proof::open(file)?;
    let game = opened.value("game").unwrap_or_default().to_owned();
    let open = match () {
        () if avoidance::is_avoidance(&game) => avoidance::strategist,
        () if game.starts_with(strong_games::FAMILY) => strong_games::strategist,
        () if game.starts_with(maker_breaker::FAMILY) => maker_breaker::strategist,
        () if game.starts_with(online_ramsey::FAMILY) => online_ramsey::strategist,
        () => return Err(NotPlayed::Unknown(game)),
    };
    Ok(open(opened)?)
}
