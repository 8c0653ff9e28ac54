//! Whether Painter's answers keep him alive.
//!
//! An entry with k moves left follows when for every free pair, new vertices included, there is a colour that completes
//! nothing and leads to a position that Builder does not win within k - 1 moves: for k - 1 of at most 2 that is looked
//! at move by move, and else the position is an entry of the next level or a simple strategy of Painter holds there.

use super::bound::Bound;
use super::index::{Index, Names};
use super::level::{Level, each_entry};
use super::plan::{self, List};
use super::planless::Planless;
use crate::coloured::position::{Position, ROOM, Rows, Threats, each, join};
use crate::coloured::target::Target;
use crate::proof::ProofError;
use crate::work::spent;

/// Steps of a move of Builder, beside those of copies.
pub(super) const PAIR_STEPS: u64 = 512;

/// Checks every level; `before` entries precede them.
pub(super) fn check(
    targets: &[Target],
    lists: &[List],
    levels: &[Level],
    mut before: u64,
    threads: usize,
) -> Result<(), ProofError> {
    let names = Names::of(targets);
    let all = before + levels.iter().map(|level| level.count as u64).sum::<u64>();
    for (at, level) in levels.iter().enumerate() {
        let after = before + level.count as u64;
        let left = levels.len() - at - 1;
        let next = levels.get(at + 1).map(|next| Index::new(next, &names, after));
        let next = next.transpose()?;
        each_entry(
            level,
            (before, all),
            threads,
            || Planless::new(lists),
            |planless, entry| follows(targets, planless, level, entry, left, next.as_ref()),
        )?;
        before = after;
    }
    Ok(())
}

/// `left` moves are left after the next.
fn follows(
    targets: &[Target],
    planless: &mut Planless,
    level: &Level,
    entry: usize,
    left: usize,
    next: Option<&Index>,
) -> Result<(), &'static str> {
    let position = level
        .position(entry, targets.len())
        .ok_or("it is not a coloured graph")?;
    let threats = position.threats(targets);
    planless.enter();
    let bound = (left > 2).then(|| Bound::new(targets, &position, left)).flatten();
    for at in position.free_pairs() {
        if spent(PAIR_STEPS) {
            return Err("its moves are too many");
        }
        let open = (0..targets.len()).filter(|&colour| threats[colour][at.0] >> at.1 & 1 == 0);
        let is_held = match left {
            0 => open.count() > 0,
            1 | 2 => open.into_iter().any(|colour| {
                let child = position.with(at, colour);
                let after = after(targets, &position, &threats, &child, at, colour);
                !wins_within(targets, &child, &after, left)
            }),
            _ => {
                let children: Vec<_> = (0..targets.len()).map(|colour| position.with(at, colour)).collect();
                let bound = bound.as_ref();
                let holds = |colour: usize, is_own| {
                    bound.is_some_and(|bound| bound.holds_after(&children[colour], at, colour, is_own))
                };
                let is_next = |colour: usize| next.is_some_and(|next| next.has(&children[colour]));
                let holds_exactly =
                    |colour: usize| bound.is_some_and(|bound| bound.holds_exactly_after(&children[colour], colour));
                // What takes longest comes last.
                open.clone().any(|colour| holds(colour, false))
                    || open.clone().any(|colour| holds(colour, true))
                    || open.clone().any(is_next)
                    || planless.answers(&position, left, |list, idle| {
                        plan::colour(list, &position, at).is_some_and(|colour| idle.has(colour, at))
                    })
                    || open.clone().any(holds_exactly)
                    || open.clone().any(|colour| planless.has(&children[colour], left))
            }
        };
        if !is_held {
            return Err("a move of Builder has no answer");
        }
    }
    Ok(())
}

/// The threats of `child`, which is `position` with the pair `at` of `colour`.
fn after(
    targets: &[Target],
    position: &Position,
    threats: &Threats,
    child: &Position,
    at: (usize, usize),
    colour: usize,
) -> Threats {
    let n = position.n;
    let mut after: Threats = Vec::with_capacity(threats.len());
    for old in threats {
        let mut set = *old;
        // What held of one new vertex holds of those that come after it.
        let (fresh, both) = (set[n], set[n] >> (n + 1) & 1 == 1);
        for added in n + 1..child.n + 2 {
            each(fresh & ((1 << n) - 1)).for_each(|u| join(&mut set, u, added));
            if both {
                (n..added).for_each(|u| join(&mut set, u, added));
            }
        }
        let mut moved = [0; ROOM];
        child.add(&mut moved, &set);
        moved[at.0] &= !(1 << at.1);
        moved[at.1] &= !(1 << at.0);
        after.push(moved);
    }
    let found = child.completed_with(&targets[colour], colour, at);
    child.add(&mut after[colour], &found);
    after
}

/// The pairs that are in all sets but one.
fn common(threats: &Threats, but: Option<usize>) -> Rows {
    let mut common = [!0; ROOM];
    for (_, rows) in threats.iter().enumerate().filter(|(colour, _)| Some(*colour) != but) {
        (0..ROOM).for_each(|v| common[v] &= rows[v]);
    }
    common
}

/// Whether Builder wins within one or two moves.
///
/// He wins with a pair that every colour completes its target on. He wins with two if there is a first pair f with
/// which Painter loses whatever its colour c: f completes c's target, or then there is a pair g that every colour
/// completes its target on. Only the threats of the colour c have changed, so g is a threat of all other colours
/// already, and completes c's target together with f. So f is found by going through these g.
pub(super) fn wins_within(targets: &[Target], position: &Position, threats: &Threats, moves: usize) -> bool {
    let is_empty = |rows: &Rows| rows.iter().all(|row| *row == 0);
    if !is_empty(&common(threats, None)) {
        return true;
    }
    if moves == 1 {
        return false;
    }
    let mut losing = [!0; ROOM];
    for (colour, target) in targets.iter().enumerate() {
        let mut set = threats[colour];
        let others = common(threats, Some(colour));
        for v in 0..ROOM {
            for u in each(others[v] & ((1 << v) - 1)) {
                position.add(&mut set, &position.completed_with(target, colour, (u, v)));
            }
        }
        (0..ROOM).for_each(|v| losing[v] &= set[v]);
        if is_empty(&losing) {
            return false;
        }
    }
    true
}
