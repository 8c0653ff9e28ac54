//! The committed Painter from her definition: the game in which she forgets, the real one, and certificates.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use crate::coloured::likeness::Known;
use crate::coloured::position::Position;
use crate::coloured::target::Target;
use crate::graphs::complete_bipartite;
use crate::online_ramsey::named;
use crate::online_ramsey::plan::{self, List};
use crate::pattern::{contains, parse};

type Pair = (usize, usize);
pub type Pairs = Vec<Pair>;
type Table = HashMap<u64, Known<bool>>;

/// What a wrong checker does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// It looks at the edges that one copy lacks, not at those of several.
    OneCopy,
    /// It lets Builder draw edges that close a copy by themselves.
    AnySet,
    /// It looks up positions on the next level alone.
    NextLevel,
    /// It counts what comes with an edge as no round.
    FreeOfCharge,
    /// It lets the committed colour settle larger sets, too.
    OwnSettles,
    /// It lets the colours exchange their names.
    Renamed,
    None,
}

/// A Painter committed to a colour, in a game of so many rounds.
pub struct Game {
    targets: Vec<Target>,
    own: usize,
    family: Vec<Vec<u32>>,
    rounds: usize,
    lists: Vec<List>,
    survives: RefCell<Table>,
    survives_plainly: RefCell<Table>,
    /// By the rounds that are left.
    planless: RefCell<Vec<Table>>,
}

fn edges(position: &Position) -> usize {
    (0..position.rows.len())
        .map(|colour| position.edges(colour).count())
        .sum()
}

fn remembered(table: &RefCell<Table>, position: &Position, find: impl FnOnce() -> bool) -> bool {
    let (number, known) = Known::find(&table.borrow(), position);
    known.unwrap_or_else(|| {
        let found = find();
        table.borrow_mut().entry(number).or_default().add(position, found);
        found
    })
}

impl Game {
    pub fn new(targets: &str, commit: &str, rounds: usize, lists: Vec<List>) -> Self {
        let (letter, family) = commit.split_once(':').unwrap();
        let member = |name: &str| match name.strip_prefix('S') {
            Some(edges) => complete_bipartite(1, edges.parse().unwrap()),
            None => parse(name).unwrap(),
        };
        Self {
            targets: named(targets).unwrap().into_iter().map(Target::new).collect(),
            own: usize::from(letter.as_bytes()[0] - b'a'),
            family: family.split('+').map(member).collect(),
            rounds,
            lists,
            survives: RefCell::default(),
            survives_plainly: RefCell::default(),
            planless: RefCell::new((0..=rounds).map(|_| Table::new()).collect()),
        }
    }

    pub fn colours(&self) -> usize {
        self.targets.len()
    }

    /// For every map of a member's vertices that takes an edge to `at` and the others to edges of the colour or, if any
    /// may lack, free pairs: these. New vertices are taken in order.
    fn copies(&self, position: &Position, at: Pair, may_lack: bool) -> BTreeSet<Pairs> {
        let mut found = BTreeSet::new();
        for member in &self.family {
            for a in 0..member.len() {
                for b in (0..member.len()).filter(|b| member[a] >> b & 1 == 1) {
                    let mut images = vec![None; member.len()];
                    (images[a], images[b]) = (Some(at.0), Some(at.1));
                    let new = position.n.max(at.1 + 1);
                    self.place(member, position, (at, may_lack), &mut images, new, &mut found);
                }
            }
        }
        found
    }

    fn place(
        &self,
        member: &[u32],
        position: &Position,
        (at, may_lack): (Pair, bool),
        images: &mut Vec<Option<usize>>,
        new: usize,
        found: &mut BTreeSet<Pairs>,
    ) {
        let Some(vertex) = images.iter().position(Option::is_none) else {
            let pairs = (0..member.len()).flat_map(|v| (0..v).map(move |u| (u, v)));
            let edges = pairs.filter(|&(u, v)| member[v] >> u & 1 == 1);
            let image = |at: usize| images[at].unwrap();
            let edges = edges.map(|(u, v)| (image(u).min(image(v)), image(u).max(image(v))));
            let is_own = |&(u, v): &Pair| position.rows[self.own][u] >> v & 1 == 1;
            let mut lacking: Pairs = edges.filter(|pair| *pair != at && !is_own(pair)).collect();
            lacking.sort_unstable();
            if lacking.iter().all(|&(u, v)| position.is_free(u, v)) {
                found.insert(lacking);
            }
            return;
        };
        for image in (0..=new)
            .filter(|image| !images.contains(&Some(*image)))
            .collect::<Vec<_>>()
        {
            let may_be = |v: usize| match images[v] {
                Some(other) if member[vertex] >> v & 1 == 1 => {
                    position.rows[self.own][image] >> other & 1 == 1 || may_lack && position.is_free(image, other)
                }
                _ => true,
            };
            if (0..member.len()).all(may_be) {
                images[vertex] = Some(image);
                self.place(
                    member,
                    position,
                    (at, may_lack),
                    images,
                    new + usize::from(image == new),
                    found,
                );
                images[vertex] = None;
            }
        }
    }

    fn lacking(&self, position: &Position, at: Pair) -> BTreeSet<Pairs> {
        self.copies(position, at, true)
    }

    /// Whether a copy of a member in the colour has this pair, if that gets the colour.
    fn closes_member(&self, position: &Position, at: Pair) -> bool {
        !self.copies(position, at, false).is_empty()
    }

    pub fn drawn(&self, position: &Position, set: &Pairs) -> Position {
        set.iter()
            .fold(position.clone(), |drawn, &pair| drawn.with(pair, self.own))
    }

    /// Whether no copy of a member in the colour has a pair of the set.
    pub fn is_legal(&self, drawn: &Position, set: &Pairs) -> bool {
        set.iter()
            .all(|&pair| !self.lacking(drawn, pair).contains(&Pairs::new()))
    }

    /// Whether some copy of a member through a pair lacks nothing, and each pair of the set is in such a copy.
    pub fn needs(&self, drawn: &Position, at: Pair, set: &Pairs) -> bool {
        let is_in_one = |&(u, v): &Pair| {
            let mut without = drawn.clone();
            without.rows[self.own][u] &= !(1 << v);
            without.rows[self.own][v] &= !(1 << u);
            self.lacking(&without, at).contains(&vec![(u, v)])
        };
        self.closes_member(drawn, at) && set.iter().all(is_in_one)
    }

    /// The vertices with an edge or an end of the pair.
    pub fn touched(&self, drawn: &Position, at: Pair) -> usize {
        let is_touched = |v: &usize| *v == at.0 || *v == at.1 || drawn.rows.iter().any(|rows| rows[*v] != 0);
        (0..drawn.n.max(at.1 + 1)).filter(is_touched).count()
    }

    pub fn closes(&self, position: &Position, colour: usize) -> bool {
        let rows: Vec<u32> = position.rows[colour][..position.n]
            .iter()
            .map(|row| *row as u32)
            .collect();
        contains(&rows, &self.targets[colour].rows)
    }

    fn is_planless(&self, position: &Position, left: usize) -> bool {
        if self.lists.is_empty() {
            return false;
        }
        let (number, known) = Known::find(&self.planless.borrow()[left], position);
        known.unwrap_or_else(|| {
            let found = self.lists.iter().any(|list| !plan::exists(list, position, left));
            let mut tables = self.planless.borrow_mut();
            tables[left].entry(number).or_default().add(position, found);
            found
        })
    }

    /// The answer to each move with a pair: the position, and the rounds left. `None` if some move has none. `is_right`
    /// says whether Painter may go to a position.
    fn answers(
        &self,
        position: &Position,
        at: Pair,
        fault: Fault,
        is_right: &mut dyn FnMut(&Position, usize) -> bool,
    ) -> Option<Vec<(Position, usize)>> {
        let left = self.rounds - edges(position) - 1;
        let sized = |set: Pairs| (set.len(), set);
        let mut sets: BTreeSet<(usize, Pairs)> = self.lacking(position, at).into_iter().map(sized).collect();
        let mut settled: Vec<Pairs> = Vec::new();
        let mut answers = Vec::new();
        while let Some((size, set)) = sets.pop_first() {
            let is_settled = settled.iter().any(|less| less.iter().all(|pair| set.contains(pair)));
            let drawn = self.drawn(position, &set);
            let is_move = || fault == Fault::AnySet || self.is_legal(&drawn, &set);
            if size > left || is_settled || !is_move() {
                continue;
            }
            let left = if fault == Fault::FreeOfCharge {
                left
            } else {
                left - size
            };
            let others = (0..self.colours()).filter(|&colour| colour != self.own);
            let mut colours = others.chain([self.own]);
            let (colour, child) = colours.find_map(|colour| {
                let child = drawn.with(at, colour);
                (!self.closes(&child, colour) && is_right(&child, left)).then_some((colour, child))
            })?;
            answers.push((child, left));
            if colour != self.own || fault == Fault::OwnSettles {
                settled.push(set);
            } else if fault != Fault::OneCopy {
                for more in self.lacking(&drawn, at).into_iter().filter(|more| !more.is_empty()) {
                    let mut larger = [&set[..], &more[..]].concat();
                    larger.sort_unstable();
                    sets.insert(sized(larger));
                }
            }
        }
        Some(answers)
    }

    /// Whether she survives when she forgets.
    pub fn survives(&self, position: &Position) -> bool {
        let left = self.rounds - edges(position);
        left == 0
            || remembered(&self.survives, position, || {
                self.is_planless(position, left)
                    || position.free_pairs().into_iter().all(|at| {
                        let mut is_right = |child: &Position, _| self.survives(child);
                        self.answers(position, at, Fault::None, &mut is_right).is_some()
                    })
            })
    }

    /// Whether she survives move by move, when she forgets nothing.
    pub fn survives_plainly(&self, position: &Position) -> bool {
        self.rounds == edges(position)
            || remembered(&self.survives_plainly, position, || {
                position.free_pairs().into_iter().all(|at| {
                    let is_bound = !self.closes_member(position, at);
                    let mut colours = (0..self.colours()).filter(|&colour| colour == self.own || !is_bound);
                    colours.any(|colour| {
                        let child = position.with(at, colour);
                        !self.closes(&child, colour) && self.survives_plainly(&child)
                    })
                })
            })
    }

    /// A certificate for a checker with a fault, if she survives: by edges the positions that her answers lead to, each
    /// once.
    pub fn certificate(&self, fault: Fault) -> Option<Vec<Vec<Position>>> {
        let empty = Position::empty(self.colours());
        if !self.survives(&empty) {
            return None;
        }
        let mut levels: Vec<Vec<Position>> = vec![Vec::new(); self.rounds];
        let mut seen = Table::new();
        levels[0].push(empty);
        for level in 0..self.rounds {
            for entry in levels[level].clone() {
                for at in entry.free_pairs() {
                    let mut is_right = |child: &Position, _| self.survives(child);
                    let answers = self.answers(&entry, at, fault, &mut is_right);
                    for (child, left) in answers.expect("she survives") {
                        let (number, known) = Known::find(&seen, &child);
                        if left > 0 && known.is_none() && !self.is_planless(&child, left) {
                            seen.entry(number).or_default().add(&child, true);
                            levels[self.rounds - left].push(child);
                        }
                    }
                }
            }
        }
        Some(levels)
    }

    /// Whether each entry of a certificate follows.
    pub fn is_right(&self, levels: &[Vec<Position>], fault: Fault) -> bool {
        let mut all = Table::new();
        for position in levels.iter().flatten() {
            let (number, _) = Known::find(&all, position);
            all.entry(number).or_default().add(position, true);
        }
        let has = |position: &Position| Known::find(&all, position).1.is_some();
        levels.iter().enumerate().all(|(level, entries)| {
            entries.iter().all(|entry| {
                let mut is_right = |child: &Position, left: usize| {
                    let is_near = fault != Fault::NextLevel || edges(child) == level + 1;
                    let rows = child.rows.iter().rev().cloned().collect();
                    let renamed = Position { n: child.n, rows };
                    left == 0
                        || is_near && has(child)
                        || fault == Fault::Renamed && has(&renamed)
                        || self.is_planless(child, left)
                };
                let pairs = entry.free_pairs().into_iter();
                pairs
                    .map(|at| self.answers(entry, at, fault, &mut is_right))
                    .all(|found| found.is_some())
            })
        })
    }
}
