//! The triangle avoidance game: players add edges in turn and may not close a triangle; a player who cannot move loses.

use super::canonical_pair::{Moves, ascend};
use super::moves::move_classes;
use super::{Rules, about};
use crate::saturated::maximal_triangle_free;
use canon::vector::{Portable, Unit, Vector, twinned};
use canon::{Canonical, Early, Key, Lanes, NO_PAIRS, PairList, far, key_width, with_edge};
use game::{About, BadPosition, Child, Game, Keys, Levels, Move, NoRulebook, Rulebook, Signature, Source};
use graph::{Graph, bare, encode_graph6, parse};

mod above;
mod expand;
mod ties;

pub use expand::Scratch;

/// The game on `n` vertices, positions in rows of type `R`.
#[derive(Clone, Copy, Debug)]
pub struct Triangle<R, const W: usize> {
    n: usize,
    vector: Option<Vector>,
    rows: std::marker::PhantomData<R>,
}

/// The game on at most 16 vertices.
pub type Triangle16 = Triangle<u16, 16>;
/// The game on at most 20 vertices.
pub type Triangle24 = Triangle<u32, 24>;

/// A triangle-free graph and its open pairs.
#[derive(Clone, Copy, Debug)]
pub struct Board<R, const W: usize> {
    graph: Graph<R, W>,
    /// Row `v`: the vertices that may still be joined to `v`. These are the far pairs of the graph.
    open: [R; W],
}

/// A board, and if it came from an expansion, its canonical labelling and the move that leads back up.
#[derive(Clone, Debug)]
pub struct Position<R: Lanes<W>, const W: usize> {
    board: Board<R, W>,
    canonical: Option<Canonical<R, W>>,
    into: Option<(usize, usize)>,
}

impl<R: Lanes<W>, const W: usize> Board<R, W> {
    #[inline(always)]
    fn new<U: Unit>(unit: U, graph: Graph<R, W>) -> Self {
        let open = far(unit, &graph);
        Self { graph, open }
    }

    #[inline(always)]
    fn early<U: Unit>(&self, unit: U) -> Early<W> {
        Early::new(unit, self.graph.rows(), &self.open)
    }

    #[inline(always)]
    fn signature<U: Unit>(&self, unit: U) -> u64 {
        self.early(unit).signature::<U, R>(unit)
    }

    /// Returns the board after the legal move `xy`.
    #[inline(always)]
    fn after(&self, x: usize, y: usize) -> Self {
        let (rows, open) = with_edge(self.graph.rows(), &self.open, x, y);
        Self {
            graph: Graph::from_rows(self.graph.order(), rows),
            open,
        }
    }
}

impl<R: Lanes<W>, const W: usize> Triangle<R, W> {
    /// Creates the game on `n` vertices, at most `W`.
    pub fn new(n: usize) -> Self {
        assert!(n <= W);
        Self {
            n,
            vector: Vector::detect(),
            rows: std::marker::PhantomData,
        }
    }

    /// Creates the same game for a processor without AVX-512.
    pub fn without_long(n: usize) -> Self {
        Self {
            vector: Vector::detect().map(Vector::without_long),
            ..Self::new(n)
        }
    }

    /// Creates the same game without the processor's vector instructions: the twin that judges them.
    pub fn portable(n: usize) -> Self {
        Self {
            vector: None,
            ..Self::new(n)
        }
    }
}

/// Returns the canonical labelling of a board.
fn canonical<R: Lanes<W>, const W: usize>(vector: Option<Vector>, board: &Board<R, W>) -> Canonical<R, W> {
    #[inline(always)]
    fn body<U: Unit, R: Lanes<W>, const W: usize>(unit: U, board: &Board<R, W>) -> Canonical<R, W> {
        let Board { graph, open } = board;
        let colours = board.early(unit).colours.late(unit, graph.rows(), open);
        Canonical::new(unit, graph, open, &colours)
    }
    twinned!(vector, body, [], (board: &Board<R, W>), Canonical<R, W>)
}

/// Returns the signature of a board.
fn signature<R: Lanes<W>, const W: usize>(vector: Option<Vector>, board: &Board<R, W>) -> u64 {
    #[inline(always)]
    fn body<U: Unit, R: Lanes<W>, const W: usize>(unit: U, board: &Board<R, W>) -> u64 {
        board.signature(unit)
    }
    twinned!(vector, body, [], (board: &Board<R, W>), u64)
}

/// Appends the signatures of `positions`.
#[inline(always)]
fn sign_positions<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    positions: &[Position<R, W>],
    signatures: &mut Vec<u64>,
) {
    for positions in positions.chunks(2) {
        // The last one alone counts twice.
        let (a, b) = (&positions[0].board, &positions[positions.len() - 1].board);
        let both = R::signatures_of(unit, [a.graph.rows(), b.graph.rows()], [&a.open, &b.open]);
        signatures.extend_from_slice(&both[..positions.len()]);
    }
}

/// Computes the signatures of `records`, the lowest bit zero.
#[inline(always)]
fn sign<U: Unit, R: Lanes<W>, const W: usize>(
    unit: U,
    game: &Triangle<R, W>,
    records: &[R::Record],
    items: &mut [u64],
) {
    for (records, items) in records.chunks(2).zip(items.chunks_mut(2)) {
        // The last one alone counts twice.
        let keys = [records[0], records[records.len() - 1]].map(Key::from_sealed);
        let signatures = Key::<R>::two_signatures::<U, W>(unit, game.n, keys);
        for (item, signature) in items.iter_mut().zip(signatures) {
            *item = signature & !1;
        }
    }
}

/// The moves of a position, one of each class of twins, but that into the position from which it was expanded: row `x`
/// has the vertices after `x` that are tried with it.
#[inline(always)]
fn tried<U: Unit, R: Lanes<W>, const W: usize>(unit: U, position: &Position<R, W>) -> [R; W] {
    let Position { board, canonical, into } = position;
    let all = R::below(board.graph.order());
    let firsts = canonical.as_ref().map_or(all, |canonical| canonical.firsts);
    let isolated = all & !R::filled(unit, board.graph.rows());
    let connected = firsts & !isolated;
    // Twins are an open pair only when both are isolated: the first such pair represents all.
    let mut others = isolated.vertices();
    let (first, second) = match (others.next(), others.next()) {
        (Some(x), Some(y)) => (R::bit(x), R::bit(y)),
        _ => (R::EMPTY, R::EMPTY),
    };
    let (from, into) = match *into {
        Some((x, y)) => (R::bit(x), R::bit(y)),
        None => (R::EMPTY, R::EMPTY),
    };
    // All rows in the same way: single ones stored would be loaded as part of a register, for which the processor
    // waits.
    let mut tried = [R::EMPTY; W];
    for x in 0..W {
        let own = R::bit(x);
        let all_if = |condition: bool| if condition { !R::EMPTY } else { R::EMPTY };
        let partners = if isolated & own == R::EMPTY { firsts } else { connected };
        let open = board.open[x] & !R::below(x) & partners & all_if(firsts & own != R::EMPTY);
        tried[x] = (open | second & all_if(own == first)) & !(into & all_if(own == from));
    }
    tried
}

/// Moves those of a list of moves to the front that leave few others, because they lead to P more often: 11 % fewer
/// look-ups for n = 13.
#[inline(always)]
fn order<U: Unit, R: Lanes<W>, const W: usize>(unit: U, board: &Board<R, W>, list: &mut PairList, count: usize) {
    R::closing_first(unit, board.graph.rows(), &board.open, list, count);
}

/// Returns whether some move, one of each class of twins, other than the one from which `position` was expanded, leads
/// to a child for which `test`, given its signature, holds. The first `skipped` children are not made.
#[inline(always)]
fn any_child<U: Unit, R: Lanes<W>, const W: usize, F: FnMut(u64, &Position<R, W>) -> bool>(
    unit: U,
    position: &Position<R, W>,
    skipped: usize,
    mut test: F,
) -> bool {
    let board = &position.board;
    let mut list: PairList = NO_PAIRS;
    let count = R::pairs(unit, &tried(unit, position), &mut list);
    order(unit, board, &mut list, count);
    let mut at = skipped;
    while at < count {
        let some = list[at..].first_chunk().expect("room for a register");
        let signatures = R::signatures(unit, board.graph.rows(), &board.open, some);
        let end = count.min(at + R::together(unit));
        for ([x, y], signature) in list[at..end].iter().zip(signatures) {
            let child = Position {
                board: board.after(usize::from(*x), usize::from(*y)),
                canonical: None,
                into: None,
            };
            if test(signature, &child) {
                return true;
            }
        }
        at = end;
    }
    false
}

/// Positions whose children are tried together: enough for memory to answer meanwhile, and few enough for the first
/// cache.
const TRIED_TOGETHER: usize = 32;

/// [`Levels::try_children`]: as many children of each position in a round as signatures are made at a time, at least
/// two.
#[inline(always)]
fn try_children<U: Unit, R: Lanes<W>, const W: usize, F: FnMut(&[Child], &mut [bool])>(
    unit: U,
    positions: &[Position<R, W>],
    settled: &mut [bool],
    mut round: F,
) {
    let together = R::together(unit);
    let mut lists = [NO_PAIRS; TRIED_TOGETHER];
    let (mut positions_of, mut counts, mut tried_of) = ([0; TRIED_TOGETHER], [0; TRIED_TOGETHER], [0; TRIED_TOGETHER]);
    let mut children = [Child::default(); 2 * TRIED_TOGETHER];
    // Places: first those in use.
    let mut places: [usize; TRIED_TOGETHER] = std::array::from_fn(|place| place);
    let (mut used, mut next) = (0, 0);
    loop {
        // Free places take the next positions, so that rounds stay large.
        let kept = used;
        while used < TRIED_TOGETHER && next < positions.len() {
            let place = places[used];
            counts[place] = R::pairs(unit, &tried(unit, &positions[next]), &mut lists[place]);
            (positions_of[place], tried_of[place]) = (next, 0);
            used += usize::from(counts[place] > 0);
            next += 1;
        }
        // Only now: a list just stored in pieces would be loaded as a whole, for which the processor waits.
        for &place in &places[kept..used] {
            let board = &positions[positions_of[place]].board;
            order(unit, board, &mut lists[place], counts[place]);
        }
        if used == 0 {
            return;
        }
        let mut made = 0;
        for &place in &places[..used] {
            let board = &positions[positions_of[place]].board;
            let until = counts[place].min(tried_of[place] + together.max(2));
            while tried_of[place] < until {
                let at = tried_of[place];
                let some = lists[place][at..].first_chunk().expect("room for a register");
                let signatures = R::signatures(unit, board.graph.rows(), &board.open, some);
                let end = until.min(at + together);
                for (number, signature) in (at..end).zip(signatures) {
                    children[made] = Child {
                        position: positions_of[place] as u32,
                        number: number as u32,
                        signature,
                    };
                    made += 1;
                }
                tried_of[place] = end;
            }
        }
        round(&children[..made], settled);
        let mut stay = 0;
        for at in 0..used {
            let place = places[at];
            places.swap(stay, at);
            stay += usize::from(!settled[positions_of[place]] && tried_of[place] < counts[place]);
        }
        used = stay;
    }
}

impl<R: Lanes<W>, const W: usize> Game for Triangle<R, W> {
    type Position = Position<R, W>;

    fn name(&self) -> &str {
        "triangle"
    }

    fn order(&self) -> usize {
        self.n
    }

    fn about(&self) -> About {
        about("triangle").expect("it is a name")
    }

    fn rulebook(&self) -> Result<Rulebook, NoRulebook> {
        if W > 16 {
            return Err(NoRulebook::Order(self.n));
        }
        let rules = Rules::of_parts("K3", false).expect("it is a name");
        Ok(rules.rulebook(Signature::Triangle))
    }

    fn empty(&self) -> Position<R, W> {
        Position {
            board: Board::new(Portable, Graph::empty(self.n)),
            canonical: None,
            into: None,
        }
    }

    fn is_legal(&self, position: &Position<R, W>) -> bool {
        position.board.graph.triangle().is_none()
    }

    fn moves(&self, position: &Position<R, W>) -> Vec<Move<Position<R, W>>> {
        let board = &position.board;
        let canonical = canonical(self.vector, board);
        let places = canonical.places();
        move_classes(&board.open, &places, |u, v| Position {
            board: board.after(u, v),
            canonical: None,
            into: None,
        })
    }

    fn parse(&self, text: &str) -> Result<Position<R, W>, BadPosition> {
        let graph: Graph<R, W> = parse(text, self.n)?;
        match graph.triangle() {
            None => Ok(Position {
                board: Board::new(Portable, graph),
                canonical: None,
                into: None,
            }),
            Some([a, b, c]) => Err(BadPosition::Illegal {
                text: bare(text).into(),
                why: format!("it contains the triangle {a}-{b}-{c}"),
                by: None,
            }),
        }
    }

    fn graph6(&self, position: &Position<R, W>) -> String {
        encode_graph6(&position.board.graph)
    }

    fn edges(&self, position: &Position<R, W>) -> u32 {
        position.board.graph.size()
    }
}

impl<R: Lanes<W>, const W: usize> Keys for Triangle<R, W> {
    type Record = R::Record;

    fn key_width(&self) -> usize {
        key_width(self.n)
    }

    /// Mantel: a triangle-free graph has at most n²/4 edges.
    fn top(&self) -> Option<u32> {
        Some((self.n * self.n / 4) as u32)
    }

    fn level(&self, record: R::Record) -> u32 {
        Key::<R>::from_sealed(record).graph::<W>(self.n).size()
    }

    fn position(&self, record: R::Record) -> Position<R, W> {
        let key = Key::<R>::from_sealed(record);
        // For a key of no position, any other position serves: its own key differs.
        let graph = if key.fits(self.n) {
            key.graph(self.n)
        } else {
            Graph::empty(self.n)
        };
        Position {
            board: Board::new(Portable, graph),
            canonical: None,
            into: None,
        }
    }

    fn record(&self, position: &Position<R, W>) -> R::Record {
        let canonical = match &position.canonical {
            Some(canonical) => return canonical.key.labelled(0),
            None => canonical(self.vector, &position.board),
        };
        canonical.key.labelled(0)
    }

    fn labelled(&self, position: Position<R, W>) -> Position<R, W> {
        let canonical = canonical(self.vector, &position.board);
        Position {
            canonical: Some(canonical),
            ..position
        }
    }

    #[inline(always)]
    fn signature(&self, position: &Position<R, W>) -> u64 {
        signature(self.vector, &position.board)
    }

    fn signatures(&self, positions: &[Position<R, W>], signatures: &mut Vec<u64>) {
        fn twins<R: Lanes<W>, const W: usize>(
            vector: Option<Vector>,
            positions: &[Position<R, W>],
            signatures: &mut Vec<u64>,
        ) {
            twinned!(
                vector,
                sign_positions,
                [],
                (positions: &[Position<R, W>], signatures: &mut Vec<u64>),
                ()
            )
        }
        twins(self.vector, positions, signatures);
    }

    fn sign(&self, records: &[R::Record], items: &mut [u64]) {
        fn twins<R: Lanes<W>, const W: usize>(game: &Triangle<R, W>, records: &[R::Record], items: &mut [u64]) {
            twinned!(game.vector, sign, [], (game: &Triangle<R, W>, records: &[R::Record], items: &mut [u64]), ())
        }
        twins(self, records, items);
    }

    fn needed_search(&self, position: &Position<R, W>) -> bool {
        match &position.canonical {
            Some(canonical) => canonical.needed_search(),
            None => canonical(self.vector, &position.board).needed_search(),
        }
    }
}

/// The legal moves as far pairs.
struct Far;

impl<R: Lanes<W>, const W: usize> Moves<R, W> for Far {
    fn bound(&self, graph: &Graph<R, W>) -> [R; W] {
        far(Portable, graph)
    }

    fn close(&self, _: &Graph<R, W>, _: &mut [R; W]) {}

    fn removable(&self, graph: &Graph<R, W>) -> [R; W] {
        *graph.rows()
    }

    fn last(&self) -> bool {
        true
    }
}

impl<R: Lanes<W>, const W: usize> Levels for Triangle<R, W> {
    type Scratch = Scratch<R, W>;

    fn source(&self) -> Source {
        Source::List("the maximal triangle-free graphs are generated vertex by vertex")
    }

    fn saturated(&self, progress: &(dyn Fn(u64, u64) + Sync)) -> Vec<R::Record> {
        maximal_triangle_free::<R, W>(self.n, progress)
            .into_iter()
            .map(|key| key.labelled(0))
            .collect()
    }

    fn expand(&self, above: R::Record, scratch: &mut Scratch<R, W>, mut visit: impl FnMut(Position<R, W>)) -> u64 {
        self.expand_all(&[above], scratch, |_, position| visit(position))
    }

    fn expand_all(
        &self,
        above: &[R::Record],
        scratch: &mut Scratch<R, W>,
        visit: impl FnMut(usize, Position<R, W>),
    ) -> u64 {
        expand::expand(self.vector, self.n, above, scratch, visit)
    }

    /// Uses the canonical form alone: solving does not need this function.
    fn ascend(&self, below: R::Record, mut visit: impl FnMut(R::Record)) -> bool {
        let graph = self.position(below).board.graph;
        ascend(Portable, &Far, &graph, |above| visit(above.labelled(0)))
    }

    fn makes_parents(&self) -> bool {
        true
    }

    fn parents(&self, above: R::Record, visit: impl FnMut(u64)) {
        expand::parents(self.vector, self, Key::from_sealed(above), visit);
    }

    fn any_child(&self, position: &Position<R, W>, test: impl FnMut(u64, &Position<R, W>) -> bool) -> bool {
        self.any_child_from(position, 0, test)
    }

    fn any_child_from(
        &self,
        position: &Position<R, W>,
        from: usize,
        test: impl FnMut(u64, &Position<R, W>) -> bool,
    ) -> bool {
        fn twins<R: Lanes<W>, const W: usize, F: FnMut(u64, &Position<R, W>) -> bool>(
            vector: Option<Vector>,
            position: &Position<R, W>,
            from: usize,
            test: F,
        ) -> bool {
            twinned!(
                vector,
                any_child,
                [F: FnMut(u64, &Position<R, W>) -> bool],
                (position: &Position<R, W>, from: usize, test: F),
                bool
            )
        }
        twins(self.vector, position, from, test)
    }

    fn try_children(
        &self,
        positions: &[Position<R, W>],
        settled: &mut [bool],
        round: impl FnMut(&[Child], &mut [bool]),
    ) {
        fn twins<R: Lanes<W>, const W: usize, F: FnMut(&[Child], &mut [bool])>(
            vector: Option<Vector>,
            positions: &[Position<R, W>],
            settled: &mut [bool],
            round: F,
        ) {
            twinned!(
                vector,
                try_children,
                [F: FnMut(&[Child], &mut [bool])],
                (positions: &[Position<R, W>], settled: &mut [bool], round: F),
                ()
            )
        }
        twins(self.vector, positions, settled, round)
    }
}
