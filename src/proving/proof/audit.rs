//! Whether what a search says agrees with the rules, as far as that is quickly seen.

/// Positions that are looked at in all, but for [`LEAST`] of each level.
const MOST: usize = 2048;
const LEAST: usize = 16;

/// Follows the winner from `start`, where the loser is to move, to the end of the game. `answered` adds to a list the
/// positions after the winner's answers to all of the loser's moves, again with the loser to move; it returns `false`
/// when a move has no answer, although the winner is said to win, or when the game has ended otherwise.
///
/// Positions are looked at level by level: all, or, where they are many, some spread over their order. So a wrong entry
/// of a table is found for sure if the answers come to few positions, and mostly if not.
///
/// # Errors
/// Those of `answered`.
pub fn agrees<P: Ord, E>(start: P, mut answered: impl FnMut(&P, &mut Vec<P>) -> Result<bool, E>) -> Result<bool, E> {
    let mut left = MOST;
    let mut level = vec![start];
    while !level.is_empty() {
        let mut next = Vec::new();
        for position in &level {
            if !answered(position, &mut next)? {
                return Ok(false);
            }
        }
        next.sort_unstable();
        next.dedup();
        let count = next.len().min((left / 2).max(LEAST));
        left -= count.min(left);
        let step = next.len().div_ceil(count.max(1));
        level = next.into_iter().step_by(step.max(1)).collect();
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Subtraction of 1 or 2: the loser faces multiples of 3.
    fn found(start: u32, wrong: Option<u32>) -> bool {
        let answered = |position: &u32, next: &mut Vec<u32>| -> Result<bool, ()> {
            if *position == 0 {
                return Ok(true);
            }
            next.push(position - 3);
            Ok(Some(*position) != wrong)
        };
        agrees(start, answered).unwrap()
    }

    #[test]
    fn each_level_is_looked_at() {
        assert!(found(300, None));
        (0..300).step_by(3).for_each(|wrong| {
            assert_eq!(found(300, Some(wrong)), wrong == 0, "{wrong}");
        });
    }

    #[test]
    fn of_many_positions_some_are_looked_at() {
        let mut seen = vec![0; 8];
        let answered = |&(level, number): &(usize, u32), next: &mut Vec<(usize, u32)>| -> Result<bool, ()> {
            seen[level] += 1;
            if level + 1 < 8 {
                next.extend((0..8).map(|digit| (level + 1, 8 * number + digit)));
            }
            Ok(true)
        };
        assert!(agrees((0, 0), answered).unwrap());
        assert_eq!(seen[..4], [1, 8, 64, 512]);
        assert!(
            seen[4..].iter().all(|&count| (LEAST / 2..MOST).contains(&count)),
            "{seen:?}"
        );
        assert!(seen.iter().sum::<usize>() < MOST + 8 * LEAST, "{seen:?}");
    }
}
