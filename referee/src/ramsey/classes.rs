//! The number of positions up to symmetry.

use super::{Brute, Form, Player, bits};

/// Classes of colourings with the same number of edges coloured by moves, under the vertex permutations that preserve
/// the start position. Colours are not exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Classes in which no player has completed a copy that counts, including full boards.
    pub unfinished: u64,
    /// Classes in which the last move has completed one, and no earlier move.
    pub finished: u64,
}

impl Brute {
    /// Returns the classes by number of edges coloured by moves, up to the largest possible number. When the first
    /// colouring of a class is met, all its colourings are marked.
    pub fn levels(&self) -> Vec<Counts> {
        let images: Vec<Vec<usize>> = self.board.symmetries.iter().map(|to| images(to)).collect();
        let mut seen = vec![false; self.values[0].len()];
        let mut levels = vec![Counts::default(); self.board.edges.len() + 1];
        for sets in self.colourings() {
            let counts = &mut levels[(sets[0] | sets[1]).count_ones() as usize];
            let count = match self.next(sets) {
                Some(_) => &mut counts.unfinished,
                None if self.is_finished(sets) => &mut counts.finished,
                None => continue,
            };
            if std::mem::replace(&mut seen[self.number(sets)], true) {
                continue;
            }
            *count += 1;
            let mut fresh = vec![sets];
            while let Some(sets) = fresh.pop() {
                for image in &images {
                    let moved = sets.map(|set| image[set]);
                    if !std::mem::replace(&mut seen[self.number(moved)], true) {
                        fresh.push(moved);
                    }
                }
            }
        }
        while levels.last() == Some(&Counts::default()) {
            levels.pop();
        }
        levels
    }

    /// Returns whether the last move has ended the game, before the board was full or with its last edge.
    fn is_finished(&self, sets: [usize; 2]) -> bool {
        if matches!(self.game.named.form, Form::Avoid | Form::AvoidPlus) {
            return false;
        }
        let (last, other) = match self.to_move(sets) {
            None => return false,
            Some(Player::Red) => (1, 0),
            Some(Player::Green) => (0, 1),
        };
        let allowed = &self.allowed[last];
        let mut edges = bits(sets[last]);
        self.allowed[other][sets[other]] && !allowed[sets[last]] && edges.any(|edge| allowed[sets[last] & !edge])
    }
}

/// Returns the image of each set of edges under a permutation of the edges.
fn images(to: &[usize]) -> Vec<usize> {
    let mut images = vec![0; 1 << to.len()];
    for set in 1..images.len() {
        let lowest = set.trailing_zeros() as usize;
        images[set] = images[set & (set - 1)] | 1 << to[lowest];
    }
    images
}
