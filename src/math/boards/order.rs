//! Orders in which the vertices of a small graph are placed on a board, and the placing.

use graph::{Graph16, NAMED_MOST, each};

/// Most vertices of a graph.
pub const MOST: usize = NAMED_MOST;

/// Two vertices.
pub type Edge = (usize, usize);

/// The next vertex of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The earlier places that it is joined to, a bit each.
    pub joined: u16,
    /// Those that a missing edge joins it to.
    pub apart: u16,
    /// An earlier place of a vertex with the same neighbours: exchanging them gives the same copy, so that its vertex
    /// comes before this one's.
    pub twin: Option<u8>,
    /// Edges at the vertex, without missing ones.
    pub degree: u8,
}

/// An order in which the vertices of a graph are placed, isolated ones aside: some are given, a step says where each
/// other may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    given: usize,
    steps: Vec<Step>,
    /// The places of the ends of missing edges.
    missing: Vec<Edge>,
}

impl Order {
    /// The order that begins with `given`, goes on with vertices that have the most earlier neighbours, and ends with
    /// `last`, if that is said. Of equals comes first what `tie` ranks higher. `missing` edges are no edges of copies.
    pub fn new(
        graph: &Graph16,
        given: &[usize],
        missing: &[Edge],
        last: Option<usize>,
        tie: impl Fn(usize) -> u32,
    ) -> Self {
        let mut lost = [0u16; MOST];
        for &(u, v) in missing {
            lost[u] |= 1 << v;
            lost[v] |= 1 << u;
        }
        let rest = |v: usize| graph.neighbours(v) & !lost[v];
        let is_twin = |u: usize, v: usize| lost[u] | lost[v] == 0 && rest(u) & !(1 << v) == rest(v) & !(1 << u);
        let mut order = given.to_vec();
        let mut steps = Vec::new();
        loop {
            let places = |row: u16| {
                let fitting = (0..order.len()).filter(|&at| row >> order[at] & 1 == 1);
                fitting.fold(0u16, |set, at| set | 1 << at)
            };
            let links = |row: u16| places(row).count_ones();
            let left = (0..graph.order()).filter(|v| graph.neighbours(*v) != 0 && !order.contains(v));
            let rank = |v: usize| (links(rest(v)), links(graph.neighbours(v)), tie(v), v);
            let next = left.max_by_key(|&v| (Some(v) != last, rank(v)));
            let Some(v) = next else { break };
            let twin = (given.len()..order.len()).rev().find(|&at| is_twin(order[at], v));
            steps.push(Step {
                joined: places(rest(v)),
                apart: places(lost[v]),
                twin: twin.map(|at| at as u8),
                degree: rest(v).count_ones() as u8,
            });
            order.push(v);
        }
        let place = |v: usize| order.iter().position(|&u| u == v).expect("an end of an edge");
        Self {
            given: given.len(),
            steps,
            missing: missing.iter().map(|&(u, v)| (place(u), place(v))).collect(),
        }
    }

    /// The vertices that are not given.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Where a copy that was placed lacks one of the missing edges.
    #[inline(always)]
    pub fn missing(&self, number: usize, placed: &Placed) -> Edge {
        let (u, v) = self.missing[number];
        (placed.vertex(u), placed.vertex(v))
    }

    /// The edges of a copy that was placed, two given vertices being joined.
    pub fn edges<'a>(&'a self, placed: &'a Placed) -> impl Iterator<Item = Edge> + 'a {
        let vertex = |at: usize| placed.vertex(at);
        let given = (self.given == 2).then(|| (vertex(0), vertex(1)));
        let steps = self.steps.iter().zip(self.given..);
        given
            .into_iter()
            .chain(steps.flat_map(move |(step, at)| each(step.joined).map(move |u| (vertex(u), vertex(at)))))
    }

    /// Places all vertices but the last in all ways, the others on vertices of `left`, until `found` returns true. It
    /// gets the vertices placed and the set of those where the last may go, which is not empty. Returns whether it did.
    ///
    /// # Panics
    /// Panics when all vertices are given.
    #[inline(always)]
    pub fn place<B: Board>(
        &self,
        board: &B,
        given: &[usize],
        left: u64,
        mut found: impl FnMut(&mut Placed, u64) -> bool,
    ) -> bool {
        debug_assert_eq!(given.len(), self.given);
        let mut placed = Placed::given(board, given);
        let left = given.iter().fold(left, |left, v| left & !(1 << v));
        match &self.steps[..] {
            [last] => placed.may_end(board, last, left, &mut found),
            steps => placed.extend(board, steps, given.len(), left, &mut found),
        }
    }

    /// The same with the last vertex, too.
    #[inline]
    pub fn place_all<B: Board>(
        &self,
        board: &B,
        given: &[usize],
        left: u64,
        mut found: impl FnMut(&Placed) -> bool,
    ) -> bool {
        if self.steps.is_empty() {
            return found(&Placed::given(board, given));
        }
        let last = given.len() + self.steps.len() - 1;
        self.place(board, given, left, |placed, fitting| {
            each(fitting).any(|vertex| {
                placed.vertices[last % MOST] = vertex as u8;
                found(placed)
            })
        })
    }
}

/// A board on which copies are looked for.
pub trait Board {
    /// The vertices that the edges at a vertex lead to.
    fn row(&self, vertex: usize) -> u64;

    /// The vertices that a step may take, whatever its edges say.
    #[inline(always)]
    fn open(&self, _step: &Step, _placed: &Placed) -> u64 {
        !0
    }
}

impl<F: Fn(usize) -> u64> Board for F {
    #[inline(always)]
    fn row(&self, vertex: usize) -> u64 {
        self(vertex)
    }
}

/// Vertices placed so far.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    vertices: [u8; MOST],
    /// The row of each.
    rows: [u64; MOST],
}

impl Placed {
    #[inline(always)]
    fn given(board: &impl Board, given: &[usize]) -> Self {
        let mut placed = Self {
            vertices: [0; MOST],
            rows: [0; MOST],
        };
        let places = given.iter().enumerate();
        places.for_each(|(at, &vertex)| placed.put(board, at, vertex));
        placed
    }

    /// The vertex at a place.
    #[inline(always)]
    pub fn vertex(&self, at: usize) -> usize {
        self.vertices[at % MOST].into()
    }

    #[inline(always)]
    fn put(&mut self, board: &impl Board, at: usize, vertex: usize) {
        self.vertices[at % MOST] = vertex as u8;
        self.rows[at % MOST] = board.row(vertex);
    }

    #[inline(always)]
    fn fitting(&self, board: &impl Board, step: &Step, left: u64) -> u64 {
        let mut fitting = left & board.open(step, self);
        let mut joined = step.joined;
        while joined != 0 {
            fitting &= self.rows[joined.trailing_zeros() as usize % MOST];
            joined &= joined - 1;
        }
        if let Some(twin) = step.twin {
            fitting &= !1 << self.vertex(twin.into());
        }
        fitting
    }

    #[inline(always)]
    fn may_end(
        &mut self,
        board: &impl Board,
        last: &Step,
        left: u64,
        found: &mut impl FnMut(&mut Self, u64) -> bool,
    ) -> bool {
        let fitting = self.fitting(board, last, left);
        fitting != 0 && found(self, fitting)
    }

    /// Places the vertices of two or more steps, from place `at` on.
    fn extend<B: Board>(
        &mut self,
        board: &B,
        steps: &[Step],
        at: usize,
        left: u64,
        found: &mut impl FnMut(&mut Self, u64) -> bool,
    ) -> bool {
        let (step, rest) = steps.split_first().expect("a vertex is left");
        let fitting = self.fitting(board, step, left);
        match rest {
            [last] => each(fitting).any(|vertex| {
                self.put(board, at, vertex);
                self.may_end(board, last, left & !(1 << vertex), found)
            }),
            _ => each(fitting).any(|vertex| {
                self.put(board, at, vertex);
                self.extend(board, rest, at + 1, left & !(1 << vertex), found)
            }),
        }
    }
}
