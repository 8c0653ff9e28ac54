//! On-line Ramsey games from their definition: whether a proof is right.
//!
//! The board has infinitely many vertices. Builder draws an edge, Painter colours it at once; Builder has won when the
//! edges of some colour hold that colour's target. The on-line Ramsey number is the least number of edges within which
//! he can force that.

mod bound;
mod builder;
mod claim;
mod commitment;
mod committed;
mod index;
mod level;
mod names;
mod painter;
mod plan;
mod planless;

pub use claim::Claim;
pub use names::named;

use crate::proof::{Bytes, Lines, ProofError, Proved, open};

/// Checks a proof. Memory: 40 bytes for each position of two levels, of a committed Painter of all levels, beside the
/// body. Cost: 0.1 to 0.2 ms a position, with lists 0.5 to 4 ms.
pub(crate) fn check(lines: Lines, body: &[u8], threads: usize) -> Result<Proved, ProofError> {
    let (claim, vertices) = checked(lines, body, threads)?;
    let optional = [
        claim.builder.map(|rounds| ("builder", (rounds as u64).into())),
        claim.painter.map(|rounds| ("painter", (rounds as u64).into())),
        claim
            .builder
            .map(|_| ("builder_positions", claim.builder_positions.into())),
        claim.builder.map(|_| ("builder_vertices", vertices.into())),
        claim
            .painter
            .map(|_| ("painter_positions", claim.painter_positions.into())),
    ];
    Ok(Proved {
        sentence: claim.sentence(),
        facts: optional.into_iter().flatten().collect(),
        game: claim.game,
    })
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
    checked(lines, &body, 1).map(|(claim, _)| claim)
}

/// The claim, and the most vertices that Builder uses.
fn checked(lines: Lines, body: &[u8], threads: usize) -> Result<(Claim, u64), ProofError> {
    let claim = Claim::read(lines)?;
    let mut bytes = Bytes(body);
    let builders = match claim.builder {
        Some(rounds) => level::levels(&mut bytes, rounds, 2)?,
        None => Vec::new(),
    };
    let painters = match claim.painter {
        Some(rounds) => level::levels(&mut bytes, rounds, 0)?,
        None => Vec::new(),
    };
    let count = |levels: &[level::Level]| levels.iter().map(|level| level.count as u64).sum::<u64>();
    let counts = (count(&builders), count(&painters));
    if !bytes.0.is_empty() || counts != (claim.builder_positions, claim.painter_positions) {
        return Err(ProofError::Body);
    }
    let vertices = builder::check(&claim.targets, &builders, threads)?;
    match &claim.commitment {
        Some(commitment) => {
            let rules = committed::Rules {
                targets: &claim.targets,
                lists: &claim.lists,
                commitment,
            };
            rules.check(&painters, counts.0, threads)?;
        }
        None => painter::check(&claim.targets, &claim.lists, &painters, counts.0, threads)?,
    }
    Ok((claim, vertices as u64))
}
