//! Games that are proved, not solved: which crate lists, explains and checks which games.

mod maker_breaker;
mod online_ramsey;
mod strong_games;

use std::path::Path;

use proof::in_family;
use proof::play::Strategist;
use provers::CheckedProver;
use provers::{NotPlayed, player};

use super::check_proof::{failed, read};
use super::failure::{Code, Failure};

/// The games of one prover. What is `None` is not known of them yet.
pub(super) struct ProvedFamily {
    /// What their names begin with.
    pub prefix: &'static str,
    /// What there is to say of a game on so many vertices, as names and texts.
    pub explained: Option<Explained>,
    /// Checks the prover of a game on so many vertices, with a number of random positions.
    pub checked: Option<Checked>,
}

type Explained = fn(&str, Option<u32>) -> Result<Vec<(&'static str, String)>, Failure>;
type Checked = fn(&str, u32, usize) -> Result<CheckedProver, Failure>;

/// A game in the list of games.
#[derive(Clone)]
pub(super) struct ListedGame {
    pub name: String,
    /// In a sentence without its full stop.
    pub rules: String,
    /// Numbers of vertices that the board may have, unless it is infinite.
    pub orders: Option<[u32; 2]>,
    /// A command that proves it.
    pub prove: String,
}

/// Games of each kind that are proved.
pub(super) fn listed() -> Vec<ListedGame> {
    [maker_breaker::listed(), online_ramsey::listed(), strong_games::listed()].concat()
}

/// All of them.
pub(super) const FAMILIES: [ProvedFamily; 2] = [maker_breaker::FAMILY, online_ramsey::FAMILY];

/// The family of a game, if it is proved and not solved. Names are case-insensitive.
pub(super) fn family_of(game: &str) -> Option<&'static ProvedFamily> {
    FAMILIES.iter().find(|family| in_family(game, family.prefix).is_some())
}

/// Opens a proof that the judge accepts, of a strong game on the board of `order` vertices if that is given. Cost: that of
/// `retrograph check-proof`.
pub(super) fn open_proof(path: &Path, order: Option<usize>) -> Result<Box<dyn Strategist>, Failure> {
    played(path, &read(path)?, order)
}

/// The bytes of a proof that the judge accepts, and its player. Cost: that of `retrograph check-proof`.
pub(super) fn checked_proof(path: &Path) -> Result<(Vec<u8>, Box<dyn Strategist>), Failure> {
    let file = read(path)?;
    let player = played(path, &file, None)?;
    Ok((file, player))
}

fn played(path: &Path, file: &[u8], order: Option<usize>) -> Result<Box<dyn Strategist>, Failure> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    player(file, threads, order).map_err(|error| match error {
        NotPlayed::Refused(error) => failed(path, &error),
        NotPlayed::OneBoard => {
            let sentence = format!("{} is about one board; leave out -n", path.display());
            Failure::new(Code::Usage, sentence)
        }
        NotPlayed::Order(_) | NotPlayed::Unknown(_) => {
            Failure::new(Code::Usage, format!("{}: {error}", path.display()))
        }
        error => Failure::new(Code::Damaged, format!("{} cannot be played: {error}", path.display())),
    })
}
