//! Canonical deletion: which edges of a graph H, when deleted, leave a position that belongs to H.
//!
//! Each position G that is not saturated has a *canonical open pair*, and belongs to the graph that results from adding
//! this pair. The rule, each criterion breaking the ties of the one before: largest degree sum in G, largest degree
//! difference, largest pair of early colours, of late colours, lowest canonical place. Only the last needs the
//! labelling that yields the key.

use super::above::Above;
use super::ties::Ties;
use super::{Board, Position};
use canon::vector::{Unit, Vector, twinned};
use canon::{Canonical, Colours, Key, Lanes, NO_PAIRS, PAIRS, Sorted};
use graph::Graph;

/// Candidates that wait for their colours and keys together: few enough for the first cache.
const TOGETHER: usize = 32;

/// Buffers of one thread.
#[derive(Debug)]
pub struct Scratch<R: Lanes<W>, const W: usize> {
    pairs: Vec<(u8, u8)>,
    accepted: Vec<Key<R>>,
    candidates: Vec<Candidate<R, W>>,
    /// Which candidates are left.
    left: Vec<u16>,
}

/// An edge of H that might belong to a position.
#[derive(Clone, Copy, Debug)]
struct Candidate<R, const W: usize> {
    /// Which H.
    of: u32,
    edge: (u8, u8),
    /// H without the edge.
    below: Board<R, W>,
    /// Early and late.
    colours: [Colours<W>; 2],
    ties: Ties<R, W>,
    sorted: Sorted<R, W>,
}

impl<R: Lanes<W>, const W: usize> Default for Scratch<R, W> {
    fn default() -> Self {
        let nothing = Candidate {
            of: 0,
            edge: (0, 0),
            below: Board {
                graph: Graph::empty(0),
                open: [R::EMPTY; W],
            },
            colours: [Colours([0; W]); 2],
            ties: Ties::NONE,
            sorted: Sorted::NONE,
        };
        Self {
            pairs: Vec::new(),
            accepted: Vec::new(),
            candidates: vec![nothing; TOGETHER + PAIRS],
            left: vec![0; TOGETHER + PAIRS + 1],
        }
    }
}

/// Visits the positions on `n` vertices that belong to each of `above`, each class once, with the number of the one
/// above; returns the number of labellings computed.
pub(super) fn expand<R: Lanes<W>, const W: usize, F: FnMut(usize, Position<R, W>)>(
    vector: Option<Vector>,
    n: usize,
    above: &[R::Record],
    scratch: &mut Scratch<R, W>,
    visit: F,
) -> u64 {
    twinned!(
        vector,
        delete_edges,
        [F: FnMut(usize, Position<R, W>)],
        (n: usize, above: &[R::Record], scratch: &mut Scratch<R, W>, visit: F),
        u64
    )
}

/// The board without an edge.
#[inline(always)]
fn without<R: Lanes<W>, const W: usize>(above: &Above<R, W>, [v, u]: [u8; 2]) -> Board<R, W> {
    let (u, v) = (usize::from(u), usize::from(v));
    above.without((u, v), (above.opened(u, v), above.opened(v, u)))
}

/// Visits the signatures of `above` without each of its edges, one of each class of twins.
pub(super) fn parents<R: Lanes<W>, const W: usize, F: FnMut(u64)>(
    vector: Option<Vector>,
    game: &super::Triangle<R, W>,
    above: Key<R>,
    visit: F,
) {
    #[inline(always)]
    fn body<U: Unit, R: Lanes<W>, const W: usize, F: FnMut(u64)>(
        unit: U,
        game: &super::Triangle<R, W>,
        above: Key<R>,
        mut visit: F,
    ) {
        let above = Above::<R, W>::new(unit, game.n, above);
        let mut list = NO_PAIRS;
        let count = R::pairs(unit, &above.edges(unit), &mut list);
        for edges in list[..count].chunks(2) {
            // The last one alone counts twice.
            let a = without(&above, edges[0]);
            let b = without(&above, edges[edges.len() - 1]);
            let signatures = R::signatures_of(unit, [a.graph.rows(), b.graph.rows()], [&a.open, &b.open]);
            for &signature in &signatures[..edges.len()] {
                visit(signature);
            }
        }
    }
    twinned!(
        vector,
        body,
        [F: FnMut(u64)],
        (game: &super::Triangle<R, W>, above: Key<R>, visit: F),
        ()
    )
}

/// Candidates of several H go through each stage together. Most H have one candidate: alone it would be a single long
/// chain, in which the processor waits for each instruction.
#[inline(always)]
fn delete_edges<U: Unit, R: Lanes<W>, const W: usize, F: FnMut(usize, Position<R, W>)>(
    unit: U,
    n: usize,
    above: &[R::Record],
    scratch: &mut Scratch<R, W>,
    mut visit: F,
) -> u64 {
    let mut candidates = std::mem::take(&mut scratch.candidates);
    let mut left = std::mem::take(&mut scratch.left);
    let (mut waiting, mut labellings) = (0, 0);
    for (of, &record) in above.iter().enumerate() {
        waiting = push(unit, n, (of as u32, record), &mut candidates, waiting);
        if waiting >= TOGETHER || of + 1 == above.len() {
            labellings += keep(unit, &mut candidates[..waiting], &mut left, scratch, &mut visit);
            waiting = 0;
        }
    }
    scratch.candidates = candidates;
    scratch.left = left;
    labellings
}

/// Puts the edges of H that no reply_to ranks before, by what is known without colours, behind the first `waiting`
/// candidates; returns how many there are then.
#[inline(always)]
fn push<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    n: usize,
    (of, record): (u32, R::Record),
    candidates: &mut [Candidate<R, W>],
    mut waiting: usize,
) -> usize {
    let above = Above::<R, W>::new(unit, n, Key::from_sealed(record));
    let edges = above.candidates(unit);
    for v in R::filled(unit, &edges).vertices() {
        for u in edges[v % W].vertices() {
            let (opened_u, opened_v) = (above.opened(u, v), above.opened(v, u));
            let (better_u, equal_u) = above.rivals_at(u, v, opened_u);
            let (better_v, equal_v) = above.rivals_at(v, u, opened_v);
            let (better, equal) = above.rivals_elsewhere(unit, u, v);
            let candidate = &mut candidates[waiting];
            candidate.of = of;
            candidate.edge = (u as u8, v as u8);
            candidate.below = above.without((u, v), (opened_u, opened_v));
            candidate.ties = Ties::new(unit, equal, [(u, equal_u), (v, equal_v)]);
            waiting += usize::from(!(better_u | better_v | better));
        }
    }
    waiting
}

/// Visits the positions that candidates lead to if they belong to their H; returns the number of labellings.
#[inline(always)]
fn keep<U: Unit, R: Lanes<W>, const W: usize, F: FnMut(usize, Position<R, W>)>(
    unit: U,
    candidates: &mut [Candidate<R, W>],
    left: &mut [u16],
    scratch: &mut Scratch<R, W>,
    visit: &mut F,
) -> u64 {
    let mut count = 0;
    for at in 0..candidates.len() {
        if at % 2 == 0 {
            let next = (at + 1).min(candidates.len() - 1);
            let [a, b] = [at, next].map(|at| &candidates[at].below);
            let colours = Colours::early_and_late(unit, [a.graph.rows(), b.graph.rows()], [&a.open, &b.open]);
            [candidates[at].colours, candidates[next].colours] = colours;
        }
        let Candidate {
            colours: [early, late],
            ties,
            edge,
            ..
        } = &mut candidates[at];
        left[count] = at as u16;
        let best = !ties.any || ties.keep(unit, early, *edge) && ties.keep(unit, late, *edge);
        count += usize::from(best);
    }
    for &index in &left[..count] {
        let candidate = &mut candidates[usize::from(index)];
        candidate.sorted = Sorted::new(unit, &candidate.below.graph, &candidate.colours[1]);
    }
    let mut of = u32::MAX;
    for two in left[..count].chunks(2) {
        let [a, b] = [two[0], two[two.len() - 1]].map(|index| &candidates[usize::from(index)]);
        let keys = match two.len() {
            2 => Sorted::keys(unit, [&a.below.graph, &b.below.graph], [&a.sorted, &b.sorted]),
            _ => [a.sorted.key(unit, &a.below.graph); 2],
        };
        for (&index, key) in two.iter().zip(keys) {
            let candidate = &candidates[usize::from(index)];
            if candidate.of != of {
                scratch.accepted.clear();
                of = candidate.of;
            }
            accept(unit, candidate, key, scratch, visit);
        }
    }
    count as u64
}

/// Visits the position that `candidate` leads to if it belongs to H and no edge before led to it.
#[inline(always)]
fn accept<U: Unit, R: Lanes<W>, const W: usize, F: FnMut(usize, Position<R, W>)>(
    unit: U,
    candidate: &Candidate<R, W>,
    key: Key<R>,
    scratch: &mut Scratch<R, W>,
    visit: &mut F,
) {
    let Candidate {
        of,
        edge: (u, v),
        below,
        colours: [_, colours],
        ties,
        sorted,
    } = candidate;
    let Scratch { pairs, accepted, .. } = scratch;
    let canonical = Canonical::of_sorted(unit, &below.graph, &below.open, colours, sorted, key);
    if ties.any && !canonical.is_lowest((*u, *v), ties.pairs(unit, pairs)) {
        return;
    }
    if accepted.contains(&canonical.key) {
        return;
    }
    accepted.push(canonical.key);
    let position = Position {
        board: *below,
        canonical: Some(canonical),
        into: Some(((*u).into(), (*v).into())),
    };
    visit(*of as usize, position);
}
