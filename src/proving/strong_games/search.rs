//! Proof numbers: the search for Red's quiet moves, with lines as its leaves.
//!
//! Nodes are classes of positions with nothing open and the player who is to move. The *number* of a node says how much
//! is left to prove: 0 when Red wins, [`NEVER`] when the moves tried here do not win.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{self, Read};

use proof::Progress;

use super::classes::Class;
use super::forced::{After, Rules};
use super::foresight::{Foresight, Place, UNSURE, Wanted};
use super::moves::{Ended, Finder, Moves};
use super::position::{Edge, GREEN, Position, RED};
use super::saved::{In, Out, position_of, too_large, wrong};
use super::threats::Target;

/// Number of a node that the moves tried do not win.
pub const NEVER: u32 = u32::MAX;
const NO_NODE: u32 = u32::MAX;
/// So many nodes are handed to other threads at a node of Red, beside the one that is searched next: half of them are
/// wanted. Of Green's replies a third.
const OF_RED: usize = 4;
const OF_GREEN: usize = 2;

/// Moves tried in a piece of the search: some tens of milliseconds. After each the search goes back to its root
/// and down again, whether it is stopped there or not, so that stops change nothing.
const PIECE: u64 = 1 << 16;

/// In a state that is read: the largest first number of a node, more moves tried than any search comes to, and more
/// nodes below one another, or moves of one, than there are edges.
const FIRST_MOST: u32 = 1 << 10;
const EFFORT_MOST: u64 = 1 << 62;
const PATH_MOST: usize = 1 << 9;

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
    /// Whether another thread was asked for the moves there.
    is_foreseen: bool,
    node: u32,
    number: u32,
}

struct Node {
    /// Where the edges begin in [`Search::edges`], the red ones first.
    edges: usize,
    /// Red and green edges.
    counts: [u8; 2],
    is_red: bool,
    is_expanded: bool,
    /// The moves of Red that may win, or of Green that may save him.
    choices: Vec<Choice>,
}

impl Node {
    /// Edges of both colours.
    fn size(&self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }
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
    finder: Finder<'a, T>,
    /// Other threads that find moves.
    foresight: Option<&'a Foresight>,
    /// The moves of the node last looked at: a list for each would be allocated again.
    found: Moves,
    /// Where other threads find the node inserted last.
    place: Option<Place>,
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

impl<'a, T: Target> Search<'a, T> {
    /// An empty table of at most so many bytes.
    pub fn new(rules: &'a Rules<T>, most_bytes: u64, foresight: Option<&'a Foresight>) -> Self {
        Self {
            rules,
            finder: Finder::new(rules),
            foresight,
            found: Moves::default(),
            place: None,
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

    /// Searches from a position with Red to move and nothing open. After [`End::Paused`] the next call must be for the
    /// same position; the effort allowed is then that of the first.
    pub fn solve(&mut self, position: &Position, most_effort: u64) -> End {
        match std::mem::take(&mut self.is_continued) {
            true => self.resumed = std::mem::take(&mut self.path),
            false => self.most_effort = self.effort.saturating_add(most_effort),
        }
        self.resumed.pop();
        self.end = None;
        let mut position = Position::of(
            &position.edges(RED).collect::<Vec<_>>(),
            &position.edges(GREEN).collect::<Vec<_>>(),
        );
        if self.finder.has_winning_line(&mut position) {
            return End::Won;
        }
        let class = self.finder.class(&position, true);
        let node = match self.numbers.get(&class) {
            Some(&node) => node,
            None => self.insert(&position, class, true, self.finder.guess(&position, true)),
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

    fn insert(&mut self, position: &Position, class: Class, is_red: bool, number: u32) -> u32 {
        let node = self.nodes.len() as u32;
        let edges = self.edges.len();
        self.edges.extend(position.edges(RED).chain(position.edges(GREEN)));
        self.bytes += (size_of::<Edge>() * (self.edges.len() - edges)) as u64 + NODE_BYTES;
        self.nodes.push(Node {
            edges,
            counts: [RED, GREEN].map(|colour| position.count(colour) as u8),
            is_red,
            is_expanded: false,
            choices: Vec::new(),
        });
        self.left.push((number, 1));
        self.numbers.insert(class, node);
        if let Some(foresight) = self.foresight {
            foresight.remember(class);
        }
        node
    }

    /// The red and the green edges of a node.
    fn edges(&self, node: u32) -> (&[Edge], &[Edge]) {
        let Node { edges, counts, .. } = self.nodes[node as usize];
        let counts = counts.map(usize::from);
        self.edges[edges..edges + counts[RED] + counts[GREEN]].split_at(counts[RED])
    }

    fn position(&self, node: u32) -> Position {
        let (red, green) = self.edges(node);
        Position::of(red, green)
    }

    /// Searches below a node until one of its two numbers reaches its threshold.
    fn visit(&mut self, node: u32, most: u32, most_against: u32) {
        if !self.nodes[node as usize].is_expanded {
            self.expand(node);
        }
        match self.nodes[node as usize].is_red {
            true => self.visit_red(node, most, most_against),
            false => self.visit_green(node, most, most_against),
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
                    self.foresee(node, best.2, |(number, against)| (number, against));
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
            false => self.rules.green_plays(&mut position, choice.edge),
        };
        let is_red = after == After::Red;
        let class = self.finder.class(&position, is_red);
        let child = match self.numbers.get(&class) {
            Some(&child) => child,
            None => {
                self.place = choice.is_foreseen.then_some((node, choice.edge));
                self.insert(&position, class, is_red, choice.number)
            }
        };
        self.nodes[node as usize].choices[at].node = child;
        child
    }

    fn visit_green(&mut self, node: u32, most: u32, most_against: u32) {
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
                    self.foresee(node, best.2, |(number, against)| (against, NEVER - number));
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
        let mut found = std::mem::take(&mut self.found);
        if !self.was_foreseen(&mut found) {
            let mut position = self.position(node);
            let is_red = self.nodes[node as usize].is_red;
            let Self { numbers, left, .. } = self;
            let known = |class| numbers.get(&class).map(|&node| (node, left[node as usize].0));
            self.finder.find(&mut position, is_red, known, &mut found);
        }
        let choices = self.chosen(node, &found);
        self.found = found;
        let numbers = &mut self.left[node as usize];
        let node = &mut self.nodes[node as usize];
        node.is_expanded = true;
        match choices {
            Some(choices) => {
                self.bytes += bytes_of(&choices);
                node.choices = choices;
            }
            None => *numbers = (NEVER, 0),
        }
    }

    /// Leaves the moves of the node inserted last in `found`, if another thread has found them.
    fn was_foreseen(&mut self, found: &mut Moves) -> bool {
        let Some((foresight, place)) = self.foresight.zip(self.place.take()) else {
            return false;
        };
        let Self { numbers, left, .. } = self;
        let known = |class| numbers.get(&class).map(|&node| (node, left[node as usize].0));
        foresight.take(place, &mut self.finder, known, found)
            && found.moves.iter_mut().all(|found| {
                if let Some((node, number)) = known(found.class) {
                    (found.node, found.number) = (Some(node), number);
                }
                found.node != Some(UNSURE)
            })
    }

    /// The choices at a node, from its moves; `None` when a reply saves Green.
    fn chosen(&mut self, node: u32, found: &Moves) -> Option<Vec<Choice>> {
        let is_red = self.nodes[node as usize].is_red;
        // A reply that saved Green in a node searched meanwhile: no others would have been tried.
        let saving = found.moves.iter().find(|found| !is_red && found.number == NEVER);
        self.effort += u64::from(saving.map_or(found.tried, |saving| saving.tried));
        if saving.is_some() || found.ended == Ended::Saved {
            return None;
        }
        let choice = |edge, node, number| Choice {
            edge,
            is_foreseen: false,
            node,
            number,
        };
        if let Ended::Won(edge) = found.ended {
            return Some(vec![choice(edge, NO_NODE, 0)]);
        }
        let useless = if is_red { NEVER } else { 0 };
        let useful = || found.moves.iter().filter(|found| found.number != useless);
        let mut choices = Vec::with_capacity(useful().count());
        choices.extend(useful().map(|found| choice(found.edge, found.node.unwrap_or(NO_NODE), found.number)));
        Some(choices)
    }

    /// Asks other threads for the moves behind the choices that the search may want after the best one, least first.
    fn foresee(&mut self, node: u32, best: usize, order: impl Fn((u32, u32)) -> (u32, u32)) {
        let Some(foresight) = self.foresight else { return };
        let width = if self.nodes[node as usize].is_red {
            OF_RED
        } else {
            OF_GREEN
        };
        let mut others: Vec<((u32, u32), usize)> = Vec::new();
        for (at, choice) in self.nodes[node as usize].choices.iter().enumerate() {
            let numbers = self.numbers_of(choice);
            if at != best && numbers.0 != NEVER && numbers.0 != 0 {
                others.push((order(numbers), at));
            }
        }
        others.sort_unstable();
        others.truncate(width);
        let wanted: Vec<Wanted> = others
            .iter()
            .rev()
            .filter_map(|&(_, at)| self.wanted(node, at))
            .collect();
        foresight.want(wanted.into_iter());
    }

    /// What another thread needs to know of the node behind a choice, unless it knows.
    fn wanted(&mut self, node: u32, at: usize) -> Option<Wanted> {
        let choice = &mut self.nodes[node as usize].choices[at];
        if choice.node != NO_NODE || std::mem::replace(&mut choice.is_foreseen, true) {
            return None;
        }
        let edge = choice.edge;
        let (red, green) = self.edges(node);
        Some(Wanted {
            place: (node, edge),
            edges: [red, green].concat(),
            red: red.len(),
            is_red: self.nodes[node as usize].is_red,
        })
    }

    /// Red's move in a class that she wins, in the labels that the edges beside it have.
    pub fn winning(&self, class: Class) -> Option<(Vec<Edge>, Vec<Edge>, Edge)> {
        let number = *self.numbers.get(&class)? as usize;
        if self.left[number].0 != 0 {
            return None;
        }
        let (red, green) = self.edges(number as u32);
        Some((red.to_vec(), green.to_vec(), self.nodes[number].choices.first()?.edge))
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
            let (red, green) = self.edges(at as u32);
            out.edges(red)?;
            out.edges(green)?;
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
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidData`] for a state that no search has, in which another might go round in circles;
    /// [`io::ErrorKind::OutOfMemory`] for one that takes more than is allowed.
    pub fn restore<R: Read>(&mut self, from: &mut In<R>) -> io::Result<()> {
        self.effort = from.number()?;
        self.most_effort = from.number()?;
        self.next_pause = from.number()?;
        // The bytes, which are counted here.
        from.number()?;
        self.is_continued = from.byte()? == 1;
        for _ in 0..from.short()? {
            self.path.push((from.short()?, from.short()?, from.short()?));
            if self.path.len() > PATH_MOST {
                return Err(wrong());
            }
        }
        let count = from.short()?;
        for node in 0..count {
            self.restore_node(node, count, from)?;
        }
        let is_tree = self.nodes.iter().all(|node| {
            let known = node.choices.iter().filter(|choice| choice.node != NO_NODE);
            known
                .into_iter()
                .all(|choice| self.nodes[choice.node as usize].size() > node.size())
        });
        // Deepest first; a node may have been left out of the choices since.
        let is_path = self.path.iter().all(|&(node, ..)| node < count)
            && self.path.windows(2).all(|pair| {
                let [deep, high] = [pair[0].0, pair[1].0].map(|node| self.nodes[node as usize].size());
                deep > high
            });
        let is_measured = self.effort < EFFORT_MOST && self.next_pause <= self.effort + PIECE;
        match is_tree && is_path && is_measured {
            true => Ok(()),
            false => Err(wrong()),
        }
    }

    /// Reads a node; there are `count`.
    fn restore_node<R: Read>(&mut self, node: u32, count: u32, from: &mut In<R>) -> io::Result<()> {
        let (red, green) = (from.edges()?, from.edges()?);
        let position = position_of(&red, &green)?;
        let flags = from.byte()?;
        let (is_red, is_expanded) = (flags & 1 == 1, flags >> 1 & 1 == 1);
        let class = self.finder.class(&position, is_red);
        let (number, against) = (from.short()?, from.short()?);
        let are_numbers = (number == 0) == (against == NEVER) && (number == NEVER) == (against == 0);
        let is_first = (1..=FIRST_MOST).contains(&number) && against == 1;
        if !are_numbers || !is_expanded && !is_first {
            return Err(wrong());
        }
        let mut choices = Vec::new();
        for _ in 0..from.short()? {
            let edge = (from.byte()?, from.byte()?);
            let (node, number) = (from.short()?, from.short()?);
            let is_move = match is_red {
                true => self.rules.may_take(&position, edge),
                false => self.rules.green_may_take(&position, edge),
            };
            let is_known = match node {
                NO_NODE => number <= FIRST_MOST && (is_red || number > 0),
                _ => node < count,
            };
            if !is_move || !is_known || choices.len() > PATH_MOST {
                return Err(wrong());
            }
            choices.push(Choice {
                edge,
                is_foreseen: false,
                node,
                number,
            });
        }
        choices.shrink_to_fit();
        self.bytes += (size_of::<Edge>() * (red.len() + green.len())) as u64 + NODE_BYTES + bytes_of(&choices);
        if self.bytes > self.most_bytes {
            return Err(too_large());
        }
        self.nodes.push(Node {
            edges: self.edges.len(),
            counts: [red.len() as u8, green.len() as u8],
            is_red,
            is_expanded,
            choices,
        });
        self.edges.extend(red.into_iter().chain(green));
        self.left.push((number, against));
        match self.numbers.insert(class, node) {
            None => Ok(()),
            Some(_) => Err(wrong()),
        }
    }
}
