//! What a Painter commits herself to: an edge that closes no copy of a family in her colour gets that colour.

use super::names::graph;
use super::plan::{List, Rule};
use crate::coloured::position::{ORDER_MOST, Position, ROOM, Row, Rows, each};
use crate::coloured::target::{Board, Target};
use crate::number::number;
use crate::work::spent;

/// Most members of a family, vertices of a graph in it, and edges of a star.
const MEMBERS_MOST: usize = 16;
const GRAPH_MOST: usize = ROOM - ORDER_MOST;
const STAR_MOST: usize = 40;
/// Most vertices of an entry with a move of Builder: of his edges one may have two new ends.
pub(super) const TOUCHED_MOST: usize = ORDER_MOST + 2;
/// Most sets of edges that may come with one pair, some 100 bytes each.
pub(super) const SETS_MOST: usize = 1 << 16;
/// Steps of such a set, beside those of copies.
const SET_STEPS: u64 = 128;

pub(super) const TOO_MANY: &str = "its moves are too many";

pub(super) type Pair = (usize, usize);
/// Pairs, smaller ends first, in ascending order.
pub(super) type Set = Vec<(u8, u8)>;

#[derive(Clone, Debug)]
enum Member {
    Graph(Target),
    /// So many edges at a vertex. As a graph it would have too many copies.
    Star(usize),
}

/// A colour and a family.
#[derive(Clone, Debug)]
pub(super) struct Commitment {
    pub colour: usize,
    family: Vec<Member>,
}

/// The pairs of a set.
pub(super) fn pairs(set: &Set) -> impl Iterator<Item = Pair> {
    set.iter().map(|&(u, v)| (u.into(), v.into()))
}

fn set(pairs: impl Iterator<Item = Pair>) -> Set {
    let mut set: Set = pairs.map(|(u, v)| (u.min(v) as u8, u.max(v) as u8)).collect();
    set.sort_unstable();
    set
}

impl Commitment {
    /// Reads a letter for the colour, a colon and the members with `+` between them; `None` unless each of them has two
    /// edges at least.
    pub fn read(text: &str, colours: usize) -> Option<Self> {
        let (letter, family) = text.split_once(':')?;
        let colour = (0..colours).find(|&colour| letter.as_bytes() == [b'a' + colour as u8])?;
        let member = |name: &str| match name.strip_prefix('S') {
            Some(edges) => {
                let edges = number(edges).filter(|edges| (2..=STAR_MOST).contains(edges));
                edges.map(Member::Star)
            }
            None => {
                let graph = Target::new(graph(name).filter(|rows| rows.len() <= GRAPH_MOST)?);
                (graph.edges() > 1).then_some(Member::Graph(graph))
            }
        };
        let family: Option<Vec<Member>> = family.split('+').take(MEMBERS_MOST + 1).map(member).collect();
        let family = family.filter(|family| family.len() <= MEMBERS_MOST)?;
        Some(Self { colour, family })
    }

    /// Whether Painter may play by it: the family covers the target of the colour, and each list begins with a rule of
    /// the colour and has only rules of the colour whose graphs the family covers.
    pub fn holds(&self, targets: &[Target], lists: &[List]) -> bool {
        let begins = |list: &List| list.first().is_some_and(|rule| rule.colour == self.colour);
        let is_covered = |rule: &Rule| rule.colour != self.colour || self.covers(&rule.graph);
        self.covers(&targets[self.colour]) && lists.iter().all(|list| begins(list) && list.iter().all(is_covered))
    }

    /// Whether each edge of a graph is in a copy of a member there.
    fn covers(&self, graph: &Target) -> bool {
        let (rows, n) = (graph.wide(), graph.rows.len());
        let mut ends = (0..n).flat_map(|v| each(rows[v] & ((1 << v) - 1)).map(move |u| (u, v)));
        ends.all(|at| self.has_through(&rows, n, at))
    }

    fn has_through(&self, rows: &Rows, n: usize, (u, v): Pair) -> bool {
        self.family.iter().any(|member| match member {
            Member::Graph(graph) => graph.has_through(rows, n, (u, v)),
            Member::Star(edges) => [u, v].iter().any(|&end| rows[end].count_ones() as usize >= *edges),
        })
    }

    /// The position with the edges of a set; `None` if one of them is in a copy of a member then.
    pub fn drawn(&self, position: &Position, set: &Set) -> Option<Position> {
        let drawn = pairs(set).fold(position.clone(), |drawn, pair| drawn.with(pair, self.colour));
        let rows = &drawn.rows[self.colour];
        pairs(set)
            .all(|pair| !self.has_through(rows, drawn.n, pair))
            .then_some(drawn)
    }

    /// The sets of at most `most` free pairs that copies of members through the free pair `at` lack beside it. Of those
    /// that differ in new vertices one is there.
    pub fn lacking(&self, position: &Position, at: Pair, most: usize) -> Result<Vec<Set>, &'static str> {
        let n = position.n.max(at.1 + 1);
        let free = position.free();
        let mut sets = Vec::new();
        let mut see = |lacking: Set| {
            sets.push(lacking);
            sets.len() > SETS_MOST || spent(SET_STEPS)
        };
        let is_over = n > TOUCHED_MOST
            || self.family.iter().any(|member| match *member {
                Member::Graph(ref graph) => {
                    let board = Board {
                        n,
                        own: &position.rows[self.colour],
                        free: &free,
                        most,
                        wanted: None,
                    };
                    graph.any_through(&board, at, &mut |missing| see(set(missing.iter().copied())))
                }
                Member::Star(edges) => [at, (at.1, at.0)].into_iter().any(|(centre, end)| {
                    let there = position.rows[self.colour][centre].count_ones() as usize;
                    let lacks = (edges - 1).saturating_sub(there);
                    let old = free[centre] & ((1 << n) - 1) & !(1 << end);
                    lacks <= most && self.stars(position, centre, old, n, lacks, &mut Vec::new(), &mut see)
                }),
            });
        match is_over {
            true => Err(TOO_MANY),
            false => Ok(sets),
        }
    }

    /// Shows the sets of `lacks` pairs at a vertex, to `ends`, to some of `old` and to the first vertices from `new`
    /// on, until `see` says `true`. Leaves out what is in a copy of a member already.
    #[expect(clippy::too_many_arguments, reason = "the state of a recursion")]
    fn stars(
        &self,
        position: &Position,
        centre: usize,
        old: Row,
        new: usize,
        lacks: usize,
        ends: &mut Vec<usize>,
        see: &mut impl FnMut(Set) -> bool,
    ) -> bool {
        if new + lacks > ROOM {
            return true;
        }
        if see(set(ends
            .iter()
            .copied()
            .chain(new..new + lacks)
            .map(|end| (centre, end))))
        {
            return true;
        }
        each(if lacks > 0 { old } else { 0 }).any(|end| {
            let pair = (centre.min(end), centre.max(end));
            let child = position.with(pair, self.colour);
            if self.has_through(&child.rows[self.colour], child.n, pair) {
                return false;
            }
            ends.push(end);
            let is_over = self.stars(&child, centre, old & !((2 << end) - 1), new, lacks - 1, ends, see);
            ends.pop();
            is_over
        })
    }
}
