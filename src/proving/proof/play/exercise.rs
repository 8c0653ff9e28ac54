//! Positions in which one move follows the proof, from random games.

use base::random::SplitMix64;

use super::{BadMoves, Choice, Move, ProofPlayer, State, Verdict};

/// Random games that are looked through at most.
const GAMES: usize = 20;
/// Least number of moves to choose from: fewer are no exercise.
const CHOICE: usize = 3;

/// Returns the moves to a position inside the proof in which the winner is to move and one move follows the proof;
/// `seed` selects it. `None` where random games have none. Cost: [`ProofPlayer::state`] after each move of a game,
/// mostly of one; of 20 games where there is none.
///
/// # Errors
/// [`BadMoves`].
pub fn exercise(proof: &dyn ProofPlayer, seed: u64) -> Result<Option<Vec<Move>>, BadMoves> {
    let random = &mut SplitMix64::new(seed);
    for _ in 0..GAMES {
        let (mut moves, mut found) = (Vec::new(), Vec::new());
        loop {
            let state = proof.state(&moves)?;
            if state.next == Some(proof.about().winner) && has_one_answer(&state) {
                found.push(moves.clone());
            }
            let inside = |choice: &&Choice| choice.verdict != Verdict::Unknown;
            let inside: Vec<&Choice> = state.choices.iter().filter(inside).collect();
            if inside.is_empty() {
                break;
            }
            moves.push(inside[random.below(inside.len())].step);
        }
        if !found.is_empty() {
            return Ok(Some(found.swap_remove(random.below(found.len()))));
        }
    }
    Ok(None)
}

/// True if the proof makes one move, and no other is like it: that one would win as well. Where a player would win at
/// once, everybody sees the answer.
fn has_one_answer(state: &State) -> bool {
    if state.choices.len() < CHOICE || !state.threats.is_empty() {
        return false;
    }
    let classes = classes(state);
    let class = |choice: &Choice| match choice.step {
        Move::Edge([u, v]) => Some([classes[u].min(classes[v]), classes[u].max(classes[v])]),
        Move::Element(element) => Some([element, usize::MAX]),
        Move::Colour(_) => None,
    };
    let mut proven = state.choices.iter().filter(|choice| choice.verdict == Verdict::Win);
    let (Some(answer), None) = (proven.next(), proven.next()) else {
        return false;
    };
    let alike = state.choices.iter().filter(|choice| class(choice) == class(answer));
    alike.count() == 1
}

/// A class for each vertex. A symmetry of the edges keeps classes, though vertices of one class need not be symmetric.
fn classes(state: &State) -> Vec<usize> {
    let mut classes = vec![0; state.n];
    loop {
        let key = |v: usize| {
            let ends = state.edges.iter().filter_map(|edge| match edge.pair {
                [u, w] | [w, u] if u == v => Some((edge.colour, classes[w])),
                _ => None,
            });
            let mut ends: Vec<_> = ends.collect();
            ends.sort_unstable();
            (classes[v], ends)
        };
        let keys: Vec<_> = (0..state.n).map(key).collect();
        let mut kinds = keys.clone();
        kinds.sort_unstable();
        kinds.dedup();
        let place = |key| kinds.binary_search(key).expect("it is one of them");
        let finer: Vec<usize> = keys.iter().map(place).collect();
        if finer == classes {
            return classes;
        }
        classes = finer;
    }
}
