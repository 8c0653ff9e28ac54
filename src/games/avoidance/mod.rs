//! Avoidance games: players add edges in turn and may not complete what the rules forbid.
//!
//! One engine for all rules. Its signatures are hashes of canonical keys, so that a look-up costs a canonical form: it is
//! slower than a game with its own kernel, such as [`super::Triangle`].

mod hamilton;
mod pattern;
mod rules;
mod small_graphs;
mod steps;

use record::{Record, Twofold};

pub use rules::Rules;
pub use small_graphs::{small_graph, usual_name};

use super::about;
use super::moves::move_classes;
use crate::saturated::{complete_bipartite, maximal_triangle_free, two_cliques};
use canon::vector::Vector;
use canon::{Canonical, Key, Lanes, key_width};
use game::{About, BadPosition, Game, Keys, Levels, Move, NoRulebook, Rulebook, Signature, Source};
use graph::{Graph, Graph16, encode_graph6, parse};
pub(super) use rules::Only;

/// An avoidance game on `n` vertices, positions in rows of type `R`.
#[derive(Clone, Debug)]
pub struct Avoidance<R, const W: usize> {
    rules: Rules,
    n: usize,
    vector: Option<Vector>,
    rows: std::marker::PhantomData<R>,
}

/// An avoidance game on at most 15 vertices: the limit of records of 16 bytes with two labels.
pub type Avoidance16 = Avoidance<u16, 16>;

/// A graph that the rules allow.
#[derive(Clone, Debug)]
pub struct Position<R: Lanes, const W: usize> {
    graph: Graph<R, W>,
    canonical: Option<Canonical<R, W>>,
    /// Rows of pairs that are known to be legal moves.
    sure: [R; W],
    /// The move that leads to the position from which it was expanded.
    into: Option<(usize, usize)>,
}

impl<R: Lanes, const W: usize> Position<R, W> {
    fn new(graph: Graph<R, W>) -> Self {
        Self {
            graph,
            canonical: None,
            sure: [R::EMPTY; W],
            into: None,
        }
    }
}

impl<R: Lanes, const W: usize> Avoidance<R, W> {
    /// Creates the game with these rules on `n` vertices, 1 to `W`.
    pub fn new(rules: Rules, n: usize) -> Self {
        assert!((1..=W).contains(&n));
        Self {
            rules,
            n,
            vector: Vector::detect(),
            rows: std::marker::PhantomData,
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

/// Returns the key in a record of a sealed level.
fn key(record: Twofold) -> Key<u16> {
    Key::from_sealed(record.key().0)
}

fn record(key: Key<u16>) -> Twofold {
    Twofold(key.labelled(0))
}

impl Game for Avoidance16 {
    type Position = Position<u16, 16>;

    fn name(&self) -> &str {
        self.rules.name()
    }

    fn order(&self) -> usize {
        self.n
    }

    fn about(&self) -> About {
        about(self.name()).expect("it is a name")
    }

    fn rulebook(&self) -> Result<Rulebook, NoRulebook> {
        Ok(self.rules.rulebook(Signature::Key))
    }

    fn empty(&self) -> Position<u16, 16> {
        Position::new(Graph::empty(self.n))
    }

    fn is_legal(&self, position: &Position<u16, 16>) -> bool {
        self.rules.violation(&position.graph).is_none()
    }

    fn moves(&self, position: &Position<u16, 16>) -> Vec<Move<Position<u16, 16>>> {
        let graph = &position.graph;
        let places = Canonical::of(graph).places();
        move_classes(&self.rules.open(graph), &places, |u, v| {
            Position::new(graph.toggled(u, v))
        })
    }

    fn parse(&self, text: &str) -> Result<Position<u16, 16>, BadPosition> {
        let graph: Graph16 = parse(text, self.n)?;
        match self.rules.violation(&graph) {
            None => Ok(Position::new(graph)),
            Some(why) => Err(BadPosition::Illegal {
                text: text.trim().into(),
                why,
                by: None,
            }),
        }
    }

    fn graph6(&self, position: &Position<u16, 16>) -> String {
        encode_graph6(&position.graph)
    }

    fn edges(&self, position: &Position<u16, 16>) -> u32 {
        position.graph.size()
    }
}

impl Keys for Avoidance16 {
    type Record = Twofold;

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

    fn level(&self, record: Twofold) -> u32 {
        key(record).graph::<16>(self.n).size()
    }

    fn position(&self, record: Twofold) -> Position<u16, 16> {
        Position::new(self.graph_of(key(record)))
    }

    fn record(&self, position: &Position<u16, 16>) -> Twofold {
        let key = match &position.canonical {
            Some(canonical) => canonical.key,
            None => Canonical::of(&position.graph).key,
        };
        record(key)
    }

    fn labelled(&self, position: Position<u16, 16>) -> Position<u16, 16> {
        Position {
            canonical: Some(Canonical::of(&position.graph)),
            ..position
        }
    }

    /// Returns the hash of the key: one canonical form, and positions of a level share it only by chance.
    fn signature(&self, position: &Position<u16, 16>) -> u64 {
        key(self.record(position)).hash()
    }

    fn sign(&self, records: &[Twofold], items: &mut [u64]) {
        for (&record, item) in records.iter().zip(items) {
            *item = key(record).hash() & !1;
        }
    }

    fn needed_search(&self, position: &Position<u16, 16>) -> bool {
        match &position.canonical {
            Some(canonical) => canonical.needed_search(),
            None => Canonical::of(&position.graph).needed_search(),
        }
    }
}

impl Levels for Avoidance16 {
    type Scratch = ();

    fn source(&self) -> Source {
        match (self.rules.only(), self.rules.is_connected_play()) {
            (Only::Triangle, _) => Source::List("the maximal triangle-free graphs are generated vertex by vertex"),
            (Only::OddCycle, _) => Source::List("the saturated graphs are the complete bipartite ones"),
            (Only::Whole, false) => Source::List("the saturated graphs are unions of two complete ones"),
            _ => Source::Ascent("no list of the saturated graphs is known"),
        }
    }

    fn saturated(&self, progress: &(dyn Fn(u64, u64) + Sync)) -> Vec<Twofold> {
        let keys = self.listed(progress).expect("the source is a list");
        let mut records: Vec<_> = keys.into_iter().map(record).collect();
        records.sort_unstable();
        records
    }

    fn expand(&self, above: Twofold, (): &mut (), visit: impl FnMut(Position<u16, 16>)) -> u64 {
        steps::expand(self.vector, &self.rules, &self.graph_of(key(above)), visit)
    }

    fn ascend(&self, below: Twofold, mut visit: impl FnMut(Twofold)) -> bool {
        let below = self.graph_of(key(below));
        steps::ascend(self.vector, &self.rules, &below, |above| visit(record(above)))
    }

    fn any_child(&self, position: &Position<u16, 16>, test: impl FnMut(u64, &Position<u16, 16>) -> bool) -> bool {
        self.any_child_from(position, 0, test)
    }

    fn any_child_from(
        &self,
        position: &Position<u16, 16>,
        from: usize,
        mut test: impl FnMut(u64, &Position<u16, 16>) -> bool,
    ) -> bool {
        steps::any_child(self.vector, &self.rules, position, from, |graph| {
            let child = self.labelled(Position::new(graph));
            test(self.signature(&child), &child)
        })
    }
}
