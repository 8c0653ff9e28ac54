//! Positional games on any board with any winning sets, from their definitions: the board is in the proof.

mod board;
mod claim;
mod families;
mod holding;
mod leaves;
mod maker_breaker;
mod maps;
mod strong;

pub use claim::{Claim, Rule};

use crate::proof::{Lines, ProofError, Proved, open};

/// Checks a proof. Cost: every reply once; in a Maker-Breaker game families of sets are compared, on one thread; in a
/// strong one sequences are played, on so many.
pub(crate) fn check(lines: Lines, body: &[u8], threads: usize) -> Result<Proved, ProofError> {
    let claim = Claim::read(lines)?;
    checked(&claim, body, threads)?;
    let mut facts = vec![
        ("elements", claim.elements.into()),
        ("winning_sets", claim.sets.into()),
        ("turns", (&claim.turns[..]).into()),
        ("winner", claim.winner().into()),
        ("maps", claim.maps.into()),
        ("nodes", claim.nodes.into()),
        ("replies", claim.replies.into()),
    ];
    if claim.rule == Rule::Strong {
        facts.push(("sequences", claim.sequences.into()));
    }
    Ok(Proved {
        sentence: claim.sentence(),
        facts,
        game: claim.game,
    })
}

fn checked(claim: &Claim, body: &[u8], threads: usize) -> Result<(), ProofError> {
    match claim.rule {
        Rule::MakerBreaker => maker_breaker::check(claim, body),
        Rule::Strong if claim.first_wins => strong::check(claim, body, threads),
        Rule::Strong => holding::check(claim, body),
    }
}

/// The theorem of these lines.
pub(crate) fn theorem(lines: Lines) -> Result<String, ProofError> {
    Claim::read(lines).map(|claim| claim.sentence())
}

/// What the proof in a file claims, if it is right.
///
/// # Errors
/// [`ProofError`].
pub fn check_proof(file: &[u8]) -> Result<Claim, ProofError> {
    let (lines, body) = open(file)?;
    let claim = Claim::read(lines)?;
    checked(&claim, &body, 1)?;
    Ok(claim)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use crate::proof::check;
    use crate::work::tests::asked_late;

    /// With no steps at all a check ends after a few: what it costs is bounded by the steps.
    #[test]
    fn a_check_ends_when_its_steps_are_spent() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/proofs/boards");
        for name in ["domination-P2xP13-not-within-10", "polyomino-L5-7-7", "in-a-row-5-5-4"] {
            let file = fs::read(folder.join(format!("{name}.proof"))).unwrap();
            let (lines, body) = crate::proof::open(&file).unwrap();
            let late = asked_late(0, || assert!(super::check(lines, &body, 1).is_err()));
            assert!((1..20_000).contains(&late), "{name}: {late}");
            assert!(check(&file, 1).is_ok(), "{name}");
        }
    }
}
