//! Proof numbers: the search for Red's quiet moves, with lines as its leaves.
//!
//! Nodes are classes of positions with nothing open and the player who is to move. The *number* of a node says how much
//! is left to prove: 0 when Red wins, [`NEVER`] when the moves tried here do not win.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{self, Read};

use proof::Progress;

use super::classes::{Class, Classes};
use super::forced::{After, Rules, fresh_in};
use super::lines::{FEW, Line, Lines, MOST, wins};
use super::position::{BLUE, Edge, Position, RED};
use super::saved::{In, Out, position_of, wrong};
use super::threats::Target;

/// Number of a node that the moves tried do not win.
pub const NEVER: u32 = u32::MAX;
const NO_NODE: u32 = u32::MAX;
/// First numbers of nodes with Red to move, by the distance from a threat.
const OF_RED: [u32; 6] = [1, 3, 8, 12, 20, 30];
/// Added after a threat: else all sequences of threats come before the first quiet move.
const AFTER_THREAT: u32 = 3;
/// First number of a node with Blue to move where Red has a line of one move if he passes; two more moves count 1.
/// Where she has none, it depends on the distance.
const WITH_LINE: u32 = 2;
const WITHOUT_LINE: [u32; 6] = [8, 16, 32, 48, 80, 120];

/// Moves tried in a piece of the search: some tens of milliseconds. After each the search goes back to its root
/// and down again, whether it is stopped there or not, so that stops change nothing.
const PIECE: u64 = 1 << 16;

/// Classes are random bits: they are their own hashes.
#[derive(Default)]
pub struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 | u64::from(byte));
    }
    fn write_u128(&mut self, class: u128) {
        self.0 = class as u64;
    }
}

/// A sum of numbers that are neither 0 nor [`NEVER`].
fn sum(a: u32, b: u32) -> u32 {
    a.saturating_add(b).min(NEVER - 1)
}

/// A threshold somewhat above the second best number, so that the search does not change its mind all the time.
fn beyond(second: u32) -> u32 {
    second.saturating_add(second / 4).max(second.saturating_add(1))
}

/// A map whose keys are classes.
pub type ByClass<V> = HashMap<Class, V, BuildHasherDefault<AsIs>>;

/// A move and where it leads: a node, or none before the first visit, with the number that it would have.
#[derive(Clone, Copy, Debug)]
struct Choice {
    edge: Edge,
    node: u32,
    number: u32,
}

struct Node {
    /// Where the edges begin in [`Search::edges`], the red ones first.
    edges: usize,
    /// Red and blue edges.
    counts: [u8; 2],
    is_red: bool,
    is_expanded: bool,
    /// The moves of Red that may win, or of Blue that may save him.
    choices: Vec<Choice>,
}

/// Bytes of a node beside its edges and choices: itself, its numbers, and its place in the map of classes, which at
/// worst has just doubled and has its old half too. Without that, 2,000 MiB became 2,386.
const NODE_BYTES: u64 = (size_of::<Node>() + size_of::<(u32, u32)>() + 7 * size_of::<(Class, u32)>() / 2) as u64;

/// Bytes of a list of choices, and what the allocator adds.
fn bytes_of(choices: &Vec<Choice>) -> u64 {
    match choices.capacity() {
        0 => 0,
        most => (most * size_of::<Choice>() + 16) as u64,
    }
}

/// A node with its thresholds.
type Visit = (u32, u32, u32);

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Red wins.
    Won,
    /// The moves tried do not win.
    Never,
    /// The effort allowed is spent.
    Spent,
    /// The table is full.
    Full,
    /// A piece is done: the next call continues.
    Paused,
    /// It was asked to stop.
    Stopped,
}

/// The search.
pub struct Search<'a, T> {
    rules: &'a Rules<T>,
    classes: Classes,
    lines: Lines,
    nodes: Vec<Node>,
    /// Those of the nodes, one after the other.
    edges: Vec<Edge>,
    /// How much is left to prove and to disprove of each node; one of them is [`NEVER`] when the other is 0. Apart from
    /// the rest, because they are read much more often.
    left: Vec<(u32, u32)>,
    numbers: ByClass<u32>,
    next_pause: u64,
    is_continued: bool,
    /// Where the last piece ended, deepest first: nodes with their thresholds.
    path: Vec<Visit>,
    /// What is left of the path on the way down.
    resumed: Vec<Visit>,
    /// Moves tried.
    pub effort: u64,
    /// Bytes of nodes and choices.
    pub bytes: u64,
    most_bytes: u64,
    most_effort: u64,
    end: Option<End>,
}

/// Tells the classes of Blue's nodes from those of Red's.
const OF_BLUE: Class = 0x9d3f_1ac2_7715_e0b6_43aa_90fe_1b6d_27c1;

impl<'a, T: Target> Search<'a, T> {
    /// An empty table of at most so many bytes.
    pub fn new(rules: &'a Rules<T>, most_bytes: u64) -> Self {
        Self {
            rules,
            classes: Classes::default(),
            lines: Lines::default(),
            nodes: Vec::new(),
            edges: Vec::new(),
            left: Vec::new(),
            numbers: ByClass::default(),
            next_pause: PIECE,
            is_continued: false,
            path: Vec::new(),
            resumed: Vec::new(),
            effort: 0,
            bytes: 0,
            most_bytes,
            most_effort: u64::MAX,
            end: None,
        }
    }

    /// How far the search has come.
    pub fn progress(&self) -> Progress {
        let entry = self.bytes.checked_div(self.nodes.len() as u64).unwrap_or(0).max(1);
        Progress {
            nodes: self.effort,
            entries: self.nodes.len() as u64,
            entries_most: self.most_bytes / entry,
            detail: String::new(),
            share: None,
        }
    }

    /// Searches from a position with Red to move and nothing open. After [`End::Paused`] the next call must be for the same
    /// position; the effort allowed is then that of the first.
    pub fn solve(&mut self, position: &Position, most_effort: u64) -> End {
        match std::mem::take(&mut self.is_continued) {
            true => self.resumed = std::mem::take(&mut self.path),
            false => self.most_effort = self.effort.saturating_add(most_effort),
        }
        self.resumed.pop();
        self.end = None;
        let mut position = Position::of(
            &position.edges(RED).collect::<Vec<_>>(),
            &position.edges(BLUE).collect::<Vec<_>>(),
        );
        if self.lines.find(self.rules, &mut position).is_some() {
            return End::Won;
        }
        let class = self.classes.of(&position);
        let node = match self.numbers.get(&class) {
            Some(&node) => node,
            None => self.insert(&position, class, true, self.guess(&position, true)),
        };
        loop {
            let (number, _) = self.left[node as usize];
            match (number, self.end) {
                (0, _) => return End::Won,
                (NEVER, _) => return End::Never,
                (_, Some(end)) => {
                    self.is_continued = end == End::Paused;
                    return end;
                }
                _ => self.visit(node, NEVER, NEVER),
            }
        }
    }

    /// The first number of a node, without a search for lines.
    fn guess(&self, position: &Position, is_red: bool) -> u32 {
        let rows = (position.rows(RED), position.rows(BLUE));
        let distance = self.rules.target.distance(rows.0, rows.1, position.touched());
        match is_red {
            true => OF_RED[distance],
            false => WITHOUT_LINE[distance],
        }
    }

    fn insert(&mut self, position: &Position, class: Class, is_red: bool, number: u32) -> u32 {
        let node = self.nodes.len() as u32;
        let edges = self.edges.len();
        self.edges.extend(position.edges(RED).chain(position.edges(BLUE)));
        self.bytes += (size_of::<Edge>() * (self.edges.len() - edges)) as u64 + NODE_BYTES;
        self.nodes.push(Node {
            edges,
            counts: [RED, BLUE].map(|colour| position.count(colour) as u8),
            is_red,
            is_expanded: false,
            choices: Vec::new(),
        });
        self.left.push((number, 1));
        self.numbers.insert(class, node);
        node
    }

    /// The red and the blue edges of a node.
    fn edges(&self, node: u32) -> (&[Edge], &[Edge]) {
        let Node { edges, counts, .. } = self.nodes[node as usize];
        let counts = counts.map(usize::from);
        self.edges[edges..edges + counts[RED] + counts[BLUE]].split_at(counts[RED])
    }

    fn position(&self, node: u32) -> Position {
        let (red, blue) = self.edges(node);
        Position::of(red, blue)
    }

    /// Searches below a node until one of its two numbers reaches its threshold.
    fn visit(&mut self, node: u32, most: u32, most_against: u32) {
        if !self.nodes[node as usize].is_expanded {
            self.expand(node);
        }
        match self.nodes[node as usize].is_red {
            true => self.visit_red(node, most, most_against),
            false => self.visit_blue(node, most, most_against),
        }
        self.resumed.clear();
        if self.bytes > self.most_bytes {
            self.end = self.end.or(Some(End::Full));
        }
        if self.effort >= self.next_pause {
            self.next_pause = self.effort + PIECE;
            self.end = self.end.or(Some(End::Paused));
        }
        if self.effort > self.most_effort {
            self.end = self.end.or(Some(End::Spent));
        }
        if self.end == Some(End::Paused) {
            self.path.push((node, most, most_against));
        }
    }

    /// The two numbers of the node behind a choice.
    fn numbers_of(&self, choice: &Choice) -> (u32, u32) {
        match choice.node {
            NO_NODE => (choice.number, 1),
            child => self.left[child as usize],
        }
    }

    fn visit_red(&mut self, node: u32, most: u32, most_against: u32) {
        loop {
            let (mut best, mut second) = ((NEVER, NEVER, 0), NEVER);
            let (mut hardest, mut open) = (0, 0);
            for (at, choice) in self.nodes[node as usize].choices.iter().enumerate() {
                let (number, against) = self.numbers_of(choice);
                if number == NEVER {
                    continue;
                }
                open += 1;
                hardest = hardest.max(against);
                if (number, against) < (best.0, best.1) {
                    second = best.0;
                    best = (number, against, at);
                } else {
                    second = second.min(number);
                }
            }
            let against = match best.0 {
                0 => NEVER,
                NEVER => 0,
                _ => sum(hardest, open - 1),
            };
            self.left[node as usize] = (best.0, against);
            if best.0 == 0 {
                let choice = self.nodes[node as usize].choices[best.2];
                self.release(node);
                let choices = vec![choice];
                self.bytes += bytes_of(&choices);
                self.nodes[node as usize].choices = choices;
                return;
            }
            if best.0 == NEVER {
                self.release(node);
                return;
            }
            if best.0 >= most || against >= most_against || self.end.is_some() {
                return;
            }
            let (child, most, most_against) = match self.resumed.pop() {
                Some(visit) => visit,
                None => {
                    let child = self.child(node, best.2);
                    (child, most.min(beyond(second)), most_against - (open - 1))
                }
            };
            self.visit(child, most, most_against);
        }
    }

    /// The node after a move of Red.
    fn child(&mut self, node: u32, at: usize) -> u32 {
        let choice = self.nodes[node as usize].choices[at];
        if choice.node != NO_NODE {
            return choice.node;
        }
        let mut position = self.position(node);
        let after = match self.nodes[node as usize].is_red {
            true => self.rules.red_plays(&mut position, choice.edge),
            false => self.rules.blue_plays(&mut position, choice.edge),
        };
        let is_red = after == After::Red;
        let class = self.classes.of(&position) ^ if is_red { 0 } else { OF_BLUE };
        let child = match self.numbers.get(&class) {
            Some(&child) => child,
            None => self.insert(&position, class, is_red, choice.number),
        };
        self.nodes[node as usize].choices[at].node = child;
        child
    }

    fn visit_blue(&mut self, node: u32, most: u32, most_against: u32) {
        // A node that was lost at once has the number NEVER and no choices.
        if self.left[node as usize].0 == NEVER {
            return;
        }
        loop {
            let mut choices = std::mem::take(&mut self.nodes[node as usize].choices);
            choices.retain(|choice| self.numbers_of(choice).0 != 0);
            let (mut best, mut second) = ((NEVER, 0, 0), NEVER);
            let mut hardest = 0;
            for (at, choice) in choices.iter().enumerate() {
                let (number, against) = self.numbers_of(choice);
                hardest = hardest.max(number);
                if (against, NEVER - number) < (best.0, NEVER - best.1) {
                    second = best.0;
                    best = (against, number, at);
                } else {
                    second = second.min(against);
                }
            }
            let open = choices.len() as u32;
            let number = match (open, hardest) {
                (0, _) => 0,
                (_, NEVER) => NEVER,
                _ => sum(hardest, open - 1),
            };
            let against = match number {
                0 => NEVER,
                NEVER => 0,
                _ => best.0,
            };
            self.left[node as usize] = (number, against);
            self.nodes[node as usize].choices = choices;
            if number == 0 || number == NEVER {
                self.release(node);
                return;
            }
            if number >= most || against >= most_against || self.end.is_some() {
                return;
            }
            let (child, most, most_against) = match self.resumed.pop() {
                Some(visit) => visit,
                None => {
                    let child = self.child(node, best.2);
                    (child, most - (open - 1), most_against.min(beyond(second)))
                }
            };
            self.visit(child, most, most_against);
        }
    }

    fn release(&mut self, node: u32) {
        let choices = std::mem::take(&mut self.nodes[node as usize].choices);
        self.bytes = self.bytes.saturating_sub(bytes_of(&choices));
    }

    fn expand(&mut self, node: u32) {
        let mut position = self.position(node);
        let choices = match self.nodes[node as usize].is_red {
            true => Some(self.choices(&mut position)),
            false => self.replies(&mut position),
        };
        let numbers = &mut self.left[node as usize];
        let node = &mut self.nodes[node as usize];
        node.is_expanded = true;
        match choices {
            Some(mut choices) => {
                choices.shrink_to_fit();
                self.bytes += bytes_of(&choices);
                node.choices = choices;
            }
            None => *numbers = (NEVER, 0),
        }
    }

    /// Red's moves, those of one class once.
    fn choices(&mut self, position: &mut Position) -> Vec<Choice> {
        let mut choices = Vec::new();
        let mut seen = ByClass::default();
        let mark = position.mark();
        self.lines.prepare_quiet(self.rules, position);
        for edge in self.rules.moves(position) {
            self.effort += 1;
            let after = self.rules.red_plays(position, edge);
            let is_red = match after {
                After::Red => true,
                After::Blue => false,
                // A first move that already makes two threats: no line begins on the empty board.
                After::Won => {
                    position.back_to(mark);
                    let (node, number) = (NO_NODE, 0);
                    return vec![Choice { edge, node, number }];
                }
                After::Lost => {
                    position.back_to(mark);
                    continue;
                }
            };
            let class = self.classes.of(position) ^ if is_red { 0 } else { OF_BLUE };
            if seen.insert(class, ()).is_none() {
                let (node, number) = match self.numbers.get(&class) {
                    Some(&child) => (child, self.left[child as usize].0),
                    None => (NO_NODE, self.first_number(position, edge, is_red, mark)),
                };
                if number != NEVER {
                    choices.push(Choice { edge, node, number });
                }
            }
            position.back_to(mark);
        }
        choices
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

    /// Blue's replies that no line refutes, those of one class once; `None` when a reply saves him.
    fn replies(&mut self, position: &mut Position) -> Option<Vec<Choice>> {
        let mut lines: Vec<Line> = self.lines.find(self.rules, position).into_iter().collect();
        let has_line = !lines.is_empty();
        let mut choices = Vec::new();
        let mut seen = ByClass::default();
        let mark = position.mark();
        let replies = self.rules.replies(position).filter(|replies| !replies.is_empty())?;
        for edge in replies {
            self.effort += 1;
            let after = self.rules.blue_plays(position, edge);
            let is_red = match after {
                After::Won => {
                    position.back_to(mark);
                    continue;
                }
                After::Lost => {
                    position.back_to(mark);
                    return None;
                }
                After::Red => true,
                After::Blue => false,
            };
            // Where no line wins if Blue passes, none does after an edge of his.
            let is_hopeless = !has_line && position.mark() == mark + 1;
            if !(is_red && !is_hopeless && self.has_line(position, mark, &mut lines)) {
                let class = self.classes.of(position) ^ if is_red { 0 } else { OF_BLUE };
                let (node, number) = match self.numbers.get(&class) {
                    Some(&child) => (child, self.left[child as usize].0),
                    None => (NO_NODE, self.guess(position, is_red)),
                };
                if number == NEVER {
                    position.back_to(mark);
                    return None;
                }
                if number != 0 && seen.insert(class, ()).is_none() {
                    choices.push(Choice { edge, node, number });
                }
            }
            position.back_to(mark);
        }
        Some(choices)
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

    /// Red's move in a class that she wins, in the labels that the edges beside it have.
    pub fn winning(&self, class: Class) -> Option<(Vec<Edge>, Vec<Edge>, Edge)> {
        let number = *self.numbers.get(&class)? as usize;
        if self.left[number].0 != 0 {
            return None;
        }
        let (red, blue) = self.edges(number as u32);
        Some((red.to_vec(), blue.to_vec(), self.nodes[number].choices.first()?.edge))
    }

    /// Writes the state, between two pieces.
    pub fn save(&self, out: &mut Out) -> io::Result<()> {
        for number in [self.effort, self.most_effort, self.next_pause, self.bytes] {
            out.number(number)?;
        }
        out.byte(self.is_continued.into())?;
        out.short(self.path.len() as u32)?;
        for &(node, most, most_against) in &self.path {
            [node, most, most_against]
                .iter()
                .try_for_each(|&number| out.short(number))?;
        }
        out.short(self.nodes.len() as u32)?;
        for (at, (node, &(number, against))) in self.nodes.iter().zip(&self.left).enumerate() {
            let (red, blue) = self.edges(at as u32);
            out.edges(red)?;
            out.edges(blue)?;
            out.byte(u8::from(node.is_red) | u8::from(node.is_expanded) << 1)?;
            out.short(number)?;
            out.short(against)?;
            out.short(node.choices.len() as u32)?;
            for choice in &node.choices {
                out.0.write_all(&[choice.edge.0, choice.edge.1])?;
                out.short(choice.node)?;
                out.short(choice.number)?;
            }
        }
        Ok(())
    }

    /// Reads a state into an empty table.
    pub fn restore<R: Read>(&mut self, from: &mut In<R>) -> io::Result<()> {
        self.effort = from.number()?;
        self.most_effort = from.number()?;
        self.next_pause = from.number()?;
        self.bytes = from.number()?;
        self.is_continued = from.byte()? == 1;
        for _ in 0..from.short()? {
            self.path.push((from.short()?, from.short()?, from.short()?));
        }
        let count = from.short()?;
        if self.path.iter().any(|&(node, ..)| node >= count) {
            return Err(wrong());
        }
        for node in 0..count {
            let (red, blue) = (from.edges()?, from.edges()?);
            let position = position_of(&red, &blue)?;
            let flags = from.byte()?;
            let is_red = flags & 1 == 1;
            let class = self.classes.of(&position) ^ if is_red { 0 } else { OF_BLUE };
            let (number, against) = (from.short()?, from.short()?);
            let mut choices = Vec::new();
            for _ in 0..from.short()? {
                let edge = (from.byte()?, from.byte()?);
                let (node, number) = (from.short()?, from.short()?);
                let is_known = match node {
                    NO_NODE => fresh_in(&position, edge).is_some(),
                    _ => node < count,
                };
                if !is_known {
                    return Err(wrong());
                }
                choices.push(Choice { edge, node, number });
            }
            choices.shrink_to_fit();
            self.nodes.push(Node {
                edges: self.edges.len(),
                counts: [red.len() as u8, blue.len() as u8],
                is_red,
                is_expanded: flags >> 1 & 1 == 1,
                choices,
            });
            self.edges.extend(red.into_iter().chain(blue));
            self.left.push((number, against));
            self.numbers.insert(class, node);
        }
        Ok(())
    }
}
