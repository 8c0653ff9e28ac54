//! Games that are proved, not solved: which crate lists, explains, checks and plays the proofs of which games.

mod maker_breaker;
mod online_ramsey;

use std::path::Path;

use check_game::CheckedProver;
use proof::Opened;
use retrograph_judge::proof::check;
use strategist::{Strategist, Unplayable};

use super::check_proof::{failed, read};
use super::failure::{Code, Failure};

/// The games of one prover. What is `None` is not known of them yet.
pub(super) struct ProvedFamily {
    /// What their names begin with.
    pub prefix: &'static str,
    /// Makes a player of a proof that was opened.
    pub open: fn(Opened) -> Result<Box<dyn Strategist>, Unplayable>,
    /// Games of each kind, for the list of games.
    pub listed: Option<fn() -> Vec<ListedGame>>,
    /// What there is to say of a game on so many vertices, as names and texts.
    pub explained: Option<Explained>,
    /// Checks the prover of a game on so many vertices, with a number of random positions.
    pub checked: Option<Checked>,
}

type Explained = fn(&str, Option<u32>) -> Result<Vec<(&'static str, String)>, Failure>;
type Checked = fn(&str, u32, usize) -> Result<CheckedProver, Failure>;

/// A game in the list of games.
pub(super) struct ListedGame {
    pub name: String,
    /// In a sentence without its full stop.
    pub rules: String,
    pub least_n: u32,
    pub most_n: u32,
}

/// All of them.
pub(super) const FAMILIES: [ProvedFamily; 2] = [maker_breaker::FAMILY, online_ramsey::FAMILY];

/// The family of a game, if it is proved and not solved. Names are case-insensitive.
pub(super) fn family_of(game: &str) -> Option<&'static ProvedFamily> {
    let begins = |family: &&ProvedFamily| {
        let start = game.get(..family.prefix.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(family.prefix))
    };
    FAMILIES.iter().find(begins)
}

/// Opens a proof that the judge accepts, to be played on its board or on one of `n` vertices, which only strong games
/// have. Cost: that of `retrograph check-proof`.
pub(super) fn open_proof(path: &Path, n: Option<usize>) -> Result<Box<dyn Strategist>, Failure> {
    let file = read(path)?;
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let proved = check(&file, threads).map_err(|error| failed(path, &error))?;
    let opened = proof::open(&file);
    drop(file);
    let refused = |error: &dyn std::fmt::Display| {
        let sentence = format!("{} cannot be played: {error}", path.display());
        Failure::new(Code::Damaged, sentence)
    };
    let opened = opened.map_err(|error| refused(&error))?;
    let is_strong = proved.game.starts_with(strong_games::FAMILY);
    if n.is_some() && !is_strong {
        let sentence = format!("{} is about one board; -n N is for strong games", path.display());
        return Err(Failure::new(Code::Usage, sentence));
    }
    // Avoidance games and strong games are solved too, so they are in no family of those that are proved alone.
    if avoidance::is_avoidance(&proved.game) {
        return avoidance::strategist(opened).map_err(|error| refused(&error));
    }
    if is_strong {
        return match n {
            None => strong_games::strategist(opened).map_err(|error| refused(&error)),
            Some(n) => strong_games::strategist_on(opened, n)
                .map_err(|error| Failure::new(Code::Usage, format!("{}: {error}", path.display()))),
        };
    }
    let Some(family) = family_of(&proved.game) else {
        let sentence = format!(
            "{} is a proof of {}, which cannot be played yet",
            path.display(),
            proved.game
        );
        return Err(Failure::new(Code::Usage, sentence));
    };
    (family.open)(opened).map_err(|error| refused(&error))
}
