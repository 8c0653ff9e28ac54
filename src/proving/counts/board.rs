//! The rests of a game by number, and columns of values: those of all rests beside a number of single vertices.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::rules::{Rules, Step, Struck};
use super::value::Value;

/// A column of values, by number of the rest.
pub(crate) type Column = Vec<Value>;

/// A move takes at most so many single vertices.
pub(crate) const TAKES_MOST: usize = 2;

/// A rest may stand for other positions than itself, and in cycles of moves between such rests bounds of scores may
/// improve for ever. After so many rounds nothing is said of scores.
const ROUNDS: usize = 16;

/// All rests that moves reach.
pub(crate) struct Board {
    /// By rest: a list of moves for each kind of positions that it stands for, to numbers of rests.
    steps: Vec<Vec<Vec<Step<usize>>>>,
    /// All rests; those that moves reach without single vertices come before, but for cycles.
    order: Vec<usize>,
    /// The rests of single vertices, by the parity of their number, and those after the only move.
    starts: [usize; 2],
    firsts: [usize; 2],
    is_plain: bool,
}

impl Board {
    pub fn new<R: Rules>(rules: &R) -> Self {
        let mut numbers: HashMap<R::Rest, usize> = HashMap::new();
        let mut rests = Vec::new();
        let mut number = |rest: R::Rest, rests: &mut Vec<R::Rest>| match numbers.entry(rest) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                rests.push(new.key().clone());
                *new.insert(rests.len() - 1)
            }
        };
        let starts = [0, 1].map(|parity| number(rules.start(parity), &mut rests));
        let mut steps = Vec::new();
        while steps.len() < rests.len() {
            let mut lists = Vec::new();
            for list in rules.steps(&rests[steps.len()]) {
                let mut numbered: Vec<Step<usize>> = Vec::new();
                for step in list {
                    let step = Step {
                        needs: step.needs,
                        takes: step.takes,
                        struck: step.struck,
                        to: step.to.map(|rest| number(rest, &mut rests)),
                    };
                    if !numbered.contains(&step) {
                        numbered.push(step);
                    }
                }
                // So that all numbers are bits of a u32.
                assert!(numbered.len() < 32, "{} moves", numbered.len());
                if !lists.contains(&numbered) {
                    lists.push(numbered);
                }
            }
            steps.push(lists);
        }
        let first = |start: usize| steps[start][0][0].to.expect("a single edge is in sight");
        Self {
            order: order(&steps),
            is_plain: steps.iter().all(|lists| lists.len() == 1),
            firsts: starts.map(first),
            starts,
            steps,
        }
    }

    /// The number of rests.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns the rest of `n` single vertices.
    pub fn start(&self, n: usize) -> usize {
        self.starts[n % 2]
    }

    /// Returns the rest after the first move on `n` vertices, which takes two.
    pub fn first(&self, n: usize) -> usize {
        self.firsts[n % 2]
    }

    /// Whether even and odd numbers of single vertices have rests of their own.
    pub fn has_parities(&self) -> bool {
        self.starts[0] != self.starts[1]
    }

    /// Whether each rest stands for itself alone.
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Returns the moves from a rest beside `singles` single vertices.
    pub fn steps(&self, rest: usize, singles: usize) -> impl Iterator<Item = impl Iterator<Item = &Step<usize>>> {
        let can = move |step: &&Step<usize>| usize::from(step.needs) <= singles;
        self.steps[rest].iter().map(move |list| list.iter().filter(can))
    }

    /// Adds the column after the last of `columns`, of which only the last two are read.
    ///
    /// Where rests stand for several positions, moves may go round in a circle. Then the smallest sets are found that
    /// hold, for each position that a rest stands for, what its options' sets imply. They contain the values of all
    /// these positions, by induction over the moves that these have left.
    pub fn extend(&self, columns: &mut Vec<Column>) {
        let singles = columns.len();
        columns.push(vec![Value::NONE; self.steps.len()]);
        for round in 0.. {
            let mut is_new = false;
            for &rest in &self.order {
                let found = self.steps(rest, singles).map(|list| {
                    let options = list.map(|step| option(columns, singles, step));
                    Value::of(options)
                });
                let known = columns[singles][rest];
                let mut value = found.fold(known, Value::joined);
                if round > ROUNDS && (value.max, value.min) != (known.max, known.min) {
                    value = value.without_scores();
                }
                is_new |= value != known;
                columns[singles][rest] = value;
            }
            if !is_new || self.is_plain {
                return;
            }
        }
    }
}

/// Returns the value after a move beside `singles` single vertices.
pub(crate) fn option(columns: &[Column], singles: usize, step: &Step<usize>) -> Value {
    let left = singles - usize::from(step.takes);
    let Some(to) = step.to else { return Value::UNKNOWN };
    columns[left][to].later(struck(step.struck, left))
}

/// Returns how many free moves are struck out when `left` single vertices are left.
fn struck(struck: Struck, left: usize) -> i32 {
    struck.moves + struck.singles * left as i32
}

/// Returns all rests so that moves that take no single vertex lead to earlier ones, unless they go round in a circle.
fn order(steps: &[Vec<Vec<Step<usize>>>]) -> Vec<usize> {
    let next = |rest: usize| -> Vec<usize> {
        let within = steps[rest].iter().flatten().filter(|step| step.takes == 0);
        within.filter_map(|step| step.to).collect()
    };
    let (mut order, mut seen) = (Vec::new(), vec![false; steps.len()]);
    for root in 0..steps.len() {
        if seen[root] {
            continue;
        }
        seen[root] = true;
        let mut path = vec![(root, next(root))];
        while let Some((rest, left)) = path.last_mut() {
            match left.pop() {
                Some(to) if seen[to] => (),
                Some(to) => {
                    seen[to] = true;
                    path.push((to, next(to)));
                }
                None => {
                    order.push(*rest);
                    path.pop();
                }
            }
        }
    }
    order
}
