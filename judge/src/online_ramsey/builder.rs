//! Whether Builder's strategy wins.
//!
//! An entry is a position and the pair that Builder draws there. It follows when each colour of that pair completes the
//! colour's target or leads to an entry of the next level; the last level has no next one.

use super::index::{Index, Names};
use super::level::Level;
use crate::coloured::position::Position;
use crate::coloured::target::Target;
use crate::proof::{ProofError, each};

/// Checks every level, and returns the most vertices of a position.
pub(super) fn check(targets: &[Target], levels: &[Level], threads: usize) -> Result<usize, ProofError> {
    let names = Names::of(targets);
    let mut before = 0;
    let most = std::sync::atomic::AtomicUsize::new(0);
    for (at, level) in levels.iter().enumerate() {
        let after = before + level.count as u64;
        let next = levels.get(at + 1).map(|next| Index::new(next, &names, after));
        let next = next.transpose()?;
        let checked = each(level.count, threads, |entry| {
            let used = follows(targets, level, entry, next.as_ref())?;
            most.fetch_max(used, std::sync::atomic::Ordering::Relaxed);
            Ok(())
        });
        checked.map_err(|(entry, why)| ProofError::Entry {
            entry: before + entry as u64,
            why,
        })?;
        before = after;
    }
    Ok(most.into_inner())
}

/// The vertices there are after the move.
fn follows(targets: &[Target], level: &Level, entry: usize, next: Option<&Index>) -> Result<usize, &'static str> {
    let position = level
        .position(entry, targets.len())
        .ok_or("it is not a coloured graph")?;
    let (u, v) = level.extra_pair(entry).ok_or("Builder draws no pair")?;
    // New vertices are taken in order.
    if !position.is_free(u, v) || v > position.n + 1 || v == position.n + 1 && u != position.n {
        return Err("Builder draws a pair that is not free");
    }
    for (colour, target) in targets.iter().enumerate() {
        let child: Position = position.with((u, v), colour);
        if !target.has_through(&child.rows[colour], child.n, (u, v)) && !next.is_some_and(|next| next.has(&child)) {
            return Err("a colour neither completes a target nor leads to an entry");
        }
    }
    Ok(position.n.max(v + 1))
}
