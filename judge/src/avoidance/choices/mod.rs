//! A proof by the winner's choices. No claim is written out: the checker makes them itself, from the start down, and
//! reads the body where the winner has a choice.
//!
//! * `parts`: positions as sums of parts, by the rules
//! * `small`: values of small parts, from the definition
//! * `claims`: what the claims made so far say of moves
//! * `head`, `walk`: what the proof says, and whether it follows
//! * `stream`: the claims one by one, for a checker that makes none

mod claims;
mod head;
mod parts;
mod small;
mod stream;
mod text;
mod walk;

#[cfg(test)]
mod tests;

use crate::coloured::losses::{self, Losses};
use crate::coloured::structure::{Structure, WIDTH};
use crate::proof::{Lines, ProofError, Proved};
use crate::rules::rules;
use claims::Claims;
use head::Head;
use parts::{Components, Graphs, Parts};
use stream::Answers;
use walk::{Heard, Listener, Walk};

/// Most vertices that a proof can be about.
pub(super) const ORDER_MOST: u64 = WIDTH as u64;

/// Vertices of a component with its copies, where a graph has fewer.
const COPIES: usize = 16;

const NO_CLAIM: &str = "a move has no reply to a position that is claimed to be lost";
const START: &str = "the rules forbid the position after the winner's first turn";

/// Checks a proof. Memory: at most 200 bytes a claim, and 120 MB. Cost: some 0.1 ms a claim with all choices in the
/// file, 0.25 ms with the needed ones.
pub fn check(lines: Lines, body: &[u8], threads: usize) -> Result<Proved, ProofError> {
    checked(lines, body, threads, None)
}

/// Gives the lines of a proof: each claim with its moves, and what answers them.
pub fn text(lines: Lines, body: &[u8], line: &mut dyn FnMut(String)) -> Result<(), ProofError> {
    let head = Head::read(lines.clone())?;
    line(format!("{}.", head.claim.sentence()));
    let mut heard = |claims: &Claims, heard: Heard| text::lines(claims, &heard, !head.has_components, line);
    checked(lines, body, 1, Some(&mut heard)).map(drop)
}

/// Gives the claims of a proof as lists of numbers.
pub fn claims(lines: Lines, body: &[u8], threads: usize, list: &mut dyn FnMut(&[u32])) -> Result<(), ProofError> {
    begun(lines, |head, game, position| {
        let (mut answers, mut positions) = (Answers::default(), Vec::new());
        let mut heard = |_: &Claims, heard: Heard| match heard {
            _ if head.has_components => answers.hear(&heard),
            // All edges count for either player.
            Heard::Checked(_, part, 0) => positions.push(Structure {
                open: part.edge,
                ..Structure::EMPTY
            }),
            _ => {}
        };
        let walk = Walk::new(game, head, body, threads).heard_by(&mut heard);
        let (_, claims) = walk.check(position)?;
        if head.has_components {
            stream::write(&claims, &answers, position, list);
            return Ok(());
        }
        let (n, rules) = (
            head.claim.n,
            rules(&head.claim.game).ok_or(ProofError::Head { line: "game" })?,
        );
        let is_lost = |position: &Structure| {
            let mut part = Structure::EMPTY;
            part.edge = position.open;
            for (u, v) in rules.moves(&position.open[..n]) {
                part.open[u] |= 1 << v;
                part.open[v] |= 1 << u;
            }
            part.pairs() <= claims.small.most && claims.small.value(game, &part) == 0
        };
        let losses = Losses {
            n,
            is_one: true,
            has_copy: &|rows, _| !rules.is_position(&rows[..n]),
            is_lost: &is_lost,
        };
        match losses::write(&losses, positions.iter(), head.claim.winner.edges() == 1, list) {
            true => Ok(()),
            false => Err(ProofError::Claim { why: NO_CLAIM }),
        }
    })
}

fn checked(lines: Lines, body: &[u8], threads: usize, listener: Option<Listener>) -> Result<Proved, ProofError> {
    begun(lines, |head, game, position| {
        let mut walk = Walk::new(game, head, body, threads);
        if let Some(listener) = listener {
            walk = walk.heard_by(listener);
        }
        let (moves, _) = walk.check(position)?;
        let claim = &head.claim;
        Ok(Proved {
            sentence: claim.sentence(),
            facts: vec![
                ("n", (claim.n as u64).into()),
                ("winner", claim.winner.name().into()),
                ("claims", head.claims.into()),
                ("moves_checked", moves.into()),
                ("choices", (head.codes as u64).into()),
            ],
            game: claim.game.clone(),
        })
    })
}

/// Does something with what the head says, the game, and the position that has the value 0.
fn begun<T>(
    lines: Lines,
    work: impl FnOnce(&Head, &dyn Parts, Structure) -> Result<T, ProofError>,
) -> Result<T, ProofError> {
    let head = Head::read(lines)?;
    let claim = &head.claim;
    let start = claim.start().ok_or(ProofError::Claim { why: START })?;
    let rules = rules(&claim.game).ok_or(ProofError::Head { line: "game" })?;
    let graphs = Graphs {
        n: claim.n,
        rules: &*rules,
    };
    let components = Components {
        width: claim.n.max(COPIES),
    };
    let game: &dyn Parts = if head.has_components { &components } else { &graphs };
    let mut position = Structure::EMPTY;
    position.edge[..claim.n].copy_from_slice(&start);
    for (u, v) in rules.moves(&start) {
        position.open[u] |= 1 << v;
        position.open[v] |= 1 << u;
    }
    work(&head, game, position)
}
