//! Avoidance games: players add edges in turn and may not complete what the rules forbid.
//!
//! One engine for all rules. Its signatures are hashes of canonical keys, so that a look-up costs a canonical form: it
//! is slower than a game with its own kernel, such as [`super::Triangle`].

mod hamilton;
mod own;
mod property;
mod records;
mod rules;
mod steps;

pub use records::KeyRecord;
pub use rules::Rules;
pub use steps::Steps;

use super::family::about_common;
use super::moves::move_classes;
use crate::saturated::{complete_bipartite, maximal_triangle_free, two_cliques};
use base::record::Twofold;
use canon::vector::Vector;
use canon::{Canonical, Key, Lanes, key_width};
use game::{About, BadPosition, Game, Keys, Levels, Move, NoRulebook, Rulebook, Signature, Source};
use graph::{Graph, Row, bare, encode_graph6, parse};
pub(super) use rules::Only;
use std::marker::PhantomData;

/// An avoidance game on `n` vertices, positions in rows of type `R` and levels of records of type `K`.
#[derive(Clone, Debug)]
pub struct Avoidance<R: Steps<W>, const W: usize, K = <R as Row>::Record> {
    rules: Rules,
    n: usize,
    vector: Option<Vector>,
    kept_as: PhantomData<(R, K)>,
}

/// An avoidance game on at most 15 vertices, whose records have room for two labels.
pub type Avoidance15 = Avoidance<u16, 16, Twofold>;
/// An avoidance game on at most 16 vertices.
pub type Avoidance16 = Avoidance<u16, 16>;
/// An avoidance game on at most 20 vertices.
pub type Avoidance24 = Avoidance<u32, 24>;

/// A graph that the rules allow.
#[derive(Clone, Debug)]
pub struct Position<R: Lanes<W>, const W: usize> {
    graph: Graph<R, W>,
    canonical: Option<Canonical<R, W>>,
    /// Rows of pairs that are known to be legal moves.
    sure: [R; W],
    /// The move that leads to the position from which it was expanded.
    into: Option<(usize, usize)>,
}

impl<R: Lanes<W>, const W: usize> Position<R, W> {
    fn new(graph: Graph<R, W>) -> Self {
        Self {
            graph,
            canonical: None,
            sure: [R::EMPTY; W],
            into: None,
        }
    }

    fn key(&self) -> Key<R> {
        match &self.canonical {
            Some(canonical) => canonical.key,
            None => Canonical::of(&self.graph).key,
        }
    }
}

impl<R: Steps<W>, const W: usize, K: KeyRecord<R>> Avoidance<R, W, K> {
    /// Creates the game with these rules on `n` vertices.
    ///
    /// # Panics
    /// Panics when `n` is 0, or more than `W`, or its keys have no room in the records.
    pub fn new(rules: Rules, n: usize) -> Self {
        assert!((1..=W).contains(&n) && key_width(n) + K::LABEL_BYTES <= K::BYTES);
        Self {
            rules,
            n,
            vector: Vector::detect(),
            kept_as: PhantomData,
        }
    }

    fn graph_of(&self, key: Key<R>) -> Graph<R, W> {
        // For a key of no position, any other graph serves: its own key differs.
        if key.fits(self.n) {
            key.graph(self.n)
        } else {
            Graph::empty(self.n)
        }
    }

    /// Returns the saturated graphs where they are known without a search.
    fn listed(&self, progress: &(dyn Fn(u64, u64) + Sync)) -> Option<Vec<Key<R>>> {
        match (self.rules.only(), self.rules.is_connected_play()) {
            // Maximal triangle-free graphs are connected.
            (Only::Triangle, _) => Some(maximal_triangle_free::<R, W>(self.n, progress)),
            (Only::OddCycle, _) => Some(complete_bipartite::<R, W>(self.n)),
            (Only::Whole, false) => Some(two_cliques::<R, W>(self.n)),
            _ => None,
        }
    }
}

impl<R: Steps<W>, const W: usize, K: KeyRecord<R>> Game for Avoidance<R, W, K> {
    type Position = Position<R, W>;

    fn name(&self) -> &str {
        self.rules.name()
    }

    fn order(&self) -> usize {
        self.n
    }

    fn about(&self) -> About {
        about_common(&self.rules)
    }

    fn rulebook(&self) -> Result<Rulebook, NoRulebook> {
        match self.rules.is_own() {
            true => Err(NoRulebook::Unstated),
            false => Ok(self.rules.rulebook(Signature::Key)),
        }
    }

    fn empty(&self) -> Position<R, W> {
        Position::new(Graph::empty(self.n))
    }

    fn is_legal(&self, position: &Position<R, W>) -> bool {
        self.rules.violation(&position.graph).is_none()
    }

    fn moves(&self, position: &Position<R, W>) -> Vec<Move<Position<R, W>>> {
        let graph = &position.graph;
        let places = Canonical::of(graph).places();
        move_classes(&self.rules.open(graph), &places, |u, v| {
            Position::new(graph.toggled(u, v))
        })
    }

    fn parse(&self, text: &str) -> Result<Position<R, W>, BadPosition> {
        let graph = parse(text, self.n)?;
        match self.rules.violation(&graph) {
            None => Ok(Position::new(graph)),
            Some(why) => Err(BadPosition::Illegal {
                text: bare(text).into(),
                why,
                by: None,
            }),
        }
    }

    fn graph6(&self, position: &Position<R, W>) -> String {
        encode_graph6(&position.graph)
    }

    fn edges(&self, position: &Position<R, W>) -> u32 {
        position.graph.size()
    }
}

impl<R: Steps<W>, const W: usize, K: KeyRecord<R>> Keys for Avoidance<R, W, K> {
    type Record = K;

    fn key_width(&self) -> usize {
        key_width(self.n)
    }

    fn top(&self) -> Option<u32> {
        let n = self.n as u32;
        match (self.rules.only(), self.rules.is_connected_play()) {
            (Only::Triangle | Only::OddCycle, _) => Some(n * n / 4),
            (Only::Whole, false) => Some((n - 1) * n.saturating_sub(2) / 2),
            _ => None,
        }
    }

    fn level(&self, record: K) -> u32 {
        record.to_key().graph::<W>(self.n).size()
    }

    fn position(&self, record: K) -> Position<R, W> {
        Position::new(self.graph_of(record.to_key()))
    }

    fn record(&self, position: &Position<R, W>) -> K {
        K::of_key(position.key())
    }

    fn labelled(&self, position: Position<R, W>) -> Position<R, W> {
        Position {
            canonical: Some(Canonical::of(&position.graph)),
            ..position
        }
    }

    /// Returns the hash of the key: one canonical form, and positions of a level share it only by chance.
    fn signature(&self, position: &Position<R, W>) -> u64 {
        position.key().hash()
    }

    fn sign(&self, records: &[K], items: &mut [u64]) {
        for (&record, item) in records.iter().zip(items) {
            *item = record.to_key().hash() & !1;
        }
    }

    fn needed_search(&self, position: &Position<R, W>) -> bool {
        match &position.canonical {
            Some(canonical) => canonical.needed_search(),
            None => Canonical::of(&position.graph).needed_search(),
        }
    }
}

impl<R: Steps<W>, const W: usize, K: KeyRecord<R>> Levels for Avoidance<R, W, K> {
    type Scratch = ();

    fn source(&self) -> Source {
        match (self.rules.only(), self.rules.is_connected_play()) {
            (Only::Triangle, _) => Source::List("the maximal triangle-free graphs are generated vertex by vertex"),
            (Only::OddCycle, _) => Source::List("the saturated graphs are the complete bipartite ones"),
            (Only::Whole, false) => Source::List("the saturated graphs are unions of two complete ones"),
            _ => Source::Ascent("no list of the saturated graphs is known"),
        }
    }

    fn saturated(&self, progress: &(dyn Fn(u64, u64) + Sync)) -> Vec<K> {
        let keys = self.listed(progress).expect("the source is a list");
        let mut records: Vec<_> = keys.into_iter().map(K::of_key).collect();
        records.sort_unstable();
        records
    }

    fn expand(&self, above: K, (): &mut (), mut visit: impl FnMut(Position<R, W>)) -> u64 {
        R::expand(self.vector, &self.rules, &self.graph_of(above.to_key()), &mut visit)
    }

    fn ascend(&self, below: K, mut visit: impl FnMut(K)) -> bool {
        let below = self.graph_of(below.to_key());
        R::ascend(self.vector, &self.rules, &below, &mut |above| visit(K::of_key(above)))
    }

    fn any_child(&self, position: &Position<R, W>, test: impl FnMut(u64, &Position<R, W>) -> bool) -> bool {
        self.any_child_from(position, 0, test)
    }

    fn any_child_from(
        &self,
        position: &Position<R, W>,
        from: usize,
        mut test: impl FnMut(u64, &Position<R, W>) -> bool,
    ) -> bool {
        R::any_child(self.vector, &self.rules, position, from, &mut |graph| {
            let child = self.labelled(Position::new(graph));
            test(self.signature(&child), &child)
        })
    }
}
