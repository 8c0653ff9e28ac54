//! Proofs that the judge accepts, as players.

use std::path::Path;
use std::sync::Arc;

use proof::play::ProofPlayer;
use provers::{NotPlayed, PROVERS};

use super::check_proof::{failed, read};
use super::failure::{Code, Failure};
use base::units::processors;

/// Opens a proof that the judge accepts, of a strong game on the board of `order` vertices if that is given. Cost: that
/// of `retrograph check-proof`.
pub(super) fn open_proof(path: &Path, order: Option<usize>) -> Result<Box<dyn ProofPlayer>, Failure> {
    played(path, &read(path)?, order)
}

/// The bytes of a proof that the judge accepts, and its player. Cost: that of `retrograph check-proof`.
pub(super) fn checked_proof(path: &Path) -> Result<(Vec<u8>, Box<dyn ProofPlayer>), Failure> {
    let file = read(path)?;
    let player = played(path, &file, None)?;
    Ok((file, player))
}

fn played(path: &Path, file: &[u8], order: Option<usize>) -> Result<Box<dyn ProofPlayer>, Failure> {
    let threads = processors();
    let player = PROVERS.player(file, threads, order, &Arc::default());
    player.map_err(|error| match error {
        NotPlayed::Refused(error) => failed(path, file, &error),
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
