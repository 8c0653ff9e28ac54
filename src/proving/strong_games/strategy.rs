//! What is written down: for each class of positions that Red meets, her move, and the lines that refute most replies.

use super::classes::{Class, Classes};
use super::forced::{After, Rules};
use super::lines::{Line, Lines, last_count};
use super::position::{Edge, GREEN, Position, RED};
use super::search::ByClass;
use super::threats::Target;

/// A position with Red to move and nothing open, her move, and hints.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Red edges.
    pub red: Vec<Edge>,
    /// Green edges.
    pub green: Vec<Edge>,
    /// Red's move.
    pub edge: Edge,
    /// Each of Green's replies that leads to no other entry is refuted by one of these lines of Red's moves.
    pub lines: Vec<Line>,
}

/// A strategy that wins.
#[derive(Clone, Debug, Default)]
pub struct Strategy {
    /// By their number of edges; the first one is the empty position.
    pub entries: Vec<Entry>,
    /// Red's moves in the longest game.
    pub moves: usize,
    /// Vertices touched in the game that touches most, as far as the lines are played.
    pub touched: usize,
}

/// Why there is no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Without {
    /// It was asked to stop.
    Stopped,
    /// What the search says cannot be: a position that it calls won has no move that wins.
    Contradiction,
}

/// Finds Red's move: red edges, green edges and the move, in the labels of any position of the class.
pub(super) type Winning<'a> = &'a dyn Fn(Class) -> Option<(Vec<Edge>, Vec<Edge>, Edge)>;

impl Strategy {
    /// The entries that can be met from the empty position. `is_stopped` is asked before each entry.
    ///
    /// # Errors
    /// [`Without`].
    pub(super) fn of<T: Target>(
        rules: &Rules<T>,
        winning: Winning,
        is_stopped: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Self, Without> {
        let classes = Classes::default();
        let mut compiler = Compiler {
            rules,
            lines: Lines::default(),
            found: Vec::new(),
            leaves: Vec::new(),
        };
        let mut strategy = Self::default();
        let empty = classes.of(&Position::empty());
        let mut seen = ByClass::default();
        seen.insert(empty, ());
        let mut open = vec![empty];
        while let Some(class) = open.pop() {
            if is_stopped(strategy.entries.len()) {
                return Err(Without::Stopped);
            }
            let (red, green, edge) = winning(class).ok_or(Without::Contradiction)?;
            let mut position = Position::of(&red, &green);
            let after = rules.red_plays(&mut position, edge);
            compiler.found.clear();
            compiler.leaves.clear();
            match after {
                After::Won => strategy.moves = strategy.moves.max(position.count(RED) + 1),
                After::Red => compiler.leaf(&position),
                After::Green => compiler.replies(&mut position)?,
                After::Lost => return Err(Without::Contradiction),
            }
            let lines = compiler.used(&mut strategy);
            for rest in std::mem::take(&mut compiler.leaves) {
                let class = classes.of(&rest);
                if seen.insert(class, ()).is_none() {
                    open.push(class);
                }
            }
            strategy.entries.push(Entry {
                red,
                green,
                edge,
                lines,
            });
        }
        let size = |entry: &Entry| entry.red.len() + entry.green.len();
        strategy.entries.sort_by(|a, b| (size(a), a).cmp(&(size(b), b)));
        Ok(strategy)
    }
}

struct Compiler<'a, T> {
    rules: &'a Rules<T>,
    lines: Lines,
    found: Vec<Line>,
    leaves: Vec<Position>,
}

impl<T: Target> Compiler<'_, T> {
    fn leaf(&mut self, position: &Position) {
        self.leaves.push(position.clone());
    }

    /// Collects the positions that Green's replies lead to, where Red is to move and nothing is open.
    fn replies(&mut self, position: &mut Position) -> Result<(), Without> {
        let mark = position.mark();
        if self.found.is_empty() {
            self.found.extend(self.lines.find(self.rules, position));
        }
        let replies = self.rules.replies(position).filter(|replies| !replies.is_empty());
        for edge in replies.ok_or(Without::Contradiction)? {
            match self.rules.green_plays(position, edge) {
                After::Won => {}
                After::Red => self.leaf(position),
                After::Green => self.replies(position)?,
                After::Lost => return Err(Without::Contradiction),
            }
            position.back_to(mark);
        }
        Ok(())
    }

    /// The lines that are needed; leaves those positions that no line wins.
    fn used(&mut self, strategy: &mut Strategy) -> Vec<Line> {
        let rules = self.rules;
        let mut rest = Vec::new();
        let mut won = Vec::new();
        for mut position in std::mem::take(&mut self.leaves) {
            let known = self
                .found
                .iter()
                .any(|line| last_count(rules, &mut position, line).is_some());
            if !known {
                match self.lines.find(rules, &mut position) {
                    Some(line) => self.found.push(line),
                    None => {
                        rest.push(position);
                        continue;
                    }
                }
            }
            won.push(position);
        }
        self.found.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        self.found.dedup();
        let mut is_used = vec![false; self.found.len()];
        for mut position in won {
            let mut tried = self.found.iter().enumerate();
            let first = tried.find_map(|(at, line)| Some((at, last_count(rules, &mut position, line)?)));
            let (at, (count, touched)) = first.expect("a line wins");
            is_used[at] = true;
            strategy.moves = strategy.moves.max(count);
            strategy.touched = strategy.touched.max(touched);
        }
        self.leaves = rest;
        let used = self.found.iter().zip(is_used).filter(|(_, is_used)| *is_used);
        used.map(|(line, _)| line.clone()).collect()
    }
}

/// Edges of a colour of a position, as a list.
pub(super) fn listed(position: &Position) -> (Vec<Edge>, Vec<Edge>) {
    (position.edges(RED).collect(), position.edges(GREEN).collect())
}
