//! The moves of a node. They depend on its position alone, so that any thread may find them; the table only saves work.

use super::classes::{Class, Classes};
use super::forced::{After, Rules};
use super::lines::{FEW, Line, Lines, MOST, wins};
use super::position::{Edge, Position};
use super::search::{ByClass, NEVER};
use super::threats::Target;

/// First numbers of nodes with Red to move, by the distance from a threat.
const OF_RED: [u32; 6] = [1, 3, 8, 12, 20, 30];
/// Added after a threat: else all sequences of threats come before the first quiet move.
const AFTER_THREAT: u32 = 3;
/// First number of a node with Green to move where Red has a line of one move if he passes; two more moves count 1.
/// Where she has none, it depends on the distance.
const WITH_LINE: u32 = 2;
const WITHOUT_LINE: [u32; 6] = [8, 16, 32, 48, 80, 120];

/// Distinguishes the classes of Green's nodes from those of Red's.
const OF_GREEN: Class = 0x9d3f_1ac2_7715_e0b6_43aa_90fe_1b6d_27c1;

/// A move that leads to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub edge: Edge,
    /// The class of the node.
    pub class: Class,
    /// The node, if the table was asked and has it.
    pub node: Option<u32>,
    /// Its number there, else the first one.
    pub number: u32,
    /// Moves tried up to this one.
    pub tried: u32,
}

/// Why no further moves were tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// There are no others.
    All,
    /// This move of Red wins at once.
    Won(Edge),
    /// The next reply saves Green.
    Saved,
}

/// The moves of a node that lead to others, those of one class once: of Red those that may win, of Green those that no
/// line refutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    pub moves: Vec<Move>,
    /// Moves tried in all.
    pub tried: u32,
    pub ended: Ended,
}

impl Default for Moves {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            tried: 0,
            ended: Ended::All,
        }
    }
}

/// Finds the moves of nodes.
pub struct Finder<'a, T> {
    rules: &'a Rules<T>,
    classes: Classes,
    lines: Lines,
    /// Classes of the moves of a node, and nothing between two uses: a map for each node would be allocated again.
    seen: ByClass<()>,
}

impl<'a, T: Target> Finder<'a, T> {
    /// One for a thread.
    pub fn new(rules: &'a Rules<T>) -> Self {
        Self {
            rules,
            classes: Classes::default(),
            lines: Lines::default(),
            seen: ByClass::default(),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &'a Rules<T> {
        self.rules
    }

    /// The class of a node.
    pub fn class(&self, position: &Position, is_red: bool) -> Class {
        self.classes.of(position) ^ if is_red { 0 } else { OF_GREEN }
    }

    /// Whether Red, who is to move, has a line that wins.
    pub fn has_winning_line(&mut self, position: &mut Position) -> bool {
        self.lines.find(self.rules, position).is_some()
    }

    /// The first number of a node, without a search for lines.
    pub fn guess(&self, position: &Position, is_red: bool) -> u32 {
        let rows = (position.rows(0), position.rows(1));
        let distance = self.rules.target.distance(rows.0, rows.1, position.touched());
        match is_red {
            true => OF_RED[distance],
            false => WITHOUT_LINE[distance],
        }
    }

    /// Writes the moves of a node into `found`. `known` gives the nodes of classes with their numbers, as far as they
    /// are known; nothing is computed for those.
    pub fn find(
        &mut self,
        position: &mut Position,
        is_red: bool,
        known: impl Fn(Class) -> Option<(u32, u32)>,
        found: &mut Moves,
    ) {
        found.moves.clear();
        found.tried = 0;
        self.seen.clear();
        let mark = position.mark();
        found.ended = match is_red {
            true => self.choices(position, known, found),
            false => self.replies(position, known, found),
        };
        position.back_to(mark);
    }

    fn choices(
        &mut self,
        position: &mut Position,
        known: impl Fn(Class) -> Option<(u32, u32)>,
        found: &mut Moves,
    ) -> Ended {
        let mark = position.mark();
        self.lines.prepare_quiet(self.rules, position);
        for edge in self.rules.moves(position) {
            position.back_to(mark);
            found.tried += 1;
            let is_red = match self.rules.red_plays(position, edge) {
                After::Red => true,
                After::Green => false,
                // A first move that already makes two threats: no line begins on the empty board.
                After::Won => return Ended::Won(edge),
                After::Lost => continue,
            };
            let class = self.class(position, is_red);
            if self.seen.insert(class, ()).is_none() {
                let (node, number) = match known(class) {
                    Some((node, number)) => (Some(node), number),
                    None => (None, self.first_number(position, edge, is_red, mark)),
                };
                found.moves.push(Move {
                    edge,
                    class,
                    node,
                    number,
                    tried: found.tried,
                });
            }
        }
        Ended::All
    }

    /// The first number of a node after a move of Red, made since a mark.
    fn first_number(&mut self, position: &mut Position, edge: Edge, is_red: bool, mark: usize) -> u32 {
        let guess = self.guess(position, is_red);
        if is_red {
            return guess + AFTER_THREAT;
        }
        // Without the edge no line wins.
        if !self.lines.can_use(self.rules, position, edge) {
            return guess;
        }
        match self.lines.find_since(self.rules, position, mark, FEW) {
            Some(line) => WITH_LINE + (line.len() as u32 - 1) / 2,
            None => guess,
        }
    }

    fn replies(
        &mut self,
        position: &mut Position,
        known: impl Fn(Class) -> Option<(u32, u32)>,
        found: &mut Moves,
    ) -> Ended {
        let mut lines: Vec<Line> = self.lines.find(self.rules, position).into_iter().collect();
        let has_line = !lines.is_empty();
        let mark = position.mark();
        let Some(replies) = self.rules.replies(position).filter(|replies| !replies.is_empty()) else {
            return Ended::Saved;
        };
        for edge in replies {
            position.back_to(mark);
            found.tried += 1;
            let is_red = match self.rules.green_plays(position, edge) {
                After::Won => continue,
                After::Lost => return Ended::Saved,
                After::Red => true,
                After::Green => false,
            };
            // Where no line wins if Green passes, none does after an edge of his.
            let is_hopeless = !has_line && position.mark() == mark + 1;
            if is_red && !is_hopeless && self.has_line(position, mark, &mut lines) {
                continue;
            }
            let class = self.class(position, is_red);
            if self.seen.insert(class, ()).is_some() {
                continue;
            }
            let (node, number) = match known(class) {
                Some((node, number)) => (Some(node), number),
                None => (None, self.guess(position, is_red)),
            };
            if number == NEVER {
                return Ended::Saved;
            }
            found.moves.push(Move {
                edge,
                class,
                node,
                number,
                tried: found.tried,
            });
        }
        Ended::All
    }

    /// Whether a line wins, an old or a new one.
    fn has_line(&mut self, position: &mut Position, mark: usize, lines: &mut Vec<Line>) -> bool {
        // The one used last comes first: neighbouring replies fall to the same line.
        if let Some(at) = lines.iter().position(|line| wins(self.rules, position, line)) {
            lines[..=at].rotate_right(1);
            return true;
        }
        match self.lines.find_since(self.rules, position, mark, MOST) {
            Some(line) => {
                lines.insert(0, line);
                true
            }
            None => false,
        }
    }
}
