//! Proofs as players: which crate plays the proofs of which games.

use std::path::Path;

use proof::Opened;
use retrograph_judge::proof::check;
use strategist::{Strategist, Unplayable};

use super::check_proof::{failed, read};
use super::failure::{Code, Failure};

type Open = fn(Opened) -> Result<Box<dyn Strategist>, Unplayable>;

/// The games by what their names begin with.
const FAMILIES: [(&str, Open); 1] = [("maker-breaker:", maker_breaker::strategist)];

/// Opens a proof that the judge accepts. Cost: that of `retrograph check-proof`.
pub(super) fn open_proof(path: &Path) -> Result<Box<dyn Strategist>, Failure> {
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
    let family = FAMILIES.iter().find(|(start, _)| proved.game.starts_with(start));
    let Some((_, open)) = family else {
        let sentence = format!(
            "{} is a proof of {}, which cannot be played yet",
            path.display(),
            proved.game
        );
        return Err(Failure::new(Code::Usage, sentence));
    };
    open(opened).map_err(|error| refused(&error))
}
