//! Rules as a line of text: kinds of components, and how moves change their numbers.

use super::rules::{Rules, Step, Struck};

/// The kind of single vertices.
const SINGLE: char = 'S';
/// A free move, see [`Struck`].
const FREE: char = '+';

/// Counts of components by kind.
pub(crate) type Rest = Vec<u16>;

/// Components by kind, each a letter, and moves: `SE>P` turns a single vertex and an E into a P.
///
/// * A small letter is a kind of which it only matters whether there is one. It never goes away.
/// * `+` is a free move; those beside one another are struck out.
/// * Components that no move needs may be left out of the right side.
///
/// The set of rests, see [`crate`], is made finite in two ways. There are at most so many components, the rest is out
/// of sight. And of a kind that is *distinguished up to* some number, larger numbers stand for one another when they
/// differ by a multiple of the period: such a rest has the values of all positions that it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    /// Without that of single vertices.
    kinds: Vec<char>,
    moves: Vec<Move>,
    /// Most components in sight, of kinds with a capital letter that are not folded.
    most: u16,
    folds: Vec<Fold>,
}

/// Numbers of a kind above the last that is distinguished stand for one another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fold {
    pub kind: char,
    pub last: u16,
    pub period: u16,
}

#[derive(Clone, Debug)]
struct Move {
    needs: u8,
    takes: u8,
    /// By kind.
    before: Vec<u16>,
    after: Vec<u16>,
}

impl Kinds {
    /// Reads rules.
    ///
    /// # Panics
    /// Panics on rules that are none.
    pub fn new(text: &str) -> Self {
        let mut kinds: Vec<char> = text.chars().filter(|kind| !" >".contains(*kind)).collect();
        kinds.retain(|&kind| kind != SINGLE);
        kinds.sort_unstable();
        kinds.dedup();
        let count = |side: &str, kind: char| side.matches(kind).count() as u16;
        let moves = text.split(' ').map(|rule| {
            let (before, after) = rule.split_once('>').expect("a rule has two sides");
            let singles = count(before, SINGLE) as u8;
            Move {
                needs: singles,
                takes: singles - count(after, SINGLE) as u8,
                before: kinds.iter().map(|&kind| count(before, kind)).collect(),
                after: kinds.iter().map(|&kind| count(after, kind)).collect(),
            }
        });
        let moves = moves.collect();
        Self {
            kinds,
            moves,
            most: u16::MAX,
            folds: Vec::new(),
        }
    }

    /// Has at most so many components in sight, of kinds with a capital letter that are not folded.
    pub fn within(self, most: u16) -> Self {
        Self { most, ..self }
    }

    /// Tells numbers of these kinds apart only so far.
    ///
    /// # Panics
    /// Panics when a move takes more of such a kind than its period: then larger numbers would not all lead to the same
    /// ones, see [`Self::steps`].
    pub fn folded(mut self, folds: &[Fold]) -> Self {
        for fold in folds {
            let kind = self.place(fold.kind);
            let most = self.moves.iter().map(|step| step.before[kind]).max().unwrap_or(0);
            assert!(most <= fold.period && fold.period <= fold.last + 1, "{fold:?}");
        }
        self.folds = folds.to_vec();
        self
    }

    fn place(&self, kind: char) -> usize {
        let place = self.kinds.iter().position(|&other| other == kind);
        place.expect("a kind of the rules")
    }

    /// Returns the rest with these components, as letters, and the free moves that are struck out.
    #[cfg(test)]
    pub fn rest(&self, letters: &str) -> (Rest, i32) {
        let mut rest = vec![0; self.kinds.len()];
        for letter in letters.chars().filter(|&letter| letter != SINGLE) {
            rest[self.place(letter)] += 1;
        }
        let struck = self.shortened(&mut rest);
        (rest, struck)
    }

    /// Strikes free moves out, and has small letters once; returns the number of those struck out.
    fn shortened(&self, rest: &mut Rest) -> i32 {
        let mut struck = 0;
        for (count, &kind) in rest.iter_mut().zip(&self.kinds) {
            if kind == FREE {
                struck = *count / 2 * 2;
                *count -= struck;
            } else if kind.is_lowercase() {
                *count = (*count).min(1);
            }
        }
        struck.into()
    }

    /// The components that count against the most.
    fn size(&self, rest: &Rest) -> u16 {
        let is_folded = |kind: char| self.folds.iter().any(|fold| fold.kind == kind);
        let counts = rest.iter().zip(&self.kinds);
        let counted = counts.filter(|&(_, &kind)| kind.is_uppercase() && !is_folded(kind));
        counted.map(|(count, _)| count).sum()
    }

    fn after(&self, rest: &Rest, step: &Move) -> Step<Rest> {
        let mut to = rest.clone();
        for (kind, count) in to.iter_mut().enumerate() {
            if !self.kinds[kind].is_lowercase() {
                *count -= step.before[kind];
            }
            *count += step.after[kind];
        }
        let moves = self.shortened(&mut to);
        for fold in &self.folds {
            let count = &mut to[self.place(fold.kind)];
            while *count > fold.last {
                *count -= fold.period;
            }
        }
        Step {
            needs: step.needs,
            takes: step.takes,
            struck: Struck { moves, singles: 0 },
            to: (self.size(&to) <= self.most).then_some(to),
        }
    }
}

impl Rules for Kinds {
    type Rest = Rest;

    fn start(&self, _: usize) -> Rest {
        vec![0; self.kinds.len()]
    }

    /// A folded number v stands for v, v + p, v + 2p and so on, where p is the period. Of these v + p and all larger
    /// ones have the same moves, into the same rests: what a move takes, at most p, leaves more than the last number
    /// that is not folded: v + p is more than the last that is distinguished, and then p more are the same number.
    fn steps(&self, rest: &Rest) -> Vec<Vec<Step<Rest>>> {
        let mut positions = vec![rest.clone()];
        for fold in &self.folds {
            let kind = self.place(fold.kind);
            if rest[kind] + fold.period > fold.last {
                let larger = positions.iter().map(|position| {
                    let mut larger = position.clone();
                    larger[kind] += fold.period;
                    larger
                });
                positions.extend(larger.collect::<Vec<_>>());
            }
        }
        let steps = |position: Rest| {
            let can = |step: &&Move| position.iter().zip(&step.before).all(|(has, needs)| has >= needs);
            self.moves
                .iter()
                .filter(can)
                .map(|step| self.after(&position, step))
                .collect()
        };
        positions.into_iter().map(steps).collect()
    }
}
